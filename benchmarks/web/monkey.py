"""Somebody who clicks, types, pastes, reloads and resizes at random: nothing of it may break the page.

``python -m benchmarks.web monkey [--minutes 10] [--seed 1] [--no-save]``

After every action the page is compared with the rules: the discs on the board are those that the moves of the list
lead to, and the squares that can be chosen are the legal ones. Console errors and answers of 500 and more are noted.
The seed decides what is done; what the engine answers meanwhile depends on the machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Page, Response, sync_playwright

from benchmarks.measure import ROOT, Missing, Record, new_record, save, say
from benchmarks.web.chromium import HOW_TO_GET_IT, find_chromium, launched
from benchmarks.web.server import running_server
from logistello import Game, Position
from logistello.othello import PASS, Color, Square

KEYS = (
    *(
        "ArrowLeft",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
        "Home",
        "End",
        "Backspace",
        "Delete",
        "Enter",
        "Escape",
        "Tab",
    ),
    *(" ", "?", "1", "2", "3", ",", "."),
    *"abcdefghijklmnopqrstuvwxyz",
    *("Shift+Tab", "Control+Enter"),
)
SIZES = ((1440, 900), (1280, 800), (1024, 700), (768, 1024), (390, 844), (360, 640), (844, 390))
PATHS = ("/", "/play", "/review", "/library", "/analysis", "/#g=f5d6c3d3c4&v=0.1.f4e3&p=3", "/#g=zz", "/play#g=f5&p=0")
WORDS = ("f5", "anna", "100%", "<b>x</b>", "1999", "-1", "ü" * 40, "f5d6c3d3c4f4f6g5", "")
#: Tries in which what is drawn with the next frame, or told by the server, may arrive: a minute, on a busy machine too.
PATIENCE = 2000
PAUSE_MS = 30
#: With more it ends: something is broken for good.
MOST_PROBLEMS = 20

#: The moves of the list as a tree, the one that is current, and the board: all in one look.
LOOK = """() => {
    const moves = [];
    const nodes = [{ parent: -1, move: null }];
    let current = 0;
    const parse = (box, base) => {
        let tip = base;
        for (const part of box.children) {
            if (part.classList.contains("variation")) { parse(part, nodes[tip].parent); continue; }
            const move = part.classList.contains("move") ? part : part.querySelector(":scope > .move");
            if (!move) continue;
            nodes.push({ parent: tip, move: /^[a-h][1-8]/.exec(move.textContent)?.[0] ?? "pass" });
            tip = nodes.length - 1;
            if (move.hasAttribute("aria-current")) current = tip;
        }
    };
    const list = document.querySelector(".moves");
    if (!list || !document.body.dataset.ready) return null;
    parse(list, 0);
    const path = [];
    for (let node = current; node > 0; node = nodes[node].parent) path.unshift(nodes[node].move);
    const main = document.getElementById("board");
    const cells = {};
    const legal = [];
    for (const cell of main.querySelectorAll("[data-square]")) {
        const kind = cell.querySelector(".disc").classList;
        cells[cell.dataset.square] = kind.contains("black") ? "X" : kind.contains("white") ? "O" : "-";
        if (cell.classList.contains("legal")) legal.push(cell.dataset.square);
    }
    return {
        path, cells, legal,
        start: new URLSearchParams(location.hash.slice(1)).get("s"),
        counts: ["black", "white"].map((color) => Number(document.querySelector(`.side.${color} .count`).textContent)),
        turn: ["black", "white"].filter((color) => document.querySelector(`.side.${color}`).classList.contains("turn")),
        mode: document.querySelector(".modes [aria-current]")?.dataset.mode,
        playing: document.body.classList.contains("playing"),
        editing: document.querySelector(".setting-up") !== null,
    };
}"""
#: Centres of what can be clicked now, with what it is.
TARGETS = """() => {
    const top = document.querySelector("dialog[open]") ?? document;
    return [...top.querySelectorAll(
        "button, a[href^='/'], summary, input:not([type=file]), select, [role=tab], .cell.legal, textarea"
    )].flatMap((each) => {
        const box = each.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const seen = box.width && box.height && x > 0 && x < innerWidth && y > 0 && y < innerHeight;
        const name = each.dataset?.square ?? each.getAttribute("aria-label") ?? each.textContent.trim().slice(0, 30);
        return seen && !each.disabled ? [{ x, y, name, kind: each.localName }] : [];
    });
}"""


def contradiction(shown: dict[str, Any]) -> str:
    """What the page shows against the rules; empty if all is well."""
    if shown["editing"]:
        return ""
    start = Position.initial() if shown["start"] is None else Position.parse(shown["start"])
    moves = [PASS if move == "pass" else Square.parse(move) for move in shown["path"]]
    position = Game.from_moves(moves, start=start).position
    signs = {Color.BLACK: "X", Color.WHITE: "O", None: "-"}
    cells = {str(square): signs[position[square]] for square in Square if square is not PASS}
    if cells != shown["cells"]:
        return f"the board does not follow from {''.join(map(str, moves))}"
    counts = [position.count(color) for color in (Color.BLACK, Color.WHITE)]
    if counts != shown["counts"]:
        return f"{shown['counts']} discs are told, {counts} are there"
    turn = [] if position.is_over else ["black" if position.turn is Color.BLACK else "white"]
    if turn != shown["turn"]:
        return f"{shown['turn']} is shown to move, it is {turn}"
    legal = sorted(str(move) for move in position.legal_moves if move is not PASS)
    marked = sorted(shown["legal"])
    hidden_here = shown["playing"] or shown["mode"] == "play"
    if marked != legal and not (hidden_here and not marked):
        return f"{marked} are marked, {legal} are legal"
    return ""


@dataclass
class Monkey:
    """One page and what was done to it."""

    page: Page
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    recent: deque[str] = field(default_factory=lambda: deque(maxlen=25))

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._note(f"error in the page: {error}"))
        self.page.on("response", self._answered)
        self.page.add_init_script("window.print = () => {}")

    def _note(self, problem: str) -> None:
        self.problems.append(f"{problem}\n    after {' | '.join(self.recent)}")
        say(self.problems[-1])  # at once: the run may be ended before it is over

    def _hear(self, message: ConsoleMessage) -> None:
        # Nonsense is refused with 4xx, which the browser writes down as well; 5xx are noted as answers.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self._note(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"{response.status} of {response.request.method} {response.url}")

    # -- what it does ---------------------------------------------------------------------------

    def click(self) -> str:
        targets = self.page.evaluate(TARGETS)
        if not targets:
            return "click nowhere"
        target = self.rng.choice(targets)
        self.page.mouse.click(target["x"], target["y"])
        return f"click {target['kind']} {target['name']!r}"

    def move(self) -> str:
        squares = [each for each in self.page.evaluate(TARGETS) if each["kind"] == "g"]
        if not squares:
            return "no move"
        square = self.rng.choice(squares)
        self.page.mouse.click(square["x"], square["y"])
        return f"move {square['name']}"

    def press(self) -> str:
        key = self.rng.choice(KEYS)
        self.page.keyboard.press(key)
        return f"press {key!r}"

    def write(self) -> str:
        word = self.rng.choice(WORDS)
        self.page.keyboard.insert_text(word)
        return f"type {word!r}"

    def choose(self) -> str:
        name = self.page.evaluate(
            """at => {
                const all = [...document.querySelectorAll("select")].filter((each) => each.offsetParent);
                const chosen = all[Math.floor(at * all.length)];
                if (!chosen?.options.length) return "";
                chosen.selectedIndex = Math.floor(at * 7919) % chosen.options.length;
                chosen.dispatchEvent(new Event("change", { bubbles: true }));
                return `${chosen.ariaLabel ?? chosen.id}: ${chosen.value}`;
            }""",
            self.rng.random(),
        )
        return f"choose {name!r}"

    def paste(self) -> str:
        text = self.rng.choice((self.game(), self.board(), self.nonsense(), self.page.url))
        self.page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
            }""",
            text,
        )
        return f"paste {text[:140]!r}"

    def wheel(self) -> str:
        box = self.page.locator("#board").bounding_box()
        if box:
            self.page.mouse.move(box["x"] + 20 + self.rng.random() * 200, box["y"] + 20 + self.rng.random() * 200)
        turn = self.rng.choice((-300, -100, 10, 100, 300))
        self.page.mouse.wheel(0, turn)
        return f"wheel {turn}"

    def drag_the_graph(self) -> str:
        box = self.page.locator(".graph").bounding_box()
        if box is None:
            return "no graph"
        places = [box["x"] + self.rng.random() * box["width"] for _ in range(4)]
        self.page.mouse.move(places[0], box["y"] + box["height"] / 2)
        self.page.mouse.down()
        for place in places[1:]:
            self.page.mouse.move(place, box["y"] + box["height"] / 2)
        self.page.mouse.up()
        return "drag the graph"

    def resize(self) -> str:
        width, height = self.rng.choice(SIZES)
        self.page.set_viewport_size({"width": width, "height": height})
        return f"resize to {width} x {height}"

    def reload(self) -> str:
        self.page.reload()
        return "reload"

    def back(self) -> str:
        self.page.go_back() if self.rng.random() < 0.6 else self.page.go_forward()
        if not self.page.url.startswith("http"):
            self.page.goto("/")
        return f"back or forward, to {self.page.url[-60:]}"

    def go(self) -> str:
        path = self.rng.choice(PATHS)
        self.page.goto(path)
        return f"go to {path}"

    # -- what it pastes -------------------------------------------------------------------------

    def game(self) -> str:
        game = Game()
        for _ in range(self.rng.randrange(60)):
            if not game.position.legal_moves:
                break
            game.play(self.rng.choice(game.position.legal_moves))
        return game.transcript()

    def board(self) -> str:
        """Sometimes one that cannot come up in a game."""
        cells = "".join(self.rng.choice("XO-") for _ in range(64))
        return f"{cells} {self.rng.choice('XO')}"

    def nonsense(self) -> str:
        return "".join(chr(self.rng.choice((65, 97, 48, 0x4E00, 0x1F600)) + self.rng.randrange(26)) for _ in range(40))

    # -- over and over --------------------------------------------------------------------------

    def act(self) -> None:
        actions: Sequence[tuple[Callable[[], str], int]] = (
            (self.click, 30), (self.move, 25), (self.press, 25), (self.write, 4), (self.choose, 5), (self.paste, 6),
            (self.wheel, 4), (self.drag_the_graph, 3), (self.resize, 3), (self.reload, 2), (self.back, 3), (self.go, 1),
        )  # fmt: skip
        action = self.rng.choices([each for each, _ in actions], [weight for _, weight in actions])[0]
        self.done[action.__name__] += 1
        try:
            said = action()
        except Error as error:
            # The page was left while it was asked.
            if "navigat" not in str(error) and "context was destroyed" not in str(error):
                raise
            said = f"{action.__name__}, and the page was left"
        self.recent.append(said)
        self.check()

    def check(self) -> None:
        wrong = "nothing to see"
        for _ in range(PATIENCE):
            try:
                shown = self.page.evaluate(LOOK)
                wrong = "the page is not ready" if shown is None else contradiction(shown)
            except Error as error:
                wrong = f"the page is left: {str(error)[:100]}"
            except ValueError as error:
                wrong = str(error)
            if not wrong:
                return
            self.page.wait_for_timeout(PAUSE_MS)
        self._note(wrong)

    def run(self, *, actions: int | None = None, seconds: float | None = None) -> int:
        """Until either is reached; how many were done. Ends early when much is broken."""
        begun = time.monotonic()
        done = 0
        while (actions is None or done < actions) and (seconds is None or time.monotonic() - begun < seconds):
            self.act()
            done += 1
            if len(self.problems) > MOST_PROBLEMS:
                break
        return done


