"""Everything in a window and its dialogs that takes the keyboard's focus has a name and a role.

The widgets are found by a walk, so that a new panel or dialog is looked at as well.
"""

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QWidget,
)

from kalahloa.views import accessibility
from kalahloa.views.panels.placements import PANELS
from kalahloa.views.window.rooms import ROOMS

NO_ROLES = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane)
INSIDE = ("qt_scrollarea", "qt_spinbox", "qt_toolbar_ext")
"""How Qt calls parts of its own widgets, for which these widgets speak."""
CELLS = (QAccessible.Role.Cell, QAccessible.Role.TreeItem, QAccessible.Role.ListItem)
COMMANDS_WITH_DIALOGS = (
    *("new", "edit-position", "open", "save", "export", "first-player", "second-player"),
    *("preferences", "about"),
    *("help", "rules", "keys", "palette"),
)


@pytest.fixture(autouse=True)
def accessible_boards() -> None:
    accessibility.install_accessibility()


def spoken_name(widget: QWidget) -> str:
    """Return what a screen reader calls *widget*: its label's name, where there is a label."""
    interface = QAccessible.queryAccessibleInterface(widget)
    labels = [
        label.text(QAccessible.Text.Name)
        for label, relation in interface.relations(QAccessible.RelationFlag.Label)
        if relation == QAccessible.RelationFlag.Label
    ]
    if isinstance(widget, QComboBox):  # which Qt calls by what is chosen; labelled once it is seen
        return " ".join(labels) or ("" if widget.isVisible() else widget.accessibleName())
    return " ".join(labels) or interface.text(QAccessible.Text.Name)


def controls(top: QWidget) -> Iterator[QWidget]:
    """Yield what can have the focus in *top*, hidden or not, without the insides of Qt's widgets.

    These are what Qt calls by names of its own, the lists of combo boxes, and headers.
    """
    for widget in (top, *top.findChildren(QWidget)):
        above: QWidget | None = widget
        held_by = widget.parentWidget()
        inside = isinstance(held_by, QAbstractScrollArea) and held_by.viewport() is widget
        while above is not None and above is not top and not inside:
            holder = above.parentWidget()
            is_ours = isinstance(holder, QScrollArea) and above is holder.viewport()
            is_qts = above.objectName().startswith(INSIDE) and not is_ours
            inside = is_qts or isinstance(holder, QComboBox)
            above = holder
        policy = widget.focusPolicy()
        if policy != Qt.FocusPolicy.NoFocus and not inside and not isinstance(widget, QHeaderView):
            yield widget


def nameless(top: QWidget) -> list[QWidget]:
    """Return the controls in *top* without a name, or with a role that says nothing."""
    return [
        widget
        for widget in controls(top)
        if not spoken_name(widget).strip()
        or QAccessible.queryAccessibleInterface(widget).role() in NO_ROLES
    ]


def faults(top: QWidget) -> list[str]:
    """Return what is wrong with the controls seen in *top*, as a screen reader finds them."""
    seen = [one for one in controls(top) if not one.visibleRegion().isEmpty()]
    found = [f"no name: {one}" for one in nameless(top) if one in seen]
    interfaces = {one: QAccessible.queryAccessibleInterface(one) for one in seen}
    names = Counter((one.role(), spoken_name(widget)) for widget, one in interfaces.items())
    found += [f"{count} are called {name}" for name, count in names.items() if count > 1]
    for widget, interface in interfaces.items():
        value = interface.text(QAccessible.Text.Value)
        if value and value == spoken_name(widget):
            found.append(f"called by its value: {value}")
        if len(interface.relations(QAccessible.RelationFlag.Label)) > 1:
            found.append(f"several labels: {spoken_name(widget)}")
        if isinstance(widget, QAbstractItemView):
            children = [interface.child(at) for at in range(min(interface.childCount(), 200))]
            empty = [one for one in children if one is not None and one.role() in CELLS]
            empty = [one for one in empty if not one.text(QAccessible.Text.Name)]
            found += [f"{len(empty)} empty cells: {spoken_name(widget)}"] if empty else []
    return found


def all_windows() -> list[QWidget]:
    return [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_all_controls_of_the_window_have_names_and_roles(open_window, game):
    hands = open_window(game)
    hands.window.show_view(text=True)
    panels = [hands.window.panel_host.panel(key) for key in PANELS]

    found = list(controls(hands.window))

    assert nameless(hands.window) == []
    assert {hands.board, hands.window.text.line, hands.window.text.messages} <= set(found)
    for panel in panels:
        assert any(panel.isAncestorOf(widget) for widget in found), panel.key


def test_a_new_control_without_a_name_is_found(open_window):
    hands = open_window("tictactoe")
    panel = next(iter(hands.window.panel_host.panels.values()))

    button = QPushButton(panel)

    assert nameless(hands.window) == [button]


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_all_controls_that_are_seen_in_a_room_are_told_apart(open_window, qtbot, game):
    hands = open_window(game)
    for _ in range(3):
        hands.document.play(hands.document.position.legal_moves()[0])
    window = hands.window
    wrong = {}

    for page in (page for room in ROOMS for page in room.pages):
        window.rooms.open_page(page.key)
        qtbot.waitUntil(lambda key=page.key: window.rooms.page.key == key)
        wrong[page.key] = faults(window)
    window.show_view(text=True)
    wrong["text"] = faults(window)

    assert {page: found for page, found in wrong.items() if found} == {}


@pytest.mark.parametrize("game", ["loa", "kalah"])
def test_all_controls_of_what_a_command_opens_have_names_and_roles(open_window, qtbot, game):
    hands = open_window(game)
    hands.document.play(hands.document.position.legal_moves()[0])
    before = set(all_windows())
    for key in COMMANDS_WITH_DIALOGS:
        hands.window.actions_by_name[key].trigger()
        qtbot.waitUntil(lambda: set(all_windows()) > before)

        (opened,) = set(all_windows()) - before
        assert list(controls(opened)), key
        assert nameless(opened) == [], key
        assert faults(opened) == [], key
        if isinstance(opened, QDialog) and not isinstance(opened, QMessageBox):
            interface = QAccessible.queryAccessibleInterface(opened)
            assert interface.role() == QAccessible.Role.Dialog
            assert interface.state().modal == opened.isModal()

        opened.close()
        qtbot.waitUntil(lambda: set(all_windows()) == before)


def test_a_drop_down_is_called_by_its_name_and_not_by_what_is_chosen(open_window):
    hands = open_window("kalah")
    hands.window.rooms.open_page("home")
    boxes = [one for one in controls(hands.window) if isinstance(one, QComboBox)]

    names = [spoken_name(one) for one in boxes if not one.visibleRegion().isEmpty()]

    assert "Opponent in Kalah" in names


def test_rooms_and_views_are_radio_buttons(open_window):
    hands = open_window("kalah")
    rooms = hands.window.bar.room_buttons
    before = QAccessible.queryAccessibleInterface(rooms["play"])
    study = QAccessible.queryAccessibleInterface(rooms["study"])
    assert before.role() == study.role() == QAccessible.Role.RadioButton
    assert before.text(QAccessible.Text.Name) == "Play"
    assert (before.state().checked, study.state().checked) == (True, False)

    study.actionInterface().doAction(study.actionInterface().pressAction())

    assert hands.window.rooms.page.key == "study"
    assert (before.state().checked, study.state().checked) == (False, True)
