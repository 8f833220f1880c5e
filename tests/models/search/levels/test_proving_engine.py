"""The engine with proofs: what it proves it plays, and what is proven is right."""

from collections.abc import Iterator
from itertools import islice
from math import log2
from random import Random
from time import sleep

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.knowledge import NO_KNOWLEDGE
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.network_file import open_network
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.engine import engine as engine_module
from kalahloa.models.search.engine.analysis import AnalysisResult
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.levels import proof_cost
from kalahloa.models.search.levels.levels import at_level, sure_engine
from kalahloa.models.search.levels.move_prover import Budget, Prover
from kalahloa.models.search.levels.proving_engine import ProvingEngine
from kalahloa.models.search.levels.swindles import Swindles
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.request import SearchResult, SearchStopped
from kalahloa.models.search.search_control import limit_by_processor_time, search_time
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import never
from tests.models.random_play import play, random_position, start
from tests.scores import estimate

KALAH = find_game("kalah")
HEURISTIC = KALAH.heuristic()


def small(seed: int, plies: int) -> Kalah:
    """Return a position with three pits a side, at most *plies* random moves after the start."""
    position = start("kalah", pits=3, stones=3)
    assert isinstance(position, Kalah)
    rng = Random(seed)
    play(position, [rng.randrange(1000) for _ in range(plies)])
    if position.is_over():
        position.unmake()
    return position


def player(nodes: int, proof_nodes: int, knowledge=NO_KNOWLEDGE, swindles=None) -> ProvingEngine:
    return ProvingEngine("x", "x", Limits(nodes=nodes), proof_nodes, knowledge, swindles)


def values_of(position) -> dict[int, int]:
    """Return the exact value of each move of a small position, for the side that makes it."""
    found = Solver(4).values(position, with_lines=False)
    return {move: bounds.low for move, bounds in found.moves.items()}


@pytest.mark.parametrize("seed", range(8))
def test_with_enough_nodes_the_move_is_optimal_and_its_value_is_exact(seed):
    position = small(seed, 5)
    if len(position.legal_moves()) == 1:
        return  # it is played without a proof

    found = player(2_000, 1_000_000).choose(position, NO_LIMITS, HEURISTIC)

    values = values_of(position)
    assert found.score.proven
    assert values[found.move] == max(values.values()) == round(lecture_value(found.score) / 100)


@pytest.mark.parametrize("nodes", [1, 30, 300, 3_000])
def test_bounds_are_never_wrong_however_little_was_searched(nodes):
    for seed in range(5):
        position = small(seed, 5)
        values = values_of(position)
        budget = Budget(Limits(nodes=nodes))
        prover = Prover(position, KALAH.knowledge.book(position.rules), TranspositionTable(1),
                        budget, never)  # fmt: skip
        for value in (0, 1, -3, 4):
            for move in position.legal_moves():
                answer = prover.is_at_least(move, value)
                assert answer in (None, values[move] >= value)
        for move, bounds in prover.moves.items():
            assert bounds.low <= values[move] <= bounds.high


def test_a_move_of_the_book_is_played_at_once():
    position = start("kalah")

    found = player(10, 10, KALAH.knowledge).choose(position, NO_LIMITS, HEURISTIC)

    assert (found.score.proven, found.nodes) == (True, 0)
    position.make(found.move)
    value = KALAH.knowledge.book(position.rules).probe(position)
    assert value == 8


@pytest.mark.parametrize(("span", "known"), [(0, True), (94, True), (95, False)])
def test_the_book_is_known_from_a_span_on(span, known):
    engine = ProvingEngine("x", "x", Limits(nodes=10), 10, KALAH.knowledge, book_span=span)

    found = engine.choose(start("kalah"), NO_LIMITS, HEURISTIC)

    assert (found.score.proven, found.nodes == 0) == (known, known)


def test_only_the_highest_level_knows_the_book_beyond_the_first_turns():
    position = start("kalah")
    drawn = read_openings("even:20").offered(position, 20, KALAH.knowledge)[-1]
    for move in drawn.moves:
        position.make(move)
    assert KALAH.knowledge.book(position.rules).probe(position) == 0

    nodes = {
        level: at_level(level, 1, KALAH.knowledge).choose(position, NO_LIMITS, HEURISTIC).nodes
        for level in (9, 10)
    }

    assert nodes[9] > 0 == nodes[10]


def test_no_move_is_said_to_be_searched_deeper_than_it_was(monkeypatch):
    searched: list[AnalysisResult] = []
    analyse = Engine.analyse

    def watched(*args, **kwargs):
        searched.append(analyse(*args, **kwargs))
        return searched[-1]

    monkeypatch.setattr(Engine, "analyse", watched)
    shallow = 0
    for seed in range(60):
        searched.clear()
        position = random_position("kalah", seed, 12 + seed % 20)
        found = player(1_500, 400).choose(position, NO_LIMITS, HEURISTIC)
        if not found.score.proven:
            depths = [
                one.depth for one in searched if found.move in [line.move for line in one.lines]
            ]
            assert found.depth <= max(depths)
            shallow += max(depths) < max(one.depth for one in searched)
    assert shallow  # where what was proven has spoken against the engine's own move


