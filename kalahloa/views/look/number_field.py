"""Fields for numbers, which read both decimal marks and refuse what they cannot read."""

import re

from PySide6.QtCore import QEvent, QLocale, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent, QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QToolTip, QWidget

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.views.accessibility import announce

_NUMBER = re.compile(r"[-+−]?(?:\d+[.,]?\d*|[.,]\d+)")
_WHOLE = re.compile(r"[-+−]?\d+")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEY_PRESS = QEvent.Type.KeyPress
_State = QValidator.State
TEXT_MARGIN = 6
"""The pixels between the edge of a field and the number."""


class _Typing(QObject):
    """What is typed into a field: it may be anything, and counts once it is a number.

    What is none when the field is left, or Enter is pressed, is refused with a sentence, and the
    number of before stays.
    """

    def __init__(self, field: "WholeNumber | DecimalNumber") -> None:
        super().__init__(field)
        self._field = field
        self._before = field.value()
        self.refusal = ""
        field.installEventFilter(self)
        # Padding of a style sheet would not move the text.
        field.lineEdit().setTextMargins(TEXT_MARGIN, 0, TEXT_MARGIN, 0)
        field.lineEdit().textEdited.connect(self._forget)
        if field.isRightToLeft():  # where Qt aligns figures to the left, and scrolls them away
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)

    def read(self, text: str) -> float | None:
        """Return the number that *text* is in this field; None if it is not one."""
        field = self._field
        if field.specialValueText() and text.strip() == field.specialValueText():
            return field.minimum()
        plain = text.strip().removeprefix(field.prefix()).removesuffix(field.suffix()).strip()
        decimals = field.decimals() if isinstance(field, DecimalNumber) else 0
        if not (_NUMBER if decimals else _WHOLE).fullmatch(plain):
            return None
        plain = plain.replace("−", "-").replace(",", ".")
        if len(plain.partition(".")[2].rstrip("0")) > decimals:
            return None
        number = float(plain)
        return number if field.minimum() <= number <= field.maximum() else None

    def state(self, text: str) -> QValidator.State:
        """Return whether *text* is a number, or may become one."""
        return _State.Intermediate if self.read(text) is None else _State.Acceptable

    def refuse(self) -> None:
        """Say which numbers the field takes."""
        field = self._field
        if isinstance(field, QSpinBox):
            step = 0.0
            sentence = translate("NumberField", "Type a whole number from {low} to {high}.")
        else:
            step = 10.0 ** -field.decimals()
            sentence = translate(
                "NumberField", "Type a number from {low} to {high} in steps of {step}."
            )
        shown = (_shown(field.locale(), one) for one in (field.minimum(), field.maximum(), step))
        self.refusal = fill(sentence, **dict(zip(("low", "high", "step"), shown, strict=True)))
        QToolTip.showText(field.mapToGlobal(QPoint(0, field.height())), self.refusal, field)
        announce(field, self.refusal)

    def fix_up(self) -> str:
        """Refuse what stands in the field, and return the number of before."""
        self.refuse()
        field = self._field
        if field.specialValueText() and self._before == field.minimum():
            return field.specialValueText()
        shown = field.textFromValue(self._before)  # type: ignore[arg-type]  # of the field's own
        return f"{field.prefix()}{shown}{field.suffix()}"

    def remember(self) -> None:
        """Keep the number that stands in the field, as that of before."""
        self._before = self._field.value()

    def _forget(self) -> None:
        self.refusal = ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Begin to type where the field gets the focus; refuse at Enter, and leave the text."""
        kind = event.type()
        if kind == QEvent.Type.FocusIn:
            self.remember()
            self.refusal = ""
        elif isinstance(event, QKeyEvent) and kind == _KEY_PRESS and event.key() in _ENTER:
            if not self._field.hasAcceptableInput():
                self.refuse()
                return True
            self.remember()
        return False


class WholeNumber(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.typing = _Typing(self)

    def sizeHint(self) -> QSize:
        """Return the size with room for the margins of the text, which Qt forgets."""
        return super().sizeHint() + QSize(2 * TEXT_MARGIN, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the least size with room for the margins of the text."""
        return super().minimumSizeHint() + QSize(2 * TEXT_MARGIN, 0)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        return self.typing.state(text), text, place

    def valueFromText(self, text: str) -> int:
        number = self.typing.read(text)
        return self.value() if number is None else int(number)

    def fixup(self, text: str) -> str:
        return self.typing.fix_up()

    def setValue(self, number: int) -> None:
        super().setValue(number)
        self.typing.remember()

    def stepBy(self, steps: int) -> None:
        super().stepBy(steps)
        self.typing.remember()


class DecimalNumber(QDoubleSpinBox):
    """A field for a number with decimals, behind a point or a comma, in every language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.typing = _Typing(self)

    def sizeHint(self) -> QSize:
        """Return the size with room for the margins of the text, which Qt forgets."""
        return super().sizeHint() + QSize(2 * TEXT_MARGIN, 0)

    def minimumSizeHint(self) -> QSize:
        """Return the least size with room for the margins of the text."""
        return super().minimumSizeHint() + QSize(2 * TEXT_MARGIN, 0)

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        return self.typing.state(text), text, place

    def valueFromText(self, text: str) -> float:
        number = self.typing.read(text)
        return self.value() if number is None else number

    def fixup(self, text: str) -> str:
        return self.typing.fix_up()

    def setValue(self, number: float) -> None:
        super().setValue(number)
        self.typing.remember()

    def stepBy(self, steps: int) -> None:
        super().stepBy(steps)
        self.typing.remember()


def refused_field(inside: QWidget) -> WholeNumber | DecimalNumber | None:
    """Return a field *inside* in which something stands, or stood last, that it has refused."""
    for field in inside.findChildren(QAbstractSpinBox):
        if isinstance(field, WholeNumber | DecimalNumber) and field.isVisibleTo(inside):
            if not field.hasAcceptableInput():
                field.typing.refuse()
            if field.typing.refusal:
                return field
    return None


def _shown(locale: QLocale, number: float) -> str:
    return locale.toString(number, "g", 9) if number % 1 else locale.toString(int(number))
