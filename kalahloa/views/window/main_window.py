"""The window: toolbar and menus, the two views side by side in a stack, panels, status line."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, QTimer, Slot
from PySide6.QtGui import QActionGroup, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QSizePolicy,
    QStackedWidget,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from kalahloa import __version__
from kalahloa.compiled import compiled_note
from kalahloa.controllers.analysis import Analysis
from kalahloa.controllers.commands import Commands
from kalahloa.controllers.game_files import SUFFIX
from kalahloa.controllers.keeper import Keeper
from kalahloa.controllers.settings_reader import SettingsReader
from kalahloa.controllers.turn_controller import Cause, TurnController
from kalahloa.controllers.work.search_service import SearchNews
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.models.errors import KalahloaError
from kalahloa.models.quotation import quote
from kalahloa.models.search.values import describe_value, is_decided
from kalahloa.views.dialogs.new_game import NewGameDialog
from kalahloa.views.dialogs.player_chooser import PlayerDialog
from kalahloa.views.dialogs.preferences import Preferences, PreferencesDialog
from kalahloa.views.graphical_view import GraphicalView
from kalahloa.views.look.icons import app_icon
from kalahloa.views.look.plain_label import PlainLabel
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import DARK, LIGHT, Theme
from kalahloa.views.panels.moves import MovesPanel
from kalahloa.views.panels.players import PlayersPanel
from kalahloa.views.text_view import TextView
from kalahloa.views.window.actions import Actions
from kalahloa.views.window.building_note import BuildingNote
from kalahloa.views.window.help_window import HelpWindow

_FILES = f"Games of Kalahloa (*{SUFFIX})"


class MainWindow(QMainWindow):
    """Everything a person sees; it asks the controller for all that happens."""

    def __init__(
        self,
        controller: TurnController,
        keeper: Keeper,
        settings: QSettings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._session = keeper
        self._settings_writer = SettingsWriter(settings, self)
        reader = SettingsReader(settings)
        self.preferences = Preferences.load(reader)
        self._system_palette = QApplication.palette()
        self._theme = self._chosen_theme()
        self._help: HelpWindow | None = None
        self.setWindowIcon(app_icon())
        self.actions_by_name = Actions(self)
        # Before the views: what belongs to the place left is gone when they hear of the new one.
        self.analysis = Analysis(controller, self)
        self.commands = Commands(controller, self, self.analysis)
        self.graphical = GraphicalView(controller, self._theme, self.analysis, self)
        self.text = TextView(controller, self.commands, self)
        self.players_panel = PlayersPanel(controller, self)
        self.moves_panel = MovesPanel(controller, self._theme, self)
        self._make_centre()
        self._make_toolbar()
        self._make_menus()
        self._make_status_line()
        self._connect()
        self._apply_preferences()
        self._restore(reader)
        self._refresh()

    # -- parts ---------------------------------------------------------------------------------

    def _make_centre(self) -> None:
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.graphical)
        self.stack.addWidget(self.text)
        side = QWidget(self)
        side.setMinimumWidth(250)
        side.setMaximumWidth(360)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.players_panel)
        column.addWidget(self.moves_panel, 1)
        centre = QWidget(self)
        row = QHBoxLayout(centre)
        row.setContentsMargins(18, 14, 18, 14)
        row.setSpacing(14)
        row.addWidget(self.stack, 1)
        row.addWidget(side)
        self._side = side
        self.setCentralWidget(centre)

    def _make_toolbar(self) -> None:
        bar = QToolBar("Toolbar", self)
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for name in ("new", "undo", "redo", "hint", "continue"):
            bar.addAction(self.actions_by_name[name])
            bar.widgetForAction(self.actions_by_name[name]).setObjectName(name)
        space = QWidget(bar)
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(space)
        segments = QFrame(bar)
        segments.setObjectName("segments")
        row = QHBoxLayout(segments)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        group = QActionGroup(self)
        for name in ("graphical", "text"):
            group.addAction(self.actions_by_name[name])
            button = QToolButton(segments)
            button.setDefaultAction(self.actions_by_name[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            row.addWidget(button)
        bar.addWidget(segments)
        self.addToolBar(bar)

    def _make_menus(self) -> None:
        menus = {
            "&Game": ("new", "open", "save", "", "quit"),
            "&Play": ("undo", "redo", "", "hint", "continue", "pause"),
            "&Moves": ("back", "forward", "start", "end"),
            "&View": ("graphical", "text", "switch", "", "flip", "values", "", "preferences"),
            "&Help": ("help", "rules", "", "about"),
        }
        for title, names in menus.items():
            menu = self.menuBar().addMenu(title)
            for name in names:
                if name:
                    menu.addAction(self.actions_by_name[name])
                else:
                    menu.addSeparator()

    def _make_status_line(self) -> None:
        self.sentence = PlainLabel(self)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.facts = PlainLabel(self)
        self.facts.setObjectName("muted")
        self.builder = BuildingNote(self)
        self.statusBar().addWidget(self.sentence, 1)
        self.statusBar().addPermanentWidget(self.builder)
        self.statusBar().addPermanentWidget(self.facts)
        self.statusBar().setSizeGripEnabled(False)

    def _connect(self) -> None:
        controller = self._controller
        slots: dict[str, Callable[[], object]] = {
            "new": self._ask_new_game,
            "open": self._ask_open,
            "save": self._ask_save,
            "quit": self.close,
            "undo": controller.undo,
            "redo": controller.redo,
            "back": controller.step_back,
            "forward": controller.step_forward,
            "start": controller.go_to_start,
            "end": controller.go_to_end,
            "hint": controller.request_hint,
            "continue": controller.continue_play,
            "pause": controller.pause,
            "switch": self.switch_view,
            "graphical": self._to_graphical,
            "text": self._to_text,
            "preferences": self._ask_preferences,
            "help": self._show_help,
            "rules": self._show_rules,
            "about": self._show_about,
        }
        for name, slot in slots.items():
            self.actions_by_name[name].triggered.connect(slot)
        self.actions_by_name["flip"].toggled.connect(self._flip)
        self.actions_by_name["values"].toggled.connect(self._show_values)
        self.analysis.message.connect(self.say)
        self.analysis.message.connect(self.text.say)
        self.analysis.answered.connect(self.text.say)
        self.analysis.building.connect(self.builder.show_share)
        self.builder.cancelled.connect(self.analysis.cancel_endgames)
        controller.changed.connect(self._on_changed)
        controller.state_changed.connect(self._refresh)
        controller.progressed.connect(self._on_news)
        controller.message.connect(self.say)
        self._session.failed.connect(self.say)
        self._session.message.connect(self.say)
        self.graphical.remark.connect(self.say)
        self.graphical.refused.connect(self.say)
        self.players_panel.player_clicked.connect(self._ask_player)
        self.moves_panel.node_clicked.connect(controller.jump)
        self.commands.flip_requested.connect(self.actions_by_name["flip"].toggle)
        self.commands.view_requested.connect(self.switch_view)
        self.commands.quit_requested.connect(self.close)

    # -- what the controller says --------------------------------------------------------------

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Show *sentence* in the status line; where it is empty, say why the game is not
        kept, if so, or else whose turn it is.
        """
        self.sentence.setText(sentence or self._session.failure or self._standing())

    def _standing(self) -> str:
        """Return what the last move did, or whose turn it is."""
        record = self._controller.record
        if record.current.outcome is not None:
            return record.current.outcome.reason
        before = record.position_before()
        if before is not None and record.current.move is not None:
            return before.describe(record.current.move)
        return f"{record.game.sides[record.position.side]} is to move."

    @Slot(object)
    def _on_changed(self, cause: Cause) -> None:
        if cause is Cause.NEW:
            self.setWindowTitle(f"{quote(self._controller.game.title)} – Kalahloa")
            self.actions_by_name["flip"].setChecked(self.graphical.flipped)
        self.say("")

    @Slot(object)
    def _on_news(self, news: SearchNews) -> None:
        progress = news.progress
        speed = progress.nodes / progress.seconds if progress.seconds > 0 else 0
        pace = f"{speed / 1e6:.1f} million" if speed >= 1e6 else f"{speed:,.0f}"
        trust = "proven" if is_decided(progress.value) else "estimated"
        self.say(
            f"Thinking: depth {progress.depth}, {describe_value(progress.value, False)} ({trust}), "
            f"{progress.nodes:,} positions, {pace} a second."
        )

    @Slot()
    def _refresh(self) -> None:
        controller = self._controller
        record = controller.record
        enabled = {
            "undo": controller.can_undo,
            "redo": controller.can_redo,
            "back": record.current.parent is not None,
            "start": record.current.parent is not None,
            "forward": controller.can_redo,
            "end": controller.can_redo,
            "hint": controller.can_hint,
            "continue": controller.waits_for_continue,
            "pause": controller.thinking,
            "save": len(record.nodes) > 1,
        }
        for name, value in enabled.items():
            self.actions_by_name[name].setEnabled(value)
        if controller.hinting:
            self.sentence.setText("Looking for a good move.")
        elif controller.hint is not None:
            result = controller.hint.result
            trust = "proven" if result.proven or result.decided else "estimated"
            described = controller.position.describe(controller.hint.move)
            self.sentence.setText(f"Hint ({result.value_text}, {trust}): {described}")
        rules = controller.game.rulebook.name_of(record.rules)
        self.facts.setText(f"{rules} rules · {compiled_note()}")

    # -- views ---------------------------------------------------------------------------------

    @property
    def text_shown(self) -> bool:
        """Whether the text view is the one in front."""
        return self.stack.currentWidget() is self.text

    @Slot()
    def switch_view(self) -> None:
        """Show the other view, at once."""
        self.show_view(text=not self.text_shown)

    @Slot()
    def _to_graphical(self) -> None:
        self.show_view(text=False)

    @Slot()
    def _to_text(self) -> None:
        self.show_view(text=True)

    def show_view(self, *, text: bool) -> None:
        """Show the text view or the graphical one, and give it the keyboard."""
        view = self.text if text else self.graphical
        self.stack.setCurrentWidget(view)
        view.setFocus()
        self.actions_by_name["text" if text else "graphical"].setChecked(True)

    @Slot(bool)
    def _flip(self, flipped: bool) -> None:
        self.graphical.set_flipped(flipped)
        self.text.set_flipped(flipped)

    @Slot(bool)
    def _show_values(self, shown: bool) -> None:
        self.preferences = replace(self.preferences, show_values=shown)
        self._settings_writer.write(self.preferences.to_plain())
        self.analysis.set_wanted(shown)

    # -- dialogs -------------------------------------------------------------------------------

    @Slot()
    def _ask_new_game(self) -> None:
        controller = self._controller
        dialog = NewGameDialog(controller.game, controller.record.rules, controller.players, self)
        dialog.accepted.connect(lambda: self._begin(dialog))
        self._open_dialog(dialog)

    def _begin(self, dialog: NewGameDialog) -> None:
        choice = dialog.choice()
        try:
            self._controller.new_game(
                choice.game, choice.rules, choice.players, choice.start, choice.comment
            )
        except KalahloaError as error:
            self.say(str(error))

    @Slot(int)
    def _ask_player(self, side: int) -> None:
        controller = self._controller
        dialog = PlayerDialog(controller.game, side, controller.players[side], self)
        dialog.accepted.connect(lambda: controller.set_player(side, dialog.chooser.player()))
        self._open_dialog(dialog)

    @Slot()
    def _ask_preferences(self) -> None:
        dialog = PreferencesDialog(self.preferences, self)
        dialog.accepted.connect(lambda: self.set_preferences(dialog.preferences()))
        self._open_dialog(dialog)

    def _open_dialog(self, dialog: NewGameDialog | PlayerDialog | PreferencesDialog) -> None:
        # Window-modal and not run by exec: the computer goes on thinking behind it.
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def set_preferences(self, preferences: Preferences) -> None:
        """Take over *preferences* and remember them."""
        self.preferences = preferences
        self._settings_writer.write(preferences.to_plain())
        self._apply_preferences()

    @Slot()
    def _ask_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Open a game", str(self._session.folder), _FILES
        )
        if name:
            self.open_file(Path(name))

    def open_file(self, path: Path) -> None:
        """Go on with the game in the file at *path*, or say why not."""
        try:
            self._session.open(path)
        except KalahloaError as error:
            self.say(str(error))

    @Slot()
    def _ask_save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, "Save a copy", str(Path.home() / f"game{SUFFIX}"), _FILES
        )
        if name:
            self.save_copy(Path(name))

    def save_copy(self, path: Path) -> None:
        """Write the game to *path*, and say so, or say why not."""
        self._session.save_copy(path)

    @Slot()
    def _show_help(self) -> None:
        self._open_help("index")

    @Slot()
    def _show_rules(self) -> None:
        self._open_help(self._controller.game.key)

    def _open_help(self, page: str) -> None:
        if self._help is None:
            self._help = HelpWindow()
            self._help.setWindowIcon(self.windowIcon())
        self._help.setStyleSheet(style_sheet(self._theme))
        self._help.show_page(page)
        self._help.show()
        self._help.raise_()

    @Slot()
    def _show_about(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle("About Kalahloa")
        box.setIconPixmap(self.windowIcon().pixmap(64, 64))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Kalahloa {__version__}")
        box.setInformativeText(
            "Lines of Action and Kalah, to play and to study.\n\n"
            f"Rules and search: {compiled_note()}."
        )
        box.open()

    # -- colours -------------------------------------------------------------------------------

    def _chosen_theme(self) -> Theme:
        scheme = self.preferences.scheme
        if scheme == "system":
            window = self._system_palette.window().color()
            return DARK if window.lightness() < 128 else LIGHT
        return DARK if scheme == "dark" else LIGHT

    def _apply_preferences(self) -> None:
        self._controller.minimum_think_seconds = self.preferences.think_seconds
        self.graphical.set_speed(self.preferences.speed)
        self.text.set_font_size(self.preferences.font_points)
        self.analysis.set_budget(self.preferences.endgames)
        self.actions_by_name["values"].setChecked(self.preferences.show_values)
        self.set_theme(self._chosen_theme())

    def set_theme(self, theme: Theme) -> None:
        """Show everything in the colours of *theme*."""
        self._theme = theme
        QApplication.setPalette(theme.palette())
        self.setStyleSheet(style_sheet(theme))
        self.actions_by_name.set_theme(theme)
        self.graphical.set_theme(theme)
        self.moves_panel.set_theme(theme)

    # -- remembering ---------------------------------------------------------------------------

    def _restore(self, settings: SettingsReader) -> None:
        self.resize(1180, 800)
        geometry = settings.bytes("window/geometry")
        if geometry is not None and not self.restoreGeometry(geometry):
            settings.damaged = True
        view = settings.choice("window/view", "graphical", ("graphical", "text"))
        self.show_view(text=view == "text")
        self._on_changed(Cause.NEW)
        self._settings_note = settings.put_aside()
        if self._settings_note:
            self._settings_writer.write(self.preferences.to_plain())
            # After the sentences of the game that is gone on with.
            QTimer.singleShot(0, self._say_settings_note)

    @Slot()
    def _say_settings_note(self) -> None:
        self.say(self._settings_note)
        self.text.say(self._settings_note)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        try:
            self._shut_down()
        except Exception:  # which Qt would swallow
            sys.excepthook(*sys.exc_info())

    def _shut_down(self) -> None:
        """Save everything and end all threads; each step runs whatever another raises."""
        with ExitStack() as steps:  # the last one first
            steps.callback(self._settings_writer.shut_down)
            steps.callback(self._controller.shut_down)
            steps.callback(self.analysis.shut_down)
            steps.callback(self._save_game)
            if self._help is not None:
                steps.callback(self._help.close)
            steps.callback(self._save_settings)

    def _save_game(self) -> None:
        self._session.shut_down()
        if self._session.failure:
            print(self._session.failure, file=sys.stderr)

    def _save_settings(self) -> None:
        view = "text" if self.text_shown else "graphical"
        self._settings_writer.write({"window/geometry": self.saveGeometry(), "window/view": view})

    def resizeEvent(self, event: QResizeEvent) -> None:
        # A small window keeps the board; who plays and what was played step aside.
        self._side.setVisible(self.width() >= 640)
        super().resizeEvent(event)
