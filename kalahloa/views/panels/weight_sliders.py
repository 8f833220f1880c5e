"""Sliders and numbers for the weights of the heuristic that is edited."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QSlider, QWidget

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill
from kalahloa.models.text.quotation import quote
from kalahloa.views.look.number_field import DecimalNumber
from kalahloa.views.look.plain_label import PlainLabel

STEPS = 100
"""How many steps a slider has on each side of its middle, which is 0."""
PAUSE_MS = 60
"""How often a weight that is being moved is told."""
_MAX_WEIGHT = 1e6
_DECIMALS = 6
_NUMBER_WIDTH = 92


@dataclass(eq=False)
class _Row:
    """A weight: its label, slider and number; the slider goes from -`span` to `span`."""

    label: PlainLabel
    slider: QSlider
    number: QDoubleSpinBox
    span: float = 1.0


class _Number(DecimalNumber):
    """A number as it is written in code, without zeros at its end."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())

    def textFromValue(self, value: float) -> str:
        """Return *value* in as few digits as can be."""
        return f"{value:.{_DECIMALS}f}".rstrip("0").rstrip(".")


class WeightSliders(QWidget):
    """A row for each weight; what is moved is told a few times a second."""

    changed = Signal(str, float)
    """The name of a weight, and its new value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plain")
        self.rows: dict[str, _Row] = {}
        """The rows by the weights' names."""
        self._owner = ""
        self._due: dict[str, float] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._pause = single_shot(self, self._tell, PAUSE_MS)

    def show_weights(self, owner: str, weights: Mapping[str, float]) -> None:
        """Show the *weights* of *owner*; one that is just being moved stays where it is."""
        if (owner, list(weights)) != (self._owner, list(self.rows)):
            self._owner = owner
            self._make(weights)
        for name, value in weights.items():
            if name not in self._due:
                self._show(self.rows[name], value)
        self.setVisible(bool(weights))

    def _make(self, weights: Mapping[str, float]) -> None:
        for row in self.rows.values():
            for part in (row.label, row.slider, row.number):
                self._grid.removeWidget(part)
                part.deleteLater()
        self.rows = {}
        self._due = {}
        for place, (name, value) in enumerate(weights.items()):
            row = self.rows[name] = self._made(name)
            row.span = 2 * abs(value) or 1.0
            self._grid.addWidget(row.label, place, 0)
            self._grid.addWidget(row.slider, place, 1)
            self._grid.addWidget(row.number, place, 2)

    def _made(self, name: str) -> _Row:
        label = PlainLabel(self, quote(name))
        told = fill(self.tr("Weight {name}"), name=quote(name))
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(-STEPS, STEPS)
        slider.setPageStep(STEPS // 10)
        slider.setMinimumWidth(60)
        number = _Number(self)
        number.setRange(-_MAX_WEIGHT, _MAX_WEIGHT)
        number.setDecimals(_DECIMALS)
        number.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
        number.setKeyboardTracking(False)  # a number that is half typed is another one
        number.setFixedWidth(_NUMBER_WIDTH)
        for part in (slider, number):
            part.setAccessibleName(told)
            part.setToolTip(told)
        slider.valueChanged.connect(lambda step: self._slide(name, step))
        number.valueChanged.connect(lambda value: self._type(name, value))
        return _Row(label, slider, number)

    def _show(self, row: _Row, value: float) -> None:
        """Show *value*; where the slider does not reach it, its ends are moved."""
        if abs(value) > row.span:
            row.span = 2 * abs(value)
        with QSignalBlocker(row.number), QSignalBlocker(row.slider):
            row.number.setValue(value)
            row.slider.setValue(round(STEPS * value / row.span))

    def _slide(self, name: str, step: int) -> None:
        row = self.rows[name]
        value = round(row.span * step / STEPS, _DECIMALS)
        with QSignalBlocker(row.number):
            row.number.setValue(value)
        self._change(name, value)

    def _type(self, name: str, value: float) -> None:
        self._show(self.rows[name], value)
        self._change(name, value)

    def _change(self, name: str, value: float) -> None:
        self._due[name] = value
        if not self._pause.isActive():
            self._pause.start()

    @Slot()
    def _tell(self) -> None:
        due, self._due = self._due, {}
        for name, value in due.items():
            self.changed.emit(name, value)
