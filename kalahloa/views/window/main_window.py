"""The window: a frame round the two views and the panels."""

import sys
from contextlib import ExitStack
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QSettings, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QStatusTipEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QMenu, QWidget

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.features.guessing.guesses import Guesses
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.saving.keeper import Keeper
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.commands import BY_KEY, MENUS
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.record import Node
from kalahloa.models.storage.json_file import GAME_SUFFIXES
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import quote
from kalahloa.views.accessibility import (
    announce,
    delete_when_closed,
    last_announced,
)
from kalahloa.views.audio import Audio
from kalahloa.views.boards import board_overlays
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.captions import window_title
from kalahloa.views.graphical_view import GraphicalView
from kalahloa.views.look.icons import app_icon
from kalahloa.views.look.pace import PACE
from kalahloa.views.look.style import style_sheet
from kalahloa.views.look.theme import Theme
from kalahloa.views.narration import narration
from kalahloa.views.text_view import TextView
from kalahloa.views.window.actions import Actions
from kalahloa.views.window.bar import Bar
from kalahloa.views.window.board_and_text import BoardAndText
from kalahloa.views.window.desktop import Desktop
from kalahloa.views.window.field_keys import FieldKeys
from kalahloa.views.window.focus_keeper import FocusKeeper
from kalahloa.views.window.focus_mover import FocusMover
from kalahloa.views.window.lecture_mode import LectureMode
from kalahloa.views.window.library_poll import LibraryPoll
from kalahloa.views.window.overlay_menu import OverlayMenu
from kalahloa.views.window.recent_menu import RecentMenu
from kalahloa.views.window.room_view import MAX_STATE, RoomView
from kalahloa.views.window.rooms import PAGES, Room, RoomPage
from kalahloa.views.window.sentences import Sentences
from kalahloa.views.window.status_line import Rank, StatusLine
from kalahloa.views.window.switches import BOARD_SWITCHES, Switches, switch_actions
from kalahloa.views.window.tree_actions import TreeActions
from kalahloa.views.window.window_actions import WindowActions
from kalahloa.views.window.window_place import WindowNumber, place_window

with lazy_imports():
    from kalahloa.views.dialogs import preferences as preferences_dialog
    from kalahloa.views.window import palette, palette_targets

_WINDOW_ACTIVATE, _UPDATE_REQUEST = QEvent.Type.WindowActivate, QEvent.Type.UpdateRequest
_KEY_PRESS, _STATUS_TIP = QEvent.Type.KeyPress, QEvent.Type.StatusTip
MIN_SIZE = QSize(400, 320)
MAIN_PANELS = {"home": "home", "library": "games"}
"""The panels that have the keyboard on pages without a board."""
MIN_THINK_SECONDS = 0.01
"""The computer never answers sooner: the move before is drawn first, in turns of its own."""


