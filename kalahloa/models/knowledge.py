"""Which games have something to look values up in, beyond the search, and how to get it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from kalahloa.models.fair_starts import fair_starts
from kalahloa.models.game import Game
from kalahloa.models.kalah_endgame_builder import Report
from kalahloa.models.kalah_endgame_files import USUAL_BYTES, most_stones
from kalahloa.models.kalah_endgames import size_of
from kalahloa.models.kalah_game import KalahRules
from kalahloa.models.kalah_knowledge import book_alone, open_knowledge
from kalahloa.models.stopping import never

USUAL = "usual"
OFF = "off"
BUDGETS = {OFF: 0, "small": USUAL_BYTES // 8, USUAL: USUAL_BYTES, "large": 4 * USUAL_BYTES}
"""How many bytes endgames may take at most, by the name of the choice."""


class Knowledge(Protocol):
    """What is known of a game under one set of rules; *notes* tell what went wrong on the way."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the user."""
        ...

    def consult(self, position: Any) -> None:
        """Let *position*, of these rules, look values up from now on."""
        ...

    def recall(self, position: Any) -> int | None:
        """Return the value of *position* for its side to move where it is known beforehand."""
        ...


@dataclass(frozen=True, slots=True)
class KnowledgeSize:
    """How many stones endgames have at most, and how many bytes they take."""

    stones: int
    bytes: int


def has_knowledge(game: Game) -> bool:
    """Return whether there is anything to look up for *game*."""
    return game.key == "kalah"


def knowledge_size(rules: Any, budget: str) -> KnowledgeSize:
    """Return what the choice *budget*, a name in `BUDGETS`, means under *rules*."""
    stones = most_stones(rules.pits, BUDGETS[budget])
    return KnowledgeSize(stones, size_of(rules.pits, stones))


def fair_starts_of(game: Game, rules: Any) -> tuple[str, ...]:
    """Return the known starts of *game* under *rules* that are proven draws."""
    return fair_starts(rules) if game.key == "kalah" else ()


def get_book(rules: Any) -> Knowledge | None:
    """Return what is known under a game's *rules* without endgames; None if that is nothing."""
    if not isinstance(rules, KalahRules):
        return None
    knowledge = book_alone(rules)
    return None if knowledge.book is None else knowledge


def get_knowledge(
    game: Game,
    rules: Any,
    budget: str,
    report: Report | None = None,
    stopped: Callable[[], bool] = never,
) -> Knowledge:
    """Return what is known of *game*, which has some, under *rules*.

    *budget* is a name in `BUDGETS`; with `OFF` there are no endgames, otherwise they are read from
    the user's cache, or built and put there.  The other arguments, and what is raised, are those
    of `open_knowledge`.
    """
    if budget == OFF:
        return book_alone(rules)
    stones = knowledge_size(rules, budget).stones
    return open_knowledge(rules, stones, report=report, stopped=stopped)
