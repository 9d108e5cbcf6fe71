"""The match under way: its games (two of a synchro match), our moves, results."""

from __future__ import annotations

from logistello.othello import PASS, Color, Game, Square
from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.actions import Action, FinishedMatch, Notice, Send, StopThinking, Think, Thought
from logistello.protocol.ggs.live_game import LiveGame

#: A synchro match has two games; more than some are not ours, whatever the server says.
_MOST_GAMES = 8
_RATED = {"R": "rated", "U": "unrated", "S": "stored"}


class CurrentMatches:
    """Matches and games in which ``me`` plays; those of others are passed over."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.matches: dict[str, ggs.MatchBegun] = {}
        self.games: dict[str, LiveGame] = {}

    @property
    def playing(self) -> bool:
        return bool(self.matches or self.games)

    @property
    def description(self) -> str:
        """``match .5 against bob``; empty if nothing is played."""
        numbers = sorted({*self.matches, *(ggs.match_of(game) for game in self.games)})
        return ", ".join(f"match {number}{self._against(number)}" for number in numbers)

    def _against(self, number: str) -> str:
        begun = self.matches.get(number)
        return f" against {self._opponent(begun.parties)}" if begun else ""

    def _opponent(self, parties: tuple[ggs.Party, ggs.Party]) -> str:
        return parties[1 if parties[0].name == self.me else 0].name

    def clear(self) -> list[Action]:
        """Forget everything: the connection or the service is gone."""
        actions: list[Action] = [StopThinking(game, over=True) for game in self.games]
        self.games.clear()
        self.matches.clear()
        return actions

    # -- a game begins and goes on ------------------------------------------------------------

    def begun(self, begun: ggs.MatchBegun) -> list[Action]:
        names = [party.name for party in begun.parties]
        if self.me not in names or len(self.matches) >= _MOST_GAMES:
            return []
        self.matches[begun.id] = begun
        return [Notice(f"match {begun.id}: {begun.type.text}, {_RATED[begun.rated]}, {names[0]} vs. {names[1]}")]

    def join(self, join: ggs.Join, now: float) -> list[Action]:
        """At the beginning, on return, and when a move was taken back."""
        game = LiveGame.joined(join, self.me, now)
        if game is None:
            if any(seat.name == self.me for seat in join.seats.values()):
                return [Notice(f"game {join.id} cannot be played: no 8x8 board in the server's message")]
            return []
        before = self.games.get(join.id)
        if before is None and len(self.games) >= _MOST_GAMES:
            return []
        actions: list[Action] = []
        if before is not None:
            game.turn = before.turn + 1
            game.timeouts = before.timeouts
            actions.append(StopThinking(game.id))
        self.games[join.id] = game
        return [*actions, *self._consider(game, now)]

    def update(self, update: ggs.Update, now: float) -> list[Action]:
        game = self.games.get(update.id)
        if game is None:
            return []
        if not game.update(update, now):
            if update.position is None:
                return [Notice(f"game {game.id}: the server's move {update.move.square} is impossible on our board")]
            return []
        return [StopThinking(game.id), *self._consider(game, now)]

    def _consider(self, game: LiveGame, now: float) -> list[Action]:
        if not game.my_turn or game.sent is not None:
            return []
        if game.position.must_pass:
            return [_play(game, PASS, None, now)]
        clock = game.clocks.get(game.my_color)
        boards = sum(not each.position.is_over for each in self.games.values())
        return [
            Think(
                game_id=game.id,
                turn=game.turn,
                position=game.position,
                remaining=None if clock is None else clock.initial,
                increment=0.0 if clock is None else clock.increment_per_move,
                since=game.since,
                boards=max(boards, 1),
            )
        ]

    def thought(self, thought: Thought, now: float) -> list[Action]:
        """An engine has found a move; answers to old questions are dropped."""
        game = self.games.get(thought.game_id)
        if game is None or thought.turn != game.turn or game.sent is not None or not game.my_turn:
            return []
        actions: list[Action] = []
        if thought.error is not None:
            actions.append(Notice(f"game {game.id}: the engine failed ({thought.error}); playing {thought.move}"))
        move = thought.move if game.position.is_legal(thought.move) else game.position.legal_moves[0]
        return [*actions, _play(game, move, thought.score, now)]

    def error(self, error: ggs.ServiceError) -> list[Action]:
        """A move of ours was refused. Once it is repeated bare, in case its value or time was the trouble."""
        game = self.games.get(error.id or "")
        if game is None:
            return []
        actions: list[Action] = [Notice(f"game {game.id}: the server refuses: {error.text[:200]}")]
        if game.sent is not None and not game.sent_bare and "turn" not in error.text:
            game.sent_bare = True
            actions.append(Send(f"tell /os play {game.id} {_written(game.sent)}"))
        return actions

    def time_up(self, message: ggs.TimeUp) -> list[Action]:
        game = self.games.get(message.id)
        if game is None:
            return []
        color = game.color_of(message.name)
        if color is not None:
            game.timeouts.add(color)
        how = "and the extension too" if message.fatal else "the game goes on within the extension"
        return [Notice(f"game {message.id}: the time of {message.name} is used up, {how}")]

    # -- a game ends --------------------------------------------------------------------------

    def game_over(self, message: ggs.GameOver) -> list[Action]:
        game = self.games.get(message.id)
        if game is None:
            return []
        game.black_score = _for_black(game, message.names[0], message.score)
        return [StopThinking(game.id)]

    def match_over(self, over: ggs.MatchOver) -> list[Action]:
        """The last action is the finished match, if it was finished."""
        begun = self.matches.pop(over.id, None)
        mine = [game for number, game in sorted(self.games.items()) if ggs.match_of(number) == over.id]
        if begun is None and not mine:
            return []
        for game in mine:
            del self.games[game.id]
        actions: list[Action] = [StopThinking(game.id, over=True) for game in mine]
        opponent = self._opponent(over.parties)
        if over.score is None:
            fate = "it counts for nothing" if over.words.startswith("abort") else "the server stores it"
            return [*actions, Notice(f"match {over.id} against {opponent} was not finished ({over.words}): {fate}")]
        first = over.parties[0].name
        score = over.score if first == self.me else -over.score
        records = tuple(_finish(game, over, first) for game in mine)
        report = Notice(f"match {over.id} against {opponent} is over: {score:+.2f} for us")
        return [*actions, report, FinishedMatch(over.id, opponent, over.type.text, over.rated == "R", score, records)]


def _finish(game: LiveGame, over: ggs.MatchOver, first: str) -> Game:
    # The result of a match is that of its only game; those of a synchro match were told one by one.
    return game.finish(_for_black(game, first, over.score) if game.id == over.id else None)


def _for_black(game: LiveGame, name: str, score: float | None) -> float | None:
    if score is None:
        return None
    return score if game.color_of(name) is Color.BLACK else -score


def _play(game: LiveGame, move: Square, score: float | None, now: float) -> Send:
    """A move with what we think of it and the time that it took us."""
    game.sent = move
    value = "" if score is None else f"{score:.2f}"
    return Send(f"tell /os play {game.id} {_written(move)}/{value}/{max(now - game.since, 0.01):.2f}")


def _written(move: Square) -> str:
    return "PA" if move is PASS else str(move)
