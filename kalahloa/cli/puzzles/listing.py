"""`kalahloa puzzles list`: which puzzles there are."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.cli.arguments import Parser, load_game, number_type
from kalahloa.cli.puzzles.words import puzzle_in_words

if TYPE_CHECKING:
    from kalahloa.models.study.puzzles.puzzle import Puzzle

MAX_COUNT = 999_999


def add_files(parser: Parser, sentence: str) -> None:
    """Add files of puzzles, described by *sentence*, and the option for the game to *parser*."""
    parser.add_argument("FILE", nargs="*", default=[], help=sentence)
    parser.option("--game", metavar="GAME", help="only puzzles of this game, such as loa")


def add_puzzle_list(parser: Parser) -> None:
    """Add the files and options of `list_puzzles` to *parser*."""
    add_files(parser, "puzzle files (default: the built-in and the mined ones)")
    parser.option(
        "--rating",
        metavar="N",
        type=number_type("The rating", 1, 10),
        help="only puzzles with this rating, 1 to 10",
    )
    parser.option(
        "--limit",
        metavar="N",
        type=number_type("The number of puzzles", 1, MAX_COUNT),
        usual="all",
        help="at most this many puzzles",
    )
    parser.option("--json", action="store_true", help="print a JSON list of objects")


def list_puzzles(values: argparse.Namespace) -> int:
    """List the puzzles that are looked for, a line each."""
    from kalahloa.models.study.puzzles.puzzle import puzzle_to_json

    if values.game is not None:
        load_game(values.game)
    puzzles = [
        puzzle
        for puzzle in puzzles_of(list(map(Path, values.FILE)), values.game)
        if values.rating in (None, puzzle.rating)
    ][: values.limit]
    if values.json:
        print(json.dumps([_with_game(puzzle, puzzle_to_json(puzzle)) for puzzle in puzzles]))
        return 0
    for puzzle in puzzles:
        print(puzzle_in_words(puzzle))
    if not puzzles:
        print("No puzzles match.")
    return 0


def puzzles_of(files: list[Path], game: str | None, mined: bool = True) -> "list[Puzzle]":
    """Return the puzzles in *files*, or if there are none, those shipped, and *mined* by the user.

    With *game*, only those of the game with this key.  Raises `BadFile`.
    """
    from kalahloa.models.game.registry import own_games
    from kalahloa.models.study.puzzles.keeping import mined_path
    from kalahloa.models.study.puzzles.puzzle import read_puzzles
    from kalahloa.models.study.puzzles.shipped import shipped_puzzles

    found: list[Puzzle] = []
    for path in files:
        found += read_puzzles(path)
    if not files:
        for one in own_games():
            found += shipped_puzzles(one.key)
        if mined and mined_path().exists():
            found += read_puzzles(mined_path())
    key = None if game is None else game.strip().lower()
    return [puzzle for puzzle in found if key is None or puzzle.game == key]


def _with_game(puzzle: "Puzzle", plain: dict[str, Any]) -> dict[str, Any]:
    game = load_game(puzzle.game)
    rules = game.rulebook.as_mapping(puzzle.rules)
    return {"id": puzzle.id, "game": puzzle.game, "rules": rules, **plain}