def measure(address: str, minutes: float, seed: int) -> Record:
    with sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            raise Missing(HOW_TO_GET_IT)
        browser = launched(playwright, path)
        page = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address).new_page()
        page.set_default_timeout(60_000)
        monkey = Monkey(page, random.Random(seed))  # noqa: S311
        page.goto("/")
        begun = time.monotonic()
        actions = 0
        while (spent := time.monotonic() - begun) < 60 * minutes and len(monkey.problems) <= MOST_PROBLEMS:
            actions += monkey.run(seconds=min(60.0, 60 * minutes - spent))
            say(f"{time.monotonic() - begun:.0f} s: {actions} actions, {len(monkey.problems)} problems")
        browser.close()
    return {
        "seed": seed,
        "seconds": round(time.monotonic() - begun),
        "actions": actions,
        "kinds": dict(monkey.done.most_common()),
        "problems": monkey.problems,
    }


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.web monkey", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-save", action="store_true", help="do not keep the result")
    chosen = parser.parse_args(arguments)
    with running_server() as running:
        found = measure(running.address, chosen.minutes, chosen.seed)
        log = running.log.read_text()
    if log:
        found["problems"].append(f"the server said: {log[-1000:]}")
    for problem in found["problems"]:
        print(problem)
    print(f"{found['actions']} actions in {found['seconds']} s, {len(found['problems'])} problems: {found['kinds']}")
    if not chosen.no_save:
        print(f"stored as {save(new_record('web.monkey') | found).relative_to(ROOT)}")
    return 1 if found["problems"] else 0
