"""The dialog about a game: the names of those who played it, where and when."""

from PySide6.QtWidgets import QLineEdit, QWidget

from kalahloa.controllers.base.dates import date_examples, read_date
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.models.record.json_record import MAX_NAME_TEXT
from kalahloa.models.study.game_details import FIELDS, GameDetails
from kalahloa.models.text.errors import BadQuery
from kalahloa.models.text.quotation import quote
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Form


class GameDetailsDialog(Dialog):
    """Asks for the details of a game; those that have no field stay as they are."""

    def __init__(
        self, sides: tuple[str, str], details: GameDetails, parent: QWidget | None = None
    ) -> None:
        """*sides* are the names of the sides in the user's language."""
        super().__init__("", parent)
        self.setWindowTitle(self.tr("Game details"))
        self._before = details
        form = Form()
        self.names = tuple(
            self._line(form, fill(self.tr("Name of {side}"), side=quote(side)), name)
            for side, name in zip(sides, details.names, strict=True)
        )
        self.others = {
            name: self._line(form, in_words(title), details.others.get(name, ""))
            for name, title in FIELDS.items()
        }
        self.others["date"].setPlaceholderText(date_examples())
        self.buttons.accepted.connect(self.accept)
        self.finish(form)

    def _line(self, form: Form, title: str, text: str) -> QLineEdit:
        line = QLineEdit(self)
        line.setMaxLength(MAX_NAME_TEXT)
        line.setText(text)
        line.setCursorPosition(0)
        line.setAccessibleName(title)
        form.add(title, line)
        return line

    def accept(self) -> None:
        """Close the dialog, unless the date that was typed is none."""
        try:
            self.details()
        except BadQuery as error:
            self.say_problem(in_words(error.sentence))
            self.others["date"].setFocus()
            return
        super().accept()

    def details(self) -> GameDetails:
        """Return what the fields say; what was not touched stays to the letter.

        Raises `BadQuery` for a date that is none.
        """
        found = self._before
        for side, line in enumerate(self.names):
            if line.isModified():
                found = found.with_name(side, line.text().strip())
        for name, line in self.others.items():
            if line.isModified():
                text = line.text().strip()
                found = found.with_other(name, read_date(text) if name == "date" and text else text)
        return found
