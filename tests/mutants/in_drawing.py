"""Bugs in when parts of the window are drawn."""

from tests.mutants.mutant import Mutant

_LATER = "kalahloa/views/look/later_drawing.py"

_PACE_TESTS = ("tests/views/look/test_pace.py",)

DRAWING_MUTANTS = (
    Mutant(
        "painting-never-granted",
        "What Qt wanted to paint while the window was held is not painted.",
        "kalahloa/views/look/held_painting.py",
        "            if self._asked:\n",
        "            if False:\n",
        ("tests/views/look/test_held_painting.py",),
    ),
    Mutant(
        "turn-of-a-drawing-not-taken",
        "Parts of the window that are due in the same turn are all drawn in it.",
        _LATER,
        "        PACE.end()  # the turn is taken: `_end` comes after all else that is due in it\n",
        "",
        _PACE_TESTS,
    ),
    Mutant(
        "drawing-in-a-taken-turn",
        "A part of the window is drawn in a turn in which something else was done.",
        _LATER,
        "        if not PACE.is_free:\n            return False\n",
        "",
        _PACE_TESTS,
    ),
    Mutant(
        "drawing-upon-a-painting",
        "What is put off follows at once upon the painting of a window, before events.",
        "kalahloa/views/look/pace.py",
        "        self._was_painted = painted\n",
        "        self._was_painted = False\n",
        _PACE_TESTS,
    ),
)
