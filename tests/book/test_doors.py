"""One book behind every door: the same positions, the same policy, the same moves, the same lessons."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import httpx
import pytest

from logistello.book import Book, BookInPlay, BookNode
from logistello.cli.play.computer_player import ComputerPlayer
from logistello.cli.play.session import PlaySession
from logistello.cli.play.words import handle
from logistello.engine import BookPolicy, Engine, Lesson, Limit
from logistello.evaluation import Model
from logistello.evaluation.model import find_model
from logistello.match.spec import parse_player
from logistello.othello import Color, Ending, Game, Position, Square
from logistello.othello.game import Result
from logistello.othello.notation import write_ggf_game
from logistello.programs import GtpEngine, NBoardEngine
from logistello.protocol.ggs.actions import Think, Thought
from logistello.protocol.ggs.thinkers import Thinkers
from logistello.web.app import create_app
from logistello.web.backend import Backend
from logistello.web.learning import BookLearner
from logistello.web.server_settings import WebSettings
from tests.book.hand_made import estimate, proven, put_in
from tests.protocol.dialogue import Peer, command
from tests.protocol.fake_ggs import FakeGgs
from tests.protocol.ggs_client import play as play_on_ggs
from tests.protocol.in_process import Exchange, talk
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import start

QUICK = Limit(depth=1)
#: The policies that the doors are tried with; of each the values are such that it matters.
POLICIES = {
    "usual": BookPolicy(),
    "best value": BookPolicy(novelty=0.0, copying=0.0),
    "nothing copied": BookPolicy(copying=0.0),
    "draws sought": BookPolicy(draw_value=3.0),
    "draws avoided": BookPolicy(draw_value=-3.0),
    "varied": BookPolicy(tolerance=3.0, seed=11),
}


# -- the book ---------------------------------------------------------------------------------


#: Ways to the positions that the book knows, far enough from each other.
WAYS = ["f5d6c3", "f5d6c4", "f5f6d3", "f5f6f7", "f5f4e3"]


def fill(book: Book) -> None:
    """Every way in which a policy decides, each in a position of its own."""
    novel, won, avoided, sought, near = (Game.from_moves(way).position for way in WAYS)
    # A move that was never played is a little better than the best of the lines.
    first, second, third, *_ = novel.legal_moves
    put_in(book, novel, {first: estimate(1.0), second: estimate(-1.0)}, (third, estimate(2.5)))
    # It is much better, but the only move of the lines has won its game; the opponent has a better reply by now.
    first, second, *_ = won.legal_moves
    reply, other, *_ = won.play(first).legal_moves
    put_in(book, won, {first: estimate(1.0)}, (second, estimate(4.0)))
    put_in(book, won.play(first), {reply: proven(-2.0)}, (other, estimate(-1.0)))
    # A draw, or a little less.
    first, second, third, *_ = avoided.legal_moves
    put_in(book, avoided, {first: proven(0.0), second: estimate(-1.0)}, (third, estimate(-7.0)))
    # A draw, or a little more.
    first, second, third, *_ = sought.legal_moves
    put_in(book, sought, {first: proven(0.0), second: estimate(1.0)}, (third, estimate(-7.0)))
    # Near-equals, for those who leave it to chance.
    first, second, third, *_ = near.legal_moves
    put_in(book, near, {first: estimate(1.0), second: estimate(0.5)}, (third, estimate(0.9)))


LOST_WAY = "f5d6c3d3c4"


def lost_way() -> tuple[Position, Square]:
    """A position and the move that a short search likes there best."""
    position = Game.from_moves(LOST_WAY).position
    with Engine(hash_mb=1) as engine:
        move = engine.search(position, QUICK).move
    assert move is not None
    return position, move


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("doors") / "some.book"
    with Book.open(path, writable=True, create=True) as book:
        fill(book)
        # What a search would play is lost, and nobody has looked at the other moves yet.
        position, move = lost_way()
        put_in(book, position, {move: proven(-8.0)})
    return path


def advised(path: Path, policy: BookPolicy) -> list[Square]:
    """What the book itself says, as the first question in each position."""
    moves = []
    for way in WAYS:
        with BookInPlay(path, policy) as book:
            move = book.advise(Game.from_moves(way).position).move
        assert move is not None
        moves.append(move)
    return moves


def test_the_policies_tell_moves_apart(path: Path) -> None:
    """Else all the rest would prove little."""
    played = {name: advised(path, policy) for name, policy in POLICIES.items()}
    assert len({tuple(moves) for moves in played.values()}) == len(POLICIES)
    with Book.open(path) as book:
        probes = [book.probe(Game.from_moves(way).position) for way in WAYS]
    assert played["usual"] != [probe.moves[0].move for probe in probes if probe is not None]


# -- the doors --------------------------------------------------------------------------------

#: Asks for a move in the position after these moves; a door is opened anew for each question.
Door = Callable[[Path, BookPolicy, str], Square]


def by_engine(path: Path, policy: BookPolicy, way: str) -> Square:
    with Book.open(path) as book, Engine(hash_mb=1, book=book, book_policy=policy) as engine:
        move = engine.search(Game.from_moves(way).position, QUICK).move
    assert move is not None
    return move


def by_gtp(path: Path, policy: BookPolicy, way: str) -> Square:
    game = Game.from_moves(way)
    moves = [f"play {str(color)[0]} {move}" for color, move in _coloured(game)]
    with BookInPlay(path, policy) as book:
        said = talk("gtp", [*moves, f"genmove {str(game.position.turn)[0]}"], limit=QUICK, book=book)
    return Square.parse(said[-2].removeprefix("= "))


def by_nboard(path: Path, policy: BookPolicy, way: str) -> Square:
    steps = [("nboard 2", "set myname"), (f"set game {write_ggf_game(Game.from_moves(way))}", ""), ("go", "=== ")]
    exchange = Exchange(steps)
    with BookInPlay(path, policy) as book:
        said = talk("nboard", exchange, limit=QUICK, book=book, hear=exchange.hear)
    return Square.parse(said[-1].removeprefix("=== ").partition("/")[0])


def by_xboard(path: Path, policy: BookPolicy, way: str) -> Square:
    moves = [(f"usermove P@{move}", "") for move in Game.from_moves(way).moves]
    exchange = Exchange([("new", ""), ("force", ""), *moves, ("go", "move P@")])
    with BookInPlay(path, policy) as book:
        said = talk("xboard", exchange, limit=QUICK, book=book, hear=exchange.hear)
    return Square.parse(said[-1].removeprefix("move P@"))


def by_ggs(path: Path, policy: BookPolicy, way: str) -> Square:
    answers: SimpleQueue[Thought] = SimpleQueue()
    with BookInPlay(path, policy) as book:
        engine = Engine(hash_mb=1, book=book)
        thinkers = Thinkers([engine], answers.put, clock=time.monotonic, depth=1)
        thinkers.submit(Think("board", 0, Game.from_moves(way).position, 60.0, 0.0, time.monotonic(), 1))
        thought = answers.get(timeout=PATIENCE)
        thinkers.close()
    assert thought.error is None
    return thought.move


def by_terminal(path: Path, policy: BookPolicy, way: str) -> Square:
    with BookInPlay(path, policy) as book:
        player = ComputerPlayer(20, time=0.01, hash_mb=1, book=book)
        session = PlaySession(frozenset(), player, game=Game.from_moves(way))
        session.computer_move()
    return session.game.moves[-1]


def by_match(path: Path, policy: BookPolicy, way: str) -> Square:
    words = f"novelty={policy.novelty},copying={policy.copying},draw_value={policy.draw_value}"
    chance = f"book_tolerance={policy.tolerance},book_seed={policy.seed or 0}"
    player = parse_player(f"engine:hash_mb=1,book={path},{words},{chance}").make()
    try:
        player.new_game(0)
        return player.choose(Game.from_moves(way), QUICK, 0.0).move
    finally:
        player.close()


def by_web(path: Path, policy: BookPolicy, way: str) -> Square:
    """The route, without a server around it. Every question brings its seed."""
    backend = Backend.open(
        WebSettings(None, hash_mb=1, use_book=True, book=path, book_policy=replace(policy, seed=None)),
        Model.default(),
    )
    question = {"position": Game.from_moves(way).position.text, "level": 20, "seconds": 0.01, "seed": policy.seed or 0}

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(backend))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return await client.post("/api/play", json=question)

    try:
        reply = asyncio.run(ask())
    finally:
        backend.close()
    return Square.parse(reply.json()["move"])


DOORS: dict[str, Door] = {
    "engine": by_engine,
    "gtp": by_gtp,
    "nboard": by_nboard,
    "xboard": by_xboard,
    "ggs": by_ggs,
    "terminal": by_terminal,
    "match": by_match,
    "web": by_web,
}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("door", DOORS)
def test_the_same_moves_through_every_door(path: Path, door: str, name: str) -> None:
    policy = POLICIES[name]
    assert [DOORS[door](path, policy, way) for way in WAYS] == advised(path, policy)


@pytest.mark.parametrize("door", DOORS)
def test_a_lost_move_is_left_alone_by_every_door(path: Path, door: str) -> None:
    """The book has no move to play, but knows that the search's favourite is lost."""
    position, lost = lost_way()
    with BookInPlay(path) as book:
        assert book.advise(position).avoid == {lost}
    assert DOORS[door](path, BookPolicy(), LOST_WAY) is not lost


