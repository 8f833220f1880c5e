"""Bugs in puzzles: how moves are judged, what is kept, and what becomes of the own game."""

from tests.mutants.mutant import Mutant

_PUZZLES = "kalahloa/controllers/features/puzzles/puzzles.py"
_SHELF = "kalahloa/models/study/puzzles/shelf.py"
_VERIFY_TESTS = ("tests/models/study/puzzles/test_verify.py",)
_AT_THE_DESK = ("tests/controllers/features/puzzles/test_puzzles.py",)
_IN_THE_WINDOW = ("tests/views/panels/test_puzzles.py",)

PUZZLE_MUTANTS = (
    Mutant(
        "puzzle-behind-others",
        "A puzzle begins, and what is to be done stands in a panel that is not seen.",
        "kalahloa/views/window/main_window.py",
        '        self.docks.reveal("puzzles")  # what is to be done stands there\n',
        "",
        _IN_THE_WINDOW,
    ),
    Mutant(
        "puzzle-with-a-longer-win",
        "A position in which another move wins, too, only later, becomes a puzzle.",
        "kalahloa/models/study/puzzles/finding.py",
        "    if another_wins(search.position, winning[0], stopped=stopped):\n        return None\n",
        "",
        _VERIFY_TESTS,
    ),
    Mutant(
        "longer-win-not-found-out",
        "A puzzle with another win, only longer, is said to be right.",
        "kalahloa/models/study/puzzles/verify.py",
        "_require(not another_wins(",
        "_require(True or another_wins(",
        _VERIFY_TESTS,
    ),
    Mutant(
        "puzzle-attempts-are-games",
        "What is tried in a puzzle becomes a game of the library.",
        "kalahloa/controllers/saving/open_game.py",
        "        if self.is_held or self.for_exercise:\n",
        "        if self.is_held:\n",
        _IN_THE_WINDOW,
    ),
    Mutant(
        "puzzle-result-twice",
        "A puzzle that was failed and then solved has two results.",
        _PUZZLES,
        "if state is not None and state.counts:",
        "if state is not None:",
        _AT_THE_DESK,
    ),
    Mutant(
        "puzzle-begins-anew-after-a-mistake",
        "A wrong move in the middle of a puzzle leads back to its beginning.",
        _PUZZLES,
        "            right += 1\n        self._document.walk(path[right])",
        "            right += 1\n        self._document.walk(path[0])",
        _AT_THE_DESK,
    ),
    Mutant(
        "puzzle-shown-is-solved",
        "A puzzle whose solution was shown does not come again.",
        _PUZZLES,
        "self._record_result(SHOWN)",
        "self._record_result(SOLVED)",
        _AT_THE_DESK,
    ),
    Mutant(
        "puzzle-never-due",
        "Puzzles that were failed come no sooner than others.",
        _SHELF,
        "for identity in due(self._attempts, until):",
        "for identity in due(self._attempts, 0):",
        ("tests/models/study/puzzles/test_shelf.py",),
    ),
    Mutant(
        "own-game-without-its-edits",
        "After a puzzle, the edits of the own game can no longer be taken back.",
        "kalahloa/controllers/core/study_controller.py",
        "self._of_others.pop(self._record.root, ([], []))",
        "[], []",
        _AT_THE_DESK,
    ),
)
