"""Good, cheap command lines of every command, with places for files: what attacks on the command line change.

``{kind}`` is an input (a sample of that kind, ``{any}`` of any notation), ``{out:name}`` an output. ``{own:kind}`` is a
file that the command reads and may change, such as a book that learns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_BOOK_SEARCH = "--depth 1 --solve 4 --hash-mb 1 --workers 1"
_FIT = "--patterns {patterns} --stages 4 --iterations 2"
_CALIBRATE = "--positions 22 --depth 2 --solve 6 --threads 1"
TUNE = "-p confidence=60,87 --player engine:hash_mb=1 --trials 2 --games 2 --depth 1 --sprt-games 2 --workers 1"


#: Commands that have commands of their own.
_GROUPS = ("book", "lab")


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a command line that name the command."""
    return tuple(words[: 2 if words[0] in _GROUPS else 1])


@dataclass(frozen=True)
class Recipe:
    """``weight``: how often it is chosen, by what it costs and how much can go wrong."""

    line: str
    weight: float = 1.0
    stdin: bytes = b""
    #: Files that the command finds by itself beside its output: name, and of which kind.
    beside: Mapping[str, str] = field(default_factory=dict)
    #: Seconds until Ctrl-C, for what works without end.
    interrupt_after: float | None = None
    #: What it writes to the standard output is a file for a program.
    plain_output: bool = True


def _with(*lines: str, **settings: object) -> tuple[Recipe, ...]:
    return tuple(Recipe(line, **settings) for line in lines)  # type: ignore[arg-type]


