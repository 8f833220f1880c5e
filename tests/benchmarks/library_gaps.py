"""How long the window is deaf while a large library is used, by keys and clicks of a user.

In a whole window the library is shown and searched, filtered, sorted, scrolled, looked at game by
game, explored, selected, thrown away, its statistics asked for, and files imported meanwhile.  For
each of these the gaps are printed as `tests.benchmarks.responsiveness` has them; what the GUI
thread itself worked between two ticks says most on a busy machine::

    python -m tests.benchmarks.library_gaps --folder /tmp/somewhere [--games 100000] [--only sort]

The library is that of ``python -m tests.benchmarks.library`` with the same folder and number, and
is made if it is not there.  What is done is done with a copy: some more games, whose moves are
those of the rules, are the newest of it, so that they can be looked at, and some are reviewed.
"""

import argparse
import gc
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

from kalahloa.app import make_application
from kalahloa.compiled import compiled_note
from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.library.library_view import LibraryView
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.library import Library
from kalahloa.views.items.games import ACCURACY, DATE, GAME, PLAYERS, PLIES, RESULT
from kalahloa.views.panels.games import GamesPanel
from kalahloa.views.panels.preview import PreviewPanel
from kalahloa.views.panels.statistics import StatisticsPanel
from kalahloa.views.window.main_window import MainWindow
from tests.benchmarks.gap_meter import (
    SETTLING_MS,
    STEP_MS,
    gaps,
    line_of,
    make_event_loop_turn,
    row_of,
    whole_window,
)
from tests.benchmarks.library import fill, games, made_up, path_of, review_some, write_files
from tests.benchmarks.records import random_record

REAL_GAMES = 300
"""So many games can be looked at, which are the newest."""
REVIEWS = 1000
IMPORTED = 1000
"""So many games are in the files that are imported."""
NEWEST = "2030-01-01"
SIZE = (1600, 1000)
WORDS = "olymp ada"
LETTER_MS = 120
"""The time between two letters that are typed."""
CHOICE_MS = 500
"""The time between two choices, in which a list is there."""
STATISTICS_MS = 1500
ALL_MS = 12_000
"""The time in which all games are thrown away."""
PAGES = 60
ROWS = 90
STEPS = 40
PLIES_EXPLORED = 12

Deed = Callable[[], object]


@dataclass(frozen=True)
class Part:
    """Something that is done: `deeds`, so many milliseconds after one another, by its name."""

    what: str
    deeds: list[Deed]
    pause: int = STEP_MS


def measured(window: MainWindow, part: Part) -> dict[str, object]:
    """Return a row for *part*."""
    left = list(part.deeds)

    def do_next() -> None:
        if left:
            left.pop(0)()

    timer = QTimer()
    timer.timeout.connect(do_next)
    timer.start(part.pause)
    found = gaps(window, part.pause * (len(left) + 1) + SETTLING_MS, wanders=False)
    while left:  # on a busy machine some come late
        found += gaps(window, part.pause + SETTLING_MS, wanders=False)
    timer.stop()
    make_event_loop_turn(SETTLING_MS)
    return row_of(part.what, sorted(found), deeds=len(part.deeds))


def prepare(folder: Path, count: int) -> Path:
    """Return a library of *count* games in *folder*, which is made if it is not there."""
    path = path_of(folder, count)
    with Library.open(path) as library:
        if library.count() != count:
            fill(library, made_up(count), count)
    return path


def add_to_look_at(path: Path) -> None:
    """Add games that can be looked at to the library at *path*, and reviews."""
    with Library.open(path) as library:
        library.add_many(
            replace(NewGame.of(record), details={"date": NEWEST}) for record in games(REAL_GAMES, 9)
        )
        review_some(library, REVIEWS)


