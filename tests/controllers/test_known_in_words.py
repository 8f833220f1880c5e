"""What is proven of a position is said alike by typed values, hints, proofs and reviews."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kalahloa.controllers.base.player import Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import HintStep
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofState
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.session.typed import Interpreter
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
def app(qapp) -> Iterator[AppContext]:
    made = open_app(LOA, service=AnalysisService(time_slices=(TimeSlice(0.2, 0.1),)))
    made[Analysis].set_budget("small")
    yield made
    made.shut_down()


def typed(app: AppContext, line: str) -> str:
    return Interpreter(app).execute(line)


def typed_values(app: AppContext, qtbot: Any) -> dict[int, tuple[str, bool]]:
    """Return the text of each move's value, and whether it is said to be proven."""
    with qtbot.waitSignal(app[Analysis].answered, timeout=30_000) as answered:
        typed(app, "values")
        if app[Analysis].findings.is_final(app.document.node):
            app[Analysis].answered.emit(app[Analysis].text())
    rows = [re.split(r"\s{2,}", row.strip()) for row in answered.args[0].splitlines()]
    position = app.document.position
    return {position.read_move(move): (text, trust == "proven") for move, text, trust in rows}


def hint_of(app: AppContext, qtbot: Any) -> Any:
    while app.document.place.hint is None or app.document.place.hint.step < HintStep.MOVE:
        typed(app, "hint")
        qtbot.waitUntil(lambda: not app.document.place.hinting, timeout=30_000)
    return app.document.place.hint


def prove(app: AppContext, qtbot: Any) -> Any:
    typed(app, "prove")
    qtbot.waitUntil(lambda: not app[Proofs].is_busy, timeout=60_000)
    (result, *_) = app.document.place[ProofState].results
    return result.verdict


@pytest.mark.parametrize("place", PLACES)
def test_typed_words_say_what_is_known(app: AppContext, qtbot: Any, place: str) -> None:
    game, rules, start = PLACES[place]
    app.document.new_game(game, rules, start=start)
    position = app.document.position
    known = known_moves(game.knowledge.to_play(rules), position)
    if known.value is None:
        solved = {m: one.low for m, one in Solver(16).values(position).moves.items()}
        value = max(solved.values())
        best = [move for move, one in solved.items() if one == value]
    else:
        value, best = known.value.value, list(known.best)
    app[Analysis].want_knowledge()
    qtbot.waitUntil(lambda: not app[Analysis].is_loading, timeout=30_000)

    hint = hint_of(app, qtbot)
    values = typed_values(app, qtbot)
    verdict = prove(app, qtbot)

    assert hint.value.proven
    assert hint.value.number == value
    assert hint.move in best
    for move, one in known.moves.items():
        if one is not None:
            assert values[move][1]
    assert values[hint.move] == (hint.value.short, True)
    assert verdict.is_win == (value > 0)
    if verdict.is_win and verdict.line:
        assert verdict.line[0] in best
    again = typed_values(app, qtbot)
    assert {move for move, one in values.items() if one[1]} <= {
        move for move, one in again.items() if one[1]
    }


def test_a_review_says_what_is_known(app: AppContext, qtbot: Any) -> None:
    app.document.new_game(LOA, FIVE)
    start = app.document.position.copy()
    known = known_moves(LOA.knowledge.to_play(FIVE), start)
    bad = start.read_move("b1-e1")
    assert bad not in known.best
    for move in ("b1-d3", "a3xd3"):
        typed(app, move)

    typed(app, "review")
    qtbot.waitUntil(lambda: not app[Reviews].running, timeout=60_000)
    first, second = app.document.place[Reviewed].review.plies

    assert first.proven
    assert second.proven
    assert (first.value.number, second.value.number) == (1, -1)
    assert first.loss == second.loss == 0


def test_a_review_says_what_was_proven_here(app: AppContext, qtbot: Any) -> None:
    """A hundredth of a second a move is too little to find this win."""
    app.document.new_game(LOA, LOA.rulebook.read("tutorial"), start=LONG_WIN["position"])
    position = app.document.position.copy()
    side = position.side
    verdict = prove(app, qtbot)
    assert verdict.is_win
    other = next(move for move in position.legal_moves() if move not in verdict.line[:1])
    app.document.play(other)

    limits = Limits(seconds=0.01)
    with qtbot.waitSignal(app[Reviews].judged, timeout=30_000):
        app[Reviews].judge(app.document.node, limits)

    ply = app[Reviews].known(app.document.node)
    assert ply is not None
    assert (ply.side, ply.best) == (side, verdict.line[0])
    assert (ply.best_value.number, ply.best_value.proven) == (1, True)


def test_a_player_follows_a_win_that_was_proven_here(app: AppContext, qtbot: Any) -> None:
    """The engine alone does not find this win in a hundredth of a second a move."""
    rules = LOA.rulebook.read("tutorial")
    app.document.new_game(LOA, rules, start=LONG_WIN["position"])
    verdict = prove(app, qtbot)
    assert verdict.is_win
    assert verdict.plies is not None
    side = app.document.position.side
    computer = Player(Level(searcher="engine", depth=None, seconds=0.01))
    players = list(app.document.players)
    players[side] = computer
    app.turns.minimum_think_seconds = 0.0

    app.document.set_players(tuple(players))
    while app.document.node.outcome is None:
        qtbot.waitUntil(
            lambda: app.document.node.outcome is not None or app.document.position.side != side
        )
        if app.document.node.outcome is None:
            app.document.play(defence(app))

    assert app.document.node.outcome.winner == side
    assert app.document.position.ply <= verdict.plies


def defence(app: AppContext) -> int:
    """Return the defence that lasts longest by the proof."""
    tree = app.document.place.get(ProofState)
    replies = app[Proofs].replies(tree.tree.number, tree.moves)
    assert replies
    return replies[0].move
