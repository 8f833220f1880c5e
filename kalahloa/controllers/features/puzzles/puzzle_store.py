"""Reads puzzles and keeps the results on a background thread.

Reading takes a tenth of a second, and another window may have the file of the results locked for
seconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.work.writing import Writing
from kalahloa.models.game.registry import game_keys
from kalahloa.models.study.puzzles.keeping import (
    add_results,
    mined_path,
    read_results,
    results_path,
)
from kalahloa.models.study.puzzles.puzzle import Puzzle, read_puzzles
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.puzzles.schedule import Attempt, merged
from kalahloa.models.study.puzzles.shelf import PuzzleShelf, PuzzleStanding
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import quote
from kalahloa.models.work.cancellation import Stop


@dataclass(frozen=True)
class StoreRequest:
    """A request for how one stands with the set `chosen` of `game`.

    `until` is the end of the day, in milliseconds since 1970.  With `wants_one` a puzzle of the set
    is looked for, but rather none of those `shown` (see `PuzzleShelf.pick`); with `identity` the
    one with this id, whatever its set and game.  With `anew`, the files are read again.
    """

    number: int
    game: str
    chosen: PuzzleSet
    until: int
    wants_one: bool = False
    identity: str = ""
    shown: Mapping[str, int] = field(default_factory=dict)
    anew: bool = False
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class StoreAnswer:
    """The answer to `request`.

    `game` is the one it is about: another one where that asked for has no puzzles, empty where no
    game has.  `error` is a sentence about what could not be read or written, `problem` one that
    says why there is no puzzle.
    """

    request: StoreRequest
    game: str = ""
    games: tuple[str, ...] = ()
    standing: PuzzleStanding | None = None
    puzzle: Puzzle | None = None
    error: str = ""
    problem: str = ""


class PuzzleStore(Writing[StoreRequest]):
    """Answers one request after the other; results are written before each."""

    answered = Signal(object)
    """A `StoreAnswer`; emitted on the store's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("puzzles", parent)
        self._waiting: list[Attempt] = []
        """Results that are not written."""
        # Of the store's thread:
        self._shelves: dict[str, PuzzleShelf] = {}
        self._attempts: tuple[Attempt, ...] = ()

    # -- on the GUI's thread -------------------------------------------------------------------

    def keep(self, attempt: Attempt) -> None:
        """Write *attempt*, before any later request is answered."""
        with self.lock:
            self._waiting.append(attempt)

    def ask(self, request: StoreRequest) -> int:
        """Queue *request* and return the number that it gets; all before it are answered too."""
        return self.submit(replace(request, number=self.new_number()))

    # -- on the store's thread -----------------------------------------------------------------

    def work(self, request: StoreRequest) -> None:
        """Write what waits, and answer *request*."""
        with self.answering(request):
            errors = [self.write_rest()]
            if request.anew or not self._shelves:
                errors += self._read()
            answer = self._answer(request)
            said = " ".join(error for error in errors if error)
            self.answered.emit(replace(answer, error=said))

    def write_rest(self) -> str:
        """Write the results that wait; return what went wrong as a sentence, or nothing."""
        with self.lock:
            waiting = tuple(self._waiting)
        if not waiting:
            return ""
        try:
            results = add_results(results_path(), waiting)
        except KalahloaError as error:
            self._take(merged(self._attempts, waiting))
            sentence = translate("Puzzles", "The result is not saved: {reason}")
            return fill(sentence, reason=error)
        with self.lock:
            del self._waiting[: len(waiting)]
        self._take(results.attempts)
        return " ".join(in_words(note) for note in results.notes)

    def _take(self, attempts: tuple[Attempt, ...]) -> None:
        self._attempts = attempts
        for shelf in self._shelves.values():
            shelf.set_attempts(attempts)

    def _read(self) -> list[str]:
        """Read all puzzles and results; return what went wrong, as sentences."""
        errors = []
        mined: tuple[Puzzle, ...] = ()
        attempts: tuple[Attempt, ...] = ()
        try:
            path = mined_path()
            mined = read_puzzles(path) if path.exists() else ()
        except KalahloaError as error:
            errors.append(in_words(error))
        try:
            attempts = read_results(results_path())
        except KalahloaError as error:
            errors.append(in_words(error))
        games = dict.fromkeys((*game_keys(), *(puzzle.game for puzzle in mined)))
        for game in games:
            try:
                shipped = shipped_puzzles(game)
            except BadFile as error:
                errors.append(in_words(error))
                shipped = ()
            own = [puzzle for puzzle in mined if puzzle.game == game]
            self._shelves[game] = PuzzleShelf(shipped, own)
        with self.lock:
            waiting = tuple(self._waiting)
        self._take(merged(attempts, waiting))
        return errors

    def _answer(self, request: StoreRequest) -> StoreAnswer:
        shelves = {key: shelf for key, shelf in self._shelves.items() if not shelf.is_empty}
        games = tuple(shelves)
        found = None
        problem = ""
        game = request.game if request.game in shelves else next(iter(games), "")
        if request.identity:
            for key, shelf in shelves.items():
                found = found or shelf.find(request.identity)
                game = key if found is not None and found.game == key else game
            if found is None:
                sentence = translate("Puzzles", "There is no puzzle {id}.")
                problem = fill(sentence, id=quote(request.identity))
        elif request.wants_one and game:
            found = shelves[game].pick(request.chosen, request.until, request.shown)
        if request.wants_one and found is None and not problem:
            problem = _why_none(request.chosen)
        standing = shelves[game].standing(request.chosen, request.until) if game else None
        return StoreAnswer(request, game, games, standing, found, problem=problem)


def _why_none(chosen: PuzzleSet) -> str:
    if chosen is PuzzleSet.FAILED:
        return translate("Puzzles", "You have failed no puzzle of this game.")
    if chosen is PuzzleSet.MINED:
        return translate("Puzzles", "No puzzles found in your games yet; search for some first.")
    return translate("Puzzles", "This game has no puzzles.")
