"""The lecture's searchers: values, moves and limits."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.lecture.alpha_beta import AlphaBetaSearch
from kalahloa.models.search.lecture.minimax import MinimaxSearch
from kalahloa.models.search.lecture.negascout import NegaScoutSearch
from kalahloa.models.search.lecture.scale import finished_value, is_decisive, lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.searchers import find_searcher, lecture_searchers
from kalahloa.models.text.errors import UnknownName
from tests.models.random_play import STEADY, random_position, snapshot, start
from tests.models.stones_game import NO_IDEA, Stones
from tests.sweeps import rounds

SEARCHERS = lecture_searchers()
NAMES = [searcher.name for searcher in SEARCHERS]
PRUNING = [
    AlphaBetaSearch(),
    AlphaBetaSearch(ordering=True),
    AlphaBetaSearch(aspiration=0.5),
    AlphaBetaSearch(ordering=True, aspiration=3.0),
    AlphaBetaSearch(ordering=True, table=True),
    AlphaBetaSearch(table=True),
    NegaScoutSearch(),
]
FEWER = settings(STEADY, max_examples=rounds(25))
DEPTHS = {"loa": 2, "kalah": 3, "tictactoe": 4}

every_searcher = pytest.mark.parametrize("searcher", SEARCHERS, ids=NAMES)


def search(
    searcher: Searcher, position: Position, depth: int, name: str | None = None
) -> SearchResult:
    return searcher.choose(position, Limits(depth=depth), heuristic_of(position, name))


def heuristic_of(position: Position, name: str | None = None) -> Heuristic:
    return find_game(type(position).__name__.lower()).heuristic(name)


def read(key: str, text: str, preset: str | None = None, **options: object) -> Position:
    game = find_game(key)
    return game.read(text, game.rulebook.read(preset, options))


def reference_value(position: Position, depth: int, heuristic: Heuristic, ply: int = 0) -> float:
    """Return the minimax value of *position* straight from its definition."""
    outcome = position.outcome()
    if outcome is not None:
        return finished_value(outcome.score_for(position.side), ply)
    if depth == 0:
        return heuristic(position)
    values = []
    for move in position.legal_moves():
        side = position.side
        position.make(move)
        changes = position.side != side
        value = reference_value(position, depth - changes, heuristic, ply + 1)
        values.append(-value if changes else value)
        position.unmake()
    return max(values)


def value_of_line(position: Position, result: SearchResult, heuristic: Heuristic) -> float:
    """Return the value at the end of the principal variation, for the side to move at the root."""
    side = position.side
    for move in result.line:
        assert move in position.legal_moves()
        position.make(move)
    outcome = position.outcome()
    value = (
        heuristic(position)
        if outcome is None
        else finished_value(outcome.score_for(position.side), len(result.line))
    )
    value = value if position.side == side else -value
    for _ in result.line:
        position.unmake()
    return value


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", DEPTHS)
@pytest.mark.parametrize("seed", range(6))
def test_minimax_finds_the_value_of_the_definition(key: str, seed: int):
    position = random_position(key, seed, 3 + 4 * seed)
    heuristic = heuristic_of(position)

    result = search(MinimaxSearch(), position, DEPTHS[key])

    assert lecture_value(result.score) == reference_value(position, DEPTHS[key], heuristic)
    assert result.depth == DEPTHS[key]
    assert result.move == result.line[0]


@pytest.mark.parametrize("key", DEPTHS)
@FEWER
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(1, 3))
def test_alpha_beta_finds_the_same_value_with_at_most_as_many_nodes(
    key: str, seed: int, plies: int, depth: int
):
    position = random_position(key, seed, plies)
    if key == "loa":
        depth = min(depth, 2)

    plain = search(MinimaxSearch(), position, depth)
    pruned = search(AlphaBetaSearch(), position, depth)

    assert lecture_value(pruned.score) == lecture_value(plain.score)
    assert pruned.line == plain.line
    assert pruned.nodes <= plain.nodes
    assert pruned.score.proven or not plain.score.proven


@pytest.mark.parametrize("key", DEPTHS)
@pytest.mark.parametrize(
    "searcher", PRUNING[1:], ids=lambda s: f"{s.name}-{getattr(s, 'ordering', True)}"
)
@FEWER
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_ordering_and_aspiration_do_not_change_the_value(
    key: str, searcher: Searcher, seed: int, plies: int
):
    position = random_position(key, seed, plies)
    depth = min(DEPTHS[key], 3)

    plain = search(AlphaBetaSearch(), position, depth)
    other = search(searcher, position, depth)

    assert lecture_value(other.score) == lecture_value(plain.score)


def test_the_values_of_bad_heuristics_are_found_too():
    position = random_position("loa", 9, 30)

    values = {search(searcher, position, 2, "captures").score for searcher in SEARCHERS}

    assert len(values) == 1


@pytest.mark.parametrize("key", DEPTHS)
@every_searcher
def test_the_principal_variation_is_playable_and_leads_to_the_value(key: str, searcher: Searcher):
    for seed in range(5):
        position = random_position(key, seed, 4 * seed)

        result = search(searcher, position, DEPTHS[key])

        assert value_of_line(position, result, heuristic_of(position)) == lecture_value(
            result.score
        )


def test_ordering_saves_most_of_the_nodes():
    position = start("loa")

    plain = search(MinimaxSearch(), position, 2)
    pruned = search(AlphaBetaSearch(), position, 2)
    total = dict.fromkeys(PRUNING[:2], 0)
    for seed in range(4):
        for searcher in total:
            total[searcher] += search(searcher, random_position("kalah", seed, 8), 5).nodes

    assert plain.nodes == 1 + 36 + 1244
    assert pruned.nodes < plain.nodes / 2
    assert total[PRUNING[1]] < total[PRUNING[0]]


def test_the_depth_counts_changes_of_side():
    # From the start of Kalah each of South's turns, of any number of sowings, is one deep.
    position = start("kalah")

    result = search(MinimaxSearch(), position, 1)

    # Ten turns, and the root and the one sowing (3) after which South sows again.
    assert result.nodes == 1 + 1 + 10
    assert result.line[0] == 3
    assert len(result.line) == 2


# -- wins and losses -------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "depth"), [("tictactoe", 5), ("kalah", 4), ("loa", 2)])
def test_with_a_table_no_position_is_evaluated_twice(key: str, depth: int):
    position = random_position(key, 3, 2)
    usual = find_game(key).heuristic()
    asked: list[str] = []

    def evaluate(there: Position) -> float:
        asked.append(there.position_string())
        return usual(there)

    counting = Heuristic("counting", "", "", evaluate)
    without = AlphaBetaSearch(ordering=True).choose(position, Limits(depth=depth), counting)
    before = len(asked)
    asked.clear()
    found = AlphaBetaSearch(ordering=True, table=True).choose(
        position, Limits(depth=depth), counting
    )

    assert lecture_value(found.score) == lecture_value(without.score)
    assert len(asked) == len(set(asked)) < before


@every_searcher
def test_a_win_in_one_is_taken(searcher: Searcher):
    result = search(searcher, read("tictactoe", "XX./OO./... X"), 3)

    assert result.move == 3
    assert lecture_value(result.score) == pytest.approx(99.99)
    assert result.score.decided


@every_searcher
def test_a_win_by_connection_is_taken_in_lines_of_action(searcher: Searcher):
    position = read("loa", "8/8/8/8/8/4w2w/8/b1b5 w")

    result = search(searcher, position, 2)

    assert position.format_move(result.move) in ("e3-g3", "h3-f3")
    assert result.line == (result.move,)


@every_searcher
def test_the_shortest_win_is_preferred(searcher: Searcher):
    # X wins at once with 7, and by a double threat later with others.
    result = search(searcher, read("tictactoe", "X../XO./.O. X"), 5)

    assert result.line == (7,)


@every_searcher
def test_the_longest_loss_is_preferred(searcher: Searcher):
    # X will have two threats whatever O does, but must first answer one if O defends at 6.
    position = read("tictactoe", "O.X/.../..X O")

    result = search(searcher, position, 6)

    assert result.move == 6
    assert lecture_value(result.score) == pytest.approx(-100 + 0.04)


@every_searcher
def test_a_larger_margin_is_preferred_to_a_shorter_win(searcher: Searcher):
    # Pit 1 wins by two stones in five plies, pit 2 by six in eight.
    position = read("kalah", "<3,5,4,2,2,0,2,1,2> S", pits=3)

    result = search(searcher, position, 20)

    assert result.move == 2
    assert lecture_value(result.score) == pytest.approx(600 - 0.08)
    assert len(result.line) == 8
    assert result.score.proven


@every_searcher
@pytest.mark.parametrize(("depth", "praise"), [(1, -1000.0), (2, 1000.0)])
def test_a_certain_win_outweighs_any_estimate(searcher: Searcher, depth: int, praise: float):
    boastful = Heuristic("boastful", "Boastful", "All is well.", lambda position: praise)

    result = searcher.choose(read("tictactoe", "XX./OO./... X"), Limits(depth=depth), boastful)

    assert result.move == 3


@every_searcher
def test_tictactoe_is_a_proven_draw(searcher: Searcher):
    result = search(searcher, read("tictactoe", "X../.../... O"), 9)

    assert lecture_value(result.score) == 0
    assert result.move == 5
    assert result.score.proven
    assert not result.score.decided


@every_searcher
@pytest.mark.parametrize("text", ["XOX/.O./... X", "XOX/.O./.X. O"])
def test_the_value_of_a_draw_is_zero_without_a_sign(searcher: Searcher, text: str):
    result = search(searcher, read("tictactoe", text), 9)

    assert str(lecture_value(result.score)) == "0.0"


@every_searcher
def test_a_value_of_heuristic_leaves_is_not_proven(searcher: Searcher):
    assert not search(searcher, start("tictactoe"), 3).score.proven


def test_a_ply_never_outweighs_a_stone():
    assert finished_value(2, 9000) > finished_value(1, 0)
    assert finished_value(1, 10) > finished_value(1, 11)
    assert finished_value(-1, 11) > finished_value(-1, 10)
    assert finished_value(0, 50) == 0
    assert is_decisive(finished_value(1, 900))
    assert not is_decisive(90.0)


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limits", [{"depth": 0}, {"depth": -1}, {"seconds": -0.001}, {"seconds": -1.0}, {"nodes": 0}]
)
def test_limits_out_of_range_are_rejected(limits: dict):
    with pytest.raises(ValueError, match="search"):
        Limits(**limits)


@every_searcher
def test_a_search_without_any_limit_is_rejected(searcher: Searcher):
    position = read("tictactoe", ".../.../... X")

    with pytest.raises(ValueError, match="needs a depth"):
        searcher.choose(position, Limits(), NO_IDEA)


def test_the_remaining_limits_are_reduced_by_what_was_used():
    limits = Limits(depth=4, seconds=3.0, nodes=100)

    assert limits.left(1.0, 40) == Limits(depth=4, seconds=2.0, nodes=60)
    assert limits.left(3.0, 40) is None
    assert limits.left(1.0, 100) is None
    assert Limits(depth=4).left(1e9, 10**12) == Limits(depth=4)


@every_searcher
def test_choosing_a_move_in_a_finished_game_raises(searcher: Searcher):
    with pytest.raises(ValueError, match="The game is over"):
        search(searcher, read("tictactoe", "XXX/OO./... O"), 3)


class FakeClock:
    """A clock that advances by one step each time it is read."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """Replace the searchers' clock."""
    fake = FakeClock(0.001)
    monkeypatch.setattr("kalahloa.models.search.lecture.run.perf_counter", fake)
    monkeypatch.setattr("kalahloa.models.work.cancellation.monotonic", fake)
    return fake


