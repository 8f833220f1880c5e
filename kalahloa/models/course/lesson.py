"""A chapter that is open: its facts found, its text filled in."""

from collections.abc import Callable
from dataclasses import dataclass

from kalahloa.models.course.chapter import Chapter, Page
from kalahloa.models.course.facts import fact_text, fact_values
from kalahloa.models.work.cancellation import never


@dataclass(frozen=True)
class OpenPage:
    """A page with its text filled in: `paragraphs`, in which *asterisks* stress words."""

    title: str
    paragraphs: tuple[str, ...]
    page: Page


@dataclass(frozen=True)
class Lesson:
    """A chapter whose facts were found."""

    chapter: Chapter
    pages: tuple[OpenPage, ...]


def open_lesson(chapter: Chapter, stopped: Callable[[], bool] = never) -> Lesson:
    """Search for what *chapter* states, and return it; raises `SearchStopped`."""
    values = fact_values(chapter.facts, stopped)
    texts = {name: fact_text(chapter.facts[name], value) for name, value in values.items()}
    return Lesson(chapter, tuple(_opened(page, texts) for page in chapter.pages))


def _opened(page: Page, texts: dict[str, str]) -> OpenPage:
    filled = page.text.format(**texts)
    paragraphs = tuple(" ".join(part.split()) for part in filled.split("\n\n") if part.strip())
    return OpenPage(page.title, paragraphs, page)


def without_marks(paragraph: str) -> str:
    """Return *paragraph* without the marks of stressed words."""
    return paragraph.replace("*", "")
