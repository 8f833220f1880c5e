"""The panel that shows how many exercises were right at the first try, of each kind."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QProgressBar, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.training.state import TrainingState
from kalahloa.controllers.features.training.training import Training
from kalahloa.controllers.features.training.words import (
    before_words,
    kind_name,
    mistake_name,
    statistic_report,
    tally_words,
    weeks_words,
)
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.study.training.statistics import TrainingStatistic
from kalahloa.views.look.arrangement import column_of, side_by_side
from kalahloa.views.look.fonts import enlarge
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.theme import Theme
from kalahloa.views.panels.panel import Panel

SCORE_SIZE = 1.5
BAR_HEIGHT, MIN_BAR = 6, 24
MAX_KINDS = 5
"""How many kinds of mistakes are shown at most."""


class TrainingResultsPanel(Panel):
    """Shows the score of the last seven days, and a bar for each kind of exercise.

    Of the user's own mistakes it shows how each kind has gone in the last weeks.
    """

    key = "training_results"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._training: Training | None = None
        self.score = PlainLabel(self)
        self.when = self.make_sentence("muted")
        self.when.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
        self.empty = self.make_sentence("muted")
        self.all = self.make_readable(self.title)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        self.rows: dict[ExerciseKind, tuple[PlainLabel, QProgressBar, PlainLabel]] = {}
        """The name, the bar and the score of each kind."""
        for row, kind in enumerate(ExerciseKind):
            self.rows[kind] = self._add_row(grid, row, kind_name(kind))
        self.mistakes_head = self.make_sentence("muted")
        self.mistakes_head.setText(self.tr("My mistakes, right at first try by week"))
        self.mistakes: list[tuple[PlainLabel, QProgressBar, PlainLabel]] = []
        """The name, the bar of this week and the weeks of each kind of mistake."""
        self._mistake_rows = QGridLayout()
        self._mistake_rows.setHorizontalSpacing(12)
        self._mistake_rows.setVerticalSpacing(8)
        self._mistake_rows.setColumnStretch(1, 1)
        head = side_by_side(self.score, (self.when, 1), spacing=10)
        parts = (head, self.empty, grid, self.mistakes_head, self._mistake_rows)
        self.all.setLayout(column_of(*parts, spacing=8, margins=(0, 0, 0, 0)))
        self.lay_out(self.title_label(), self.all, 1, spacing=4)
        self.hand_focus_to(self.all)
        enlarge(self.score, SCORE_SIZE, QFont.Weight.DemiBold)

    def _add_row(
        self, grid: QGridLayout, row: int, title: str
    ) -> tuple[PlainLabel, QProgressBar, PlainLabel]:
        """Add a row with a name, a bar and room for a score to *grid*."""
        name, bar = PlainLabel(self, title), self.make_progress_bar(title)
        bar.setFixedHeight(BAR_HEIGHT)
        bar.setMinimumWidth(MIN_BAR)
        score = PlainLabel(self)
        score.setObjectName("muted")
        score.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        for column, part in enumerate((name, bar, score)):
            grid.addWidget(part, row, column)
        return name, bar, score

    def offer(self, service: object) -> None:
        """Ask *service* for the results, if it keeps them."""
        if isinstance(service, Training):
            self._training = service

    def refresh(self, change: Change) -> None:
        """Show the results; ask for them where nobody knows them yet."""
        state = change.place.get(TrainingState)
        if state is None or state.statistic is None:
            if self._training is not None:
                self._training.want()
        elif change.is_new or Cause.PUZZLE in change.causes:
            self._show(state.statistic)

    def _show(self, statistic: TrainingStatistic) -> None:
        tried = bool(statistic.tried)
        self.score.setText(tally_words(statistic.passed, statistic.tried))
        self.when.setText(before_words(statistic))
        self.score.setVisible(tried)
        self.when.setVisible(tried)
        self.empty.setText(self._nothing(statistic))
        self.empty.setVisible(not tried)
        scores = {one.kind: one for one in statistic.by_kind}
        said = self.tr("{kind}: {score} right at the first try")
        for kind, (name, bar, score) in self.rows.items():
            one = scores.get(kind)
            for part in (name, bar, score):
                part.setVisible(one is not None)
            if one is None:
                continue
            words = tally_words(one.passed, one.tried)
            bar.setRange(0, one.tried)
            bar.setValue(one.passed)
            bar.setAccessibleName(fill(said, kind=kind_name(kind), score=words))
            score.setText(words)
        self._show_mistakes(statistic)
        told = statistic_report(statistic).splitlines()[:-1]  # what comes back is told there
        self.all.setAccessibleDescription(" ".join(told))

    def _show_mistakes(self, statistic: TrainingStatistic) -> None:
        """Show the kinds of mistakes that were tried most in the last weeks."""
        tried = [one for one in statistic.by_mistake if weeks_words(one)]
        tried.sort(key=lambda one: -sum(count for _, count in one.weeks))
        shown = tried[:MAX_KINDS]
        said = self.tr("{kind}: {score} this week; right by week: {weeks}")
        while len(self.mistakes) < len(shown):
            self.mistakes.append(self._add_row(self._mistake_rows, len(self.mistakes), ""))
        self.mistakes_head.setVisible(bool(shown))
        for number, (name, bar, weeks) in enumerate(self.mistakes):
            for part in (name, bar, weeks):
                part.setVisible(number < len(shown))
            if number >= len(shown):
                continue
            one = shown[number]
            passed, count = one.weeks[-1]
            name.setText(mistake_name(one.kind))
            bar.setRange(0, max(1, count))
            bar.setValue(passed)
            weeks.setText(weeks_words(one))
            words = tally_words(passed, count)
            told = fill(said, kind=name.text(), score=words, weeks=weeks.text())
            bar.setAccessibleName(told)

    def _nothing(self, statistic: TrainingStatistic) -> str:
        """Return what to say where nothing was tried this week."""
        if not statistic.tried_before:
            return self.tr("Nothing yet this week: try a puzzle.")
        before = tally_words(statistic.passed_before, statistic.tried_before)
        return fill(self.tr("Nothing yet this week; {score} the week before."), score=before)
