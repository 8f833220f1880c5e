"""The panel that shows how many exercises come again, and when."""

from itertools import islice

from PySide6.QtCore import QDateTime, QEvent, QLocale, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.training import Training
from kalahloa.models.study.training.statistics import LAST_DAYS, TrainingStatistic
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

BAR_ROOM = 44
"""The least height of the highest bar, in pixels."""
BAR_WIDTH, MIN_BAR = 22, 3
BETWEEN, MARGIN = 8, 14
"""Pixels between the words below two bars, and between them and the panel's edge."""
TEXT_SHARE, CHART_SHARE = 2, 5
"""Shares of the width where the words stand beside the bars."""
NARROW, NARROWEST = (1, 1, 3, 3), (1, 1, 6)
"""How many of the bars are one where there is less room: today, tomorrow, this week, later; and
without this week."""


class _Bar(QWidget):
    """A number, a bar of its height, and when that is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.count, self.when = PlainLabel(self), PlainLabel(self)
        self.when.setObjectName("muted")
        self.bar = QFrame(self)
        self.bar.setAutoFillBackground(True)
        self.bar.setFixedWidth(BAR_WIDTH)
        self.bar.setMinimumHeight(MIN_BAR)
        self.may_be_narrow = False
        """Whether there may be less room than for the words, as fewer bars are shown then."""
        self._column = column_of(0, spacing=4, margins=(0, 0, 0, 0))
        self._column.addWidget(self.count, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addLayout(side_by_side(1, self.bar, 1))
        self._column.addWidget(self.when, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setLayout(self._column)

    def show_count(self, count: int, most: int, when: str, said: str) -> None:
        """Show *count*, of which the highest bar is *most*, under the words *when*."""
        self.count.setText(str(count))
        self.when.setText(when)
        above, bar = 0, 2
        self._column.setStretch(above, max(most, 1) - count)
        self._column.setStretch(bar, count)
        self.count.setAccessibleName(said)

    def minimumSizeHint(self) -> QSize:
        """Return a size that leaves room for the bar, whatever its height is now."""
        size = super().minimumSizeHint()
        width = BAR_WIDTH if self.may_be_narrow else size.width()
        return QSize(width, size.height() + BAR_ROOM)


class ComingBackPanel(Panel):
    """Shows a bar for today, tomorrow, and the days and weeks after that."""

    key = "coming_back"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._training: Training | None = None
        self._statistic: TrainingStatistic | None = None
        self.words = self.make_sentence("muted")
        self.words.setText(
            self.tr(
                "What you miss comes back tomorrow; what you solve, after longer and longer times."
            )
        )
        self.bars = tuple(_Bar(self) for _ in range(len(LAST_DAYS) + 1))
        for bar in self.bars:
            bar.hide()
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.addLayout(column_of(self.title_label(), self.words, 1), TEXT_SHARE)
        self.all = self.make_readable(self.title)
        self._chart = side_by_side(*self.bars, spacing=0)
        self._chart.setContentsMargins(0, 0, 0, 0)
        self.all.setLayout(self._chart)
        self._parts.addWidget(self.all, CHART_SHARE)
        self.lay_out((self._parts, 1))
        self.hand_focus_to(self.all)

    def offer(self, service: object) -> None:
        """Ask *service* for what comes again, if it knows."""
        if isinstance(service, Training):
            self._training = service

    def refresh(self, change: Change) -> None:
        """Show what comes again; ask for that where nobody knows it yet."""
        state = change.place.get(TrainingState)
        if state is None or state.statistic is None:
            if self._training is not None:
                self._training.want()
        elif change.is_new or Cause.PUZZLE in change.causes:
            self._statistic = state.statistic
            self._show()

    def set_theme(self, theme: Theme) -> None:
        """Draw in the colours of *theme*."""
        super().set_theme(theme)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many bars as there is room for."""
        super().resizeEvent(event)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Show as many bars as there is room for with another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.layout() is not None:
            self._show()

    def _show(self) -> None:
        if self._statistic is None:
            return
        due, labels = self._statistic.due, self._labels(self._statistic.day_end)
        wide = self._has_room(labels, TEXT_SHARE)
        groups: tuple[int, ...] = (1,) * len(due)
        if not wide:
            labels = (self.tr("Today"), self.tr("Tomorrow"), self.tr("This week"), self.tr("Later"))
            groups = NARROW
            if not self._has_room(labels):
                labels, groups = (*labels[:2], labels[-1]), NARROWEST
        rest = iter(due)
        counts = [sum(islice(rest, many)) for many in groups]
        most = max(counts)
        self.words.setVisible(wide)
        ways = QBoxLayout.Direction
        self._parts.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._parts.setStretch(0, TEXT_SHARE if wide else 0)
        tolds = []
        for number, bar in enumerate(self.bars):
            bar.setVisible(number < len(counts))
            if number < len(counts):
                count, when = counts[number], labels[number]
                told = fill(self.tr("{when}: %n exercise(s) to repeat", "", count), when=when)
                bar.may_be_narrow = groups is not NARROWEST
                bar.show_count(count, most, when, told)
                tolds.append(told)
                self._chart.setStretch(number, self._width(when))
                palette = bar.bar.palette()
                colour = self.theme.accent if number == 0 and count else self.theme.outline
                palette.setColor(bar.bar.backgroundRole(), colour)
                bar.bar.setPalette(palette)
        self.all.setAccessibleDescription(". ".join(tolds))

    def _has_room(self, labels: tuple[str, ...], beside: int = 0) -> bool:
        """Return whether each of *labels* has room below a bar, with a share of words *beside*."""
        room = self.contentsRect().width() - 2 * MARGIN
        return room * CHART_SHARE >= sum(map(self._width, labels)) * (beside + CHART_SHARE)

    def _width(self, label: str) -> int:
        return self.bars[0].when.fontMetrics().horizontalAdvance(label) + BETWEEN

    def _labels(self, day_end: int) -> tuple[str, ...]:
        """Return when each of the counts is, if today ends at *day_end*."""
        today, locale = QDateTime.fromMSecsSinceEpoch(day_end).date(), QLocale()
        days = [
            locale.dayName(today.addDays(after).dayOfWeek(), QLocale.FormatType.ShortFormat)
            for after in (2, 3, 4)
        ]
        return (
            *(self.tr("Today"), self.tr("Tomorrow"), *days),
            *(self.tr("Next week"), self.tr("In 2 weeks"), self.tr("Later")),
        )
