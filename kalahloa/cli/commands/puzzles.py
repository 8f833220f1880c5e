"""`kalahloa puzzles`: mines, checks and lists positions in which one has to find the only move."""

from kalahloa.cli.command import CommandGroup, GameCommand, PlainCommand
from kalahloa.cli.puzzles.checking import add_puzzle_check, check_puzzles
from kalahloa.cli.puzzles.listing import add_puzzle_list, list_puzzles
from kalahloa.cli.puzzles.mining import add_mine, mine_puzzles

COMMAND = CommandGroup(
    "puzzles",
    "Mine, check and list puzzles: positions where exactly one move wins or keeps the value.",
    (
        GameCommand(
            "mine",
            "Find puzzles in files, in the library, or in games of the engine.",
            "kalahloa puzzles mine loa --count 1 --seed 12 --output my.puzzles",
            add_mine,
            mine_puzzles,
        ),
        PlainCommand(
            "check",
            "Prove again that each puzzle has one right solution.",
            "kalahloa puzzles check my.puzzles --json",
            add_puzzle_check,
            check_puzzles,
        ),
        PlainCommand(
            "list",
            "List the built-in and the mined puzzles, or those in files.",
            "kalahloa puzzles list --game loa --rating 6",
            add_puzzle_list,
            list_puzzles,
        ),
    ),
)
