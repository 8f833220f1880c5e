"""The fields in which a match is ordered."""

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QSizePolicy, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.features.match.state import (
    DEFAULT_GAMES,
    DEFAULT_NODES,
    MAX_GAMES,
    MatchOrder,
    Stock,
)
from kalahloa.models.search.levels.levels import HIGHEST, LOWEST
from kalahloa.models.text.quotation import quote
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.plain_label import PlainLabel

LIMITS = (
    *(("nodes", number) for number in (500, DEFAULT_NODES, 20_000, 200_000)),
    *(("depth", number) for number in (1, 2, 4, 6)),
    *(("seconds", number) for number in (0.1, 1)),
)
"""What the moves of participants without a level can be limited to."""
TEST = (0, 30)
"""The Elo differences between which the sequential test decides."""
DEFAULT_LEVEL = 2
MAX_PLIES = 20
MAX_SEED = 999_999
FIELD_WIDTH = 112
"""The least width of a field, in pixels."""


class MatchForm(QWidget):
    """The choices of a `MatchOrder`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.first = self._choice(self.tr("First participant"))
        self.second = self._choice(self.tr("Second participant"))
        self.limit = self._choice(self.tr("Limit per move"))
        for key, number in LIMITS:
            self.limit.addItem(self._limit_text(key, number), (key, number))
        self.limit.setCurrentIndex(LIMITS.index(("nodes", DEFAULT_NODES)))
        self.games = self._number(self.tr("Number of games"), 2, MAX_GAMES, DEFAULT_GAMES)
        self.games.setSingleStep(2)
        self.games.setSuffix(self.tr(" games"))
        self.plies = self._number(self.tr("Random plies at the start"), 0, MAX_PLIES, 4)
        self.plies.setSuffix(self.tr(" random plies"))
        self.seed = self._number(self.tr("Seed of the openings"), 0, MAX_SEED, 1)
        self.seed.setPrefix(self.tr("seed "))
        self.test = QCheckBox(self.tr("Stop early (SPRT)"), self)
        self.test.setToolTip(
            fill(
                self.tr(
                    "Sequential test (SPRT): the match ends as soon as it accepts {low} or "
                    "{high} Elo"
                ),
                low=TEST[0],
                high=f"+{TEST[1]}",
            )
        )
        self._stock: Stock | None = None
        against = PlainLabel(self, self.tr("against"))
        against.setObjectName("muted")
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.first, 0, 0, 1, 2)
        layout.addWidget(against, 1, 0)
        layout.addWidget(self.second, 1, 1)
        layout.addWidget(self.limit, 2, 0)
        layout.addWidget(self.games, 2, 1)
        layout.addWidget(self.plies, 3, 0)
        layout.addWidget(self.seed, 3, 1)
        layout.addWidget(self.test, 4, 0, 1, 2)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(1, 1)

    def _choice(self, name: str) -> DropDown:
        box = DropDown(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(6)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.setMinimumWidth(FIELD_WIDTH)
        return box

    def _number(self, name: str, low: int, high: int, value: int) -> WholeNumber:
        box = WholeNumber(self)
        box.setRange(low, high)
        box.setValue(value)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.setMinimumWidth(FIELD_WIDTH)
        return box

    def _limit_text(self, key: str, number: float) -> str:
        if key == "nodes":
            return fill(self.tr("{number} nodes"), number=f"{number:,}")
        if key == "depth":
            return fill(self.tr("depth {number}"), number=number)
        return fill(self.tr("{number} seconds"), number=f"{number:g}")

    # -- what there is -------------------------------------------------------------------------

    def show_stock(self, stock: Stock) -> None:
        """Offer the heuristics of *stock*; what is chosen stays if it is still there."""
        if self._stock is not None and (self._stock.game, self._stock.own) == (
            stock.game,
            stock.own,
        ):
            return
        self._stock = stock
        rows = self._rows(stock)
        level = f"engine:level={DEFAULT_LEVEL}"
        first = next((data for _, data in rows if "file:" in data), rows[0][1])
        for box, usual in ((self.first, first), (self.second, level)):
            chosen = box.currentData() or usual
            with QSignalBlocker(box):
                box.clear()
                for text, data in rows:
                    box.addItem(text, data)
                row = box.findData(chosen)
                box.setCurrentIndex(row if row >= 0 else max(0, box.findData(usual)))

    def _rows(self, stock: Stock) -> list[tuple[str, str]]:
        rows = [
            (fill(self.tr("{name} (yours)"), name=quote(name)), f"engine:heuristic=file:{name}")
            for name in stock.own
        ]
        rows += [(name, f"engine:heuristic={name}") for name in stock.built_in]
        rows += [
            (fill(self.tr("Level {number}"), number=number), f"engine:level={number}")
            for number in range(LOWEST, HIGHEST + 1)
        ]
        rows.append((self.tr("Engine"), "engine"))
        rows.append((self.tr("Random moves"), "random"))
        return rows

    def choose_first(self, participant: str) -> None:
        """Choose the first participant, if there is such a one."""
        row = self.first.findData(participant)
        if row >= 0:
            self.first.setCurrentIndex(row)

    def order(self, place: Place) -> MatchOrder:
        """Return what is chosen, for the game and the rules of *place*."""
        limit: dict[str, Any] = dict.fromkeys(("nodes", "depth", "seconds"))
        limit |= [self.limit.currentData()]
        return MatchOrder(
            place.game.key,
            place.rules,
            str(self.first.currentData()),
            str(self.second.currentData()),
            games=self.games.value(),
            openings=f"random:{self.plies.value()}:{self.seed.value()}",
            test=TEST if self.test.isChecked() else None,
            **limit,
        )
