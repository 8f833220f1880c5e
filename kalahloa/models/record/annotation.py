"""What a reader of a game writes at a node: a comment, marks, and drawings on the board."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, SupportsIndex

from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_COMMENT_TEXT = 100_000
"""Maximum length of a comment, in characters."""
MAX_DRAWINGS = 1_000
"""Maximum number of drawings at a node."""
MAX_CELL_TEXT = 20
"""Maximum length of a cell's name, and of a label, in characters."""


class Mark(Enum):
    """A judgement of the move that leads to a node, by its symbol.

    A node has at most one of the first six, and may have the last two besides.
    """

    GOOD = "!"
    MISTAKE = "?"
    BRILLIANT = "!!"
    BLUNDER = "??"
    INTERESTING = "!?"
    DUBIOUS = "?!"
    ONLY = "□"
    NOVELTY = "N"

    @property
    def is_judgement(self) -> bool:
        """Whether it excludes the other judgements."""
        return self not in (Mark.ONLY, Mark.NOVELTY)

    @property
    def title(self) -> Sentence:
        """What the mark means, for display."""
        return _TITLES[self]


_TITLES = {
    Mark.GOOD: QT_TRANSLATE_NOOP("Models", "Good move"),
    Mark.MISTAKE: QT_TRANSLATE_NOOP("Models", "Mistake"),
    Mark.BRILLIANT: QT_TRANSLATE_NOOP("Models", "Brilliant move"),
    Mark.BLUNDER: QT_TRANSLATE_NOOP("Models", "Blunder"),
    Mark.INTERESTING: QT_TRANSLATE_NOOP("Models", "Interesting move"),
    Mark.DUBIOUS: QT_TRANSLATE_NOOP("Models", "Dubious move"),
    Mark.ONLY: QT_TRANSLATE_NOOP("Models", "Only move"),
    Mark.NOVELTY: QT_TRANSLATE_NOOP("Models", "New move"),
}


class Shape(Enum):
    """The form of a drawing on the board."""

    ARROW = "arrow"
    CELL = "cell"
    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"
    LABEL = "label"


class Ink(Enum):
    """The colour of a drawing."""

    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing on the board.

    `cell` is the name of a cell in the game's notation (``c8``, ``S3``); an arrow leads from there
    to `to`, which is empty for the other shapes.  A label shows `text`, at most a few characters.
    """

    shape: Shape
    cell: str
    to: str = ""
    ink: Ink = Ink.BLUE
    text: str = ""


Properties = tuple[tuple[str, tuple[str, ...]], ...]
"""Properties of a file that mean nothing here, each a name and its raw values, in their order."""


@dataclass(frozen=True, slots=True)
class Notes:
    """Everything that is written at a node; `properties` are kept for the file they came from."""

    comment: str = ""
    marks: tuple[Mark, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    properties: Properties = field(default=())

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        # Empty notes are one object, also in another process: most nodes have them.
        return "NO_NOTES" if self is NO_NOTES else object.__reduce_ex__(self, protocol)

    @property
    def judgement(self) -> Mark | None:
        """The mark that judges the move, or None."""
        return next((mark for mark in self.marks if mark.is_judgement), None)

    @property
    def symbols(self) -> str:
        """The symbols of all marks, as they stand behind a move."""
        return " ".join(mark.value for mark in self.marks)

    def to_json(self) -> dict[str, Any]:
        """Return the notes as JSON-compatible values without what is empty; see `from_json`."""
        data: dict[str, Any] = {}
        if self.comment:
            data["comment"] = self.comment
        if self.marks:
            data["marks"] = [mark.value for mark in self.marks]
        if self.drawings:
            data["drawings"] = [
                [drawing.shape.value, drawing.cell, drawing.to, drawing.ink.value, drawing.text]
                for drawing in self.drawings
            ]
        if self.properties:
            data["properties"] = [[name, list(values)] for name, values in self.properties]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Notes":
        """Return the notes in *data*, as `to_json` returns them; other entries are ignored.

        Raises `ValueError` or `TypeError` if they are damaged, or beyond the limits.
        """
        comment = data.get("comment", "")
        marks = tuple(Mark(symbol) for symbol in data.get("marks", ()))
        drawings = tuple(
            Drawing(Shape(shape), _text(cell), _text(to), Ink(ink), _text(text))
            for shape, cell, to, ink, text in data.get("drawings", ())
        )
        properties = tuple(
            (
                _text(name, MAX_COMMENT_TEXT),
                tuple(_text(value, MAX_COMMENT_TEXT) for value in given),
            )
            for name, given in data.get("properties", ())
        )
        if not (comment or marks or drawings or properties):
            return NO_NOTES
        if len(drawings) > MAX_DRAWINGS or sum(mark.is_judgement for mark in marks) > 1:
            raise ValueError("There are too many marks or drawings at a node.")
        return cls(_text(comment, MAX_COMMENT_TEXT), marks, drawings, properties)


NO_NOTES = Notes()


def joined_notes(notes: Notes, others: Notes) -> Notes:
    """Return *notes* with what only *others* have: comments one after the other."""
    if others in (NO_NOTES, notes):
        return notes
    if notes == NO_NOTES:
        return others
    comment = notes.comment
    if _has_words(others.comment, comment):
        comment = others.comment
    elif not _has_words(comment, others.comment):
        comment = f"{comment}\n\n{others.comment}"
    judged = notes.judgement is not None
    marks = notes.marks + tuple(
        mark
        for mark in others.marks
        if mark not in notes.marks and not (judged and mark.is_judgement)
    )
    drawings = tuple(dict.fromkeys(notes.drawings + others.drawings))
    properties = tuple(dict.fromkeys(notes.properties + others.properties))
    return Notes(comment, marks, drawings, properties)


def _has_words(comment: str, words: str) -> bool:
    """Return whether *words* stand in *comment*, and not only as a part of longer words."""
    return not words or re.search(rf"(?<!\w){re.escape(words)}(?!\w)", comment) is not None


def _text(value: Any, most: int = MAX_CELL_TEXT) -> str:
    """Return *value*, a str of at most *most* characters; raise `TypeError` or `ValueError`."""
    if not isinstance(value, str):
        raise TypeError("Names and comments are texts.")
    if len(value) > most:
        raise ValueError(f"A text has {len(value):,} characters, and {most:,} is the most.")
    return value
