"""The slim bar on top of the window: menu, buttons, caption, workspaces and views."""

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from kalahloa.controllers.command import translated
from kalahloa.controllers.commands import MENUS
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.window.actions import Actions
from kalahloa.views.window.workspaces import WORKSPACES, Workspace, Workspaces

BUTTONS = ("new", "undo", "redo", "hint")
NEXT_BUTTONS = ("pause", "continue", "rematch")
"""What comes next: the first of these that is possible has the place after the buttons."""
VIEWS = ("graphical", "text")
_CAPTION_WIDTH = 120
"""Room for the caption, in pixels, for which the buttons rather leave out their text."""


class _Caption(PlainLabel):
    """Takes the room that is left, and is cut off where that is too little."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("barCaption")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Ask for no width: the layout gives what is left."""
        return QSize(0, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Do without any width."""
        return self.sizeHint()


class Bar(QToolBar):
    """Everything above the board."""

    def __init__(
        self, actions: Actions, menus: dict[str, QMenu], workspaces: Workspaces, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setWindowTitle(self.tr("Toolbar"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._menus = menus
        self._whole_menu = QMenu(self.tr("Menu"), self)
        for menu in menus.values():
            self._whole_menu.addMenu(menu)
        self.menu_button = self._made_menu_button()
        self.addWidget(self.menu_button)
        self._buttons: list[QToolButton] = []
        for key in BUTTONS:
            self._add_button(actions[key])
        # Placed by actions of their own: hiding the command's would take its key away.
        self._next = {actions[key]: self._add_button(actions[key]) for key in NEXT_BUTTONS}
        self.show_next()
        self.caption = _Caption(self)
        self.addWidget(self.caption)
        self.workspace_buttons = self._add_workspaces(workspaces)
        self._add_views(actions)
        self._make_keys()
        self._wide = 0

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew with another font or style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._wide = 0

    def _add_button(self, action: QAction) -> QAction:
        """Add a button of *action*; return what shows and hides it."""
        button = QToolButton(self)
        button.setObjectName(action.objectName())
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._buttons.append(button)
        return self.addWidget(button)

    def _made_menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("menu")
        button.setText("≡")
        button.setToolTip(self.tr("Menu (F10)"))
        button.setAccessibleName(self.tr("Menu"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._whole_menu)
        return button

    def _add_workspaces(self, workspaces: Workspaces) -> dict[str, QToolButton]:
        row = self._add_segments()
        group = QActionGroup(self)
        buttons = {}
        for number, workspace in enumerate(WORKSPACES, 1):
            action = group.addAction(workspace.label)
            action.setCheckable(True)
            action.setShortcut(f"Ctrl+{number}")
            action.setToolTip(f"{workspace.sentence} (Ctrl+{number})")
            action.triggered.connect(lambda _on=False, key=workspace.key: workspaces.switch(key))
            self.window().addAction(action)
            buttons[workspace.key] = self._add_segment(row, action)
        return buttons

    def _add_views(self, actions: Actions) -> None:
        row = self._add_segments()
        group = QActionGroup(self)
        for key in VIEWS:
            group.addAction(actions[key])
            self._add_segment(row, actions[key])

    def _add_segments(self) -> QHBoxLayout:
        segments = QFrame(self)
        segments.setObjectName("segments")
        row = QHBoxLayout(segments)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self.addWidget(segments)
        return row

    def _add_segment(self, row: QHBoxLayout, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        row.addWidget(button)
        return button

    def _make_keys(self) -> None:
        """Have F10 open the menu, and Alt with the underlined letter its parts."""
        QShortcut(QKeySequence("F10"), self.window(), self.menu_button.showMenu)
        for key, menu in self._menus.items():
            letter = QKeySequence.mnemonic(translated(MENUS[key]))
            QShortcut(letter, self.window(), lambda menu=menu: self._pop_up(menu))

    def _pop_up(self, menu: QMenu) -> None:
        menu.popup(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))
        menu.setActiveAction(menu.actions()[0])

    def show_next(self) -> None:
        """Show the first button of what comes next that is enabled, or the first at all."""
        enabled = [action for action in self._next if action.isEnabled()]
        shown = enabled[0] if enabled else next(iter(self._next))
        for action, place in self._next.items():
            place.setVisible(action is shown)

    def _measured(self) -> int:
        """Return the width that the bar needs with text on all buttons."""
        for button in self._buttons:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return self.sizeHint().width() + _CAPTION_WIDTH

    @Slot(object)
    def show_workspace(self, workspace: Workspace) -> None:
        """Check the button of *workspace*."""
        self.workspace_buttons[workspace.key].defaultAction().setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the buttons' text where there is no room for it."""
        super().resizeEvent(event)
        if not self._wide:
            self._wide = self._measured()
        narrow = self.width() < self._wide
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else beside
        for button in self._buttons:
            button.setToolButtonStyle(style)
