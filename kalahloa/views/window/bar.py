"""The slim bar on top of the window: menu, buttons, caption, workspaces and views."""

from enum import IntEnum

from PySide6.QtCore import QEvent, QPoint, Qt, Slot
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

from kalahloa.controllers.commands.command import translated
from kalahloa.controllers.session.commands import MENUS
from kalahloa.views.accessibility import tell_focus_after
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.window.actions import Actions
from kalahloa.views.window.workspaces import WORKSPACES, Workspace, Workspaces

BUTTONS = ("new", "undo", "redo", "hint", "analyse")
NEXT_BUTTONS = ("pause", "continue", "rematch")
"""What comes next: the first of these that is possible has the place after the buttons."""
VIEWS = ("graphical", "text")
_TIGHT = "QToolButton { min-width: 0; padding-left: 6px; padding-right: 6px; }"
_NARROW = "QToolButton { padding-left: 4px; padding-right: 4px; }"
_CAPTION_WIDTH = 120
"""Room for the caption, in pixels, for which the buttons rather leave out their text."""


class BarFit(IntEnum):
    """What the bar leaves out to fit into the window; each leaves out what those before it do."""

    ALL_SHOWN = 0
    TIGHT = 1
    ICONS_ONLY = 2
    WITHOUT_VIEWS = 3
    NARROW = 4
    WITHOUT_WORKSPACES = 5


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
        tell_focus_after(self._whole_menu)
        for menu in menus.values():
            self._whole_menu.addMenu(menu)
            tell_focus_after(menu)
        self.menu_button = self._made_menu_button()
        self.addWidget(self.menu_button)
        self._buttons: list[QToolButton] = []
        for key in BUTTONS:
            self.addWidget(self._made_button(actions[key]))
        self._next = self._add_next_buttons(actions)
        self.show_next()
        self.caption = ElidedLabel(self)
        self.caption.setObjectName("barCaption")
        self.caption.shows_parts = False
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        policy = QSizePolicy.Policy
        self.caption.setSizePolicy(policy.Expanding, policy.Preferred)  # it takes what is left
        self.addWidget(self.caption)
        self.workspace_actions: dict[str, QAction] = {}
        """The actions that switch to the workspaces, by the workspaces' keys."""
        self._workspaces = self._add_segments()
        self.workspace_buttons = self._add_workspaces(workspaces)
        self._views = self._add_segments()
        self._add_views(actions)
        self._make_keys()
        self._fit: BarFit | None = None
        self._widths: dict[BarFit, int] = {}

    def _made_button(self, action: QAction) -> QToolButton:
        """Return a new button of *action*."""
        button = QToolButton(self)
        button.setObjectName(action.objectName())
        button.setDefaultAction(action)
        button.setIconSize(self.iconSize())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._buttons.append(button)
        return button

    def _add_next_buttons(self, actions: Actions) -> dict[QAction, QToolButton]:
        """Add the buttons for what comes next in one place, and return them by their actions.

        A tool bar that shows and hides a widget itself also enables it, whatever its action says.
        """
        place = QWidget(self)
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        buttons = {actions[key]: self._made_button(actions[key]) for key in NEXT_BUTTONS}
        for button in buttons.values():
            row.addWidget(button)
        self.addWidget(place)
        return buttons

    def _made_menu_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("menuButton")
        button.setText("≡")
        button.setToolTip(self.tr("Menu (F10)"))
        button.setAccessibleName(self.tr("Menu"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._whole_menu)
        return button

    def _add_workspaces(self, workspaces: Workspaces) -> dict[str, QToolButton]:
        group = QActionGroup(self)
        buttons = {}
        for number, workspace in enumerate(WORKSPACES, 1):
            # Of actions that the group makes itself PySide believes that they end with a button.
            action = QAction(workspace.label, self)
            action.setActionGroup(group)
            action.setCheckable(True)
            action.setShortcut(f"Ctrl+{number}")
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{workspace.sentence} ({keys})")
            action.triggered.connect(lambda _on=False, key=workspace.key: workspaces.switch(key))
            self.window().addAction(action)
            self.workspace_actions[workspace.key] = action
            buttons[workspace.key] = self._add_segment(self._workspaces, action)
        return buttons

    def _add_views(self, actions: Actions) -> None:
        group = QActionGroup(self)
        for key in VIEWS:
            group.addAction(actions[key])
            self._add_segment(self._views, actions[key])

    def _add_segments(self) -> QFrame:
        """Add an empty frame for segments, in a place of its own, and return it.

        A tool bar disables what it hides itself, and may show it again when it is laid out.
        """
        place = QWidget(self)
        around = QHBoxLayout(place)
        around.setContentsMargins(0, 0, 0, 0)
        segments = QFrame(place)
        segments.setObjectName("segments")
        around.addWidget(segments)
        row = QHBoxLayout(segments)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self.addWidget(place)
        return segments

    def _add_segment(self, segments: QFrame, action: QAction) -> QToolButton:
        row = segments.layout()
        assert row is not None
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        row.addWidget(button)
        return button

    def _make_keys(self) -> None:
        """Have F10 open the menu, and Alt with the underlined letter its parts."""
        # Not by the button's own method, which would run an event loop of its own.
        QShortcut(QKeySequence("F10"), self.window(), lambda: self._pop_up(self._whole_menu))
        for key, menu in self._menus.items():
            letter = QKeySequence.mnemonic(translated(MENUS[key]))
            QShortcut(letter, self.window(), lambda menu=menu: self._pop_up(menu))

    def _pop_up(self, menu: QMenu) -> None:
        menu.popup(self.menu_button.mapToGlobal(QPoint(0, self.menu_button.height())))
        possible = [
            action for action in menu.actions() if action.isEnabled() and not action.isSeparator()
        ]
        if possible:
            menu.setActiveAction(possible[0])

    def show_next(self) -> None:
        """Show the first button of what comes next that is enabled, or the first at all."""
        enabled = [action for action in self._next if action.isEnabled()]
        shown = enabled[0] if enabled else next(iter(self._next))
        for action, button in self._next.items():
            button.setVisible(action is shown)

    @Slot(object)
    def show_workspace(self, workspace: Workspace) -> None:
        """Check the button of *workspace*."""
        self.workspace_buttons[workspace.key].defaultAction().setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what there is no room for; all of it is in the menu, too."""
        super().resizeEvent(event)
        for fit in BarFit:
            if fit not in self._widths:
                self._set_fit(fit)
                room = _CAPTION_WIDTH if fit < BarFit.ICONS_ONLY else 0
                self._widths[fit] = self.sizeHint().width() + room
            if self._widths[fit] <= self.width():
                break
        self._set_fit(fit)

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew after a change of the font or the style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._widths = {}

    def _set_fit(self, fit: BarFit) -> None:
        if fit is self._fit:
            return
        self._fit = fit
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if fit >= BarFit.ICONS_ONLY else beside
        narrow = _NARROW if fit is BarFit.NARROW else ""
        for button in self._buttons:
            button.setToolButtonStyle(style)
            if button.styleSheet() != narrow:  # which would be read and applied all the same
                button.setStyleSheet(narrow)
        sheet = _TIGHT if fit >= BarFit.TIGHT else ""
        for segments in (self._workspaces, self._views):
            if segments.styleSheet() != sheet:
                segments.setStyleSheet(sheet)
        self._views.setVisible(fit < BarFit.WITHOUT_VIEWS)
        self._workspaces.setVisible(fit < BarFit.WITHOUT_WORKSPACES)
        layout = self.layout()
        assert layout is not None
        layout.invalidate()
