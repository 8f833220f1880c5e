"""The colours of marks and drawings, ``#RRGGBB``: each on light and on dark ground."""

from kalahloa.models.record.annotation import Ink, Mark

MARK_COLOURS = {
    Mark.GOOD: ("#1F6391", "#7DB7E0"),
    Mark.BRILLIANT: ("#15457A", "#A3CCFF"),
    Mark.INTERESTING: ("#714A9C", "#C6A8EA"),
    Mark.DUBIOUS: ("#8F5B00", "#E3B452"),
    Mark.MISTAKE: ("#B03A27", "#F29078"),
    Mark.BLUNDER: ("#931437", "#F5829C"),
    Mark.ONLY: ("#5B574F", "#BDB8AF"),
    Mark.NOVELTY: ("#2A628F", "#8CC0EE"),
}
INK_COLOURS = {
    Ink.BLUE: ("#3D7DA0", "#79BADB"),
    Ink.GREEN: ("#4C7F33", "#93C572"),
    Ink.RED: ("#C23B2A", "#F08672"),
    Ink.YELLOW: ("#C58F00", "#EBC04A"),
}
