"""A picture of every step of the journeys, and how many steps each takes::

python -m tests.journeys FOLDER [--keys] [--dark] [--only WORDS]
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, QTimer

from kalahloa.app import make_application
from kalahloa.controllers.saving.preferences import Preferences
from tests.journeys.journeys import JOURNEYS, OPPONENTS, SIZES, USUAL, quicken
from tests.journeys.traveller import Traveller
from tests.views.conftest import hands_on

PATIENCE = 30.0


def wait(done: Callable[[], bool]) -> None:
    """Let the event loop run until *done*."""
    end = monotonic() + PATIENCE
    while not done():
        if monotonic() > end:
            raise TimeoutError("What should come does not come.")
        loop = QEventLoop()
        QTimer.singleShot(20, loop.quit)
        loop.exec()


def travel(journey: str, folder: Path, *, by_keys: bool, dark: bool) -> Traveller:
    """Make the *journey* in a window of its own, with pictures in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["KALAHLOA_DATA"] = home
        settings = QSettings(str(Path(home, "settings.ini")), QSettings.Format.IniFormat)
        settings.setValue("window/page", "home")
        settings.sync()
        hands = hands_on("kalah", Path(home), OPPONENTS)
        scheme = "dark" if dark else "light"
        hands.window.set_preferences(Preferences(scheme=scheme, speed=0.0, think_seconds=0.0))
        hands.window.resize(*SIZES.get(journey, USUAL))
        hands.window.activateWindow()
        wait(hands.window.isActiveWindow)
        you = Traveller(hands, wait, by_keys=by_keys, pictures=folder)
        quicken(you)
        try:
            JOURNEYS[journey](you)
        except (TimeoutError, AssertionError) as error:
            print(f"{journey}: after {you.steps[-3:]}: {error!r}\n{you.texts()}")
            you.picture("end")
        finally:
            hands.window.close()
    return you


def main() -> None:
    """Make all journeys, and print how many steps each takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--keys", action="store_true", help="never use the mouse")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--only", default="", help="journeys whose names have these words")
    options = parser.parse_args()
    make_application(sys.argv[:1])
    for journey in JOURNEYS:
        if options.only in journey:
            folder = options.folder / journey.replace(" ", "-").replace("'", "")
            you = travel(journey, folder, by_keys=options.keys, dark=options.dark)
            moves = sum(step.startswith("move ") for step in you.steps)
            print(f"{journey:32} {len(you.steps) - moves:3} steps, {moves:3} moves")


if __name__ == "__main__":
    main()
