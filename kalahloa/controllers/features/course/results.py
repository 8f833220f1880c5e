"""What is found out for the course on its thread."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kalahloa.controllers.features.course.state import Heading

if TYPE_CHECKING:
    from kalahloa.models.course.figure import ShownFigure
    from kalahloa.models.course.lesson import Lesson
    from kalahloa.models.course.progress import Solved
    from kalahloa.models.course.question import AnswerVerdict, CourseQuestion


@dataclass(frozen=True)
class Turned:
    """A page that was turned to, with what had to be found for it."""

    listed: "Listed"
    lesson: "Lesson"
    page: int
    shown: "ShownFigure | None"
    question: "CourseQuestion | None"
    seed: int
    announce: bool


@dataclass(frozen=True)
class Listed:
    """The table of contents, with what was solved if that was not known yet.

    `announce` is whether it is to be told as an answer.
    """

    headings: tuple[Heading, ...]
    solved: "Solved | None" = None
    trouble: str = ""
    announce: bool = True


@dataclass(frozen=True)
class Judged:
    """What is said about an answer, after some time."""

    key: str
    question: "CourseQuestion"
    verdict: "AnswerVerdict"


@dataclass(frozen=True)
class KeptResults:
    """What was solved, as it is kept now; `trouble` is a sentence if that could not be done."""

    solved: "Solved"
    trouble: str = ""
