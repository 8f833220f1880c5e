"""Many games that come and go in a library while something else is kept in it.

A `Crowd` has a window's library take in files, and their games thrown away, put back and deleted
for good, one after the other without a pause, by what the window's own commands call.
"""

import time
from pathlib import Path
from random import Random

from PySide6.QtCore import QObject, QTimer, Slot

from kalahloa.controllers.features.library.library_view import LibraryView, Listing
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.query import Query
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.record import Record

CROWD = "Crowd"
"""The player of both sides of its games."""
CROWD_PLIES = 12
SIZES = (1, 80, 400)
"""How many games are in each of its files."""
PATIENCE = 5.0
"""After so many seconds without an answer something else is begun."""


def write_crowds(folder: Path) -> list[Path]:
    """Write games to files in *folder*, unless they are there; return their paths."""
    paths = [folder / f"crowd-{size}.sgf" for size in SIZES]
    chance = Random(1)
    for path, size in zip(paths, SIZES, strict=True):
        if not path.exists():
            games = [_some_game(chance, f"{number} of {size}") for number in range(size)]
            path.write_bytes(write_games(games))
    return paths


def _some_game(chance: Random, name: str) -> Record:
    record = Record(find_game("loa"), players=(CROWD, CROWD), details={"event": name})
    for _ in range(CROWD_PLIES):
        record.play(chance.choice(record.position.legal_moves()))
    return record


class Crowd(QObject):
    """Does something to all games of the crowd, over and over."""

    def __init__(
        self, library: LibraryView, paths: list[Path], chance: Random, parent: QObject
    ) -> None:
        """Have the games of *paths* come and go in *library*."""
        super().__init__(parent)
        self._library, self._paths, self._chance = library, paths, chance
        self._steps = [self._take_in, self._throw_away, self._put_back, self._throw_away]
        self._steps.append(library.empty_trash)
        self._step = 0
        self._ids: list[int] = []
        self._is_listing = False
        library.listed.connect(self._on_listed)
        library.imported.connect(self._go_on)
        library.edited.connect(self._go_on)
        library.message.connect(self._go_on)
        library.failed.connect(self._go_on)
        self._begun = 0.0
        self._watch = QTimer(self)
        self._watch.timeout.connect(self._look)
        self._watch.start(100)

    def start(self) -> None:
        """Begin."""
        self._go_on()

    @Slot()
    def _look(self) -> None:
        if self._begun and time.monotonic() - self._begun > PATIENCE:
            self._go_on()

    @Slot()
    def _go_on(self) -> None:
        self._begun = time.monotonic()
        step = self._steps[self._step % len(self._steps)]
        self._step += 1
        step()

    def _take_in(self) -> None:
        self._library.import_files([self._chance.choice(self._paths)])

    def _throw_away(self) -> None:
        self._is_listing = True
        self._library.show(Query(player=CROWD))

    @Slot(object)
    def _on_listed(self, listing: Listing) -> None:
        if self._is_listing and listing.query.player == CROWD:
            self._is_listing = False
            self._library.with_ids([(0, listing.totals.games)], self._trash)

    def _trash(self, ids: str) -> None:
        self._ids = [int(one) for one in ids.split(",") if one]
        if self._ids:
            self._library.trash(self._ids)
        else:
            self._go_on()

    def _put_back(self) -> None:
        self._library.restore(self._ids)
