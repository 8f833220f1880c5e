"""From right to left, labels, arrows and sliders begin on the right."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QSlider, QVBoxLayout, QWidget

from kalahloa.views.items.table import TableColumn, TableModel
from kalahloa.views.look.drop_down import DropDown
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.mirroring import MIRRORED_ICONS, code_as_read, numbers_as_read
from kalahloa.views.look.number_field import WholeNumber
from kalahloa.views.look.plain_label import PlainLabel, plain_tool_tip
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.panels.step_slider import StepSlider

BLACK = QColor("black")


@pytest.fixture
def from_right(qapp) -> Iterator[QApplication]:
    before = qapp.layoutDirection()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield qapp
    qapp.setLayoutDirection(before)


def drawn(widget: QWidget) -> list[int]:
    """Return the columns of *widget* in which anything is drawn."""
    image = widget.grab().toImage()
    ground = image.pixel(0, 0)
    return [
        x
        for x in range(image.width())
        if any(image.pixel(x, y) != ground for y in range(image.height()))
    ]


@pytest.mark.parametrize(
    ("text", "wraps"),
    [
        ("[Anna to move]", False),
        ("A note in Latin letters that is long enough for two lines.\nAnd a third.", True),
        ("27/11/2026", False),
    ],
)
def test_a_label_begins_on_the_right_whatever_letters_it_begins_with(
    from_right, qtbot, text, wraps
):
    label = PlainLabel(None, text, lines=True)
    qtbot.addWidget(label)
    label.setWordWrap(wraps)
    label.resize(300, 60)

    columns = drawn(label)

    assert label.text() == text
    assert columns[-1] > 290
    assert wraps or columns[0] > 5
    assert QLabel.text(label).count("\u200f") == text.count("\n") + 1


def test_a_label_from_left_to_right_has_no_marks_of_direction(qtbot):
    label = PlainLabel(None, "Anna to move")
    qtbot.addWidget(label)

    assert QLabel.text(label) == label.text() == "Anna to move"
    assert plain_tool_tip("Anna") == "Anna"


def test_a_label_in_a_part_from_left_to_right_stays_so(from_right, qtbot):
    part = QWidget()
    qtbot.addWidget(part)
    part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    label = PlainLabel(part, "b1-b3")

    assert QLabel.text(label) == "b1-b3"


@pytest.mark.parametrize("name", ["ar_EG", "he_IL", "fa_IR"])
def test_dates_of_languages_from_right_to_left_are_shown_whole(from_right, qtbot, name):
    form = QLocale.FormatType.ShortFormat
    date = QLocale(name).toString(QDate(2026, 9, 18), form)
    label = PlainLabel(None, date)
    qtbot.addWidget(label)

    assert label.text() == date
    assert "\ufffd" not in QLabel.text(label)


def test_code_keeps_its_brackets_at_its_end(from_right):
    assert code_as_read("pit_count()") == "\u200epit_count()\u200e"


@pytest.mark.parametrize("number", ["+2.00", "−3.00", "-∞", "≥ −4.00", "±1"])
def test_signs_stay_before_their_numbers(from_right, qtbot, number):
    assert numbers_as_read(f"a {number}, b1-b3") == f"a \u200e{number}\u200e, b1-b3"
    label = PlainLabel(None, number)
    qtbot.addWidget(label)
    assert f"\u200e{number}\u200e" in QLabel.text(label)
    model = TableModel[str]()
    model.set_columns([TableColumn("", str)])
    model.set_rows([number])
    assert model.index(0, 0).data() == f"\u200e{number}\u200e"


def picture(name: str) -> QImage:
    return themed_icon(name, BLACK, BLACK).pixmap(24, 24).toImage()


@pytest.mark.parametrize("name", [*sorted(MIRRORED_ICONS), "help", "hint"])
def test_icons_that_point_somewhere_are_mirrored(qapp, name):
    before = picture(name)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        after = picture(name)
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    columns = range(23, -1, -1) if name in MIRRORED_ICONS else range(24)
    assert all(
        abs(before.pixelColor(old, y).alpha() - after.pixelColor(new, y).alpha()) < 90
        for new, old in enumerate(columns)
        for y in range(24)
    )


@pytest.mark.parametrize("count", [0, 1, 9])
def test_the_first_step_is_on_the_right(from_right, qtbot, count):
    slider = StepSlider(LIGHT)
    qtbot.addWidget(slider)
    slider.resize(300, 40)
    slider.show_steps(count, 0)
    image = slider.slider.grab().toImage()

    def is_handle(x: int) -> bool:
        """Whether the column is taller than the groove."""
        ground = image.pixel(0, 0)
        return sum(image.pixel(x, y) != ground for y in range(image.height())) > 8

    found = [x for x in range(image.width()) if is_handle(x)]
    assert found and found[0] > 250


@pytest.mark.parametrize("value", [0, 100])
def test_the_way_from_a_sliders_start_to_its_handle_is_coloured(from_right, qtbot, value):
    slider = QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    slider.setStyleSheet(style_sheet(LIGHT, True))
    slider.setRange(0, 100)
    slider.setValue(value)
    slider.resize(200, 24)

    image = slider.grab().toImage()

    assert (image.pixelColor(100, 12) == LIGHT.accent) is (value == 100)


def test_a_choice_begins_at_the_right_edge(from_right, qtbot):
    box = DropDown()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT, True))
    box.addItem("H")
    box.resize(200, 30)

    image = box.grab().toImage()

    inside = [
        x for x in range(100, 196) for y in range(8, 22) if image.pixelColor(x, y).value() < 90
    ]
    assert max(inside) > 180


def test_a_number_is_seen_in_the_narrowest_field(from_right, qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.setStyleSheet(style_sheet(LIGHT, True))
    field = WholeNumber(holder)
    field.setRange(1, 9)
    field.setFixedWidth(56)
    holder.show()
    field.setValue(3)

    line = field.lineEdit()

    assert line.alignment() & Qt.AlignmentFlag.AlignRight
    image = line.grab().toImage()
    dark = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y).value() < 128 for y in range(image.height()))
    ]
    assert len(dark) >= 4 and dark[-1] < image.width() - 3


@pytest.mark.parametrize("width", range(120, 200, 7))
def test_no_letter_of_a_broken_line_is_cut_off(from_right, qtbot, width):
    label = PlainLabel(None, "Miimmu miimmu miimmu miimmu miimmu miimmu miimmu miimmu.")
    qtbot.addWidget(label)
    label.setWordWrap(True)
    label.resize(width, 120)

    assert drawn(label)[0] > 0


def test_arrow_keys_follow_the_slider(from_right, qtbot):
    holder = QWidget()
    qtbot.addWidget(holder)
    slider = StepSlider(LIGHT, holder)
    QVBoxLayout(holder).addWidget(slider)
    asked: list[str] = []
    slider.key_asked.connect(asked.append)

    QTest.keyClick(slider.slider, Qt.Key.Key_Left)
    QTest.keyClick(slider.slider, Qt.Key.Key_Right)

    assert asked == ["step-forward", "step-back"]