@every_searcher
def test_with_a_time_limit_the_search_deepens_until_it_is_reached(
    searcher: Searcher, clock: FakeClock
):
    position = start("kalah")
    before = snapshot(position)

    result = searcher.choose(position, Limits(seconds=1), heuristic_of(position))

    assert result.depth >= 2
    assert result.score == search(MinimaxSearch(), position, result.depth).score
    assert 1 <= result.seconds < 1.01
    assert snapshot(position) == before


@every_searcher
def test_with_a_time_limit_an_exhausted_tree_ends_the_search(searcher: Searcher, clock: FakeClock):
    result = searcher.choose(Stones(7), Limits(seconds=1000), NO_IDEA)

    assert result.score.proven
    assert result.move == 3
    assert result.depth == 7
    assert result.seconds < 1000


@every_searcher
def test_the_search_ends_at_the_first_limit_reached(searcher: Searcher, clock: FakeClock):
    position = start("kalah")
    heuristic = heuristic_of(position)

    by_depth = searcher.choose(position, Limits(depth=2, seconds=1000), heuristic)
    by_time = searcher.choose(position, Limits(depth=50, seconds=0.5), heuristic)

    assert by_depth.depth == 2
    assert by_time.depth < 50


@pytest.mark.parametrize("seconds", [0.0, 0.0001, 0.002, 0.0045, 0.01])
@every_searcher
def test_without_time_for_depth_1_it_is_searched_all_the_same(
    searcher: Searcher, seconds: float, clock: FakeClock
):
    position = start("loa")

    result = searcher.choose(position, Limits(seconds=seconds), heuristic_of(position))

    expected = search(searcher, position, 1)
    assert result.depth == 1
    assert (result.move, lecture_value(result.score), result.line) == (
        expected.move,
        lecture_value(expected.score),
        expected.line,
    )


