"""The job of reviewing a line of a game, ply by ply, in the background."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.search.known import OnDemand, nothing_known
from kalahloa.models.search.limits import Limits
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.study.review import reviewer as reviewers


class KnownPlies:
    """The plies of a line that have been reviewed, by the numbers of their nodes.

    A job that is stopped for a more urgent one goes on with them.  Any thread may use it.
    """

    def __init__(self, plies: Mapping[int, ReviewedPly] | None = None) -> None:
        self._plies = dict(plies or {})
        self._lock = threading.Lock()

    def add(self, ply: ReviewedPly) -> None:
        """Add *ply*."""
        with self._lock:
            self._plies[ply.number] = ply

    def all(self) -> dict[int, ReviewedPly]:
        """Return a copy of all."""
        with self._lock:
            return dict(self._plies)


@dataclass(frozen=True)
class ReviewRequest:
    """A request for the review of *line*; *reviewer* returns the `Reviewer`, on the job's thread.

    `known` grows while the job runs.  `session` returns what was proven of the game's rules.
    """

    number: int
    line: "reviewers.GameLine"
    reviewer: "Callable[[], reviewers.Reviewer]"
    known: KnownPlies = field(default_factory=KnownPlies)
    session: OnDemand = nothing_known


@dataclass(frozen=True)
class ReviewNews:
    """The newest plies of the review with this number; with *finished*, no more will follow.

    `done` of `total` plies are reviewed.  *error* is a sentence if something failed.
    """

    number: int
    plies: tuple[ReviewedPly, ...]
    done: int
    total: int
    finished: bool = False
    error: str = ""


def find_review(
    request: ReviewRequest, stop: Stop, report: Callable[[ReviewNews], None]
) -> ReviewNews:
    """Review the line, and *report* each ply as soon as it is judged.

    Raises what `Reviewer.review` raises.
    """

    def take(progress: "reviewers.ReviewProgress") -> None:
        request.known.add(progress.newest)
        report(ReviewNews(request.number, (progress.newest,), progress.done, progress.total, False))

    review = request.reviewer().review(
        request.line, request.known.all(), stopped=stop, report=take, session=request.session()
    )
    return ReviewNews(request.number, review.plies, len(review.plies), review.total, True)


class KeptReviewer:
    """Returns one `Reviewer`, with the tables of earlier games as long as they fit the settings.

    It is called on the thread of the jobs.
    """

    def __init__(self) -> None:
        self.settings = ReviewSettings()
        self._reviewer: reviewers.Reviewer | None = None

    def __call__(self) -> "reviewers.Reviewer":
        """Return the reviewer for `settings`."""
        return self._for(self.settings)

    def within(self, limits: Limits) -> "reviewers.Reviewer":
        """Return the reviewer for `settings`, but with *limits* for each ply."""
        return self._for(replace(self.settings, limits=limits, exact=False))

    def _for(self, settings: ReviewSettings) -> "reviewers.Reviewer":
        # On the thread of the jobs: the start of the window has no time for it.
        if self._reviewer is None or _tables(self._reviewer.settings) != _tables(settings):
            self._reviewer = reviewers.Reviewer(settings)
        self._reviewer.settings = settings
        return self._reviewer


def _tables(settings: ReviewSettings) -> tuple[object, ...]:
    """Return what of *settings* the tables of a `Reviewer` depend on."""
    return settings.threads, settings.mebibytes, settings.cached
