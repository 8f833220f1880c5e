"""The panel with the time that both sides have left."""

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QSizePolicy,
    QWidget,
)

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.place import Change, Place
from kalahloa.controllers.features.clock.clock import Clock
from kalahloa.controllers.features.clock.state import ClockState
from kalahloa.controllers.features.clock.words import clock_text
from kalahloa.views.look.arrangement import side_by_side
from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

TICK_MS = 100
_LARGER = 1.8


class ClockPanel(Panel):
    """A card with a row for each side, and a button that starts or stops the clock."""

    key = "clock"
    can_scroll = False

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.sides = (PlainLabel(self), PlainLabel(self))
        self.times = (PlainLabel(self), PlainLabel(self))
        rows = QGridLayout()
        for number, (side, time) in enumerate(zip(self.sides, self.times, strict=True)):
            time.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
            rows.addWidget(side, number, 0)
            rows.addWidget(time, number, 1)
        rows.setColumnStretch(0, 1)
        self.start_button = self.make_button(self.tr("Start the clock"), "clock")
        self.hand_focus_to(self.start_button)
        self.lay_out(self.title_label(), rows, side_by_side(1, self.start_button))
        for time in self.times:
            enlarge(time, _LARGER)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._clock: Clock | None = None
        self._ticking = QTimer(self)
        self._ticking.setInterval(TICK_MS)
        self._ticking.timeout.connect(self._tick)

    def offer(self, service: object) -> None:
        """Show the time of *service*, if it is the clock."""
        if isinstance(service, Clock):
            self._clock = service

    def refresh(self, change: Change) -> None:
        """Show whose clock runs, and what is left."""
        place = change.place
        state = place.get(ClockState)
        for number, side in enumerate(self.sides):
            runs = state is not None and state.running == number
            name = in_words(place.game.sides[number])
            side.setText(fill(self.tr("{side}, to move"), side=name) if runs else name)
            for label in (side, self.times[number]):
                label.setEnabled(state is not None)
        self.start_button.setText(self.tr("Start the clock") if state is None else self.tr("Stop"))
        self._show(place, (0.0, 0.0) if state is None else state.left)
        self._keep_ticking()

    def _show(self, place: Place, left: tuple[float, float]) -> None:
        is_on = place.get(ClockState) is not None
        for number, (time, seconds) in enumerate(zip(self.times, left, strict=True)):
            text = clock_text(seconds) if is_on else "–:––"
            if text != time.text():
                time.setText(text)
                time.setAccessibleName(f"{in_words(place.game.sides[number])}: {text}")

    def _keep_ticking(self) -> None:
        state = None if self.place is None else self.place.get(ClockState)
        runs = self.isVisible() and state is not None and state.running is not None
        if runs != self._ticking.isActive():
            self._ticking.start() if runs else self._ticking.stop()

    @Slot()
    def _tick(self) -> None:
        if self._clock is not None and self.place is not None:
            self._show(self.place, self._clock.left)

    def showEvent(self, event: QShowEvent) -> None:
        """Count on."""
        super().showEvent(event)
        self._keep_ticking()

    def hideEvent(self, event: QHideEvent) -> None:
        """Draw nothing that is not seen."""
        super().hideEvent(event)
        self._keep_ticking()
