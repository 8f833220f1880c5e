"""The analysis of what is shown: when it runs, where, and what it leaves behind."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.analysis.live_analysis import LiveAnalysis
from kalahloa.controllers.features.analysis.live_state import Live
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.live_settings import ALL_LINES, MAX_LINES, LiveSettings
from kalahloa.controllers.work.search_jobs import LinesNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import FoundValues, TimeSlice
from kalahloa.models.search.score import Score
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.scores import WINNER, estimate
from tests.scripted import ScriptedSearcher

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
LOA = find_game("loa")
KALAH = find_game("kalah")


@pytest.fixture
def app(qapp, searcher: ScriptedSearcher) -> Iterator[AppContext]:
    slices = (TimeSlice(0.5, 0.05),)
    made = open_app(LOA, service=AnalysisService(find=searcher.find, time_slices=slices))
    made[Analysis].set_budget("off")
    made[LiveAnalysis].set_settings(LiveSettings(lines=3, table=1))
    made.document.new_game(LOA, players=(HUMAN, HUMAN))
    yield made
    searcher.open()
    made.shut_down()


def live(app: AppContext) -> Live:
    shown = app.document.place.get(Live)
    assert shown is not None
    return shown


def found_at(app: AppContext, depth: int = 1) -> bool:
    lines = live(app).lines
    known = all(line.value.proven for line in lines)  # by the book, which needs no search
    return bool(lines) and (known or live(app).effort.depth >= depth)


def estimated(number: float, depth: int = 5) -> Score:
    return estimate(number, kind=WINNER, depth=depth)


# -- where it runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [LOA, KALAH], ids=lambda game: game.key)
def test_the_best_lines_of_the_position_shown_are_found(app, qtbot, game):
    app.document.new_game(game)

    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)

    shown = live(app)
    assert len(shown.lines) == 3
    assert [line.value.order for line in shown.lines] == sorted(
        (line.value.order for line in shown.lines), reverse=True
    )
    for line in shown.lines:
        position = app.document.position.copy()
        assert line.moves[0] == line.move
        for move in line.moves:
            assert move in position.legal_moves()
            position.make(move)
    assert shown.running or shown.is_proven
    assert (
        shown.effort.nodes > 0 or shown.is_proven
    )  # where the book knows them, nothing is searched


def test_nothing_runs_unless_it_is_switched_on(app):
    app.document.play(app.document.position.legal_moves()[0])

    assert not live(app).on
    assert not live(app).running
    assert live(app).lines == ()


def test_it_follows_the_walk_and_knows_at_once_what_it_has_seen(app, qtbot):
    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)
    root = live(app).node
    app.turns.play_text("b1-b3")
    assert live(app).node is app.document.node
    assert live(app).lines == ()
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)

    app.navigation.back()

    assert live(app).node is root
    assert len(live(app).lines) == 3


def test_late_news_of_another_node_are_dropped(app, qtbot):
    app[LiveAnalysis].set_on(True)
    old = app[LiveAnalysis]._request
    app.turns.play_text("b1-b3")
    move = app.document.position.legal_moves()[0]
    found = FoundValues((move,), {move: estimated(9.0)}, {move: (move,)}, (move,), 5)

    app[LiveAnalysis]._on_lines(LinesNews(old, found))

    assert all(line.value.number != 9.0 for line in live(app).lines)


def test_the_game_that_is_over_is_not_analysed(app):
    app.document.new_game(find_game("tictactoe"), start="XXX/OO./... O")

    app[LiveAnalysis].set_on(True)

    assert live(app).on
    assert not live(app).running


def test_two_games_in_a_row_have_lines_of_their_own(app, qtbot):
    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)

    app.document.new_game(KALAH)
    assert live(app).lines == ()
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)
    assert {line.move for line in live(app).lines} <= set(app.document.position.legal_moves())

    app.document.new_game(LOA)
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)
    assert {line.move for line in live(app).lines} <= set(app.document.position.legal_moves())


# -- exact values ----------------------------------------------------------------------------------


def test_lines_of_a_game_that_can_be_solved_are_proven_and_played_to_their_end(app, qtbot):
    app.document.new_game(KALAH, start=FEW_STONES)
    app[LiveAnalysis].set_lines(ALL_LINES)

    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: live(app).is_proven and not live(app).running, timeout=30_000)

    exact = Solver(1).values(app.document.position).moves
    assert {line.move: line.value.number for line in live(app).lines} == {
        move: bounds.value for move, bounds in exact.items()
    }
    for line in live(app).lines:
        position = app.document.position.copy()
        mover = position.side
        for move in line.moves:
            position.make(move)
        assert position.is_over()
        margin = position.in_kalah(mover) - position.in_kalah(1 - mover)
        assert margin == line.value.number


def test_values_that_are_wanted_come_from_the_same_search(app, qtbot):
    app[LiveAnalysis].set_on(True)
    app[Analysis].set_wanted(True)

    qtbot.waitUntil(lambda: bool(app.document.place.values), timeout=20_000)

    place = app.document.place
    assert app[Analysis]._values_request == 0
    assert set(place.values) == set(place.position.legal_moves())
    best = live(app).lines[0]
    assert place.values[best.move] == best.value
    assert best.value.number == max(value.number for value in place.values.values())


def test_values_go_on_by_themselves_when_the_analysis_ends(app):
    app[Analysis].set_wanted(True)
    app[LiveAnalysis].set_on(True)
    assert app[Analysis]._values_request == 0

    app[LiveAnalysis].set_on(False)

    assert app[Analysis]._values_request != 0


# -- switches --------------------------------------------------------------------------------------


def test_a_pause_keeps_the_lines_and_ends_the_search(app, qtbot):
    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: found_at(app), timeout=20_000)

    app[LiveAnalysis].set_paused(True)

    assert not live(app).running
    assert live(app).lines
    app[LiveAnalysis].set_paused(False)
    assert live(app).running


def test_a_locked_analysis_stays_while_others_are_shown(app, qtbot):
    app[LiveAnalysis].set_on(True)
    app[LiveAnalysis].set_locked(True)
    request, root = app[LiveAnalysis]._request, app.document.node

    app.turns.play_text("b1-b3")

    assert live(app).node is root
    assert live(app).position.position_string() == app.document.record.start
    assert app[LiveAnalysis]._request == request
    app[LiveAnalysis].set_locked(False)
    assert live(app).node is app.document.node


def test_a_locked_analysis_lets_go_of_what_is_deleted_and_of_another_game(app):
    app.turns.play_text("b1-b3")
    app[LiveAnalysis].set_on(True)
    app[LiveAnalysis].set_locked(True)
    app.navigation.back()

    app.study.delete_from(app.document.node.children[0])
    assert not live(app).locked
    assert live(app).node is app.document.node

    app[LiveAnalysis].set_locked(True)
    app.document.new_game(KALAH)
    assert not live(app).locked
    assert live(app).node is app.document.node


def test_another_number_of_lines_is_another_search(app, qtbot):
    app[LiveAnalysis].set_on(True)
    request = app[LiveAnalysis]._request

    app[LiveAnalysis].set_lines(5)

    assert app[LiveAnalysis]._request not in (0, request)
    qtbot.waitUntil(lambda: len(live(app).lines) == 5, timeout=20_000)
    app[LiveAnalysis].set_lines(99)
    assert live(app).settings.lines == MAX_LINES


def test_a_limit_ends_the_search_and_it_is_not_begun_again(app, qtbot):
    app[LiveAnalysis].set_settings(replace(app[LiveAnalysis].settings, depth=2))
    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: not live(app).running, timeout=20_000)
    assert live(app).effort.depth == 2

    app.turns.play_text("b1-b3")
    app.navigation.back()
    assert not live(app).running

    app[LiveAnalysis].set_settings(replace(app[LiveAnalysis].settings, depth=3))
    assert live(app).running


def test_more_knowledge_begins_the_search_anew(app):
    app.document.new_game(KALAH)
    app[LiveAnalysis].set_on(True)
    request = app[LiveAnalysis]._request

    app[Analysis]._restart()

    assert app[LiveAnalysis]._request not in (0, request)


# -- computers go first ----------------------------------------------------------------------------


def test_in_a_game_against_the_computer_it_waits_to_be_asked(app, searcher):
    app[LiveAnalysis].set_on(True)
    app.document.new_game(LOA, players=(HUMAN, COMPUTER))
    assert not live(app).on

    app[LiveAnalysis].set_on(True)
    assert live(app).running

    searcher.shut()
    app.turns.play_text("b1-b3")
    assert app.document.place.thinking
    assert live(app).on
    assert not live(app).running

    app.document.new_game(LOA)
    assert not live(app).on
    app.turns.set_answers(False)
    assert live(app).running


def test_changes_tell_how_it_stands(app, qtbot):
    changes: list[Change] = []
    app.document.changed.connect(changes.append)

    app[LiveAnalysis].set_on(True)

    assert changes[-1].causes == {Cause.FINDINGS}
    assert changes[-1].place[Live].running


def test_what_fails_is_said_once_and_switched_off(app, monkeypatch, qtbot):
    def failing(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.Valuer", failing)
    said: list[str] = []
    app[LiveAnalysis].message.connect(said.append)

    app[LiveAnalysis].set_on(True)
    qtbot.waitUntil(lambda: bool(said))

    assert said == ["Cannot analyse the position: no room"]
    assert not live(app).on


# -- commands --------------------------------------------------------------------------------------


@pytest.fixture
def analysed(app) -> AppContext:
    """The app after b1-b3, paused, where a2-c2 is the best move."""
    app.turns.play_text("b1-b3")
    app[LiveAnalysis].set_on(True)
    app[LiveAnalysis].set_paused(True)
    position = app.document.position
    lines = {}
    for text, rest in (("a2-c2", "d1-d3 c2-e2"), ("a5-c5", "")):
        moves, there = [], position.copy()
        for one in (text, *rest.split()):
            moves.append(there.read_move(one))
            there.make(moves[-1])
        lines[moves[0]] = tuple(moves)
    first, second = lines
    found = FoundValues(
        tuple(position.legal_moves()),
        {first: estimated(0.8), second: estimated(0.3)},
        lines,
        (first, second),
        5,
    )
    app[Analysis].findings.add_found(app.document.node, found)
    app.document.report(Cause.FINDINGS)
    return app


def do(app: AppContext, key: str, *words: str) -> str:
    return BY_KEY[key].perform(app, list(words))


def test_the_best_move_and_the_best_line_are_inserted_without_going_there(analysed):
    here = analysed.document.node

    assert do(analysed, "insert-best") == "1 move added."
    assert [node.text for node in here.children] == ["a2-c2"]
    assert do(analysed, "insert-line") == "2 moves added."

    assert analysed.document.node is here
    assert [node.text for node in here.subtree()] == ["b1-b3", "a2-c2", "d1-d3", "c2-e2"]
    analysed.study.undo_edit()
    analysed.study.undo_edit()
    assert here.children == []


def test_a_line_is_followed_as_far_as_asked(analysed):
    number = str(analysed.document.node.number)

    do(analysed, "follow-line", number, "a2-c2", "d1-d3")
    assert texts(analysed) == ["b1-b3", "a2-c2", "d1-d3"]

    do(analysed, "follow-line", number, "a2-c2")  # it is there already
    assert texts(analysed) == ["b1-b3", "a2-c2"]
    assert len(analysed.document.record.nodes) == 4


@pytest.mark.parametrize("words", [[], ["x", "a2-c2"], ["1"], ["99", "a2-c2"], ["1", "a9"]])
def test_what_cannot_be_followed_is_refused_and_changes_nothing(analysed, words):
    with pytest.raises(BadCommand):
        do(analysed, "follow-line", *words)

    assert texts(analysed) == ["b1-b3"]
    assert len(analysed.document.record.nodes) == 2


def test_a_locked_line_is_inserted_where_it_belongs(analysed):
    here = analysed.document.node
    analysed[LiveAnalysis].set_locked(True)
    analysed.navigation.back()

    do(analysed, "insert-best")

    assert [node.text for node in here.children] == ["a2-c2"]


def test_lines_are_listed_with_values_and_numbers(analysed):
    rows = do(analysed, "lines").splitlines()

    assert rows == ["  +0.80  estimated  1… a2-c2 2. d1-d3 c2-e2", "  +0.30  estimated  1… a5-c5"]


def test_the_number_of_lines_goes_from_one_to_all_and_back(analysed):
    seen = []
    for _ in range(6):
        do(analysed, "more-lines")
        seen.append(live(analysed).settings.lines)
    assert seen == [4, 5, 6, 7, 8, ALL_LINES]
    with pytest.raises(BadCommand, match="Analysing all moves"):
        do(analysed, "more-lines")
    for _ in range(8):
        do(analysed, "fewer-lines")
    assert live(analysed).settings.lines == 1
    with pytest.raises(BadCommand, match="only one line"):
        do(analysed, "fewer-lines")
    do(analysed, "analyse", "4")
    assert (live(analysed).settings.lines, live(analysed).on) == (4, True)
    with pytest.raises(BadCommand, match="at most 8 lines"):
        do(analysed, "analyse", "9")


def test_a_hint_is_the_first_line(analysed):
    assert analysed[Analysis].findings.hint(analysed.document.node) == (
        live(analysed).lines[0].move,
        live(analysed).lines[0].value,
    )


def test_what_was_found_is_told_one_node_after_the_other(analysed, qtbot):
    analysed[LiveAnalysis].set_paused(False)
    qtbot.waitUntil(lambda: found_at(analysed, 1), timeout=20_000)
    told: list[int] = []
    analysed[LiveAnalysis].found.connect(lambda number, _plain: told.append(number))
    analysed[LiveAnalysis]._untold = {
        node: analysed.document.record.position_at(node)
        for node in (analysed.document.record.root, analysed.document.node)
    }

    analysed[LiveAnalysis].set_on(False)
    assert told == []

    qtbot.waitUntil(lambda: told == [0, 1])
