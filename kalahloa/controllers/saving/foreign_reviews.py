"""What other windows have found of the moves of a game that is open here."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.game_rows import Json
from kalahloa.models.library.library import Library
from kalahloa.models.study.review.kept import read_plies
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.errors import BadFile


class ForeignReviews:
    """Finds on the library's thread what is new, and hands it over on the GUI's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[int, Json] = {}
        """What is known here, by the stored numbers of nodes."""
        self._fresh: dict[int, ReviewedPly] = {}
        """What is to be taken in, by the stored numbers of nodes."""

    def add_known(self, values: Mapping[int, Json]) -> None:
        """Take note of what is known here, by the stored numbers of nodes."""
        with self._lock:
            self._seen.update(values)

    def find_new(self, library: Library, game: int) -> None:
        """Look for reviews of *game* in *library* that are not known here."""
        found = library.analyses(game, REVIEWS)
        with self._lock:
            fresh = {node: data for node, data in found.items() if self._seen.get(node) != data}
        if not fresh:
            return
        plies: tuple[ReviewedPly, ...] = ()
        order: tuple[int, ...] = ()
        with suppress(BadFile):  # what cannot be read here was opened nevertheless
            stored = library.load(game)
            order = stored.order()
            numbers = {node: index for index, node in enumerate(order) if node in fresh}
            record = stored.to_record()
            plies = read_plies(record, {numbers[node]: fresh[node] for node in numbers})
        with self._lock:
            self._seen.update(fresh)
            self._fresh.update((order[ply.number], ply) for ply in plies)

    def pop_new(self, own_number: Callable[[int], int | None]) -> list[ReviewedPly]:
        """Return what is new with the record's own numbers of nodes.

        What is about nodes that are not in the record yet waits for them.
        """
        taken = []
        with self._lock:
            for node in list(self._fresh):
                own = own_number(node)
                if own is not None:
                    taken.append(replace(self._fresh.pop(node), number=own))
        return taken
