"""Tuning weights: planted ones are found again, whatever else the value is made of."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.tuning.regression import probability
from kalahloa.models.tuning.samples import (
    FinishedGame,
    Gauge,
    Samples,
    TuningSample,
    samples_of,
)
from kalahloa.models.tuning.tuning import (
    TuningRecipe,
    TuningResult,
    TuningStopped,
    _held_out_games,
    _opening_plies,
    collect,
    quiet,
    require_weights,
    rounded,
    tune,
)
from kalahloa.models.work.calls import call_here
from tests.models.work.own_thread import OwnThread

KALAH = find_game("kalah")
RULES = KALAH.rulebook.default
TEXT = '''"""Stones at home, and moves."""

HOME = {home}
MOVES = {moves}
NOTHING = 0.25


def evaluate(position):
    me, other = position.side, 1 - position.side
    home = position.kalah(me) - position.kalah(other)
    moves = position.mobility(me) - position.mobility(other)
    return HOME * home + MOVES * moves + NOTHING * 0.0{rest}
'''
A = "first"


def source(home: float = 1.0, moves: float = 0.5, rest: str = "") -> HeuristicSource:
    return HeuristicSource("mine", "kalah", TEXT.format(home=home, moves=moves, rest=rest))


def planted(
    heuristic: HeuristicSource,
    true: dict[str, float],
    *,
    games: int = 400,
    scale: float = 1.0,
    rest: bool = False,
    seed: int = 1,
) -> tuple[Samples, ...]:
    """Return samples whose results follow the weights *true*, and a rest if there is one."""
    chance = Random(seed)
    old = heuristic.weights
    found = []
    for game in range(games):
        for _ in range(8):
            slopes = tuple(0.0 if name == "NOTHING" else chance.gauss(0, 1) for name in old)
            other = chance.gauss(0, 1) if rest else 0.0
            logit = scale * (
                other + sum(s * true.get(n, 0.0) for s, n in zip(slopes, old, strict=True))
            )
            value = other + sum(s * w for s, w in zip(slopes, old.values(), strict=True))
            result = float(chance.random() < probability(logit))
            key = chance.getrandbits(64)
            found.append(TuningSample(key, game, result, value, chance.random(), slopes))
    return (Samples.pack(found, len(old), frozenset()),)


def weights_of(result: TuningResult) -> dict[str, float]:
    return {one.name: one.new for one in result.weights}


def test_planted_proportions_are_found_and_values_keep_their_size():
    heuristic = source(1.0, 0.5)
    true = {"HOME": 0.3, "MOVES": 0.9}

    result = tune(heuristic, TuningRecipe(), planted(heuristic, true))

    new = weights_of(result)
    assert new["MOVES"] / new["HOME"] == pytest.approx(3.0, rel=0.35)
    assert (new["HOME"] ** 2 + new["MOVES"] ** 2) ** 0.5 == pytest.approx(1.118, rel=0.1)
    for one in result.weights[:2]:
        assert one.low is not None and one.high is not None
        assert one.low < one.new < one.high
    assert result.is_better
    assert result.iterations[-1].held_out < result.ignorant
    assert result.converged


def test_with_a_rest_the_weights_themselves_are_found():
    heuristic = source(1.0, 0.5, " + 0.1 * len(str(position))")
    true = {"HOME": 2.0, "MOVES": -0.8}
    samples = planted(heuristic, true, scale=0.6, rest=True, games=800)

    first = tune(heuristic, TuningRecipe(), samples)

    # The scale is that of the old weights; once they are right, they stay.
    again = source(first.weights[0].new, first.weights[1].new)
    second = tune(again, TuningRecipe(), planted(again, true, scale=0.6, rest=True, games=800))
    for name, value in true.items():
        assert weights_of(first)[name] / weights_of(first)["HOME"] == pytest.approx(
            value / 2.0, rel=0.3
        )
        assert weights_of(second)[name] * value > 0


def test_right_weights_with_a_rest_stay_as_they_are():
    heuristic = source(2.0, -0.8)
    samples = planted(heuristic, dict(heuristic.weights), scale=0.6, rest=True, games=800)

    result = tune(heuristic, TuningRecipe(), samples)

    for one in result.weights[:2]:
        assert one.low is not None and one.high is not None
        assert one.low - 0.1 < one.old < one.high + 0.1
        assert one.new == pytest.approx(one.old, rel=0.2)


def test_what_the_games_do_not_tell_stays_as_it_was():
    heuristic = source()

    result = tune(heuristic, TuningRecipe(), planted(heuristic, {"HOME": 1.0}))

    nothing = result.weights[2]
    assert (nothing.name, nothing.new, nothing.low) == ("NOTHING", 0.25, None)


def test_the_same_data_and_seed_give_the_same_result():
    heuristic = source()
    data = planted(heuristic, {"HOME": 1.0, "MOVES": 1.0})

    assert tune(heuristic, TuningRecipe(), data) == tune(heuristic, TuningRecipe(), data)


def test_whole_games_are_held_out():
    heuristic = source()

    result = tune(heuristic, TuningRecipe(), planted(heuristic, {"HOME": 1.0}, games=50))

    assert result.games == 50
    assert 0.1 < result.held_out / result.positions < 0.3


def test_games_that_are_held_out_teach_nothing():
    heuristic = source()
    (data,) = planted(heuristic, {"HOME": 1.0, "MOVES": 0.3}, games=100)
    held = _held_out_games(quiet(data.unpack()), TuningRecipe().seed)
    other = [
        replace(one, result=1 - one.result) if one.game in held else one for one in data.unpack()
    ]

    first = tune(heuristic, TuningRecipe(), (data,))
    second = tune(heuristic, TuningRecipe(), (Samples.pack(other, 3, frozenset()),))

    assert len(held) == 20
    assert first.weights == second.weights
    assert first.iterations[-1].held_out < second.iterations[-1].held_out


def test_the_tuned_heuristic_differs_in_its_weights_only():
    heuristic = source()

    result = tune(heuristic, TuningRecipe(), planted(heuristic, {"HOME": 2.0, "MOVES": 0.1}))

    assert dict(result.tuned.weights) == weights_of(result)
    assert result.tuned.text.count("\n") == heuristic.text.count("\n")
    assert result.tuned.text.partition("def")[2] == heuristic.text.partition("def")[2]


@pytest.mark.parametrize("count", [0, 5])
def test_too_few_positions_are_refused(count):
    with pytest.raises(BadCommand, match="Use more games"):
        tune(source(), TuningRecipe(), planted(source(), {"HOME": 1.0}, games=count))


def test_games_that_all_ended_alike_are_refused():
    (data,) = planted(source(), {"HOME": 1.0})
    same = [
        TuningSample(one.key, one.game, 0.5, one.value, one.unrest, one.slopes)
        for one in data.unpack()
    ]

    with pytest.raises(BadCommand, match="0 quiet positions"):
        tune(source(), TuningRecipe(), (Samples.pack(same, 3, frozenset()),))


def test_a_heuristic_without_weights_is_refused():
    plain = HeuristicSource("plain", "kalah", "def evaluate(position):\n    return 0.0\n")

    with pytest.raises(BadCommand, match="'plain' has no weights"):
        require_weights(plain)


def test_positions_in_the_middle_of_something_are_left_out_and_each_counts_once():
    def sample(key: int, unrest: float) -> TuningSample:
        return TuningSample(key, 0, 1.0, 0.0, unrest, ())

    samples = [sample(key, float(key)) for key in range(8)] + [sample(2, 0.5)]

    kept = quiet(samples)

    assert [one.key for one in kept] == [0, 1, 2, 3, 4, 5, 6]
    assert kept[2].unrest == 2.0


def test_samples_come_back_as_they_were_packed():
    samples = [
        TuningSample(2**64 - 1, 7, 0.5, -1.25, 0.125, (1.0, -2.0)),
        TuningSample(0, 8, 1, 0, 0, (0, 3)),
    ]

    packed = Samples.pack(samples, 2, frozenset({"A"}))

    assert packed.unpack() == samples
    assert packed.count == 2


# -- samples of games ------------------------------------------------------------------------------


def first_view(position) -> float:
    """Return the stones at home, for the mover."""
    home = [int(text) for text in position.position_string().strip("<>").split(",")[1:3]]
    return float(home[position.side] - home[1 - position.side])


def make(changed: dict[str, float]) -> Callable[[object], float]:
    weights = {"HOME": 2.0, "SQUARED": 3.0, "OFF": 0.0, **changed}

    def evaluate(position) -> float:
        home = first_view(position)
        return weights["HOME"] * home + weights["SQUARED"] ** 2 + weights["OFF"] * 10

    return evaluate


def played(seed: int = 1) -> FinishedGame:
    """Return a random game of Kalah."""
    chance = Random(seed)
    position = KALAH.start(RULES)
    moves = []
    while not position.is_over():
        move = chance.choice(position.legal_moves())
        moves.append(position.format_move(move))
        position.make(move)
    outcome = position.outcome()
    return FinishedGame(seed, RULES, None, tuple(moves), outcome.winner, skipped=4)


def test_slopes_are_what_a_weight_adds_by_its_size():
    gauge = Gauge({"HOME": 2.0, "SQUARED": 3.0, "OFF": 0.0}, make)
    position = KALAH.start(RULES)
    position.make(3)  # a stone at home, and another move

    value = gauge.value(position)
    slopes = gauge.slopes(position, value)

    assert value == 2.0 * 1 + 9
    assert slopes == (1.0, 3.0, 10.0)
    assert gauge.bent(position, value, slopes) == {"SQUARED"}


def test_samples_are_of_the_mover_and_of_the_position_itself():
    gauge = Gauge({"HOME": 2.0, "SQUARED": 3.0, "OFF": 0.0}, make)
    game = played()

    samples, bent = samples_of(gauge, game, KALAH.start(RULES), 1000, seed=1)

    assert bent == {"SQUARED"}
    by_key = {one.key: one for one in samples}
    position = KALAH.start(RULES)
    seen = 0
    for ply, text in enumerate(game.moves):
        one = by_key.get(position.hash & 0xFFFF_FFFF_FFFF_FFFF)
        if one is not None and ply > game.skipped:
            seen += 1
            assert one.value == gauge.value(position)
            assert one.slopes[0] == first_view(position)
            won = game.winner == position.side
            assert one.result == (0.5 if game.winner is None else float(won))
        position.make(position.read_move(text))
    assert seen == len(samples) == len(game.moves) - game.skipped - 3


def test_unrest_is_the_change_for_one_side_before_and_after():
    gauge = Gauge({"HOME": 2.0, "SQUARED": 0.0, "OFF": 0.0}, make)
    game = played(2)
    position = KALAH.start(RULES)
    values = []
    for text in game.moves:
        value = gauge.value(position)
        values.append(value if position.side == FIRST else -value)
        position.make(position.read_move(text))

    samples, _ = samples_of(gauge, game, KALAH.start(RULES), 1000, seed=1)

    last = len(game.moves) - 2 - 1
    expected = [
        max(abs(values[ply] - values[ply - 1]), abs(values[ply + 1] - values[ply]))
        for ply in range(5, last + 1)
    ]
    assert [one.unrest for one in samples] == pytest.approx(expected)


def test_few_samples_are_the_same_ones_for_the_same_seed():
    gauge = Gauge({"HOME": 2.0}, make)

    def keys(seed: int) -> list[int]:
        samples, _ = samples_of(gauge, played(), KALAH.start(RULES), 5, seed)
        return [one.key for one in samples]

    assert len(keys(1)) == 5
    assert keys(1) == keys(1)
    assert keys(1) != keys(2)


# -- collecting ------------------------------------------------------------------------------------


@pytest.fixture
def pool() -> OwnThread:
    return OwnThread(call_here)


def test_self_play_gives_the_same_samples_in_every_run(pool):
    recipe = TuningRecipe(games=6, nodes=60, per_game=6)
    told = []

    first = collect(source(), RULES, recipe, pool, report=told.append)
    second = collect(source(), RULES, recipe, OwnThread(call_here, 3))

    assert first == second
    assert [one.games for one in told] == [1, 2, 3, 4, 5, 6]
    assert told[-1].positions == sum(one.count for one in first) > 20
    games = {one.game for some in first for one in some.unpack()}
    assert games == set(range(6))


def test_an_evaluation_of_a_short_game_learns_from_self_play(pool):
    game = find_game("tictactoe")
    text = """LINES = -1.0


