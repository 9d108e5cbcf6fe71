"""The library of games."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Path, Query, Request, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.background import BackgroundTask
from starlette.responses import StreamingResponse

from logistello.library import GameFilter, GameRow, StoredRow
from logistello.library.library import Order, ResultKind
from logistello.library.position_statistics import GamesTally
from logistello.othello import Color
from logistello.othello.notation import Document, ReadingLimits, write
from logistello.othello.opening_names import opening_at
from logistello.othello.square import SQUARES
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import BUSY, NOT_FOUND, REFUSALS, ApiError
from logistello.web.game_view import color_name, game_state
from logistello.web.importing import Upload, import_games
from logistello.web.reading import games_to_keep, position_of
from logistello.web.routes.rules import file_response
from logistello.web.schemas.stored_games import (
    ChangeRequest,
    GamesReply,
    NextMove,
    PlayState,
    SavedReply,
    SaveRequest,
    StatisticsReply,
    StoredGame,
    StoredGameReply,
    YearResults,
)
from logistello.web.schemas.streams import lines_of
from logistello.web.waiting import LineWriter, ndjson_response, too_many

router = APIRouter(prefix="/api/games", responses=REFUSALS, tags=["games"])
Owner = Annotated[Backend, Depends(backend_of)]
Number = Annotated[int, Path(ge=1, le=2**62)]
FormatName = Annotated[str, Query(alias="format", max_length=40, examples=["ggf"])]
#: Games of one exported file; games of one saved text.
_MOST_EXPORTED = 50_000
_MOST_SAVED = 1000


def _filter(
    player: Annotated[str, Query(max_length=200, description="words of a name, in any order")] = "",
    black: Annotated[str, Query(max_length=200)] = "",
    white: Annotated[str, Query(max_length=200)] = "",
    opening: Annotated[str, Query(max_length=200)] = "",
    result: ResultKind | None = None,
    since: Annotated[str, Query(max_length=50, description="first date, such as 1997")] = "",
    until: Annotated[str, Query(max_length=50, description="last date")] = "",
    position: Annotated[str, Query(max_length=4000, description="games that went through it")] = "",
    played_here: Annotated[bool, Query(description="games played on a board of the page")] = False,
    unfinished: bool = False,
    opponent: Annotated[str, Query(max_length=200, description="the other player, of either colour")] = "",
    place: Annotated[str, Query(max_length=200, description="tournament")] = "",
) -> GameFilter:
    through = position_of(position) if position else None
    return GameFilter(
        player, black, white, opening, result, since, until, through, played_here, unfinished, opponent, place
    )


Wanted = Annotated[GameFilter, Depends(_filter)]


@router.get("")
def list_games(
    backend: Owner,
    wanted: Wanted,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    offset: Annotated[int, Query(ge=0, le=2**40)] = 0,
    order: Order = "newest",
) -> GamesReply:
    """Games by player, opening, result, date or position."""
    total, rows = backend.library.find(wanted, limit=limit, offset=offset, order=order)
    return GamesReply(total=total, games=[stored_game(row) for row in rows])


@router.post("", status_code=201, responses=BUSY)
async def save(question: SaveRequest, request: Request, backend: Owner) -> SavedReply:
    """Keep games. One that is there already keeps its number; what is said of it is replaced."""
    text = question.text
    changes = question.model_dump(exclude={"text", "variations", "notes"})
    found = await backend.reader.read(
        len(text),
        request.is_disconnected,
        games_to_keep,
        text,
        _MOST_SAVED,
        changes,
        question.variations,
        question.notes,
    )
    if isinstance(found, int):
        raise ApiError(413, f"{found} games; import files of more than {_MOST_SAVED}")
    added = await run_in_threadpool(backend.library.add, found.rows, "web", renew=True)
    return SavedReply(ids=added.ids, problems=found.problems)


@router.get("/statistics")
def statistics(
    backend: Owner, position: Annotated[str, Query(min_length=1, max_length=4000, examples=["f5d6"])]
) -> StatisticsReply:
    """What was played in a position, in any order of moves and however the board was turned."""
    asked = position_of(position)
    found, players = backend.library.statistics(asked)
    return StatisticsReply(
        position=asked.text,
        turn=color_name(asked.turn),
        **_tally(found.tally, asked.turn),
        moves=[
            NextMove(
                move=str(each.move),
                opening=opening.name
                if asked.is_legal(each.move) and (opening := opening_at(asked.play(each.move)))
                else None,
                **_tally(each.tally, asked.turn),
            )
            for each in found.moves
        ],
        players=players,
        years=[YearResults(year=year, **_tally(tally, asked.turn)) for year, tally in found.years.items()],
    )


@router.get("/export", response_class=Response, responses={200: {"content": {"application/octet-stream": {}}}})
def export_games(backend: Owner, wanted: Wanted, format_name: FormatName) -> Response:
    """All games that match, as one file."""
    total, rows = backend.library.find(wanted, limit=_MOST_EXPORTED, order="oldest")
    if total > _MOST_EXPORTED:
        raise ApiError(413, f"{total} games; at most {_MOST_EXPORTED} fit into one file: narrow the search")
    if not rows:
        raise ApiError(400, "no game matches: there is nothing to export")
    return file_response(
        write(Document("library", [row.row.game() for row in rows]), format_name), format_name, "games"
    )


@router.post(
    "/import",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": lines_of("ImportLine"),
            "description": "progress, one object a line, and last what was done",
        },
        **BUSY,
    },
)
async def import_files(
    backend: Owner, files: Annotated[list[UploadFile], File(description="games in any format, WTHOR's lists of names")]
) -> StreamingResponse:
    """Keep all games of files: WTHOR with its lists of players and tournaments, GGF, SGF, ..."""
    if backend.imports.full:
        raise too_many("imports", backend.imports)
    folder = await run_in_threadpool(tempfile.TemporaryDirectory, prefix="logistello-import-")
    uploads = []
    try:
        for number, file in enumerate(files):
            path = FilePath(folder.name) / str(number)
            await run_in_threadpool(_copy, file, path)
            uploads.append(Upload(file.filename or "", path))
    except BaseException:
        folder.cleanup()
        raise
    limits = backend.settings.limits
    bounds = ReadingLimits(limits.import_unpacked_bytes, limits.import_games)
    writer = LineWriter()

    def work(lines: LineWriter) -> None:
        with folder, backend.reader.for_an_import() as worker:
            lines.on_gone = worker.stop
            import_games(backend.library, uploads, lines.write, worker, bounds, limits.import_seconds)

    return ndjson_response(writer.lines(work, "imports", backend.imports), BackgroundTask(folder.cleanup))


def _copy(file: UploadFile, path: FilePath) -> None:
    """Piece by piece: starlette keeps large ones on the disk, too, but without a name for others."""
    with path.open("wb") as copy:
        shutil.copyfileobj(file.file, copy)


@router.get("/{number}", responses=NOT_FOUND)
def get_game(backend: Owner, number: Number) -> StoredGameReply:
    """A game with all its positions."""
    found = _found(backend, number)
    return StoredGameReply(stored=stored_game(found), game=game_state(found.row.game()))


@router.get(
    "/{number}/export",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}, **NOT_FOUND},
)
def export_game(backend: Owner, number: Number, format_name: FormatName) -> Response:
    """One game as a file."""
    found = _found(backend, number)
    return file_response(write(Document("library", [found.row.game()]), format_name), format_name, f"game-{number}")


@router.patch("/{number}", responses=NOT_FOUND)
def change_game(request: ChangeRequest, backend: Owner, number: Number) -> StoredGame:
    """Change names, date, place or comment."""
    changed = backend.library.change(number, **request.model_dump())
    if changed is None:
        raise _no_game(number)
    return stored_game(changed)


@router.delete("/{number}", status_code=204, responses=NOT_FOUND)
def delete_game(backend: Owner, number: Number) -> None:
    """Forget a game. For some weeks it can be brought back."""
    if not backend.library.delete(number):
        raise _no_game(number)


@router.post("/{number}/restore", responses=NOT_FOUND)
def restore_game(backend: Owner, number: Number) -> StoredGame:
    """Bring a deleted game back."""
    restored = backend.library.restore(number)
    if restored is None:
        raise _no_game(number)
    return stored_game(restored)


def _found(backend: Backend, number: int) -> StoredRow:
    found = backend.library.get(number)
    if found is None:
        raise _no_game(number)
    return found


def _no_game(number: int) -> ApiError:
    return ApiError(404, f"there is no game {number} in the library")


def _tally(tally: GamesTally, turn: Color) -> dict[str, Any]:
    mean = tally.mean_score(turn)
    return {
        "games": tally.games,
        "black_wins": tally.black_wins,
        "draws": tally.draws,
        "white_wins": tally.white_wins,
        "mean_score": None if mean is None else round(mean, 2),
    }


def play_state_of(row: GameRow) -> PlayState | None:
    """``None`` also for what another version wrote and this one does not understand."""
    try:
        return None if row.play_state is None else PlayState.model_validate_json(row.play_state)
    except ValidationError:
        return None


def stored_game(stored: StoredRow) -> StoredGame:
    row = stored.row
    return StoredGame(
        id=stored.id,
        black=row.black,
        white=row.white,
        date=row.date,
        place=row.place,
        black_score=row.black_score,
        ending=row.ending,
        opening=stored.opening,
        plies=stored.plies,
        transcript="".join(str(SQUARES[square]) for square in row.moves),
        source=stored.source,
        added=stored.added,
        play_key=row.play_key,
        play=play_state_of(row),
    )
