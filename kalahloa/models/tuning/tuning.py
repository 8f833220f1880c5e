"""Tuning the weights of a heuristic on games that were won, drawn and lost.

The value of a position is taken for the logarithm of the odds of winning, but for a factor (as in
Texel's tuning): the weights are found by logistic regression on positions of finished games.  The
games are played for it, or come from the library; the heuristic is run in worker processes only.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from math import sqrt
from random import Random

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.elo import Z_95
from kalahloa.models.match.match import MatchConfig
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import Participant
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.tuning.recipe import TuningRecipe
from kalahloa.models.tuning.regression import (
    Iteration,
    Observation,
    cross_entropy,
    fit,
)
from kalahloa.models.tuning.samples import (
    FinishedGame,
    Samples,
    TuningSample,
    play_and_sample,
    sample_games,
)
from kalahloa.models.work.calls import CallPool, in_order
from kalahloa.models.work.cancellation import never

MIN_ROWS = 50
"""Fewer positions say nothing about weights."""
HELD_OUT_SHARE = 0.2
QUIET_SHARE = 0.75
"""The share of positions, those with the least unrest, that are kept."""
_RANDOM_GAMES = 21
"""How many games tell how long a game is."""
_MIN_LENGTHS = 3
"""They are played to so many times the length of an opening."""
_LIBRARY_GAMES_AT_ONCE = 20
_DIGITS = 3
"""Weights are rounded to so many significant digits."""
_MIN_SCALE = 1e-3


@dataclass(frozen=True, slots=True)
class TunedWeight:
    """A weight before and after; `low` and `high` are the ends of the 95 % interval.

    They are None where the games do not tell, so that the weight is as it was.  `bent` is whether
    it does not go into the value in proportion, so that the new value is a guess.
    """

    name: str
    old: float
    new: float
    low: float | None
    high: float | None
    bent: bool = False


@dataclass(frozen=True)
class TuningResult:
    """New weights for `source`, and how well they predict the games.

    The losses of `iterations` are mean cross entropies in nats; those of iteration 0 are of the old
    weights, at the scale that fits them best.  `games` and `positions` were used, `held_out` of the
    positions only to measure; `ignorant` is the loss of one who knows nothing but how often the
    side to move wins.
    """

    source: HeuristicSource
    recipe: TuningRecipe
    weights: tuple[TunedWeight, ...]
    iterations: tuple[Iteration, ...]
    converged: bool
    games: int
    positions: int
    held_out: int
    ignorant: float

    @property
    def tuned(self) -> HeuristicSource:
        """The heuristic with the new weights."""
        return self.source.with_weights({one.name: one.new for one in self.weights})

    @property
    def is_better(self) -> bool:
        """Whether the new weights predict games that they have not seen better than the old."""
        first, last = self.iterations[0], self.iterations[-1]
        if first.held_out is None or last.held_out is None:
            return last.loss < first.loss
        return last.held_out < first.held_out

    def to_json(self) -> dict[str, object]:
        """Return the result as plain data for JSON."""
        recipe = self.recipe
        return {
            "game": self.source.game,
            "heuristic": self.source.name,
            "games": self.games,
            "seed": recipe.seed,
            "source": "library" if recipe.from_library else "self-play",
            "nodes": None if recipe.from_library else recipe.nodes,
            "positions": self.positions,
            "held_out": self.held_out,
            "converged": self.converged,
            "ignorant_loss": self.ignorant,
            "losses": [[one.loss, one.held_out] for one in self.iterations],
            "weights": [
                {
                    "name": one.name,
                    "old": one.old,
                    "new": one.new,
                    "low": one.low,
                    "high": one.high,
                    "in_proportion": not one.bent,
                }
                for one in self.weights
            ],
        }


class TuningStopped(Exception):
    """Tuning was stopped by its caller and has no result."""


@dataclass(frozen=True, slots=True)
class TuningProgress:
    """How far tuning is: `games` of `wanted` were sampled, and gave `positions`."""

    games: int
    wanted: int
    positions: int


def require_weights(source: HeuristicSource) -> None:
    """Raise `BadCommand` if *source* names no weights."""
    if not source.weights:
        raise BadCommand(
            QT_TRANSLATE_NOOP(
                "Models",
                "The heuristic '{name}' has no weights to tune: constants in capitals, such as "
                "TOGETHER = 1.0, that its function uses.",
            ).format(name=source.name)
        )


def collect(
    source: HeuristicSource,
    rules: object,
    recipe: TuningRecipe,
    pool: CallPool,
    games: Iterable[FinishedGame] = (),
    report: Callable[[TuningProgress], None] | None = None,
    stopped: Callable[[], bool] = never,
) -> tuple[Samples, ...]:
    """Return the samples of *recipe*.

    They are made on *pool*, in an order that does not depend on it.  *games* are the library's,
    for a recipe that takes them.  Raises `TuningStopped` soon after *stopped* returns True,
    `PoolFailed`, and what a worker has raised.
    """
    if recipe.from_library:
        sized_calls = _library_calls(source, recipe, games)
    else:
        sized_calls = _self_play_calls(source, rules, recipe)
    sizes: deque[int] = deque()

    def calls() -> Iterator[Callable[[], Samples]]:
        for size, call in sized_calls:
            sizes.append(size)
            yield call

    found: list[Samples] = []
    done = positions = 0
    for samples in in_order(pool, calls(), stopped):
        found.append(samples)
        positions += samples.count
        done += sizes.popleft()
        if report is not None:
            report(TuningProgress(min(done, recipe.games), recipe.games, positions))
    if stopped():
        raise TuningStopped
    return tuple(found)


SizedCall = tuple[int, Callable[[], Samples]]
"""A call in a worker, and how many games it samples."""


def _self_play_calls(
    source: HeuristicSource, rules: object, recipe: TuningRecipe
) -> Iterator[SizedCall]:
    game = find_game(source.game)
    player = Participant("engine", Limits(nodes=recipe.nodes))
    plies = _opening_plies(game.start(rules), recipe.plies)
    openings = Openings(plies, recipe.seed)
    config = MatchConfig(game.key, rules, player, player, openings, keep_moves=True)
    # One game each: the same engine plays the second one of a pair as it has played the first.
    moves = islice(openings.moves(config.position()), recipe.games)
    for number, opening in enumerate(moves):
        yield 1, partial(play_and_sample, config, number, opening, source, recipe.per_game)


def _opening_plies(start: Position, most: int) -> int:
    """Return how long openings from *start* are: *most* plies, but at most 2/5 of a short game.

    The length of a game is the median of some games with random moves.
    """
    lengths = []
    chance = Random("the length of a game")
    for _ in range(_RANDOM_GAMES):
        position = start.copy()
        while position.ply - start.ply < _MIN_LENGTHS * most and not position.is_over():
            position.make(chance.choice(position.legal_moves()))
        lengths.append(position.ply - start.ply)
    return min(most, 2 * sorted(lengths)[_RANDOM_GAMES // 2] // 5)


def _library_calls(
    source: HeuristicSource, recipe: TuningRecipe, games: Iterable[FinishedGame]
) -> Iterator[SizedCall]:
    waiting = iter(islice(games, recipe.games))
    while some := list(islice(waiting, _LIBRARY_GAMES_AT_ONCE)):
        yield (
            len(some),
            partial(sample_games, source, source.game, some, recipe.per_game, recipe.seed),
        )


# -- the fit ---------------------------------------------------------------------------------------


def tune(
    source: HeuristicSource,
    recipe: TuningRecipe,
    samples: Sequence[Samples],
    stopped: Callable[[], bool] = never,
) -> TuningResult:
    """Return the weights of *source* that predict the results of *samples* best.

    Where all of the value is made of the weights, only their proportions count: the new ones give
    values of the same size as the old.  Where a part of it is not, they keep their proportion to
    that.  Raises `BadCommand` where there are too few positions, or all games ended alike, and
    `FitStopped` soon after *stopped* returns True.
    """
    bent = frozenset(name for one in samples for name in one.bent)
    everything = [sample for one in samples for sample in one.unpack()]
    chosen = quiet(everything)
    if len(chosen) < MIN_ROWS or len({one.result for one in chosen}) < 2:
        raise BadCommand(
            QT_TRANSLATE_NOOP(
                "Models",
                "The games have {count} quiet positions with different results; tuning needs "
                "{least}. Use more games.",
            ).format(
                count=len(chosen) if len({one.result for one in chosen}) > 1 else 0, least=MIN_ROWS
            )
        )
    held_games = _held_out_games(chosen, recipe.seed)
    train = [one for one in chosen if one.game not in held_games]
    held = [one for one in chosen if one.game in held_games]
    found = _Fitting(source, train, held, stopped)
    constant = fit(
        [Observation((1.0,), one.result) for one in train], (), (0.0,), stopped
    ).parameters
    ignorant = cross_entropy([Observation((1.0,), one.result) for one in held or train], constant)
    return TuningResult(
        source,
        recipe,
        tuple(replace(weight, bent=weight.name in bent) for weight in found.weights),
        found.fit.iterations,
        found.fit.converged,
        len({one.game for one in everything}),
        len(chosen),
        len(held),
        ignorant,
    )


def quiet(samples: Sequence[TuningSample]) -> list[TuningSample]:
    """Return the samples whose values can be trusted, each position once.

    A position in which the value has just changed, or is about to, by more than elsewhere is in the
    middle of something, which a static value cannot see.
    """
    if not samples:
        return []
    unrest = sorted(one.unrest for one in samples)
    most = unrest[min(len(unrest) - 1, round(QUIET_SHARE * len(unrest)))]
    once: dict[int, TuningSample] = {}
    for one in samples:
        if one.unrest <= most:
            once.setdefault(one.key, one)
    return list(once.values())


def _held_out_games(samples: Sequence[TuningSample], seed: int) -> set[int]:
    """Return the games that are held out: a share of them, and never all."""
    games = sorted({one.game for one in samples})
    Random(f"held out {seed}").shuffle(games)
    return set(games[: int(HELD_OUT_SHARE * len(games))])


class _Fitting:
    """The regression on samples: the units are chosen such that all features are of about 1."""

    def __init__(
        self,
        source: HeuristicSource,
        train: Sequence[TuningSample],
        held: Sequence[TuningSample],
        stopped: Callable[[], bool],
    ) -> None:
        self._old = list(source.weights.values())
        self._sizes = [_rms(one.slopes[index] for one in train) for index in range(len(self._old))]
        self._used = [index for index, size in enumerate(self._sizes) if size > 0]
        value_size = _rms(one.value for one in train)
        rest_size = _rms(self._rest(one) for one in train)
        self._has_rest = rest_size > 1e-6 * (value_size + rest_size)
        scale, base = self._scale_of_old(train, value_size, stopped)
        if self._has_rest:
            scale = max(scale, _MIN_SCALE / max(value_size, rest_size))
        start = [scale * self._old[index] * self._sizes[index] for index in self._used]
        self._scale = scale
        self.fit = fit(self._rows(train), self._rows(held), (*start, base), stopped)
        self.weights = self._weights_of(source, train, value_size)

    def _rest(self, sample: TuningSample) -> float:
        """Return the part of the value that is not made of weights."""
        return sample.value - sum(
            slope * weight for slope, weight in zip(sample.slopes, self._old, strict=True)
        )

    def _scale_of_old(
        self, train: Sequence[TuningSample], size: float, stopped: Callable[[], bool]
    ) -> tuple[float, float]:
        """Return the factor and the constant that make the old values the best predictions."""
        if not size:
            return 0.0, 0.0
        rows = [Observation((one.value / size, 1.0), one.result, cluster=one.game) for one in train]
        factor, base = fit(rows, (), (0.0, 0.0), stopped).parameters
        return factor / size, base

    def _rows(self, samples: Iterable[TuningSample]) -> list[Observation]:
        return [
            Observation(
                (*(one.slopes[index] / self._sizes[index] for index in self._used), 1.0),
                one.result,
                self._scale * self._rest(one) if self._has_rest else 0.0,
                one.game,
            )
            for one in samples
        ]

    def _weights_of(
        self, source: HeuristicSource, train: Sequence[TuningSample], value_size: float
    ) -> tuple[TunedWeight, ...]:
        found = {
            index: (parameter / self._sizes[index], error / self._sizes[index])
            for index, parameter, error in zip(
                self._used, self.fit.parameters, self.fit.errors, strict=False
            )
        }
        if self._has_rest:
            factor = 1 / self._scale
        else:
            new_size = _rms(
                sum(found[index][0] * one.slopes[index] for index in self._used) for one in train
            )
            factor = value_size / new_size if value_size and new_size else 1.0
        weights = []
        for index, (name, old) in enumerate(source.weights.items()):
            if index not in found:
                weights.append(TunedWeight(name, old, old, None, None))
                continue
            new, reach = factor * found[index][0], factor * Z_95 * found[index][1]
            weights.append(
                TunedWeight(name, old, rounded(new), rounded(new - reach), rounded(new + reach))
            )
        return tuple(weights)


def _rms(values: Iterable[float]) -> float:
    """Return the root of the mean square of *values*."""
    total = count = 0.0
    for value in values:
        total += value * value
        count += 1
    return sqrt(total / count) if count else 0.0


def rounded(value: float) -> float:
    """Return *value* with three significant digits."""
    return float(f"{value:.{_DIGITS}g}") + 0.0
