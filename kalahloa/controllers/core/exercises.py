"""Exercises: the user is to find moves alone, and nothing tells what comes next."""

from typing import Protocol

from kalahloa.controllers.core.document import Document


class Exercise(Protocol):
    """Something in which the user is to find moves alone."""

    @property
    def running(self) -> bool:
        """Whether it is on in the record that is open."""

    def stop(self) -> object:
        """End it."""


class Exercises:
    """Runs one exercise at a time, and hides everything that would reveal its answers.

    What is hidden, each follower of the document says itself: see `Controller.secret_fields`.
    """

    def __init__(self, document: Document) -> None:
        self._current: Exercise | None = None
        document.is_secret = lambda: self.running

    @property
    def running(self) -> bool:
        """Whether an exercise is on in the record that is open."""
        return self._current is not None and self._current.running

    def begin(self, exercise: Exercise) -> None:
        """End the exercise that runs, unless it is *exercise*, which begins."""
        if self._current is not None and self._current is not exercise and self._current.running:
            self._current.stop()
        self._current = exercise
