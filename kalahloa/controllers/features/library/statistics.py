"""How players have done: asked of the library on a background thread of its own, part by part."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.app_context import Feature
from kalahloa.controllers.features.library.library_finder import LibraryCall, LibraryFinder
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.library import charts, player_facts
    from kalahloa.models.library import selection as selections


_TOLD = "told"
"""The kind of question that `tell` asks."""


class LibraryStatistics(Feature):
    """Finds the facts of one selection at a time; the quick ones come first."""

    found = Signal(object)
    """The `PlayerFacts`, as far as they are known."""
    named = Signal(object)
    """The names of players, which `list_names` asked for: a tuple of `PlayerName`."""
    failed = Signal(str)
    """A sentence that says why something could not be found."""

    def __init__(self, open_library: OpenLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._facts: player_facts.PlayerFacts | None = None
        self._finder = LibraryFinder("statistics", open_library, self)

    @property
    def facts(self) -> "player_facts.PlayerFacts":
        """What is known of what was asked for last."""
        if self._facts is None:
            self._facts = player_facts.PlayerFacts(selections.Selection())
        return self._facts

    def show(self, selection: "selections.Selection") -> None:
        """Compute the facts of *selection*; `found` delivers them one by one."""
        self._facts = player_facts.PlayerFacts(selection)
        self._ask("results", lambda library, _: library.results(selection))
        self._ask("rated", lambda library, _: library.rated_games(selection))
        if selection.game:
            self._ask("openings", lambda library, stop: library.openings(selection, stop))
        else:
            self._finder.drop("openings")
        self._ask("mistakes", lambda library, stop: library.mistakes(selection, stop))

    def _ask(self, part: str, call: LibraryCall) -> None:
        def reply(result: Any) -> None:
            self._facts = replace(self.facts, **{part: result})
            self.found.emit(self.facts)

        self._finder.ask(part, call, reply, self.failed.emit)

    def list_names(self) -> None:
        """List the players' names; `named` delivers them."""
        self._finder.ask(
            "names", lambda library, _: library.player_names(), self.named.emit, self.failed.emit
        )

    def report(self, selection: "selections.Selection") -> None:
        """Compute all facts of *selection*; `told` delivers them as text."""

        def reply(facts: player_facts.PlayerFacts) -> None:
            self.answered.emit("\n".join(in_words(line) for line in charts.report(facts)))

        self._finder.ask(
            _TOLD,
            lambda library, stop: player_facts.PlayerFacts.of(library, selection, stop),
            reply,
            self.failed.emit,
        )

    @property
    def is_busy(self) -> bool:
        """Whether what `report` asked for is still to be said."""
        return self._finder.is_doing(_TOLD)

    def shut_down(self) -> None:
        """End the thread; may be called twice."""
        self._finder.shut_down()
