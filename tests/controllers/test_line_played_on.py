"""In Play the line played on is the game; what was taken back is a variation of it."""

import pytest

from kalahloa.controllers.base.player import HUMAN
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.move_lists import write_moves
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.record.record import Record
from tests.controllers.conftest import COMPUTER, legal

TICTACTOE = find_game("tictactoe")
WON = "14253"


@pytest.fixture
def own(app: AppContext) -> AppContext:
    """The app with a game of tic-tac-toe that is begun here, between humans."""
    app.document.new_game(TICTACTOE, players=(HUMAN, HUMAN))
    return app


def play(app: AppContext, moves: str) -> None:
    for text in moves:
        app.turns.play_text(text)


def main(app: AppContext) -> str:
    return "".join(node.text for node in app.document.record.main_line())


def lines(app: AppContext) -> set[str]:
    """Return all lines from the start to their ends."""
    return {
        "".join(one.text for one in node.path())
        for node in app.document.record.nodes
        if not node.children
    }


def test_a_move_after_undo_goes_on_with_the_game_and_the_old_one_is_a_variation(own):
    play(own, "142")
    own.navigation.undo(2)
    play(own, "53")

    assert main(own) == "153"
    assert lines(own) == {"142", "153"}
    assert own.document.place.undo_edit == ""


def test_walking_makes_no_line_the_game_and_playing_on_in_it_does(own):
    play(own, "142")
    own.navigation.undo(2)
    play(own, "5")
    own.document.jump(3)
    assert main(own) == "15"

    play(own, "6")

    assert main(own) == "1426"
    assert [node.number for node in own.document.record.root.children] == [1]


def test_a_move_that_was_made_before_goes_on_with_the_game_as_a_new_one_does(own):
    play(own, "142")
    own.navigation.undo(2)
    play(own, "5")
    own.navigation.undo()

    play(own, "4")

    assert main(own) == "142"


def test_one_change_tells_of_the_move_and_of_the_lines_that_changed_places(own):
    told = []
    play(own, "14")
    own.navigation.undo()
    own.document.changed.connect(told.append)

    play(own, "5")

    (change,) = told
    assert [node.text for node in change.came] == [node.text for node in change.played] == ["5"]
    assert change.edited == change.played


def test_a_computers_answer_goes_on_with_the_game_too(against_computer, qtbot):
    app = against_computer
    for start in ("b1-b3", "c1-c3"):
        app.navigation.to_start()
        app.turns.play_text(start)
        qtbot.waitUntil(lambda: app.document.node.ply == 2 and not app.turns.thinking)

        assert app.document.record.main_line() == app.document.node.path()[1:]


def test_an_answer_that_a_computer_gives_again_goes_on_with_the_game(against_computer, qtbot):
    app = against_computer
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(lambda: app.document.node.ply == 2 and not app.turns.thinking)
    answer = app.document.node
    app.document.jump(1)
    app.turns.play_text(next(text for text in legal(app) if text != answer.text))
    assert answer not in app.document.record.main_line()
    qtbot.waitUntil(lambda: not app.turns.thinking)

    app.document.jump(1)
    app.turns.continue_play()
    qtbot.waitUntil(lambda: app.document.node is answer)

    assert app.document.record.main_end is answer


def test_a_finished_game_is_closed(own):
    play(own, WON)
    own.navigation.undo(3)
    play(own, "5926")

    assert (main(own), own.document.record.result) == (WON, "1-0")
    assert lines(own) == {WON, "145926"}


def test_a_game_that_was_given_up_is_closed(app):
    record = Record(TICTACTOE, details={"result": "0-1"})
    app.document.open_record(record, (HUMAN, HUMAN), is_own=True)
    play(app, "14")
    app.navigation.undo()
    play(app, "5")

    assert (main(app), record.result) == ("14", "0-1")


def test_where_computers_do_not_answer_another_move_is_a_variation(own):
    play(own, "142")
    own.turns.set_answers(False)
    own.navigation.undo()
    play(own, "56")
    assert main(own) == "142"

    own.turns.set_answers(True)
    play(own, "7")
    assert main(own) == "14567"


def test_a_game_of_others_stays_theirs_whatever_is_tried_in_it(own):
    play(own, "142")
    others = record_from_json(record_to_json(own.document.record))
    own.document.open_record(others, (HUMAN, COMPUTER))
    own.document.set_players((HUMAN, HUMAN))
    own.document.jump(1)
    play(own, "56")

    assert main(own) == "142"
    assert lines(own) == {"142", "156"}


def test_an_exercise_leaves_its_solution_and_the_own_game_where_they_were(own):
    play(own, "14")
    exercise = Record(TICTACTOE)
    own.document.open_exercise(exercise)
    play(own, "51")
    own.navigation.undo()
    play(own, "2")
    assert main(own) == "51"

    own.document.return_to_own()
    own.document.jump(1)
    play(own, "5")
    assert main(own) == "15"


def test_after_several_exercises_one_returns_to_the_own_game(own):
    play(own, "14")
    record = own.document.record
    own.document.open_exercise(Record(TICTACTOE))
    own.document.open_exercise(Record(find_game("kalah")))

    assert own.document.return_to_own()

    assert own.document.record is record
    assert own.document.is_own
    assert not own.document.return_to_own()


def test_the_result_line_of_a_file_is_the_game_that_was_played(own):
    play(own, "14")
    own.navigation.undo()
    play(own, "5283")

    record = own.document.record
    own.navigation.to_start()
    again = read_games(write_games([record]))[0].record

    assert write_moves(record, with_tags=False).split() == "1. 1 5 2. 2 8 3. 3 1-0".split()
    assert (
        record_to_json(record)["result"]
        == again.result
        == record_from_json(record_to_json(record)).result
    )
    assert [node.text for node in again.main_line()] == list("15283")
