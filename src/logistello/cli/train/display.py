"""What a training run shows while it works."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO

from logistello.cli.long_work import progress_bars

if TYPE_CHECKING:
    from logistello.jobs import Pool


class TrainDisplay:
    """A bar for the stage at work, a line for each that is done, the error of every stage of the game while weights are
    fitted. Shows nothing where there is no terminal, but for a line a stage."""

    def __init__(self, stream: TextIO, pool: Pool | None = None) -> None:
        from rich.console import Console

        self.console = Console(file=stream, highlight=False)
        self.progress = progress_bars(self.console, note=True, transient=False, pool=pool)
        self.task = self.progress.add_task("starting", total=None, note="")

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.progress.update(self.task, visible=False)
        self.progress.stop()

    def __call__(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "begin":
                name = f"generation {event['generation']}: {event['stage']}"
                self.progress.remove_task(self.task)
                self.task = self.progress.add_task(name, total=event["total"] or None, note="")
            case "progress":
                note = f"{event['per_second']:,.0f} {event['unit']}/s"
                self.progress.update(self.task, completed=event["done"], total=event["total"] or None, note=note)
            case "loss":
                self._show_loss(event)
            case "end":
                self._show_end(event)
            case "generation":
                verdict = "replaces the best one" if event["accepted"] else "does not replace the best one"
                self._say(f"generation {event['generation']} {verdict}")
            case "enough":
                self._say(f"no generation would end within {event['hours']:g} hours")

    def _show_loss(self, event: dict[str, Any]) -> None:
        if "mae" in event and self.console.is_terminal:
            low, high = event["discs"]
            self._say(f"  {low:2d}-{high:2d} discs: {event['positions']:,} positions, error {event['mae']:.2f} discs")
        elif "loss" in event:
            note = f"stage of the game {event['game_stage']}, loss {event['loss']:.2f}"
            self.progress.update(self.task, note=note)

    def _show_end(self, event: dict[str, Any]) -> None:
        seconds = max(event["seconds"], 1e-3)
        text = f"generation {event['generation']}: {event['stage']}, {event['done']:,} {event['unit']}, {seconds:.1f} s"
        if event["stage"] in ("self-play", "labels"):
            text += f" ({event['done'] / seconds:,.0f}/s)"
        percent = event.get("percent")
        if isinstance(percent, dict):
            text += "".join(f"; {name} {value:.1f} %" for name, value in percent.items())
        elif percent is not None:
            text += f", {percent:.1f} % of the points"
        self._say(text)

    def _say(self, text: str) -> None:
        self.progress.console.print(text, markup=False, soft_wrap=True)
