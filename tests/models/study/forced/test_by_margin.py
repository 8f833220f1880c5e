"""Forced wins where margins count: verdicts and trees are those of exact values."""

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import check_proof
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.proof.proof import ProofResult
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.forced import by_margin
from kalahloa.models.study.forced.by_margin import MarginProver
from kalahloa.models.study.forced.prover import counts_margins, prover_for
from kalahloa.models.study.forced.question import LineNotFollowed, WinQuestion
from kalahloa.models.work.cancellation import never
from tests.models.study.forced.test_by_proof import check_tree
from tests.oracles import oracle

GAME = find_game("kalah")


def positions(count: int, most_stones: int) -> list[tuple[Position, dict]]:
    """Return positions with few stones in the pits, and what an independent solver says."""
    found = []
    for rules, rows in oracle("kalah")["exact_positions"].items():
        for row in rows:
            pits = row["pos"]
            if sum(pits[:6]) + sum(pits[7:13]) <= most_stones:
                south, north = pits[:6], pits[7:13]
                numbers = ",".join(map(str, [6, pits[6], pits[13], *south, *north]))
                position = GAME.read(f"<{numbers}> S", GAME.rulebook.read(rules))
                found.append((position, row))
    return found[:: max(1, len(found) // count)]


ROWS = positions(12, 12 if is_compiled() else 5)


def asked(position: Position, side: int, margin: int | None = None) -> MarginProver:
    return MarginProver(position, WinQuestion(side, margin, Limits(seconds=120), 4))


def prove(prover: MarginProver):
    return prover.prove(never, lambda progress: None)


def test_the_exact_margin_is_that_of_an_independent_solver():
    for position, row in ROWS:
        for side in (0, 1):
            verdict = prove(asked(position, side))

            value = row["value"] if side == 0 else -row["value"]
            assert verdict.low == verdict.high == value
            assert verdict.result is (ProofResult.WIN if value > 0 else ProofResult.NO_WIN)

    assert len(ROWS) >= (10 if is_compiled() else 3)


def test_a_margin_is_won_by_if_and_only_if_it_is_not_above_the_value():
    for position, row in ROWS:
        for side, value in ((0, row["value"]), (1, -row["value"])):
            for margin in (value - 2, value, value + 1, value + 2):
                if margin >= 1:
                    verdict = prove(asked(position, side, margin))
                    assert verdict.is_win == (margin <= value)
                    assert not verdict.is_open
                    assert verdict.low is None or verdict.low <= value
                    assert verdict.high is None or value <= verdict.high


def test_each_line_of_the_tree_wins_by_what_was_asked():
    won = 0
    for position, row in positions(8, 7 if is_compiled() else 4):
        value = abs(row["value"])
        side = 0 if row["value"] > 0 else 1
        if not value:
            continue
        prover = asked(position, side, max(1, value - 2))
        assert prove(prover).is_win

        def replies(moves, prover=prover, value=value):
            found = prover.find_replies(moves, never)
            for reply in found:
                assert reply.low is not None and reply.low >= max(1, value - 2)
            return tuple(found)

        check_tree(position, side, replies)
        won += 1

    assert won >= (3 if is_compiled() else 1)


def test_the_checker_finds_that_the_tree_wins_by_the_value():
    won = 0
    for position, row in positions(8, 7 if is_compiled() else 4):
        side, value = (0, row["value"]) if row["value"] > 0 else (1, -row["value"])
        if value:
            prover = asked(position, side)
            prove(prover)

            assert check_proof(position, side, prover).margin == value
            won += 1

    assert won >= (3 if is_compiled() else 1)


def test_every_answer_has_the_margin_that_an_independent_solver_gives_it():
    for position, row in ROWS:
        if row["value"] < 0:
            prover = asked(position, 1)
            prove(prover)

            found = prover.find_replies((), never)

            margins = {reply.text: reply.low for reply in found}
            assert margins == {text: -value for text, value in row["moves"].items()}
            assert [reply.low for reply in found] == sorted(margins.values())


def test_it_can_be_stopped_and_goes_on():
    position = GAME.start(GAME.rulebook.default)
    prover = asked(position, 0)

    verdict = prover.prove(lambda: True, lambda progress: None)

    assert verdict.is_open and verdict.stopped
    assert prover.verdict is None


@pytest.mark.parametrize(("key", "expected"), [("kalah", True), ("loa", False)])
def test_margins_count_in_kalah_only(key, expected):
    game = find_game(key)
    position = game.start(game.rulebook.default)

    prover = prover_for(game, position, WinQuestion(0))

    assert counts_margins(game, position) is expected
    assert isinstance(prover, MarginProver) is expected


def test_a_tree_whose_memory_was_given_back_is_searched_again():
    position = next(position for position, row in ROWS if row["value"] > 0)
    prover = asked(position, 0)
    prove(prover)
    before = prover.find_replies((), never)

    prover.release()

    assert prover.replies(()) is None
    assert prover.find_replies((), never) == before


def test_outside_the_tree_no_margin_is_claimed_that_is_not_won():
    """The winner leaves the tree by each move: replies have true margins, or are refused."""
    solver = Solver(16)
    refused = right = 0
    for position, row in ROWS:
        side = 0 if row["value"] > 0 else 1
        if not row["value"] or position.side != side:
            continue
        goal = abs(row["value"])
        for move in position.legal_moves():
            prover = asked(position, side)
            prove(prover)
            after = position.copy()
            after.make(move)
            if after.is_over():
                continue
            values = {m: one.low for m, one in solver.values(after).moves.items()}
            best = max(values.values())
            wins_by = best if after.side == side else -best
            if wins_by < goal:
                with pytest.raises(LineNotFollowed):
                    prover.find_replies((move,), never)
                assert prover.replies((move,)) is None
                refused += 1
            else:
                for reply in prover.find_replies((move,), never):
                    margin = values[reply.move] if after.side == side else -values[reply.move]
                    assert reply.low == reply.high == margin
                    right += 1

    assert refused >= (5 if is_compiled() else 1)
    assert right >= (5 if is_compiled() else 1)


def test_where_exact_margins_take_too_long_those_outside_the_tree_are_still_true(monkeypatch):
    monkeypatch.setattr(by_margin, "EXACT_SECONDS", 0.0)
    solver = Solver(16)
    asked_for = 0
    for position, row in ROWS:
        if row["value"] <= 1:
            continue
        for margin in (1, row["value"]):
            for move in position.legal_moves():
                after = position.copy()
                after.make(move)
                if after.is_over() or after.side == 0:
                    continue
                prover = asked(position, 0, margin)
                assert prove(prover).is_win
                values = {m: one.low for m, one in solver.values(after).moves.items()}
                if -max(values.values()) < prover.verdict.low:
                    with pytest.raises(LineNotFollowed):
                        prover.find_replies((move,), never)
                else:
                    for reply in prover.find_replies((move,), never):
                        assert reply.low <= -values[reply.move] <= reply.high
                asked_for += 1

    assert asked_for >= (10 if is_compiled() else 1)
