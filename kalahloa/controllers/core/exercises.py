"""Exercises: the user is to find moves alone, and nothing tells what comes next."""

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.document import Document


class Help(Enum):
    """What the user can ask of an exercise."""

    HINT = "hint"
    SHOW = "show"
    """The answer."""
    AGAIN = "again"
    """The same exercise from its beginning."""
    NEXT = "next"
    """Another exercise of its kind."""


@dataclass(frozen=True, slots=True)
class ExerciseHere:
    """The exercise on the board: its `key`, and what it `offers` at the moment."""

    key: str
    offers: frozenset[Help]


class Exercise(Protocol):
    """Something in which the user is to find moves alone.

    Each kind of help returns a sentence for the user, or nothing where it was said already; it is
    only asked for while it is among `offers`.
    """

    key: str
    """Its name, which is that of its page in the window."""

    @property
    def running(self) -> bool:
        """Whether it is on in the record that is open."""

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of it; empty where the board shows nothing of it."""

    def stop(self) -> object:
        """End it."""

    def give_hint(self) -> str:
        """Give another hint."""

    def show_answer(self) -> str:
        """Show the answer, which counts as not found."""

    def again(self) -> str:
        """Begin it anew."""

    def go_on(self) -> str:
        """Begin the next one."""


class Exercises(Controller):
    """Runs one exercise at a time, and hides everything that would reveal its answers.

    What is hidden, each follower of the document says itself: see `Controller.secret_fields`.
    """

    begun = Signal(str, bool)
    """The exercise with this key begins, in the game on the board or not."""
    looked_at = Signal(str)
    """The page of the exercise with this key is shown: see `refresh`."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: Exercise | None = None
        document.is_secret = lambda: self.running
        document.add_follower(self)

    @property
    def running(self) -> bool:
        """Whether an exercise is on in the record that is open."""
        return self._current is not None and self._current.running

    @property
    def current(self) -> Exercise | None:
        """The exercise on the board, also when it is done; None where there is none."""
        current = self._current
        return current if current is not None and current.offers else None

    def is_current(self, exercise: Exercise) -> bool:
        """Return whether *exercise* was the last to begin."""
        return self._current is exercise

    def place_fields(self) -> Fields:
        """Return which exercise is on the board, and what it offers."""
        current = self.current
        here = None if current is None else ExerciseHere(current.key, current.offers)
        return {ExerciseHere: here}

    def refresh(self, key: str) -> None:
        """Have the exercise with this *key* find out what it has to offer, if it has to look."""
        self.looked_at.emit(key)

    def begin(self, exercise: Exercise, *, in_game: bool = False) -> None:
        """End the exercise that runs, unless it is *exercise*, which begins.

        *in_game* is whether it is about the game on the board, and not about another position.
        """
        if self._current is not None and self._current is not exercise and self._current.running:
            self._current.stop()
        self.begun.emit(exercise.key, in_game)  # first: another page may end what is on
        self._current = exercise
