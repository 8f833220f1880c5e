"""What holds for every dialog: keys, names for screen readers, and sizes."""

from collections.abc import Callable, Iterator
from itertools import combinations
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QRadioButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.features.teaching.state import NO_TEACHING, TeachingSettings
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.models.game.draft import Draft
from kalahloa.models.game.registry import find_game
from kalahloa.views import accessibility
from kalahloa.views.boards.board_view import BoardView
from kalahloa.views.dialogs.dialog import Dialog
from kalahloa.views.dialogs.export import ExportDialog
from kalahloa.views.dialogs.fields import Choice, FieldLabel, Form
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.play_from import PlayFromDialog
from kalahloa.views.dialogs.player_chooser import PlayerDialog
from kalahloa.views.dialogs.position_editor import PositionEditorDialog
from kalahloa.views.dialogs.preferences import PreferencesDialog
from kalahloa.views.dialogs.teaching_fields import TeachingDialog
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import LIGHT
from kalahloa.views.pictures.export import FORMATS
from kalahloa.views.pictures.options import BoardOptions

LONGEST = Player(Level("alpha-beta-aspiration", depth=4))
OWN_LIMITS = Player(Level("engine", depth=None, seconds=2.0))
SMALL = (640, 480)


def new_game(key: str, players: tuple[Player, Player], parent: QWidget) -> NewGameDialog:
    game = find_game(key)
    return NewGameDialog(game, game.rulebook.default, players, parent)


def position_editor(key: str, parent: QWidget) -> PositionEditorDialog:
    game = find_game(key)
    return PositionEditorDialog(Draft.of(game, game.rulebook.default), parent)


DIALOGS: dict[str, Callable[[QWidget], Dialog]] = {
    "new game of kalah": lambda parent: new_game("kalah", (HUMAN, OWN_LIMITS), parent),
    "new game of loa": lambda parent: new_game("loa", (LONGEST, LONGEST), parent),
    "new game of tictactoe": lambda parent: new_game("tictactoe", (HUMAN, HUMAN), parent),
    "player": lambda parent: PlayerDialog(find_game("loa"), 1, LONGEST, parent),
    "human player": lambda parent: PlayerDialog(find_game("kalah"), 0, HUMAN, parent),
    "play from here": lambda parent: PlayFromDialog(
        find_game("kalah"), 1, OWN_LIMITS, NO_TEACHING, parent
    ),
    "teaching": lambda parent: TeachingDialog(find_game("loa"), TeachingSettings(on=True), parent),
    "position of kalah": lambda parent: position_editor("kalah", parent),
    "position of loa": lambda parent: position_editor("loa", parent),
    "preferences": lambda parent: PreferencesDialog(Preferences(), parent),
    "export a picture": lambda parent: ExportDialog(FORMATS["png"], BoardOptions(), parent),
    "export a drawing": lambda parent: ExportDialog(FORMATS["svg"], BoardOptions(), parent),
    "export an animation": lambda parent: ExportDialog(FORMATS["gif"], BoardOptions(), parent),
    "export a page": lambda parent: ExportDialog(FORMATS["pdf"], BoardOptions(), parent),
}


@pytest.fixture
def parent(qtbot) -> QWidget:
    """A window in the style of the program's."""
    accessibility.install_accessibility()
    made = QWidget()
    made.setStyleSheet(style_sheet(LIGHT))
    qtbot.addWidget(made)
    return made


@pytest.fixture
def double_font(qapp) -> Iterator[None]:
    """All text is twice as large."""
    usual = qapp.font()
    large = qapp.font()
    large.setPointSizeF(2 * usual.pointSizeF())
    qapp.setFont(large)
    yield
    qapp.setFont(usual)


