"""A random walk in windows: clicks, keys, lines, commands, panels, files, whatever there is."""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from PySide6.QtCore import QEventLoop, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QSpinBox,
)

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.command_walk import SLOW, chosen_command
from kalahloa.controllers.session.commands import BY_TYPED_NAME, COMMANDS
from kalahloa.models.game.knowledge import OFF
from kalahloa.models.game.random_walk import FaultFound, RandomWalk
from kalahloa.models.storage.json_file import SUFFIX
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.play_from import PlayFromDialog
from kalahloa.views.dialogs.player_chooser import PlayerDialog
from kalahloa.views.dialogs.position_editor import PositionEditorDialog
from kalahloa.views.dialogs.teaching_fields import TeachingDialog
from kalahloa.views.look.theme import DARK, LIGHT
from kalahloa.views.window.help_window import HelpWindow
from kalahloa.views.window.rooms import PAGES
from tests.monkey.inputs import KEYS, LINES, SIZES
from tests.views.checker import all_show_records
from tests.views.conftest import Hands
from tests.views.listed import click_node

SHALLOW = Player(Level(searcher="alpha-beta", depth=1))
DEEPER = Player(Level(depth=2))
HISTORY = 40
"""How many of the last deeds are told where something is wrong."""
_ELSEWHERE = "quit"
"""The command that would end the program."""
TYPED = tuple(name for name in BY_TYPED_NAME if name not in SLOW | {_ELSEWHERE})


