"""The overlays on a board of Kalah, drawn by built-in items."""

from collections.abc import Collection, Iterator, Sequence

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QGraphicsScene

from kalahloa.models.games.kalah.notation import lecture_name, name_from_kalah
from kalahloa.models.games.kalah.overlays import (
    FROM_KALAH,
    LANDING,
    NUMBERS,
    OFFERS,
    RISK,
    STONES,
    KalahFacts,
    cell_label,
    facts,
    last_sowing,
)
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.numbers import signed
from kalahloa.views.boards.badge import BadgeFigure, Badges, Outline, Sign
from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.look.overlay_colours import again_colour, capture_colour, risk_colour
from kalahloa.views.look.theme import Theme

BADGE_SIZE = 14
_BADGE_DEPTH = 705.0
_INWARDS = 13.0
"""How far the label of a landing lies from the edge of its pit, towards the other row."""
_FROM_EDGE = 20.0
"""How far the middle of a sign lies from the inner edge of its pit."""


class KalahOverlays:
    """Draws what is wanted of one position at a time, and does nothing where that has not changed.

    At the inner edge of each pit: where it ends in the middle, what it offers on the right, and how
    many of its stones are at risk on the left.  At the outer edge of each cell: the lecture's
    number on the right, and which stones of the last move it got on the left.
    """

    def __init__(
        self, scene: QGraphicsScene, layout: KalahLayout, theme: Theme, font: QFont
    ) -> None:
        self._layout = layout
        self._theme = theme
        self._badges = Badges(scene, font, BADGE_SIZE, _BADGE_DEPTH)
        self._shown: object = None

    def enlarge(self, factor: float) -> None:
        """Draw badges larger by *factor* when they are shown the next time."""
        self._badges.enlargement = factor

    def show(self, position: Kalah | None, keys: frozenset[str]) -> None:
        """Show the overlays *keys* of *position*; none for None."""
        if position is None or not keys:
            wanted: object = None
        else:
            stones = tuple(position.stones())
            sown = last_sowing(position) if STONES in keys else None
            path = () if sown is None else sown[1].path
            wanted = (stones, position.rules, keys, path, self._badges.enlargement)
        if wanted == self._shown:
            return
        self._shown = wanted
        if position is None or wanted is None:
            self._badges.show(())
            return
        known = facts(position)
        self._badges.show(
            sign
            for key, signs in (
                (LANDING, self._landings(known)),
                (OFFERS, self._offers(known)),
                (RISK, self._risks(known)),
                (NUMBERS, self._names(keys)),
                (FROM_KALAH, () if NUMBERS in keys else self._names(keys)),
                (STONES, self._stones(path)),
            )
            if key in keys
            for sign in signs
        )

    def _landings(self, known: KalahFacts) -> Iterator[Sign]:
        layout, theme = self._layout, self._theme
        for cell, sown in known.sowings.items():
            centre = layout.inner_edge(cell) - QPointF(0, _INWARDS * layout.outwards(cell))
            yield Sign(
                f"→ {cell_label(sown.path[-1], layout.pits)}",
                centre.toTuple(),
                theme.panel.name(),
                theme.text.name(),
                room=layout.pitch - 4,
            )

    def _offers(self, known: KalahFacts) -> Iterator[Sign]:
        dark = self._theme.dark
        for cell, sown in known.sowings.items():
            if sown.extra_turn:
                yield self._sign(cell, 1, BadgeFigure.AGAIN, again_colour(dark), Outline.PILL)
            elif sown.captured_from >= 0:
                text = f"\N{MULTIPLICATION SIGN}{sown.captured}"
                yield self._sign(cell, 1, text, capture_colour(dark), Outline.SQUARE)

    def _risks(self, known: KalahFacts) -> Iterator[Sign]:
        for cell, stones in known.at_risk.items():
            text = signed(-stones)
            yield self._sign(cell, -1, text, risk_colour(self._theme.dark), Outline.SHIELD)

    def _names(self, keys: Collection[str]) -> Iterator[Sign]:
        """Yield the names that the overlays *keys* give the cells, those of a cell in one label."""
        pits = self._layout.pits
        for cell in range(2 * pits + 2):
            names = (
                lecture_name(cell, pits) if NUMBERS in keys else "",
                name_from_kalah(cell, pits) if FROM_KALAH in keys else "",
            )
            if any(names):
                yield self._at_edge(cell, 1, " ".join(filter(None, names)))

    def _stones(self, path: Sequence[int]) -> Iterator[Sign]:
        order: dict[int, list[str]] = {}
        for number, cell in enumerate(path, 1):
            order.setdefault(cell, []).append(f"{number}.")
        for cell, numbers in order.items():
            yield self._at_edge(cell, -1, " ".join(numbers))

    def _at_edge(self, cell: int, right: int, said: str) -> Sign:
        """Return a label at the outer edge of *cell*, at its left (-1) or right (1) side."""
        rect = self._layout.cells[cell]
        down = (rect.height() / 2 - _FROM_EDGE) * self._layout.outwards(cell)
        place = (rect.right() if right > 0 else rect.left(), rect.center().y() + down)
        fill, ink = self._theme.panel.name(), self._theme.text.name()
        return Sign(said, place, fill, ink, Outline.PILL, rect.width() / 2, right)

    def _sign(
        self, cell: int, right: int, said: str | BadgeFigure, fill: QColor, outline: Outline
    ) -> Sign:
        """Return a sign at the inner edge of the pit *cell*, at its left (-1) or right (1) side.

        It is the same side on the screen for both rows, whichever way the board is turned, and
        leaves the other half of the pit free.
        """
        rect = self._layout.cells[cell]
        down = (_FROM_EDGE - rect.height() / 2) * self._layout.outwards(cell)
        place = (rect.right() if right > 0 else rect.left(), rect.center().y() + down)
        ink = self._theme.on_accent.name()
        return Sign(said, place, fill.name(), ink, outline, rect.width() / 2, right)

    @property
    def badges(self) -> Badges:
        """The badges, to be looked at."""
        return self._badges
