"""Positions of games with the terms of a heuristic: what its weights are tuned on.

They are made in worker processes, where the user's heuristic may run, and come back as numbers.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.match import MatchConfig, play_opening
from kalahloa.models.sandbox.own_heuristic import own_heuristic
from kalahloa.models.text.errors import BadPosition, IllegalMove

Evaluate = Callable[[Position], float]

LAST_PLIES = 2
"""So many plies before the end of a game there is nothing left to estimate."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has ended: `winner` is a side, None in a draw.

    The first `skipped` plies are an opening that nobody chose.  `number` tells games apart.
    """

    number: int
    rules: Any
    start: str | None
    moves: tuple[str, ...]
    winner: int | None
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class TuningSample:
    """A position: its `key`, the number of its game, and the mover's result: 0, 1/2 or 1.

    `value` is the heuristic's, `slopes` how it grows with each weight, both for the mover.
    `unrest` is by how much the value changes, for one side, from the position before to this one
    or from this one to the next, whichever is more.
    """

    key: int
    game: int
    result: float
    value: float
    unrest: float
    slopes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """Samples of some games, packed: that is handed from process to process in no time.

    `bent` are the weights that do not go into the value in proportion.
    """

    size: int
    keys: bytes
    numbers: bytes
    bent: frozenset[str] = frozenset()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.keys) // 8

    @classmethod
    def pack(cls, samples: Sequence[TuningSample], size: int, bent: frozenset[str]) -> "Samples":
        """Return *samples* with *size* weights each."""
        keys, numbers = array("Q"), array("d")
        for one in samples:
            keys.append(one.key)
            numbers.extend((one.game, one.result, one.value, one.unrest, *one.slopes))
        return cls(size, keys.tobytes(), numbers.tobytes(), bent)

    def unpack(self) -> list[TuningSample]:
        """Return the samples."""
        keys, numbers = array("Q"), array("d")
        keys.frombytes(self.keys)
        numbers.frombytes(self.numbers)
        width = 4 + self.size
        return [
            TuningSample(
                key,
                int(numbers[at]),
                numbers[at + 1],
                numbers[at + 2],
                numbers[at + 3],
                tuple(numbers[at + 4 : at + width]),
            )
            for key, at in zip(keys, range(0, len(numbers), width), strict=True)
        ]


class Gauge:
    """Measures how the value of a heuristic depends on each of its weights.

    The slope of a weight w is (value - value without w) / w, "without" meaning w = 0; where w is 0
    already, it is the value with w = 1 less the value.
    """

    def __init__(
        self, weights: Mapping[str, float], make: Callable[[dict[str, float]], Evaluate]
    ) -> None:
        """*make* returns the heuristic with the weights that it is given instead of its own."""
        self._value = make({})
        self._weights = [
            (name, weight, make({name: 0.0 if weight else 1.0}), make({name: 2 * weight or 2.0}))
            for name, weight in weights.items()
        ]

    def value(self, position: Position) -> float:
        """Return the value of *position* for the mover."""
        return self._value(position)

    def slopes(self, position: Position, value: float) -> tuple[float, ...]:
        """Return the slopes of all weights, given the *value*."""
        return tuple(
            (value - other(position)) / weight if weight else other(position) - value
            for _, weight, other, _ in self._weights
        )

    def bent(self, position: Position, value: float, slopes: Sequence[float]) -> frozenset[str]:
        """Return the weights that do not go into the *value* in proportion."""
        most = 1e-6 * (1 + abs(value))
        return frozenset(
            name
            for (name, weight, _, double), slope in zip(self._weights, slopes, strict=True)
            if abs(double(position) - value - slope * (weight or 2.0)) > most
        )


def samples_of(
    gauge: Gauge, game: FinishedGame, position: Position, wanted: int, seed: int
) -> tuple[list[TuningSample], frozenset[str]]:
    """Return up to *wanted* samples of *game*, and the weights that are bent in the first of them.

    *position* is that before the game; moves are made on it.  Which ones are taken is determined by
    *seed*.  Raises what the heuristic raises, and `IllegalMove` where the moves are none.
    """
    stops: list[int] = []
    values: list[float] = []
    for ply, text in enumerate(game.moves):
        if ply >= game.skipped:
            if position.is_over():
                break
            value = gauge.value(position)
            stops.append(ply)
            values.append(value if position.side == FIRST else -value)
        position.make(position.read_move(text))
    usable = [
        index for index in range(1, len(stops) - 1) if stops[index] < len(game.moves) - LAST_PLIES
    ]
    chance = Random(f"samples {seed} {game.number}")
    taken = sorted(chance.sample(usable, min(wanted, len(usable))))
    samples: list[TuningSample] = []
    bent: frozenset[str] = frozenset()
    for index in reversed(taken):
        while position.ply > stops[index]:
            position.unmake()
        mine = 1 if position.side == FIRST else -1
        value = mine * values[index]
        slopes = gauge.slopes(position, value)
        if not samples:
            bent = gauge.bent(position, value, slopes)
        unrest = max(abs(values[index] - values[index - 1]), abs(values[index + 1] - values[index]))
        result = 0.5 if game.winner is None else float(game.winner == position.side)
        key = position.hash & 0xFFFF_FFFF_FFFF_FFFF
        samples.append(TuningSample(key, game.number, result, value, unrest, slopes))
    return samples[::-1], bent


# -- in the workers --------------------------------------------------------------------------------


def gauge_of(source: HeuristicSource) -> Gauge:
    """Return the gauge of *source*; raises `HeuristicFailed` where it cannot be run."""
    return Gauge(
        source.weights,
        lambda changed: own_heuristic(source.with_weights(changed) if changed else source),
    )


def sample_games(
    source: HeuristicSource, key: str, games: Sequence[FinishedGame], wanted: int, seed: int
) -> Samples:
    """Return samples of *games* of the game called *key*; a game that cannot be read has none."""
    game = find_game(key)
    gauge = gauge_of(source)
    found: list[TuningSample] = []
    bent: frozenset[str] = frozenset()
    for one in games:
        with suppress(IllegalMove, BadPosition):  # of a library that something else has written
            start = game.start(one.rules) if one.start is None else game.read(one.start, one.rules)
            samples, more = samples_of(gauge, one, start, wanted, seed)
            found += samples
            bent |= more
    return Samples.pack(found, len(source.weights), bent)


def play_and_sample(
    config: MatchConfig,
    number: int,
    opening: Sequence[int],
    source: HeuristicSource,
    wanted: int,
) -> Samples:
    """Play a game of *config*, which keeps the moves, and return samples of it."""
    game = play_opening(config, number, opening)
    if game.cut_off or game.on_time:
        return Samples(len(source.weights), b"", b"")
    winner = None if game.points == 0.5 else 1 - round(game.points)
    finished = FinishedGame(
        number, config.rules, config.start, game.moves, winner, skipped=len(opening)
    )
    return sample_games(source, config.game, [finished], wanted, config.openings.seed)