class Hands:
    """The library in a window, and hands on it."""

    def __init__(self, window: MainWindow, app: AppContext, files: dict[str, Path]) -> None:
        self.window = window
        self.app = app
        self.files = files
        games_panel, preview = (window.panel_host.panel(key) for key in ("games", "preview"))
        statistics = window.panel_host.panel("statistics")
        assert isinstance(games_panel, GamesPanel) and isinstance(preview, PreviewPanel)
        assert isinstance(statistics, StatisticsPanel)
        self.panel, self.preview, self.statistics = games_panel, preview, statistics
        self.table = games_panel.table

    # -- one deed each -------------------------------------------------------------------------

    def switch(self, key: str) -> Deed:
        return partial(self.window.rooms.open_page, key)

    def reveal(self, key: str) -> Deed:
        return partial(self.window.rooms.reveal, key)

    def trigger(self, key: str) -> Deed:
        return self.window.actions_by_name[key].trigger

    def click_heading(self, column: int) -> Deed:
        def click() -> None:
            header = self.table.horizontalHeader()
            place = QPoint(header.sectionViewportPosition(column) + 8, header.height() // 2)
            QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)

        return click

    # -- parts ---------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        """Yield all that is done, in this order."""
        yield Part("switch rooms", [*map(self.switch, ("play", "library") * 4)], CHOICE_MS)
        yield Part("search, letter by letter", typed(self.panel.search, WORDS), LETTER_MS)
        yield Part("delete, letter by letter", erased(self.panel.search, WORDS), LETTER_MS)
        yield from self.filtering()
        for name, column, times in (
            ("players", PLAYERS, 2),
            ("result", RESULT, 2),
            ("moves", PLIES, 2),
            ("accuracy", ACCURACY, 2),
            ("game", GAME, 2),
            ("date", DATE, 3),  # the newest first again
        ):
            yield Part(f"sort by {name}", [self.click_heading(column)] * times, CHOICE_MS)
        yield from self.scrolling()
        yield from self.exploring()
        everything = key_to(self.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        yield Part("select all", [everything, key_to(self.table, Qt.Key.Key_Down)] * 2, CHOICE_MS)
        yield from self.asking_statistics()
        yield from self.importing()
        delete = key_to(self.table, Qt.Key.Key_Delete)
        yield Part("all into the trash", [everything, delete], ALL_MS)
        yield Part("all put back", [self.trigger_restore], ALL_MS)

    def trigger_restore(self) -> None:
        self.app[LibraryView].restore()

    def importing(self) -> Iterator[Part]:
        """Yield parts in which files of a thousand games are taken in meanwhile."""
        for kind, files in self.files.items():
            take_in = partial(self.app[LibraryView].import_files, [files])
            rows = [key_to(self.table, Qt.Key.Key_Down)] * 20
            words = typed(self.panel.search, "ada") + erased(self.panel.search, "ada")
            yield Part(f"import {kind}, look at games", [take_in, *rows], LETTER_MS)
            yield Part(f"import {kind}, search", [take_in, *words * 4], LETTER_MS)

    def filtering(self) -> Iterator[Part]:
        filters = self.panel.filters
        for key, box in filters.games.items():
            yield Part(f"filter: without {key}", [pressed(box)] * 2, CHOICE_MS)
        for name, combo in (
            ("rules", filters.rules),
            ("result", filters.result),
            ("tag", filters.tag),
        ):
            yield Part(f"filter: {name}", chosen(combo), CHOICE_MS)
        for name, field, text in (
            ("player", filters.player, "ada berg"),
            ("since", filters.since, "2001-05"),
            ("until", filters.until, "2003"),
            ("comment", filters.comment, "good"),
        ):
            deeds = typed(field, text) + erased(field, text)
            yield Part(f"filter: {name}", deeds, LETTER_MS)
        forward, back = self.trigger("forward"), self.trigger("back")
        has = pressed(filters.position)
        walk = [forward] * PLIES_EXPLORED + [back] * PLIES_EXPLORED
        yield Part("filter: has the position", [has, *walk, has], CHOICE_MS)

    def scrolling(self) -> Iterator[Part]:
        keys = Qt.Key
        for what, key, times, pause in (
            ("page down", keys.Key_PageDown, PAGES, STEP_MS),
            ("page up", keys.Key_PageUp, PAGES, STEP_MS),
            ("end, home", keys.Key_End, 1, CHOICE_MS),
            ("down, key held", keys.Key_Down, ROWS, STEP_MS),
            ("up, game by game", keys.Key_Up, ROWS // 3, LETTER_MS),
        ):
            deeds = [key_to(self.table, key)] * times
            if key == keys.Key_End:
                deeds = [*deeds, key_to(self.table, keys.Key_Home)] * 4
            yield Part(what, deeds, pause)
        steps = [key_to(self.preview.moves, keys.Key_Home)]
        steps += [key_to(self.preview, keys.Key_Right)] * STEPS
        steps += [key_to(self.preview, keys.Key_Left)] * STEPS
        yield Part("step through the preview", [*steps, key_to(self.preview, keys.Key_End)])

    def exploring(self) -> Iterator[Part]:
        tabs = [self.reveal("engine"), self.reveal("preview")] * 3
        yield Part("show the engine", tabs, CHOICE_MS)
        self.reveal("engine")()
        walk = [self.trigger("start")] + [self.trigger("forward")] * PLIES_EXPLORED
        walk += [self.trigger("back")] * PLIES_EXPLORED
        yield Part("engine follows the board", walk, 200)
        yield Part("engine follows a key held", walk)

    def asking_statistics(self) -> Iterator[Part]:
        panel = self.statistics
        yield Part("show statistics", [self.reveal("statistics")], STATISTICS_MS)
        down = key_to(panel.player, Qt.Key.Key_Down)
        yield Part("statistics of everybody", [down], STATISTICS_MS)
        yield Part("statistics: what is shown", chosen(panel.topic), CHOICE_MS)
        yield Part("statistics by game", chosen(panel.game), STATISTICS_MS)
        game = key_to(panel.game, Qt.Key.Key_Down)
        yield Part("statistics of one game", [game], STATISTICS_MS)
        yield Part("its topics", chosen(panel.topic), CHOICE_MS)
        yield Part("statistics by period", chosen(panel.period), STATISTICS_MS)
        names = [down] * 3
        yield Part("statistics by name", names, STATISTICS_MS)
        self.reveal("preview")()


def key_to(
    widget: QWidget,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> Deed:
    return lambda: QTest.keyClick(widget, key, modifiers)


def pressed(button: QAbstractButton) -> Deed:
    return key_to(button, Qt.Key.Key_Space)


def typed(field: QLineEdit, text: str) -> list[Deed]:
    """Return deeds that type *text*, one for each letter."""
    return [partial(QTest.keyClicks, field, letter) for letter in text]


def erased(field: QLineEdit, text: str) -> list[Deed]:
    return [key_to(field, Qt.Key.Key_Backspace)] * len(text)


def chosen(combo: QComboBox) -> list[Deed]:
    """Return deeds that choose some of the choices, and the first one again."""
    down = key_to(combo, Qt.Key.Key_Down)
    return [down] * min(8, combo.count() - 1) + [key_to(combo, Qt.Key.Key_Home)]


def around_use(path: Path, files: dict[str, Path], only: str) -> Iterator[dict[str, object]]:
    """Yield a row for each part of using the library at *path* that has *only* in its name.

    *files* are the folders with games that are imported, by their kind.
    """
    with whole_window("loa", 0.0, path) as (window, app, _):
        window.resize(*SIZE)
        record = random_record("loa", 60)
        record.jump(0)
        app.document.open_record(record, (HUMAN, HUMAN))
        make_event_loop_turn(SETTLING_MS)
        gc.collect()
        gc.freeze()
        if only in "first look":
            first = Part("first look", [partial(window.rooms.open_page, "library")], CHOICE_MS)
            yield measured(window, first)
        hands = Hands(window, app, files)
        window.rooms.open_page("library")
        make_event_loop_turn(2 * SETTLING_MS)
        for part in hands.parts():
            if only in part.what:
                yield measured(window, part)


def main() -> None:
    """Measure, and print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="where the library is kept")
    parser.add_argument("--only", default="", help="only what has this in its name")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    application = make_application(sys.argv[:1])
    rows = []
    if arguments.folder is not None:
        arguments.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as temporary:
        folder = arguments.folder or Path(temporary)
        copy = Path(temporary) / "copy.sqlite"
        shutil.copyfile(prepare(folder, arguments.games), copy)
        add_to_look_at(copy)
        files = write_files(folder, IMPORTED)
        for row in around_use(copy, files, arguments.only):
            rows.append(row)
            if not arguments.json:
                print(line_of(row), flush=True)
    application.sendPostedEvents()
    if arguments.json:
        print(json.dumps({"rules": compiled_note(), "rows": rows}, indent=1))
    else:
        print(f"Rules: {compiled_note()}.")


if __name__ == "__main__":
    main()
