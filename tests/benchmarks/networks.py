"""What the programs that train networks have in common: the optimiser, the curve, the match."""

import csv
from collections.abc import Callable, Iterator, Sequence
from math import log10, sqrt
from pathlib import Path
from typing import Any

from kalahloa.models.game.position import Position
from kalahloa.models.match.opening import after
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits

WARM_UP = 200
"""The steps after which the rate is whole."""
LONGEST_GAME = 300
"""Games of more plies are drawn."""

Use = Callable[[Any], None]
"""Has a position evaluated by one of the two."""


class Adam:
    """Changes *weights*, arrays by their names, down their slopes (Kingma and Ba, 2015).

    The rate falls by a cosine from *rate* to a hundredth of it, in *steps* steps.  The weights in
    *decaying* also shrink by *decay* times the rate.
    """

    def __init__(
        self,
        np: Any,
        weights: dict[str, Any],
        rate: float,
        steps: int,
        decaying: Sequence[str] = (),
        decay: float = 0.0,
    ) -> None:
        self._np, self._weights, self._rate, self._steps = np, weights, rate, steps
        self._decaying, self._decay = frozenset(decaying), decay
        self._means = {name: np.zeros_like(of) for name, of in weights.items()}
        self._squares = {name: np.zeros_like(of) for name, of in weights.items()}
        self._at = 0

    def step(self, slopes: dict[str, Any]) -> None:
        """Change the weights once, down *slopes*."""
        np = self._np
        self._at += 1
        at = self._at
        rate = self._rate * min(1.0, at / WARM_UP)
        rate *= 0.505 + 0.495 * float(np.cos(np.pi * min(1.0, at / self._steps)))
        for name, weight in self._weights.items():
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (slopes[name] - mean)
            square += 0.001 * (slopes[name] ** 2 - square)
            step = mean / (1 - 0.9**at) / (np.sqrt(square / (1 - 0.999**at)) + 1e-7)
            if name in self._decaying:
                step = step + self._decay * weight
            weight -= rate * step


def write_curve(path: Path, errors: Sequence[tuple[int, float, float]]) -> None:
    """Write the errors of each epoch, on what is learnt from and on what is held out, as CSV."""
    with path.open("w", newline="") as out:
        csv.writer(out).writerows([("epoch", "error", "held out"), *errors])


def results(
    start: Position,
    openings: Sequence[Sequence[int]],
    uses: tuple[Use, Use],
    limits: Limits,
    mebibytes: int = 16,
) -> Iterator[float]:
    """Yield the results (1, 0.5, 0) of the second of *uses* against the first.

    Each of the *openings*, moves from *start*, is played twice, with sides swapped.
    """
    engines = Engine(mebibytes), Engine(mebibytes)
    for moves in openings:
        for side in (0, 1):
            position = after(start, moves)
            while not position.is_over() and position.ply < LONGEST_GAME:
                mine = position.side == side
                uses[mine](position)
                found = engines[mine].analyse(position, limits, for_play=True)
                position.make(found.lines[0].move)
            outcome = position.outcome()
            score = 0.0 if outcome is None else outcome.score_for(side)
            yield 0.5 if score == 0 else float(score > 0)


def report(found: Sequence[float]) -> str:
    """Return the result of a match in words, with the Elo difference and its 95 % interval."""
    mean = sum(found) / len(found)
    spread = 1.96 * sqrt(sum((one - mean) ** 2 for one in found)) / len(found)
    low, middle, high = (
        -400 * log10(1 / min(max(share, 1e-3), 1 - 1e-3) - 1)
        for share in (mean - spread, mean, mean + spread)
    )
    score = f"+{found.count(1.0)} ={found.count(0.5)} -{found.count(0.0)}"
    return f"{score}: {middle:+.0f} Elo ({low:+.0f} to {high:+.0f})"


def tell(found: Iterator[float], every: int = 20) -> None:
    """Print a report of the results *found* after *every* so many games, and at the end."""
    so_far: list[float] = []
    for result in found:
        so_far.append(result)
        if len(so_far) % every == 0:
            print(report(so_far), flush=True)
    if so_far and len(so_far) % every:
        print(report(so_far), flush=True)
