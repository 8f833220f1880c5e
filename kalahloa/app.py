"""Puts models, controllers and views together: the one place that knows all three."""

import signal
import sys
import traceback
from collections.abc import Mapping
from types import TracebackType

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from kalahloa import __version__
from kalahloa.controllers.keeper import Keeper, games_folder
from kalahloa.controllers.player import DEFAULT_STRENGTH, HUMAN, Level, Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.models.registry import find_game
from kalahloa.views.accessibility import install
from kalahloa.views.main_window import MainWindow

FIRST_GAME = "kalah"
PICTURE_CACHE_KIB = 64 * 1024


def make_application(arguments: list[str]) -> QApplication:
    """Return the application with its name and style set, which settings and folders follow."""
    QApplication.setApplicationName("Kalahloa")
    QApplication.setOrganizationName("Kalahloa")
    QApplication.setApplicationVersion(__version__)
    QApplication.setDesktopFileName("kalahloa")
    application = QApplication(arguments)
    application.setStyle("Fusion")
    # Pieces are kept as pictures; at the size of a large screen the default would hold too few.
    QPixmapCache.setCacheLimit(PICTURE_CACHE_KIB)
    install()
    return application


def make_window(
    game: str | None = None,
    rules: str | None = None,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    view: str | None = None,
) -> MainWindow:
    """Return the window, not yet shown, with the game that the arguments ask for.

    With no game, rules or position asked for, the game played last is gone on with.  Raises
    `KalahloaError` where an argument makes no sense.
    """
    chosen = find_game(game or FIRST_GAME)
    rules_in_force = chosen.rulebook.read(rules, options or {})
    controller = TurnController(chosen)
    try:
        controller.new_game(
            chosen, rules_in_force, (HUMAN, Player(Level.of_engine(DEFAULT_STRENGTH))), position
        )
    except Exception:
        controller.shut_down()
        raise
    keeper = Keeper(controller, games_folder(), controller)
    window = MainWindow(controller, keeper, QSettings())
    controller.setParent(window)
    if game is None and rules is None and position is None and not options:
        keeper.restore_last()
    if view is not None:
        window.show_view(text=view == "text")
    return window


def run_window(
    game: str | None = None,
    rules: str | None = None,
    options: Mapping[str, object] | None = None,
    position: str | None = None,
    view: str | None = None,
) -> int:
    """Show the window until it is closed; return the exit code.

    Raises `KalahloaError` where an argument makes no sense, before anything is shown.
    """
    application = make_application(sys.argv[:1])
    window = make_window(game, rules, options, position, view)
    window.show()
    sys.excepthook = _Excepthook(window)
    signal.signal(signal.SIGINT, lambda *_: window.close())
    # Python looks at signals only while its own code runs.
    heartbeat = QTimer(window)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(250)
    return application.exec()


class _Excepthook:
    """Shows an unexpected error as a sentence and prints its traceback; the game goes on."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        traceback.print_exception(kind, error, trace)
        if not issubclass(kind, KeyboardInterrupt):
            self._window.say(f"Something went wrong, and nothing was changed: {error}")
