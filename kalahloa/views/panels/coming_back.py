"""The panel that shows how many exercises come again, and when."""

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QVBoxLayout, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.models.study.training.statistics import LAST_DAYS
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

BAR_ROOM = 44
"""The height of the highest bar, in pixels."""
LEAST_BAR = 3
WIDE = 620
"""From this width on, in pixels, each day has a bar, and the words stand beside the bars."""
NARROW = (1, 1, 3, 3)
"""How many of the bars are one in a narrow panel: today, tomorrow, this week, later."""


class _Bar(QWidget):
    """A number, a bar of its height, and when that is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.count, self.when = PlainLabel(self), PlainLabel(self)
        self.when.setObjectName("muted")
        self.bar = QFrame(self)
        self.bar.setAutoFillBackground(True)
        self.bar.setFixedWidth(22)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addStretch(1)
        for part in (self.count, self.bar, self.when):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)

    def show_count(self, count: int, most: int, when: str, said: str) -> None:
        """Show *count*, of which the highest bar is *most*, under the words *when*."""
        self.count.setText(str(count))
        self.when.setText(when)
        self.bar.setFixedHeight(max(LEAST_BAR, round(BAR_ROOM * count / max(1, most))))
        self.count.setAccessibleName(said)


class ComingBackPanel(Panel):
    """Shows a bar for today, tomorrow, and the days and weeks after that."""

    key = "coming_back"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._due: tuple[int, ...] = ()
        self.words = self.make_sentence("muted")
        self.words.setText(
            self.tr("What you solve comes back later and later; what you miss, tomorrow.")
        )
        self.bars = tuple(_Bar(self) for _ in range(len(LAST_DAYS) + 1))
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.addLayout(column_of(self.title_label(), self.words, 1), 2)
        self.all = self.make_readable(self.title)
        row = side_by_side(*((bar, 1) for bar in self.bars), spacing=4)
        row.setContentsMargins(0, 0, 0, 0)
        self.all.setLayout(row)
        self._parts.addWidget(self.all, 5)
        self.lay_out((self._parts, 1))
        self.hand_focus_to(self.all)

    def refresh(self, change: Change) -> None:
        """Show what comes again."""
        state = change.place.get(TrainingState)
        known = state is not None and state.statistic is not None
        if known and (change.is_new or Cause.PUZZLE in change.causes):
            assert state is not None and state.statistic is not None
            self._due = state.statistic.due
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many bars as there is room for."""
        super().resizeEvent(event)
        self._show()

    def _show(self) -> None:
        if not self._due:
            for bar in self.bars:
                bar.hide()
            return
        wide = self.width() >= WIDE
        self.words.setVisible(wide)
        ways = QBoxLayout.Direction
        self._parts.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        counts, labels = (self._due, self._labels()) if wide else self._few()
        most = max(counts)
        tolds = []
        for number, bar in enumerate(self.bars):
            bar.setVisible(number < len(counts))
            if number < len(counts):
                count, when = counts[number], labels[number]
                told = fill(self.tr("{when}: %n exercise(s) to repeat", "", count), when=when)
                bar.show_count(count, most, when, told)
                tolds.append(told)
                palette = bar.bar.palette()
                colour = self.theme.accent if number == 0 and count else self.theme.outline
                palette.setColor(bar.bar.backgroundRole(), colour)
                bar.bar.setPalette(palette)
        self.all.setAccessibleDescription(". ".join(tolds))

    def _labels(self) -> tuple[str, ...]:
        """Return when each of the counts is."""
        today, locale = QDate.currentDate(), QLocale()
        days = [
            locale.dayName(today.addDays(after).dayOfWeek(), QLocale.FormatType.ShortFormat)
            for after in (2, 3, 4)
        ]
        return (
            *(self.tr("Today"), self.tr("Tomorrow"), *days),
            *(self.tr("Next week"), self.tr("In 2 weeks"), self.tr("Later")),
        )

    def _few(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return fewer counts, for a narrow panel, and when each is."""
        counts, start = [], 0
        for many in NARROW:
            counts.append(sum(self._due[start : start + many]))
            start += many
        names = (self.tr("Today"), self.tr("Tomorrow"), self.tr("This week"), self.tr("Later"))
        return tuple(counts), names