def turn_loop(milliseconds: int = 0) -> None:
    """Let windows and threads work for so long; unlike `QTest.qWait` this lets threads run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _close_questions() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QMessageBox) and isinstance(widget.parent(), QFileDialog):
            widget.reject()


@contextmanager
def _menus_closing() -> Iterator[None]:
    """Close menus that a button opens by a key in an event loop of its own, which would not end."""
    timer = QTimer()
    timer.timeout.connect(_close_popup)
    timer.start(5)
    try:
        yield
    finally:
        timer.stop()


def _close_popup() -> None:
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


class Monkey(RandomWalk):
    """Does one random thing after the other to windows that share a library.

    An action is the number of a window, the name of a method, and the seed of what that draws.
    Copies of games are saved in *folder*.  After every so many actions, and at the end, everything
    that is shown and kept is compared.  `commands` counts how often each command was asked for
    while it was possible, `history` are the last actions in words.
    """

    def __init__(self, hands: Sequence[Hands], folder: Path, check_every: int = 20) -> None:
        self.all_hands = tuple(hands)
        self.hands = self.all_hands[0]
        self.folder = folder
        self.chance = Random()
        self.commands: Counter[str] = Counter()
        self.history: deque[str] = deque(maxlen=HISTORY)
        self.trouble: list[str] = []
        """What Qt or Python have complained about."""
        self.longest = 0
        self._check_every = check_every
        self._count = 0
        self._copies = 0
        self._deeds = (
            (self.move, 30),
            (self.click_a_cell, 10),
            (self.click_anywhere, 5),
            (self.drag, 4),
            (self.press_a_key, 12),
            (self.type_a_line, 8),
            (self.undo, 7),
            (self.redo, 5),
            (self.walk, 5),
            (self.turn_wheel, 4),
            (self.click_a_move, 4),
            (self.change_a_player, 4),
            (self.trigger, 10),
            (self.ask, 5),
            (self.find_a_command, 3),
            (self.use_a_menu, 2),
            (self.right_click, 3),
            (self.change_panels, 4),
            (self.resize, 3),
            (self.change_colours, 1),
            (self.change_preferences, 1),
            (self.drop_a_file, 2),
            (self.open_the_other_game, 1),
            (self.look_at_the_window, 2),
            (self.click_a_line, 2),
            (self.rest, 4),
        )

    def choose(self, chance: Random) -> str:
        """Return an action, most often in the window of the last one."""
        deeds, weights = zip(*self._deeds, strict=True)
        deed = chance.choices(deeds, weights)[0]
        hands = chance.choice(self.all_hands) if chance.random() < 0.1 else self.hands
        return f"{self.all_hands.index(hands)} {deed.__name__} {chance.randrange(10**6)}"

    def do(self, action: str) -> None:
        """Do one thing, answer all dialogs and menus that it opens, and let it have its effect."""
        number, name, seed = action.split()
        if self.hands is not self.all_hands[int(number)]:
            self.hands = self.all_hands[int(number)]
            self.hands.window.activateWindow()
        self.chance = Random(int(seed))
        self.history.append(f"window {number}: {name}")
        getattr(self, name)()
        self._answer_everything()
        self._count += 1
        self._measure()
        if self._count % self._check_every == 0:
            self.end()
        elif self.trouble:
            raise FaultFound(self.trouble[0])

    def _measure(self) -> None:
        """Take note of the longest record that there ever was."""
        lengths = [len(hands.document.record.nodes) for hands in self.all_hands]
        self.longest = max(self.longest, *lengths)

    def end(self) -> None:
        """Look at everything in all windows."""
        self._measure()
        all_show_records(self.all_hands)
        if self.trouble:
            raise FaultFound(self.trouble[0])

    def close(self) -> None:
        """Close the windows."""
        for hands in self.all_hands:
            hands.window.close()
        turn_loop(50)

    def _note(self, detail: object) -> None:
        """Add *detail* to what is told of this deed."""
        self.history[-1] += f" {detail}"

    # -- the board ---------------------------------------------------------------------------

    def move(self) -> None:
        """Make a legal move, by clicks or typed."""
        position = self.hands.document.position
        moves = position.legal_moves()
        if not moves:
            return
        move = self.chance.choice(moves)
        self._note(position.format_move(move))
        if self.hands.window.text_shown:
            self.hands.type_line(position.format_move(move))
        else:
            self._click(self.hands.cells_of(move))

    def click_a_cell(self) -> None:
        """Click any cell."""
        self._click((self.chance.choice(list(self.hands.board.cells())),))

    def _click(self, cells: Sequence[int]) -> None:
        """Click *cells*, until another game that was asked for is there."""
        board, game = self.hands.board, self.hands.place.record_number
        view = board.viewport()
        for cell in cells:
            place = self.hands.place_of(cell)
            QTest.mouseMove(view, place)
            if self.hands.place.record_number != game:
                return
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
            if self.hands.place.record_number != game:
                return

    def _anywhere(self) -> QPoint:
        view = self.hands.board.viewport()
        return QPoint(
            self.chance.randrange(max(1, view.width())),
            self.chance.randrange(max(1, view.height())),
        )

    def click_anywhere(self) -> None:
        """Click anywhere on the board, perhaps twice."""
        click = self.chance.choice((QTest.mouseClick, QTest.mouseClick, QTest.mouseDClick))
        view, place = self.hands.board.viewport(), self._anywhere()
        click(view, Qt.MouseButton.LeftButton, pos=place)
        if click is QTest.mouseDClick:  # which leaves the button down
            QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=place)

    def drag(self) -> None:
        """Drag across the board."""
        view = self.hands.board.viewport()
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=self._anywhere())
        QTest.mouseMove(view, self._anywhere())
        if self.chance.random() < 0.2:
            QTest.keyClick(view, Qt.Key.Key_Escape)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=self._anywhere())

    def turn_wheel(self) -> None:
        """Turn the wheel over the board, by notches or less."""
        view = self.hands.board.viewport()
        middle = QPointF(view.rect().center())
        event = QWheelEvent(
            middle,
            QPointF(view.mapToGlobal(middle.toPoint())),
            QPoint(),
            QPoint(0, self.chance.choice((120, -120, 360, -360, 40, -40))),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view, event)

    def right_click(self) -> None:
        """Ask for a context menu on the board, the move list or a panel's handle."""
        window = self.hands.window
        view = self.chance.choice(
            (
                self.hands.board.viewport(),
                window.panel_host.panel("moves").view.viewport(),
                *window.panel_host.panels.values(),
            )
        )
        if view.isVisible():
            place = QPoint(
                self.chance.randrange(max(1, view.width())),
                self.chance.randrange(max(1, view.height())),
            )
            QTest.mouseClick(view, Qt.MouseButton.RightButton, pos=place)
            view.customContextMenuRequested.emit(place)

    # -- the keyboard --------------------------------------------------------------------------

    def press_a_key(self) -> None:
        """Press a key wherever the focus is."""
        key = self.chance.choice(KEYS)
        self._note(key.name)
        with _menus_closing():
            self.hands.press(key)

    def type_a_line(self) -> None:
        """Type a line into the text view: something strange, or any command."""
        line = self.chance.choice(LINES)
        if self.chance.random() < 0.5:
            line = chosen_command(self.hands.app, TYPED, self.chance)
        self._note(repr(line[:40]))
        with _menus_closing():  # Enter may also press what has the focus
            if line.isascii():
                self.hands.type_line(line)
            else:  # for which there are no keys: pasted
                self.hands.window.text.line.setText(line)
                QTest.keyClick(self.hands.window.text.line, Qt.Key.Key_Return)

    def undo(self) -> None:
        """Press Ctrl+Z."""
        self.hands.undo()

    def redo(self) -> None:
        """Press Ctrl+Shift+Z."""
        self.hands.redo()

    def walk(self) -> None:
        """Walk by Alt and an arrow."""
        keys = Qt.Key
        key = self.chance.choice(
            (
                keys.Key_Left,
                keys.Key_Right,
                keys.Key_Up,
                keys.Key_Down,
                keys.Key_Home,
                keys.Key_End,
            )
        )
        self.hands.press(key, Qt.KeyboardModifier.AltModifier)

    # -- commands ------------------------------------------------------------------------------

    def _ask_for(self, key: str) -> None:
        """Count that the command *key* is asked for."""
        self._note(key)
        command = next(one for one in COMMANDS if one.key == key)
        if command.possible(self.hands.place):
            self.commands[key] += 1

    def trigger(self) -> None:
        """Trigger the action of a command, as a menu, the bar and a shortcut do."""
        commands = [one for one in COMMANDS if one.title and one.key != _ELSEWHERE]
        if self.chance.random() < 0.5:
            commands = [one for one in commands if one.possible(self.hands.place)]
        command = self.chance.choice(commands)
        self._ask_for(command.key)
        self.hands.window.actions_by_name[command.key].trigger()

    def ask(self) -> None:
        """Ask for a command as a panel does, with words that mean something or nothing."""
        command = self.chance.choice([one for one in COMMANDS if one.key != _ELSEWHERE])
        nodes = len(self.hands.document.record.nodes)
        moves = self.hands.document.position.legal_moves()
        written = [self.hands.document.position.format_move(move) for move in moves[:9]]
        words = self.chance.choice(
            (
                [],
                [str(self.chance.randrange(nodes))],
                [self.chance.choice(written)] if written else [],
                ["nonsense"],
                ["south", "human"],
                ["-1", "x"],
            )
        )
        self._ask_for(command.key)
        self._note(words)
        self.hands.window.panel_host.asked.emit(command.key, words)

    def find_a_command(self) -> None:
        """Open the palette, type, and press Enter or Escape."""
        palette = self.hands.window.palette_popup
        self._ask_for("palette")
        self.hands.window.actions_by_name["palette"].trigger()
        QTest.keyClicks(palette.line, self.chance.choice(("", "u", "hi", "pan", "study", "zzz")))
        for _ in range(self.chance.randrange(4)):
            QTest.keyClick(palette.line, Qt.Key.Key_Down)
        row = palette.list.currentIndex().row()
        wanted = 0 <= row < len(palette.shown) and palette.shown[row].key != _ELSEWHERE
        if wanted and self.chance.random() < 0.8:
            self._note(palette.shown[row].key)
            QTest.keyClick(palette.line, Qt.Key.Key_Return)
        else:
            QTest.keyClick(palette.line, Qt.Key.Key_Escape)

    def use_a_menu(self) -> None:
        """Open a menu of the window; one of its actions may follow."""
        menus = self.hands.window.menus
        menu = menus[self.chance.choice(sorted(menus))]
        if self.chance.random() < 0.3:
            menu = self.hands.window.recent
        menu.popup(self.hands.window.mapToGlobal(QPoint(10, 40)))
        turn_loop(self.chance.choice((0, 10)))

    # -- panels, players, windows ----------------------------------------------------------------

    def click_a_move(self) -> None:
        """Click a move in the move list."""
        record = self.hands.document.record
        if len(record.nodes) > 1 and self.hands.window.panel_host.panel("moves").is_seen:
            click_node(self.hands, self.chance.choice(record.nodes[1:]))

    def change_a_player(self) -> None:
        """Give a side a human or a quick computer."""
        player = self.chance.choice((HUMAN, HUMAN, SHALLOW, DEEPER))
        self.hands.document.set_player(self.chance.randrange(2), player)

    def change_panels(self) -> None:
        """Hide, show, undock or dock a panel, move an edge, or open another page."""
        rooms = self.hands.window.rooms
        key = self.chance.choice(sorted(rooms.toggle_actions))
        page = self.chance.choice(sorted(PAGES))
        edge = self.chance.choice(("side", "left", "below", "top"))
        share = self.chance.random()
        self.chance.choice(
            (
                rooms.toggle_actions[key].trigger,
                lambda: rooms.dock(key) if rooms.is_detached(key) else rooms.undock(key),
                lambda: rooms.drag(edge, share),
                lambda: rooms.open_page(page),
                lambda: rooms.reveal(key),
            )
        )()

    def resize(self) -> None:
        """Give the window another size."""
        width, height = self.chance.choice(SIZES)
        if self.chance.random() < 0.5:
            width, height = self.chance.randrange(200, 1600), self.chance.randrange(200, 1000)
        self._note(f"{width} x {height}")
        self.hands.window.resize(width, height)

    def change_colours(self) -> None:
        """Show another theme."""
        self.hands.window.set_theme(self.chance.choice((LIGHT, DARK)))

    def change_preferences(self) -> None:
        """Choose other preferences: those that do not make the monkey wait."""
        self.hands.window.set_preferences(
            Preferences(
                scheme=self.chance.choice([*Preferences.settings()["scheme"].choices]),
                speed=self.chance.choice((0.0, 4.0, 10.0)),
                think_seconds=self.chance.choice((0.0, 0.05)),
                font_points=self.chance.choice((6, 13, 30, 72)),
                endgames=OFF,
                sound=self.chance.random() < 0.1,
                mirrored=self.chance.random() < 0.5,
            )
        )

    def click_a_line(self) -> None:
        """Click a part of a line of the analysis."""
        panel = self.hands.window.panel_host.panel("engine")
        if panel.is_seen and panel.model.rows:
            spots = [
                piece.rect.center()
                for number, row in enumerate(panel.model.rows)
                for piece in panel.list.delegate.pieces(
                    row, panel.list.visualRect(panel.model.index(number))
                )
            ]
            spot = self.chance.choice(spots)
            QTest.mouseMove(panel.list.viewport(), spot)
            QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)

    def rest(self) -> None:
        """Wait a little."""
        turn_loop(self.chance.choice((1, 5, 20, 60)))

    # -- files ---------------------------------------------------------------------------------

    def _a_file(self) -> Path | None:
        """Return a copy of a game, or nothing of the kind."""
        files = sorted(self.folder.iterdir())[:12]
        return self.chance.choice(files) if files else None

    def drop_a_file(self) -> None:
        """Drop a game, a file of another kind, or something that is not there."""
        path = self._a_file() or self.folder / f"none{SUFFIX}"
        path = self.chance.choice((path, path, path, self.folder / f"none{SUFFIX}", Path("/x")))
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(20, 20),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        event.ignore()
        self.hands.window.dragEnterEvent(event)
        if event.isAccepted():
            self.hands.window.dropEvent(event)
        turn_loop(self.chance.choice((0, 20)))

    def open_the_other_game(self) -> None:
        """Open the game that another window has open, or has left lately."""
        other = self.chance.choice(self.all_hands)
        other.keeper.save()
        games = [other.keeper.game_id, *(game.id for game in self.hands.keeper.recent(6))]
        wanted = self.chance.choice(games)
        if wanted is not None:
            self.hands.keeper.open_later(wanted)
            turn_loop(self.chance.choice((0, 5, 50)))

    def look_at_the_window(self) -> None:
        """Show what another window has written to the same game meanwhile."""
        self.hands.keeper.find_changes()
        turn_loop(self.chance.choice((0, 5, 50)))

    # -- what opens ------------------------------------------------------------------------------

    def _answer_everything(self) -> None:
        """Answer all menus and dialogs, also those that an answer opens, and close the help."""
        turn_loop()
        for _ in range(8):
            popup = QApplication.activePopupWidget()
            dialogs = [
                widget
                for widget in QApplication.topLevelWidgets()
                if isinstance(widget, QDialog) and widget.isVisible()
            ]
            if isinstance(popup, QMenu):
                self._answer_menu(popup)
            elif popup is not None:
                popup.close()
            elif dialogs:
                self._answer_dialog(dialogs[0])
            else:
                break
            turn_loop()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, HelpWindow) and widget.isVisible():
                widget.close()
                self.hands.window.activateWindow()
                turn_loop()

    def _answer_menu(self, menu: QMenu) -> None:
        quits = self.hands.window.actions_by_name[_ELSEWHERE]
        chosen: list[QAction] = [
            action
            for action in menu.actions()
            if action.isEnabled()
            and not action.isSeparator()
            and action.menu() is None
            and action is not quits
        ]
        menu.close()
        if chosen and self.chance.random() < 0.6:
            action = self.chance.choice(chosen)
            self._note(f"> {action.text()[:30]!r}")
            action.trigger()

    def _answer_dialog(self, dialog: QDialog) -> None:
        accepts = self.chance.random() < 0.6
        self._note(f"> {type(dialog).__name__} {'accepted' if accepts else 'cancelled'}")
        if isinstance(dialog, QFileDialog):
            accepts = accepts and self._choose_file(dialog)
        elif isinstance(dialog, NewGameDialog | PlayerDialog | PlayFromDialog | TeachingDialog):
            self._fill_in(dialog)
        elif isinstance(dialog, PositionEditorDialog):
            self._fill_board(dialog)
            self._fill_in(dialog)
        # A dialog that is not filled in rightly stays open after `accept`.
        if accepts:
            # Qt's own dialog for files asks in a loop of its own whether a file is the right one.
            QTimer.singleShot(0, _close_questions)
            dialog.accept()
        if dialog.isVisible():
            dialog.reject()

    def _choose_file(self, dialog: QFileDialog) -> bool:
        """Choose a file that exists to open, and a new one to save; return whether there is one."""
        if dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave:
            self._copies += 1
            path = self.folder / f"copy {self._copies}.{dialog.defaultSuffix()}"
        else:
            found = self._a_file()
            if found is None:
                return False
            path = found
        # What `selectFile` does not, where the line has the focus.
        line = dialog.findChild(QLineEdit, "fileNameEdit")
        line.setText(str(path))
        return True

    def _fill_board(self, dialog: PositionEditorDialog) -> None:
        """Click cells at random, with both buttons, and press keys there."""
        board = dialog.position_board.board
        if board is None:
            return
        for _ in range(self.chance.randrange(8)):
            cell = self.chance.choice(board.cells())
            at = board.mapFromScene(board.cell_rect(cell).center())
            button = self.chance.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
            QTest.mouseClick(board.viewport(), button, pos=at)
            QTest.keyClicks(board, self.chance.choice(("", "b", "w", "x", "12", "+", "-")))
            self.chance.choice((dialog.undo_button, dialog.redo_button)).click()

    def _fill_in(self, dialog: QDialog) -> None:
        """Change a few fields at random."""
        for _ in range(self.chance.randrange(4)):
            fields = [
                field
                for kind in (QComboBox, QCheckBox, QSpinBox, QLineEdit)
                for field in dialog.findChildren(kind)
                if field.isVisible() and field.isEnabled()
            ]
            if not fields:
                return
            field = self.chance.choice(fields)
            if isinstance(field, QComboBox):
                rows = [
                    row
                    for row in range(field.count())
                    if field.model().index(row, 0).flags() & Qt.ItemFlag.ItemIsSelectable
                ]
                if rows:
                    field.setCurrentIndex(self.chance.choice(rows))
            elif isinstance(field, QCheckBox):
                field.click()
            elif isinstance(field, QSpinBox):
                field.setValue(self.chance.randint(field.minimum(), min(field.maximum(), 12)))
            elif not field.isReadOnly():
                field.setText(self.chance.choice(("", "x", QGuiApplication.clipboard().text())))