def test_the_move_is_the_same_every_time_with_a_budget_of_nodes():
    position = random_position("kalah", 3, 12)
    other = random_position("kalah", 5, 12)
    engine = player(3_000, 3_000, KALAH.knowledge)

    first = engine.choose(position, NO_LIMITS, HEURISTIC)
    engine.choose(other, NO_LIMITS, HEURISTIC)
    second = engine.choose(position, NO_LIMITS, HEURISTIC)

    assert (first.move, first.nodes, first.score) == (second.move, second.nodes, second.score)


def test_a_budget_of_nodes_is_kept():
    position = random_position("kalah", 3, 9)

    found = player(4_000, 4_000, KALAH.knowledge).choose(position, NO_LIMITS, HEURISTIC)

    assert not found.score.proven
    assert found.nodes < 10_000


def test_a_stopped_engine_raises_search_stopped():
    with pytest.raises(SearchStopped):
        player(10_000, 10_000).choose(start("kalah"), NO_LIMITS, HEURISTIC, stopped=lambda: True)


def test_a_game_that_may_go_on_for_ever_has_no_proofs():
    with pytest.raises(ValueError, match="for ever"):
        player(10, 10).choose(start("loa"), NO_LIMITS, find_game("loa").heuristic())


def test_the_highest_levels_prove_what_they_play():
    position = KALAH.read("<6,14,16,0,0,1,2,3,0,2,1,0,2,3,4> S", KALAH.rulebook.default)

    for level in (9, 10):
        found = at_level(level, 0, KALAH.knowledge).choose(position, NO_LIMITS, HEURISTIC)
        assert found.score.proven


def test_the_engine_with_a_time_limit_proves_in_games_that_always_end():
    limit_by_processor_time(True)  # or a busy machine would leave it no time
    try:
        mover = read_participant("engine:seconds=0.2", KALAH).mover(KALAH, 1)
        position = KALAH.read("<6,14,16,0,0,1,2,3,0,2,1,0,2,3,4> S", KALAH.rulebook.default)
        move = mover(position)
    finally:
        limit_by_processor_time(False)

    values = values_of(position)
    assert values[move] == max(values.values())


def test_without_a_hope_no_proof_is_tried(monkeypatch):
    monkeypatch.setattr(proof_cost, "COST", proof_cost.COST._replace(constant=99.0))
    position = random_position("kalah", 3, 9)

    found = player(300, 10**9).choose(position, NO_LIMITS, HEURISTIC)

    assert found.nodes < 1_000
    assert not found.score.proven


def test_more_stones_take_more_nodes_and_distant_questions_fewer():
    def cost(span: int, distance: float) -> float:
        return proof_cost.predicted_log_nodes(span, distance, 5)

    assert cost(40, 0) < cost(60, 0) < cost(90, 0)
    assert cost(60, 10) < cost(60, 1) == cost(60, -1)
    assert proof_cost.is_likely(40, 0, 5, 2 ** cost(40, 0))
    assert not proof_cost.is_likely(90, 0, 5, 16)
    assert log2(2 ** cost(40, 0)) == pytest.approx(cost(40, 0))


# -- positions that were given away before ---------------------------------------------------------

if is_compiled():  # or it takes too long
    KEPT = [
        ("<6,4,9,2,3,0,1,13,11,1,1,2,0,1,0> S", "5"),
        ("<6,2,3,2,1,0,10,8,7,5,0,1,0,1,8> N", "6"),
        ("<6,3,3,2,1,0,10,0,8,6,1,2,1,1,10> N", "23"),
        ("<6,3,6,2,0,3,7,7,1,0,2,1,8,7,1> N", "36"),
        ("<6,2,3,5,1,2,0,7,7,5,0,2,6,0,8> S", "1"),
    ]

    @pytest.mark.parametrize(("text", "right"), KEPT)
    def test_what_was_given_away_before_is_kept(text, right):
        position = KALAH.read(text, KALAH.rulebook.default)

        engine = player(500_000, 5_000_000, KALAH.knowledge)
        found = engine.choose(position, NO_LIMITS, HEURISTIC)

        assert position.format_move(found.move) in right


# -- setting problems ------------------------------------------------------------------------------


class Always(Searcher):
    """Makes the legal move of a place in the list, whatever the position."""

    name = title = sentence = "always"

    def __init__(self, place: int) -> None:
        self._place = place

    def choose(self, position, limits, heuristic, **_):
        moves = position.legal_moves()
        move = moves[self._place % len(moves)]
        return SearchResult(move, estimate(0.0), (move,), 1, 0.0, 1)


def lost_positions() -> Iterator[Kalah]:
    """Yield small positions that are lost, with several moves that lose alike."""
    for seed in range(400):
        position = small(seed, 4)
        values = values_of(position)
        best = max(values.values())
        if best < 0 and sum(value == best for value in values.values()) > 1:
            yield position


