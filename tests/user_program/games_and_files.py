"""Positions, games, files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from logistello import PASS, Color, Game, Library, Position, Square, Symmetry, read, write
from logistello.library import Added, GameFilter, GameRow, GamesTally, MoveCount, PositionStatistics, StoredRow, rows_of
from logistello.othello import SQUARES, BoardStyle, Ending, Mark, Node, Player, Result, Shape
from logistello.othello.notation import (
    FORMATS,
    Document,
    Format,
    Problem,
    ReadingLimits,
    WthorFiles,
    WthorGames,
    WthorHeader,
    WthorNames,
    find_files,
    format_of_suffix,
    parse_position,
    parse_transcript,
    read_file,
    read_pasted,
    read_path,
    read_portions,
    write_fen,
    write_flipello,
    write_ggf_game,
    write_ggs_board,
    write_path,
    write_sgf_game,
    write_wthor_files,
)


def some_games() -> list[Game]:
    first = Game.from_moves("f5d6c3d3c4", Position.initial())
    first.black, first.white = Player("Ann", 1500.0), Player("Bob")
    second = Game.from_moves(parse_transcript("f5f6e6f4e3"))
    second.stated_result = Result(10, Ending.RESIGNED)
    return [first, second]


def longest_line(node: Node) -> list[Square]:
    return max((each.line() for each in node.walk()), key=len)


def positions_of(games: Sequence[Game]) -> Iterator[Position]:
    for game in games:
        yield from game.positions()


def rules() -> None:
    position: Position = Position.initial()
    assert len(SQUARES) == 64
    assert PASS not in position.legal_moves
    assert {position.play(move).canonical() for move in position.legal_moves} == {position.play("f5").canonical()}
    turned: Position = position.transform(Symmetry.ROTATE_180)
    assert turned == position
    assert position.count(Color.BLACK) == 2
    mark = Mark(Shape.ARROW, Square.F5, to=Square.C5)
    game = some_games()[0]
    game.root.marks = frozenset((mark, Mark(Shape.LABEL, Square.A1, text="corner")))
    assert read(write_sgf_game(game)).games[0].root.marks == game.root.marks
    picture: str = position.svg(BoardStyle(size=100, marks={Square.F5: "!"}))
    assert picture.startswith("<svg")
    assert longest_line(some_games()[0].root)[-1] is Square.C4
    assert len(list(positions_of(some_games()))) == 12


def notations(folder: Path) -> None:
    position = parse_position(Position.initial().text)
    assert parse_position(write_fen(position)) == position
    assert parse_position(write_flipello(position)) == position
    assert parse_position(write_ggs_board(position)) == position
    document: Document = read("f5d6c3d3c4\nf5f6e6f4e3", limits=ReadingLimits(games=10))
    assert write(document, "transcript") == b"f5d6c3d3c4\nf5f6e6f4e3\n"
    kind: Format | None = format_of_suffix(".sgf")
    assert kind is not None
    assert FORMATS[kind.name] is kind
    games = some_games()
    text = "\n".join(write_ggf_game(game) for game in games)
    assert sum(len(each.games) for each in read_portions(text.encode(), size=1)) == 2
    assert read_pasted("look: f5d6c3").games[0].transcript() == "f5d6c3"
    assert write_sgf_game(games[0]).startswith("(;")
    problem: Problem = read(f"{Position.initial().text}").problems[0]
    assert problem.best_score is None
    written = write_path(Document("", games), folder / "games.sgf")
    assert [path.name for path in written] == ["games.sgf"]
    assert read_path(folder).games[0].black.name == "Ann"
    assert find_files(folder)[0] == [folder / "games.sgf"]
    assert read_file(folder / "games.sgf").format == "sgf"


def wthor(folder: Path) -> None:
    finished = Game.from_moves("f5d6c5f4e3f6g5e6e7")
    files: WthorFiles = write_wthor_files([finished])
    games = read(files.games, name="x.wtb").games
    assert isinstance(games, WthorGames)
    header: WthorHeader = games.header
    assert header.board_size in (0, 8)
    players = read(files.players, name="x.jou").names
    assert isinstance(players, WthorNames)


def library(path: Path) -> None:
    with Library(path) as kept:
        rows: list[GameRow] = list(rows_of(some_games()))
        added: Added = kept.add(rows, "by hand")
        assert (len(added.ids), added.new) == (2, 2)
        count, found = kept.find(GameFilter(player="ann"))
        row: StoredRow = found[0]
        assert (count, row.row.black) == (1, "Ann")
        statistics: PositionStatistics = kept.statistics(Position.initial().play("f5"))[0]
        tally: GamesTally = statistics.tally
        assert tally.games == 2
        replies: list[MoveCount] = statistics.moves
        assert {reply.move for reply in replies} == {Square.D6, Square.F6}


def main(folder: Path) -> None:
    rules()
    games = folder / "games"
    games.mkdir()
    notations(games)
    wthor(folder)
    library(folder / "library.sqlite")
