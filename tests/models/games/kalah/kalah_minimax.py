"""What Kalah positions are worth by plain minimax: the reference for faster ways to know it."""

from collections.abc import Iterator

from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules

Memo = dict[bytes, int]


def every_rule_set(pits: int = 6) -> list[KalahRules]:
    """Return the eight rule sets that values of positions differ by, with *pits* a side."""
    return [
        KalahRules(pits=pits, capture=capture, end=end, remaining=remaining)
        for remaining in ("owner", "last-mover")
        for capture in ("opposite", "empty")
        for end in ("mover-empty", "standard")
    ]


def spread(cells: int, stones: int) -> Iterator[list[int]]:
    """Yield all ways to lay *stones* into *cells*."""
    if cells == 1:
        yield [stones]
        return
    for first in range(stones + 1):
        for rest in spread(cells - 1, stones - first):
            yield [first, *rest]


def position_of(rules: KalahRules, pits: list[int], side: int = 0) -> Kalah:
    """Return the position with South's and then North's *pits*, and the kalahs empty."""
    return Kalah([*pits[: rules.pits], 0, *pits[rules.pits :], 0], side, rules)


def minimax(position: Kalah, memo: Memo) -> int:
    """Return what the mover gets of the stones in *position*'s pits, less what the other gets.

    *memo* keeps what is known, for positions of the same rules.
    """
    if position.is_over():
        return 0
    pits = position.rules.pits
    stones = position.stones()
    south, north = stones[:pits], stones[pits + 1 : -1]
    side = position.side
    key = bytes([*north, *south] if side else [*south, *north])
    known = memo.get(key)
    if known is not None:
        return known
    lead = position.in_kalah(side) - position.in_kalah(1 - side)
    best = -len(key) * 255
    for move in position.legal_moves():
        position.make(move)
        rest = minimax(position, memo)
        value = position.in_kalah(side) - position.in_kalah(1 - side) - lead
        value += rest if position.side == side else -rest
        position.unmake()
        best = max(best, value)
    memo[key] = best
    return best