def test_of_moves_that_lose_alike_the_one_most_often_answered_wrongly_is_played():
    opponents = [Always(0), Always(1), Always(2)]
    tried = 0
    for position in islice(lost_positions(), 12):
        values = values_of(position)
        best = max(values.values())
        rates = {}
        for move in [one for one, value in values.items() if value == best]:
            position.make(move)
            if not position.is_over() and position.side != _side_before(position, move):
                rates[move] = _share_wrong(position, opponents)
            position.unmake()
        if len(rates) < sum(value == best for value in values.values()):
            continue  # an extra turn, or the end of the game
        engine = player(2_000, 1_000_000, swindles=Swindles(lambda: opponents))
        chosen = engine.choose(position, NO_LIMITS, HEURISTIC).move
        assert rates[chosen] == max(rates.values())
        tried += 1
    assert tried


def _side_before(position: Kalah, move: int) -> int:
    position.unmake()
    side = position.side
    position.make(move)
    return side


def _share_wrong(position: Kalah, opponents: list[Searcher]) -> float:
    values = values_of(position)
    best = max(values.values())
    if len(values) == 1:
        return 0.0
    replies = [one.choose(position, NO_LIMITS, HEURISTIC).move for one in opponents]
    return sum(values[reply] < best for reply in replies) / len(replies)


def test_problems_are_set_alike_for_the_same_seed():
    position = next(lost_positions())
    chosen = {
        player(2_000, 1_000_000, swindles=Swindles(lambda: [Always(1)], seed=4))
        .choose(position, NO_LIMITS, HEURISTIC)
        .move
        for _ in range(3)
    }
    assert len(chosen) == 1


@pytest.mark.parametrize("network", [True, False])
def test_the_network_judges_unless_it_is_turned_off(network, monkeypatch):
    given = []
    monkeypatch.setattr(
        "kalahloa.models.games.kalah.position.open_network",
        lambda rules: given.append(rules) or open_network(rules),
    )
    player = sure_engine(Limits(nodes=200), 0, KALAH.knowledge, network)

    player.choose(random_position("kalah", 3, 9), NO_LIMITS, HEURISTIC)

    assert bool(given) == network


# -- the clock that counts -------------------------------------------------------------------------


def test_time_limits_can_count_processor_time():
    before = search_time()
    limit_by_processor_time(True)
    try:
        assert search_time() != pytest.approx(before, abs=1e-3) or before < 60
        found = sure_engine(Limits(seconds=0.02), 0, KALAH.knowledge).choose(
            random_position("kalah", 3, 9), NO_LIMITS, HEURISTIC
        )
        assert found.seconds < 10
    finally:
        limit_by_processor_time(False)


def test_the_time_for_new_memory_is_not_taken_from_the_first_move(monkeypatch):
    def slow(mebibytes: int) -> TranspositionTable:
        sleep(0.3)
        return TranspositionTable(1)

    monkeypatch.setattr(engine_module, "TranspositionTable", slow)
    position = KALAH.read("<6,10,7,3,9,1,0,1,1,1,1,1,0,1,12> S", KALAH.rulebook.default)
    player = ProvingEngine("x", "x", Limits(seconds=0.25))

    found = player.choose(position, NO_LIMITS, HEURISTIC)

    assert found.depth > 0 or found.score.proven
    assert found.nodes > 0


def test_among_moves_proven_to_be_equal_the_seed_decides_and_without_one_the_first_is_made():
    position = next(
        one
        for one in (small(seed, 5) for seed in range(99))
        if list(values_of(one).values()).count(max(values_of(one).values())) > 1
        and max(values_of(one).values()) > 0
    )
    values = values_of(position)
    best = {move for move, value in values.items() if value == max(values.values())}

    def chosen(seed: int | None) -> int:
        made = ProvingEngine("x", "x", Limits(nodes=2_000), 10**6, NO_KNOWLEDGE, seed=seed)
        return made.choose(position, NO_LIMITS, HEURISTIC).move

    assert len({chosen(seed) for seed in range(12)}) > 1
    assert {chosen(seed) for seed in range(12)} <= best
    assert len({chosen(None) for _ in range(3)}) == 1


def test_estimated_moves_vary_where_as_much_is_proven_of_them():
    position = start("kalah")
    play(position, [5, 1, 2, 3, 1, 2])
    engines = [
        ProvingEngine("x", "x", Limits(nodes=3_000), 300, NO_KNOWLEDGE, seed=seed, near=3.0)
        for seed in range(8)
    ]

    moves = {one.choose(position, NO_LIMITS, HEURISTIC).move for one in engines}

    assert len(moves) > 1
    assert moves <= set(position.legal_moves())


def test_the_highest_level_begins_tic_tac_toe_in_several_ways():
    game = find_game("tictactoe")
    start_position = game.start(game.rulebook.default)

    chosen = {
        at_level(10, seed, game.knowledge)
        .choose(start_position, Limits(depth=99), game.heuristic())
        .move
        for seed in range(12)
    }

    assert len(chosen) > 1
