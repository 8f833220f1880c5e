"""The review of the game on the board: every move valued in the background, and mistakes found."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Self
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.reviews.people import person
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.story import Story, story_of
from kalahloa.controllers.work.analysis_service import AnalysisService, Priority
from kalahloa.controllers.work.review_job import (
    KeptReviewer,
    KnownPlies,
    ReviewNews,
    ReviewRequest,
)
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.judgement import FAULTS, review_of, scale_for
from kalahloa.models.study.review.reviewed import MAX_PLIES, ReviewedPly, fuller, is_enough
from kalahloa.models.study.review.settings import DEFAULT_SECONDS

with lazy_imports():
    from kalahloa.models.study.review import reviewer as reviewers

if TYPE_CHECKING:
    from kalahloa.models.study.review.settings import ReviewSettings

_NO_MARKS: Mapping[int, Mark] = MappingProxyType({})
TELL_EVERY_MS = 100
"""The shortest time between two changes told while a review goes on."""


NOT_IN_RECORD = -1
"""Stands for the number of a node where a move is judged that has none."""


class Reviews(Feature):
    """Follows a document, reviews its lines when asked, and keeps what was found of each node."""

    SAVED = (
        SavedValue(Setting(True), "marks_wanted", "set_marks_wanted", "preferences/review_marks"),
    )

    found = Signal(object)
    """The plies that were reviewed just now, to be kept."""
    rated = Signal(int, object)
    """How accurately both sides have played the main line of so many plies, two percentages."""
    judged = Signal(int, object, str)
    """The number of a request of `judge`, the `ReviewedPly`, and a sentence if that is None."""

    def __init__(
        self, document: Document, service: AnalysisService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._service = service
        self._known: WeakKeyDictionary[Node, dict[int, ReviewedPly]] = WeakKeyDictionary()
        self._marks: Mapping[int, Mark] = _NO_MARKS
        self._marks_of: tuple[Node | None, int] = (None, 0)
        self.marks_wanted = True
        """Whether the marks that were found are shown; `set_marks_wanted` changes it."""
        self.session: Callable[[], OnDemand] = lambda: nothing_known
        """Returns what returns what was proven of the record's rules in this session."""
        self._reviewer = KeptReviewer()
        self._request = 0
        self._is_quiet = False
        """Whether the review was begun by the program itself, so that nobody waits for it."""
        self._judging: dict[int, Record] = {}
        """The records of the moves that are judged by themselves, by the requests' numbers."""
        self._of: Record | None = None
        self._shown: Reviewed | None = None
        self._is_stale = True
        self._story: Story | None = None
        self._story_is_stale = True
        self._report_later = single_shot(self, self._report, TELL_EVERY_MS)
        service.reviewed.connect(self._on_news)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        reviews = cls(app.document, app.service, app.document)
        reviews.session = app[Analysis].known_now
        return reviews

    # -- following the document ----------------------------------------------------------------

    def place_fields(self) -> Fields:
        """Return the review of the current line, if any, and the marks found in the record."""
        return {
            Reviewed: self.reviewed,
            Story: self.story,
            "found_marks": self.marks if self.marks_wanted else _NO_MARKS,
            "marks_wanted": self.marks_wanted,
        }

    def secret_fields(self) -> Fields:
        """Return that the story is hidden: it tells which moves would have been better."""
        return {Story: None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Stop where another record is opened, and look at the line anew where it may differ."""
        if self._of is not None and self._of is not self._document.record:
            self.stop()
        if causes & {Cause.NEW, Cause.MOVE, Cause.WALK, Cause.EDIT, Cause.REVIEW}:
            self._is_stale = True
        if causes & {Cause.NEW, Cause.MOVE, Cause.EDIT, Cause.PLAYERS, Cause.REVIEW}:
            self._story_is_stale = True

    @property
    def running(self) -> bool:
        """Whether a review is going on."""
        return self._request != 0

    @property
    def reviewed(self) -> Reviewed | None:
        """The review of the line through the current node, or None."""
        if self._is_stale:
            self._is_stale = False
            self._shown = self._state_here()
        return self._shown

    @property
    def story(self) -> Story | None:
        """The moves at which the game turned; None until the whole main line is reviewed."""
        if self._story_is_stale:
            self._story_is_stale = False
            document = self._document
            main = None if self.is_busy else self.of_main_line()
            if main is None or not main.review.complete:
                self._story = None
            elif not self._is_told(main):
                self._story = story_of(document.record, main, document.played_by)
        return self._story

    def _is_told(self, main: Reviewed) -> bool:
        """Return whether the story is that of the line *main* and of who has played it."""
        story = self._story
        return (
            story is not None
            and story.line == main.line
            and story.plies == main.review.plies
            and story.players == self._document.played_by
        )

    @property
    def marks(self) -> Mapping[int, Mark]:
        """The marks of the record's mistakes that were found, by the numbers of nodes."""
        record = self._document.record
        known = self._known.get(record.root, {})
        if self._marks_of != (record.root, len(known)):
            self._marks_of = (record.root, len(known))
            self._marks = {
                number: ply.mark for number, ply in known.items() if ply.mark in FAULTS and ply.mark
            }
        return self._marks

    def set_marks_wanted(self, wanted: bool) -> None:
        """Set whether the marks that were found are shown beside the user's own."""
        if wanted != self.marks_wanted:
            self.marks_wanted = wanted
            self._document.report(Cause.REVIEW)

    def _state_here(self) -> Reviewed | None:
        document = self._document
        known = self._known.get(document.record.root)
        if not known and not self.is_busy:
            return None
        node = document.node
        old = self._shown
        line = _line_through(node)
        if old is not None and old.line == line:
            line = old.line
        plies = [known[one.number] for one in line[1:] if one.number in known] if known else []
        if not plies and not self.is_busy:
            return None
        by_margin = scale_for(document.game, document.position) is None
        total = len(line) - 1
        is_main = line[-1] is document.record.main_end
        is_same = old is not None and old.line is line and old.review.plies == tuple(plies)
        if old is not None and is_main and is_same:
            return replace(old, running=self.is_busy)
        review = review_of(plies, total, by_margin, 0.0)
        if not is_main:
            # What is tried, and judged alone, leaves the accuracy of the game what it is.
            main = self.of_main_line()
            if main is not None and main.review.complete:
                review = replace(review, accuracy=main.review.accuracy)
        return Reviewed(review, line, self.is_busy)

    # -- reviewing -----------------------------------------------------------------------------

    def start(self, settings: "ReviewSettings | None" = None) -> None:
        """Review the main line, or the variation that the current node is in.

        What is known of it already is taken over, unless it is an estimate of less time.
        """
        line = _line_through(self._document.node)
        if self.is_busy or len(line) < 2:
            return
        if len(line) - 1 > MAX_PLIES:
            self.message.emit(translate("Controllers", "The game is too long to review."))
            return
        if settings is not None:
            self._reviewer.settings = settings
        self.stop()
        self._is_quiet = False
        self._begin(line, self._reviewer, self._time)

    def start_quietly(self, seconds: float) -> None:
        """Review the main line as `start` does, but say nothing, and let `start` replace it.

        Each ply gets *seconds*; the limits of `start` stay what they are.
        """
        line = _line_through(self._document.record.root)
        if not self._request and 1 < len(line) <= MAX_PLIES:
            self._is_quiet = True
            self._begin(line, partial(self._reviewer.within, Limits(seconds=seconds)), seconds)

    def _begin(
        self,
        line: tuple[Node, ...],
        reviewer: "Callable[[], reviewers.Reviewer]",
        seconds: float,
    ) -> None:
        self._of = record = self._document.record
        plies = reviewers.GameLine.of(record, list(line))
        known = KnownPlies(
            {
                number: ply
                for number, ply in self._known.setdefault(record.root, {}).items()
                if is_enough(ply, seconds)
            }
        )
        session = self.session()
        self._request = self._service.submit(
            Priority.REVIEW, lambda number: ReviewRequest(number, plies, reviewer, known, session)
        )
        self._document.report(Cause.REVIEW)

    @property
    def _time(self) -> float:
        """The time that a review gives to each ply, in seconds."""
        settings = self._reviewer.settings
        return inf if settings.exact else settings.limits.seconds or DEFAULT_SECONDS

    def stop(self) -> None:
        """Stop; what was reviewed stays, and the next review goes on with it."""
        if self._request:
            self._service.cancel(self._request)
            self._request = 0
            self._of = None
            self._document.report(Cause.REVIEW)

    # -- single moves --------------------------------------------------------------------------

    def known(self, node: Node) -> ReviewedPly | None:
        """Return what is known of the move that leads to *node* of the document's record."""
        return self._known.get(self._document.record.root, {}).get(node.number)

    def judge(self, node: Node, limits: Limits | None = None) -> int:
        """Judge the move that leads to *node*, before anything else is reviewed.

        It is done within *limits*, by default those of the last review.  Returns the number of the
        request, which `judged` tells.
        """
        assert node.parent is not None and node.move is not None
        return self._judge(reviewers.GameLine.to(self._document.record, node), limits)

    def judge_move(self, node: Node, move: int) -> int:
        """Judge *move*, legal at *node*, like `judge`, without adding it to the record."""
        line = reviewers.GameLine.of(self._document.record, node.path())
        lead = tuple(made for _, made in line.plies)
        return self._judge(replace(line, plies=((NOT_IN_RECORD, move),), lead=lead), None)

    def _judge(self, line: "reviewers.GameLine", limits: Limits | None) -> int:
        kept = self._reviewer
        reviewer = kept if limits is None else partial(kept.within, limits)
        session = self.session()
        request = self._service.submit(
            Priority.HINT,
            lambda number: ReviewRequest(number, line, reviewer, session=session),
        )
        self._judging[request] = self._document.record
        return request

    def cancel(self, number: int) -> None:
        """Forget the request of `judge` with *number*."""
        if self._judging.pop(number, None) is not None:
            self._service.cancel(number)

    def _receive_judged(self, news: ReviewNews) -> None:
        """Keep what was found of a single move, and tell it."""
        if not news.finished:
            return
        record = self._judging.pop(news.number)
        ply = next(reversed(news.plies), None)
        is_kept = ply is not None and ply.number != NOT_IN_RECORD
        if ply is not None and is_kept and record is self._document.record:
            self._known.setdefault(record.root, {})[ply.number] = ply
            self.found.emit([ply])
        self.judged.emit(news.number, ply, news.error)

    def add_reviewed(self, record: Record, plies: Sequence[ReviewedPly]) -> None:
        """Take over *plies* of *record* that were reviewed before; what is known already stays."""
        if plies:
            known = self._known.setdefault(record.root, {})
            for ply in plies:
                known.setdefault(ply.number, ply)
            if record is self._document.record:
                self._document.report(Cause.REVIEW)

    @Slot(object)
    def _on_news(self, news: ReviewNews) -> None:
        if news.number in self._judging:
            self._receive_judged(news)
            return
        if news.number != self._request or self._of is None:
            return
        known = self._known.setdefault(self._of.root, {})
        kept = [fuller(ply, known.get(ply.number)) for ply in news.plies]
        fresh = [ply for ply in kept if ply != known.get(ply.number)]
        known.update({ply.number: ply for ply in fresh})
        if fresh:
            self._marks_of = (None, 0)
            self.found.emit(fresh)
        if news.finished:
            self._request = 0
            self._of = None
            self._report()
            plies = [known[ply.number] for ply in news.plies]
            if not self._is_quiet:
                if not news.error:
                    self._rate(plies)
                self.message.emit(news.error or self._told(plies))
        elif not self._report_later.isActive():
            self._report_later.start()

    def _rate(self, plies: Sequence[ReviewedPly]) -> None:
        """Tell the accuracy if *plies* are those of the main line."""
        record = self._document.record
        if [ply.number for ply in plies] == [node.number for node in record.main_line()]:
            by_margin = scale_for(record.game, record.position) is None
            first, second = review_of(plies, len(plies), by_margin, 0.0).accuracy
            self.rated.emit(len(plies), (first.percent, second.percent))

    def _told(self, plies: Sequence[ReviewedPly]) -> str:
        """Return how many mistakes each player has made in *plies*."""
        place = self._document.place
        counts = [sum(ply.side == side and ply.mark in FAULTS for ply in plies) for side in (0, 1)]
        first, second = (
            fill(
                translate("Controllers", "{who} made {mistakes}"),
                who=person(place, place.players, side),
                mistakes=translate("Controllers", "%n mistake(s)", "", n)
                if n
                else translate("Controllers", "no mistake"),
            )
            for side, n in enumerate(counts)
        )
        sentence = translate("Controllers", "Review done: {first}, {second}.")
        return fill(sentence, first=first, second=second)

    def of_main_line(self) -> Reviewed | None:
        """Return the review of the record's main line, or None."""
        record = self._document.record
        known = self._known.get(record.root)
        if not known:
            return None
        line = _line_through(record.root)
        plies = [known[node.number] for node in line[1:] if node.number in known]
        if not plies:
            return None
        by_margin = scale_for(record.game, record.position) is None
        return Reviewed(review_of(plies, len(line) - 1, by_margin, 0.0), line)

    @Slot()
    def _report(self) -> None:
        self._report_later.stop()
        self._document.report(Cause.REVIEW)

    @property
    def is_busy(self) -> bool:
        """Whether a review is running that the user waits for."""
        return self.running and not self._is_quiet

    def interrupt(self) -> str | None:
        """Stop the review that is running."""
        if not self.is_busy:
            return None
        self.stop()
        return translate("Commands", "Review stopped.")

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._report_later.stop()
        if self._request:
            self._service.cancel(self._request)
            self._request = 0


def _line_through(node: Node) -> tuple[Node, ...]:
    """Return the main line with the root, or where *node* is in a variation, that one's line."""
    return (*node.path(), *node.main_line())