@pytest.fixture
def right_to_left(qapp) -> Iterator[None]:
    """The interface is mirrored, as for Arabic."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture(params=DIALOGS)
def dialog(request, parent, qtbot) -> Dialog:
    return opened(DIALOGS[request.param](parent), qtbot)


def opened(dialog: Dialog, qtbot, size: tuple[int, int] | None = None) -> Dialog:
    """Show *dialog*, in *size* if there is one, and return it with the keyboard."""
    qtbot.addWidget(dialog)
    if size is not None:
        dialog.resize(*size)
    dialog.show()
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    # Layouts that have been asked for.
    QApplication.sendPostedEvents()
    return dialog


def tab_stops(dialog: Dialog) -> list[QWidget]:
    """Return all fields and buttons that are seen and take the focus by Tab.

    Of radio buttons that exclude one another it is the chosen one.
    """
    return [
        widget
        for widget in dialog.findChildren(QWidget)
        if widget.isVisibleTo(dialog)
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
        and not isinstance(widget, QScrollArea)
        and (not isinstance(widget, QRadioButton) or widget.isChecked())
        and widget.isEnabled()
    ]


def place(widget: QWidget, dialog: Dialog) -> QRect:
    """Return where *widget* is in *dialog*."""
    return QRect(widget.mapTo(dialog, QPoint(0, 0)), widget.size())


def walked_by_tab(dialog: Dialog) -> list[QWidget]:
    """Press Tab until the field that has the focus has it again; return those that had it."""
    first = QApplication.focusWidget()
    assert first is not None
    walked = [first]
    while len(walked) < 100:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        found = QApplication.focusWidget()
        assert found is not None
        if found is first:
            break
        walked.append(found)
    return walked


def test_tab_reaches_every_field_and_comes_back(dialog):
    walked = walked_by_tab(dialog)

    assert set(walked) == set(tab_stops(dialog))
    assert len(walked) == len(set(walked))


def columns_of(dialog: Dialog) -> list[int]:
    """Return the left edges of the titles' columns."""
    return sorted({place(label, dialog).x() for label in dialog.findChildren(FieldLabel)})


def reading_place(widget: QWidget, dialog: Dialog) -> tuple[bool, int, int, int]:
    """Return what sorts *widget* as it is read: buttons last, columns, lines, along the line."""
    found = place(widget, dialog)
    is_button = isinstance(widget.parent(), QDialogButtonBox)
    mirrored = dialog.layoutDirection() == Qt.LayoutDirection.RightToLeft
    column = 0
    if not is_button:
        labels = [place(label, dialog) for label in dialog.findChildren(FieldLabel)]
        edges = {label.right() if mirrored else label.x() for label in labels}
        column = sum(edge >= found.right() if mirrored else edge <= found.x() for edge in edges)
    along = -found.right() if mirrored else found.x()
    return is_button, column, found.center().y() // 12, along


@pytest.mark.parametrize("name", DIALOGS)
@pytest.mark.parametrize("size", [SMALL, (1100, 760)], ids=["small", "large"])
def test_tab_goes_as_one_reads(parent, qtbot, name, size):
    dialog = opened(DIALOGS[name](parent), qtbot, size)

    walked = walked_by_tab(dialog)

    area = dialog.findChild(QScrollArea)
    area.ensureVisible(0, 0)
    places = [reading_place(widget, dialog) for widget in walked]
    assert places == sorted(places)


def test_tab_goes_as_one_reads_whatever_was_made_first(parent, qtbot):
    dialog = Dialog("Made from the bottom up", parent)
    last, first = Choice(dialog), Choice(dialog)
    last_form, first_form = Form(), Form()
    last_form.add("Last", last)
    first_form.add("First", first)
    dialog.finish(first_form, last_form)
    opened(dialog, qtbot)
    between = Choice(dialog)
    first_form.add("Between", between)
    dialog.order_tabs()
    qtbot.waitUntil(between.isVisible)

    assert walked_by_tab(dialog) == [first, between, last, *dialog.buttons.buttons()]


@pytest.mark.parametrize("name", DIALOGS)
def test_tab_goes_as_one_reads_from_right_to_left(parent, qtbot, right_to_left, name):
    dialog = opened(DIALOGS[name](parent), qtbot, SMALL)

    walked = walked_by_tab(dialog)

    dialog.findChild(QScrollArea).ensureVisible(0, 0)
    places = [reading_place(widget, dialog) for widget in walked]
    assert places == sorted(places)
    labels = [label for label in dialog.findChildren(FieldLabel) if label.buddy().isVisible()]
    for label in labels:
        assert place(label, dialog).right() >= place(label.buddy(), dialog).right()


