"""The window's actions, one for each command that a menu, a button or the palette offers."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.controllers.commands.command import Command, translated
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Place
from kalahloa.controllers.session.commands import AT_BOARD, BY_KEY, COMMANDS, MENUS
from kalahloa.models.record.record import Node
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.look.icons import themed_icon
from kalahloa.views.look.keys import key_sequences, tip_of
from kalahloa.views.look.theme import Theme


class Actions(dict[str, QAction]):
    """All actions by the keys of their commands."""

    def __init__(self, app: AppContext, say: Callable[[str], None], window: QWidget) -> None:
        """Make the actions of *window*; what a command answers, or why it is refused, is said."""
        super().__init__()
        self._app = app
        self._say = say
        for command in COMMANDS:
            if command.title:
                self[command.key] = self.made(command, window)
                window.addAction(self[command.key])
        self._commands = tuple((one, self[one.key]) for one in COMMANDS if one.title)
        self.sees_board: Callable[[], bool] = lambda: True
        """Returns whether the board is visible."""
        self._possible: dict[str, bool] = {}
        """What `show_place` has last shown to be possible, by the commands' keys."""

    def made(self, command: Command, parent: QWidget) -> QAction:
        """Return an action of *parent* that does *command*, which need not be in the table."""
        action = QAction(translated(command.title), parent)
        action.setObjectName(command.key)
        action.setStatusTip(translated(command.tip))
        # Most commands have no keys.
        if sequences := key_sequences(command):
            action.setShortcuts(sequences)
        action.setToolTip(tip_of(command))
        if command.checkable or command.checked is not None:
            action.setCheckable(True)
        action.triggered.connect(lambda: self._trigger(command))
        return action

    def _trigger(self, command: Command) -> None:
        """Run *command* for a menu or a key, if what it acts on is visible."""
        if command.key in AT_BOARD and not self.sees_board():
            self._say(translate("Commands", "The board is hidden; go to Play or Study."))
            self._restore_check(command)
        else:
            self.perform(command, [])

    def perform(self, command: Command, words: object) -> None:
        """Do *command* with *words* or an order; say what it answers or why it is impossible."""
        try:
            answer = command.perform(self._app, words) if words else command.trigger(self._app)
        except KalahloaError as error:
            answer = in_words(error)
        self._restore_check(command)
        if answer:
            self._say(answer)

    def perform_at(self, command: Command, node: Node) -> None:
        """Do *command* at *node*, and say what it answers or why it is not possible."""
        try:
            answer = command.perform_at(self._app, node)
        except KalahloaError as error:
            answer = in_words(error)
        if answer:
            self._say(answer)

    def fill(self, menu: QMenu, keys: Iterable[str], node: Node | None) -> None:
        """Add the commands *keys* to *menu*, those that can be done there about *node*.

        Empty keys separate.
        """
        place = self._app.document.place
        is_other = node is not None and node is not place.node
        for key in keys:
            if not key:
                menu.addSeparator()
            elif key not in self:
                continue
            elif is_other and BY_KEY[key].run_at is not None:
                assert node is not None
                menu.addAction(self._about(BY_KEY[key], node, menu))
            else:
                menu.addAction(self[key])

    def _about(self, command: Command, node: Node, menu: QMenu) -> QAction:
        """Return an action that does *command* at *node*, in a menu that is shown once."""
        there = replace(self._app.document.place, node=node)
        action = QAction(translated(command.title), menu)
        action.setObjectName(command.key)
        action.setEnabled(command.possible(there))
        if command.checked is not None:
            action.setCheckable(True)
            action.setChecked(command.checked(there))
        action.triggered.connect(lambda: self.perform_at(command, node))
        return action

    def _restore_check(self, command: Command) -> None:
        """Have a switch show what is true; Qt has toggled it whatever the command did."""
        if command.checked is not None and command.key in self:
            self[command.key].setChecked(command.checked(self._app.document.place))

    def show_place(self, place: Place) -> None:
        """Enable what is possible at *place*, and check what is on.

        Qt is asked and told only of what is another than before: each of hundreds of calls would
        let other threads run, and wait for them.
        """
        shown = self._possible
        for command, action in self._commands:
            possible = command.possible(place)
            if shown.get(command.key) is not possible:
                shown[command.key] = possible
                action.setEnabled(possible)
            if command.checked is not None:
                checked = command.checked(place)
                if action.isChecked() is not checked:
                    action.setChecked(checked)

    def tip(self, tip: str) -> str:
        """Return *tip*; for a command that is not possible, return why."""
        place = self._app.document.place
        for command, action in self._commands:
            if action.statusTip() == tip and not action.isEnabled():
                return command.why_not(place) or tip
        return tip

    def refuse(self, event: QKeyEvent) -> None:
        """Say why the command of a key is not possible; Qt skips disabled actions."""
        pressed = QKeySequence(event.keyCombination())
        for command, action in self._commands:
            if not action.isEnabled() and pressed in action.shortcuts():
                self.perform(command, [])
                event.accept()
                return

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the colours of *theme*."""
        for command in COMMANDS:
            if command.icon:
                self[command.key].setIcon(themed_icon(command.icon, theme.text, theme.disabled))

    def menu(self, key: str, parent: QWidget) -> QMenu:
        """Return the menu called *key* in `MENUS`."""
        menu = QMenu(translated(MENUS[key]), parent)
        menu.setObjectName(f"{key}-menu")
        group = 0
        for command in COMMANDS:
            if command.menu == key:
                if command.group != group and not menu.isEmpty():
                    menu.addSeparator()
                group = command.group
                menu.addAction(self[command.key])
        return menu
