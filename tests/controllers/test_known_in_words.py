"""What is proven of a position is said alike by typed values, hints, proofs and reviews."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kalahloa.controllers.base.player import Level, Player
from kalahloa.controllers.commands.typed import Interpreter
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.known import known_moves
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import TimeSlice
from kalahloa.models.search.solver.solver import Solver
from tests.oracles import loa_endgames

KALAH, LOA, TICTACTOE = (find_game(key) for key in ("kalah", "loa", "tictactoe"))
FIVE = LOA.rulebook.read("olympiad", {"size": 5})
LONG_WIN = min(
    (row for row in loa_endgames() if row["rules"] == "tutorial" and row["plies"] == 11),
    key=lambda row: row["nodes"],
)
PLACES: dict[str, tuple[Any, Any, str | None]] = {
    "a proven start": (LOA, FIVE, None),
    "in a proof, to lose": (LOA, FIVE, "1bbb1/w3w/w2bw/w3w/2bb1 w"),
    "noughts and crosses": (TICTACTOE, TICTACTOE.rulebook.default, "XX./OO./... X"),
    "few stones": (KALAH, KALAH.rulebook.default, "<6,20,19,0,1,0,2,0,1,1,0,2,0,1,1> S"),
}


@pytest.fixture
def desk(qapp) -> Iterator[Desk]:
    made = Desk.of(LOA, service=AnalysisService(time_slices=(TimeSlice(0.2, 0.1),)))
    made.analysis.set_budget("small")
    yield made
    made.shut_down()


def typed(desk: Desk, line: str) -> str:
    return Interpreter(desk).execute(line)


def typed_values(desk: Desk, qtbot: Any) -> dict[int, tuple[str, bool]]:
    """Return the text of each move's value, and whether it is said to be proven."""
    with qtbot.waitSignal(desk.analysis.answered, timeout=30_000) as answered:
        typed(desk, "values")
        if desk.analysis.findings.is_final(desk.document.node):
            desk.analysis.answered.emit(desk.analysis.text())
    rows = [re.split(r"\s{2,}", row.strip()) for row in answered.args[0].splitlines()]
    position = desk.document.position
    return {position.read_move(move): (text, trust == "proven") for move, text, trust in rows}


def hint_of(desk: Desk, qtbot: Any) -> Any:
    while desk.document.place.hint is None or desk.document.place.hint.step < HintStep.MOVE:
        typed(desk, "hint")
        qtbot.waitUntil(lambda: not desk.document.place.hinting, timeout=30_000)
    return desk.document.place.hint


def prove(desk: Desk, qtbot: Any) -> Any:
    typed(desk, "prove")
    qtbot.waitUntil(lambda: not desk.proofs.busy, timeout=60_000)
    (result, *_) = desk.document.place.proof.results
    return result.verdict


@pytest.mark.parametrize("place", PLACES)
def test_typed_words_say_what_is_known(desk: Desk, qtbot: Any, place: str) -> None:
    game, rules, start = PLACES[place]
    desk.document.new_game(game, rules, start=start)
    position = desk.document.position
    known = known_moves(game.knowledge.to_play(rules), position)
    if known.value is None:
        solved = {m: one.low for m, one in Solver(16).values(position).moves.items()}
        value = max(solved.values())
        best = [move for move, one in solved.items() if one == value]
    else:
        value, best = known.value.value, list(known.best)
    desk.analysis.want_knowledge()
    qtbot.waitUntil(lambda: not desk.analysis.is_loading, timeout=30_000)

    hint = hint_of(desk, qtbot)
    values = typed_values(desk, qtbot)
    verdict = prove(desk, qtbot)

    assert hint.value.proven
    assert hint.value.number == value
    assert hint.move in best
    for move, one in known.moves.items():
        if one is not None:
            assert values[move][1]
    assert values[hint.move] == (hint.value.text, True)
    assert verdict.is_win == (value > 0)
    if verdict.is_win and verdict.line:
        assert verdict.line[0] in best
    again = typed_values(desk, qtbot)
    assert {move for move, one in values.items() if one[1]} <= {
        move for move, one in again.items() if one[1]
    }


def test_a_review_says_what_is_known(desk: Desk, qtbot: Any) -> None:
    desk.document.new_game(LOA, FIVE)
    start = desk.document.position.copy()
    known = known_moves(LOA.knowledge.to_play(FIVE), start)
    bad = start.read_move("b1-e1")
    assert bad not in known.best
    for move in ("b1-d3", "a3xd3"):
        typed(desk, move)

    typed(desk, "review")
    qtbot.waitUntil(lambda: not desk.reviews.running, timeout=60_000)
    first, second = desk.document.place.reviewed.review.plies

    assert first.proven
    assert second.proven
    assert (first.value.number, second.value.number) == (1, -1)
    assert first.loss == second.loss == 0


def test_a_review_says_what_was_proven_here(desk: Desk, qtbot: Any) -> None:
    """A hundredth of a second a move is too little to find this win."""
    desk.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=LONG_WIN["position"])
    position = desk.document.position.copy()
    side = position.side
    verdict = prove(desk, qtbot)
    assert verdict.is_win
    other = next(move for move in position.legal_moves() if move not in verdict.line[:1])
    desk.document.play(other)

    limits = Limits(seconds=0.01)
    with qtbot.waitSignal(desk.reviews.judged, timeout=30_000):
        desk.reviews.judge(desk.document.node, limits)

    ply = desk.reviews.known(desk.document.node)
    assert ply is not None
    assert (ply.side, ply.best) == (side, verdict.line[0])
    assert (ply.best_value.number, ply.best_value.proven) == (1, True)


def test_a_player_follows_a_win_that_was_proven_here(desk: Desk, qtbot: Any) -> None:
    """The engine alone does not find this win in a hundredth of a second a move."""
    rules = LOA.rulebook.read("tutorial")
    desk.document.new_game(LOA, rules, start=LONG_WIN["position"])
    verdict = prove(desk, qtbot)
    assert verdict.is_win
    assert verdict.plies is not None
    side = desk.document.position.side
    computer = Player(Level(searcher="engine", depth=None, seconds=0.01))
    players = list(desk.document.players)
    players[side] = computer
    desk.turns.minimum_think_seconds = 0.0

    desk.document.set_players(tuple(players))
    while desk.document.node.outcome is None:
        qtbot.waitUntil(
            lambda: desk.document.node.outcome is not None or desk.document.position.side != side
        )
        if desk.document.node.outcome is None:
            desk.document.play(defence(desk))

    assert desk.document.node.outcome.winner == side
    assert desk.document.position.ply <= verdict.plies


def defence(desk: Desk) -> int:
    """Return the defence that lasts longest by the proof."""
    tree = desk.document.place.proof
    replies = desk.proofs.replies(tree.tree.number, tree.moves)
    assert replies
    return replies[0].move
