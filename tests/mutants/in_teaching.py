"""Bugs in teaching, and in playing on from a position."""

from tests.mutants.mutant import Mutant

_TEACHING = "kalahloa/controllers/features/teaching/teaching.py"
_WORDS = "kalahloa/controllers/features/teaching/words.py"
_ACTIONS = "kalahloa/controllers/features/teaching/actions.py"
_REVIEWER = "kalahloa/models/study/review/reviewer.py"

_TEACHING_TESTS = ("tests/controllers/features/teaching/test_teaching.py",)
_PLAY_FROM_TESTS = ("tests/controllers/features/teaching/test_play_from.py",)
_REVIEWER_TESTS = ("tests/models/study/review/test_reviewer.py",)

TEACHING_MUTANTS = (
    Mutant(
        "answered-before-judged",
        "The computer begins to think before the move is judged.",
        _TEACHING,
        "document.add_follower(self, first=True)",
        "document.add_follower(self)",
        _TEACHING_TESTS,
    ),
    Mutant(
        "one-more-taken-back",
        "One move more is taken back in a position than was chosen.",
        _TEACHING,
        "len(tried) < self._settings.times:",
        "len(tried) <= self._settings.times:",
        _TEACHING_TESTS,
    ),
    Mutant(
        "mistake-is-main-line",
        "What is played in the place of a refuted move is a variation of it.",
        _TEACHING,
        "siblings.index(node) > first",
        "siblings.index(node) < first",
        _TEACHING_TESTS,
    ),
    Mutant(
        "taken-back-after-the-answer",
        "A move is taken back that the other human has answered already.",
        _TEACHING,
        "self._queue[-1].side != node.side",
        "self._queue[-1].side == node.side",
        _TEACHING_TESTS,
    ),
    Mutant(
        "refutation-ends-the-game",
        "The refutation in the record ends the game, which then counts as over.",
        _TEACHING,
        "return texts[:count]",
        "return texts[: count + 1]",
        _TEACHING_TESTS,
    ),
    Mutant(
        "half-proven-loss",
        "What is given away of an estimate is called proven.",
        _WORDS,
        "    if not ply.proven:\n",
        "    if not value.proven:\n",
        _TEACHING_TESTS,
    ),
    Mutant(
        "refuted-side-wins",
        "The side that made the bad move is said to win.",
        _WORDS,
        "    if value.number < 0:\n        side = 1 - side\n",
        "    if value.number > 0:\n        side = 1 - side\n",
        _TEACHING_TESTS,
    ),
    Mutant(
        "studied-record-played-on",
        "A game that is played on begins at the start of the record that was studied.",
        _ACTIONS,
        "record.position_at(node).position_string()",
        "record.start",
        _PLAY_FROM_TESTS,
    ),
    Mutant(
        "judged-without-history",
        "A single move is judged as if nothing had been played before.",
        _REVIEWER,
        "for move in (*line.lead, *(move for _, move in line.plies)):",
        "for _, move in line.plies:",
        _REVIEWER_TESTS,
    ),
)
