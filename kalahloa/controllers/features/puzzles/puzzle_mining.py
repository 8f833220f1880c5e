"""Looking for puzzles in the games of the library, newest first."""

from collections.abc import Iterator
from contextlib import suppress
from time import monotonic

from kalahloa.controllers.features.puzzles.state import MineNews
from kalahloa.controllers.saving.open_game import OpenGame
from kalahloa.controllers.saving.opening import OpenLibrary, open_stored
from kalahloa.controllers.work.worker import WorkerTask
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.study.puzzles.finding import Finder
from kalahloa.models.study.puzzles.keeping import add_puzzles, mined_path
from kalahloa.models.study.puzzles.mine import Candidate, Miner, positions_of
from kalahloa.models.study.puzzles.puzzle import Puzzle, read_puzzles
from kalahloa.models.study.puzzles.rating import Rater
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.work.cancellation import ReadingStopped, Stop, Throttle

SOLVER_SECONDS = 5.0
"""A position that takes the solver longer is left out."""
SAVE_SECONDS = 5.0
"""How often what was found is written while the work goes on."""
_AT_ONCE = 500


def mine_games(
    key: str, open_library: OpenLibrary, seen: dict[int, int], task: WorkerTask
) -> MineNews:
    """Look for puzzles of the game with this *key*, and return how far it came.

    The task tells that meanwhile.  *seen* has the revisions of the games that were looked through
    before, by their numbers, and gets those of the others.  Raises a `KalahloaError` where library
    or file cannot be used; what was found before is kept.
    """
    mining = _Mining(find_game(key), seen, task)
    with open_library() as library:
        mining.run(library)
    return mining.news


class _Mining:
    """Looking for puzzles of one game."""

    def __init__(self, game: Game, seen: dict[int, int], task: WorkerTask) -> None:
        self._game = game
        self._seen = seen
        self._send, self._stop = task.report, task.stop
        self._throttle = Throttle()
        self._games = self._total = self._new = 0
        self._found: list[Puzzle] = []
        self._saved_at = monotonic()

    @property
    def news(self) -> MineNews:
        """How far it is."""
        return MineNews(self._games, self._total, self._new)

    def run(self, library: Library) -> None:
        """Look through all games that were not looked through before, the newest first."""
        game, stop = self._game, self._stop
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
            self._send(self.news)


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
    return [before_mistakes(game, source), list(positions_of(game.record, source))]


def before_mistakes(game: OpenGame, source: str) -> list[Candidate]:
    """Return the positions of *game* in which a review has found a mistake."""
    found = []
    for ply in game.reviews:
        node = game.record.nodes[ply.number]
        if ply.mark in FAULTS and node.parent is not None:
            position = game.record.position_at(node.parent)
            found.append(Candidate(position, ply.move, f"{source}, ply {node.ply}"))
    return found
