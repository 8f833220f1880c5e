"""Exercises: the user is to find moves alone, and nothing tells what comes next."""

from dataclasses import replace
from typing import Any, Protocol

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis


class Exercise(Protocol):
    """Something in which the user is to find moves alone."""

    @property
    def running(self) -> bool:
        """Whether it is on in the record that is open."""

    def stop(self) -> object:
        """End it."""


class Exercises:
    """Runs one exercise at a time, and hides everything that would reveal its answers.

    It follows the document last, so that its fields of `Place` replace those of the others.
    """

    def __init__(self, document: Document, live: LiveAnalysis) -> None:
        self._document = document
        self._live = live
        self._current: Exercise | None = None

    @property
    def running(self) -> bool:
        """Whether an exercise is on in the record that is open."""
        return self._current is not None and self._current.running

    def begin(self, exercise: Exercise) -> None:
        """End the exercise that runs, unless it is *exercise*, which begins."""
        if self._current is not None and self._current is not exercise and self._current.running:
            self._current.stop()
        self._current = exercise

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> dict[str, Any]:
        """Return whether an exercise is on, and nothing in the fields that would help with it."""
        if not self.running:
            return {"secret": False}
        live = self._live.place_fields()["live"]
        return {
            "secret": True,
            "values": {},
            "hint": None,
            "proof": None,
            "threat": None,
            "tree": None,
            "steps": None,
            "live": replace(live, lines=()),
        }

    def follow(self, causes: frozenset[Cause]) -> None:
        """Do nothing: exercises follow the document themselves."""