@pytest.mark.parametrize("name", ["new game of kalah", "new game of loa"])
def test_a_field_that_tab_reaches_is_in_sight(parent, qtbot, double_font, name):
    dialog = opened(DIALOGS[name](parent), qtbot, SMALL)

    for forward in (True, False):
        for _ in tab_stops(dialog):
            QTest.keyClick(
                QApplication.focusWidget(), Qt.Key.Key_Tab if forward else Qt.Key.Key_Backtab
            )
            found = QApplication.focusWidget()
            assert found.visibleRegion().boundingRect().size() == found.size()


def name_of(widget: QWidget) -> str:
    """Return what a screen reader calls *widget*: its label's name, where there is a label."""
    interface = QAccessible.queryAccessibleInterface(widget)
    labels = [
        label.text(QAccessible.Text.Name)
        for label, relation in interface.relations(QAccessible.RelationFlag.Label)
        if relation == QAccessible.RelationFlag.Label
    ]
    return " ".join(labels) or interface.text(QAccessible.Text.Name)


def test_every_field_has_a_name_and_a_role(dialog):
    for widget in tab_stops(dialog):
        interface = QAccessible.queryAccessibleInterface(widget)

        assert name_of(widget), widget
        assert interface.role() not in (QAccessible.Role.NoRole, QAccessible.Role.Client), widget


def test_no_two_fields_of_a_dialog_have_one_name(dialog):
    names = [name_of(widget) for widget in tab_stops(dialog)]

    assert len(names) == len(set(names))


def test_the_lists_of_a_player_are_called_by_their_side(parent, qtbot):
    dialog = opened(DIALOGS["new game of loa"](parent), qtbot)

    names = [
        [name_of(field) for field in (one.who, one.measure, one.plies, one.heuristic)]
        for one in dialog.choosers
    ]

    assert names == [
        [
            side,
            f"{side}: limit of the search",
            f"{side}: depth in moves",
            f"{side}: heuristic",
        ]
        for side in ("Black", "White")
    ]


def test_escape_cancels(dialog, qtbot):
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)

    assert not dialog.isVisible()


@pytest.mark.parametrize("name", DIALOGS)
def test_enter_accepts_in_every_field(parent, qtbot, name):
    dialog = opened(DIALOGS[name](parent), qtbot)
    cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    for field in tab_stops(dialog):
        if isinstance(field, BoardView):  # where Enter fills a cell
            continue
        opened(dialog, qtbot)  # again
        dialog.setResult(-1)
        field.setFocus()

        QTest.keyClick(field, Qt.Key.Key_Return)

        assert not dialog.isVisible()
        expected = Dialog.DialogCode.Rejected if field is cancel else Dialog.DialogCode.Accepted
        assert dialog.result() == expected, field


@pytest.mark.parametrize("name", DIALOGS)
@pytest.mark.parametrize("font", ["usual", "double"])
def test_nothing_is_cut_off(parent, qtbot, request, name, font):
    if font == "double":
        request.getfixturevalue("double_font")
    dialog = opened(DIALOGS[name](parent), qtbot, (640, 480))

    require_room(dialog, 640)
    for width in (600, 1000):
        dialog.resize(width, 480)
        QApplication.sendPostedEvents()
        require_room(dialog, width)


def require_room(dialog: Dialog, width: int) -> None:
    """Require that *dialog* is *width* pixels wide, and that all of it can be read."""
    area = dialog.findChild(QScrollArea)
    assert dialog.width() == width
    assert area.horizontalScrollBar().maximum() == 0
    for button in dialog.buttons.buttons():
        assert dialog.rect().contains(place(button, dialog))
    for field in tab_stops(dialog):
        if isinstance(field, QComboBox):
            assert room_for_text(field) >= field.fontMetrics().horizontalAdvance(
                field.currentText()
            ), (field.currentText(), field.geometry(), field.sizeHint())


def room_for_text(field: QComboBox) -> int:
    """Return how many pixels wide the text of *field* can be."""
    option = QStyleOptionComboBox()
    field.initStyleOption(option)
    return (
        field.style()
        .subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            field,
        )
        .width()
    )


