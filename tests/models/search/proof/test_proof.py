"""Proof-number search: correct results, and proofs that can be replayed."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof import proof as proof_replay
from kalahloa.models.search.proof.proof import InvalidProof, Proof, ProofResult
from kalahloa.models.search.proof.proof_search import ProofSearch
from kalahloa.models.search.proof.proof_table import ProofTable
from kalahloa.models.search.proof.strategies import TableStrategy
from tests.models.graph_game import GraphGame, forced, random_graph
from tests.models.random_play import STEADY, play, random_position, start
from tests.models.search.engine.test_engine_values import (
    before_the_end,
    few_pieces,
    wins_by_the_mover,
)
from tests.models.stones_game import Stones
from tests.oracles import loa_endgames
from tests.pure_twin import load_pure

SMALL = Limits(nodes=20_000 if is_compiled() else 3_000)
UNBOUNDED = Limits()
EASY = 100_000 if is_compiled() else 3_000
prove = partial(proof_replay.prove, mebibytes=1)
PRESETS = ("tutorial", "olympiad", "openspiel")
SEEDS = st.integers(0, 1 << 30)


def endgame(row: dict) -> Position:
    game = find_game("loa")
    return game.read(row["position"], game.rulebook.read(row["rules"]))


def easy_endgames(most_nodes: int, step: int) -> list[dict]:
    return [row for row in loa_endgames() if row["nodes"] <= most_nodes][::step]


def random_defence(seed: int) -> Callable[[Position], int]:
    random = Random(seed)
    return lambda position: random.choice(position.legal_moves())


def all_lines(proof: Proof) -> Iterator[list[int]]:
    """Yield the proof's line against every defence, in the order of the legal moves."""
    choices: list[tuple[int, int]] = []
    while True:
        depth = 0

        def defend(position: Position) -> int:
            nonlocal depth
            moves = position.legal_moves()
            if depth == len(choices):
                choices.append((0, len(moves)))
            chosen = moves[choices[depth][0]]
            depth += 1
            return chosen

        yield proof.replay(defend)
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return
        choices[-1] = (choices[-1][0] + 1, choices[-1][1])


# -- games with known values -----------------------------------------------------------------------


@STEADY
@given(SEEDS, st.integers(2, 24), st.sampled_from(["go on", "draw"]))
def test_in_cyclic_graphs_exactly_the_forced_wins_are_proven(seed, nodes, returns):
    graph = random_graph(seed, nodes)
    for side in (0, 1):
        won = graph.won_by(side)
        for node in range(nodes):
            position = GraphGame(graph, node, returns)
            if not position.is_over():
                proof = prove(position, UNBOUNDED, side=side)
                assert proof.proven == (node in won)
                if proof.proven:
                    assert len(proof.line) <= nodes


def test_most_positions_of_a_graph_that_are_not_won_are_disproven():
    seen = dict.fromkeys(ProofResult, 0)
    for seed in range(60):
        graph = random_graph(seed, 12)
        for node in range(12):
            position = GraphGame(graph, node)
            if not position.is_over():
                seen[prove(position, UNBOUNDED).result] += 1

    assert seen[ProofResult.WIN] > 50
    assert seen[ProofResult.NO_WIN] > 50
    assert seen[ProofResult.UNKNOWN] <= seen[ProofResult.NO_WIN] / 20


@STEADY
@given(SEEDS)
def test_with_partial_repetition_rules_no_result_is_wrong(seed):
    graph = random_graph(seed, 12)
    for node in range(12):
        position = GraphGame(graph, node, "draw by pairs")
        if not position.is_over():
            result = prove(position, UNBOUNDED).result
            truth = forced(position, position.side)
            assert result is not (ProofResult.NO_WIN if truth else ProofResult.WIN)


def test_with_partial_repetition_rules_most_wins_are_proven():
    proven = wins = 0
    for seed in range(60):
        position = GraphGame(random_graph(seed, 12), seed % 12, "draw by pairs")
        if not position.is_over() and forced(position, position.side):
            wins += 1
            proven += prove(position, UNBOUNDED).proven

    assert wins > 5
    assert proven >= 0.9 * wins