class MainWindow(QMainWindow):
    """Everything a person sees; it asks the controllers of its `AppContext` to act."""

    def __init__(
        self, app: AppContext, keeper: Keeper, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._keeper = keeper
        self._library_poll = LibraryPoll(self, keeper.find_changes)
        self.library = LibraryView(keeper, self)
        app.add(LibraryView, self.library)
        app.add(LibraryStatistics, self.library.statistics)
        self._settings_writer = SettingsWriter(settings, self)
        reader = SettingsReader(settings)
        self.preferences = Preferences.load(reader)
        app.overlays.named = board_overlays
        self._switches = Switches(app, reader, self._settings_writer, self)
        self._desktop = Desktop(self)
        self._theme = self._desktop.theme(self.preferences.scheme, self.preferences.board)
        self._style()  # before there is anything in the window: all of it would be styled anew
        self.setWindowIcon(app_icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(MIN_SIZE)  # whatever stands in it: panels are arranged anew
        self.status = StatusLine(self)
        self.setStatusBar(self.status)
        self.sentences = Sentences(self.status)
        self.actions_by_name = Actions(app, self.say, self)
        self.actions_by_name.set_theme(self._theme)
        self.graphical = GraphicalView(self._theme, self)
        self.text = TextView(Interpreter(app), self)
        self.stack = BoardAndText(self.graphical, self.text, self)
        self.rooms = RoomView(self, self.stack, self._theme)
        self.panel_host = self.rooms.host
        self.setCentralWidget(self.rooms)
        for feature in app.features:
            self.panel_host.offer(feature)
        self.menus = {key: self.actions_by_name.menu(key, self) for key in MENUS}
        self.bar = Bar(self.actions_by_name, self.menus, self.rooms, self)
        self._add_menus()
        self.addToolBar(self.bar)
        self.audio = Audio(self.graphical, self)
        self.window_actions = WindowActions(app, keeper, self.status, self)
        FieldKeys(self)
        self.window_actions.follow(self.rooms, self.panel_host)
        self.actions_by_name.sees_board = lambda: self.rooms.page.has_board
        FocusKeeper(self, self.stack.currentWidget)
        self._focus_mover = FocusMover(self, self.stack, self.bar, self.rooms)
        self._connect()
        self.window_actions.set_theme(self._theme)
        self.panel_host.set_theme(self._theme)  # panels from outside are made already
        self._apply_preferences()
        self._restore(reader)
        self._on_changed(Change.everything(app.document.place))

    def _add_menus(self) -> None:
        panels = QMenu(self.tr("&Panels"), self)
        for action in self.rooms.toggle_actions.values():
            panels.addAction(action)
        full_screen = self.actions_by_name["full-screen"]
        self.overlays = OverlayMenu(self.actions_by_name, self)
        self.menus["view"].insertMenu(full_screen, self.overlays)
        self.menus["view"].insertMenu(full_screen, panels)
        for action in self.bar.room_actions.values():
            self.menus["view"].insertAction(full_screen, action)
        self.recent = RecentMenu(self._keeper, self)
        self.menus["game"].insertMenu(self.actions_by_name["save"], self.recent)

    @cached_property
    def palette_popup(self) -> "palette.CommandPalette":
        """The command palette; made, and imported, when it is first asked for."""
        return palette.CommandPalette(
            self._palette_entries, self.say, self, self._targets.typed, self._targets.instead
        )

    @cached_property
    def _targets(self) -> "palette_targets.PaletteTargets":
        return palette_targets.PaletteTargets(
            self._app, self._ask, self.rooms, lambda: self.preferences
        )

    def _palette_entries(self) -> "list[palette.PaletteEntry]":
        """Return everything that the command palette can find."""
        place = self._app.document.place
        entries = palette.command_entries(self.actions_by_name, place)
        entries += [palette.action_entry(*one) for one in self.overlays.palette_actions()]
        entries += palette.panel_entries(self.rooms.toggle_actions)
        entries += palette.room_entries(self.bar.page_actions | self.bar.room_actions)
        return entries + self._targets.entries()

    def _connect(self) -> None:
        app, status = self._app, self.status
        app.window_actions.update(
            {
                "quit": self.close,
                "preferences": self._ask_preferences,
                "graphical": lambda: self._show_only(text=False),
                "text": lambda: self._show_only(text=True),
                "switch-view": self.switch_view,
                "split-view": self._toggle_split,
                "full-screen": self._toggle_full_screen,
                "next-panel": lambda: self._focus_mover.step_panel(forward=True),
                "previous-panel": lambda: self._focus_mover.step_panel(forward=False),
                "reset-layout": self.rooms.reset,
                "say-again": lambda: self.say(last_announced()),
                "palette": lambda: self.palette_popup.open(),
                "comment": partial(self.rooms.focus, "comment"),
                "home": partial(self.rooms.open_page, "home"),
                "continue-game": self._continue_game,
                "library": partial(self.rooms.open_page, "library"),
                "statistics": self._to_statistics,
            }
        )
        app.preferences, app.set_preferences = lambda: self.preferences, self.set_preferences
        app.window_actions.update(switch_actions(lambda: self.preferences, self.set_preferences))
        app.document.changed.connect(self._on_changed)
        app.turns.is_presenting = self._is_presenting
        app.turns.progressed.connect(self.sentences.show_news)
        app[Analysis].progressed.connect(self.sentences.show_news)
        app[Analysis].building.connect(status.builder.show_share)
        status.builder.stopped.connect(app[Analysis].cancel_endgames)
        for controller in app.controllers:
            controller.message.connect(self.say)
            controller.answered.connect(self.text.answer)
        for feature in app.features:
            if feature.panel:
                feature.began.connect(partial(self.rooms.bring, feature.panel))
        for source in (app.document, self._keeper, self.panel_host):
            source.message.connect(self.say)
        self.library.failed.connect(self.say)
        app.exercises.begun.connect(self._to_exercise)
        app[Puzzles].collection.open_library = self._keeper.open_library
        status.said.connect(self.text.say)
        app.study.offered.connect(self._offer)
        self.library.details_read.connect(self.window_actions.ask_stored_details)
        self.library.edited.connect(self._offer)
        self.library.narrowed.connect(lambda *_: self.rooms.reveal("games"))
        self._keeper.opened.connect(self.show_board)
        self._keeper.failed.connect(app[Guesses].forget_game)
        app[Course].opened.connect(partial(self.rooms.reveal, "course"))
        TreeActions(app, self.rooms, self.panel_host, self.window_actions)
        LectureMode(app, self)
        self._keeper.failed.connect(self.say)
        self._keeper.failure_changed.connect(status.show_failure)
        self.graphical.remarked.connect(status.remark)
        self.graphical.refused.connect(self._refuse)
        self.graphical.move_chosen.connect(self._play)
        self.graphical.premove_chosen.connect(app.premoves.ask)
        self.sentences.waits = lambda: self.graphical.tells_later
        self.graphical.settled.connect(self.sentences.say_place)
        self.graphical.settled.connect(app.turns.presented)
        self.graphical.settled.connect(app.premoves.presented)
        self.graphical.asked.connect(self._ask)
        self.recent.chosen.connect(self._keeper.open_later)
        self.graphical.menu_requested.connect(self._show_board_menu)
        self.panel_host.asked.connect(self._ask)
        self.panel_host.remarked.connect(status.remark)
        self.panel_host.menu_requested.connect(self._show_menu)
        self.rooms.switched.connect(self._on_room)
        self.rooms.turned.connect(self.sentences.show_page)
        self.rooms.turned.connect(self._on_page)
        self.graphical.form_changed.connect(self.stack.set_form)
        self.stack.form_changed.connect(self.rooms.set_board_form)
        self.stack.split_changed.connect(self.actions_by_name["split-view"].setChecked)
        self.window_actions.page_wanted.connect(self.rooms.open_page)
        self.window_actions.panel_wanted.connect(self.rooms.focus)
        self._desktop.changed.connect(self._follow_desktop)

    # -- what happens --------------------------------------------------------------------------

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        """Have every part show *change*, each once."""
        place = change.place
        self.status.check_offer()
        self.graphical.show_change(change)
        self.text.show_change(change)
        self.rooms.show_change(change)
        self.audio.show_change(change)
        announce(self, narration(change, self.preferences.speech))
        self.actions_by_name.show_place(place)
        self.overlays.show_place(place)
        if change.causes & {Cause.NEW, Cause.EDIT, Cause.PLAYERS}:
            self.setWindowTitle(window_title(place))
        self.sentences.show_change(change)
        self.preferences = self._switches.remember(self.preferences)
        if change.is_new and self.isVisible():
            # Not in the midst of telling the change: what is played there may be another one.
            QTimer.singleShot(0, self, self._show_new)

    @Slot(str)
    def _refuse(self, sentence: str) -> None:
        """Say above the board why what was tried is not possible."""
        self.graphical.headline.say_for_the_moment(sentence)
        self.status.refuse(sentence)

    @Slot(str)
    def say(self, sentence: str) -> None:
        """Show *sentence* as a notice, in the status line and the text view's messages."""
        self.status.say(sentence)

    @Slot(str, object)
    def _offer(self, sentence: str, offer: Offer) -> None:
        """Say *sentence*, and offer to take that back."""
        self.status.say_and_offer(sentence, self.tr("Undo"), offer)

    # -- what is asked -------------------------------------------------------------------------

    @Slot(str, object)
    def _ask(self, key: str, words: object) -> None:
        """Do the command *key* that a panel or a view asks for."""
        command = BY_KEY.get(key)
        if command is None:
            self.say(fill(self.tr("There is no command '{key}'."), key=quote(key)))
        else:
            self.actions_by_name.perform(command, words)

    @Slot(int)
    def _play(self, move: int) -> None:
        try:
            self._app.turns.play(move)
        except KalahloaError as error:
            self._refuse(in_words(error))

    def _is_presenting(self) -> bool:
        return self.graphical.animating

    @Slot(QPoint, object)
    def _show_board_menu(self, point: QPoint, keys: tuple[str, ...]) -> None:
        self._show_menu(point, None, keys)

    @Slot(QPoint, object, object)
    def _show_menu(self, point: QPoint, node: Node | None, keys: tuple[str, ...]) -> None:
        """Offer to go to *node*, if there is one, and the commands *keys*."""
        menu = QMenu(self)
        delete_when_closed(menu)
        if node is not None and node is not self._app.document.node:
            go = menu.addAction(fill(self.tr("Go to {move}"), move=node.text))
            go.triggered.connect(lambda: self._ask("goto-node", [str(node.number)]))
            menu.addSeparator()
        self.actions_by_name.fill(menu, keys, node)
        menu.popup(point)

    # -- views and rooms -----------------------------------------------------------------------

    @property
    def text_shown(self) -> bool:
        """Whether the text view is the one in front."""
        return self.stack.currentWidget() is self.text

    @Slot()
    def switch_view(self) -> None:
        """Show the other view, at once."""
        self.show_board()
        self.show_view(text=not self.text_shown)

    def _show_only(self, *, text: bool) -> None:
        self.show_board()
        self.stack.set_split(False)
        self.show_view(text=text)

    @Slot()
    def _toggle_split(self) -> None:
        self.show_board()
        self.stack.set_split(not self.stack.is_split)

    def show_view(self, *, text: bool) -> None:
        """Show the text view or the graphical one, and give it the keyboard."""
        view = self.text if text else self.graphical
        if view is self.graphical and self.rooms.page.has_board:
            self.graphical.make_board()
        view.setFocus()  # first: the stack passes the focus on to what would have it
        self.stack.setCurrentWidget(view)
        view.setFocus()
        self.actions_by_name["text" if text else "graphical"].setChecked(True)

    @Slot(object)
    def _on_room(self, shown: Room) -> None:
        self.graphical.hold_painting()  # to arrange the panels takes long enough
        self._app.premoves.cancel()

    @Slot(object)
    def _on_page(self, page: RoomPage) -> None:
        self._app.turns.set_answers(page.answers)
        if not self.isVisible():
            return  # it is told again when the page is shown
        self._app.exercises.refresh(page.key)
        self._app[Course].set_shown(page.key == "course")
        if page.key in MAIN_PANELS:
            self.rooms.focus(MAIN_PANELS[page.key])
        elif page.has_board and not self._is_in_panel(self.focusWidget()):
            self.stack.currentWidget().setFocus()

    def _is_in_panel(self, widget: QWidget | None) -> bool:
        """Return whether *widget* is visible on the page, beside the board."""
        return widget is not None and widget.isVisible() and self.rooms.isAncestorOf(widget)

    @Slot()
    def _continue_game(self) -> None:
        """Show the board of the game, to play on or to look at it, and let the computer move."""
        place = self._app.document.place
        self.rooms.open_page("play" if place.outcome is None else "study")
        self.stack.currentWidget().setFocus()
        if self._app.document.place.waits_for_continue:
            self._app.turns.continue_play()

    @Slot()
    def _to_statistics(self) -> None:
        self.rooms.open_page("library")
        self.rooms.focus("statistics")

    @Slot(str, bool)
    def _to_exercise(self, key: str, in_game: bool) -> None:
        """Show the page of the exercise *key*; in Study, its card comes for one *in_game*."""
        if key not in PAGES:
            return
        if not (in_game and self.rooms.page.key == "study"):
            self.rooms.open_page(key)
        self.stack.currentWidget().setFocus()

    @Slot()
    def show_board(self) -> None:
        """Leave a page without a board: to play a new game, to study one that was opened."""
        if not self.rooms.page.has_board:
            is_opened = self._app.document.resumed
            self.rooms.switch(self.rooms.with_board if is_opened else "play")

    @Slot()
    def _show_new(self) -> None:
        """Show the board of a new game, with the keyboard if a button has it, or nothing."""
        self.show_board()
        if isinstance(self.focusWidget(), QAbstractButton | None):
            self.stack.currentWidget().setFocus()

    @Slot()
    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        self._show_full_screen()

    def _show_full_screen(self) -> None:
        self.actions_by_name["full-screen"].setChecked(self.isFullScreen())

    def focusNextPrevChild(self, forward: bool) -> bool:
        return self._focus_mover.step(forward=forward)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop where it makes the window fill the screen, or not."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._show_full_screen()

    # -- preferences and colours ---------------------------------------------------------------

    @Slot()
    def _ask_preferences(self) -> None:
        dialog = preferences_dialog.PreferencesDialog(self.preferences, self)
        dialog.accepted.connect(lambda: self.set_preferences(dialog.preferences()))
        self.window_actions.open_dialog(dialog)

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply *preferences* and save them."""
        self.preferences = preferences
        self._settings_writer.write(preferences.to_json())
        self._apply_preferences()

    def _apply_preferences(self) -> None:
        preferences = self.preferences
        think_seconds = max(MIN_THINK_SECONDS, preferences.think_seconds)
        self._app.turns.minimum_think_seconds = think_seconds
        self._app.premoves.set_wanted(preferences.premoves)
        self._app.document.set_own_name(preferences.name)
        if self._desktop.set_letters(preferences.letters):
            self._style()  # the lengths of the sheet are multiples of the letters' height
            self.graphical.set_theme(self._theme)
        self.text.set_font_size(preferences.font_points)
        self.text.set_reports_steps(preferences.steps)
        self._app[Analysis].set_budget(preferences.endgames)
        self._app[LiveAnalysis].set_settings(preferences.live)
        BOARDS.choose(mirrored=preferences.mirrored, large_print=preferences.large_print)
        self.graphical.set_switches(preferences.bar, preferences.arrows)
        for key, name in BOARD_SWITCHES.items():
            self.actions_by_name[key].setChecked(getattr(preferences, name))
        self.audio.set_preferences(preferences)
        self._follow_desktop()

    @Slot()
    def _follow_desktop(self) -> None:
        """Apply the preferences that may follow the desktop: colours and animation speed."""
        speed = self._desktop.speed(self.preferences.speed)
        self.graphical.set_speed(speed)
        BOARDS.choose(moving=speed > 0)
        self.set_theme(self._desktop.theme(self.preferences.scheme, self.preferences.board))

    def set_theme(self, theme: Theme) -> None:
        """Show everything in the colours of *theme*."""
        if theme is self._theme:
            return
        self._theme = theme
        self._style()
        self.actions_by_name.set_theme(theme)
        self.graphical.set_theme(theme)
        self.panel_host.set_theme(theme)
        self.window_actions.set_theme(theme)

    def _style(self) -> None:
        """Have ordinary widgets drawn in the colours of the theme."""
        QApplication.setPalette(self._theme.palette())
        self.setStyleSheet(style_sheet(self._theme, self.isRightToLeft()))

    # -- files dropped on the window -----------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take games."""
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].toLocalFile().lower().endswith(GAME_SUFFIXES):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Go on with the game that was dropped."""
        event.acceptProposedAction()
        self.window_actions.open_file(Path(event.mimeData().urls()[0].toLocalFile()))

    # -- remembering ---------------------------------------------------------------------------

    def _restore(self, settings: SettingsReader) -> None:
        self._number = WindowNumber()
        if not place_window(self, settings.bytes("window/geometry"), self._number.number):
            settings.damaged = True
        view = settings.choice("window/view", "graphical", ("graphical", "text"))
        page = settings.choice("window/page", "home", tuple(PAGES))
        states = {key: settings.text(f"rooms/{key}", "", MAX_STATE) for key in PAGES}
        if not self.rooms.restore(page, states):
            settings.damaged = True
        self.show_view(text=view == "text")
        self.stack.set_split(settings.flag("window/split", False))
        self._settings_writer.know(settings.values)
        self._settings_note = settings.rename_damaged()
        self._settings_writer.know(settings.values)
        if self._settings_note:
            saved = self.preferences.to_json() | self._app.to_settings()
            self._settings_writer.write_all(saved)
            # After the sentences of the game that is gone on with.
            QTimer.singleShot(0, self._say_settings_note)

    @Slot()
    def _say_settings_note(self) -> None:
        self.say(self._settings_note)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save everything, end all threads, and close."""
        event.accept()
        try:
            self._shut_down()
        except Exception:  # which Qt would swallow
            sys.excepthook(*sys.exc_info())

    def _shut_down(self) -> None:
        """Save everything and end all threads; each step runs whatever another raises."""
        with ExitStack() as steps:  # the last one first
            steps.callback(self._number.release)
            steps.callback(self.end_without_screen)
            steps.callback(self.window_actions.close_help)
            steps.callback(self.window_actions.shut_down)
            steps.callback(self._save_settings)

    def end_without_screen(self) -> None:
        """Save everything and end all threads, without drawing anything."""
        with ExitStack() as steps:  # the last one first
            steps.callback(self._settings_writer.shut_down)
            steps.callback(self._app.shut_down)
            steps.callback(self._save_game)

    def _save_game(self) -> None:
        self._app.release()
        self._keeper.shut_down()
        if self._keeper.failure:
            print(self._keeper.failure, file=sys.stderr)

    def _save_settings(self) -> None:
        pages = {f"rooms/{key}": state for key, state in self.rooms.states().items()}
        self._settings_writer.write(
            {
                "window/geometry": self.saveGeometry(),
                "window/view": "text" if self.text_shown else "graphical",
                "window/split": self.stack.is_split,
                "window/page": self.rooms.page.key,
                **pages,
            }
        )

    def event(self, event: QEvent) -> bool:
        """Look at the game again that another window may have gone on with meanwhile."""
        kind = event.type()  # asked once: it takes as long as most events, of which there are many
        if kind is _UPDATE_REQUEST:
            done = super().event(event)
            PACE.end(painted=True)  # what was put off is not done in the turn of the painting
            return done
        if kind is _WINDOW_ACTIVATE:
            self._library_poll.poll()
        if kind is _KEY_PRESS and isinstance(event, QKeyEvent):
            self.actions_by_name.refuse(event)
        if kind is _STATUS_TIP and isinstance(event, QStatusTipEvent):
            # Qt would lay it over the offers of the status line.
            self.status.show_sentence(Rank.TIP, self.actions_by_name.tip(event.tip()))
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the desktop into full screen and out of it."""
        super().resizeEvent(event)
        self._show_full_screen()  # Qt leaves it for a resize without a change of state
