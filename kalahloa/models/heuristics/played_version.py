"""Which version of a heuristic of the user's has played: it is known by its text."""

from contextlib import suppress
from dataclasses import dataclass

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.text.errors import BadHeuristic


@dataclass(frozen=True, slots=True)
class PlayedVersion:
    """A version of a heuristic that has others, too.

    `number` is the one that the version has among the earlier ones, or will have once the file is
    written anew; None if what is kept under the name is something else.
    """

    number: int | None = None


class PlayedVersions:
    """Looks versions up in *store*, by default the user's; any thread may do that.

    What is kept under a name is read once: make another one to see what has changed.  The methods
    wait for the disk, and raise nothing.
    """

    def __init__(self, store: HeuristicStore | None = None) -> None:
        self._store = HeuristicStore() if store is None else store
        self._known: dict[tuple[str, str], dict[str, int]] = {}

    def of(self, source: HeuristicSource | None) -> PlayedVersion | None:
        """Return which version *source* is.

        None if it is none of the user's, nothing is kept under its name, or never was anything else
        than it: the name says enough, then.
        """
        if source is None:
            return None
        numbers = self._numbers(source.game, source.name)
        if not numbers or (len(numbers) == 1 and source.text in numbers):
            return None
        return PlayedVersion(numbers.get(source.text))

    def _numbers(self, game: str, name: str) -> dict[str, int]:
        """Return the numbers of the versions by their texts; the same text has its latest one."""
        key = (game, name)
        if key not in self._known:
            found: dict[str, int] = {}
            with suppress(BadHeuristic):
                for version in reversed(self._store.versions(game, name)):
                    found[version.text] = version.number
            with suppress(BadHeuristic):
                found.setdefault(self._store.load(game, name).text, 1 + max([0, *found.values()]))
            self._known[key] = found
        return self._known[key]
