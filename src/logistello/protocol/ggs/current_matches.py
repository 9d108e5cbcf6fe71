"""The match under way: its games (two of a synchro match), our moves, results."""

from __future__ import annotations

from logistello.othello import PASS, Color, Game, Square
from logistello.protocol.ggs import message as ggs
from logistello.protocol.ggs.actions import Action, FinishedMatch, Notice, Send, StopThinking, Think, Thought
from logistello.protocol.ggs.live_game import LiveGame

#: A synchro match has two games; more than some are not ours, whatever the server says.
_MOST_GAMES = 8
#: Seconds within which a server answers a move; then it is sent again, and after as long again the server is doubted.
_ANSWER_WITHIN = 10.0
#: Seconds in which late lines may still settle a doubt.
_GRACE = 3.0
#: Seconds for a match to show its first board, and to be called over after the last move.
_FORMALITIES = 20.0
#: Seconds beyond the opponent's clock.
_BEYOND_CLOCK = 60.0
_RATED = {"R": "rated", "U": "unrated", "S": "stored"}


class CurrentMatches:
    """Matches and games in which ``me`` plays; those of others are passed over."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.matches: dict[str, ggs.MatchBegun] = {}
        self.games: dict[str, LiveGame] = {}
        #: Where the server may see something else than we do: why, and since when. What comes next may settle it.
        self._doubts: dict[str, tuple[str, float]] = {}
        self._begun: dict[str, float] = {}

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
        self._doubts.clear()
        self._begun.clear()
        return actions

    # -- a game begins and goes on ------------------------------------------------------------

    def begun(self, begun: ggs.MatchBegun, now: float) -> list[Action]:
        names = [party.name for party in begun.parties]
        if self.me not in names or begun.id in self.matches or len(self.matches) >= _MOST_GAMES:
            return []
        self.matches[begun.id] = begun
        self._begun[begun.id] = now
        return [Notice(f"match {begun.id}: {begun.type.text}, {_RATED[begun.rated]}, {names[0]} vs. {names[1]}")]

    def join(self, join: ggs.Join, now: float) -> list[Action]:
        """At the beginning, on return, and when a move was taken back."""
        game = LiveGame.joined(join, self.me, now)
        if game is None:
            if any(seat.name == self.me for seat in join.seats.values()):
                return self.doubt(join.id, "it cannot be played: no 8x8 board in the server's message", now)
            return []
        before = self.games.get(join.id)
        if before is None and len(self.games) >= _MOST_GAMES:
            return []
        actions: list[Action] = []
        if before is not None:
            game.turn = before.turn + 1
            game.timeouts = before.timeouts
            if before.position == game.position:  # said twice: our answer is on its way
                game.sent, game.sent_at = before.sent, before.sent_at
            actions.append(StopThinking(game.id))
        self.games[join.id] = game
        self._doubts.pop(join.id, None)
        self._doubts.pop(ggs.match_of(join.id), None)
        return [*actions, *self._consider(game, now)]

    def update(self, update: ggs.Update, now: float) -> list[Action]:
        game = self.games.get(update.id)
        if game is None:
            return self.doubt(update.id, "its first board was not shown", now)
        before = game.record.end
        if not game.update(update, now):
            if update.position is None and before.move is not update.move.square:  # which may have been said twice
                return self.doubt(game.id, f"the server's move {update.move.square} is impossible on our board", now)
            return []
        self._doubts.pop(game.id, None)
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

    def error(self, error: ggs.ServiceError, now: float) -> list[Action]:
        """A move of ours was refused. Once it is repeated bare, in case its value or time was the trouble."""
        game = self.games.get(error.id or "")
        if game is None:
            return []
        actions: list[Action] = [Notice(f"game {game.id}: the server refuses: {error.text[:200]}")]
        if game.sent is not None and not game.sent_bare and "turn" not in error.text:
            actions.append(_repeated(game, now))
        elif game.sent is not None:
            actions += self.doubt(game.id, f"the server refuses {_written(game.sent)}: {error.text[:80]}", now)
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

    # -- does the server see what we see? -----------------------------------------------------

    def garbled(self, message: ggs.Garbled, now: float) -> list[Action]:
        """It was about any game in which it is the server's turn to say something, as far as its number was told."""
        number = message.id or ""
        if ggs.match_of(number) in self.matches and not any(each.startswith(number) for each in self.games):
            return self.doubt(number, "a message was not whole", now)  # its first board
        waiting = [game.id for game in self.games.values() if game.sent is not None or not game.my_turn]
        doubted = [each for each in waiting if each.startswith(number)]
        return [action for each in doubted for action in self.doubt(each, "a message was not whole", now)]

    def doubt(self, game_id: str, why: str, now: float) -> list[Action]:
        """One of our games makes no sense: what comes next may settle it, else only a new login helps."""
        known = game_id in self.games or ggs.match_of(game_id) in self.matches
        if not known or game_id in self._doubts:
            return []
        text = f"game {game_id}: {why}"
        self._doubts[game_id] = text, now
        return [Notice(text)]

    def tick(self, now: float) -> list[Action]:
        """Moves that were not answered are sent again; matches whose end nobody announced are over all the same."""
        actions: list[Action] = []
        for game in self.games.values():
            waited = now - (game.since if game.sent is None else game.sent_at)
            if game.position.is_over:
                continue
            if game.sent is not None and waited > _ANSWER_WITHIN:
                if game.reminded:
                    actions += self.doubt(game.id, f"no answer to {_written(game.sent)}", now)
                else:
                    game.reminded = True
                    actions.append(_repeated(game, now))
            elif not game.my_turn and game.patience is not None and waited > game.patience + _BEYOND_CLOCK:
                actions += self.doubt(game.id, "nothing heard for longer than the opponent's clock runs", now)
        for number in list(self.matches):
            games, boards = self._games_of(number), 1 + self.matches[number].type.synchro
            if len(games) < boards and now - self._begun[number] > _FORMALITIES:
                actions += self.doubt(number, "it has begun, but not every board was shown", now)
            elif games and now - max(game.since for game in games) > _FORMALITIES:
                actions += self._conclude(number)
        return actions

    def trouble(self, now: float) -> str | None:
        """Why only a new login can help: the server then tells the whole game."""
        return next((why for why, since in self._doubts.values() if now - since > _GRACE), None)

    def conclude(self) -> list[Action]:
        """The connection is gone: matches that were played to their end are over, announced or not."""
        return [action for number in list(self.matches) for action in self._conclude(number)]

    def _conclude(self, number: str) -> list[Action]:
        begun, games = self.matches[number], self._games_of(number)
        if not games or not all(game.position.is_over for game in games) or len(games) < 1 + begun.type.synchro:
            return []
        first = begun.parties[0].name
        scores = [_of_name(game, first, game.position.final_score(Color.BLACK)) for game in games]
        mean = sum(score for score in scores if score is not None) / len(scores)
        return self.match_over(ggs.MatchOver(number, begun.parties, begun.type, begun.rated, mean))

    def _games_of(self, match: str) -> list[LiveGame]:
        return [game for number, game in sorted(self.games.items()) if ggs.match_of(number) == match]

    # -- a game ends --------------------------------------------------------------------------

    def game_over(self, message: ggs.GameOver) -> list[Action]:
        game = self.games.get(message.id)
        if game is None:
            return []
        game.black_score = _of_name(game, message.names[0], message.score)
        return [StopThinking(game.id)]

    def match_over(self, over: ggs.MatchOver) -> list[Action]:
        """The last action is the finished match, if it was finished."""
        begun = self.matches.pop(over.id, None)
        mine = self._games_of(over.id)
        if begun is None and not mine:
            return []
        self._begun.pop(over.id, None)
        for number in [each for each in self._doubts if ggs.match_of(each) == over.id]:
            del self._doubts[number]
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
    return game.finish(_of_name(game, first, over.score) if game.id == over.id else None)


def _of_name(game: LiveGame, name: str, score: float | None) -> float | None:
    """From the score of this player to Black's, or from Black's to this player's."""
    if score is None:
        return None
    return score if game.color_of(name) is Color.BLACK else -score


def _play(game: LiveGame, move: Square, score: float | None, now: float) -> Send:
    """A move with what we think of it and the time that it took us."""
    game.sent, game.sent_at = move, now
    value = "" if score is None else f"{score:.2f}"
    return Send(f"tell /os play {game.id} {_written(move)}/{value}/{max(now - game.since, 0.01):.2f}")


def _repeated(game: LiveGame, now: float) -> Send:
    """The move once more, without anything that the server might not understand."""
    game.sent_bare, game.sent_at = True, now
    return Send(f"tell /os play {game.id} {'' if game.sent is None else _written(game.sent)}")


def _written(move: Square) -> str:
    return "PA" if move is PASS else str(move)
