"""Players and limits as text."""

from __future__ import annotations

import pytest

from logistello.engine import Clock, Limit
from logistello.errors import UsageError
from logistello.match.spec import KINDS, describe_limit, parse_limit, parse_player
from logistello.othello import Game


def test_every_kind_has_its_options_and_the_common_ones() -> None:
    for kind in KINDS:
        needed = dict.fromkeys(("gtp", "nboard"), "name=x depth=3 prog") | {"level": "7,name=x,depth=3"}
        spec = parse_player(f"{kind}:{needed.get(kind, 'name=x,depth=3')}")
        assert (spec.kind, spec.name, spec.limit) == (kind, "x", Limit(depth=3))


def test_engine_options() -> None:
    spec = parse_player("engine:threads=2,hash-mb=16,selectivity=probcut,clock=10+0.1")
    assert spec.options == {"threads": 2, "hash_mb": 16, "selectivity": "probcut"}
    assert spec.limit == Limit(clock=Clock(10, 0.1))
    assert parse_player("engine:ponder=yes,corner-quiescence=no").options == {
        "ponder": True,
        "corner_quiescence": False,
    }
    assert parse_player("engine:ponder=true").options == {"ponder": True}


def test_gtp_commands_keep_their_own_options() -> None:
    spec = parse_player("gtp:time=none patience=5 'my engine' --level=3 x=y")
    assert spec.command == ("my engine", "--level=3", "x=y")
    assert (spec.limit, spec.options) == (Limit(), {"patience": 5.0})


def test_a_path_with_an_equals_sign_is_a_command() -> None:
    assert parse_player("gtp:./a=b/engine -x").command == ("./a=b/engine", "-x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("edax", "unknown kind 'edax'; expected one of engine, level, gtp, nboard, random, greedy, mobility"),
        ("engine:dept=8", "unknown option 'dept=8'; engine takes model=, threads=, hash_mb=, selectivity=, "),
        ("engine:threads", "unknown option 'threads'"),
        ("engine:threads=many", "threads='many': expected a whole number from 1"),
        ("engine:selectivity=all", "expected one of none, probcut, mpc"),
        ("engine:model=nowhere.model", "a model of the package"),
        ("engine:ponder=maybe", "'maybe': expected yes or no"),
        ("greedy:level=2", "unknown option 'level=2'; greedy takes depth="),
        ("random:clock=ten", "expected something like 60"),
        ("random:depth=0", "expected something like 8"),
        ("random:time=1,clock=5", "give only one of them"),
        ("level", "which level? expected something like level:7"),
        ("level:seed=3", "which level?"),
        ("level:strong", "n='strong': expected a whole number from 1 to 20"),
        ("level:7,model=x", "unknown option 'model=x'; level takes n=, seed=, threads=, hash_mb=, depth="),
        ("gtp:", "no command; expected gtp:COMMAND"),
        ("nboard:depth=3", "no command; expected nboard:COMMAND"),
        ("gtp:level=3 gtp-rhino", "unknown option 'level=3'; gtp takes patience="),
        ("gtp:'oops", "quotation"),
    ],
)
def test_mistakes_are_explained(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_player(text)
    assert words in str(caught.value)
    assert text in str(caught.value)


def test_levels_that_do_not_exist() -> None:
    with pytest.raises(UsageError, match="level 9"):
        parse_player("mobility:level=9").make()

    for text in ("level:0", "level:n=21"):
        with pytest.raises(UsageError, match=f"player '{text}': n=.*: expected a whole number from 1 to 20"):
            parse_player(text).make()


def test_a_level_says_how_it_is_tuned() -> None:
    short, long = parse_player("level:7"), parse_player("level:n=7")
    assert short.options == long.options == {"n": 7}
    assert short.identity()["level"]["temperature"] > 0
    assert short.identity()["level"] != parse_player("level:8").identity()["level"]
    assert len(short.identity()["model_sha256"]) == 64


def test_limits_are_read_back() -> None:
    for limit in (
        Limit(),
        Limit(depth=8),
        Limit(nodes=12345678),
        Limit(time=0.25),
        Limit(clock=Clock(60, 0.5)),
        Limit(depth=8, processor_time=0.25),
    ):
        words = dict(word.split("=") for word in describe_limit(limit).split(","))
        assert parse_limit(**words) == limit


def test_random_players_repeat_a_game_and_not_another() -> None:
    def moves(number: int, text: str) -> list[int]:
        player = parse_player(text).make()
        player.new_game(number)
        game = Game()
        for _ in range(12):
            game.play(player.choose(game, Limit(), 0).move)
        player.close()
        return list(game.moves)

    for text in ("random:seed=1", "level:2,seed=1,hash_mb=1"):
        assert moves(3, text) == moves(3, text)
        assert moves(3, text) != moves(4, text)
    assert len({tuple(moves(n, f"random:seed={s}")) for n in range(3) for s in range(3)}) == 9
