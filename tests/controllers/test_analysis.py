"""When values are worked out, when they are not, and endgames in the background."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.controllers.analysis import Analysis
from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.controllers.work.analysis_service import AnalysisService, ValuesNews
from kalahloa.models.games.kalah.book.book import Book, book_name, key_of, write_book
from kalahloa.models.games.kalah.knowledge import open_knowledge
from kalahloa.models.games.kalah.tablebase.files import tablebase_files
from kalahloa.models.registry import find_game
from kalahloa.models.search.move_values import MoveValue, TimeSlice
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.strength.levels import PERFECT
from kalahloa.models.user_cache import VARIABLE, cache_folder
from tests.controllers.conftest import COMPUTER
from tests.models.wrong_book import WrongSource
from tests.scripted import ScriptedSearcher

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
QUICK = (TimeSlice(0.5 if is_compiled() else 4.0, 0.05),)
SMALL = 12 if is_compiled() else 8
"""The stones of the endgames for which the small budget suffices."""


@pytest.fixture
def analysis(controller: TurnController) -> Iterator[Analysis]:
    controller.new_game(find_game("kalah"))
    made = Analysis(controller, service=AnalysisService(time_slices=QUICK))
    made.set_budget("off")
    yield made
    made.shut_down()


def all_proven(analysis: Analysis) -> bool:
    return bool(analysis.values) and all(v.proven for v in analysis.values.values())


def endgames_ready(analysis: Analysis) -> bool:
    return analysis._knowledge is not None and analysis._knowledge.tablebase is not None


def test_nothing_is_worked_out_unless_somebody_wants_it(controller, analysis):
    controller.play(3)

    assert analysis.values == {}
    assert analysis._request == 0


def test_values_are_those_of_the_solver(controller, analysis, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(analysis))
    solved = Solver(1).values(controller.position).moves
    assert {m: v.number for m, v in analysis.values.items()} == {
        move: bounds.value for move, bounds in solved.items()
    }


def test_values_of_another_place_are_gone_at_once_and_late_ones_are_dropped(
    controller, analysis, qtbot
):
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: bool(analysis.values))
    old = analysis._request or 1

    controller.play(3)
    assert analysis.values == {}
    analysis._on_values(ValuesNews(old, {1: MoveValue(99.0, True, "+99")}, True))
    assert analysis.values == {}

    qtbot.waitUntil(lambda: set(analysis.values) == set(controller.position.legal_moves()))


def test_values_wait_while_the_computer_thinks(controller, analysis, searcher, qtbot):
    searcher.shut()
    analysis.set_wanted(True)
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    assert controller.thinking
    assert analysis._request == 0
    assert analysis.values == {}

    controller.pause()

    qtbot.waitUntil(lambda: len(analysis.values) == 6)


def test_values_stay_while_a_hint_is_searched(controller, analysis, searcher, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(analysis))
    searcher.shut()

    controller.request_hint()

    assert controller.hinting
    assert all_proven(analysis)
    searcher.open()
    qtbot.waitUntil(lambda: controller.hint is not None)
    assert all_proven(analysis)


def test_a_question_is_answered_in_words_the_best_move_first(controller, analysis, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)

    with qtbot.waitSignal(analysis.answered) as signal:
        assert analysis.ask() == "Computing the values of the moves."
        assert analysis.answering

    assert not analysis.answering
    lines = signal.args[0].splitlines()
    numbers = [int(line.split()[1]) for line in lines]
    assert numbers == sorted(numbers, reverse=True)
    assert all(line.endswith("proven") for line in lines)
    assert analysis.ask() == signal.args[0]


def test_a_question_has_to_wait_for_its_moment(controller, analysis, searcher):
    searcher.shut()
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    assert analysis.ask() == "Wait until the search has ended."

    controller.new_game(controller.game, start="<6,1,1,0,0,0,0,0,0,0,0,0,0,0,3> S")
    assert analysis.ask() == "The game is over; there are no moves."
    assert not analysis.answering


@pytest.mark.parametrize("key", ["loa", "tictactoe"])
def test_other_games_tell_their_values_too(controller, analysis, qtbot, key):
    controller.new_game(find_game(key))

    with qtbot.waitSignal(analysis.answered) as signal:
        analysis.ask()

    assert len(signal.args[0].splitlines()) == len(controller.position.legal_moves())


def test_a_game_that_fails_is_a_sentence(controller, analysis, qtbot, monkeypatch):
    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.Valuer", failing)

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.set_wanted(True)

    assert signal.args == ["The values cannot be computed: out of luck"]
    assert analysis.values == {}


def test_the_book_of_any_game_tells_values(controller, analysis, qtbot):
    game = replace(find_game("tictactoe"), key="noughts", load_knowledge=WrongSource)
    controller.new_game(game)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(analysis) and analysis.values[2].number == 1)
    assert {move: value.number for move, value in analysis.values.items()} == {
        move: float(move == 2) for move in range(1, 10)
    }


def test_a_book_tells_values_without_any_search(controller, analysis, qtbot):
    # Rules for which no book comes with the program.
    rules = controller.game.rulebook.read("empty-capture-lecture-end", {})
    controller.new_game(controller.game, rules)
    position, margins = controller.position.copy(), {}
    for move in position.legal_moves():
        position.make(move)
        margins[key_of(position)] = 2 * (6 - move) + (move >= 3)
        position.unmake()
    write_book(Book.of(rules, margins), cache_folder() / book_name(rules))

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(analysis))
    # From pit 3 on there is a stone in the kalah, which is not in the book's margins.
    assert {move: value.number for move, value in analysis.values.items()} == {
        **{move: -2 * (6 - move) for move in (1, 2, 4, 5, 6)},
        3: 2 * (6 - 3) + 2,  # South moves again
    }


# -- endgames ----------------------------------------------------------------------------------


def test_endgames_are_built_when_values_are_first_wanted_and_kept(controller, analysis, qtbot):
    analysis.set_budget("small")
    assert tablebase_files(cache_folder()) == []

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert [file.stones for file in tablebase_files(cache_folder())] == [SMALL]
    assert analysis.share_built is None


def test_a_perfect_player_has_endgames_built_too(controller, analysis, qtbot):
    analysis.set_budget("small")

    controller.new_game(controller.game, players=(HUMAN, Player(Level.of_engine(PERFECT))))

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert analysis.values == {}


def test_endgames_of_the_cache_are_read_without_a_word(controller, analysis, qtbot):
    open_knowledge(controller.record.rules, SMALL)
    shares: list[object] = []
    analysis.building.connect(shares.append)
    analysis.set_budget("small")

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert shares == []


def test_other_rules_get_endgames_of_their_own(controller, analysis, qtbot):
    analysis.set_budget("small")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: endgames_ready(analysis))
    first = analysis._knowledge

    controller.new_game(controller.game, controller.game.rulebook.read("standard"))

    qtbot.waitUntil(lambda: analysis._knowledge is not first and endgames_ready(analysis))
    assert len(tablebase_files(cache_folder())) == 2


def test_building_can_be_refused_and_values_come_all_the_same(controller, analysis, qtbot):
    analysis.set_budget("large")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.cancel_endgames()

    assert "not built" in signal.args[0]
    assert analysis.share_built is None
    controller.play(3)
    qtbot.waitUntil(lambda: bool(analysis.values))
    assert analysis._endgame_request == 0
    assert tablebase_files(cache_folder()) == []


def test_a_place_that_cannot_be_written_to_is_one_sentence(
    controller, analysis, qtbot, tmp_path: Path, monkeypatch
):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv(VARIABLE, str(in_the_way))
    analysis.set_budget("small")

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.set_wanted(True)

    assert signal.args[0].startswith(f"The tablebase cannot be stored in {in_the_way}")
    qtbot.waitUntil(lambda: bool(analysis.values))


def test_shutting_down_stops_a_build_and_leaves_nothing_behind(controller, analysis, qtbot):
    analysis.set_budget("large")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    analysis.shut_down()

    folder = cache_folder()
    assert not folder.exists() or os.listdir(folder) == []


def test_the_searcher_of_the_tests_is_not_asked_for_values(controller, analysis, searcher, qtbot):
    assert isinstance(searcher, ScriptedSearcher)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: bool(analysis.values))
    assert searcher.asked == []
