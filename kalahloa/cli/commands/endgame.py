"""`kalahloa endgame`: builds, verifies and lists tablebases of Kalah."""

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import GameSetup, Parser, number_type, read_number
from kalahloa.cli.command import CommandGroup, GameCommand
from kalahloa.cli.failures import FAILED, finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.options import (
    add_json,
    add_seed,
    add_threads,
    print_notes,
    require_kalah,
)
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import fitting_stones
from kalahloa.models.text.errors import BadFile

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.games.kalah.tablebase.files import TablebaseFile
    from kalahloa.models.games.kalah.tablebase.tablebase import Tablebase

MAX_SAMPLES = 999_999_999


def _add_stones(parser: Parser, sentence: str, usual: str | None = None) -> None:
    parser.option("--stones", metavar="K", type=_stone_count, usual=usual, help=sentence)


def _stone_count(text: str) -> int:
    from kalahloa.models.games.kalah.tablebase.tablebase import MAX_STONES

    return read_number(text, "The number of stones", 1, MAX_STONES)


def _rules_in_words(setup: GameSetup, file: "TablebaseFile") -> str:
    # How many stones the game begins with makes no difference.
    plain = setup.game.rulebook.default
    return setup.game.rulebook.name_of(replace(file.rules, stones=plain.stones, pie=plain.pie))


def _show(line: ProgressLine, done: int, total: int) -> None:
    line.show(done, total, f"{done / 1e6:.1f} of {total / 1e6:.1f} million positions")


# -- build -------------------------------------------------------------------------------------


def add_build(parser: Parser, game: "Game | None") -> None:
    """Add the options of `build` to *parser*."""
    _add_stones(
        parser,
        "all positions with at most this many stones in the pits, not counting the kalahs",
        usual="about a second's work: 16 on 6 pits",
    )
    add_threads(parser)
    add_json(parser)


def build(setup: GameSetup, values: argparse.Namespace) -> int:
    """Build the tablebase of the rules unless the cache has it; print its path.

    An interrupt keeps the part that is finished.
    """
    from kalahloa.models.games.kalah.tablebase.files import open_or_build, usual_stones

    require_kalah(setup, "tablebases")
    stones = fitting_stones(values.stones, setup.rules.pits)
    if stones is None:
        stones = usual_stones(setup.rules.pits)
    began = perf_counter()
    with ProgressLine() as line:
        opened = open_or_build(
            setup.rules,
            stones,
            lambda done, total: _show(line, done, total),
            threads=values.threads,
            keep_part=True,
        )
    seconds = perf_counter() - began
    print_notes(opened.notes)
    table, path = opened.table, opened.path
    if values.json:
        facts = {**setup.rules.key_by_name(), "stones": table.stones}
        place = None if path is None else str(path)
        print(
            json.dumps(
                {
                    "path": place,
                    **facts,
                    "positions": table.size,
                    "built": opened.built,
                    "seconds": seconds,
                    "notes": opened.notes,
                }
            )
        )
    elif path is not None:
        what = f"{table.size:,} positions with at most {table.stones} stones in the pits"
        done = f"Built in {seconds:.2f} s" if opened.built else "Already built"
        print(f"{done}: {what}.\n{path}")
    return FAILED if path is None else 0


# -- verify ------------------------------------------------------------------------------------


def add_verify(parser: Parser, game: "Game | None") -> None:
    """Add the options of `verify` to *parser*."""
    _add_stones(parser, "only the tablebase with this many stones", usual="all of the rules")
    parser.option(
        "--sample",
        metavar="N",
        type=number_type("The number of samples", 1, MAX_SAMPLES),
        help="verify only this many random positions",
    )
    add_seed(parser, "seed of the random choice")
    add_threads(parser)
    add_json(parser)


def verify(setup: GameSetup, values: argparse.Namespace) -> int:
    """Compare files with their checksums, and each value with those of the moves.

    The exit code is 1 if anything is wrong.  After an interrupt the files verified so far are
    printed.
    """
    from kalahloa.models.game.knowledge import BuildStopped
    from kalahloa.models.games.kalah.tablebase.builder import count_mismatches
    from kalahloa.models.games.kalah.tablebase.files import tablebase_files
    from kalahloa.models.games.kalah.tablebase.tablebase import rules_key_of
    from kalahloa.models.games.kalah.tablebase.verification import sampled_wrong
    from kalahloa.models.storage.user_cache import cache_folder

    require_kalah(setup, "tablebases")
    stones = fitting_stones(values.stones, setup.rules.pits)
    folder = cache_folder()
    files = [
        file
        for file in tablebase_files(folder)
        if file.rules_key == rules_key_of(setup.rules) and stones in (None, file.stones)
    ]
    if not files:
        raise BadFile(f"There is no such tablebase in {folder}; kalahloa endgame build makes one.")
    chance = Random(values.seed)
    reports = []
    with ProgressLine() as line, Interrupt() as interrupt:

        def wrong_in(table: "Tablebase") -> int:
            if values.sample is not None:
                return sampled_wrong(table, setup.rules, values.sample, chance)
            return count_mismatches(
                table, lambda done, total: _show(line, done, total), interrupt, values.threads
            )

        with suppress(BuildStopped):
            for file in files:
                reports.append(_verified(file, setup.rules, values.sample, wrong_in, interrupt))
    if values.json:
        print(json.dumps({"files": reports, "right": all(one["right"] for one in reports)}))
    else:
        for one in reports:
            print(_in_words(one))
    return finish(interrupt, 0 if all(one["right"] for one in reports) else FAILED)


