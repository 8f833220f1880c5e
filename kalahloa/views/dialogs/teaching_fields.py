"""Fields that say which moves teaching takes back, and the dialog with nothing else."""

from dataclasses import replace

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QVBoxLayout, QWidget

from kalahloa.controllers.features.reviews.loss_words import format_loss
from kalahloa.controllers.features.teaching.state import (
    MAX_MARGIN,
    MAX_POINTS,
    MAX_TIMES,
    TeachingSettings,
)
from kalahloa.models.game.game import Game
from kalahloa.models.study.review.judgement import scale_for
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import FIELD_SPACING, FieldSentence, Form, Number, call


class TeachingFields(QWidget):
    """A switch, how much a move may give away, and how often moves are taken back."""

    def __init__(self, game: Game, settings: TeachingSettings, parent: QWidget) -> None:
        """Show *settings* for *game*."""
        super().__init__(parent)
        self._settings = settings
        self._by_margin = True
        self._game = game
        self.on = QCheckBox(self.tr("Stop me when a move loses"), self)
        self.limit = Number(self)
        self.times = Number(self)
        self.times.setRange(1, MAX_TIMES)
        self.times.setValue(settings.times)
        self.on.setChecked(settings.on)
        call(self.limit, self.tr("Teaching: how much a move may lose"))
        call(self.times, self.tr("Teaching: how many times per position"))
        self.sentence = FieldSentence(
            self,
            self.tr("You see the refutation and try again, at most this many times per position."),
        )
        self.on.setAccessibleDescription(self.sentence.text())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(FIELD_SPACING)
        layout.addWidget(self.on)
        layout.addWidget(self.limit)
        layout.addWidget(self.times)
        layout.addWidget(self.sentence)
        self.limit.valueChanged.connect(self._show_units)
        self.times.valueChanged.connect(self._show_units)
        self.on.toggled.connect(self._enable)
        self.set_game(game)
        self._enable()

    def settings(self) -> TeachingSettings:
        """Return what the fields say; of other games' amounts, what was given."""
        self._keep_limit()
        return replace(self._settings, on=self.on.isChecked(), times=self.times.value())

    def set_game(self, game: Game) -> None:
        """Show the amount in the unit of *game*."""
        if game is not self._game:
            self._keep_limit()
        self._game = game
        self._by_margin = scale_for(game, game.start(game.rulebook.default)) is None
        value = self._settings.limit(self._by_margin)
        self.limit.setRange(0, MAX_MARGIN if self._by_margin else MAX_POINTS)
        self.limit.setValue(value)
        self._show_units()

    def _keep_limit(self) -> None:
        if self._by_margin:
            self._settings = replace(self._settings, margin=self.limit.value())
        else:
            self._settings = replace(self._settings, points=self.limit.value())

    @Slot()
    def _show_units(self) -> None:
        value = self.limit.value()
        self.limit.setPrefix(self.tr("more than "))
        unit = format_loss(self._game, max(1, value), self._by_margin)
        self.limit.setSuffix(unit.removeprefix(str(max(1, value))))
        n = self.times.value()
        count = self.tr("%n time(s)", "", n)
        self.times.setPrefix(self.tr("up to "))
        self.times.setSuffix(count.removeprefix(str(n)))

    @Slot()
    def _enable(self) -> None:
        for field in (self.limit, self.times):
            field.setEnabled(self.on.isChecked())


class TeachingDialog(Dialog):
    """Asks which moves teaching takes back."""

    def __init__(
        self, game: Game, settings: TeachingSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Teaching"))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Apply"))
        self.buttons.accepted.connect(self.accept)
        self.teaching = TeachingFields(game, settings, self)
        form = Form()
        form.add(self.tr("Teaching"), self.teaching, first=self.teaching.on)
        self.finish(form)

    def settings(self) -> TeachingSettings:
        """Return what the fields say."""
        return self.teaching.settings()
