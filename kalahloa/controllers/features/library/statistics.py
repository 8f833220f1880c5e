"""How players have done: asked of the library on a background thread of its own, part by part."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.app_context import Feature
from kalahloa.controllers.features.library.library_finder import LibraryFinder
from kalahloa.controllers.saving.opening import OpenLibrary
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.library.library import Library

with lazy_imports():
    from kalahloa.models.library import charts, player_facts
    from kalahloa.models.library import selection as selections


_Deed = Callable[[Library, Callable[[], bool]], Any]


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
        self._telling = 0
        self._replies: dict[int, Callable[[Any], object]] = {}
        self._finder = LibraryFinder("statistics", open_library, self)
        self._finder.finished.connect(self._take)

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

    def _ask(self, part: str, deed: _Deed) -> None:
        def reply(result: Any) -> None:
            self._facts = replace(self.facts, **{part: result})
            self.found.emit(self.facts)

        self._replies[self._finder.ask(part, deed)] = reply

    def list_names(self) -> None:
        """List the players' names; `named` delivers them."""
        number = self._finder.ask("names", lambda library, _: library.player_names())
        self._replies[number] = self.named.emit

    def tell(self, selection: "selections.Selection") -> None:
        """Compute all facts of *selection*; `told` delivers them as text."""

        def reply(facts: player_facts.PlayerFacts) -> None:
            self._telling = 0
            self.answered.emit("\n".join(in_words(line) for line in charts.report(facts)))

        number = self._finder.ask(
            "told", lambda library, stop: player_facts.PlayerFacts.of(library, selection, stop)
        )
        self._telling = number
        self._replies[number] = reply

    @property
    def is_busy(self) -> bool:
        """Whether what `tell` asked for is still to be said."""
        return self._telling != 0

    @Slot()
    def _take(self) -> None:
        for answer in self._finder.take_answers():
            number = answer.question.number
            reply = self._replies.pop(number)
            for other in [one for one in self._replies if one < number]:  # which were dropped
                del self._replies[other]
            if answer.error:
                if number == self._telling:
                    self._telling = 0
                self.failed.emit(answer.error)
            else:
                reply(answer.result)

    def shut_down(self) -> None:
        """End the thread; may be called twice."""
        self._finder.shut_down()
