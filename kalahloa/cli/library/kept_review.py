"""What the library keeps of the review of a game: read before the game is reviewed again."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kalahloa.cli.library.place import the_library
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.partial_games import read_readable
from kalahloa.models.study.review.kept import read_plies, short_ply_to_json
from kalahloa.models.study.review.reviewed import fuller, is_enough

if TYPE_CHECKING:
    from kalahloa.cli.interrupt import Interrupt
    from kalahloa.models.record.record import Record
    from kalahloa.models.study.review.reviewed import Review, ReviewedPly


class LibraryGame:
    """A game of the library with what is known of its plies.

    Raises `Failed` where the library cannot be used, and `UnknownGame`.
    """

    def __init__(self, number: int, interrupt: "Interrupt") -> None:
        """Read game *number*; raises `BadFile` and `ReadingStopped`, too."""
        self._number = number
        with the_library() as library:
            readable = read_readable(library.load(number), interrupt.is_set)
            values = library.analyses(number, REVIEWS)
        self.record: Record = readable.record
        self.sentence = readable.sentence
        """What cannot be read, empty if all can."""
        self._order = readable.order
        numbers = {stored: own for own, stored in enumerate(self._order)}
        known = {numbers[stored]: data for stored, data in values.items() if stored in numbers}
        self._known = {ply.number: ply for ply in read_plies(self.record, known)}

    def known(self, seconds: float) -> "Mapping[int, ReviewedPly]":
        """Return what is known of plies, by their nodes, at *seconds* a ply or more."""
        return {number: ply for number, ply in self._known.items() if is_enough(ply, seconds)}

    def keep(self, review: "Review") -> None:
        """Add what *review*, of the main line, has found to the library."""
        kept = [fuller(ply, self._known.get(ply.number)) for ply in review.plies]
        found = {
            self._order[ply.number]: short_ply_to_json(ply)
            for ply in kept
            if ply != self._known.get(ply.number)
        }
        if not found:
            return
        line = self.record.main_line()
        with the_library() as library:
            library.keep_analyses(self._number, found, REVIEWS)
            if [ply.number for ply in review.plies] == [node.number for node in line]:
                first, second = review.accuracy
                accuracy = first.percent, second.percent
                library.keep_accuracy(self._number, len(review.plies), accuracy)
