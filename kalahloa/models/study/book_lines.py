"""Walks through what is proven: along moves that keep the value, without leaving it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.study.book_page import keeping_moves
from kalahloa.models.work.cancellation import never

MAX_VISITED = 20_000
"""A search for a position is given up after so many."""
MAX_PLIES = 500
"""Maximum length of a line."""

Accepts = Callable[[tuple[list[int], int] | None], bool]
"""Whether a position is looked for, by what `keeping_moves` says of it; it is not over."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """Moves to a position that was looked for.

    `moves` is None if there is none; `is_sure` is False if the search was given up before.
    """

    moves: tuple[int, ...] | None
    is_sure: bool = True


def to_only_move(
    knowledge: Knowledge, position: Any, stopped: Callable[[], bool] = never
) -> BookLine:
    """Return the shortest way to a position in which just one of several moves keeps the value.

    It leads along moves that keep the value, and at least one move far.
    """
    return _nearest(knowledge, position, _is_only_move, stopped)


def to_end_of_knowledge(
    knowledge: Knowledge, position: Any, stopped: Callable[[], bool] = never
) -> BookLine:
    """Return the shortest way to a position of whose moves not all are known, as `to_only_move`."""
    return _nearest(knowledge, position, _is_unknown, stopped)


def known_part(knowledge: Knowledge, position: Any, moves: Sequence[int]) -> int:
    """Return how many of *moves* can be played from *position* while all moves are known."""
    position = position.copy()
    for count, move in enumerate(moves):
        if position.outcome() is not None or keeping_moves(knowledge, position) is None:
            return count
        position.make(move)
    return len(moves)


def random_line(
    knowledge: Knowledge, position: Any, random: Random, stopped: Callable[[], bool] = never
) -> tuple[int, ...]:
    """Return moves that keep the value, drawn by *random*, to where they are no longer known."""
    position = position.copy()
    line: list[int] = []
    while len(line) < MAX_PLIES and not stopped() and position.outcome() is None:
        found = keeping_moves(knowledge, position)
        if found is None:
            break
        move = random.choice(found[0])
        position.make(move)
        line.append(move)
    return tuple(line)


def _is_only_move(found: tuple[list[int], int] | None) -> bool:
    return found is not None and len(found[0]) == 1 and found[1] > 1


def _is_unknown(found: tuple[list[int], int] | None) -> bool:
    return found is None


def _nearest(
    knowledge: Knowledge, position: Any, accepts: Accepts, stopped: Callable[[], bool]
) -> BookLine:
    first = keeping_moves(knowledge, position) if position.outcome() is None else None
    if first is None:
        return BookLine(None)
    seen = {position.position_string()}
    level: list[tuple[tuple[int, ...], Any, list[int]]] = [((), position.copy(), first[0])]
    while level:
        following = []
        for line, place, moves in level:
            for move in moves:
                if stopped() or len(seen) >= MAX_VISITED:
                    return BookLine(None, is_sure=False)
                place.make(move)
                text = place.position_string()
                if text not in seen and place.outcome() is None:
                    seen.add(text)
                    found = keeping_moves(knowledge, place)
                    if accepts(found):
                        return BookLine((*line, move))
                    if found is not None:
                        following.append(((*line, move), place.copy(), found[0]))
                place.unmake()
        level = following
    return BookLine(None)
