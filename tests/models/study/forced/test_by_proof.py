"""Forced wins by proof-number search: the verdict, and a tree in which every answer is walked."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.search.proof.strategies import PartialStrategy
from kalahloa.models.study.forced import by_proof, navigation
from kalahloa.models.study.forced.by_proof import ProofProver
from kalahloa.models.study.forced.question import (
    LineNotFollowed,
    Replies,
    WinProgress,
    WinProver,
    WinQuestion,
)
from kalahloa.models.work.cancellation import never
from tests.models.graph_game import GraphGame, forced, random_graph
from tests.models.random_play import STEADY, random_position
from tests.models.stones_game import Stones
from tests.oracles import loa_endgames

UNBOUNDED = Limits()


def asked(position: Position, side: int | None = None, **limits) -> ProofProver:
    question = WinQuestion(
        position.side if side is None else side,
        limits=Limits(**limits) if limits else UNBOUNDED,
        mebibytes=1,
    )
    return ProofProver(position, question)


def endgame(row: dict) -> Position:
    game = find_game("loa")
    return game.read(row["position"], game.rulebook.read(row["rules"]))


def endgames(most_nodes: int, step: int = 1) -> list[dict]:
    """Return known wins; without compiled modules only the easiest."""
    rows = [row for row in loa_endgames() if row["nodes"] <= most_nodes]
    return rows[::step] if is_compiled() else sorted(rows, key=lambda row: row["nodes"])[:1]


def searched(prover: WinProver) -> Callable[[tuple[int, ...]], Replies]:
    return lambda moves: prover.find_replies(moves, never)


def kept(prover: WinProver) -> Callable[[tuple[int, ...]], Replies]:
    """Return what is there without a search, and must be."""

    def replies(moves: tuple[int, ...]) -> Replies:
        found = prover.replies(moves)
        assert found is not None
        return found

    return replies


def check_tree(
    position: Position, side: int, replies: Callable[[tuple[int, ...]], Replies]
) -> tuple[int, int]:
    """Walk the whole tree of *position*, and check it by the rules alone.

    Each of the winner's turns has one legal move, each of the others' turns every legal one; every
    line ends with a win of *side*, and no line is longer than it is said to be.  Returns how many
    plies the longest line has, and how many positions were met.
    """
    position = position.copy()
    line: list[int] = []
    met = 0

    def visit() -> int:
        nonlocal met
        met += 1
        found = replies(tuple(line))
        legal = position.legal_moves()
        if position.side == side:
            assert len(found) == 1 and found[0].move in legal
        else:
            assert sorted(reply.move for reply in found) == sorted(legal)
        assert [reply.text for reply in found] == [
            position.format_move(reply.move) for reply in found
        ]
        longest = 0
        for reply in found:
            position.make(reply.move)
            line.append(reply.move)
            outcome = position.outcome()
            if outcome is not None:
                assert outcome.winner == side
                assert (reply.plies, reply.ending) == (0, outcome.reason)
                plies = 0
            else:
                assert not reply.ending
                plies = visit()
                assert reply.plies is None or plies <= reply.plies
            longest = max(longest, plies + 1)
            line.pop()
            position.unmake()
        return longest

    return visit(), met


# -- verdicts --------------------------------------------------------------------------------------


def test_every_answer_in_the_tree_of_a_known_win_can_be_walked_to_its_end():
    walked = 0
    for row in endgames(60_000, 9):
        position = endgame(row)
        prover = asked(position)

        verdict = prover.prove(never, lambda progress: None)

        assert verdict.is_win and not verdict.is_open
        plies, met = check_tree(position, position.side, kept(prover))
        assert plies == verdict.plies == len(verdict.line)
        assert verdict.plies >= row["plies"] or not verdict.shortest
        walked += met

    assert walked > (1_000 if is_compiled() else 10)


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_the_side_that_is_not_to_move_can_be_asked_about(preset):
    rows = [row for row in endgames(8_000) if row["rules"] == preset]
    for row in rows[:3]:
        position = endgame(row)
        winner = position.side
        position.make(asked(position).prove(never, lambda progress: None).line[0])
        prover = asked(position, winner)

        verdict = prover.prove(never, lambda progress: None)

        assert verdict.is_win
        plies, _ = check_tree(position, winner, kept(prover))
        assert plies == verdict.plies
        first = prover.replies(())
        assert first is not None and len(first) == len(position.legal_moves())
        assert list(first) == sorted(first, key=lambda reply: -(reply.plies or 0))


def test_tictactoe_is_answered_as_full_search_does_for_both_sides():
    for seed in range(60 if is_compiled() else 8):
        position = random_position("tictactoe", seed, seed % 8)
        for side in (0, 1):
            prover = asked(position, side)
            verdict = prover.prove(never, lambda progress: None)

            assert verdict.is_win == forced(position, side)
            assert not verdict.is_open
            if verdict.is_win:
                check_tree(position, side, kept(prover))
            else:
                assert verdict.line == () and prover.replies(()) is None


@STEADY
@given(st.integers(0, 1 << 30), st.integers(2, 20))
def test_in_graphs_with_cycles_no_line_of_a_tree_goes_round(seed, nodes):
    graph = random_graph(seed, nodes)
    for node in range(nodes):
        position = GraphGame(graph, node)
        if not position.is_over():
            prover = asked(position)
            if prover.prove(never, lambda progress: None).is_win:
                plies, _ = check_tree(position, position.side, kept(prover))
                assert plies <= nodes


def test_a_game_in_plain_python_without_hashes_has_a_tree():
    prover = asked(Stones(11))

    verdict = prover.prove(never, lambda progress: None)

    assert verdict.is_win
    check_tree(Stones(11), 0, kept(prover))
    assert asked(Stones(12)).prove(never, lambda progress: None).result is ProofResult.NO_WIN


def test_a_win_is_called_the_shortest_only_if_it_is():
    claimed = 0
    for row in endgames(20_000, 7):
        position = endgame(row)
        verdict = asked(position).prove(never, lambda progress: None)
        assert verdict.plies is not None
        if verdict.shortest:
            claimed += 1
            search = by_proof.WinSearch(position, position.side)
            assert search.wins_within(verdict.plies)
            assert not search.wins_within(verdict.plies - 1)

    assert claimed > (3 if is_compiled() else 0)


def test_a_win_that_the_engine_finds_has_a_whole_tree_too(monkeypatch):
    monkeypatch.setattr(by_proof, "FIRST_NODES", 1)
    for row in [row for row in endgames(8_000) if row["plies"] <= 5][:3]:
        position = endgame(row)
        prover = asked(position)

        verdict = prover.prove(never, lambda progress: None)

        assert verdict.is_win
        plies, _ = check_tree(position, position.side, kept(prover))
        assert plies == verdict.plies == row["plies"]


# -- limits, stopping, going on --------------------------------------------------------------------


def test_what_is_not_proven_within_the_limits_is_unknown():
    position = find_game("loa").start(find_game("loa").rulebook.default)

    verdict = asked(position, nodes=500).prove(never, lambda progress: None)

    assert verdict.result is ProofResult.UNKNOWN
    assert verdict.nodes == 500 and not verdict.stopped
    assert verdict.plies is None and verdict.line == ()


def test_it_can_be_stopped_and_reports_numbers():
    position = find_game("loa").start(find_game("loa").rulebook.default)
    told: list[WinProgress] = []

    verdict = asked(position).prove(lambda: bool(told), told.append)

    assert verdict.result is ProofResult.UNKNOWN and verdict.stopped
    assert told[0].nodes > 0 and told[0].proof is not None and told[0].disproof is not None


def test_a_search_that_was_interrupted_goes_on_with_its_limits_and_its_table():
    row = next(row for row in endgames(60_000) if row["nodes"] > 20_000 or not is_compiled())
    position = endgame(row)
    prover = asked(position, nodes=1_000_000)
    calls = 0

    def interrupted() -> bool:
        nonlocal calls
        calls += 1
        return calls > 2

    prover.prove(interrupted, lambda progress: None)
    verdict = prover.prove(never, lambda progress: None)

    assert verdict.is_win
    assert row["nodes"] / 4 <= verdict.nodes <= 4 * row["nodes"]


def test_an_open_verdict_is_searched_on_with_more_time():
    row = endgames(60_000, 5)[-1]
    position = endgame(row)
    prover = asked(position, nodes=max(100, row["nodes"] // 4))
    first = prover.prove(never, lambda progress: None)
    assert first.is_open

    prover.question = WinQuestion(position.side, limits=Limits(nodes=1_000_000), mebibytes=1)
    second = prover.prove(never, lambda progress: None)

    assert second.is_win


# -- what is missing -------------------------------------------------------------------------------


def test_a_tree_whose_memory_was_given_back_is_proven_again():
    position = endgame(endgames(4_000)[0])
    prover = asked(position)
    prover.prove(never, lambda progress: None)

    prover.release()

    assert prover.replies(()) is None
    check_tree(position, position.side, searched(prover))


def test_a_proof_that_does_not_fit_is_walked_piece_by_piece(monkeypatch):
    few = 16 if is_compiled() else 4
    monkeypatch.setattr(by_proof, "MAX_POSITIONS", few)
    row = next(row for row in endgames(20_000) if row["plies"] >= 5 or not is_compiled())
    position = endgame(row)
    prover = ProofProver(position, WinQuestion(position.side, limits=UNBOUNDED), max_positions=few)

    verdict = prover.prove(never, lambda progress: None)

    assert verdict.is_win and verdict.plies is None
    check_tree(position, position.side, searched(prover))


def test_answers_that_the_table_has_lost_are_found_again():
    missing = 0

    class Forgetful:
        """A plan that has lost most moves."""

        def __init__(self, plan: PartialStrategy) -> None:
            self.plan = plan

        def answer(self, position: Position) -> int | None:
            nonlocal missing
            if Random(position.hash).random() < 0.7:
                missing += 1
                return None
            return self.plan.answer(position)

        def proves(self, position: Position) -> bool:
            return False

    position = endgame(endgames(4_000)[0])
    found = navigation.ExploredProof(position, position.side)
    plan = found.find_plan(position, never)

    plies = found.walk((), Forgetful(plan))

    assert missing > 0
    line = found.longest_line()
    assert len(line) == plies


def test_a_plan_that_is_wrong_is_not_believed(monkeypatch):
    monkeypatch.setattr(navigation, "MEND_NODES", 20_000)

    class Wrong:
        """A plan with a single move, which does not win."""

        def answer(self, position: Position) -> int | None:
            return losing if position.ply == 0 else None

        def proves(self, position: Position) -> bool:
            return False

    position = endgame(endgames(4_000)[0])
    losing = losing_move(position)
    found = navigation.ExploredProof(position, position.side)

    found.walk((), Wrong())

    for move in found.longest_line():
        assert not position.is_over()
        position.make(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == found.side


def test_a_plan_by_which_the_other_side_wins_is_not_believed():
    class Wrong:
        """A plan that makes two threats, but lets O complete a row first."""

        def answer(self, position: Position) -> int | None:
            return 9 if position.ply == 0 else None

        def proves(self, position: Position) -> bool:
            return False

    game = find_game("tictactoe")
    found = navigation.ExploredProof(game.read("X.X/OO./... X", game.rulebook.default), 0)

    plies = found.walk((), Wrong())

    assert (plies, found.longest_line()) == (1, (2,))


def test_a_line_that_leaves_the_win_is_not_followed(monkeypatch):
    monkeypatch.setattr(by_proof, "MEND_NODES", 20_000)
    monkeypatch.setattr(navigation, "MEND_NODES", 20_000)
    position = endgame(endgames(2_000)[0])
    prover = asked(position)
    prover.prove(never, lambda progress: None)
    move = losing_move(position)

    assert prover.replies((move,)) is None
    with pytest.raises(LineNotFollowed):
        prover.find_replies((move,), never)


def losing_move(position: Position) -> int:
    """Return a move after which nothing is proven with little effort, and the game goes on."""
    for move in position.legal_moves():
        after = position.copy()
        after.make(move)
        if not after.is_over():
            prover = asked(after, position.side, nodes=20_000)
            if not prover.prove(never, lambda progress: None).is_win:
                return move
    raise AssertionError("All moves win.")
