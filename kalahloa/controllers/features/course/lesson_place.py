"""What of the course is open, as commands ask."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """What there is on the page of the course.

    `is_open` is whether a chapter is, `has_search` whether its figure shows what a search has
    found, and `is_own` whether that is one of the user's own position; `has_exercise` is whether
    there is an exercise.  `busy` is whether something is searched or read for the course.
    """

    is_open: bool = False
    has_search: bool = False
    is_own: bool = False
    has_exercise: bool = False
    busy: bool = False


NO_LESSON = LessonPlace()
"""No chapter was opened yet."""
