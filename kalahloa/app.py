"""Puts models, controllers and views together: the one place that knows all three."""

import gc
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

import kalahloa.plain_imports  # noqa: F401  # before what uses Qt
from kalahloa.controllers.base.log import (
    log_exception,
    log_folder,
    log_qt_messages,
    log_screen,
    start_log,
    stop_log,
)
from kalahloa.controllers.base.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.base.quit_signals import QuitSignals
from kalahloa.controllers.base.settings_reader import APPLICATION, ORGANIZATION, user_settings
from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.course.course import Course
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.controllers.work.background import end_all, has_stuck_threads
from kalahloa.controllers.work.garbage import Collector
from kalahloa.controllers.work.idle_imports import IdleImports
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.quotation import shorten
from kalahloa.version import __version__
from kalahloa.views.accessibility import install_accessibility
from kalahloa.views.look.fonts import interface_font
from kalahloa.views.look.language import install_language
from kalahloa.views.window.main_window import MainWindow

FIRST_GAME = "kalah"
CHECK_AFTER_MS = 200
"""How long after the window is made the library is checked: when the board is painted."""
PICTURE_CACHE_KIB = 64 * 1024
SIGNAL_EXIT = 128
"""Added to the number of the signal that has ended the process, as shells do."""
SCREEN_LOST_EXIT = 1


def make_application(arguments: list[str]) -> QApplication:
    """Return the application; its name decides where settings and games are kept."""
    QApplication.setApplicationName(APPLICATION)
    QApplication.setOrganizationName(ORGANIZATION)
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("io.kalahloa.kalahloa")
    # As an argument: what `setStyle` returns would have PySide make all the enumerations of QStyle,
    # which takes longer than the rest of this.
    application = QApplication([*arguments, "-style", "Fusion"])
    Collector(application)
    application.setFont(interface_font(application.font()))
    install_language(application)
    # Pieces are cached as pixmaps; the default limit is too small for a large screen.
    QPixmapCache.setCacheLimit(PICTURE_CACHE_KIB)
    install_accessibility()
    return application


def make_window(
    game: str | None = None,
    rules: str | None = None,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    view: str | None = None,
    file: Path | None = None,
    lesson: str | None = None,
) -> MainWindow:
    """Return the window, not yet shown, with the game that the arguments ask for.

    The game in *file* is opened as soon as it is read; if it cannot be, the window says so.
    Without a file, game, rules or position, the last game is restored.  The chapter called *lesson*
    of the course is opened in lecture mode, its figures at *position* if that is given.  Raises
    `KalahloaError` for an invalid argument.
    """
    chosen = find_game(game or FIRST_GAME)
    rules_in_force = chosen.rulebook.read(rules, options or {})
    app = open_app(chosen)
    app.document.new_game(
        chosen, rules_in_force, (HUMAN, Player(Level.of_engine(DEFAULT_STRENGTH))), position
    )
    keeper = make_keeper(app)
    window = MainWindow(app, keeper, user_settings())
    app.document.setParent(window)
    if file is not None:
        keeper.open_later(file)
    elif game is None and rules is None and position is None and not options:
        keeper.import_old_games()
        keeper.restore_last()
    QTimer.singleShot(CHECK_AFTER_MS, keeper, keeper.check_later)
    if game is not None or position is not None or file is not None:
        window.show_board()
    if view is not None:
        window.show_view(text=view == "text")
    if lesson is not None:
        is_given = position is not None and app.document.place.outcome is None
        app[Course].open(lesson, here=is_given)
        app.window_actions["lecture-mode"]()
    return window


def run_window(
    game: str | None = None,
    rules: str | None = None,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    view: str | None = None,
    file: Path | None = None,
    lesson: str | None = None,
) -> int:
    """Show the window until it is closed; return the exit code.

    SIGINT, SIGTERM and SIGHUP close the window as a click does, games and settings are saved, and
    the exit code is 128 plus the signal's number; otherwise it is 0.  Where the X server or the
    compositor goes away, all is saved as well, and the process ends with `SCREEN_LOST_EXIT`.
    Raises `KalahloaError` for an invalid argument, and what else keeps the window from being made,
    before anything is shown; all threads have ended then.
    """
    application = make_application(sys.argv[:1])
    start_log(log_folder())
    windows: list[MainWindow] = []

    def end_without_screen() -> None:
        for one in windows:
            one.end_without_screen()
        print(translate("App", "The display closed. Everything is saved."), file=sys.stderr)
        stop_log()
        sys.stderr.flush()
        os._exit(SCREEN_LOST_EXIT)

    end_qt_log = log_qt_messages(end_without_screen)
    screen = application.primaryScreen()
    log_screen(
        f"{screen.size().width()} x {screen.size().height()}, scale {screen.devicePixelRatio():g}, "
        f"{application.platformName()}"
    )
    try:
        window = make_window(game, rules, options, position, view, file, lesson)
    except Exception as error:
        log_exception(type(error), error, error.__traceback__)
        end_qt_log()
        stop_log()
        end_all()
        raise
    windows.append(window)
    errors = _Excepthook()
    errors.raised.connect(window.say)
    sys.excepthook = errors
    received: list[int] = []

    def end(number: int) -> None:
        received.append(number)
        # Open dialogs first; the loop ends even if one of them stays.
        application.closeAllWindows()
        application.quit()

    signals = QuitSignals()
    signals.received.connect(end)
    window.show()
    # What is there now stays: a full collection that looked at it would take 30 ms and more.
    gc.freeze()
    IdleImports(window).finished.connect(_freeze)
    try:
        code = application.exec()
    finally:
        signals.close()
        end_qt_log()
        stop_log()
    code = SIGNAL_EXIT + received[0] if received else code
    if has_stuck_threads():
        # Everything is saved; a searcher that does not stop would abort the process.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _freeze() -> None:
    """Have collections pass over the modules that were imported last, too."""
    gc.freeze()


class _Excepthook(QObject):
    """Prints the traceback of an unexpected error; `raised` has a sentence for the user.

    Errors may occur on any thread, and only the GUI thread may touch the window: hence a signal.
    """

    raised = Signal(str)

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        traceback.print_exception(kind, error, trace)
        log_exception(kind, error, trace)
        if not issubclass(kind, KeyboardInterrupt):
            sentence = translate("App", "An unexpected error occurred: {error}")
            self.raised.emit(fill(sentence, error=shorten(error)))
