"""What commands have the window do: dialogs, help pages, the clipboard."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from kalahloa.compiled import compiled_note
from kalahloa.controllers.base.log import log_folder
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.teaching.commands import (
    Start,
    begin_from,
    start_at,
    usual_opponent,
)
from kalahloa.controllers.features.teaching.teaching import TeachingController
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.draft import Draft
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_file import SUFFIX
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.text.errors import KalahloaError
from kalahloa.version import __version__
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.dialogs.files import ask_import_files, ask_open_file, ask_save_file
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import Theme
from kalahloa.views.window.lab_actions import LabActions
from kalahloa.views.window.status_line import StatusLine

with lazy_imports():
    from kalahloa.views.dialogs import figure_table as figure_table_dialog
    from kalahloa.views.dialogs import game_details as game_details_dialog
    from kalahloa.views.dialogs import import_report as import_report_dialog
    from kalahloa.views.dialogs import new_game as new_game_dialog
    from kalahloa.views.dialogs import play_from as play_from_dialog
    from kalahloa.views.dialogs import player_chooser as player_chooser_dialog
    from kalahloa.views.dialogs import position_editor as position_editor_dialog
    from kalahloa.views.dialogs import teaching_fields as teaching_fields_dialog
    from kalahloa.views.window import exports, help_window
if TYPE_CHECKING:
    from kalahloa.controllers.saving.importing import Imported
    from kalahloa.models.library.game_rows import GameHeader
    from kalahloa.views.dialogs.position_editor import SetUpGame
    from kalahloa.views.window.panel_host import PanelHost
    from kalahloa.views.window.room_view import RoomView


class WindowActions(QObject):
    """Opens dialogs and pages for the window; no dialog has an event loop of its own."""

    page_wanted = Signal(str)
    """The key of the page on which one continues."""
    panel_wanted = Signal(str)
    """The key of the panel that is to have the keyboard."""

    def __init__(
        self, app: AppContext, keeper: Keeper, status: StatusLine, window: QWidget
    ) -> None:
        super().__init__(window)
        self._window = window
        self._app = app
        self._keeper = keeper
        self._status = status
        self._help: help_window.HelpWindow | None = None
        self._theme: Theme | None = None
        self._exports: exports.Exports | None = None
        self.shown: Callable[[], tuple[Record, int] | None] = self._on_board
        """Returns the record that the user looks at, and the number of the node; None for none."""
        app.window_actions.update(
            {
                "new": self.ask_new_game,
                "edit-position": self.ask_position,
                "play-from": self.ask_play_from,
                "teaching-options": self.ask_teaching,
                "open": self.ask_open,
                "save": self.ask_save,
                "import": self.ask_import,
                "export": lambda: self.exports.ask(),
                "copy-picture": lambda: self.exports.copy_picture(),
                "copy-game": lambda: self.exports.copy_game(),
                "details": self.ask_details,
                "figure-table": self.show_figure,
                "first-player": self.ask_first_player,
                "second-player": self.ask_second_player,
                "help": self.show_help,
                "rules": self.show_rules,
                "lesson": lambda: app[Course].open(),
                "print-handout": self.print_handout,
                "keys": self.show_keys,
                "show-log": self.show_log,
                "about": self.show_about,
            }
        )
        app.copy = QGuiApplication.clipboard().setText
        app.paste = QGuiApplication.clipboard().text
        app.open_text = keeper.open_text_later
        app[LabMatch].open_library = keeper.open_library
        app.to_play = lambda: self.page_wanted.emit("play")
        app.to_study = lambda: self.page_wanted.emit("study")
        keeper.imported.connect(self.show_import_report)
        app[Course].opened.connect(lambda: self.page_wanted.emit("course"))
        self.lab = LabActions(app[Lab], status, window)
        self.lab.wanted.connect(self._show_lab)
        app.window_actions.update(self.lab.by_key)

    @Slot()
    def _show_lab(self) -> None:
        self.page_wanted.emit("heuristic")
        self.panel_wanted.emit("heuristic")

    def set_theme(self, theme: Theme) -> None:
        """Show the help, and draw pictures, in the colours of *theme*."""
        self._theme = theme
        if self._exports is not None:
            self._exports.set_theme(theme)
        self._style_help()

    def follow(self, rooms: "RoomView", host: "PanelHost") -> None:
        """Take what is looked at where the board is hidden from the preview of the library."""

        def shown() -> tuple[Record, int] | None:
            if rooms.page.has_board:
                return self._on_board()
            return host.panel("preview").shown_game()

        self.shown = shown

    def _on_board(self) -> tuple[Record, int]:
        return self._app.document.record, self._app.document.node.number

    @property
    def exports(self) -> "exports.Exports":
        """What exports pictures and pages; made, and imported, when it is first asked for."""
        if self._exports is None:
            made = exports.Exports(*(self._app, self._status, self._window), lambda: self.shown())
            if self._theme is not None:
                made.set_theme(self._theme)
            self._exports = made
        return self._exports

    def shut_down(self) -> None:
        """Stop what is being exported."""
        if self._exports is not None:
            self._exports.shut_down()

    def open_dialog(self, dialog: QDialog) -> None:
        """Show *dialog*, over the window only: the computer goes on thinking behind it."""
        delete_when_closed(dialog)
        dialog.open()

    # -- games ---------------------------------------------------------------------------------

    @Slot()
    def ask_new_game(self) -> None:
        """Ask for a game, its rules and players."""
        document = self._app.document
        dialog = new_game_dialog.NewGameDialog(
            *(document.game, document.record.rules, document.players, self._window),
            teaching=self._app[TeachingController].settings,
            own_name=document.own_name,
            names=document.next_names,
        )
        dialog.accepted.connect(lambda: self._begin(dialog))
        self.open_dialog(dialog)

    def _begin(self, dialog: "new_game_dialog.NewGameDialog") -> None:
        choice = dialog.choice()
        self._app[TeachingController].set_settings(choice.teaching)
        if not self._app.document.place.answers:
            # First, so that the computer does not wait to be told to go on.
            self.page_wanted.emit("play")
        try:
            self._app.document.new_game(
                *(choice.game, choice.rules, choice.players, choice.start, choice.comment),
                names=choice.names,
            )
        except KalahloaError as error:
            self._status.say(in_words(error))

    @Slot()
    def ask_position(self) -> None:
        """Open the position editor with the current position."""
        document, place = self._app.document, self._app.document.place
        draft = Draft.of(document.game, document.record.rules, place.position.position_string())
        dialog = position_editor_dialog.PositionEditorDialog(
            draft, self._window, flipped=place.flipped
        )
        dialog.accepted.connect(lambda: self._begin_from(dialog.choice()))
        self.open_dialog(dialog)

    def _begin_from(self, choice: "SetUpGame") -> None:
        # First, so that the computer does not begin to think about what is to be studied.
        self.page_wanted.emit("study" if choice.study else "play")
        try:
            self._app.document.new_game(choice.game, choice.rules, start=choice.start)
        except KalahloaError as error:
            self._status.say(in_words(error))

    @Slot()
    def ask_play_from(self) -> None:
        """Ask how to play on from the position shown."""
        app, place = self._app, self._app.document.place
        opponent, settings = usual_opponent(app), app[TeachingController].settings
        dialog = play_from_dialog.PlayFromDialog(
            place.game, place.side, opponent, settings, self._window
        )
        start = start_at(app, place.node)  # nobody waits for the answer
        dialog.accepted.connect(lambda: self._play_from(dialog, start))
        self.open_dialog(dialog)

    def _play_from(self, dialog: "play_from_dialog.PlayFromDialog", start: "Start") -> None:
        self._app[TeachingController].set_settings(dialog.teaching.settings())
        side, opponent = dialog.chosen_side(), dialog.opponent.player()
        try:
            answer = begin_from(self._app, start, side, opponent)
            self._status.say(answer)
        except KalahloaError as error:
            self._status.say(in_words(error))

    @Slot()
    def ask_teaching(self) -> None:
        """Ask which moves teaching takes back."""
        teaching = self._app[TeachingController]
        dialog = teaching_fields_dialog.TeachingDialog(
            self._app.document.game, teaching.settings, self._window
        )
        dialog.accepted.connect(lambda: teaching.set_settings(dialog.settings()))
        self.open_dialog(dialog)

    @Slot()
    def ask_details(self) -> None:
        """Open the dialog for the players' names and the other details of the game."""
        record = self._app.document.record
        now = GameDetails.of(record)

        def change(details: GameDetails) -> None:
            if record is self._app.document.record:
                self._app.study.set_details(GameDetails.of(record).changed(now, details))

        self._ask_details(record.game, now, change)

    @Slot(object)
    def ask_stored_details(self, header: "GameHeader") -> None:
        """Open the dialog for the details of the game in the library described by *header*."""
        library = self._app.get(LibraryView)
        if header.id == self._keeper.game_id or library is None:
            self.ask_details()
            return
        now = GameDetails(header.players, header.details)
        self._ask_details(
            find_game(header.game), now, lambda after: library.set_details(header.id, now, after)
        )

    def _ask_details(
        self, game: Game, details: GameDetails, then: Callable[[GameDetails], object]
    ) -> None:
        first, second = map(in_words, game.sides)
        dialog = game_details_dialog.GameDetailsDialog((first, second), details, self._window)
        dialog.accepted.connect(lambda: then(dialog.details()))
        self.open_dialog(dialog)

    @Slot()
    def ask_first_player(self) -> None:
        """Ask who plays the first side."""
        self._ask_player(0)

    @Slot()
    def ask_second_player(self) -> None:
        """Ask who plays the second side."""
        self._ask_player(1)

    def _ask_player(self, side: int) -> None:
        document = self._app.document
        dialog = player_chooser_dialog.PlayerDialog(
            document.game, side, document.players[side], self._window
        )
        record = document.record

        def take() -> None:
            if document.record is record:  # otherwise another game has come meanwhile
                document.set_player(side, dialog.chooser.player())

        dialog.accepted.connect(take)
        self.open_dialog(dialog)

    @Slot()
    def show_figure(self) -> None:
        """Open the data of the figure that has the focus, or of the nearest one."""
        if problem := figure_table_dialog.show_nearest_figure(self._window):
            self._status.say(problem)

    # -- files ---------------------------------------------------------------------------------

    @Slot()
    def ask_open(self) -> None:
        """Ask for a saved game."""
        ask_open_file(self._window, Path.home(), self.open_file)

    def open_file(self, path: Path) -> None:
        """Go on with the game in the file at *path*, once it is read, or say why not."""
        self._keeper.open_later(path)

    @Slot()
    def ask_import(self) -> None:
        """Ask for files to take into the library."""
        ask_import_files(self._window, Path.home(), self._keeper.import_later)

    @Slot(object)
    def show_import_report(self, imported: "Imported") -> None:
        """List what was not read, and why, if the user has asked for the import."""
        report = imported.report
        if imported.again and (report.failed or report.notes):
            self.open_dialog(import_report_dialog.ImportReportDialog(report, self._window))

    @Slot()
    def ask_save(self) -> None:
        """Ask for a file to write a copy of the game to; one of the library is exported."""
        if (shown := self.shown()) is None or shown[0] is not self._app.document.record:
            self.exports.ask()
            return
        ask_save_file(self._window, Path.home(), f"game{SUFFIX}", self._keeper.save_copy)

    @Slot()
    def print_handout(self) -> None:
        """Ask where to print the chapter that is open."""
        lesson = self._app[Course].state.lesson
        if lesson is not None:
            self.exports.ask_handout(lesson.chapter.name)

    # -- help ----------------------------------------------------------------------------------

    @Slot()
    def show_help(self) -> None:
        """Show the first page of the help."""
        self._show_page("index")

    @Slot()
    def show_rules(self) -> None:
        """Show the help's page on the game."""
        self._show_page(self._app.document.game.key)

    @Slot()
    def show_keys(self) -> None:
        """Show all keys and typed commands."""
        self._show_page("keys")

    def _show_page(self, page: str) -> None:
        if self._help is None:
            self._help = help_window.HelpWindow()
            self._help.setWindowIcon(self._window.windowIcon())
            self._help.lesson_wanted.connect(self._app[Course].open)
            self._style_help()
        self._help.show_page(page)
        self._help.show()
        self._help.raise_()

    def _style_help(self) -> None:
        if self._help is not None and self._theme is not None:
            self._help.setStyleSheet(style_sheet(self._theme, self._help.isRightToLeft()))

    def close_help(self) -> None:
        """Close the help's window, if it was ever opened."""
        if self._help is not None:
            self._help.close()

    @Slot()
    def show_log(self) -> None:
        """Show the log's file with the desktop's program for text."""
        path = log_folder()
        if not path.exists():
            self._status.say(self.tr("There is no log yet."))
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._status.say(fill(self.tr("The log is in {path}."), path=path))

    @Slot()
    def show_about(self) -> None:
        """Show the version, and whether rules and search run compiled."""
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("About Kalahloa"))
        box.setIconPixmap(self._window.windowIcon().pixmap(64, 64))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Kalahloa {__version__}")
        facts = fill(self.tr("Rules and search: {note}."), note=compiled_note())
        purpose = self.tr("Play and study Lines of Action and Kalah.")
        box.setInformativeText(f"{purpose}\n\n{facts}")
        self.open_dialog(box)
