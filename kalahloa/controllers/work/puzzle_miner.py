"""Looks for puzzles in the games of the library, on a thread of its own.

Not in the queue of searches: it may take hours, and nothing that is shown depends on it.  So it
neither waits for an analysis without an end nor stops one, and gives way to all of them.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.open_game import OpenGame
from kalahloa.controllers.opening import OpenLibrary, open_stored
from kalahloa.controllers.translation import fill, in_words, translate
from kalahloa.controllers.work.background import Background
from kalahloa.models.cancellation import Stop, Throttle
from kalahloa.models.errors import KalahloaError
from kalahloa.models.game import Game
from kalahloa.models.library.library import Library
from kalahloa.models.library.search import Query
from kalahloa.models.quotation import shorten
from kalahloa.models.record import ReadingStopped
from kalahloa.models.registry import find_game
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.study.puzzles.finding import Finder
from kalahloa.models.study.puzzles.keeping import add_puzzles, mined_path
from kalahloa.models.study.puzzles.mine import Candidate, Miner, positions_of
from kalahloa.models.study.puzzles.puzzle import Puzzle, read_puzzles
from kalahloa.models.study.puzzles.rating import Rater
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.judgement import FAULTS

SOLVER_SECONDS = 5.0
"""A position that takes the solver longer is left out."""
SAVE_SECONDS = 5.0
"""How often what was found is written while the work goes on."""
_AT_ONCE = 500


@dataclass(frozen=True)
class MineRequest:
    """A request to look for puzzles of the game with the key `game`."""

    number: int
    game: str
    open_library: OpenLibrary
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class MineNews:
    """How far request `number` is: `games` of `total` were looked through, `puzzles` are new.

    With `finished` it has ended, `stopped` before its end; `error` is a sentence if it failed.
    """

    number: int
    game: str
    games: int = 0
    total: int = 0
    puzzles: int = 0
    finished: bool = False
    stopped: bool = False
    error: str = ""


class PuzzleMiner(Background[MineRequest]):
    """Looks through one library after the other; what was found is kept as it is found."""

    gives_way = True
    told = Signal(object)
    """A `MineNews`, at most ten per second; emitted on the miner's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("mining puzzles", parent)
        self._seen: dict[int, int] = {}
        """The revisions of the games that were looked through, by their numbers."""

    def mine(self, game: str, open_library: OpenLibrary) -> int:
        """Look for puzzles of *game* in the library; return the number of the request."""
        return self.submit(MineRequest(self.next_number(), game, open_library))

    def work(self, request: MineRequest) -> None:
        """Do what *request* says, and tell how it has ended."""
        work = _Work(request, self._seen, self.told.emit)
        error = ""
        try:
            work.run()
        except KalahloaError as problem:
            error = in_words(problem)
        except Exception as problem:  # a plug-in may raise anything
            sentence = translate("Puzzles", "The games cannot be looked through: {reason}.")
            error = fill(sentence, reason=shorten(problem))
        self.told.emit(work.news(finished=True, error=error))


class _Work:
    """One request, while it is worked on."""

    def __init__(
        self, request: MineRequest, seen: dict[int, int], tell: Callable[[MineNews], None]
    ) -> None:
        self._request = request
        self._seen = seen
        self._tell = tell
        self._throttle = Throttle()
        self._games = self._total = self._new = 0
        self._found: list[Puzzle] = []
        self._saved_at = monotonic()

    def news(self, *, finished: bool = False, error: str = "") -> MineNews:
        """Return how far it is."""
        return MineNews(
            self._request.number,
            self._request.game,
            self._games,
            self._total,
            self._new,
            finished,
            self._request.stop.is_set(),
            error,
        )

    def run(self) -> None:
        """Look through all games that were not looked through before, the newest first."""
        game, stop = find_game(self._request.game), self._request.stop
        path = mined_path()
        known = [*(read_puzzles(path) if path.exists() else ()), *shipped_puzzles(game.key)]
        miner = Miner(
            game,
            Finder(game, seconds=SOLVER_SECONDS, stopped=stop),
            known=[puzzle.id for puzzle in known],
            stopped=stop,
            report=lambda _: self._report(),
        )
        rater = Rater()
        with self._request.open_library() as library:
            headers = list(_revisions(library, game))
            self._total = len(headers)
            waiting = [one for one in headers if self._seen.get(one[0]) != one[1]]
            self._games = self._total - len(waiting)
            self._report()
            try:
                for number, revision in waiting:
                    candidates = _candidates(library, number, stop)
                    for puzzle in miner.mine(candidates):
                        self._add(puzzle, rater, stop)
                    if stop.is_set():
                        break
                    self._seen[number] = revision
                    self._games += 1
                    self._report()
            finally:
                self._save()

    def _add(self, puzzle: Puzzle, rater: Rater, stop: Stop) -> None:
        with suppress(SearchStopped):  # then it has no rating
            puzzle = rater.rated(puzzle, stop)
        self._found.append(puzzle)
        self._new += 1
        if monotonic() - self._saved_at > SAVE_SECONDS:
            self._save()
        self._report()

    def _save(self) -> None:
        if self._found:
            add_puzzles(mined_path(), self._found)
            self._found = []
        self._saved_at = monotonic()

    def _report(self) -> None:
        if self._throttle.is_due():
            self._tell(self.news())


def _revisions(library: Library, game: Game) -> Iterator[tuple[int, int]]:
    """Yield the number and the revision of each of the *game*'s games, the newest first."""
    offset = 0
    query = Query(games=(game.key,))
    while page := library.search(query, limit=_AT_ONCE, offset=offset):
        yield from ((header.id, header.revision) for header in page)
        offset += len(page)


def _candidates(library: Library, number: int, stop: Stop) -> list[list[Candidate]]:
    """Return the positions of the game *number*: before reviewed mistakes first, and then all.

    There are none if it cannot be read, or no longer.
    """
    try:
        game = open_stored(library, number, stop)
    except (KalahloaError, ReadingStopped):
        return []
    source = f"game {number}"
    return [_before_mistakes(game, source), list(positions_of(game.record, source))]


def _before_mistakes(game: OpenGame, source: str) -> list[Candidate]:
    """Return the positions of *game* in which a review has found a mistake."""
    found = []
    for ply in game.reviews:
        node = game.record.nodes[ply.number]
        if ply.mark in FAULTS and node.parent is not None:
            position = game.record.position_at(node.parent)
            found.append(Candidate(position, ply.move, f"{source}, ply {node.ply}"))
    return found
