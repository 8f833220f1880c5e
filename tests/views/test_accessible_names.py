"""Everything in a window and its dialogs that takes the keyboard's focus has a name and a role.

The widgets are found by a walk, so that a new panel or dialog is looked at as well.
"""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QHeaderView,
    QPushButton,
    QScrollArea,
    QWidget,
)

from kalahloa.views import accessibility
from kalahloa.views.panels.placements import PANELS

NO_ROLES = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane)
INSIDE = ("qt_scrollarea", "qt_spinbox", "qt_toolbar_ext")
"""How Qt calls parts of its own widgets, for which these widgets speak."""
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
    if labels or isinstance(widget, QComboBox):  # whose own name is what is chosen
        return " ".join(labels) or widget.accessibleName()
    return interface.text(QAccessible.Text.Name)


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

        opened.close()
        qtbot.waitUntil(lambda: set(all_windows()) == before)
