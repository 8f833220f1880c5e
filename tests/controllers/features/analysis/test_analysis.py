"""When values and hints are searched for, when they are not, and endgames in the background."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import SearchReply, ValuesNews
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.book.book import Book, book_key, book_name, write_book
from kalahloa.models.games.kalah.knowledge import open_knowledge
from kalahloa.models.games.kalah.tablebase.files import tablebase_files
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.models.search.move_values import TimeSlice
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.storage.user_cache import VARIABLE, cache_folder
from tests.controllers.conftest import COMPUTER
from tests.models.wrong_book import WrongSource
from tests.scores import estimate, exact
from tests.scripted import ScriptedSearcher

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
QUICK = (TimeSlice(0.5 if is_compiled() else 4.0, 0.05),)
SMALL = 12 if is_compiled() else 8
"""The stones of the endgames for which the small budget suffices."""


@pytest.fixture
def app(qapp, searcher: ScriptedSearcher) -> Iterator[AppContext]:
    made = open_app(
        find_game("kalah"), service=AnalysisService(find=searcher.find, time_slices=QUICK)
    )
    made[Analysis].set_budget("off")
    yield made
    searcher.open()
    made.shut_down()


@pytest.fixture
def document(app: AppContext) -> Document:
    return app.document


@pytest.fixture
def analysis(app: AppContext) -> Analysis:
    return app[Analysis]


def all_proven(analysis: Analysis) -> bool:
    return bool(analysis.values) and all(v.proven for v in analysis.values.values())


def knowledge(analysis: Analysis) -> Knowledge | None:
    record = analysis._document.record
    return analysis._tablebases.knowledge(record.game, record.rules)


def endgames_ready(analysis: Analysis) -> bool:
    known: Any = knowledge(analysis)
    return known is not None and known.tablebase is not None


def test_nothing_is_worked_out_unless_somebody_wants_it(document, analysis):
    document.play(3)

    assert analysis.values == {}
    assert analysis._values_request == 0


def test_values_are_those_of_the_solver(document, analysis, qtbot):
    document.new_game(document.game, start=FEW_STONES)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(analysis))
    solved = Solver(1).values(document.position).moves
    assert {m: v.number for m, v in analysis.values.items()} == {
        move: bounds.value for move, bounds in solved.items()
    }


def test_values_of_another_place_are_gone_at_once_and_late_ones_are_dropped(
    document, analysis, qtbot
):
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: bool(analysis.values))
    old = analysis._values_request or 1

    document.play(3)
    assert analysis.values == {}
    analysis._on_values(ValuesNews(old, {1: exact(99.0)}, True))
    assert analysis.values == {}

    qtbot.waitUntil(lambda: set(analysis.values) == set(document.position.legal_moves()))


def test_values_wait_while_the_computer_thinks(app, document, analysis, searcher, qtbot):
    searcher.shut()
    analysis.set_wanted(True)
    document.new_game(document.game, players=(COMPUTER, COMPUTER))
    assert document.place.thinking
    assert analysis._values_request == 0
    assert analysis.values == {}

    app.turns.pause()

    qtbot.waitUntil(lambda: len(analysis.values) == 6)


def test_values_begin_again_after_a_hint(document, analysis, searcher, qtbot):
    document.new_game(document.game, start=FEW_STONES)
    searcher.shut()
    analysis.request_hint()
    qtbot.waitUntil(searcher.began.is_set)
    analysis.set_wanted(True)
    assert document.place.hinting
    assert document.place.values == {}

    searcher.open()

    qtbot.waitUntil(lambda: document.place.hint is not None and all_proven(analysis))
    assert document.place.values_final


# -- hints -------------------------------------------------------------------------------------


def test_a_hint_is_told_when_it_is_found(document, analysis, searcher, qtbot):
    changes: list[Change] = []
    document.changed.connect(changes.append)

    analysis.request_hint()
    assert document.place.hinting

    qtbot.waitUntil(lambda: not document.place.hinting)
    hint = document.place.hint
    assert (hint.move, hint.label) == (1, "1  0.0")
    assert [change.causes for change in changes] == [{Cause.ACTIVITY, Cause.FINDINGS}] * 2


def test_a_hint_is_not_shown_again_where_one_comes_back_unless_it_is_asked_for(
    app, document, analysis, qtbot
):
    analysis.request_hint()
    qtbot.waitUntil(lambda: document.place.hint is not None)
    document.play(3)

    app.navigation.back()

    assert document.place.hint is None


def test_a_hint_is_gone_with_its_place_and_not_searched_on(document, analysis, searcher, qtbot):
    searcher.shut()
    analysis.request_hint()
    qtbot.waitUntil(searcher.began.is_set)

    document.play(3)

    assert not document.place.hinting
    qtbot.waitUntil(lambda: searcher.stopped_searches == 1)
    searcher.open()
    analysis.request_hint()
    qtbot.waitUntil(lambda: document.place.hint is not None)
    document.play(document.position.legal_moves()[0])
    assert document.place.hint is None


def test_a_late_hint_for_another_place_is_dropped(document, analysis, searcher):
    searcher.shut()
    analysis.request_hint()
    number = analysis._hint_request
    document.play(3)

    analysis._on_reply(SearchReply(number, SearchResult(1, estimate(5.0), (1,), 1, 0.0, 1)))

    assert document.place.hint is None
    assert analysis.findings.values(document.record.root) == {}


def test_one_hint_at_a_time_is_searched_for(document, analysis, searcher, qtbot):
    searcher.shut()
    analysis.request_hint()
    analysis.request_hint()

    searcher.open()

    qtbot.waitUntil(lambda: document.place.hint is not None)
    assert len(searcher.asked) == 1


def test_a_hint_is_what_the_values_beside_it_say(document, analysis, searcher, qtbot):
    """The searcher prefers the first legal move, at +10.36; the solver knows better."""
    document.new_game(document.game, start=FEW_STONES)
    analysis.set_wanted(True)
    analysis.request_hint()

    qtbot.waitUntil(lambda: document.place.hint is not None and all_proven(analysis))

    place = document.place
    assert place.hint.value == place.values[place.hint.move]
    assert place.hint.value.number == max(value.number for value in place.values.values())
    assert place.hint.value.proven


def test_a_hint_needs_no_search_where_the_values_are_final(document, analysis, searcher, qtbot):
    document.new_game(document.game, start=FEW_STONES)
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(analysis))

    analysis.request_hint()

    best = max(analysis.values.values(), key=lambda value: value.number)
    assert document.place.hint.value == best
    assert not document.place.hinting
    assert searcher.asked == []


def test_there_is_no_hint_in_a_finished_game(document, analysis, searcher):
    document.new_game(document.game, start="<6,1,1,0,0,0,0,0,0,0,0,0,0,0,3> S")

    analysis.request_hint()

    assert not document.place.hinting
    assert document.place.hint is None


def test_a_hint_that_fails_is_a_sentence(document, analysis, searcher, qtbot):
    searcher.answer = lambda _: 99

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.request_hint()

    assert signal.args[0].startswith("The search failed")
    assert not document.place.hinting


def test_values_of_a_place_that_is_visited_again_are_there_at_once(document, analysis, qtbot):
    document.new_game(document.game, start=FEW_STONES)
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(analysis))
    known = dict(document.place.values)
    document.play(document.position.legal_moves()[0])

    document.jump(0)

    assert document.place.values == known
    assert document.place.values_final
    assert analysis._values_request == 0


def test_what_a_perfect_player_has_proved_is_kept(app, document, analysis, searcher, qtbot):
    searcher.choose = lambda position, *_, **__: SearchResult(  # type: ignore[method-assign]
        1, exact(4.0), (1,), 1, 0.0, 1
    )
    app.turns.minimum_think_seconds = 0.0
    document.new_game(document.game, players=(COMPUTER, HUMAN))

    qtbot.waitUntil(lambda: document.node.ply == 1)

    assert analysis.findings.values(document.record.root) == {1: exact(4.0)}


# -- questions ---------------------------------------------------------------------------------


def test_a_question_is_answered_in_words_the_best_move_first(document, analysis, qtbot):
    document.new_game(document.game, start=FEW_STONES)

    with qtbot.waitSignal(analysis.answered) as signal:
        assert analysis.ask() == "Computing the values of the moves."
        assert analysis.answering

    assert not analysis.answering
    lines = signal.args[0].splitlines()
    numbers = [int(line.split()[1].replace("−", "-")) for line in lines]
    assert numbers == sorted(numbers, reverse=True)
    assert all(line.endswith("proven") for line in lines)
    assert analysis.ask() == signal.args[0]


def test_a_question_is_dropped_when_its_place_is_left(document, analysis):
    analysis.ask()

    document.play(3)

    assert not analysis.answering
    assert analysis._values_request == 0


def test_values_that_are_not_wanted_are_not_shown(document, analysis, qtbot):
    document.new_game(document.game, start=FEW_STONES)
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(analysis))

    analysis.set_wanted(False)

    assert document.place.values == {}
    assert not document.place.values_wanted


def test_a_build_for_a_game_that_was_left_is_stopped(document, analysis, qtbot):
    analysis.set_budget("large")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    document.new_game(find_game("tictactoe"))

    assert analysis.share_built is None
    assert not analysis._tablebases.is_loading


def test_a_question_has_to_wait_for_its_moment(document, analysis, searcher):
    searcher.shut()
    document.new_game(document.game, players=(COMPUTER, COMPUTER))
    assert analysis.ask() == "Wait until the search has ended."

    document.new_game(document.game, start="<6,1,1,0,0,0,0,0,0,0,0,0,0,0,3> S")
    assert analysis.ask() == "The game is over: there are no moves."
    assert not analysis.answering


@pytest.mark.parametrize("key", ["loa", "tictactoe"])
def test_other_games_tell_their_values_too(document, analysis, qtbot, key):
    document.new_game(find_game(key))

    with qtbot.waitSignal(analysis.answered) as signal:
        analysis.ask()

    assert len(signal.args[0].splitlines()) == len(document.position.legal_moves())


def test_a_game_that_fails_is_a_sentence(document, analysis, qtbot, monkeypatch):
    def failing(*_: object, **__: object) -> None:
        raise RuntimeError("out of luck")

    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.Valuer", failing)

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.set_wanted(True)

    assert signal.args == ["Cannot compute the values: out of luck"]
    assert analysis.values == {}


def test_the_book_of_any_game_tells_values(document, analysis, qtbot):
    game = replace(find_game("tictactoe"), key="noughts", load_knowledge=WrongSource)
    document.new_game(game)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: all_proven(analysis) and analysis.values[2].number == 1)
    assert {move: value.number for move, value in analysis.values.items()} == {
        move: float(move == 2) for move in range(1, 10)
    }


def test_a_book_tells_values_without_any_search(document, analysis, qtbot):
    # Rules for which no book comes with the program.
    rules = document.game.rulebook.read("empty-capture-lecture-end", {})
    document.new_game(document.game, rules)
    position, margins = document.position.copy(), {}
    for move in position.legal_moves():
        position.make(move)
        margins[book_key(position)] = 2 * (6 - move) + (move >= 3)
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


def test_endgames_are_built_when_values_are_first_wanted_and_kept(document, analysis, qtbot):
    analysis.set_budget("small")
    assert tablebase_files(cache_folder()) == []

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert [file.stones for file in tablebase_files(cache_folder())] == [SMALL]
    assert analysis.share_built is None


def test_a_perfect_player_has_endgames_built_too(document, analysis, qtbot):
    analysis.set_budget("small")

    document.new_game(document.game, players=(HUMAN, Player(Level.of_engine(PERFECT))))

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert analysis.values == {}


def test_endgames_of_the_cache_are_read_without_a_word(document, analysis, qtbot):
    open_knowledge(document.record.rules, SMALL)
    shares: list[object] = []
    analysis.building.connect(shares.append)
    analysis.set_budget("small")

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: endgames_ready(analysis))
    assert shares == []


def test_other_rules_get_endgames_of_their_own(document, analysis, qtbot):
    analysis.set_budget("small")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: endgames_ready(analysis))
    first = knowledge(analysis)

    document.new_game(document.game, document.game.rulebook.read("standard"))

    qtbot.waitUntil(lambda: knowledge(analysis) is not first and endgames_ready(analysis))
    assert len(tablebase_files(cache_folder())) == 2


def test_building_can_be_refused_and_values_come_all_the_same(document, analysis, qtbot):
    analysis.set_budget("large")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.cancel_endgames()

    assert "not built" in signal.args[0]
    assert analysis.share_built is None
    document.play(3)
    qtbot.waitUntil(lambda: bool(analysis.values))
    assert not analysis._tablebases.is_loading
    assert tablebase_files(cache_folder()) == []


def test_a_place_that_cannot_be_written_to_is_one_sentence(
    document, analysis, qtbot, tmp_path: Path, monkeypatch
):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    monkeypatch.setenv(VARIABLE, str(in_the_way))
    analysis.set_budget("small")

    with qtbot.waitSignal(analysis.message) as signal:
        analysis.set_wanted(True)

    assert signal.args[0].startswith(f"The tablebase cannot be stored in {in_the_way}")
    qtbot.waitUntil(lambda: bool(analysis.values))


def test_shutting_down_stops_a_build_and_leaves_nothing_behind(document, analysis, qtbot):
    analysis.set_budget("large")
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: analysis.share_built is not None)

    analysis.shut_down()

    folder = cache_folder()
    assert not folder.exists() or os.listdir(folder) == []


def test_the_searcher_of_the_tests_is_not_asked_for_values(document, analysis, searcher, qtbot):
    assert isinstance(searcher, ScriptedSearcher)

    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: bool(analysis.values))
    assert searcher.asked == []


# -- changes at any moment -------------------------------------------------------------------------


def _kalah() -> Any:
    return find_game("kalah")


STATES = ("idle", "values", "hint", "building", "thinking", "answering")
CHANGES = {
    "another game": lambda app: app.document.new_game(find_game("loa")),
    "a game with a book": lambda app: app.document.new_game(
        replace(find_game("tictactoe"), key="noughts", load_knowledge=WrongSource)
    ),
    "other rules": lambda app: app.document.new_game(_kalah(), _kalah().rulebook.read("standard")),
    "two games in a row": lambda app: (
        app.document.new_game(find_game("loa")),
        app.document.new_game(find_game("tictactoe")),
    ),
    "there and back": lambda app: (
        app.document.new_game(find_game("loa")),
        app.document.new_game(_kalah()),
    ),
    "a move": lambda app: app.document.play(app.document.position.legal_moves()[-1]),
    "start": lambda app: app.document.jump(0),
    "a player": lambda app: app.document.set_players((HUMAN, HUMAN)),
    "a perfect player": lambda app: app.document.set_players(
        (HUMAN, Player(Level.of_engine(PERFECT)))
    ),
    "no tablebase": lambda app: app[Analysis].set_budget("off"),
    "another tablebase": lambda app: app[Analysis].set_budget("usual"),
    "refusing the tablebase": lambda app: app[Analysis].cancel_endgames(),
    "values off and on": lambda app: (
        app[Analysis].set_wanted(False),
        app[Analysis].set_wanted(True),
    ),
}


def _bring_about(state: str, app: AppContext, searcher: ScriptedSearcher, qtbot: Any) -> None:
    analysis = app[Analysis]
    if state == "values":
        analysis.set_wanted(True)
        qtbot.waitUntil(lambda: bool(analysis.values))
    elif state == "hint":
        searcher.shut()
        analysis.set_wanted(True)
        analysis.request_hint()
        qtbot.waitUntil(searcher.began.is_set)
    elif state == "building":
        analysis.set_budget("large")
        analysis.set_wanted(True)
        qtbot.waitUntil(lambda: analysis.share_built is not None)
    elif state == "thinking":
        searcher.shut()
        app.document.set_players((COMPUTER, COMPUTER))
        qtbot.waitUntil(searcher.began.is_set)
    elif state == "answering":
        analysis.ask()


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("state", STATES)
def test_a_change_at_any_moment_leaves_the_values_of_the_new_place_only(
    app, document, analysis, searcher, qtbot, state, change
):
    app.service._valuer._time_slices = (TimeSlice(0.02, 0.02),)
    document.play(1)
    said: list[str] = []
    analysis.message.connect(said.append)
    _bring_about(state, app, searcher, qtbot)

    CHANGES[change](app)
    searcher.open()
    document.set_players((HUMAN, HUMAN))
    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: document.place.values_final)
    place = document.place
    if place.outcome is None:
        assert list(place.values) == place.position.legal_moves()
    assert analysis._values_request == 0
    if change in ("another game", "two games in a row"):
        assert analysis.share_built is None
    assert [line for line in said if "not built" not in line] == []


def test_proven_values_stay_when_the_tablebase_leaves_and_estimates_are_searched_again(
    document, analysis, qtbot
):
    document.new_game(document.game, start=FEW_STONES)
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: all_proven(analysis))
    known = dict(document.place.values)

    analysis.set_budget("small")
    assert document.place.values == known
    assert analysis._values_request == 0

    analysis.set_budget("off")
    assert document.place.values == known


def test_a_book_that_arrives_while_values_are_computed_is_used(document, analysis, qtbot):
    arrived: list[bool] = []
    analysis._tablebases.arrived.connect(lambda: arrived.append(True))
    game = replace(find_game("tictactoe"), key="noughts", load_knowledge=WrongSource)

    document.new_game(game)
    analysis.set_wanted(True)

    qtbot.waitUntil(lambda: bool(arrived) and document.place.values_final)


def test_values_that_failed_are_not_tried_again_and_again(document, analysis, qtbot, monkeypatch):
    tried: list[int] = []

    def failing(*_: object) -> None:
        tried.append(1)
        raise MemoryError

    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.Valuer", failing)
    document.new_game(find_game("loa"))  # no book arrives, which would be a reason to try again
    analysis.set_wanted(True)
    qtbot.waitUntil(lambda: document.place.values_final)

    document.turn_board()

    assert tried == [1]
    assert analysis.ask() == "The values are not known."


def test_shutting_down_in_the_middle_of_everything_is_quick(app, document, analysis, searcher):
    searcher.shut()
    analysis.set_wanted(True)
    analysis.request_hint()
    analysis.ask()

    app.shut_down()

    assert not app.service.is_stuck
    assert app.service._jobs == {}
