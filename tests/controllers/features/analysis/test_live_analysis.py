"""The analysis of what is shown: when it runs, where, and what it leaves behind."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.commands.commands import BY_KEY
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.analysis.live_state import (
    ALL_LINES,
    MAX_LINES,
    Live,
    LiveSettings,
)
from kalahloa.controllers.work.analysis_service import AnalysisService
from kalahloa.controllers.work.search_jobs import LinesNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.move_values import Found, MoveValue, TimeSlice
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import BadCommand
from tests.controllers.conftest import COMPUTER, texts
from tests.scripted import ScriptedSearcher

FEW_STONES = "<6,19,20,0,2,0,1,0,2,1,0,1,0,1,1> S"
LOA = find_game("loa")
KALAH = find_game("kalah")


@pytest.fixture
def desk(qapp, searcher: ScriptedSearcher) -> Iterator[Desk]:
    slices = (TimeSlice(0.5, 0.05),)
    made = Desk.of(LOA, service=AnalysisService(find=searcher.find, time_slices=slices))
    made.analysis.set_budget("off")
    made.live.set_settings(LiveSettings(lines=3, table=1))
    made.document.new_game(LOA, players=(HUMAN, HUMAN))
    yield made
    searcher.open()
    made.shut_down()


def live(desk: Desk) -> Live:
    shown = desk.document.place.live
    assert shown is not None
    return shown


def found_at(desk: Desk, depth: int = 1) -> bool:
    lines = live(desk).lines
    known = all(line.value.proven for line in lines)  # by the book, which needs no search
    return bool(lines) and (known or live(desk).effort.depth >= depth)


def estimate(number: float, depth: int = 5) -> MoveValue:
    return MoveValue(number, False, f"{number:+.2f}", depth)


# -- where it runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [LOA, KALAH], ids=lambda game: game.key)
def test_the_best_lines_of_the_position_shown_are_found(desk, qtbot, game):
    desk.document.new_game(game)

    desk.live.set_on(True)
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)

    shown = live(desk)
    assert len(shown.lines) == 3
    assert [line.value.order for line in shown.lines] == sorted(
        (line.value.order for line in shown.lines), reverse=True
    )
    for line in shown.lines:
        position = desk.document.position.copy()
        assert line.moves[0] == line.move
        for move in line.moves:
            assert move in position.legal_moves()
            position.make(move)
    assert shown.running or shown.is_proven
    assert (
        shown.effort.nodes > 0 or shown.is_proven
    )  # where the book knows them, nothing is searched


def test_nothing_runs_unless_it_is_switched_on(desk):
    desk.document.play(desk.document.position.legal_moves()[0])

    assert not live(desk).on
    assert not live(desk).running
    assert live(desk).lines == ()


def test_it_follows_the_walk_and_knows_at_once_what_it_has_seen(desk, qtbot):
    desk.live.set_on(True)
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)
    root = live(desk).node
    desk.turns.play_text("b1-b3")
    assert live(desk).node is desk.document.node
    assert live(desk).lines == ()
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)

    desk.walks.back()

    assert live(desk).node is root
    assert len(live(desk).lines) == 3


def test_late_news_of_another_node_are_dropped(desk, qtbot):
    desk.live.set_on(True)
    old = desk.live._request
    desk.turns.play_text("b1-b3")
    move = desk.document.position.legal_moves()[0]
    found = Found((move,), {move: estimate(9.0)}, {move: (move,)}, (move,), 5)

    desk.live._on_lines(LinesNews(old, found))

    assert all(line.value.number != 9.0 for line in live(desk).lines)


def test_the_game_that_is_over_is_not_analysed(desk):
    desk.document.new_game(find_game("tictactoe"), start="XXX/OO./... O")

    desk.live.set_on(True)

    assert live(desk).on
    assert not live(desk).running


def test_two_games_in_a_row_have_lines_of_their_own(desk, qtbot):
    desk.live.set_on(True)
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)

    desk.document.new_game(KALAH)
    assert live(desk).lines == ()
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)
    assert {line.move for line in live(desk).lines} <= set(desk.document.position.legal_moves())

    desk.document.new_game(LOA)
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)
    assert {line.move for line in live(desk).lines} <= set(desk.document.position.legal_moves())


# -- exact values ----------------------------------------------------------------------------------


def test_lines_of_a_game_that_can_be_solved_are_proven_and_played_to_their_end(desk, qtbot):
    desk.document.new_game(KALAH, start=FEW_STONES)
    desk.live.set_lines(ALL_LINES)

    desk.live.set_on(True)
    qtbot.waitUntil(lambda: live(desk).is_proven and not live(desk).running, timeout=30_000)

    exact = Solver(1).values(desk.document.position).moves
    assert {line.move: line.value.number for line in live(desk).lines} == {
        move: bounds.value for move, bounds in exact.items()
    }
    for line in live(desk).lines:
        position = desk.document.position.copy()
        mover = position.side
        for move in line.moves:
            position.make(move)
        assert position.is_over()
        margin = position.in_kalah(mover) - position.in_kalah(1 - mover)
        assert margin == line.value.number


def test_values_that_are_wanted_come_from_the_same_search(desk, qtbot):
    desk.live.set_on(True)
    desk.analysis.set_wanted(True)

    qtbot.waitUntil(lambda: bool(desk.document.place.values), timeout=20_000)

    place = desk.document.place
    assert desk.analysis._values_request == 0
    assert set(place.values) == set(place.position.legal_moves())
    best = live(desk).lines[0]
    assert place.values[best.move] == best.value
    assert best.value.number == max(value.number for value in place.values.values())


def test_values_go_on_by_themselves_when_the_analysis_ends(desk):
    desk.analysis.set_wanted(True)
    desk.live.set_on(True)
    assert desk.analysis._values_request == 0

    desk.live.set_on(False)

    assert desk.analysis._values_request != 0


# -- switches --------------------------------------------------------------------------------------


def test_a_pause_keeps_the_lines_and_ends_the_search(desk, qtbot):
    desk.live.set_on(True)
    qtbot.waitUntil(lambda: found_at(desk), timeout=20_000)

    desk.live.set_paused(True)

    assert not live(desk).running
    assert live(desk).lines
    desk.live.set_paused(False)
    assert live(desk).running


def test_a_locked_analysis_stays_while_others_are_shown(desk, qtbot):
    desk.live.set_on(True)
    desk.live.set_locked(True)
    request, root = desk.live._request, desk.document.node

    desk.turns.play_text("b1-b3")

    assert live(desk).node is root
    assert live(desk).position.position_string() == desk.document.record.start
    assert desk.live._request == request
    desk.live.set_locked(False)
    assert live(desk).node is desk.document.node


def test_a_locked_analysis_lets_go_of_what_is_deleted_and_of_another_game(desk):
    desk.turns.play_text("b1-b3")
    desk.live.set_on(True)
    desk.live.set_locked(True)
    desk.walks.back()

    desk.study.delete_from(desk.document.node.children[0])
    assert not live(desk).locked
    assert live(desk).node is desk.document.node

    desk.live.set_locked(True)
    desk.document.new_game(KALAH)
    assert not live(desk).locked
    assert live(desk).node is desk.document.node


def test_another_number_of_lines_is_another_search(desk, qtbot):
    desk.live.set_on(True)
    request = desk.live._request

    desk.live.set_lines(5)

    assert desk.live._request not in (0, request)
    qtbot.waitUntil(lambda: len(live(desk).lines) == 5, timeout=20_000)
    desk.live.set_lines(99)
    assert live(desk).settings.lines == MAX_LINES


def test_a_limit_ends_the_search_and_it_is_not_begun_again(desk, qtbot):
    desk.live.set_settings(replace(desk.live.settings, depth=2))
    desk.live.set_on(True)
    qtbot.waitUntil(lambda: not live(desk).running, timeout=20_000)
    assert live(desk).effort.depth == 2

    desk.turns.play_text("b1-b3")
    desk.walks.back()
    assert not live(desk).running

    desk.live.set_settings(replace(desk.live.settings, depth=3))
    assert live(desk).running


def test_more_knowledge_begins_the_search_anew(desk):
    desk.document.new_game(KALAH)
    desk.live.set_on(True)
    request = desk.live._request

    desk.analysis._restart()

    assert desk.live._request not in (0, request)


# -- computers go first ----------------------------------------------------------------------------


def test_in_a_game_against_the_computer_it_waits_to_be_asked(desk, searcher):
    desk.live.set_on(True)
    desk.document.new_game(LOA, players=(HUMAN, COMPUTER))
    assert not live(desk).on

    desk.live.set_on(True)
    assert live(desk).running

    searcher.shut()
    desk.turns.play_text("b1-b3")
    assert desk.document.place.thinking
    assert live(desk).on
    assert not live(desk).running

    desk.document.new_game(LOA)
    assert not live(desk).on
    desk.turns.set_answers(False)
    assert live(desk).running


def test_changes_tell_how_it_stands(desk, qtbot):
    changes: list[Change] = []
    desk.document.changed.connect(changes.append)

    desk.live.set_on(True)

    assert changes[-1].causes == {Cause.FINDINGS}
    assert changes[-1].place.live.running


def test_what_fails_is_said_once_and_switched_off(desk, monkeypatch, qtbot):
    def failing(*_: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("kalahloa.controllers.work.analysis_service.Valuer", failing)
    said: list[str] = []
    desk.live.message.connect(said.append)

    desk.live.set_on(True)
    qtbot.waitUntil(lambda: bool(said))

    assert said == ["The position cannot be analysed: no room"]
    assert not live(desk).on


# -- commands --------------------------------------------------------------------------------------


@pytest.fixture
def analysed(desk) -> Desk:
    """The desk after b1-b3, paused, where a2-c2 is the best move."""
    desk.turns.play_text("b1-b3")
    desk.live.set_on(True)
    desk.live.set_paused(True)
    position = desk.document.position
    lines = {}
    for text, rest in (("a2-c2", "d1-d3 c2-e2"), ("a5-c5", "")):
        moves, there = [], position.copy()
        for one in (text, *rest.split()):
            moves.append(there.read_move(one))
            there.make(moves[-1])
        lines[moves[0]] = tuple(moves)
    first, second = lines
    found = Found(
        tuple(position.legal_moves()),
        {first: estimate(0.8), second: estimate(0.3)},
        lines,
        (first, second),
        5,
    )
    desk.analysis.findings.add_found(desk.document.node, found)
    desk.document.note(Cause.FINDINGS)
    return desk


def do(desk: Desk, key: str, *words: str) -> str:
    return BY_KEY[key].perform(desk, list(words))


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
    analysed.live.set_locked(True)
    analysed.walks.back()

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
    with pytest.raises(BadCommand, match="All moves are analysed"):
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
    assert analysed.analysis.findings.hint(analysed.document.node) == (
        live(analysed).lines[0].move,
        live(analysed).lines[0].value,
    )


def test_what_was_found_is_told_one_node_after_the_other(analysed, qtbot):
    analysed.live.set_paused(False)
    qtbot.waitUntil(lambda: found_at(analysed, 1), timeout=20_000)
    told: list[int] = []
    analysed.live.found.connect(lambda number, _plain: told.append(number))
    analysed.live._untold = {
        node: analysed.document.record.position_at(node)
        for node in (analysed.document.record.root, analysed.document.node)
    }

    analysed.live.set_on(False)
    assert told == []

    qtbot.waitUntil(lambda: told == [0, 1])
