"""Reads puzzles and keeps the results of all exercises on a background thread.

Reading takes a tenth of a second, and another window may have the files locked for seconds.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.saving.opening import OpenLibrary, open_user_library
from kalahloa.controllers.work.writing import Writing
from kalahloa.models.game.registry import game_keys
from kalahloa.models.study.puzzles.keeping import mined_path
from kalahloa.models.study.puzzles.picker import PuzzlePicker, PuzzleStanding
from kalahloa.models.study.puzzles.puzzle import Puzzle, read_puzzles
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.puzzles.shipped import shipped_puzzles
from kalahloa.models.study.training.deck import (
    DeckItem,
    add_items,
    deck_path,
    latest,
    pick_item,
    read_deck,
    scheduled,
)
from kalahloa.models.study.training.kinds import ExerciseKind, mistake_word
from kalahloa.models.study.training.results import add_results, read_results, results_path
from kalahloa.models.study.training.schedule import Attempt, merged
from kalahloa.models.study.training.statistics import (
    TrainingStatistic,
    end_of_day,
    training_statistic,
)
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import Sentence
from kalahloa.models.work.cancellation import ReadingStopped, Stop


@dataclass(frozen=True)
class StoreRequest:
    """A request for how one does, and how one stands with the set `chosen` of `game`.

    `until` is the end of the day, in milliseconds since 1970.  With `mistake`, an item of the deck
    is to be a mistake of the kind with this word.  With `wants_one` a puzzle of the set
    is looked for, but rather none of those `shown` (see `PuzzlePicker.pick`); with `identity` the
    one with this id, whatever its set and game; with `kind` an item of the deck.  With `anew`, the
    files are read again.
    """

    number: int
    game: str
    until: int
    chosen: PuzzleSet = PuzzleSet.SHIPPED
    wants_one: bool = False
    identity: str = ""
    kind: ExerciseKind | None = None
    mistake: str = ""
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
    item: DeckItem | None = None
    statistic: TrainingStatistic | None = None
    error: str = ""
    problem: str = ""


class TrainingStore(Writing[StoreRequest]):
    """Answers one request after the other; results are written before each."""

    answered = Signal(object)
    """A `StoreAnswer`; emitted on the store's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("exercises", parent)
        self.open_library: OpenLibrary = open_user_library
        """Opens the library in whose games the user's mistakes are."""
        self._end = Stop()
        self._waiting: list[Attempt] = []
        """Results that are not written."""
        self._missed: list[DeckItem] = []
        """Items of the deck that are not written."""
        # Of the store's thread:
        self._pickers: dict[str, PuzzlePicker] = {}
        self._attempts: tuple[Attempt, ...] = ()
        self._items: tuple[DeckItem, ...] = ()
        self._own: tuple[DeckItem, ...] = ()
        """Mistakes in games of the library; they are not written into the deck."""

    # -- on the GUI's thread -------------------------------------------------------------------

    def keep(self, attempt: Attempt) -> None:
        """Write *attempt*, before any later request is answered."""
        with self.lock:
            self._waiting.append(attempt)

    def add(self, item: DeckItem) -> None:
        """Write *item* into the deck, before any later request is answered."""
        with self.lock:
            self._missed.append(item)

    def ask(self, request: StoreRequest) -> int:
        """Queue *request* and return the number that it gets; all before it are answered too."""
        return self.submit(replace(request, number=self.new_number()))

    def shut_down(self) -> None:
        """Write what waits and end the thread; no more games are looked through."""
        self._end.set()
        super().shut_down()

    # -- on the store's thread -----------------------------------------------------------------

    def work(self, request: StoreRequest) -> None:
        """Write what waits, and answer *request*."""
        with self.answering(request):
            errors = [self.write_rest()]
            if request.anew or not self._pickers:
                # To look through all games would make one wait for the next exercise.
                errors += self._read(games=request.kind is None or not self._own)
            answer = self._answer(request)
            said = " ".join(error for error in errors if error)
            self.answered.emit(replace(answer, error=said))

    def write_rest(self) -> str:
        """Write what waits; return what went wrong as a sentence, or nothing."""
        return " ".join(filter(None, [self._write_results(), self._write_items()]))

    def _write_results(self) -> str:
        with self.lock:
            waiting = tuple(self._waiting)
        if not waiting:
            return ""
        try:
            results = add_results(results_path(), waiting)
        except KalahloaError as error:
            self._receive(merged(self._attempts, waiting))
            return _not_saved(error)
        with self.lock:
            del self._waiting[: len(waiting)]
        self._receive(results.attempts)
        return _told(results.notes)

    def _write_items(self) -> str:
        with self.lock:
            missed = tuple(self._missed)
        if not missed:
            return ""
        try:
            deck = add_items(deck_path(), missed)
        except KalahloaError as error:
            self._items = latest(self._items, missed)
            return _not_saved(error)
        with self.lock:
            del self._missed[: len(missed)]
        self._items = latest(self._own, deck.items)
        return _told(deck.notes)

    def _receive(self, attempts: tuple[Attempt, ...]) -> None:
        self._attempts = attempts
        for picker in self._pickers.values():
            picker.set_attempts(attempts)

    def _read(self, *, games: bool) -> list[str]:
        """Read all puzzles, results and the deck, with *games* the user's mistakes in these, too.

        Returns what went wrong, as sentences.
        """
        errors: list[str] = []

        def attempt(read: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
            try:
                return read()
            except KalahloaError as error:
                errors.append(in_words(error))
                return ()

        mined: tuple[Puzzle, ...] = attempt(_mined)
        attempts: tuple[Attempt, ...] = attempt(lambda: read_results(results_path()))
        items: tuple[DeckItem, ...] = attempt(lambda: read_deck(deck_path()).items)
        if games:
            self._own = attempt(self._own_mistakes)
        for game in dict.fromkeys((*game_keys(), *(puzzle.game for puzzle in mined))):
            shipped: tuple[Puzzle, ...] = attempt(partial(shipped_puzzles, game))
            own = [puzzle for puzzle in mined if puzzle.game == game]
            self._pickers[game] = PuzzlePicker(shipped, own)
        with self.lock:
            waiting, missed = tuple(self._waiting), tuple(self._missed)
        self._receive(merged(attempts, waiting))
        self._items = latest(self._own, items, missed)
        return errors

    def _own_mistakes(self) -> tuple[DeckItem, ...]:
        with suppress(ReadingStopped), self.open_library() as library:
            return library.own_mistakes(self._end)
        return ()

    def _answer(self, request: StoreRequest) -> StoreAnswer:
        pickers = {key: picker for key, picker in self._pickers.items() if not picker.is_empty}
        games = tuple(pickers)
        found = None
        problem = ""
        game = request.game if request.game in pickers else next(iter(games), "")
        if request.identity:
            for key, picker in pickers.items():
                found = found or picker.find(request.identity)
                game = key if found is not None and found.game == key else game
            if found is None:
                sentence = translate("Puzzles", "There is no puzzle {id}.")
                problem = fill(sentence, id=quote(request.identity))
        elif request.wants_one and game:
            found = pickers[game].pick(request.chosen, request.until, request.shown)
        if request.wants_one and found is None and not problem:
            problem = _why_none(request.chosen)
        standing = pickers[game].standing(request.chosen, request.until) if game else None
        return StoreAnswer(
            *(request, game, games, standing, found),
            item=self._item(request),
            statistic=self._statistic(request),
            problem=problem,
        )

    def _item(self, request: StoreRequest) -> DeckItem | None:
        if request.kind is None:
            return None
        items = [
            item
            for item in self._items
            if item.kind is request.kind and request.mistake in ("", mistake_word(item.mistake))
        ]
        return pick_item(items, self._attempts, request.until, request.shown, request.game)

    def _statistic(self, request: StoreRequest) -> TrainingStatistic:
        pickers = self._pickers.values()
        known = {item.id for item in self._items}
        repeated = [
            attempt
            for attempt in self._attempts
            if attempt.item in known or any(picker.find(attempt.item) for picker in pickers)
        ]
        return training_statistic(
            self._attempts,
            scheduled(self._items, repeated),
            partial(end_of_day, request.until),
            self._items,
        )


def _mined() -> tuple[Puzzle, ...]:
    path = mined_path()
    return read_puzzles(path) if path.exists() else ()


def _not_saved(error: KalahloaError) -> str:
    sentence = translate("Training", "The result is not saved: {reason}")
    return fill(sentence, reason=error)


def _told(notes: tuple[Sentence, ...]) -> str:
    return " ".join(in_words(note) for note in notes)


def _why_none(chosen: PuzzleSet) -> str:
    if chosen is PuzzleSet.FAILED:
        return translate("Puzzles", "You have failed no puzzle of this game.")
    if chosen is PuzzleSet.MINED:
        return translate("Puzzles", "No puzzles found in your games yet; search for some first.")
    return translate("Puzzles", "This game has no puzzles.")
