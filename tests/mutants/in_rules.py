"""Bugs in the rules of the games, and in what is said of them; *found*, all."""

from tests.mutants.mutant import Mutant

_BOARD = "kalahloa/models/games/kalah/board.py"
_KALAH = "kalahloa/models/games/kalah/position.py"
_SOWING = "kalahloa/models/games/kalah/notation.py"
_LINES = "kalahloa/models/games/loa/notation.py"
_TICTACTOE = "kalahloa/models/games/tictactoe/position.py"
_PIE_TESTS = ("tests/models/games/kalah/test_pie.py",)
_RULES_TESTS = ("tests/models/games/kalah/test_rules.py",)
_LINES_TESTS = ("tests/models/games/loa/test_position.py",)
_TICTACTOE_TESTS = ("tests/models/games/tictactoe/test_position.py",)

RULES_MUTANTS = (
    Mutant(
        "pie-lost-by-a-full-round",
        "A first sowing of a full round forgets that sides may be swapped.",
        _BOARD,
        "        self.board[first + pit] = rounds + left\n"
        "        self.board[PIE_CELL] = cells[PIE_CELL]\n",
        "        self.board[first + pit] = rounds + left\n",
        _PIE_TESTS,
    ),
    Mutant(
        "rest-of-an-ended-start-to-the-other",
        "Where a set-up is over, the side to move counts as the last mover.",
        _BOARD,
        "            self.finish(1 - self.side)\n",
        "            self.finish(self.side)\n",
        _RULES_TESTS,
    ),
    Mutant(
        "swap-taken-for-certain",
        "The evaluation takes a swap that is possible for one that is made.",
        _KALAH,
        "            value = max(value, -value)\n",
        "            value = -value\n",
        _PIE_TESTS,
    ),
    Mutant(
        "capturing-stone-remains",
        "The stone that captures counts among those that remain when the game ends.",
        _SOWING,
        "        in_pits -= captured + 1\n",
        "        in_pits -= captured\n",
        _RULES_TESTS,
    ),
    Mutant(
        "groups-of-whoever-moves",
        "The groups of the side to move are told of both sides.",
        _LINES,
        "    groups = len(position.groups(side))\n    if groups == 1:",
        "    groups = len(position.groups(position.side))\n    if groups == 1:",
        _LINES_TESTS,
    ),
    Mutant(
        "any-number-is-a-side",
        "Any number but the side to move is the other side.",
        _TICTACTOE,
        "return self.own if either_side(side) == self.side else self.other",
        "return self.own if side == self.side else self.other",
        _TICTACTOE_TESTS,
    ),
)
