"""The moves at which a game turned: the last chance of the loser, and what else mattered most."""

from collections.abc import Sequence

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.score import Score
from kalahloa.models.study.explanation import RESULTS
from kalahloa.models.study.review.judgement import FAULTS, NOISE
from kalahloa.models.study.review.reviewed import ReviewedPly

WON, LOST = 0.65, 0.35
"""The probabilities from which on a side is taken to win, and up to which to lose."""
MAX_POINTS = 3
"""How many turning points a game has at most."""
_GRAVE = (Mark.MISTAKE, Mark.BLUNDER)
_SMALL = (MistakeKind.MISSED_JOIN, MistakeKind.ALLOWED_JOIN)


def turning_ply(
    plies: Sequence[ReviewedPly], loser: int | None, scale: WinProbability | None, is_whole: bool
) -> ReviewedPly | None:
    """Return the move at which a game was lost, among *plies*; None if there is none.

    That is the last mistake of *loser*, of either side in a drawn game, that changed who was to
    win.  Where no mistake did, it is the last grave one, or where margins count (*scale* is None)
    the one that gave away most.  *plies* end with the game; unless they are the whole of it
    (*is_whole*), only what no earlier ply can change is returned.
    """
    faults = [ply for ply in plies if ply.mark in FAULTS and loser in (None, ply.side)]
    for ply in reversed(faults):
        if _change(ply, scale) > 0:
            return ply
    if not is_whole or not faults:
        return None
    if scale is not None:
        grave = [ply for ply in faults if ply.mark in _GRAVE]
        if grave:
            return grave[-1]
    return max(reversed(faults), key=lambda ply: ply.loss)


def turning_plies(
    plies: Sequence[ReviewedPly], loser: int | None, scale: WinProbability | None
) -> tuple[ReviewedPly, ...]:
    """Return the mistakes of a whole game that mattered most, at most `MAX_POINTS`, in order.

    That of `turning_ply` is among them.  The others are those of either side that changed most who
    was to win, and of these the ones that gave away most.
    """
    last = turning_ply(plies, loser, scale, is_whole=True)
    faults = [ply for ply in plies if ply.mark in FAULTS]
    faults.sort(key=lambda ply: (ply is not last, -_change(ply, scale), -ply.loss))
    chosen = {ply.number for ply in faults[:MAX_POINTS]}
    return tuple(ply for ply in plies if ply.number in chosen)


def _change(ply: ReviewedPly, scale: WinProbability | None) -> int:
    """Return how much *ply* changed who was to win: 2 from a win to a loss, 0 if it did not."""
    return expected(ply.best_value, scale) - expected(ply.value, scale)


def expected(value: Score, scale: WinProbability | None) -> int:
    """Return 1 where the side of *value* is to win, -1 where it is to lose, 0 if that is open."""
    if scale is None or value.proven:
        is_open = not value.proven and abs(value.number) < NOISE
        return 0 if is_open else (value.number > 0) - (value.number < 0)
    chance = scale.of(value)
    return (chance >= WON) - (chance <= LOST)


def main_fact(facts: Sequence[MoveFact]) -> MoveFact | None:
    """Return the one of *facts* that is easiest to see; None if there is none.

    What could be captured, or ended the game, is easier to see than who wins by force; groups and
    room are seen least.
    """
    return min(facts, key=_rank, default=None)


def main_kind(facts: Sequence[MoveFact]) -> MistakeKind | None:
    """Return the kind of mistake of the main one of *facts*."""
    fact = main_fact(facts)
    return None if fact is None else fact.kind


def _rank(fact: MoveFact) -> int:
    if fact.key in RESULTS:
        return 1
    return 3 if fact.kind is None else 2 if fact.kind in _SMALL else 0
