"""Pictures of every page of every room, and what is cut off in it::

    python -m tests.room_pictures FOLDER [--scale 2] [--letters 150] [--pages home,play]

Each page is drawn in each colour scheme, in windows of 640 x 480, 700 x 1000, 1366 x 768 and
1600 x 1000, with a game of Kalah of some moves on the board.  Printed are the words that have no
room.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QWidget

from kalahloa.app import make_application
from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.controllers.session.open_app import make_keeper, open_app
from kalahloa.models.game.registry import find_game
from kalahloa.views.look.elided_label import ElidedLabel
from kalahloa.views.window.main_window import MainWindow
from kalahloa.views.window.rooms import PAGES
from tests.disk import Disk

SIZES = ((640, 480), (700, 1000), (1366, 768), (1600, 1000))
MOVES = "3 6 2 1 4 4 6 2"
PAUSE_MS = 120


def cut_off(widget: QWidget) -> Iterator[str]:
    """Yield the words in *widget* that have no room: too wide, too high, or elided."""
    for label in widget.findChildren(QLabel):
        if not label.isVisible() or label.visibleRegion().isEmpty() or not label.text():
            continue
        if isinstance(label, ElidedLabel):
            if label.text() != label.whole:
                yield f"elided: {label.whole}"
        elif label.wordWrap():
            if label.heightForWidth(label.width()) > label.height() + 1:
                yield f"too high: {label.text()}"
        elif QFontMetricsF(label.font()).horizontalAdvance(label.text()) > label.width() + 1:
            yield f"too wide: {label.text()}"
    for button in widget.findChildren(QAbstractButton):
        if button.isVisible() and isinstance(button, QPushButton) and button.text():
            words = QFontMetricsF(button.font()).horizontalAdvance(button.text())
            if words > button.width() + 1:
                yield f"button too narrow: {button.text()}"


def pause(milliseconds: int) -> None:
    """Let the event loop run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def main() -> None:
    """Write the pictures, and print what is cut off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", default="1")
    parser.add_argument("--letters", type=int, default=100)
    parser.add_argument("--pages", default=",".join(PAGES))
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    make_application(sys.argv[:1])
    options.folder.mkdir(parents=True, exist_ok=True)
    game = find_game("kalah")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = name
        app = open_app(game)
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        disk = Disk(folder / "library.sqlite")
        disk.prepare()
        window = MainWindow(app, make_keeper(app, disk.open), settings)
        app.document.setParent(window)
        app.document.new_game(game, None, (HUMAN, Player(Level.of_engine(4))))
        window.rooms.open_page("study")
        window.show()
        for move in MOVES.split():
            app.turns.play_text(move)
        for scheme in ("light", "dark", "contrast-light", "contrast-dark"):
            chosen = Preferences(scheme=scheme, letters=options.letters, speed=0.0)
            window.set_preferences(chosen)
            for width, height in SIZES:
                window.resize(width, height)
                for page in options.pages.split(","):
                    window.rooms.open_page(page)
                    pause(PAUSE_MS)
                    window.panel_host.finish()
                    path = options.folder / f"{page}-{width}x{height}-{scheme}.png"
                    window.grab().save(str(path))
                    for words in dict.fromkeys(cut_off(window)):
                        print(f"{path.name}: {words}")
        window.close()


if __name__ == "__main__":
    main()
