"""Thinking on the opponent's time: the real programs, real processes; commands are answered all the while."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from logistello.engine import Engine, Limit, SearchResult
from logistello.othello import Position, Square
from logistello.protocol.thinking import Thinker
from tests.waiting import wait_until_it_works

from .dialogue import Peer, command

START = Position.initial()


@pytest.fixture
def peers() -> Iterator[list[Peer]]:
    made: list[Peer] = []
    yield made
    for peer in made:
        peer.close()


def begin(peers: list[Peer], protocol: str, *options: str) -> Peer:
    peers.append(Peer(command(protocol, *options)))
    return peers[-1]


def ask(peer: Peer, line: str) -> str:
    peer.send(line)
    return " ".join(peer.hear_until("")[:-1]).removeprefix("= ")


def explained(peer: Peer) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(ask(peer, "oth-explain"))
    return told


def works(peer: Peer) -> None:
    """Until it has thought for a while although nobody asked it to."""
    wait_until_it_works(0.3, peer._process.pid)


def test_gtp_expects_the_reply_and_goes_on_from_there(peers: list[Peer]) -> None:
    peer = begin(peers, "gtp", "--ponder", "--time", "0.2")
    ask(peer, "play b f5")
    assert ask(peer, "genmove w") in ("d6", "f4", "f6")
    first = explained(peer)
    assert first["pondering"] == {"hits": 0, "misses": 0, "seconds_saved": 0.0, "depth_gained": 0}
    works(peer)
    assert ask(peer, "name") == "Logistello"  # answered while it thinks
    assert ask(peer, "known_command play") == "true"
    ask(peer, f"play b {first['pv'].split()[1]}")
    works(peer)  # the expected move is no reason to stop
    ask(peer, "genmove w")
    second = explained(peer)
    assert (second["pondering"]["hits"], second["pondering"]["misses"]) == (1, 0)
    assert second["pondering"]["seconds_saved"] > 0
    others = ask(peer, "gogui-rules_legal_moves").lower().split()
    ask(peer, f"play b {next(move for move in others if move != second['pv'].split()[1])}")
    ask(peer, "genmove w")
    third = explained(peer)["pondering"]
    assert (third["hits"], third["misses"]) == (1, 1)
    ask(peer, "quit")
    assert peer.ending()[0] == 0


def test_gtp_is_silent_by_default(peers: list[Peer]) -> None:
    peer = begin(peers, "gtp", "--depth", "4")
    ask(peer, "genmove b")
    assert "pondering" not in explained(peer)


def test_gtp_leaves_what_is_not_on_the_board_any_more(peers: list[Peer]) -> None:
    peer = begin(peers, "gtp", "--ponder", "--time", "0.1")
    for _ in range(3):
        ask(peer, "genmove b")
        works(peer)
        ask(peer, "clear_board")
        assert ask(peer, "oth-hint 1").startswith("{")
    assert explained_after_move(peer)["pondering"]["hits"] == 0


def explained_after_move(peer: Peer) -> dict[str, Any]:
    ask(peer, "genmove b")
    return explained(peer)


def test_nboard_thinks_on_and_says_nothing(peers: list[Peer]) -> None:
    peer = begin(peers, "nboard", "--depth", "50")
    peer.send("nboard 2")
    peer.send(
        "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[0:20]TY[8]BO[8 -------------------"
        "--------O*------*O--------------------------- *];)"
    )
    peer.send("go")
    lines = peer.hear_until("===.*")
    ours = lines[-1].split()[1].split("/")[0]
    line = [each for each in lines if each.startswith("search ")][-1].split()[1]
    assert line[:2] == ours
    works(peer)
    peer.send(f"move {ours}")  # the interface tells our own move, too
    works(peer)
    peer.send("ping 7")
    assert peer.hear_until("pong 7")[-1] == "pong 7"
    peer.send(f"move {line[2:4]}")
    peer.send("ping 8")
    assert peer.hear() == "pong 8"
    peer.send("go")
    assert peer.hear_until("status Thinking.*")[-1].startswith("status Thinking; 1 of 1 replies expected")
    peer.hear_until("===.*")
    peer.send("quit")
    assert peer.ending()[0] == 0


def test_nboard_can_do_without(peers: list[Peer]) -> None:
    peer = begin(peers, "nboard", "--no-ponder", "--depth", "6")
    for _ in range(2):
        peer.send("go")
        assert "status Thinking" in peer.hear_until("===.*")
    peer.send("quit")
    assert peer.ending()[0] == 0


# -- the thinker itself ------------------------------------------------------------------------


class Desk:
    def __init__(self) -> None:
        self.ends: list[SearchResult | None] = []
        self.thinker = Thinker(Engine(hash_mb=4), lambda event: event())

    def search(self, position: Position, limit: Limit, **more: Any) -> SearchResult:
        done: list[SearchResult | None] = []
        self.thinker.start(position, limit, done.append, **more)
        search = self.thinker._current
        if search is not None:
            search.wait()
        while not done:
            wait_until_it_works(0.001)
        assert done[0] is not None
        return done[0]


def test_a_move_that_must_not_be_played_is_not_taken_from_it() -> None:
    """What a book calls lost stays left out, even if it was the best that pondering found."""
    desk = Desk()
    theirs = START.play("f5")
    desk.thinker.ponder(theirs, Square.D6, Limit(depth=10))
    desk.thinker._opponent_time._pondering.wait()  # type: ignore[union-attr]
    ours = theirs.play("d6")
    liked = desk.search(ours, Limit(depth=1)).move
    assert liked is not None
    assert desk.thinker.pondering.hits == 1
    desk.thinker.ponder(theirs, Square.D6, Limit(depth=10))
    assert desk.search(ours, Limit(depth=1), excluded=[liked]).move is not liked
    desk.thinker.close()


def test_a_limit_of_depth_holds_for_it() -> None:
    desk = Desk()
    theirs = START.play("f5")
    desk.thinker.ponder(theirs, Square.D6, Limit(depth=3))
    desk.thinker._opponent_time._pondering.wait()  # type: ignore[union-attr]
    assert desk.search(theirs.play("d6"), Limit(depth=3)).depth == 3
    desk.thinker.close()


def test_other_sizes_and_stops_while_it_thinks() -> None:
    desk = Desk()
    desk.thinker.ponder(START.play("f5"), Square.D6)
    desk.thinker.resize(2)
    assert desk.thinker.engine.hash_mb == 2
    desk.thinker.ponder(START.play("f5"), Square.D6)
    desk.thinker.follow(START.play("f5").play("d6"))
    assert desk.thinker._opponent_time.thinking
    desk.thinker.follow(START.play("f5").play("f4"))
    assert not desk.thinker._opponent_time.thinking
    desk.thinker.close()
