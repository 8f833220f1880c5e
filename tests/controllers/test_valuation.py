"""When values are worked out, when they are not, and endgames in the background."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.turn_controller import TurnController
from kalahloa.controllers.valuation import Valuation
from kalahloa.controllers.values_service import ValuesNews, ValuesService
from kalahloa.models.games.kalah.book.book import Book, book_name, key_of, write_book
from kalahloa.models.games.kalah.knowledge import open_knowledge
from kalahloa.models.games.kalah.tablebase.files import VARIABLE, cache_folder, endgame_files
from kalahloa.models.registry import find_game
from kalahloa.models.search.move_values import MoveValue, Spell
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.strength.levels import PERFECT
from tests.controllers.conftest import COMPUTER
from tests.models.wrong_book import WrongSource
from tests.scripted import ScriptedSearcher

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
QUICK = (Spell(0.5 if is_compiled() else 4.0, 0.05),)
SMALL = 12 if is_compiled() else 8
"""The stones of the endgames for which the small budget suffices."""


@pytest.fixture
def valuation(controller: TurnController) -> Iterator[Valuation]:
    controller.new_game(find_game("kalah"))
    made = Valuation(controller, service=ValuesService(spells=QUICK))
    made.set_budget("off")
    yield made
    made.shut_down()


def all_proven(valuation: Valuation) -> bool:
    return bool(valuation.values) and all(v.proven for v in valuation.values.values())


def endgames_ready(valuation: Valuation) -> bool:
    return valuation._knowledge is not None and valuation._knowledge.endgames is not None


def test_nothing_is_worked_out_unless_somebody_wants_it(controller, valuation):
    controller.play(3)

    assert valuation.values == {}
    assert valuation._request == 0


def test_values_are_those_of_the_solver(controller, valuation, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(valuation))
    solved = Solver(1).values(controller.position).moves
    assert {m: v.number for m, v in valuation.values.items()} == {
        move: bounds.value for move, bounds in solved.items()
    }


def test_values_of_another_place_are_gone_at_once_and_late_ones_are_dropped(
    controller, valuation, qtbot
):
    valuation.set_wanted(True)
    qtbot.waitUntil(lambda: bool(valuation.values))
    old = valuation._request or 1

    controller.play(3)
    assert valuation.values == {}
    valuation._on_values(ValuesNews(old, {1: MoveValue(99.0, True, "+99")}, True))
    assert valuation.values == {}

    qtbot.waitUntil(lambda: set(valuation.values) == set(controller.position.legal_moves()))


def test_values_wait_while_the_computer_thinks(controller, valuation, searcher, qtbot):
    searcher.shut()
    valuation.set_wanted(True)
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    assert controller.thinking
    assert valuation._request == 0
    assert valuation.values == {}

    controller.pause()

    qtbot.waitUntil(lambda: len(valuation.values) == 6)


def test_values_stay_while_a_hint_is_searched(controller, valuation, searcher, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)
    valuation.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(valuation))
    searcher.shut()

    controller.request_hint()

    assert controller.hinting
    assert all_proven(valuation)
    searcher.open()
    qtbot.waitUntil(lambda: controller.hint is not None)
    assert all_proven(valuation)


def test_a_question_is_answered_in_words_the_best_move_first(controller, valuation, qtbot):
    controller.new_game(controller.game, start=FEW_STONES)

    with qtbot.waitSignal(valuation.answered) as signal:
        assert valuation.ask() == "Working out what the moves are worth."
        assert valuation.answering

    assert not valuation.answering
    lines = signal.args[0].splitlines()
    numbers = [int(line.split()[1]) for line in lines]
    assert numbers == sorted(numbers, reverse=True)
    assert all(line.endswith("proven") for line in lines)
    assert valuation.ask() == signal.args[0]


def test_a_question_has_to_wait_for_its_moment(controller, valuation, searcher):
    searcher.shut()
    controller.new_game(controller.game, players=(COMPUTER, COMPUTER))
    assert valuation.ask() == "Wait until nobody thinks."

    controller.new_game(controller.game, start="<6,1,1,0,0,0,0,0,0,0,0,0,0,0,3> S")
    assert valuation.ask() == "The game is over; there are no moves."
    assert not valuation.answering


@pytest.mark.parametrize("key", ["loa", "tictactoe"])
def test_other_games_tell_their_values_too(controller, valuation, qtbot, key):
    controller.new_game(find_game(key))

    with qtbot.waitSignal(valuation.answered) as signal:
        valuation.ask()

    assert len(signal.args[0].splitlines()) == len(controller.position.legal_moves())


def test_a_game_that_fails_is_a_sentence(controller, valuation, qtbot, monkeypatch):
    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("kalahloa.controllers.values_service.Valuer", failing)

    with qtbot.waitSignal(valuation.message) as signal:
        valuation.set_wanted(True)

    assert signal.args == ["The values cannot be told: out of luck"]
    assert valuation.values == {}


def test_the_book_of_any_game_tells_values(controller, valuation, qtbot):
    game = replace(find_game("tictactoe"), key="noughts", load_knowledge=WrongSource)
    controller.new_game(game)

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(valuation) and valuation.values[2].number == 1)
    assert {move: value.number for move, value in valuation.values.items()} == {
        move: float(move == 2) for move in range(1, 10)
    }


def test_a_book_tells_values_without_any_search(controller, valuation, qtbot):
    # Rules for which no book comes with the program.
    rules = controller.game.rulebook.read("empty-capture-lecture-end", {})
    controller.new_game(controller.game, rules)
    position, margins = controller.position.copy(), {}
    for move in position.legal_moves():
        position.make(move)
        margins[key_of(position)] = 2 * (6 - move) + (move >= 3)
        position.unmake()
    write_book(Book.of(rules, margins), cache_folder() / book_name(rules))

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(valuation))
    # From pit 3 on there is a stone in the kalah, which is not in the book's margins.
    assert {move: value.number for move, value in valuation.values.items()} == {
        **{move: -2 * (6 - move) for move in (1, 2, 4, 5, 6)},
        3: 2 * (6 - 3) + 2,  # South moves again
    }


# -- endgames ----------------------------------------------------------------------------------


def test_endgames_are_built_when_values_are_first_wanted_and_kept(controller, valuation, qtbot):
    valuation.set_budget("small")
    assert endgame_files(cache_folder()) == []

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(valuation))
    assert [file.stones for file in endgame_files(cache_folder())] == [SMALL]
    assert valuation.share_built is None


def test_a_perfect_player_has_endgames_built_too(controller, valuation, qtbot):
    valuation.set_budget("small")

    controller.new_game(controller.game, players=(HUMAN, Player(Level.of_engine(PERFECT))))

    qtbot.waitUntil(lambda: endgames_ready(valuation))
    assert valuation.values == {}


def test_endgames_of_the_cache_are_read_without_a_word(controller, valuation, qtbot):
    open_knowledge(controller.record.rules, SMALL)
    shares: list[object] = []
    valuation.building.connect(shares.append)
    valuation.set_budget("small")

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(valuation))
    assert shares == []


def test_other_rules_get_endgames_of_their_own(controller, valuation, qtbot):
    valuation.set_budget("small")
    valuation.set_wanted(True)
    qtbot.waitUntil(lambda: endgames_ready(valuation))
    first = valuation._knowledge

    controller.new_game(controller.game, controller.game.rulebook.read("standard"))

    qtbot.waitUntil(lambda: valuation._knowledge is not first and endgames_ready(valuation))
    assert len(endgame_files(cache_folder())) == 2


def test_building_can_be_refused_and_values_come_all_the_same(controller, valuation, qtbot):
    valuation.set_budget("large")
    valuation.set_wanted(True)
    qtbot.waitUntil(lambda: valuation.share_built is not None)

    with qtbot.waitSignal(valuation.message) as signal:
        valuation.cancel_endgames()

    assert "not built" in signal.args[0]
    assert valuation.share_built is None
    controller.play(3)
    qtbot.waitUntil(lambda: bool(valuation.values))
    assert valuation._endgame_request == 0
    assert endgame_files(cache_folder()) == []


def test_a_place_that_cannot_be_written_to_is_one_sentence(
    controller, valuation, qtbot, tmp_path: Path, monkeypatch
):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv(VARIABLE, str(in_the_way))
    valuation.set_budget("small")

    with qtbot.waitSignal(valuation.message) as signal:
        valuation.set_wanted(True)

    assert signal.args[0].startswith(f"The endgames cannot be kept in {in_the_way}")
    qtbot.waitUntil(lambda: bool(valuation.values))


def test_shutting_down_stops_a_build_and_leaves_nothing_behind(controller, valuation, qtbot):
    valuation.set_budget("large")
    valuation.set_wanted(True)
    qtbot.waitUntil(lambda: valuation.share_built is not None)

    valuation.shut_down()

    folder = cache_folder()
    assert not folder.exists() or os.listdir(folder) == []


def test_the_searcher_of_the_tests_is_not_asked_for_values(controller, valuation, searcher, qtbot):
    assert isinstance(searcher, ScriptedSearcher)

    valuation.set_wanted(True)

    qtbot.waitUntil(lambda: bool(valuation.values))
    assert searcher.asked == []
