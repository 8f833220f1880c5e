"""What is typed into fields for numbers: read in every language, or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.fields import Form, Number, Seconds
from kalahloa.views.look.number_field import TEXT_MARGIN, DecimalNumber, WholeNumber

LOCALES = ("en_US", "de_DE", "fr_FR", "pl_PL", "de_CH", "C")


@pytest.fixture(params=LOCALES)
def locale(request):
    """Speak the language of each country for a while."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


class Stage:
    """A window with a field for tenths from 0.1 to 60, one for 1 to 30, and another field."""

    def __init__(self, qtbot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        layout = QVBoxLayout(self.window)
        self.seconds, self.number = Seconds(0.1, 60.0), Number()
        self.number.setRange(1, 30)
        self.other = WholeNumber()
        for field in (self.seconds, self.number, self.other):
            layout.addWidget(field)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)

    def type(self, field, text: str) -> None:
        """Type *text* in place of what stands in *field*, and go to another field."""
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
        self.other.setFocus()


@pytest.fixture
def stage(qtbot, locale) -> Stage:
    return Stage(qtbot)


@pytest.mark.parametrize("mark", [".", ","])
def test_both_decimal_marks_are_read_in_every_language(stage, mark):
    for text, number in (("0{}5", 0.5), ("12{}0", 12.0), ("{}7", 0.7), ("3{}", 3.0)):
        stage.type(stage.seconds, text.format(mark))

        assert stage.seconds.value() == number
        assert stage.seconds.typing.refusal == ""


@pytest.mark.parametrize("text", ["1.000", "1,5", "600", "0", "abc", "-", "0.55", "1e1", "5 5"])
def test_what_cannot_be_read_is_refused_and_the_number_of_before_stays(stage, text):
    stage.type(stage.seconds, "5")
    stage.type(stage.number, "7")
    for field in (stage.seconds, stage.number):
        if field.typing.read(text) is None:
            before = field.value()

            stage.type(field, text)

            assert field.value() == before
            assert field.hasAcceptableInput()
            assert "from" in field.typing.refusal


def test_a_whole_number_is_not_what_a_comma_or_a_point_stands_in(stage):
    for text in ("1.5", "1,5", "1.0", "1,000"):
        assert stage.number.typing.read(text) is None


def test_enter_leaves_what_is_refused_to_be_mended(stage):
    stage.type(stage.seconds, "5")
    stage.seconds.setFocus()
    stage.seconds.selectAll()
    QTest.keyClicks(stage.seconds, "600")

    QTest.keyClick(stage.seconds, Qt.Key.Key_Return)

    assert stage.seconds.text().startswith("600")
    assert stage.seconds.typing.refusal
    QTest.keyClick(stage.seconds, Qt.Key.Key_Backspace)
    QTest.keyClick(stage.seconds, Qt.Key.Key_Return)
    assert stage.seconds.typing.refusal == ""


@given(
    st.integers(-600, 600), st.sampled_from(LOCALES), st.sampled_from(".,"), st.sampled_from("-−")
)
def test_every_number_of_tenths_is_read_back_and_as_it_is_shown(qapp, tenths, name, mark, minus):
    field = DecimalNumber()
    field.setLocale(QLocale(name))
    field.setDecimals(1)
    field.setRange(-60, 60)
    text = f"{tenths / 10:.1f}".replace(".", mark).replace("-", minus)

    assert field.typing.read(text) == tenths / 10
    assert field.typing.read(field.textFromValue(tenths / 10)) == tenths / 10


def test_a_dialog_does_not_close_over_a_number_that_it_has_refused(qtbot):
    dialog = Dialog("Number")
    qtbot.addWidget(dialog)
    form, field = Form(), Seconds(0.1, 60)
    form.add("Seconds", field)
    dialog.finish(form)
    dialog.buttons.accepted.connect(dialog.accept)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    field.setValue(5)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "600")
    ok = dialog.buttons.buttons()[0]
    ok.setFocus()

    ok.click()

    assert dialog.isVisible()
    assert "from 0.1 to 60" in dialog.problem.text()
    assert QApplication.focusWidget() is field
    assert field.value() == 5
    ok.click()
    assert not dialog.isVisible()


def test_the_number_keeps_its_distance_from_the_edge_in_every_field(stage):
    for field in (stage.seconds, stage.number, stage.other):
        margins = field.lineEdit().textMargins()
        words = field.lineEdit().fontMetrics().horizontalAdvance(field.text())

        assert margins.left() == TEXT_MARGIN
        assert words + margins.left() + margins.right() <= field.sizeHint().width()
