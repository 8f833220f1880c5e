"""A mutant: one small plausible bug."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """A bug that somebody could have written.

    `old`, which occurs once in `file`, is replaced by `new`; `tests` are the files of tests that
    should notice.
    """

    name: str
    sentence: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied_to(self, source: str) -> str:
        """Return *source* with the bug; raise `ValueError` if `old` does not occur just once."""
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: occurs {source.count(self.old)} times in {self.file}")
        return source.replace(self.old, self.new)
