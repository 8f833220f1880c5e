"""What is done before a heuristic runs at full speed, in words, for those who wait for it."""

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

CHECKED = 1000
"""On how many positions the compiled function is compared with the interpreted one."""
STAGES = (
    QT_TRANSLATE_NOOP("Models", "Numba is loading …"),
    QT_TRANSLATE_NOOP("Models", "The heuristic is being compiled …"),
    QT_TRANSLATE_NOOP(
        "Models", "Compiled and interpreted values are being compared on %n position(s) …"
    ).counted(CHECKED),
)
"""What `compile_heuristic` does, one after the other."""
