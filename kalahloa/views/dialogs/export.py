"""Asks how something is exported: sizes, colours, pace, diagrams."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.text.errors import BadFile
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Choice, FieldSentence, Form, Number, Seconds
from kalahloa.views.pictures.export import Format, Options
from kalahloa.views.pictures.options import (
    MAX_SCALE,
    MAX_WIDTH,
    MIN_WIDTH,
    USUAL_PACE_MS,
    AnimationOptions,
    BoardOptions,
    PageOptions,
    PictureOptions,
)

_MIN_SECONDS, _MAX_SECONDS = 0.1, 60.0
"""How long a picture of an animation stays, in seconds."""


class ExportDialog(Dialog):
    """The options of one kind of file; the board is seen as *seen* has it."""

    def __init__(self, made: Format, seen: BoardOptions, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        title = fill(self.tr("Export: {what}"), what=in_words(made.title))
        self.setWindowTitle(title)
        self._made = made
        self._seen = seen
        self._form = Form()
        save = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        save.setText(self.tr("Export"))
        if made.options is PageOptions:
            self._add_diagrams()
        else:
            self._add_board()
            if made.options is AnimationOptions:
                self._add_pace()
        self.buttons.accepted.connect(self._accept_if_sound)
        self.finish(self._form)

    def _add(self, title: str, field: QWidget, about: str = "") -> None:
        self._form.add(title, field, sentence=FieldSentence(self, about) if about else None)
        field.setAccessibleName(field.text() if isinstance(field, QCheckBox) else title)
        field.setAccessibleDescription(about)

    def _add_board(self) -> None:
        assert issubclass(self._made.options, BoardOptions)
        self.width_field = Number(self)
        self.width_field.setRange(MIN_WIDTH, MAX_WIDTH)
        self.width_field.setSuffix(self.tr(" px", "pixels"))
        self.width_field.setValue(self._made.options().width)
        self.colours = Choice(self)
        self.colours.addItem(self.tr("Light"), False)
        self.colours.addItem(self.tr("Dark"), True)
        self.colours.setCurrentIndex(self.colours.findData(self._seen.dark))
        self.caption = QCheckBox(self.tr("Show the move above the board"), self)
        self.caption.setChecked(True)
        self._add(self.tr("Width"), self.width_field)
        if not self._is_sharp:
            self._add_scale()
        self._add(self.tr("Colours"), self.colours)
        self._add(self.tr("Caption"), self.caption)

    @property
    def _is_sharp(self) -> bool:
        """Whether the file is sharp in every size."""
        return self._made.suffix == "svg"

    def _add_scale(self) -> None:
        self.scale = Choice(self)
        for scale in range(1, MAX_SCALE + 1):
            self.scale.addItem(fill(self.tr("{scale}×"), scale=scale), scale)
        self.scale.setCurrentIndex(self.scale.findData(self._seen.scale))
        about = self.tr("Pixels drawn per pixel of width, for sharp screens.")
        self._add(self.tr("Scale"), self.scale, about)

    def _add_pace(self) -> None:
        self.pace = Seconds(_MIN_SECONDS, _MAX_SECONDS, self)
        self.pace.setValue(USUAL_PACE_MS / 1000)
        self.line = Choice(self)
        self.line.addItem(self.tr("Main line"), True)
        self.line.addItem(self.tr("Line on the board"), False)
        self._add(self.tr("Time per move"), self.pace)
        self._add(self.tr("Moves"), self.line)

    def _add_diagrams(self) -> None:
        about = self.tr(
            "Diagrams also appear where the board has drawings, and where a comment has a line "
            "with only #."
        )
        self.at_marks = QCheckBox(self.tr("At moves with marks"), self)
        self.at_ends = QCheckBox(self.tr("At an unusual start, and at the end"), self)
        self.at_marks.setChecked(True)
        self.at_ends.setChecked(True)
        self._add(self.tr("Diagrams"), self.at_marks)
        self._add("", self.at_ends, about)

    def options(self) -> Options:
        """Return what the fields say; raise `BadFile` if that is not possible."""
        seen = self._seen
        if self._made.options is PageOptions:
            return PageOptions(
                flipped=seen.flipped,
                mirrored=seen.mirrored,
                at_marks=self.at_marks.isChecked(),
                at_ends=self.at_ends.isChecked(),
            )
        board = BoardOptions(
            width=self.width_field.value(),
            scale=1 if self._is_sharp else self.scale.currentData(),
            dark=self.colours.currentData(),
            flipped=seen.flipped,
            mirrored=seen.mirrored,
            caption=self.caption.isChecked(),
        )
        if self._made.options is PictureOptions:
            return PictureOptions(**vars(board))
        pace = round(1000 * self.pace.value())
        return AnimationOptions(**vars(board), pace=pace, main_line=self.line.currentData())

    @Slot()
    def _accept_if_sound(self) -> None:
        try:
            self.options()
        except BadFile as error:
            self.say_problem(in_words(error))
            self.width_field.setFocus()
        else:
            self.accept()
