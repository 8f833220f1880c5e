"""Values are kept from one game to the next: what is known of a game is asked for it alone."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.search.move_values import TimeSlice
from kalahloa.models.search.solver.solver import Solver
from tests import plugin

KEYS = ("kalah", "loa", "tictactoe", plugin.KEY)
QUICK = (TimeSlice(0.05 if is_compiled() else 0.5, 0.02),)
FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"


@pytest.fixture(autouse=True)
def connect_four(tmp_path: Path) -> Iterator[None]:
    with plugin.installed(tmp_path):
        yield


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    made = open_app(find_game("loa"), service=AnalysisService(time_slices=QUICK))
    made[Analysis].set_budget("small")
    yield made
    made.shut_down()


@pytest.fixture
def document(app: AppContext) -> Document:
    return app.document


@pytest.fixture
def analysis(app: AppContext) -> Analysis:
    return app[Analysis]


@pytest.mark.parametrize(("first", "second"), list(permutations(KEYS, 2)))
def test_values_are_told_in_each_game_after_each_other(document, analysis, qtbot, first, second):
    said: list[str] = []
    analysis.message.connect(said.append)

    def values_are_told() -> None:
        moves = set(document.position.legal_moves())
        qtbot.waitUntil(lambda: set(analysis.values) == moves and document.place.values_final)

    document.new_game(find_game(first))
    analysis.set_wanted(True)
    values_are_told()
    left = document.record
    document.new_game(find_game(second))
    values_are_told()
    document.play(document.position.legal_moves()[0])
    values_are_told()
    document.jump(0)
    values_are_told()
    document.open_record(record_from_json(record_to_json(left)), (HUMAN, HUMAN))
    values_are_told()

    assert said == []


@pytest.mark.parametrize("other", [key for key in KEYS if key != "kalah"])
def test_proven_values_are_right_before_and_after_another_game(document, analysis, qtbot, other):
    kalah = find_game("kalah")
    solved = Solver(1).values(kalah.read(FEW_STONES, kalah.rulebook.default)).moves
    expected = {move: bounds.value for move, bounds in solved.items()}

    def values() -> dict[int, float]:
        return {move: value.number for move, value in analysis.values.items() if value.proven}

    analysis.set_wanted(True)
    for _ in range(2):
        document.new_game(kalah, start=FEW_STONES)
        qtbot.waitUntil(lambda: values() == expected)
        document.new_game(find_game(other))
        qtbot.waitUntil(lambda: bool(analysis.values))


def test_what_is_known_of_a_game_is_asked_for_it_alone_and_found_again(document, analysis, qtbot):
    def known() -> Knowledge | None:
        record = document.record
        return analysis._tablebases.knowledge(record.game, record.rules)

    document.new_game(find_game("kalah"))
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: known() is not None and not analysis._tablebases.is_loading)
    first = known()

    document.new_game(find_game("loa"))
    assert known() is None

    document.new_game(find_game("kalah"))
    assert known() is first


def test_endgames_are_not_built_on_for_a_game_that_was_left(document, analysis, qtbot):
    analysis.set_budget("large")
    document.new_game(find_game("kalah"))
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    document.new_game(find_game("loa"))

    assert analysis.share_built is None


def test_what_was_proven_under_some_rules_is_not_known_under_others(document, analysis):
    kalah = find_game("kalah")
    lecture, other = kalah.rulebook.default, kalah.rulebook.preset("standard").rules
    document.new_game(kalah, lecture, start=FEW_STONES)
    move = document.position.legal_moves()[0]
    analysis.known_now()().remember(document.position, {move: 3})
    position = document.position.copy()
    position.make(move)
    assert analysis.known_now()().look_up(position) is not None

    document.new_game(kalah, other, start=FEW_STONES)
    position = document.position.copy()
    position.make(move)

    assert analysis.known_now()().look_up(position) is None
