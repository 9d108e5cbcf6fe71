"""Players of any game, as text: ``search:model=FILE,nodes=1000``, ``mpc:model=FILE,nodes=1000``,
``search:plain,depth=4``, ``mcts:simulations=1000``, ``random``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from logistello.errors import ModelError, NumberError, UsageError
from logistello.games import OpenSpielRules, OpenSpielState
from logistello.lab.evaluators.hand_made import hand_made
from logistello.lab.learn.game_model import GameModel, LearnedEvaluator
from logistello.lab.learn.probcut_lines import probcut_pruning
from logistello.lab.search.evaluator import NoKnowledge, StateEvaluator
from logistello.lab.search.limits import SearchLimit
from logistello.lab.search.search import Search
from logistello.lab.search.transposition_table import TranspositionTable
from logistello.lab.search.tree_search import ForwardPruning
from logistello.number_ranges import COUNT, DEPTH_LIMIT, NODES, SECONDS

_OPTIONS: Mapping[str, Mapping[str, Callable[[str], Any]]] = {
    "search": {"model": Path, "depth": DEPTH_LIMIT.read, "nodes": NODES.read, "time": SECONDS.read},
    "mpc": {"model": Path, "depth": DEPTH_LIMIT.read, "nodes": NODES.read, "time": SECONDS.read, "t": float},
    "mcts": {"simulations": COUNT.read},
    "random": {},
}
#: Evaluators that need no model.
_EVALUATORS = ("plain", "nothing")
#: OpenSpiel's own choice for its bots.
_UCT = 2.0
_MCTS_MEGABYTES = 1000


class GamePlayer(Protocol):
    """Makes moves. One object plays one game."""

    #: Searches made, their leaves, their nodes.
    work: NDArray[np.int64]

    def choose(self, state: OpenSpielState) -> int:
        """A legal move of a state in which a player moves."""
        ...


class RandomMover:
    def __init__(self, rules: OpenSpielRules, seed: int) -> None:
        self.work = np.zeros(3, dtype=np.int64)
        self._rules = rules
        self._random = np.random.default_rng(seed)

    def choose(self, state: OpenSpielState) -> int:
        moves = self._rules.moves(state)
        return moves[int(self._random.integers(len(moves)))]


class MctsPlayer:
    """OpenSpiel's Monte-Carlo tree search with random games at its leaves."""

    def __init__(self, rules: OpenSpielRules, simulations: int, seed: int) -> None:
        pyspiel = import_module("pyspiel")
        self.work = np.zeros(3, dtype=np.int64)
        self._simulations = simulations
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.MCTSBot(rules.spiel_game, evaluator, _UCT, simulations, _MCTS_MEGABYTES, True, seed, False)

    def choose(self, state: OpenSpielState) -> int:
        self.work += (1, self._simulations, self._simulations)
        move: int = self._bot.step(state.spiel)
        return move


class SearchPlayer:
    """A search with an evaluator; its table lasts for the game."""

    def __init__(self, search: Search[OpenSpielState], limit: SearchLimit) -> None:
        self.work = np.zeros(3, dtype=np.int64)
        self._search, self._limit = search, limit

    def choose(self, state: OpenSpielState) -> int:
        moves = self._search.game.moves(state)
        if len(moves) == 1:
            return moves[0]
        found = self._search.search(state, self._limit)
        self.work += (1, found.counts.leaves, found.counts.nodes)
        return moves[0] if found.move is None else found.move


@dataclass(frozen=True)
class GamePlayerSpec:
    """How to make a player."""

    kind: str
    options: Mapping[str, Any]
    text: str

    def make(self, rules: OpenSpielRules, *, seed: int) -> GamePlayer:
        """Raises ``ModelError`` if its model is for another game."""
        if self.kind == "random":
            return RandomMover(rules, seed)
        if self.kind == "mcts":
            return MctsPlayer(rules, self.options["simulations"], seed)
        evaluator = self.evaluator(rules)
        prunings: tuple[ForwardPruning, ...] = ()
        if self.kind == "mpc":
            if not isinstance(evaluator, LearnedEvaluator):
                raise UsageError(f"player {self.text!r}: 'mpc' needs a model that was calibrated (model=FILE)")
            prunings = (probcut_pruning(evaluator, self.options.get("t")),)
        search = Search(
            rules,
            evaluator,
            "negascout",
            table=TranspositionTable(),
            ordering=("killers", "history"),
            prunings=prunings,
        )
        limits = {name: self.options[name] for name in ("depth", "nodes", "time") if name in self.options}
        return SearchPlayer(search, SearchLimit(**limits))

    def evaluator(self, rules: OpenSpielRules) -> StateEvaluator[OpenSpielState]:
        if "model" in self.options:
            return LearnedEvaluator(GameModel.load(self.options["model"]), rules)
        return NoKnowledge() if self.options["evaluator"] == "nothing" else hand_made(rules)

    def identity(self) -> dict[str, Any]:
        """What tells two players apart: the options, and which model it was."""
        found = {name: value for name, value in self.options.items() if name != "model"}
        if "model" in self.options:
            found["model_sha256"] = GameModel.load(self.options["model"]).checksum
        return {"kind": self.kind, **found}


def parse_player(text: str) -> GamePlayerSpec:
    """Read a player. Raises ``UsageError`` that says what is possible.

    >>> parse_player("search:plain,depth=3").options
    {'evaluator': 'plain', 'depth': 3}
    """
    kind, _, rest = text.partition(":")
    if kind not in _OPTIONS:
        raise UsageError(f"player {text!r}: no kind {kind!r}; expected one of {', '.join(_OPTIONS)}")
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, equals, value = part.partition("=")
        if not equals and name in _EVALUATORS and kind == "search":
            options["evaluator"] = name
            continue
        if name not in _OPTIONS[kind]:
            known = ", ".join([*_OPTIONS[kind], *(_EVALUATORS if kind == "search" else ())])
            raise UsageError(f"player {text!r}: {kind} has no option {name!r}; expected {known or 'none'}")
        try:
            options[name] = _OPTIONS[kind][name](value)
        except (NumberError, ValueError) as error:
            raise UsageError(f"player {text!r}: {name}: {error}") from None
    if kind == "mcts" and "simulations" not in options:
        raise UsageError(f"player {text!r}: how many? Give simulations=1000, or another number")
    if kind in ("search", "mpc"):
        if not options.keys() & {"model", "evaluator"}:
            raise UsageError(f"player {text!r}: it needs an evaluator: model=FILE, {' or '.join(_EVALUATORS)}")
        if not options.keys() & {"depth", "nodes", "time"}:
            raise UsageError(f"player {text!r}: it needs a limit: depth=4, nodes=1000 or time=0.5")
    if "model" in options and not options["model"].is_file():
        raise ModelError(f"{options['model']}: no such file; 'logistello lab train' makes one")
    return GamePlayerSpec(kind, options, text)
