"""Numbers that a chapter states: each is searched for, never written down."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kalahloa.models.course.pruning import quiescence
from kalahloa.models.course.trial_search import (
    StartingPoint,
    kept_search,
    short_estimate,
    value_after,
)
from kalahloa.models.game.line import format_line
from kalahloa.models.search.lecture.scale import is_decisive, lecture_text, lecture_value
from kalahloa.models.search.request import SearchResult, SearchStopped
from kalahloa.models.search.search_tree import TreeCounts
from kalahloa.models.work.cancellation import never


@dataclass(frozen=True)
class Fact:
    """A number or a move that a text states.

    `kind` is a key of `KINDS`, or ``percent`` or ``times``, which compare the two facts named in
    `of`.  The position of `ground` is searched by `searcher` to `depth`; `move` and `noise` are for
    the kinds that need them.
    """

    name: str
    kind: str
    ground: StartingPoint
    searcher: str = ""
    depth: int = 1
    move: str = ""
    noise: float = 2.0
    of: tuple[str, ...] = ()


Stopped = Callable[[], bool]


def fact_values(facts: Mapping[str, Fact], stopped: Stopped = never) -> dict[str, float | str]:
    """Return the values of *facts* by name: numbers, and moves and outcomes as texts.

    Raises `SearchStopped` if *stopped* returns True.
    """
    values: dict[str, float | str] = {}
    for name, fact in facts.items():
        if fact.kind in ("percent", "times"):
            part, whole = (float(values[one]) for one in fact.of)
            values[name] = round(100 * part / whole) if fact.kind == "percent" else part / whole
        else:
            values[name] = KINDS[fact.kind](fact, stopped)
    return values


def fact_text(fact: Fact, value: float | str) -> str:
    """Return *value* as the text states it."""
    if isinstance(value, str):
        return value
    if fact.kind == "times":
        return f"{value:.1f}"
    if fact.kind in _ESTIMATES:
        return lecture_text(value, True) if is_decisive(value) else short_estimate(value)
    return f"{round(value):,}"


def _searched(fact: Fact, stopped: Stopped) -> SearchResult:
    if stopped():
        raise SearchStopped("The search was stopped.")
    return kept_search(fact.ground, fact.searcher, fact.depth)


def _count(field: str) -> Callable[[Fact, Stopped], float]:
    """Return what counts *field* of `TreeCounts` in the last pass."""

    def counted(fact: Fact, stopped: Stopped) -> float:
        return float(getattr(TreeCounts.of(_searched(fact, stopped).passes[-1]), field))

    return counted


def _passes(fact: Fact, stopped: Stopped) -> float:
    """Return the number of nodes of all passes to depth 1, 2, 3 …, each searched by itself."""
    return float(
        sum(
            len(_searched(replace(fact, depth=depth), stopped).passes[-1])
            for depth in range(1, fact.depth + 1)
        )
    )


def _value(fact: Fact, stopped: Stopped) -> float:
    return lecture_value(_searched(fact, stopped).score)


def _best(fact: Fact, stopped: Stopped) -> str:
    return fact.ground.position().format_move(_searched(fact, stopped).move)


def _line(fact: Fact, stopped: Stopped) -> str:
    return " ".join(format_line(fact.ground.position(), _searched(fact, stopped).line))


def _moves(fact: Fact, stopped: Stopped) -> float:
    return float(len(fact.ground.position().legal_moves()))


def _perft(fact: Fact, stopped: Stopped) -> float:
    return float(fact.ground.position().perft(fact.depth))


def _static(fact: Fact, stopped: Stopped) -> float:
    return fact.ground.game.heuristic(fact.ground.heuristic)(fact.ground.position())


def _after(fact: Fact, stopped: Stopped) -> float:
    position = fact.ground.position()
    return value_after(fact.ground, position, position.read_move(fact.move), fact.depth, stopped)[0]


def _quiescence(fact: Fact, stopped: Stopped) -> float:
    return quiescence(fact.ground, fact.ground.position(), fact.noise)


KINDS: dict[str, Callable[[Fact, Stopped], float | str]] = {
    "nodes": _count("nodes"),
    "leaves": _count("leaves"),
    "cutoffs": _count("cutoffs"),
    "pruned": _count("pruned"),
    "hits": _count("hits"),
    "passes": _passes,
    "value": _value,
    "best": _best,
    "line": _line,
    "moves": _moves,
    "perft": _perft,
    "static": _static,
    "after": _after,
    "quiescence": _quiescence,
}
"""What finds the value of a fact, by its kind."""
_ESTIMATES = frozenset({"value", "static", "after", "quiescence"})
