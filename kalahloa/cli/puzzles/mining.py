"""`kalahloa puzzles mine`: finds puzzles in games, and adds them to a file."""

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from kalahloa.cli.arguments import GameSetup, Parser, number_type
from kalahloa.cli.failures import finish
from kalahloa.cli.interrupt import Interrupt
from kalahloa.cli.library.place import read_id, the_library
from kalahloa.cli.options import add_json, add_seed, add_time, stop_function
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.puzzles.words import puzzle_in_words
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from kalahloa.models.game.game import Game
    from kalahloa.models.library.library import Library
    from kalahloa.models.record.record import Record
    from kalahloa.models.study.puzzles.mine import Candidate, MiningProgress
    from kalahloa.models.study.puzzles.puzzle import Puzzle

MAX_COUNT = 9_999
DEFAULT_COUNT = 10
SAVE_SECONDS = 5.0
"""How often what was found is written while the mining goes on."""
_AT_ONCE = 500


def add_mine(parser: Parser, game: "Game | None") -> None:
    """Add the games and options of `mine_puzzles` to *parser*."""
    parser.add_argument(
        "SOURCE",
        nargs="*",
        default=[],
        metavar="FILE|ID",
        help="files with games, or numbers of library games; without any, the engine plays",
    )
    parser.option("--library", action="store_true", help="search all games in the library")
    parser.option(
        "--player",
        metavar="NAME",
        help="only mistakes by this player: what NAME missed",
    )
    parser.option(
        "--count",
        metavar="N",
        type=number_type("The count", 1, MAX_COUNT),
        usual=f"{DEFAULT_COUNT}; in games, all",
        help="how many to find",
    )
    add_seed(parser, "seed of the first game of the engine", usual="1")
    add_time(parser, "stop after this many seconds")
    parser.option(
        "--output",
        metavar="FILE",
        help=(
            "add the puzzles to this file (default: mined.puzzles in your data folder); skips "
            "those already in it"
        ),
    )
    add_json(parser)


def mine_puzzles(setup: GameSetup, values: argparse.Namespace) -> int:
    """Find puzzles, rate them, add them to the file, and print them.

    When an interrupt or the time limit ends the work, what was found is kept.
    """
    from kalahloa.models.search.request import SearchStopped
    from kalahloa.models.study.puzzles.finding import Finder
    from kalahloa.models.study.puzzles.keeping import add_puzzles, mined_path
    from kalahloa.models.study.puzzles.mine import Miner, self_played
    from kalahloa.models.study.puzzles.puzzle import read_puzzles
    from kalahloa.models.study.puzzles.rating import Rater

    in_games = bool(values.SOURCE) or values.library
    if values.player is not None and not in_games:
        raise BadCommand("--player needs games: name files, numbers of games, or --library.")
    if in_games and values.seed is not None:
        raise BadCommand("--seed is for games of the engine only.")
    if in_games and setup.start is not None:
        raise BadCommand("--position is for games of the engine only.")
    most = values.count or (None if in_games else DEFAULT_COUNT)
    path = mined_path() if values.output is None else Path(values.output)
    before = read_puzzles(path) if path.exists() else ()
    found: list[Puzzle] = []
    saved_at = monotonic()

    def save() -> None:
        nonlocal saved_at
        if found:
            add_puzzles(path, found)
        saved_at = monotonic()

    with ProgressLine() as line, Interrupt() as interrupt:
        stopped = stop_function(values, interrupt)

        def show(progress: "MiningProgress") -> None:
            words = (
                f"{progress.games:,} games, {progress.positions:,} positions, "
                f"{progress.puzzles:,} puzzles"
            )
            if most is None:
                line.say(words)
            else:
                line.show(min(progress.puzzles, most), most, words)

        if in_games:
            games = _candidates(setup, values, stopped)
        else:
            seed = 1 if values.seed is None else values.seed
            games = self_played(setup.game, setup.rules, seed, setup.start, stopped)
        miner = Miner(
            setup.game,
            Finder(setup.game, stopped=stopped),
            known=[puzzle.id for puzzle in before],
            mistakes_only=values.player is not None,
            stopped=stopped,
            report=show,
        )
        rater = Rater()
        try:
            for puzzle in miner.mine(games):
                try:
                    found.append(rater.rated(puzzle, stopped))
                except SearchStopped:
                    found.append(puzzle)
                if len(found) == most:
                    break
                if monotonic() - saved_at > SAVE_SECONDS:
                    save()
        finally:
            save()
    _tell(found, path, values.json, miner.progress, most is None or len(found) == most)
    return finish(interrupt)


