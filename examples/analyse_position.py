"""Watch the engine think about a position, then play a short game by the clock."""

from __future__ import annotations

from time import monotonic

from logistello import Clock, Color, Engine, Limit, Position


def main() -> None:
    position = Position.initial().play("f5").play("d6")
    with Engine(threads=1, hash_mb=16) as engine:
        for info in engine.analyse(position, Limit(depth=8)):
            line = " ".join(str(move) for move in info.pv)
            print(f"depth {info.depth}: {info.score:+.2f}  {line}")

        seconds_left = dict.fromkeys(Color, 0.5)
        while not position.is_over:
            begun = monotonic()
            result = engine.search(position, Limit(clock=Clock(max(seconds_left[position.turn], 0.0))))
            seconds_left[position.turn] -= monotonic() - begun
            if result.move is not None:
                position = position.play(result.move)
    print(position)
    print(f"time left: {min(seconds_left.values()):.2f} s or more")


if __name__ == "__main__":
    main()
