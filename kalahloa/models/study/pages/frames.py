"""Pictures of one board after another, of which each says only what differs from the one before.

A picture is a row of numbers, of elements of SVG in a table that all pictures share.  No rule of a
game is needed to show them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kalahloa.models.drawing.board_look import BoardLook
from kalahloa.models.drawing.geometry import BoardCell
from kalahloa.models.drawing.palette import DARK, LIGHT
from kalahloa.models.drawing.svg import Svg
from kalahloa.models.game.game import Game
from kalahloa.models.record.annotation import Notes
from kalahloa.models.study.pages.drawn_notes import draw_notes


class BoardFrames:
    """The pictures of a board in light and in dark colours; `cells` are where its cells lie."""

    def __init__(self, game: Game, rules: Any, look: BoardLook) -> None:
        self._game = game
        self._look = look
        self.cells: Mapping[int, BoardCell] = {} if game.cells is None else game.cells(rules, look)
        self.elements: list[tuple[str, str]] = []
        """The table: each element as it is on light, and on dark ground."""
        self.definitions: dict[str, str] = {}
        """What the elements refer to, by its name."""
        self.view_box = ""
        self._numbers: dict[str, int] = {}

    def frame(
        self, position: Any, last: tuple[Any, int] | None, notes: Notes, marked: int
    ) -> list[int]:
        """Return the picture of *position* after the move *last*, with what is drawn on it.

        The mark of the move stands on the cell *marked*, unless that is -1.
        """
        look = replace(self._look, palette=LIGHT, last=last)
        light = self._picture(position, look, notes, marked)
        elements = light.elements
        self.view_box = self.view_box or light.view_box
        if any(element not in self._numbers for element in elements):
            # Only then, as it takes as long as the light one.
            dark = self._picture(position, replace(look, palette=DARK), notes, marked)
            self.definitions |= light.definitions | dark.definitions
            others = dark.elements
            if len(others) != len(elements):
                others = elements
            for element, other in zip(elements, others, strict=True):
                if element not in self._numbers:
                    self._numbers[element] = len(self.elements)
                    self.elements.append((element, other))
        return [self._numbers[element] for element in elements]

    def _picture(self, position: Any, look: BoardLook, notes: Notes, marked: int) -> Svg:
        picture = self._game.picture(position, look)
        draw_notes(picture, self.cells, notes, marked, look.palette)
        return picture


class TextRows:
    """Texts of several rows, each as numbers of rows in a table that all share."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self._numbers: dict[str, int] = {}

    def frame(self, rows: Sequence[str]) -> list[int]:
        """Return *rows* as numbers."""
        for row in rows:
            if row not in self._numbers:
                self._numbers[row] = len(self.rows)
                self.rows.append(row)
        return [self._numbers[row] for row in rows]


def frame_change(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return how *after* differs from *before*.

    That is how many numbers stay at the front, how many at the end, and what is between.
    """
    most = min(len(before), len(after))
    front = 0
    while front < most and before[front] == after[front]:
        front += 1
    end = 0
    while end < most - front and before[-1 - end] == after[-1 - end]:
        end += 1
    return [front, end, *after[front : len(after) - end]]