RECIPES: tuple[Recipe, ...] = (
    *_with(
        "show {any}",
        "show {any} --json",
        "show {any} --move 3 --game 1",
        "show {any} --svg {out:board.svg}",
        "check {any}",
        "check {any} --json",
        "check {any} {any}",
        weight=2,
    ),
    *_with("convert {any} - --to ggf", "convert {any} - --to sgf", "show {any} --svg -", plain_output=False),
    *_with(
        "convert {any} {out:o.ggf}",
        "convert {any} {out:o.sgf}",
        "convert {any} {out:o.pgn}",
        "convert {any} {out:o.wtb}",
        "convert {any} {out:o.gam}",
        "convert {any} {out:o.txt}",
        "convert {any} {out:o.obf}",
        "convert {any} {out:o.fen}",
        "convert {any} {out:o.pos}",
        "convert {any} {out:o.jou} --from jou",
        "convert {wthor} {out:o.ggf} --from wthor",
        "convert {ggf} {out:o.x} --from ggf --to sgf",
    ),
    *_with(
        "analyse {any} --depth 1 --hash-mb 1 --last",
        "analyse {transcript} --depth 1 --hash-mb 1 --json",
        "analyse {any} --depth 1 --hash-mb 1 --model {model} --last --best 3",
        "solve {any} --nodes 50 --hash-mb 1",
        "solve {obf} --nodes 50 --hash-mb 1 --all-moves --json",
        "solve {boards} --seconds 0.01 --hash-mb 1 --wld",
        interrupt_after=10.0,  # a file of thousands of positions is work
    ),
    *_with(
        "eval {any} --json",
        "eval {position} --model {model}",
        "eval {position} --model {model} --depth 2",
        "perft 2 {any} --threads 1",
        "perft 3 --threads 2 --json",
        "model info {model}",
        "model info {model} --json",
        "bench --depth 1 --hash-mb 1 --model {model}",
        "doctor",
        "selftest formats",
        "completion bash",
    ),
    *_with("model info {model}", weight=4),
    *_with(
        "book probe f5 --book {book}",
        "book show --book {book} --json",
        "book stats --book {book}",
        "book verify --book {book}",
        "book export {out:o.txt} --book {book}",
        "book export {out:o.edax} --book {book} --format edax",
        "book import {booktext} --book {out:new.book}",
        "book import {booktext} --book {own:book}",
        "book import {edax} --book {out:new.book} --format edax",
        "book undo --book {own:book}",
        "book undo --list --book {book}",
        "book compact --book {own:book}",
        "book link --book {own:book}",
        "book merge {book} --book {own:book}",
        "book probe {any} --book {book}",
        "book played f5d6 {any}",
        "book pack {out:packed.book} --book {book}",
        weight=1.5,
    ),
    *_with(
        f"book add {{transcript}} --plies 2 --book {{own:book}} {_BOOK_SEARCH}",
        f"book add {{any}} --min-games 2 --plies 2 --book {{out:new.book}} {_BOOK_SEARCH}",
        "book grow {out:packed.book} {any} --no-openings --min-games 1 --plies 2 --quick 1 --depth 2 --hash-mb 1",
        weight=0.3,
        interrupt_after=10.0,  # a file of a hundred thousand games is work
    ),
    *_with(
        f"book extend --expansions 1 --book {{own:book}} {_BOOK_SEARCH}",
        f"book refresh --book {{own:book}} {_BOOK_SEARCH}",
        weight=0.3,
    ),
    *_with(
        "positions {any} -o {out:o.positions}",
        "positions {wthor} -o {out:o.positions} --label result",
        "positions {wthor} -o {out:o.positions} --label theoretical",
        "positions {transcript} -o {out:o.positions} --drop-plies 3",
        f"fit {{positions}} -o {{out:o.model}} {_FIT}",
        f"fit {{positions}} -o {{out:o.model}} {_FIT} --metrics {{out:o.jsonl}}",
        "fit {positions} -o {out:o.model} --preset {preset}",
        f"fit {{positions}} -o {{out:o.model}} {_FIT} --method bayes",
        "patterns rank {positions} --sets {patterns} --discs 4-64",
        "patterns rank {positions} --beam 1 --squares 2 --discs 4-64 --json",
        "model list",
    ),
    *_with(
        "positions {wthor} -o {out:o.positions} --exact-empties 2 --solved {own:solved}",
        "positions {wthor} -o {out:o.positions} --inside-searches 5 --search-depth 1 --label-depth 1 --model {model}",
        "fill-rare {positions} -o {out:o.positions} --count 3 --patterns {patterns} --label-depth 1 --model {model}",
        f"calibrate {{model}} -o {{out:o.model}} --labels {{positions}} {_CALIBRATE}",
        f"calibrate {{own:model}} --labels {{positions}} --pairs {{own:pairs}} {_CALIBRATE}",
        f"calibrate {{model}} -o {{out:o.model}} --pairs {{own:pairs}} --labels {{positions}} {_CALIBRATE}",
        weight=0.3,
    ),
    Recipe(f"fit {{positions}} -o {{out:o.model}} {_FIT}", 0.5, beside={"o.model.partial": "model"}),
    Recipe("train {out:run} --preset {preset} --workers 1", 0.5, interrupt_after=1.0),
    Recipe("train {out:run} --preset {preset} --model {model} --games {any} --workers 1", 0.3, interrupt_after=1.0),
    *_with(
        "match random greedy --games 2 --openings {openings}",
        "match random mobility --games 2 --openings {any} --plies 6",
        "match random greedy --games 2 --openings {openings} -o {out:r.jsonl} --plot {out:r.svg}",
        "match engine:depth=1,hash_mb=1,model={model} random --games 2 --openings {openings} --plies 4 --adjudicate 4",
    ),
    Recipe(
        "match random greedy --games 2 --openings openings.txt -o {own:record}", beside={"openings.txt": "openings"}
    ),
    *_with(
        "tournament random greedy mobility --openings {openings} -o {out:t.jsonl} --report {out:t.html}",
        "tournament random greedy --system swiss --rounds 1 --openings {any} --plies 4 --json",
        "tournament random greedy --openings openings.txt -o {own:tournament}",
        beside={"openings.txt": "openings"},
    ),
    Recipe(f"tune {{out:run}} --openings {{openings}} {TUNE}", 0.3, interrupt_after=2.0),
    *_with(
        "lab match tic_tac_toe search:model={game_model},nodes=20 random --games 2 --workers 1",
        "lab match tic_tac_toe mpc:model={game_model},depth=2 mcts:simulations=5 --games 2 --output {out:games}",
        "lab compare tic_tac_toe --depth 2 --positions 1 --json",
        "lab tree tic_tac_toe --depth 2 -o {out:tree.svg}",
        "lab td othello {own:td_othello} --games 3 --model {out:td.model}",
        "lab td backgammon {own:td_backgammon} --games 3",
        weight=0.7,
        interrupt_after=5.0,
    ),
    Recipe("lab play tic_tac_toe search:model={game_model},nodes=20", 0.5, stdin=b"moves\n4\nundo\nquit\n"),
    Recipe(
        "lab train tic_tac_toe {out:run} --generations 1 --games 60 --nodes 20 --workers 1", 0.3, interrupt_after=2.0
    ),
    Recipe(
        "openings -o {out:list.txt} --plies 2 --depth 1 --hash-mb 1",
        1.0,
        beside={"list.txt.partial": "openings_partial"},
    ),
    *_with(
        "play {any} --level 1 --black computer --white computer --no-book --seed 1",
        "play --level 1 --book {own:book} --seed 1 --look ascii",
        stdin=b"f5\nundo\nhint\nhelp\nquit\n",
        weight=0.5,
    ),
    Recipe("gtp --depth 1 --hash-mb 1 --model {model}", stdin=b"genmove b\nshowboard\nquit\n", weight=0.5),
    Recipe("gtp --depth 1 --hash-mb 1 --book {own:book}", stdin=b"genmove b\nquit\n", weight=0.5),
    Recipe("gtp --depth 1 --hash-mb 1", stdin=b"loadsgf {sgf}\ngenmove b\nquit\n", weight=0.5),
    Recipe("nboard --depth 1 --hash-mb 1 --book {own:book}", stdin=b"nboard 2\nhint 2\nping 1\nquit\n", weight=0.5),
    Recipe("xboard --depth 1 --hash-mb 1 --model {model}", stdin=b"xboard\nusermove f5\nbk\nquit\n", weight=0.5),
    Recipe("ggs --host 127.0.0.1 --port 1 --login me --attempts 1 --password-file {secret} --hash-mb 1", 0.5),
    Recipe(
        "web --port 0 --engines 1 --hash-mb 1 --library {own:library} --book {own:book} --model {model}",
        0.2,
        interrupt_after=2.0,
    ),
)
