"""How thorough a review is."""

from dataclasses import dataclass, field

from kalahloa.models.search.limits import Limits

DEFAULT_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class ReviewSettings:
    """How thorough a review is.

    Each ply gets at most *limits*; with `exact` there are none, and every value is proven, which is
    possible in games that always end only.  `mebibytes` is the size of the table of engine or
    solver, None for the usual one.  Without `cached` the user's cache of tablebases is neither
    read nor written.
    """

    limits: Limits = field(default_factory=lambda: Limits(seconds=DEFAULT_SECONDS))
    exact: bool = False
    threads: int = 1
    mebibytes: int | None = None
    cached: bool = True