def evaluate(position):
    return LINES * (position.open_lines(position.side) - position.open_lines(1 - position.side))
"""
    upside_down = HeuristicSource("lines", "tictactoe", text)
    recipe = TuningRecipe(games=200, nodes=100)

    samples = collect(upside_down, game.rulebook.default, recipe, pool)
    learned = tune(upside_down, recipe, samples)

    (lines,) = learned.weights
    assert lines.old == -1.0 and lines.low is not None and lines.low > 0
    assert learned.positions > 100


def test_openings_leave_most_of_a_game_to_be_played():
    lengths = {
        key: _opening_plies(find_game(key).start(find_game(key).rulebook.default), 6)
        for key in ("tictactoe", "kalah", "loa")
    }

    assert lengths == {"tictactoe": 3, "kalah": 6, "loa": 6}


def test_games_of_the_library_are_sampled_and_unreadable_ones_left_out(pool):
    recipe = TuningRecipe(games=3, from_library=True, per_game=4)
    broken = FinishedGame(9, RULES, None, ("1", "99"), 0)

    samples = collect(source(), RULES, recipe, pool, [played(1), broken, played(2)])

    assert {one.game for some in samples for one in some.unpack()} == {1, 2}


def test_collecting_stops_when_it_is_told_to(pool):
    with pytest.raises(TuningStopped):
        collect(source(), RULES, TuningRecipe(), pool, stopped=lambda: True)


def test_weights_are_rounded_to_three_digits():
    assert [rounded(value) for value in (0.012345, -123.45, 0.0, 2.0)] == [0.0123, -123.0, 0.0, 2.0]