def _coloured(game: Game) -> Iterator[tuple[Color, Square]]:
    """No passes here."""
    for number, move in enumerate(game.moves):
        yield (Color.BLACK, Color.WHITE)[number % 2], move


# -- programs of their own --------------------------------------------------------------------


def asked_gtp(path: Path, ways: Sequence[str]) -> list[Square | None]:
    with GtpEngine.popen(command("gtp", "--book", str(path), "--depth", "1")) as engine:
        return [engine.search(Game.from_moves(way), QUICK).move for way in ways]


def asked_nboard(path: Path, ways: Sequence[str]) -> list[Square | None]:
    with NBoardEngine.popen(command("nboard", "--book", str(path), "--depth", "1")) as engine:
        return [engine.search(Game.from_moves(way), QUICK).move for way in ways]


def asked_xboard(path: Path, ways: Sequence[str]) -> list[Square]:
    peer = Peer(command("xboard", "--book", str(path), "--depth", "1"))
    moves = []
    try:
        for number, way in enumerate(ways):
            for line in ("new", "force", *(f"usermove P@{move}" for move in Game.from_moves(way).moves), "go"):
                peer.send(line)
            peer.send(f"ping {number}")  # waits for the move
            said = peer.hear_until(f"pong {number}")
            moves += [Square.parse(line.removeprefix("move P@")) for line in said if line.startswith("move")]
    finally:
        peer.close()
    return moves


