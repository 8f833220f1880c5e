"""`kalahloa book`: builds, verifies and describes opening books of Kalah."""

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.command import CommandGroup, GameCommand
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import add_json, add_time, print_notes, require_kalah, stop_function
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import (
    SAVING,
    Check,
    add_recheck,
    add_solving,
    draw_sample,
    fitting_stones,
    make_solver,
    tablebase_in_memory,
)
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.game.knowledge import Knowledge
    from kalahloa.models.games.kalah.book.book import Book
    from kalahloa.models.search.solver.solver import Solver

MAX_TURNS = 9
DEFAULT_TURNS = 3
MAX_DRAWN_TURNS = 30


def _rules(setup: GameSetup) -> Any:
    """Return the rules of the book: without the pie rule, which does not affect it.

    Raises `BadCommand` for other games.
    """
    require_kalah(setup, "opening books")
    return replace(setup.rules, pie="no")


def _keeping_function(
    solver: "Solver",
    knowledge: "Knowledge",
    margins: dict[bytes, int],
    stopped: Callable[[], bool],
) -> Callable[[Any], dict[int, bool | None]]:
    """Return a function that tells which moves of a drawn position draw; None once *stopped*.

    What *margins* say of the positions after the moves is not proven again.
    """
    from kalahloa.models.games.kalah.book.book import book_key, fixed_score

    def probe(position: Any) -> int | None:
        margin = margins.get(book_key(position))
        return None if margin is None else margin + fixed_score(position)

    solver.probe = probe

    def keeping(position: Any) -> dict[int, bool | None]:
        if stopped():
            return dict.fromkeys(position.legal_moves())
        asked = position.copy()
        knowledge.use_tablebase(asked)
        return solver.moves_at_least(asked, 0, stopped=stopped)

    return keeping


def _solved(
    positions: list[Any], solver: "Solver", knowledge: "Knowledge", stopped: Callable[[], bool]
) -> Iterator[tuple[Any, int]]:
    """Yield copies of *positions* with their values, found with *knowledge*, until *stopped*."""
    asked = [position.copy() for position in positions]
    for position in asked:
        knowledge.use_tablebase(position)
    return solver.solve_side_by_side(asked, stopped)


# -- build -------------------------------------------------------------------------------------


def add_book_build(parser: Parser, game: "Game | None") -> None:
    """Add the options of `build_book` to *parser*."""
    parser.option(
        "--turns",
        metavar="N",
        type=number_type("The number of turns", 1, MAX_TURNS),
        default=DEFAULT_TURNS,
        help=f"cover this many turns, 1 to {MAX_TURNS}",
    )
    parser.option(
        "--draws",
        metavar="N",
        type=number_type("The number of turns", 0, MAX_DRAWN_TURNS),
        default=0,
        help="then follow drawn positions for this many turns, by every move that keeps the draw",
    )
    add_time(parser, "stop after this many seconds; the next run continues")
    parser.option("--output", metavar="FILE", help="the file to save (default: one in the cache)")
    parser.option("--no-book", action="store_true", help="do not start from the existing book")
    add_solving(parser)


def build_book(setup: GameSetup, values: argparse.Namespace) -> int:
    """Solve positions until all are known, or the time limit or an interrupt; write the book."""
    from kalahloa.models.games.kalah.book.book import book_name, open_book, write_book
    from kalahloa.models.games.kalah.book.builder import BookBuilder, WorkFile, whole_book
    from kalahloa.models.games.kalah.book.draws import DrawFollower
    from kalahloa.models.storage.user_cache import cache_folder

    rules = _rules(setup)
    stones = fitting_stones(values.tablebase, rules.pits)
    path = cache_folder() / book_name(rules)
    work_path = path.with_suffix(".work")
    if values.output is not None:
        path = Path(values.output)
    with ProgressLine() as progress, Interrupt() as interrupt:
        stopped = stop_function(values, interrupt)
        solver = make_solver(values)

        def show(turn: int, done: int, positions: int) -> None:
            progress.show(done, positions, f"turn {turn}: {done:,} of {positions:,} positions")

        work = WorkFile(work_path, rules)
        margins = work.margins
        try:
            opened = open_book(rules)
            if opened.book is not None and not values.no_book:
                margins = {**opened.book.margins(), **margins}
            known = tablebase_in_memory(rules, stones, solver.threads, progress, stopped)

            def solve(positions: list[Any]) -> Iterator[tuple[Any, int]]:
                return _solved(positions, solver, known, stopped)

            whole = BookBuilder(rules, margins, solve, work.keep).run(values.turns, show)
            if whole and values.draws:
                keeping = _keeping_function(solver, known, margins, stopped)
                follower = DrawFollower(rules, margins, keeping, work.keep)
                whole = follower.run(values.turns, values.draws, show)
        finally:
            work.close()
    book = whole_book(rules, margins)
    write_book(book, path)
    print_notes(opened.notes)
    if values.json:
        facts = {"positions": len(book), "complete": whole, "turns": _coverage(book)}
        print(json.dumps({"path": str(path), **facts}))
    else:
        state = "The book is complete" if whole else "The book is not yet complete"
        print(f"{state}: {len(book):,} positions.\n{path}")
        _print_coverage(book)
    return finish(interrupt)


