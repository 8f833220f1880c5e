"""Who can play a side, as a list with names and what they mean."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.searchers import lecture_searchers
from kalahloa.models.search.strength.levels import LEVELS, PERFECT, LevelSpec
from kalahloa.views.dialogs.fields import in_digits

translate = QCoreApplication.translate

HUMAN_KEY = "human"
OWN_LIMITS_KEY = "engine-own"
MANY_LESSER_MOVES = 1.0
"""From this tolerance on (see `levels`) a level often makes a move that is not nearly the best."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the list: a player of one kind.

    * `key`: its name in the list's data; empty for a heading, which cannot be chosen.
    * `title`: its text when it is chosen; `in_list`: its text below its heading.
    * `sentence`: what it means.
    * `searcher`, `strength`: as in a `Level`; `strength` is None if depth or time are the user's.
    """

    key: str
    title: str
    in_list: str
    sentence: str = ""
    searcher: str | None = None
    strength: int | None = None


def entries(perfect: bool) -> Iterator[Entry]:
    """Yield the entries: humans, the engine's levels, the lecture's searchers, and headings.

    *perfect* is whether the game has the perfect level.
    """
    human = translate("Levels", "You (human)")
    yield Entry(HUMAN_KEY, human, human)
    yield Entry("", "", translate("Levels", "Engine"))
    for number, spec in enumerate(LEVELS, 1):
        yield _level(number, spec)
    if perfect:
        yield Entry(
            level_key(PERFECT),
            translate("Levels", "Engine, perfect"),
            translate("Levels", "Perfect: every move is proven to be the best"),
            translate(
                "Levels",
                "Every move is proven to be the best. Early moves may take up to a minute.",
            ),
            Engine.name,
            PERFECT,
        )
    yield Entry(
        OWN_LIMITS_KEY,
        translate("Levels", "Engine, own limits"),
        translate("Levels", "Own limits: a depth or a time that you choose"),
        translate(
            "Levels", "The engine at full strength, within the depth or the time that you choose."
        ),
        Engine.name,
    )
    yield Entry("", "", translate("Levels", "Searchers of the lecture"))
    for searcher in lecture_searchers():
        yield Entry(searcher.name, searcher.title, searcher.title, searcher.sentence, searcher.name)


def level_key(number: int) -> str:
    """Return the key of the engine's level *number*."""
    return f"{Engine.name}-{number}"


def level_name(spec: LevelSpec) -> str:
    """Return the name of a level for display: ``club player``."""
    names = {
        "beginner": translate("Levels", "beginner"),
        "newcomer": translate("Levels", "newcomer"),
        "learner": translate("Levels", "learner"),
        "casual player": translate("Levels", "casual player"),
        "club player": translate("Levels", "club player"),
        "strong club player": translate("Levels", "strong club player"),
        "tournament player": translate("Levels", "tournament player"),
        "expert": translate("Levels", "expert"),
        "champion": translate("Levels", "champion"),
        "master": translate("Levels", "master"),
    }
    return names.get(spec.name, spec.name)


def level_meaning(spec: LevelSpec) -> str:
    """Return what a level does, in part of a sentence: ``looks 2 moves ahead``."""
    if spec.nodes is not None:
        reach = translate("Levels", "looks at up to {count} positions a move").format(
            count=in_digits(spec.nodes)
        )
    elif spec.depth == 1:
        reach = translate("Levels", "looks one move ahead")
    else:
        reach = translate("Levels", "looks %n moves ahead", "", spec.depth or 0)
    if not spec.tolerance:
        return reach
    if spec.tolerance >= MANY_LESSER_MOVES:
        return translate("Levels", "{reach}, and often takes a lesser move").format(reach=reach)
    return translate("Levels", "{reach}, and sometimes takes a lesser move").format(reach=reach)


def _level(number: int, spec: LevelSpec) -> Entry:
    name, meaning = level_name(spec), level_meaning(spec)
    return Entry(
        level_key(number),
        translate("Levels", "Engine, level {number}: {name}").format(number=number, name=name),
        translate("Levels", "Level {number}, {name}: {meaning}").format(
            number=number, name=name, meaning=meaning
        ),
        translate("Levels", "{name}: {meaning}.").format(
            name=name[:1].upper() + name[1:], meaning=meaning
        ),
        Engine.name,
        number,
    )
