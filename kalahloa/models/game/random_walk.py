"""Random walks that look for faults: actions at random, and the fewest of them that lead there.

Used by `kalahloa check-plugin` and by the tests.  A walk is repeatable by its seed, and a fault is
shrunk by repeating the walk without some of its actions, so that no other package is needed.
"""

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import shorten

MAX_REPEATS = 200
"""How many walks are made to shrink one fault, at most."""


class FaultFound(Exception):
    """Something is wrong; the text is one sentence about that."""


@dataclass(frozen=True)
class WalkFault:
    """What is wrong, as a `sentence`, and the `actions` that lead there."""

    sentence: str
    actions: tuple[str, ...]

    def __str__(self) -> str:
        if not self.actions:
            return self.sentence
        return f"{self.sentence}  It happens after: {'; '.join(self.actions)}"


class RandomWalk(ABC):
    """Something on which actions are done one after the other.  An action is a text."""

    @abstractmethod
    def choose(self, chance: Random) -> str:
        """Return an action; it need not be possible."""

    @abstractmethod
    def do(self, action: str) -> None:
        """Do *action*, and look at everything.

        Raises `KalahloaError`, and changes nothing, where the action is not possible; `FaultFound`
        or any other exception where something is wrong.
        """

    @abstractmethod
    def end(self) -> None:
        """Look at what can be seen at the end only; raise `FaultFound` if something is wrong."""

    def close(self) -> None:  # noqa: B027  # most walks use nothing
        """Free what the walk has used; called once, whatever has happened."""


def find_fault(begin: Callable[[], RandomWalk], seed: int, steps: int) -> WalkFault | None:
    """Return the first fault of a walk of so many *steps*, with few actions; None if there is none.

    *begin* returns a new walk at each call.
    """
    chance, rest = Random(seed), iter(range(steps))
    done: list[str] = []

    def choices(walk: RandomWalk) -> str | None:
        return walk.choose(chance) if next(rest, None) is not None else None

    sentence = _wrong(begin, choices, done)
    if sentence is None:
        return None
    return WalkFault(sentence, _shrunk(begin, done, sentence))


def repeat(begin: Callable[[], RandomWalk], actions: Sequence[str]) -> str | None:
    """Return what is wrong once *actions* are done in a new walk, None if nothing is."""
    rest = list(reversed(actions))
    return _wrong(begin, lambda _: rest.pop() if rest else None, [])


def _wrong(
    begin: Callable[[], RandomWalk],
    choices: Callable[[RandomWalk], str | None],
    done: list[str],
) -> str | None:
    """Do what *choices* return until that is None, and add it to *done*; return what is wrong."""
    walk: RandomWalk | None = None
    try:
        walk = begin()
        while (action := choices(walk)) is not None:
            done.append(action)
            try:
                walk.do(action)
            except KalahloaError:
                done.pop()  # refused
        walk.end()
    except FaultFound as found:
        return str(found)
    except Exception as error:  # what is checked is somebody else's, and may raise anything
        place = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {shorten(error)}".rstrip(":. ")
        return f"{place.filename}, line {place.lineno}, raises {reason}."
    finally:
        if walk is not None:
            walk.close()
    return None


def _shrunk(
    begin: Callable[[], RandomWalk], actions: Sequence[str], sentence: str
) -> tuple[str, ...]:
    """Return as few of *actions* as can be found that lead to the fault with this *sentence*."""
    kept, repeats = list(actions), 0
    size = max(1, len(kept) // 2)
    while repeats < MAX_REPEATS:
        start, removed = 0, False
        while start < len(kept) and repeats < MAX_REPEATS:
            fewer = kept[:start] + kept[start + size :]
            repeats += 1
            if repeat(begin, fewer) == sentence:
                kept, removed = fewer, True
            else:
                start += size
        if size == 1 and not removed:
            break
        size = max(1, size // 2)
    return tuple(kept)