@pytest.mark.parametrize("asked", [asked_gtp, asked_nboard, asked_xboard])
def test_programs_play_by_the_usual_policy(asked: Callable[[Path, Sequence[str]], list[Square]], path: Path) -> None:
    _, lost = lost_way()
    *moves, last = asked(path, [*WAYS, LOST_WAY])
    assert moves == advised(path, BookPolicy())
    assert last is not lost


def test_a_server_plays_by_the_seed_of_the_question(path: Path, tmp_path: Path) -> None:
    options = ("--engines", "1", "--hash-mb", "1", "--book", str(path), "--no-learn")
    with start(tmp_path / "games.sqlite", *options) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        with httpx.Client(base_url=address, timeout=PATIENCE, verify=False) as client:  # noqa: S501 - no TLS at all
            for seed in (1, 2, 3):
                replies = [
                    client.post("/api/play", json={"position": _text(way), "level": 20, "seed": seed}).json()
                    for way in WAYS
                ]
                assert all(reply["book"] for reply in replies)
                assert [Square.parse(reply["move"]) for reply in replies] == advised(path, BookPolicy.varied(seed))
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def _text(way: str) -> str:
    return Game.from_moves(way).position.text


# -- learning ---------------------------------------------------------------------------------

#: The shortest game: won by a wipe-out after nine moves, so little is to be searched.
SHORT = "e6f4e3f6g5d6e7f5c5"
LEARNING = BookPolicy(learn_depth=2, solve_empties=4)

#: Learns the game into the book at this path. What it gives back is undone by ``BookInPlay.undo``; ``None`` where
#: nobody is there to take it.
Teacher = Callable[[Path, Game], Lesson | None]


def taught_by_engine(path: Path, game: Game) -> Lesson | None:
    with (
        Book.open(path, writable=True) as book,
        Engine(hash_mb=1, book=book, learn=True, book_policy=LEARNING) as engine,
    ):
        return engine.learn(game)


def taught_by_book(path: Path, game: Game) -> Lesson | None:
    with BookInPlay(path, LEARNING) as book:
        return book.learn(game)


