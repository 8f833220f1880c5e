"""What is done before a heuristic runs at full speed, in words, for those who wait for it."""

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

CHECKED = 1000
"""On how many positions the compiled function is compared with the interpreted one."""
STAGES = (
    QT_TRANSLATE_NOOP("Models", "Loading Numba…"),
    QT_TRANSLATE_NOOP("Models", "Compiling the heuristic…"),
    QT_TRANSLATE_NOOP(
        "Models", "Comparing compiled and interpreted values on %n position(s)…"
    ).counted(CHECKED),
)
"""What `compile_heuristic` does, one after the other."""