def test_tictactoe_results_are_those_of_full_search():
    for seed in range(150 if is_compiled() else 20):
        position = random_position("tictactoe", seed, seed % 8)
        for side in (0, 1):
            expected = ProofResult.WIN if forced(position, side) else ProofResult.NO_WIN
            assert prove(position, UNBOUNDED, side=side).result is expected


@pytest.mark.parametrize("rules", ["lecture", "standard", "empty-capture"])
def test_results_of_games_with_extra_turns_are_those_of_the_engine(rules):
    engine = Engine(1)
    seen = set()
    for plies in range(0, 8 if is_compiled() else 3):
        position = start("kalah", rules, pits=3, stones=2)
        random = Random(plies)
        for _ in range(plies):
            if not position.is_over():
                position.make(random.choice(position.legal_moves()))
        if not position.is_over():
            score = engine.analyse(position, Limits(depth=100)).lines[0].score
            assert score.proven
            result = prove(position, UNBOUNDED).result
            assert result is (ProofResult.WIN if score.number > 0 else ProofResult.NO_WIN)
            seen.add(result)

    assert seen


def test_a_game_in_plain_python_is_solved():
    for count in range(1, 12):
        proof = prove(Stones(count), UNBOUNDED)

        assert proof.result is (ProofResult.WIN if count % 4 else ProofResult.NO_WIN)
        if proof.proven:
            assert len(list(all_lines(proof))) == 3 ** (count // 4)


class Ones(Stones):
    """The same game with one stone a move, so that it is as long as it has stones."""

    def list_moves(self) -> list[int]:
        return [1]


@pytest.mark.parametrize(
    ("stones", "result"),
    [
        (299, ProofResult.WIN),
        (300, ProofResult.NO_WIN),
        (301, ProofResult.UNKNOWN),
        (900, ProofResult.UNKNOWN),
    ],
)
def test_a_result_beyond_the_maximal_path_length_is_unknown(stones, result):
    assert prove(Ones(stones), UNBOUNDED).result is result


# -- Lines of Action -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("plies", [1, 3] if is_compiled() else [1])
def test_endings_of_recorded_games_are_proven_if_the_engine_proves_them(preset, plies):
    engine = Engine(1)
    for entry in wins_by_the_mover():
        position = before_the_end(entry, plies, preset)
        best = engine.analyse(position, Limits(depth=plies)).lines[0]
        if best.score.decided and best.score.number > 0:
            proof = prove(position, SMALL)
            assert proof.proven
            assert len(proof.line) >= best.score.plies


@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_proof_search_agree_on_random_positions(preset):
    engine = Engine(4)
    wins = 0
    for seed in range(60 if is_compiled() else 3):
        position = few_pieces(seed, preset)
        best = engine.analyse(position, Limits(depth=5, nodes=30_000)).lines[0]
        proof = prove(position, SMALL)
        if best.score.decided:
            assert proof.result is not (
                ProofResult.NO_WIN if best.score.number > 0 else ProofResult.WIN
            ), position
        if proof.proven and best.score.decided:
            wins += 1
            assert best.score.plies <= len(proof.line)

    assert wins >= (10 if is_compiled() else 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_proof_wins_against_every_defence(preset):
    lines = 0
    for seed in range(40 if is_compiled() else 3):
        proof = prove(few_pieces(seed, preset), SMALL)
        if proof.proven and len(proof.line) <= 5:
            for line in all_lines(proof):
                assert len(line) <= len(proof.line)
                lines += 1

    assert lines > (100 if is_compiled() else 0)


def test_published_endgames_are_proven_and_the_proofs_replayed():
    rows = easy_endgames(200_000, 12) if is_compiled() else easy_endgames(1_500, 20)
    for number, row in enumerate(rows):
        proof = prove(endgame(row), Limits(nodes=1_000_000), mebibytes=8)
        assert proof.proven
        for seed in range(3):
            assert proof.replay(random_defence(100 * number + seed))

    assert len(rows) >= (12 if is_compiled() else 1)


def test_the_endgame_file_is_consistent():
    rows = loa_endgames()

    assert len(rows) >= 300
    assert len({row["position"] for row in rows}) == len(rows)
    assert {row["rules"] for row in rows} == set(PRESETS)
    for row in rows:
        assert 1_000 <= row["nodes"] <= 10_000_000
        assert row["plies"] % 2 == 1
        assert not endgame(row).is_over()


def test_a_move_that_connects_both_sides_wins_or_not_as_the_rules_say():
    game = find_game("loa")
    text = "8/8/8/8/2b5/1w2w3/3w4/1b6 b"  # b1xb3 connects Black, and White as well
    wins = prove(game.read(text, game.rulebook.read("tutorial")), SMALL)
    draws = prove(game.read(text, game.rulebook.read("olympiad")), SMALL)

    assert [wins.position.format_move(move) for move in wins.line] == ["b1xb3"]
    assert draws.result is ProofResult.NO_WIN


def test_a_side_without_a_move_loses_or_passes_as_the_rules_say():
    game = find_game("loa")
    text = "6wb/6ww/8/8/1w6/8/w7/bw6 w"  # b4-b2 leaves Black without a move
    loses = prove(game.read(text, game.rulebook.read("openspiel")), SMALL)
    passes = prove(game.read(text, game.rulebook.read("tutorial")), SMALL)

    assert [loses.position.format_move(move) for move in loses.line] == ["b4-b2"]
    assert len(passes.line) != 1


def test_results_that_depend_on_history_are_recognised():
    loa = load_pure()["games.loa.game"].GAME
    seen = {True: 0, False: 0}
    for preset in PRESETS:
        for seed in range(8):
            random = Random(seed)
            position = loa.read("b7/8/8/2w5/8/4b3/8/w6b b", loa.rulebook.read(preset))
            while not position.is_over():
                moves = position.legal_moves()
                made = position.move_stack()
                # Often back to where the piece came from, so that boards recur.
                back = made[-2] >> 6 | (made[-2] & 63) << 6 if len(made) > 1 else -1
                again = back in moves and random.random() < 0.7
                position.make(back if again else random.choice(moves))
            rests = position.depends_on_history()
            reason = position.outcome().reason
            repeats = "the position occurs" in reason or "the position is repeated" in reason
            assert rests == repeats
            seen[rests] += 1

    assert all(seen.values())


def test_only_rules_that_repeat_boards_for_either_side_have_an_other_side_hash():
    loa = load_pure()["games.loa.game"].GAME
    board = "b7/8/8/2w5/8/4b3/8/w6b"
    for preset in PRESETS:
        black, white = (loa.read(f"{board} {side}", loa.rulebook.read(preset)) for side in "bw")
        expected = white.hash if preset == "openspiel" else 0
        assert black.other_side_hash() == expected


# -- estimates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
def test_estimates_change_the_way_but_no_result(preset):
    random = Random(7)
    seen = dict.fromkeys((1, 0, -1), 0)
    for _ in range(60):
        position = start("loa", preset, size=4)
        play(position, [random.randrange(1000) for _ in range(random.randrange(12))])
        if position.is_over():
            continue
        for side in (0, 1):
            plain = ProofSearch(position.copy(), ProofTable(1), side)
            estimating = ProofSearch(position.copy(), ProofTable(1), side)
            estimating.estimate()
            values = plain.run(EASY), estimating.run(EASY)
            assert values[0] == values[1] or 0 in values
            seen[values[1]] += 1

    assert min(seen[1], seen[-1]) > 5


@pytest.mark.skipif(not is_compiled(), reason="takes long without the compiled modules")
def test_estimates_spare_most_of_the_nodes_of_hard_positions():
    rules = find_game("loa").rulebook.read("tutorial", {"size": 6})
    nodes = []
    for estimates in (False, True):
        position = find_game("loa").read("1b1b2/2ww2/2b1bw/wb2bw/2w2w/1w1bb1 b", rules)
        search = ProofSearch(position, ProofTable(64))
        if estimates:
            search.estimate()
        assert search.run() == 1
        nodes.append(search.node_count())

    assert 4 * nodes[1] < nodes[0]


def test_there_are_no_estimates_without_an_evaluation():
    with pytest.raises(ValueError, match="The position has no evaluation"):
        ProofSearch(GraphGame(random_graph(1, 9), 0), ProofTable(1)).estimate()


# -- limits, both modes, invalid proofs ------------------------------------------------------------


def test_both_modes_visit_the_same_nodes():
    pure = load_pure()
    limits = {"nodes": 4_000}
    pairs = []
    easy = easy_endgames(3_000, 1)
    for row in [next(row for row in easy if row["rules"] == preset) for preset in PRESETS]:
        loa = pure["games.loa.game"].GAME
        twin = loa.read(row["position"], loa.rulebook.read(row["rules"]))
        pairs.append((endgame(row), twin))
    for rules in ("lecture", "empty-capture"):
        kalah = pure["games.kalah.game"].GAME
        twin = kalah.start(kalah.rulebook.read(rules, {"pits": 3, "stones": 1}))
        pairs.append((start("kalah", rules, pits=3, stones=1), twin))
    for position, twin in pairs:
        here = prove(position, Limits(**limits))
        there = pure["search.proof.proof"].prove(
            twin, pure["search.limits"].Limits(**limits), mebibytes=1
        )
        assert (here.result.value, here.nodes, here.line) == (
            there.result.value,
            there.nodes,
            there.line,
        )

    assert len(pairs) == 5


def test_a_search_ends_at_its_node_limit():
    for nodes in (1, 2, 31, 500):
        proof = prove(start("loa"), Limits(nodes=nodes))

        assert proof.result is ProofResult.UNKNOWN
        assert proof.nodes == nodes
        assert proof.line == ()


def test_a_search_can_be_stopped_and_reports_its_progress():
    told = []

    proof = prove(start("loa"), UNBOUNDED, stopped=lambda: bool(told), report=told.append)

    assert proof.result is ProofResult.UNKNOWN
    assert told[0].nodes > 0
    assert told[0].proof > 0


def test_a_search_ends_when_its_time_is_up():
    proof = prove(start("loa"), Limits(seconds=0.05))

    assert proof.result is ProofResult.UNKNOWN
    assert proof.seconds >= 0.05


def test_a_table_that_is_far_too_small_costs_only_time():
    rows = [row for row in loa_endgames() if 300_000 < row["nodes"] < 600_000]
    for row in rows[:3] if is_compiled() else ():
        proof = prove(endgame(row), Limits(nodes=20_000_000))

        assert proof.proven
        assert len(proof.replay(proof.longest_defence)) == len(proof.line)

    assert rows


def test_moves_before_the_root_count_as_repetitions():
    row = easy_endgames(3_000, 1)[0]
    position = endgame(row)
    fresh = prove(position, SMALL)
    for move in fresh.line[:2]:
        position.make(move)

    later = prove(position, SMALL)

    assert later.proven
    assert later.position.ply == 2
    assert later.replay(later.longest_defence)
    assert position.ply == 2


def test_a_missing_answer_is_searched_again():
    position = endgame(easy_endgames(3_000, 1)[0])
    empty = TableStrategy(ProofSearch(position.copy(), ProofTable(1)), position)

    proof = Proof(position, position.side, ProofResult.WIN, SMALL, empty)

    assert proof.answer(position) is None
    assert proof.replay(proof.longest_defence)


def test_a_proof_that_cannot_be_completed_is_invalid():
    position = start("loa")
    limits = Limits(nodes=100)

    empty = TableStrategy(ProofSearch(position.copy(), ProofTable(1)), position)
    unfounded = Proof(position, position.side, ProofResult.WIN, limits, empty)

    with pytest.raises(InvalidProof):
        unfounded.replay(unfounded.longest_defence)


def test_replaying_without_a_proof_raises():
    proof = prove(start("loa"), Limits(nodes=10))

    with pytest.raises(InvalidProof, match="No proven win"):
        proof.replay(proof.longest_defence)


def test_an_illegal_defence_is_rejected():
    proof = prove(endgame(easy_endgames(3_000, 1)[0]), SMALL)

    with pytest.raises(ValueError, match="legal"):
        proof.replay(lambda position: -5)
    other = proof.position.copy()
    other.make(proof.line[0])
    with pytest.raises(ValueError, match="winner's"):
        proof.answer(other)


def test_proving_a_finished_game_raises():
    game = find_game("tictactoe")
    position = game.read("XXX/OO./... O", game.rulebook.default)

    with pytest.raises(ValueError, match="over"):
        prove(position, SMALL)


@pytest.mark.parametrize("limits", [{"seconds": -0.001}, {"seconds": -1.0}, {"nodes": 0}])
def test_limits_out_of_range_are_rejected(limits):
    with pytest.raises(ValueError, match="search"):
        Limits(**limits)