@pytest.mark.parametrize("name", DIALOGS)
@pytest.mark.parametrize("font", ["usual", "double"])
def test_a_title_stands_on_the_line_of_its_field(parent, qtbot, request, name, font):
    if font == "double":
        request.getfixturevalue("double_font")
    dialog = opened(DIALOGS[name](parent), qtbot, (1600, 700))

    checked = 0
    for label in dialog.findChildren(FieldLabel):
        field = label.buddy()
        if not label.isVisible():
            continue
        assert abs(place(label, dialog).center().y() - place(field, dialog).center().y()) <= 1
        checked += 1
    assert checked > 0


def test_the_columns_are_below_one_another_in_a_narrow_dialog(parent, qtbot):
    dialog = opened(DIALOGS["new game of kalah"](parent), qtbot, (1100, 700))
    assert len(columns_of(dialog)) == 2

    dialog.resize(*SMALL)

    qtbot.waitUntil(lambda: len(columns_of(dialog)) == 1)
    last = place(dialog.start_field, dialog).bottom()
    assert place(dialog.preset, dialog).top() > last


@pytest.mark.parametrize("name", DIALOGS)
@pytest.mark.parametrize("font", ["usual", "double"])
def test_fields_and_sentences_do_not_overlap(parent, qtbot, request, name, font):
    if font == "double":
        request.getfixturevalue("double_font")
    dialog = opened(DIALOGS[name](parent), qtbot, SMALL)

    inside = dialog.findChild(QScrollArea)
    shown = [
        widget
        for widget in [*tab_stops(dialog), *dialog.findChildren(PlainLabel)]
        if widget.isVisibleTo(dialog) and inside.isAncestorOf(widget)
    ]
    for first, second in combinations(shown, 2):
        assert not place(first, dialog).intersects(place(second, dialog))


@pytest.mark.parametrize("name", ["player", "new game of tictactoe"])
def test_a_dialog_is_as_large_as_its_fields_need(parent, qtbot, name):
    dialog = opened(DIALOGS[name](parent), qtbot)

    assert dialog.findChild(QScrollArea).verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", ["new game of kalah", "preferences", "player"])
def test_the_wheel_scrolls_and_changes_no_field(parent, qtbot, name):
    dialog = opened(DIALOGS[name](parent), qtbot, SMALL)
    dialog.buttons.buttons()[0].setFocus()
    before = dialog.preferences() if name == "preferences" else None

    for field in tab_stops(dialog):
        local = field.rect().center()
        turn_wheel(field, local)

    if isinstance(dialog, NewGameDialog):
        choice = dialog.choice()
        assert choice.rules == choice.game.rulebook.default
        assert choice.players == (HUMAN, OWN_LIMITS)
    elif isinstance(dialog, PlayerDialog):
        assert dialog.chooser.player() == LONGEST
    else:
        assert dialog.preferences() == before


def turn_wheel(widget: QWidget, at: QPoint) -> None:
    """Turn the wheel by one notch over *widget*."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


@pytest.mark.parametrize("name", DIALOGS)
def test_a_field_with_the_focus_looks_different(parent, qtbot, name):
    dialog = opened(DIALOGS[name](parent), qtbot)
    first = QApplication.focusWidget()
    QTest.keyClick(first, Qt.Key.Key_Tab)
    without = {field: picture(field) for field in tab_stops(dialog)}
    without.pop(QApplication.focusWidget())

    for _ in without:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        field = QApplication.focusWidget()
        assert picture(field) != without[field], field.accessibleName() or field.text()


def picture(field: QWidget) -> QImage:
    """Return what *field* looks like, without a blinking text cursor."""
    return field.grab().toImage()


def test_no_room_is_left_empty_where_the_columns_stand_side_by_side(parent, monkeypatch, qtbot):
    screen = SimpleNamespace(availableGeometry=lambda: QRect(0, 0, 1366, 768))
    monkeypatch.setattr(NewGameDialog, "screen", lambda _self: screen)
    dialog = opened(DIALOGS["new game of kalah"](parent), qtbot)

    area = dialog.findChild(QScrollArea)
    lowest = max(form.geometry().bottom() for form in dialog._forms)
    assert dialog.width() > 800
    assert area.height() - lowest < 40
