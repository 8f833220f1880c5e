"""What the program knows about a game as a whole, before any position of it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kalahloa.models.errors import UnknownName
from kalahloa.models.heuristic import Heuristic
from kalahloa.models.knowledge import KnowledgeSource, NoKnowledge
from kalahloa.models.position import Position
from kalahloa.models.quotation import quote
from kalahloa.models.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class BenchSearch:
    """A search of the fixed suite that times the engine: from where, and how many plies deep.

    `preset` names the rules; `position` is a position string, or None for the start.
    """

    preset: str
    position: str | None
    depth: int


@dataclass(frozen=True)
class Game:
    """A set of rules that one can play: names, options, and how to set up a position.

    `key` is the name on the command line and in files; `start` makes the first position for
    rules of this game; `read` makes one from a position string, raising `BadPosition`.
    `sides` names the two sides; `example` is a move as one would type it; `heuristics` holds the
    static evaluations, the one to use unless another is chosen first.  `hint` is one sentence on
    how to play, for the command line's help and the text view.  `adapt_rules`, where a
    position string itself tells some of the rules (the size of the board), returns the given rules
    changed to those of the string, or unchanged where it cannot be read.  `bench` are the searches
    that the game adds to the suite of ``kalahloa bench``.  `load_knowledge` makes what `knowledge`
    returns; it is called when that is first needed, so that a game is quick to import.
    """

    key: str
    title: str
    sides: tuple[str, str]
    rulebook: Rulebook
    start: Callable[[Any], Position]
    read: Callable[[str, Any], Position]
    example: str
    hint: str
    heuristics: tuple[Heuristic, ...] = field(default=())
    adapt_rules: Callable[[str, Any], Any] | None = None
    bench: tuple[BenchSearch, ...] = ()
    load_knowledge: Callable[[], KnowledgeSource] = NoKnowledge

    @cached_property
    def knowledge(self) -> KnowledgeSource:
        """What is known of the game beyond its rules: a tablebase, a book, fair starts."""
        return self.load_knowledge()

    def fitting_rules(self, text: str, rules: Any, fixed: Collection[str] = ()) -> Any:
        """Return *rules* with what the position string *text* tells about them.

        The options named in *fixed* stay as they are.
        """
        if self.adapt_rules is None:
            return rules
        return replace(
            self.adapt_rules(text, rules), **{name: getattr(rules, name) for name in fixed}
        )

    def heuristic(self, name: str | None = None) -> Heuristic:
        """Return the heuristic called *name* (default: the first); raise `UnknownName`."""
        if name is None:
            if self.heuristics:
                return self.heuristics[0]
            raise UnknownName(f"{self.title} has no heuristic to search with.")
        for heuristic in self.heuristics:
            if heuristic.name == name.strip().lower():
                return heuristic
        known = ", ".join(heuristic.name for heuristic in self.heuristics)
        raise UnknownName(f"{self.title} has no heuristic '{quote(name)}'; it has: {known}.")
