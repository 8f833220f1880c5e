"""Chapters of the course, as files describe them: ``resources/lessons/NAME.toml``."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from kalahloa.models.course import exercise_generator, facts, figure
from kalahloa.models.course.exercise import CourseExercise
from kalahloa.models.course.facts import Fact
from kalahloa.models.course.figure import Figure
from kalahloa.models.course.trial_search import MAX_DEPTH, StartingPoint
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import BadFile, KalahloaError, UnknownName
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.resources import resource

SUFFIX = ".toml"


@dataclass(frozen=True)
class Page:
    """A page of a chapter: a text, and a figure or an exercise or neither.

    Paragraphs of `text` are separated by blank lines, words in *asterisks* are stressed, and
    {names} stand for facts.
    """

    title: str
    text: str
    figure: Figure | None = None
    exercise: CourseExercise | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter: its name in commands and links, its place in the course, and its pages.

    `overlays` are those of boards that are shown while it is, by the keys of games.
    """

    name: str
    number: int
    title: str
    sentence: str
    pages: tuple[Page, ...]
    facts: Mapping[str, Fact]
    overlays: Mapping[str, tuple[str, ...]]

    @property
    def exercises(self) -> tuple[CourseExercise, ...]:
        """The exercises, in order."""
        return tuple(page.exercise for page in self.pages if page.exercise is not None)


def chapter_names() -> tuple[str, ...]:
    """Return the names of all chapters, in their order."""
    return tuple(chapter.name for chapter in chapters())


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in their order; raise `BadFile` if one cannot be read.

    It takes some milliseconds the first time.
    """
    found = [read_chapter(path) for path in sorted(resource("lessons").glob(f"*{SUFFIX}"))]
    return tuple(sorted(found, key=lambda chapter: chapter.number))


def find_chapter(name: str) -> Chapter:
    """Return the chapter called *name*, or with that number; raise `UnknownName`."""
    word = name.strip().lower()
    for chapter in chapters():
        if word in (chapter.name, str(chapter.number)):
            return chapter
    known = [chapter.name for chapter in chapters()]
    meant = get_close_matches(word, known, n=1)
    if meant:
        raise UnknownName(
            QT_TRANSLATE_NOOP(
                "Models", "There is no lesson '{name}'; did you mean {meant}?"
            ).format(name=quote(name), meant=meant[0])
        )
    raise UnknownName(
        QT_TRANSLATE_NOOP("Models", "There is no lesson '{name}'; choose one of: {known}.").format(
            name=quote(name), known=", ".join(known)
        )
    )


# -- reading ---------------------------------------------------------------------------------------


def read_chapter(path: Path) -> Chapter:
    """Return the chapter in the file at *path*; raise `BadFile` with what is wrong in it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The chapter {name} cannot be read: {reason}").format(
                name=path.stem, reason=shorten(error)
            )
        ) from error
    try:
        return _chapter(path.stem, data)
    except (KalahloaError, KeyError, TypeError, ValueError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The chapter {name} cannot be read: {reason}").format(
                name=path.stem, reason=shorten(error)
            )
        ) from error


def _chapter(name: str, data: dict[str, Any]) -> Chapter:
    _only(data, "number", "title", "sentence", "overlays", "grounds", "facts", "pages")
    overlays = {game: tuple(keys) for game, keys in data.get("overlays", {}).items()}
    for game, keys in overlays.items():
        if unknown := set(keys) - {overlay.key for overlay in find_game(game).overlays}:
            raise ValueError(f"{game} has no overlay '{min(unknown)}'")
    grounds = {key: _ground(one) for key, one in data.get("grounds", {}).items()}
    stated = {key: _fact(key, one, grounds) for key, one in data.get("facts", {}).items()}
    pages = tuple(_page(one, grounds) for one in data["pages"])
    for page in pages:
        page.text.format(**dict.fromkeys(stated, ""))  # KeyError for a fact that is not stated
    names = [page.exercise.name for page in pages if page.exercise is not None]
    if len(set(names)) < len(names):
        raise ValueError("two exercises have the same name")
    for one in stated.values():
        for other in one.of:
            if list(stated).index(other) >= list(stated).index(one.name):
                raise ValueError(f"{one.name} is stated before {other}")
    number, title, sentence = int(data["number"]), str(data["title"]), str(data["sentence"])
    return Chapter(name, number, title, sentence, pages, stated, overlays)


def _only(data: Mapping[str, Any], *known: str) -> None:
    unknown = [key for key in data if key not in known]
    if unknown:
        raise ValueError(f"'{unknown[0]}' is not known")


def _ground(data: dict[str, Any]) -> StartingPoint:
    _only(data, "game", "rules", "options", "start", "heuristic")
    game = find_game(data["game"])
    start = str(data.get("start", ""))
    rules = game.rulebook.read(data.get("rules"), data.get("options", {}))
    if start:
        rules = game.fitting_rules(start, rules)
    ground = StartingPoint(game, rules, start, data.get("heuristic"))
    ground.position()
    game.heuristic(ground.heuristic)
    return ground


def _fact(name: str, data: dict[str, Any], grounds: Mapping[str, StartingPoint]) -> Fact:
    _only(data, *(field.name for field in fields(Fact)))
    kind = data["kind"]
    if kind in ("percent", "times"):
        any_ground = next(iter(grounds.values()))
        return Fact(name, kind, any_ground, of=tuple(data["of"]))
    if kind not in facts.KINDS:
        raise ValueError(f"there is no fact of the kind '{kind}'")
    values = dict(data, ground=grounds[data["ground"]])
    return Fact(name=name, **_searching(values))


def _page(data: dict[str, Any], grounds: Mapping[str, StartingPoint]) -> Page:
    _only(data, "title", "text", "figure", "exercise")
    drawn, asked = data.get("figure"), data.get("exercise")
    return Page(
        str(data["title"]),
        str(data["text"]).strip(),
        None if drawn is None else _figure(drawn, grounds),
        None if asked is None else _exercise(asked, grounds),
    )


def _figure(data: dict[str, Any], grounds: Mapping[str, StartingPoint]) -> Figure:
    _only(data, *(field.name for field in fields(Figure)))
    if data["kind"] not in figure.KINDS:
        raise ValueError(f"there is no figure of the kind '{data['kind']}'")
    values = _searching(dict(data, ground=grounds[data["ground"]]))
    values["most"] = max(values.get("depth", 1), values.get("most", 1))
    return Figure(**values)


def _exercise(data: dict[str, Any], grounds: Mapping[str, StartingPoint]) -> CourseExercise:
    _only(data, *(field.name for field in fields(CourseExercise)))
    kind = data["kind"]
    if kind not in exercise_generator.KINDS:
        raise ValueError(f"there is no exercise of the kind '{kind}'")
    if kind == "number" and data.get("what") not in exercise_generator.NUMBERS:
        raise ValueError("an exercise that asks for a number says which")
    return CourseExercise(**_searching(dict(data, ground=grounds[data["ground"]])))


def _searching(values: dict[str, Any]) -> dict[str, Any]:
    """Return *values* with lists as tuples; raise `KalahloaError` or `ValueError` for a bad one."""
    found = {key: tuple(one) if isinstance(one, list) else one for key, one in values.items()}
    for name in (found.get("searcher", ""), *found.get("searchers", ())):
        if name:
            find_searcher(name)
    for depth in (found.get("depth", 1), found.get("deep", 1), *found.get("depths", ())):
        if not 1 <= depth <= MAX_DEPTH:
            raise ValueError(f"a depth of {depth} is not possible")
    return found