def _coverage(book: "Book") -> list[dict[str, int]]:
    from kalahloa.models.games.kalah.book.builder import coverage

    return [
        {"turns": row.turns, "known": row.known, "positions": row.positions}
        for row in coverage(book.rules, book.margin, MAX_TURNS)
    ]


def _print_coverage(book: "Book") -> None:
    for row in _coverage(book):
        print(
            f"  after {row['turns']} turns: {row['known']:,} of {row['positions']:,} positions "
            "between turns"
        )


# -- verify ------------------------------------------------------------------------------------


def add_book_verify(parser: Parser, game: "Game | None") -> None:
    """Add the options of `verify_book` to *parser*."""
    add_recheck(parser, "positions", "book", least=0)


def verify_book(setup: GameSetup, values: argparse.Namespace) -> int:
    """Check a book's checksum, compare its values with each other, and solve some again.

    The exit code is 1 if anything is wrong.
    """
    from kalahloa.models.games.kalah.book.book import position_of
    from kalahloa.models.games.kalah.book.builder import contradictions

    rules = _rules(setup)
    stones = fitting_stones(values.tablebase, rules.pits)
    solver = make_solver(values)
    check = Check[Any]()
    book, path = _chosen_book(rules, values.file)
    check.wrong += [position.position_string() for position in contradictions(book)]
    chosen = [
        position_of(book.key_at(place), book.rules)
        for place in sorted(draw_sample(range(len(book)), values.sample, values.seed))
    ]
    with ProgressLine() as progress, Interrupt() as interrupt:
        if chosen:
            known = tablebase_in_memory(rules, stones, solver.threads, progress, interrupt)
            answers = (
                (position.position_string(), value == book.value(position))
                for position, value in _solved(chosen, solver, known, interrupt)
            )
            check.check(len(chosen), answers, progress)
    count = f"{len(book):,} positions"
    return check.print_result(
        values,
        interrupt,
        {"path": str(path), "positions": len(book)},
        f"{path}\n  the checksum matches; {count} compared with each other, ",
    )


def _chosen_book(rules: Any, file: str | None) -> "tuple[Book, Path]":
    """Return the book in *file*, or the one in use; raise `BadFile`."""
    from kalahloa.models.games.kalah.book.book import open_book, read_book

    if file is not None:
        return read_book(Path(file), rules), Path(file)
    opened = open_book(rules)
    if opened.book is None or opened.path is None:
        damage = " ".join(opened.notes)
        raise BadFile(
            damage or "There is no book for these rules; kalahloa book build creates one."
        )
    return opened.book, opened.path


# -- info --------------------------------------------------------------------------------------


def add_book_info(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_book` to *parser*."""
    add_json(parser)


def show_book(setup: GameSetup, values: argparse.Namespace) -> int:
    """List the books for the rules: path, coverage, and which one is in use."""
    from kalahloa.models.games.kalah.book.book import book_paths, open_book, read_book
    from kalahloa.models.games.kalah.game import start_position

    rules = _rules(setup)
    used = open_book(rules).path
    rows: list[dict[str, Any]] = []
    for path in book_paths(rules):
        row: dict[str, Any] = {"path": str(path), "used": path == used}
        try:
            book = read_book(path, rules)
        except BadFile as error:
            rows.append({**row, "whole": False, "damage": str(error)})
            continue
        value = book.value(start_position(rules))
        facts = {"whole": True, "positions": len(book), "value": value, "turns": _coverage(book)}
        rows.append({**row, **facts, "value_for": setup.game.sides[0]})
    if values.json:
        print(json.dumps({"books": rows}))
        return 0
    if not rows:
        print("There is no book for these rules.")
    for row in rows:
        if not row["whole"]:
            print(row["damage"])
            continue
        print(f"{row['path']}\n  {row['positions']:,} positions{', in use' * row['used']}")
        _print_coverage(read_book(Path(row["path"]), rules))
    return 0


COMMAND = CommandGroup(
    "book",
    "Build, verify and describe opening books of Kalah: proven values of the first turns.",
    (
        GameCommand(
            "build",
            "Prove the values of the first turns and save them; continues where it stopped.",
            "kalahloa book build kalah --pits 4 --stones 4 --turns 2",
            add_book_build,
            build_book,
            has_position=False,
            saving=f"{SAVING[:-1]}; proven results are saved.",
        ),
        GameCommand(
            "verify",
            "Verify the book: its checksum, its consistency, and a sample of its values.",
            "kalahloa book verify kalah --pits 4 --stones 4 --sample 5",
            add_book_verify,
            verify_book,
            has_position=False,
            saving=SAVING,
        ),
        GameCommand(
            "info",
            "Show what the book covers.",
            "kalahloa book info kalah --json",
            add_book_info,
            show_book,
            has_position=False,
        ),
    ),
)
