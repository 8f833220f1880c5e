"""How the course stands: what is open, what is asked, what was solved."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kalahloa.models.course.figure import ShownFigure
    from kalahloa.models.course.lesson import Lesson, OpenPage
    from kalahloa.models.course.question import AnswerVerdict, CourseQuestion


@dataclass(frozen=True)
class Heading:
    """A chapter in the table of contents: the names of its exercises, the titles of its pages."""

    name: str
    number: int
    title: str
    sentence: str
    exercises: tuple[str, ...]
    pages: tuple[str, ...] = ()


@dataclass(frozen=True)
class CourseState:
    """What is known of the course.

    `headings` are all chapters, empty before they are read.  `page` is the number of the page of
    `lesson` that is shown, from 0; `shown` is its figure, or `question` what its exercise asks, in
    the variant `seed`; `verdict` is what was said of the last answer.  `solved` are the exercises
    that were solved, as ``chapter/exercise``.  `busy` is whether something is searched or read.
    """

    headings: tuple[Heading, ...] = ()
    lesson: "Lesson | None" = None
    page: int = 0
    shown: "ShownFigure | None" = None
    question: "CourseQuestion | None" = None
    seed: int = 1
    verdict: "AnswerVerdict | None" = None
    solved: frozenset[str] = frozenset()
    busy: bool = False

    @property
    def open_page(self) -> "OpenPage | None":
        """The page that is shown."""
        return None if self.lesson is None else self.lesson.pages[self.page]

    @property
    def exercise_key(self) -> str:
        """The exercise of the page, as ``chapter/exercise``; empty if it has none."""
        page = self.open_page
        if self.lesson is None or page is None or page.page.exercise is None:
            return ""
        return f"{self.lesson.chapter.name}/{page.page.exercise.name}"

    def solved_of(self, heading: Heading) -> int:
        """Return how many exercises of the chapter were solved."""
        return sum(f"{heading.name}/{name}" in self.solved for name in heading.exercises)
