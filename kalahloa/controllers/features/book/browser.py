"""What book and tablebase have of the position shown, and walks through it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.temporary_lines import TemporaryLines
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.book.lookup import BookLookup
from kalahloa.controllers.features.book.words import (
    known_to_the_end_sentence,
    page_report,
    page_sentence,
    unknown_sentence,
)
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.knowledge import NOTHING_BELOW, BookExtent, Knowledge
from kalahloa.models.game.line import format_line
from kalahloa.models.record.node import Node
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.study import book_lines as proven_walks
    from kalahloa.models.study import book_page as proven_page
if TYPE_CHECKING:
    from kalahloa.models.study.book_lines import BookLine
    from kalahloa.models.study.book_page import ProvenPage

BELOW_AFTER_MS = 150
"""The positions of the book below one are counted if it is shown for so long."""
_PAGE, _BELOW, _ANSWER, _WALK = "page", "below", "answer", "walk"


@dataclass(frozen=True)
class BookFound:
    """What is known of the position at `node`.

    `has_book` is whether there is a book for the rules, `coverage` and `advice` what `Knowledge`
    says of itself.  `is_loading` is whether a tablebase is still being loaded.  `below` is how much
    of the book lies below the position, None if that was not counted yet.
    """

    node: Node
    page: "ProvenPage"
    has_book: bool
    coverage: tuple[str, ...]
    advice: str
    is_loading: bool = False
    below: BookExtent | None = None


class BookBrowser(Feature):
    """Tells what is proven of the document's current node, when it is asked for that."""

    found = Signal(object)
    """A `BookFound`."""

    def __init__(
        self,
        document: Document,
        analysis: Analysis,
        temporary_lines: TemporaryLines,
        lookup: BookLookup,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._analysis = analysis
        self._temporary_lines = temporary_lines
        self._lookup = lookup
        self._asked: tuple[Any, ...] | None = None
        self._last: BookFound | None = None
        self._random = Random()
        self._counting = single_shot(self, self._count, BELOW_AFTER_MS)
        # A tablebase may also fail to load, of which nothing but a sentence comes.
        analysis.message.connect(self._look_again)
        analysis.building.connect(self._look_again)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[Analysis], app.temporary_lines, app[BookLookup], app.document)

    # -- looking -------------------------------------------------------------------------------

    @property
    def last(self) -> BookFound | None:
        """What was found last, if that is about the current node."""
        found = self._last
        return found if found is not None and found.node is self._document.node else None

    def look_up(self) -> None:
        """Look up the current node, unless that is done; `found` tells what is known."""
        asked = self._wanted()
        if asked != self._asked:
            self._asked = asked
            self._counting.stop()
            self._lookup.drop(_BELOW)
            self._lookup.ask(_PAGE, self._page_question(self._searched()), self._receive)

    def _wanted(self) -> tuple[Any, ...]:
        """Return what a page depends on: where it is the same, so is the page."""
        state = (self._lookup.knowledge_number, self._lookup.is_loading)
        return self._document.node, self._searched(), state

    @Slot()
    def _look_again(self) -> None:
        """Look whether the tablebase that was being loaded still is."""
        if self.last is not None and self.last.is_loading != self._lookup.is_loading:
            self.look_up()

    def _page_question(self, searched: Mapping[int, int]) -> Callable[[Knowledge, Stop], BookFound]:
        node, position = self._document.node, self._document.position.copy()

        def question(known: Knowledge, _stop: Stop) -> BookFound:
            page = proven_page.page_of(known, position, searched)
            return BookFound(node, page, known.has_book, known.coverage, known.advice)

        return question

    def _searched(self) -> Mapping[int, int]:
        """Return the values of moves at the current node that were proven by searches."""
        findings, node = self._analysis.findings, self._document.node
        if not findings.has_values(node) and not any(map(findings.is_proven, node.children)):
            return {}
        proven = {
            move: round(value.number)
            for move, value in findings.values(node).items()
            if value.proven
        }
        for child in node.children:
            if child.move is not None and findings.is_proven(child):
                best = max(round(value.number) for value in findings.values(child).values())
                same = child.to_move == node.to_move
                proven.setdefault(child.move, best if same else -best)
        return proven

    def _receive(self, found: BookFound | None) -> None:
        if found is None or found.node is not self._document.node:
            self._asked = None
            return
        below = NOTHING_BELOW if found.page.value is None or not found.has_book else None
        self._last = replace(found, is_loading=self._lookup.is_loading, below=below)
        is_newest = self._asked == self._wanted()
        self._analysis.add_page(found.node, self._document.position, found.page)
        if is_newest:
            self._asked = self._wanted()  # what was added just now is on the page
        self.found.emit(self._last)
        if below is None:
            self._counting.start()
        self.look_up()  # again, if more is known since

    @Slot()
    def _count(self) -> None:
        if self.last is None:
            return
        position = self._document.position.copy()
        self._lookup.ask(
            _BELOW, lambda known, stop: known.book_below(position, stop), self._receive_below
        )

    def _receive_below(self, below: BookExtent | None) -> None:
        if self.last is not None and below is not None:
            self._last = replace(self.last, below=below)
            self.found.emit(self._last)

    # -- in words ------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether a reply to `ask`, or a walk, is pending."""
        return self._lookup.is_waiting(_ANSWER) or self._lookup.is_waiting(_WALK)

    def ask(self) -> None:
        """Look up what is proven here; `answered` reports it as text."""
        place = self._document.place
        page = self._page_question(self._searched())

        def question(known: Knowledge, stop: Stop) -> BookFound:
            found = page(known, stop)
            position = place.position.copy()
            return replace(found, below=known.book_below(position, stop))

        def answer(found: BookFound | None) -> None:
            if found is not None:
                parts = page_report(place.game, found.page, found.has_book, found.below)
                if not found.page.is_whole:
                    parts += [*found.coverage, found.advice]
                self.answered.emit("\n".join(part for part in parts if part))

        self._lookup.ask(_ANSWER, question, answer, lambda found: found.page.is_whole)

    # -- walking -------------------------------------------------------------------------------

    def walk_to_only_move(self) -> None:
        """Go on along moves that keep the value, to where just one of several does."""
        self._walk(
            proven_walks.to_only_move,
            translate("Books", "No only move ahead in the proven positions."),
        )

    def walk_to_end(self) -> None:
        """Go on to where the moves are no longer known: along this line, or else best play."""
        node = self._document.node
        ahead = list(_line_after(node))
        moves = [child.move for child in ahead if child.move is not None]

        def look(known: Knowledge, position: Any, stop: Stop) -> "BookLine":
            count = proven_walks.known_part(known, position, moves)
            if count:
                return proven_walks.BookLine(tuple(moves[:count]))
            return proven_walks.to_end_of_knowledge(known, position, stop)

        self._walk(look, known_to_the_end_sentence())

    def walk_at_random(self) -> None:
        """Go to the end of a line, drawn at random, that keeps the value as far as it is known."""
        random = Random(self._random.random())

        def look(known: Knowledge, position: Any, stop: Stop) -> "BookLine":
            return proven_walks.BookLine(
                proven_walks.random_line(known, position, random, stop) or None
            )

        self._walk(look, "")

    def _walk(self, look: Callable[[Knowledge, Any, Stop], "BookLine"], nothing: str) -> None:
        """Go where *look* leads to; if that is nowhere, say why, by default *nothing*."""
        document = self._document
        node, position = document.node, document.position.copy()

        def question(known: Knowledge, stop: Stop) -> "tuple[BookLine, ProvenPage, ProvenPage]":
            walk = look(known, position, stop)
            here = proven_page.page_of(known, position)
            after = position.copy()
            for move in walk.moves or ():
                after.make(move)
            return walk, here, proven_page.page_of(known, after)

        def answer(reply: "tuple[BookLine, ProvenPage, ProvenPage] | None") -> None:
            if reply is None or document.node is not node or document.place.secret:
                return
            walk, here, there = reply
            if walk.moves is None:
                self.message.emit(self._why_not(walk, here, nothing))
                return
            self._follow(node, format_line(position, walk.moves))
            self.message.emit(page_sentence(document.game, there))

        self._lookup.ask(_WALK, question, answer, lambda reply: reply[1].is_whole)

    def _why_not(self, walk: "BookLine", here: "ProvenPage", nothing: str) -> str:
        if not walk.is_sure:
            return translate("Books", "No only move found nearby.")
        if not here.is_whole or not nothing:
            return unknown_sentence(self._document.game, here)
        return nothing

    def _follow(self, node: Node, texts: tuple[str, ...]) -> None:
        try:
            self._temporary_lines.show(node, texts)
        except IllegalMove as error:
            sentence = translate("Books", "The line cannot be shown. {reason}")
            self.message.emit(fill(sentence, reason=error))


def _line_after(node: Node) -> list[Node]:
    """Return the nodes of the line that was last followed from *node*."""
    line = []
    following = node.followed
    while following is not None:
        line.append(following)
        following = following.followed
    return line
