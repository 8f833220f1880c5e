"""Bugs in hints in steps, in threats, and in guessing moves."""

from tests.mutants.mutant import Mutant

_HINTS = "kalahloa/controllers/features/analysis/hints.py"
_PLACE = "kalahloa/controllers/core/place.py"
_THREATS = "kalahloa/controllers/features/analysis/threats.py"
_GUESSES = "kalahloa/controllers/features/guessing/guesses.py"
_GUESSING = "kalahloa/models/study/guessing.py"
_BOARD = "kalahloa/views/boards/board_view.py"

_HINT_TESTS = ("tests/controllers/features/analysis/test_hints.py",)
_THREAT_TESTS = ("tests/controllers/features/analysis/test_threats.py",)
_GUESS_TESTS = ("tests/controllers/features/guessing/test_guesses.py",)
_SCORE_TESTS = ("tests/models/study/test_guessing.py",)

LEARNING_MUTANTS = (
    Mutant(
        "hint-at-once",
        "The first step of a hint is the move.",
        _HINTS,
        "following = HintStep.WHERE if",
        "following = HintStep.MOVE if",
        _HINT_TESTS,
    ),
    Mutant(
        "clue-with-the-move",
        "The board points at the move while the hint says only where to look.",
        _PLACE,
        "return None if self.step is HintStep.WHERE else self.move",
        "return self.move",
        _HINT_TESTS,
    ),
    Mutant(
        "clue-of-another-move",
        "Where to look is not looked up again when another move is found to be the best.",
        _HINTS,
        "about = (node, move)\n        if self._clue",
        "about = node\n        if self._clue",
        _HINT_TESTS,
    ),
    Mutant(
        "reason-searched-again",
        "What the best moves lead to is looked for again whenever the last step is asked for.",
        _HINTS,
        "        if self.explained is node:\n            return True\n",
        "",
        _HINT_TESTS,
    ),
    Mutant(
        "clue-not-turned",
        "The marks of where to look stay where they were when the board is turned.",
        _BOARD,
        "        if clue or self.pointers.clue:\n",
        "        if clue != self.pointers.clue:\n",
        ("tests/views/boards/test_pointers.py",),
    ),
    Mutant(
        "threat-of-the-side-to-move",
        "The threat of tic-tac-toe is the best move of the side whose turn it is.",
        "kalahloa/models/games/tictactoe/clues.py",
        "position.marks(1), 1 - position.side, position.rules",
        "position.marks(1), position.side, position.rules",
        ("tests/models/study/test_hints.py", *_THREAT_TESTS),
    ),
    Mutant(
        "threat-kept",
        "A threat is still shown when the position is another one.",
        _THREATS,
        "        if self._document.node is not self._node:\n",
        "        if Cause.NEW in causes:\n",
        _THREAT_TESTS,
    ),
    Mutant(
        "guess-in-the-record",
        "A guess is played, and is in the record then.",
        "kalahloa/controllers/core/turn_controller.py",
        "            self.taker.take(move)\n            return\n",
        "            self.taker.take(move)\n",
        _GUESS_TESTS,
    ),
    Mutant(
        "guess-in-the-review",
        "What was found of a guess is kept as the review of a move of the game.",
        "kalahloa/controllers/features/reviews/reviews.py",
        "is_kept = ply is not None and ply.number != NOT_IN_RECORD",
        "is_kept = ply is not None",
        _GUESS_TESTS,
    ),
    Mutant(
        "guess-sees-ahead",
        "The review of what follows is shown while it is to be guessed.",
        _GUESSES,
        '"reviewed": self._reviewed_so_far()',
        '"reviewed": self._reviews.reviewed',
        _GUESS_TESTS,
    ),
    Mutant(
        "guessing-after-a-walk",
        "Guessing goes on though one has gone elsewhere.",
        _GUESSES,
        "        elif self._document.node is not self._expected:\n            self._finish()\n",
        "",
        _GUESS_TESTS,
    ),
    Mutant(
        "guessing-in-a-changed-game",
        "Guessing goes on though moves that are ahead were deleted.",
        _GUESSES,
        "            if node.removed or node.parent is not before:\n",
        "            if node.parent is not before:\n",
        _GUESS_TESTS,
    ),
    Mutant(
        "all-sound-guesses-alike",
        "A guess that gives a little away gets as many points as the best move.",
        _GUESSING,
        "return MOST if ply.kept else SOUND",
        "return MOST",
        _SCORE_TESTS,
    ),
    Mutant(
        "as-good-is-better",
        "A guess that is as good as the game's move counts as better.",
        _GUESSING,
        "return guessed.loss < played.loss and",
        "return guessed.loss <= played.loss and",
        _SCORE_TESTS,
    ),
)