@every_searcher
def test_what_is_told_while_a_depth_is_searched_is_that_of_the_depth_before(
    searcher: Searcher, clock: FakeClock
):
    position = random_position("loa", 5, 8)
    heuristic = heuristic_of(position)
    clock.step = 0.005
    reports: list[Progress] = []

    searcher.choose(position, Limits(seconds=6.0), heuristic, report=reports.append)

    told = [progress for progress in reports if progress.completed]
    assert told
    for progress in told:
        expected = search(searcher, position, progress.completed)
        assert (progress.line, lecture_value(progress.score)) == (
            expected.line,
            lecture_value(expected.score),
        )


@every_searcher
@pytest.mark.parametrize("polls", [1, 2, 10, 100])
def test_a_stopped_search_raises_and_restores_the_position(searcher: Searcher, polls: int):
    position = random_position("loa", 3, 12)
    before = snapshot(position)
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked >= polls

    with pytest.raises(SearchStopped):
        searcher.choose(position, Limits(seconds=1000), heuristic_of(position), stopped=stopped)

    assert asked == polls
    assert snapshot(position) == before


@every_searcher
def test_the_stop_function_is_polled_every_few_nodes(searcher: Searcher):
    position = start("kalah")
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return False

    result = searcher.choose(position, Limits(depth=4), heuristic_of(position), stopped=stopped)

    assert asked >= result.nodes / 16


