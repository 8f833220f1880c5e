"""The look of ordinary widgets: one slim bar, labels on the line of their fields, one focus."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFormLayout,
    QFrame,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QSpinBox,
    QToolBar,
    QToolButton,
    QWidget,
)

from kalahloa.models.drawing.palette import CONTRAST
from kalahloa.views.dialogs.fields import Choice, Form, Number
from kalahloa.views.look.contrast import DISABLED, contrast
from kalahloa.views.look.fonts import interface_font
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import THEMES
from kalahloa.views.window.card import PanelCard


@pytest.fixture(params=[1.0, 2.0], ids=["font x1", "font x2"])
def font_scale(qapp, request):
    usual = QApplication.font()
    font = interface_font(usual)
    font.setPointSizeF(9.0 * request.param)
    QApplication.setFont(font)
    yield request.param
    QApplication.setFont(usual)


FOUR = [THEMES[dark, board] for board in ("wood", CONTRAST) for dark in (False, True)]


@pytest.fixture(params=FOUR, ids=["light", "dark", "contrast-light", "contrast-dark"])
def frame(qtbot, font_scale, request) -> Iterator[QMainWindow]:
    usual = QApplication.palette()
    QApplication.setPalette(request.param.palette())
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setStyleSheet(style_sheet(request.param))
    window.theme = request.param
    window.resize(900, 600)
    yield window
    QApplication.setPalette(usual)


def test_the_bar_is_slim(frame, font_scale, qtbot):
    bar = QToolBar()
    bar.addAction("New")
    menu = QToolButton()
    menu.setObjectName("menuButton")
    menu.setText("☰")
    bar.addWidget(menu)
    frame.addToolBar(bar)
    frame.show()
    qtbot.waitExposed(frame)

    assert 34 <= bar.height() <= 44 * (1.0 if font_scale == 1.0 else 1.4)


def text_top(widget: QWidget, ink: QColor, left: int, right: int) -> int:
    """Return the first row of *widget*'s window in which there is ink from *left* to *right*."""
    image = widget.window().grab().toImage()
    at = widget.mapTo(widget.window(), QPoint(0, 0))
    for row in range(at.y() + 3, at.y() + widget.height() - 3):
        for column in range(at.x() + left, at.x() + right):
            colour = QColor(image.pixel(column, row))
            if abs(colour.lightness() - ink.lightness()) < 60:
                return row
    raise AssertionError("nothing is written there")


@pytest.mark.parametrize("kind", ["line", "combo", "spin"])
def test_a_label_stands_on_the_line_of_its_field(frame, qtbot, kind):
    content = QWidget()
    form = Form()
    content.setLayout(form)
    field = {"line": QLineEdit, "combo": Choice, "spin": Number}[kind]()
    if isinstance(field, Choice):
        field.addItem("88")
    elif isinstance(field, Number):
        field.setRange(0, 99)
        field.setValue(88)
    else:
        field.setText("88")
    other = QLineEdit()
    form.add("88", field)
    form.add("Other", other)
    frame.setCentralWidget(content)
    frame.show()
    qtbot.waitExposed(frame)
    other.setFocus()

    label = form.labelForField(field)
    ink = frame.theme.text
    wide = QFontMetrics(field.font()).horizontalAdvance("88")
    assert abs(text_top(label, ink, 0, wide) - text_top(field, ink, 4, 8 + wide)) <= 1


def test_the_text_of_every_field_begins_at_the_same_place(frame, qtbot):
    content = QWidget()
    form = Form()
    content.setLayout(form)
    line, spin, combo = QLineEdit("8"), Number(), Choice()
    spin.setValue(8)
    combo.addItem("8")
    for field in (line, spin, combo):
        form.add("Field", field)
    last = QPushButton("Last")
    form.addRow(last)
    frame.setCentralWidget(content)
    frame.show()
    qtbot.waitExposed(frame)
    last.setFocus()

    image = frame.grab().toImage()
    begins = [first_ink(image, field, frame.theme.text) for field in (line, spin, combo)]

    assert max(begins) - min(begins) <= 3
    assert min(begins) >= 6


