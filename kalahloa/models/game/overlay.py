"""Overlays: facts of a position that a board can show on top of the pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


def _nothing(_position: Any) -> Sequence[str]:
    return ()


def _nothing_at(_position: Any, _cell: int) -> str:
    return ""


@dataclass(frozen=True)
class Overlay:
    """Something that a board can show of its position, as one switch.

    `key` is a word of lower-case letters, by which it is typed and kept in settings; `title` is the
    text of menus, `tip` a short sentence without a full stop.  `tell` returns what it shows of a
    position in words, a sentence a row; `tell_cell` the same of one cell, as part of a sentence,
    empty where there is nothing to say.  `usual` is whether it is among those that are shown first,
    `after_moves` whether views that write text tell it after each move.  `diagram` takes a position
    and whether it is turned, and returns the board as text as this overlay labels it; None if it
    labels nothing.
    Whoever sees these texts puts them into the user's language.
    """

    key: str
    title: str
    tip: str
    tell: Callable[[Any], Sequence[str]] = _nothing
    tell_cell: Callable[[Any, int], str] = _nothing_at
    usual: bool = False
    after_moves: bool = False
    diagram: Callable[[Any, bool], str] | None = None