@every_searcher
@pytest.mark.parametrize("record_tree", [False, True])
def test_an_exception_of_the_heuristic_restores_the_position(searcher: Searcher, record_tree: bool):
    position = random_position("kalah", 3, 12)
    before = snapshot(position)
    calls = 0

    def failing(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise ZeroDivisionError
        return calls % 7

    heuristic = Heuristic("failing", "Failing", "Breaks.", failing)

    with pytest.raises(ZeroDivisionError):
        searcher.choose(position, Limits(depth=5), heuristic, record_tree=record_tree)

    assert snapshot(position) == before


@every_searcher
def test_progress_is_reported_at_most_ten_times_a_second(searcher: Searcher, clock: FakeClock):
    position = start("kalah")
    reports: list[tuple[float, Progress]] = []

    result = searcher.choose(
        position,
        Limits(seconds=1.5),
        heuristic_of(position),
        report=lambda progress: reports.append((clock.now, progress)),
    )

    times = [time for time, _ in reports]
    assert 5 <= len(reports) <= 16
    assert all(later - sooner >= 0.0999 for sooner, later in pairwise(times))
    assert reports[-1][1].nodes <= result.nodes
    for (_, one), (_, other) in pairwise(reports):
        assert one.nodes < other.nodes
        assert one.depth <= other.depth
    assert all(progress.line[0] in position.legal_moves() for _, progress in reports)


# -- any game --------------------------------------------------------------------------------------


@every_searcher
@pytest.mark.parametrize("count", range(1, 14))
def test_a_plugin_game_is_searched_like_a_built_in_one(searcher: Searcher, count: int):
    position = Stones(count)

    result = searcher.choose(position, Limits(depth=count), NO_IDEA)

    assert (position.count, position.side, position.move_stack()) == (count, 0, [])
    assert result.score.proven
    assert (lecture_value(result.score) > 0) == (count % 4 != 0)
    if count % 4:
        assert result.move == count % 4


def test_every_searcher_plays_a_game_to_the_end():
    rng = Random(8)
    for key in DEPTHS:
        position = start(key)
        for _ in range(400):
            if position.is_over():
                break
            searcher = rng.choice(SEARCHERS)
            position.make(search(searcher, position, 1, None).move)
        assert position.is_over() or key == "loa"


# -- names -----------------------------------------------------------------------------------------


def test_the_searchers_have_their_documented_names():
    assert [
        *("game-tree", "negamax", "alpha-beta", "alpha-beta-ordered", "alpha-beta-aspiration"),
        *("alpha-beta-table", "negascout"),
    ] == NAMES
    assert len({searcher.title for searcher in SEARCHERS}) == len(SEARCHERS)
    assert all(searcher.sentence.endswith(".") for searcher in SEARCHERS)


@pytest.mark.parametrize("name", NAMES)
def test_a_searcher_is_found_by_its_name(name: str):
    assert find_searcher(f" {name.upper()} ").name == name


def test_an_unknown_searcher_is_rejected_with_the_known_names():
    with pytest.raises(UnknownName) as caught:
        find_searcher("oracle")

    assert str(caught.value) == (
        "There is no searcher 'oracle'; choose one of: game-tree, negamax, alpha-beta, "
        "alpha-beta-ordered, alpha-beta-aspiration, alpha-beta-table, negascout, engine."
    )


@pytest.mark.parametrize("width", [0, -1.0, float("nan")])
def test_an_aspiration_window_must_be_wider_than_zero(width: float):
    with pytest.raises(ValueError, match="wider than 0"):
        AlphaBetaSearch(aspiration=width)
