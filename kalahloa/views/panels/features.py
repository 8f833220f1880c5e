"""The panel that lists what a heuristic can ask of a position, and the examples."""

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QMenu,
    QWidget,
)

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.place import Change
from kalahloa.controllers.features.lab.reports import LabReport
from kalahloa.controllers.features.lab.state import NO_LAB, LabState
from kalahloa.controllers.features.lab.words import cost_sentence, cost_text
from kalahloa.models.game.feature import FeatureSet
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.items.flat_rows import FlatCell, FlatRows
from kalahloa.views.items.table import AT_END, FIT, STRETCH, TableView
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.mirroring import code_as_read
from kalahloa.views.look.plain_label import plain_tool_tip
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

OWNER = "position"
"""What a heuristic calls its position in what is inserted."""
_TOLD, _TIP = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole


class FeaturesPanel(Panel):
    """A table of features: how each is called, and what it measures; Enter or a click inserts."""

    key = "features"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._features: FeatureSet | None = None
        self._examples: tuple[str, ...] = ()
        facts = self.make_line("muted", at_end=True)
        facts.setText(self.tr("Click to insert. The cost is per call."))
        self.model = FlatRows((FIT, STRETCH, FIT), self)
        self._costs: tuple[object, float] = ({}, 0.0)
        self.table = TableView(self, self.model, by_click=True, wraps=True)
        self.table.setAccessibleName(self.tr("Features of a position"))
        self.table.horizontalHeader().hide()
        self.table.chosen.connect(self._insert)
        examples = self.tr("Start from an example")
        self.start = self.make_button(examples, self._show_examples, style="link")
        self.speed = self.make_button(self.tr("Measure speed"), "measure-speed", style="link")
        self.hand_focus_to(self.table)
        head, foot = (
            side_by_side(self.title_label(), (facts, 1)),
            side_by_side(self.start, 1, self.speed),
        )
        self.lay_out(head, (self.table, 1), foot, spacing=6, margins=(12, 10, 12, 8))

    def refresh(self, change: Change) -> None:
        """Show the features of the game."""
        features = change.place.game.features
        if features is not self._features or change.is_new:
            self._features = features
            self._fill()
        state = change.place.get(LabState) or NO_LAB
        self._examples = state.examples
        if state.report is not None:  # what is not known at the moment stays
            self._show_costs(state.report)
        self.start.setEnabled(bool(self._examples))

    def _fill(self) -> None:
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        rows = []
        for feature in () if self._features is None else self._features.features:
            sentence = in_words(feature.sentence)
            told = f"{feature.signature}: {sentence}"
            tip = plain_tool_tip(told)
            called = {Qt.ItemDataRole.FontRole: fixed, _TOLD: told, _TIP: tip}
            rows.append(
                (
                    FlatCell(code_as_read(feature.signature), called),
                    FlatCell(sentence, {_TIP: tip}),
                    _cost(),
                )
            )
        self.model.set_rows(rows)
        self._costs = ({}, 0.0)

    def _show_costs(self, report: LabReport) -> None:
        """Show what each feature costs in the heuristic, those that it does not ask for nothing."""
        costs = (report.costs, report.microseconds)
        if self._features is None or costs == self._costs:
            return
        self._costs = costs
        for row, feature in enumerate(self._features.features):
            cost = report.costs.get(feature.name)
            if cost is None:
                shown = _cost()
            else:
                told = cost_sentence(feature.name, cost, report.microseconds)
                shown = _cost(cost_text(cost), told)
            self.model.set_cell(row, 2, shown)

    @Slot(int)
    def _insert(self, row: int) -> None:
        text = self.model.index(row, 0).data()
        self.asked.emit("insert-code", [f"{OWNER}.{text}"])

    @Slot()
    def _show_examples(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("examplesMenu")
        delete_when_closed(menu)
        for name in self._examples:
            menu.addAction(name, partial(self.asked.emit, "start-from", [name]))
        menu.popup(self.start.mapToGlobal(self.start.rect().bottomLeft()))


def _cost(text: str = "", told: str = "") -> FlatCell:
    """Return the cell of what a feature costs: *text* is shown, *told* said."""
    values = {Qt.ItemDataRole.TextAlignmentRole: AT_END, _TIP: plain_tool_tip(told), _TOLD: told}
    return FlatCell(text, values)