def first_ink(image: QImage, field: QWidget, ink: QColor) -> int:
    at = field.mapTo(field.window(), QPoint(0, 0))
    for column in range(4, field.width() // 2):
        for row in range(6, field.height() - 6):
            colour = QColor(image.pixel(at.x() + column, at.y() + row))
            if abs(colour.lightness() - ink.lightness()) < 60:
                return column
    raise AssertionError("nothing is written there")


@pytest.mark.parametrize("kind", [QLineEdit, QComboBox, QSpinBox, QPushButton])
def test_what_has_the_focus_has_an_edge_in_the_accent(frame, qtbot, kind):
    content = QWidget()
    form = QFormLayout(content)
    field, other = kind(), QLineEdit()
    form.addRow("Field", field)
    form.addRow("Other", other)
    frame.setCentralWidget(content)
    frame.show()
    frame.activateWindow()
    qtbot.waitUntil(frame.isActiveWindow)
    other.setFocus()
    accent = frame.theme.accent.rgb()

    def edge() -> list[bool]:
        image = field.grab().toImage()
        return [image.pixel(image.width() // 2, row) == accent for row in (0, 1)]

    assert edge() == [False, False]
    field.setFocus(Qt.FocusReason.TabFocusReason)

    assert edge() == [True, True]


def test_cards_and_their_tabs_are_styled_without_a_warning(frame, qtbot):
    card = PanelCard(frame)
    card.show_boxes(("moves", "engine"), ("Moves", "Engine"), "engine")
    frame.setCentralWidget(card)
    card.place(card.rect())
    frame.show()
    qtbot.waitExposed(frame)

    assert not frame.grab().isNull()


@pytest.mark.parametrize("kind", ["", "primary", "link"])
def test_a_button_that_is_disabled_looks_so(frame, kind):
    card = QWidget(frame)
    frame.setCentralWidget(card)
    button = QPushButton("Tune weights", card)
    button.setObjectName(kind)
    button.adjustSize()
    frame.show()
    other = QPushButton(card)  # has the focus
    other.setFocus()

    theme = frame.theme
    written = theme.muted if kind == "link" else theme.text
    assert written.name() in seen(frame, button.geometry())

    button.setEnabled(False)

    place = button.geometry()
    assert theme.disabled.name() in seen(frame, place)
    assert written.name() not in seen(frame, place)
    ground = theme.window.name()
    assert ground in seen(frame, QRect(place.left() + 4, place.center().y(), 1, 1))  # not filled
    if theme.high_contrast or kind != "link":
        edge = seen(frame, QRect(place.left() + 10, place.top(), place.width() - 20, 1))
        assert len(edge) > 1  # dashes
        assert contrast(theme.disabled, theme.window) >= DISABLED


def test_sentences_to_click_lie_on_a_ground_or_within_an_edge(frame):
    card = PanelCard(frame)
    frame.setCentralWidget(card)
    sentences = QFrame(card)
    sentences.setObjectName("reasons")
    sentences.setGeometry(20, 20, 300, 80)
    frame.show()

    theme = frame.theme
    place = sentences.geometry()
    edge = seen(frame, QRect(place.left() + 20, place.top(), 100, 1))
    around = seen(frame, QRect(place.left() + 20, place.top() - 3, 100, 1))
    assert edge == ({theme.outline.name()} if theme.high_contrast else {theme.window.name()})
    assert edge != around


@pytest.mark.parametrize("kind", ["", "primary", "link", "mark", "choice", "current", "example"])
def test_a_button_keeps_its_size_when_it_is_focused_checked_or_disabled(frame, qtbot, kind):
    card = QWidget(frame)
    frame.setCentralWidget(card)
    button, other = QPushButton("Tune weights", card), QPushButton(card)
    button.setObjectName(kind)
    button.setCheckable(True)
    frame.show()
    frame.activateWindow()
    qtbot.waitUntil(frame.isActiveWindow)
    other.setFocus()

    def size() -> QSize:
        button.setText("")  # Qt keeps the size of a text
        button.setText("Tune weights")
        return button.sizeHint()

    usual = size()
    button.setFocus()
    assert size() == usual
    button.setChecked(True)
    assert size() == usual
    button.setEnabled(False)
    assert size() == usual


def seen(frame: QMainWindow, place: QRect) -> set[str]:
    """Return the names of the colours in *place* of the central widget."""
    image = frame.centralWidget().grab(place).toImage()
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
