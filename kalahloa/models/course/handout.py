"""A chapter as it is handed out: all its pages, with their figures, questions and answers."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.course.chapter import Chapter
from kalahloa.models.course.exercise_generator import make_question
from kalahloa.models.course.figure import ShownFigure, show_figure
from kalahloa.models.course.lesson import OpenPage, open_lesson
from kalahloa.models.course.question import CourseQuestion
from kalahloa.models.work.cancellation import never

SEED = 1
"""The variant of the exercises, which is the one that the course asks first."""


@dataclass(frozen=True)
class HandoutPage:
    """A page with its figure, or with what its exercise asks."""

    page: OpenPage
    shown: ShownFigure | None = None
    question: CourseQuestion | None = None


@dataclass(frozen=True)
class Handout:
    """All pages of a chapter."""

    chapter: Chapter
    pages: tuple[HandoutPage, ...]


def make_handout(chapter: Chapter, stopped: Callable[[], bool] = never) -> Handout:
    """Search for all that *chapter* shows and asks; raises `SearchStopped`."""
    pages = []
    for page in open_lesson(chapter, stopped).pages:
        figure, exercise = page.page.figure, page.page.exercise
        pages.append(
            HandoutPage(
                page,
                None if figure is None else show_figure(figure, stopped=stopped),
                None if exercise is None else make_question(exercise, SEED, stopped),
            )
        )
    return Handout(chapter, tuple(pages))