def _candidates(
    setup: GameSetup, values: argparse.Namespace, stopped: Callable[[], bool]
) -> "Iterator[Iterator[Candidate]]":
    """Yield the positions of each game that *values* name; raises `KalahloaError`."""
    from kalahloa.models.study.puzzles.mine import positions_of
    from kalahloa.models.work.cancellation import ReadingStopped

    with suppress(ReadingStopped):
        for record, source in _records(setup, values, stopped):
            if record.game.key == setup.game.key:
                yield positions_of(record, source, values.player)


def _records(
    setup: GameSetup, values: argparse.Namespace, stopped: Callable[[], bool]
) -> "Iterator[tuple[Record, str]]":
    ids = [read_id(word) for word in values.SOURCE if word.isdigit()]
    for word in values.SOURCE:
        if not word.isdigit():
            yield from _records_in(Path(word), stopped)
    if ids or values.library:
        with the_library() as library:
            yield from _records_of(library, ids, setup.game.key if values.library else None)


def _records_in(path: Path, stopped: Callable[[], bool]) -> "Iterator[tuple[Record, str]]":
    """Yield the games in the file at *path*, with a name of each; raise `BadFile`."""
    from kalahloa.models.library.readers import read_any_file
    from kalahloa.models.record.json_record import record_from_json
    from kalahloa.models.storage.json_file import parse_json_file, read_bytes
    from kalahloa.models.text.errors import BadFile

    content = read_bytes(path)
    count = 0
    for number, game in enumerate(read_any_file(content, path, stopped), 1):
        if game.problem:
            raise BadFile(game.problem)
        record = game.record
        if record is None:  # one of our own files, read as rows of the library
            record = record_from_json(parse_json_file(content, path, stopped), stopped)
        count += 1
        yield record, f"{shorten(path.name, 80)}, game {number}"
    if not count:
        raise BadFile(f"{shorten(path, 200)} has no games.")


def _records_of(
    library: "Library", ids: list[int], every: str | None
) -> "Iterator[tuple[Record, str]]":
    """Yield the games *ids* of *library*, then all of the game called *every*."""
    from kalahloa.models.library.partial_games import read_readable
    from kalahloa.models.library.query import Query

    numbers = list(ids)
    offset = 0
    while every is not None and (
        page := library.search(
            Query(games=(every,)), "created", descending=False, limit=_AT_ONCE, offset=offset
        )
    ):
        numbers += [header.id for header in page if header.id not in ids]
        offset += len(page)
    for number in numbers:
        yield read_readable(library.load(number)).record, f"game {number}"


def _tell(
    found: "list[Puzzle]", path: Path, as_json: bool, progress: "MiningProgress", complete: bool
) -> None:
    from kalahloa.models.study.puzzles.puzzle import puzzle_to_json

    if as_json:
        facts = {
            "puzzles": [puzzle_to_json(puzzle) for puzzle in found],
            "games": progress.games,
            "positions": progress.positions,
            "complete": complete,
            "file": str(path),
        }
        print(json.dumps(facts))
        return
    for puzzle in found:
        print(puzzle_in_words(puzzle))
    if found:
        many = "1 puzzle is" if len(found) == 1 else f"{len(found):,} puzzles are"
        print(f"{many} new in {shorten(path, 200)}.")
    else:
        print("Found no puzzles.")