def taught_by_match(path: Path, game: Game) -> Lesson | None:
    player = parse_player(f"engine:hash_mb=1,book={path},learn=yes,learn_depth=2,learn_solve=4").make()
    try:
        lesson = player.learn(game)  # type: ignore[attr-defined]
    finally:
        player.close()
    assert isinstance(lesson, Lesson)
    return lesson


def taught_by_nboard(path: Path, game: Game) -> Lesson | None:
    exchange = Exchange([("nboard 2", "set myname"), (f"set game {write_ggf_game(game)}", ""), ("learn", "learned")])
    with BookInPlay(path, LEARNING) as book:
        assert talk("nboard", exchange, book=book, hear=exchange.hear)[-1] == "learned"
    return None


def taught_by_terminal(path: Path, game: Game) -> Lesson | None:
    with BookInPlay(path, LEARNING) as book:
        session = PlaySession(frozenset(), learner=book)
        assert "over" in handle(session, game.transcript()).text
    return None


def taught_by_web(path: Path, game: Game) -> Lesson | None:
    with BookInPlay(path, LEARNING) as book:
        learner = BookLearner(book, find_model(None))
        learning = learner.submit(game)
        wait_until(lambda: learning.state not in ("waiting", "learning"), "it is learned")
        learner.close()
    assert learning.problem == ""
    return learning.lesson


TEACHERS: dict[str, Teacher] = {
    "engine": taught_by_engine,
    "book": taught_by_book,
    "match": taught_by_match,
    "nboard": taught_by_nboard,
    "terminal": taught_by_terminal,
    "web": taught_by_web,
}


def nodes(path: Path) -> list[BookNode]:
    with Book.open(path) as book:
        assert book.verify() == []
        return list(book.nodes())


@pytest.mark.parametrize("teacher", TEACHERS)
def test_the_same_lesson_through_every_door(teacher: str, tmp_path: Path) -> None:
    """The same positions with the same values; and what the lesson names is what an undo takes back."""
    game = Game.from_moves(SHORT)
    earlier = Game.from_moves("f5d6c3d3c4f4")
    earlier.stated_result = Result(-64, Ending.RESIGNED)
    paths = [tmp_path / "expected.book", tmp_path / "learned.book"]
    for path in paths:
        with BookInPlay(path, LEARNING) as book:
            book.learn(earlier)
    before = nodes(paths[1])
    with BookInPlay(paths[0], LEARNING) as book:
        expected = book.learn(game)
    lesson = TEACHERS[teacher](paths[1], game)
    assert expected is not None
    assert nodes(paths[1]) == nodes(paths[0]) != before
    with Book.open(paths[1]) as learned:
        newest, _ = learned.journal()
    if lesson is not None:
        assert lesson == expected
    assert newest.run == expected.run
    with BookInPlay(paths[1]) as book:
        book.undo(Lesson(expected.run, expected.positions))  # of this book, not of the one that was expected
    assert nodes(paths[1]) == before


def test_a_match_on_the_server_is_learned(tmp_path: Path) -> None:
    """Socket, client, engines that play from the book and the keeper's thread that learns into it."""
    path = tmp_path / "my.book"
    with BookInPlay(path, LEARNING) as book:
        with FakeGgs(challenges=["8r40"]) as server:
            play_on_ggs(server, matches=1, engines=[Engine(hash_mb=1, book=book) for _ in range(2)], learner=book)
        assert server.errors == []
        played = server.matches[0].boards[0].game
        known = book.look_up(played.start)
        assert known is not None
        assert known.games == 1
    learned = nodes(path)
    twin = tmp_path / "twin.book"
    with BookInPlay(twin, LEARNING) as book:
        lesson = book.learn(played)
        assert lesson is not None
        assert nodes(twin) == learned
    with Book.open(path) as book_file:
        [entry] = book_file.journal()
    assert re.fullmatch("(bob - logist)|(logist - bob)", entry.note)
    with BookInPlay(path) as book:
        book.undo(Lesson(entry.run, 0))
    assert nodes(path) == []


def test_a_game_given_up_at_the_terminal_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with BookInPlay(path, LEARNING) as book:
        session = PlaySession(frozenset(), learner=book)
        for line in ("f5d6c3", "resign"):
            handle(session, line)
        assert book.look_up(Game.from_moves("f5d6").position) is not None
