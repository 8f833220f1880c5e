"""Drafts of positions: what they say of themselves, and going back and forth between them."""

from dataclasses import replace

import pytest

from kalahloa.models.game.draft import Draft, Revisions
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game, own_games
from tests.plugins.crossing import GAME as CROSSING


def draft(key: str, text: str | None = None, **options: object) -> Draft:
    game = find_game(key)
    return Draft.of(game, game.rulebook.read(None, options), text)


# -- what it is worth ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", [*own_games(), CROSSING], ids=lambda game: game.key)
def test_the_usual_start_can_be_played_and_is_no_start_of_its_own(game: Game):
    made = Draft.of(game, game.rulebook.default)

    assert made.position is not None
    assert (made.problem, made.outcome, made.start) == ("", None, None)


def test_what_is_no_legal_position_says_why():
    made = draft("loa", "8/8/8/3w4/8/8/8/8 b")

    assert made.position is None
    assert made.problem == "Black has no piece on the board."
    assert made.set_up.contents[35] == 2


def test_a_malformed_text_is_kept_beside_the_board_of_before():
    made = draft("loa").typed("8/8/x b")

    assert made.text == "8/8/x b"
    assert made.position is None
    assert made.problem == "A board has 8 ranks, not 3."
    assert made.set_up == draft("loa").set_up


def test_an_edit_replaces_a_malformed_text():
    made = draft("loa").typed("nonsense")

    edited = made.edited(made.set_up.put(9, 1))

    assert not edited.problem
    assert edited.text == "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/wb5w/1bbbbbb1 b"


def test_a_position_in_which_the_game_is_over_says_who_has_won():
    made = draft("kalah", "<6,10,3,0,0,0,0,0,0,1,0,0,0,0,0> S")

    assert made.outcome.reason == "South wins by 10 to 4."
    assert made.set_up.contents[7] == 1  # as it was typed: the stone is not swept up


def test_typed_text_brings_its_rules_along():
    made = draft("kalah").typed("<2,0,0,1,1,1,1> N")

    assert made.rules.pits == 2
    assert made.set_up.rules == made.rules
    assert made.position.side == 1


def test_the_fault_of_a_text_for_another_board_is_told_by_that_board():
    made = draft("kalah").typed("<7,1,2> S")

    assert made.problem == "A board with 7 pits per side has 16 cells, not 2."
    assert made.rules.pits == 6


def test_a_text_of_another_game_is_found_there():
    made = draft("loa").typed_anywhere("X../.../... O", own_games())

    assert made.game.key == "tictactoe"
    assert made.set_up.contents[0] == 1


def test_a_game_that_breaks_over_a_text_of_another_is_passed_over():
    def broken(text: str, rules: object) -> None:
        raise ZeroDivisionError

    games = [replace(CROSSING, read=broken), *own_games()]

    assert draft("loa").typed_anywhere("X../.../... O", games).game.key == "tictactoe"


def test_a_text_of_no_game_is_told_by_this_one():
    made = draft("loa").typed_anywhere("what", own_games())

    assert made.game.key == "loa"
    assert made.problem


def test_other_rules_change_the_usual_start_and_keep_what_was_set_up():
    usual = draft("kalah")
    more = find_game("kalah").rulebook.read(None, {"stones": 6})

    assert usual.with_rules(more).text == "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6> S"
    changed = usual.edited(usual.set_up.put(0, 9))
    assert changed.with_rules(more).text == changed.text


def test_a_game_without_a_board_to_set_up_is_drafted_by_its_text():
    made = Draft.of(CROSSING, CROSSING.rulebook.default)

    wrong = made.typed("nothing")
    right = wrong.typed("f.f.ss s")

    assert made.set_up is None
    assert wrong.position is None
    assert wrong.problem.startswith("A position is six cells")
    assert right.position.side == 1
    second = CROSSING.rulebook.read(None, {"repetition": "second"})
    assert right.with_rules(second).position.rules == second


# -- back and forth ------------------------------------------------------------------------------


def test_what_was_done_is_taken_back_and_done_again():
    revisions = Revisions("a")
    revisions.add("b")
    revisions.add("c")

    assert [revisions.undo(), revisions.undo(), revisions.undo()] == ["b", "a", "a"]
    assert not revisions.can_undo
    assert revisions.redo() == "b"
    revisions.add("d")
    assert not revisions.can_redo
    assert revisions.redo() == "d"


def test_steps_of_one_kind_are_taken_back_together():
    revisions = Revisions("")
    for text in ("1", "12", "123"):
        revisions.add(text, key="digits")
    revisions.add("other")

    assert [revisions.undo(), revisions.undo()] == ["123", ""]


def test_after_going_back_the_same_kind_begins_a_new_step():
    revisions = Revisions("")
    revisions.add("1", key="digits")
    revisions.add("x")
    revisions.undo()
    revisions.add("12", key="digits")

    assert revisions.undo() == "1"


def test_what_changes_nothing_is_no_step():
    revisions = Revisions("a")
    revisions.add("a")

    assert not revisions.can_undo
