"""The colours of marks and drawings, ``#RRGGBB``: each on light and on dark ground.

They differ for colour-blind eyes, too (see `tests/views/look/test_colour_vision.py`).
"""

from kalahloa.models.record.annotation import Ink, Mark

MARK_COLOURS = {
    Mark.GOOD: ("#1F6391", "#7DB7E0"),
    Mark.BRILLIANT: ("#15457A", "#A3CCFF"),
    Mark.INTERESTING: ("#714A9C", "#C6A8EA"),
    Mark.DUBIOUS: ("#9A6C00", "#FFE680"),
    Mark.MISTAKE: ("#8D190D", "#FA9E9E"),
    Mark.BLUNDER: ("#50142C", "#F85A3C"),
    Mark.ONLY: ("#5B574F", "#BDB8AF"),
    Mark.NOVELTY: ("#2A628F", "#8CC0EE"),
}
INK_COLOURS = {
    Ink.BLUE: ("#2B6CB0", "#5DA4C8"),
    Ink.GREEN: ("#0FAF82", "#94E8B4"),
    Ink.RED: ("#A82A1C", "#E27D65"),
    Ink.YELLOW: ("#D6A500", "#F6C540"),
}
