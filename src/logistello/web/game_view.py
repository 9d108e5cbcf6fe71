"""Positions and games with all that the rules say of them, for a page that knows none."""

from __future__ import annotations

from logistello.errors import NotationError
from logistello.othello import PASS, Color, Game, Position, Square
from logistello.othello.game import Node, Player
from logistello.othello.notation import Document
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.opening_names import opening_at
from logistello.othello.square import squares_of
from logistello.web.notes import notes_of
from logistello.web.schemas.base import ColorName
from logistello.web.schemas.rules import (
    Discs,
    GameLine,
    GameResult,
    GameState,
    LegalMove,
    NotationProblem,
    PlayerInfo,
    PositionReply,
    PositionState,
    ReadingDecision,
    Variation,
)

#: Games of a file that are listed, variations of a game that are shown.
_MOST_GAMES = 200
_MOST_VARIATIONS = 200


#: Characters of a name or a date, of a reader's remark that are shown.
_NAME = 200
_NOTE = 1000


def color_name(color: Color) -> ColorName:
    return "black" if color is Color.BLACK else "white"


def names(mask: int) -> list[str]:
    """The squares of a bitboard."""
    return [str(square) for square in squares_of(mask)]


def legal_moves(position: Position) -> list[LegalMove]:
    found = []
    for move in position.legal_moves:
        opening = opening_at(position.play(move))
        found.append(
            LegalMove(
                move=str(move), flips=names(position.flips(move)), opening=None if opening is None else opening.name
            )
        )
    return found


def position_state(
    position: Position,
    *,
    ply: int = 0,
    before: Position | None = None,
    move: Square | None = None,
    opening: str | None = None,
    value: float | None = None,
) -> PositionState:
    """``before`` and ``move`` tell what led here; ``opening`` is the last name of the game before it."""
    named = opening_at(position)
    over = position.is_over
    return PositionState(
        ply=ply,
        move=None if move is None else str(move),
        mover=None if before is None else color_name(before.turn),
        flipped=[] if before is None or move is None else names(before.flips(move)),
        position=position.text,
        turn=color_name(position.turn),
        over=over,
        must_pass=position.must_pass,
        discs=Discs(black=position.count(Color.BLACK), white=position.count(Color.WHITE)),
        empties=position.empties,
        legal=legal_moves(position),
        opening=opening if named is None else named.name,
        black_score=position.final_score(Color.BLACK) if over else None,
        value=value,
    )


def game_state(game: Game) -> GameState:
    states = [position_state(game.start)]
    before = game.root
    for ply, node in enumerate(game.root.main_line(), start=1):
        state = position_state(
            node.position,
            ply=ply,
            before=before.position,
            move=node.move,
            opening=states[-1].opening,
            value=node.value,
        )
        states.append(state)
        before = node
    return GameState(
        black=_player(game.black),
        white=_player(game.white),
        date=game.date[:_NAME],
        place=game.place[:_NAME],
        result=GameResult(black_score=game.result.black_score, ending=game.result.ending.value),
        start=game.start.text,
        usual_start=game.start == Position.initial(),
        transcript=game.transcript(),
        opening=states[-1].opening,
        positions=states,
        variations=_variations(game),
        notes=notes_of(game),
    )


def _player(player: Player) -> PlayerInfo:
    return PlayerInfo(name=player.name[:_NAME], rating=player.rating)


def _variations(game: Game) -> list[Variation]:
    found: list[Variation] = []
    pending: list[Node] = [game.root]
    while pending and len(found) < _MOST_VARIATIONS:
        node: Node | None = pending.pop()
        while node is not None:
            for child in node.children[1:]:
                before = node.line()
                line = [child, *child.main_line()]
                moves = transcript([each.move for each in line if each.move is not None])
                found.append(Variation(ply=len(before), before=transcript(before), moves=moves))
                pending.append(child)
            node = node.children[0] if node.children else None
    return found[:_MOST_VARIATIONS]


def transcript(moves: list[Square]) -> str:
    """Glued together, passes as ``pa``."""
    return "".join("pa" if move is PASS else str(move) for move in moves)


def count(document: Document) -> int:
    return len(document.games) + len(document.problems)


def game_at(document: Document, index: int) -> Game:
    """Games first; a bare position is a game without moves."""
    if index < len(document.games):
        return document.games[index]
    number = index - len(document.games)
    if number >= len(document.problems):
        raise NotationError(f"there is no game {index}; the text holds {count(document)}, counted from 0")
    problem = document.problems[number]
    return Game(start=problem.position, comment=problem.comment)


def position_reply(document: Document, index: int) -> PositionReply:
    game = game_at(document, index)
    lines = [_line(number, game_at(document, number)) for number in range(min(count(document), _MOST_GAMES))]
    return PositionReply(
        format=document.format,
        count=count(document),
        games=lines,
        game=game_state(game),
        errors=[notation_problem(error) for error in document.errors[:50]],
        notes=[_decision(note) for note in document.notes[:50]],
    )


def _decision(note: str) -> ReadingDecision:
    coded = note if isinstance(note, ReadingNote) else ReadingNote(note)
    values = {name: value if isinstance(value, int) else value[:_NOTE] for name, value in coded.values.items()}
    return ReadingDecision(message=note[:_NOTE], code=coded.code, values=values)


def notation_problem(error: NotationError) -> NotationProblem:
    return NotationProblem(message=str(error)[:_NOTE], line=error.line, column=error.column)


def _line(index: int, game: Game) -> GameLine:
    return GameLine(
        index=index,
        black=game.black.name[:_NAME],
        white=game.white.name[:_NAME],
        date=game.date[:_NAME],
        plies=sum(move is not PASS for move in game.moves),
        black_score=game.result.black_score,
    )