def _verified(
    file: "TablebaseFile",
    rules: Any,
    samples: int | None,
    count_mismatches: "Callable[[Tablebase], int]",
    interrupt: Interrupt,
) -> dict[str, Any]:
    """Return the result for *file* as plain values; raise `BuildStopped` on an *interrupt*."""
    from kalahloa.models.games.kalah.tablebase.files import read_tablebase

    began = perf_counter()
    report: dict[str, Any] = {"path": str(file.path), "stones": file.stones}
    try:
        table = read_tablebase(file, rules, interrupt)
    except BadFile as error:
        return {**report, "right": False, "damage": str(error)}
    wrong = count_mismatches(table)
    checked = table.size if samples is None else samples
    seconds = perf_counter() - began
    return {
        **report,
        "right": not wrong,
        "checked": checked,
        "wrong": wrong,
        "positions": table.size,
        "seconds": seconds,
    }


def _in_words(report: dict[str, Any]) -> str:
    if "damage" in report:
        return str(report["damage"])
    result = f"{report['wrong']:,} are wrong" if report["wrong"] else "all are right"
    return (
        f"{report['path']}\n  the checksums match; {report['checked']:,} of "
        f"{report['positions']:,} positions verified against their moves in "
        f"{report['seconds']:.2f} s: {result}"
    )


# -- info --------------------------------------------------------------------------------------


def add_info(parser: Parser, game: "Game | None") -> None:
    """Add the options of `show_info` to *parser*."""
    _add_stones(parser, "only tablebases with this many stones")
    add_json(parser)


def show_info(setup: GameSetup, values: argparse.Namespace) -> int:
    """List the tablebases: those of all rules, or of the rules given."""
    from kalahloa.models.games.kalah.tablebase.files import tablebase_files
    from kalahloa.models.games.kalah.tablebase.tablebase import rules_key_of
    from kalahloa.models.storage.user_cache import cache_folder

    require_kalah(setup, "tablebases")
    named = setup.preset is not None or setup.options
    stones = fitting_stones(values.stones, setup.rules.pits)
    folder = cache_folder()
    rows = [
        _described(setup, file)
        for file in tablebase_files(folder)
        if not named or file.rules_key == rules_key_of(setup.rules)
        if stones in (None, file.stones)
    ]
    if values.json:
        print(json.dumps({"folder": str(folder), "files": rows}))
        return 0
    if not rows:
        print(f"There are no tablebases in {folder}.")
    for row in rows:
        state = "intact" if row["whole"] else "damaged"
        date = row["date"][:16].replace("T", " ")
        print(
            f"{row['path']}\n  {row['rules']}: at most {row['stones']} stones, {row['bytes']:,} "
            f"bytes, {date}, {state}"
        )
    return 0


def _described(setup: GameSetup, file: "TablebaseFile") -> dict[str, Any]:
    from kalahloa.models.games.kalah.tablebase.files import read_tablebase

    try:
        read_tablebase(file, file.rules)
        whole = True
    except BadFile:
        whole = False
    return {
        "path": str(file.path),
        "rules": _rules_in_words(setup, file),
        **file.rules.key_by_name(),
        "stones": file.stones,
        **_size_and_date(file.path),
        "whole": whole,
    }


def _size_and_date(path: Path) -> dict[str, Any]:
    try:
        state = path.stat()
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    moment = datetime.fromtimestamp(state.st_mtime).astimezone()
    return {"bytes": state.st_size, "date": moment.isoformat(timespec="seconds")}


COMMAND = CommandGroup(
    "endgame",
    "Build, verify and list tablebases of Kalah: exact values of positions with few stones.",
    (
        GameCommand(
            "build",
            "Build the tablebase of all Kalah positions with few stones in the pits.",
            "kalahloa endgame build kalah --pits 4 --stones 8 --rules standard",
            add_build,
            build,
            has_position=False,
            saving="Fewer --stones need less.",
        ),
        GameCommand(
            "verify",
            "Verify the tablebases: the files, and every value in them.",
            "kalahloa endgame verify kalah --pits 4 --sample 100",
            add_verify,
            verify,
            has_position=False,
            saving="Fewer --stones need less.",
        ),
        GameCommand(
            "info",
            "List the tablebases.",
            "kalahloa endgame info kalah --json",
            add_info,
            show_info,
            has_position=False,
        ),
    ),
)
