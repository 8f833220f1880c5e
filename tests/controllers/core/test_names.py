"""Names say who has played a game; players, who or what moves from now on."""

from hypothesis import given
from hypothesis import strategies as st

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.names import name_of, names_of, renamed
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record

WEAK = Player(Level.of_engine(1))
STRONG = Player(Level.of_engine(9))
GIVEN = ("Anna", "Ben")
WON = ("1", "4", "2", "5", "3")

players = st.sampled_from([HUMAN, WEAK, STRONG])
pairs = st.tuples(players, players)
own_names = st.sampled_from(["", "Maria"])


def begun(*moves: str, names: tuple[str, str] | None = None, own: str = "") -> Document:
    """Return a document with a game of tic-tac-toe of the user against a weak computer."""
    document = Document(find_game("tictactoe"))
    document.set_own_name(own)
    document.new_game(document.game, players=(HUMAN, WEAK), names=names)
    play(document, *moves)
    return document


def play(document: Document, *moves: str) -> None:
    for move in moves:
        document.play(document.position.read_move(move))


@given(pairs, st.lists(pairs, max_size=4), own_names)
def test_names_that_nobody_gave_are_those_of_the_players(before, choices, own):
    names = names_of(before, own)

    for chosen in choices:
        names = renamed(names, before, chosen, own)
        before = chosen

    for side in (0, 1):
        expected = {name_of(before[side], own), str(before[side].title)}
        assert names[side] in expected
    assert "" not in names
    assert names.count("Maria") <= 1


@given(pairs, pairs, own_names, st.sampled_from([0, 1]))
def test_a_name_that_somebody_gave_stays_whoever_moves(before, after, own, side):
    names = list(names_of(before, own))
    names[side] = "Anna"

    found = renamed((names[0], names[1]), before, after, own)

    assert "Anna" in found
    assert found[side] == "Anna" or after == before[::-1]


@given(pairs, pairs, own_names)
def test_no_choice_of_players_renames_those_who_have_names(before, after, own):
    assert renamed(GIVEN, before, after, own) == GIVEN


@given(pairs, own_names)
def test_names_go_with_players_who_exchange_sides_and_come_back(before, own):
    names = names_of(before, own)

    there = renamed(names, before, before[::-1], own)

    if before[0] != before[1]:
        assert there == names[::-1]
    assert renamed(there, before[::-1], before, own) == names


def test_a_game_that_begins_here_names_the_user_and_the_computer(qapp):
    assert begun(own="Maria").record.players == ("Maria", "Engine, level 1")
    assert begun().record.players == ("Human", "Engine, level 1")
    assert begun(names=GIVEN).record.players == GIVEN


def test_another_opponent_in_the_middle_of_a_game_is_named(qapp):
    document = begun("1", own="Maria")

    document.set_player(1, STRONG)

    assert document.place.names == ("Maria", "Engine, level 9")


def test_players_chosen_after_the_end_are_those_of_the_next_game(qapp):
    document = begun(*WON, own="Maria")

    document.set_players((WEAK, HUMAN))
    document.set_player(0, STRONG)

    assert document.record.players == ("Maria", "Engine, level 1")
    document.new_game(document.game)
    assert document.record.players == ("Engine, level 9", "Maria")


def test_a_game_that_is_over_stays_closed_where_it_is_taken_back(qapp):
    document = begun(*WON, own="Maria")
    document.jump(2)

    document.set_players((WEAK, HUMAN))

    assert document.record.players == ("Maria", "Engine, level 1")


def test_opening_a_game_and_choosing_players_leave_its_names(qapp):
    document = begun(own="Maria")
    record = Record(find_game("loa"), players=("", "Human"))
    others = Record(find_game("loa"), players=GIVEN)

    document.open_record(record, (HUMAN, STRONG))
    assert record.players == ("", "Human")
    document.open_record(others, (HUMAN, HUMAN))
    document.set_player(0, STRONG)
    document.set_players((HUMAN, STRONG))
    assert others.players == GIVEN


def test_an_exercise_leaves_the_names_of_the_own_game(qapp):
    document = begun("1", names=GIVEN)

    document.open_exercise(Record(find_game("loa")))
    document.set_player(0, STRONG)
    document.return_to_own()

    assert document.record.players == GIVEN
    assert document.players == (HUMAN, WEAK)


def test_players_who_change_sides_in_a_game_of_others_have_not_played_it(qapp):
    document = begun()
    document.open_record(Record(find_game("loa"), players=GIVEN), (HUMAN, WEAK))

    document.set_players((WEAK, HUMAN))

    assert document.played_by == (HUMAN, WEAK)
    assert document.record.players == GIVEN


def test_players_chosen_in_a_game_of_others_leave_names_that_could_be_theirs(qapp):
    document = Document(find_game("loa"))
    names = (str(HUMAN.title), str(WEAK.title))
    document.open_record(Record(document.game, players=names), (HUMAN, WEAK))

    document.set_players((WEAK, HUMAN))
    document.set_player(0, STRONG)

    assert document.record.players == names
    assert document.played_by == (HUMAN, WEAK)
    assert document.next_names == (str(STRONG.title), str(HUMAN.title))


def test_a_game_begun_from_an_exercise_names_those_who_play_it(qapp):
    document = begun("1", own="Maria")
    document.open_exercise(Record(find_game("loa")))

    document.new_game(document.game, players=(HUMAN, HUMAN))

    assert document.record.players == ("Maria", "Human")
    document.open_exercise(Record(find_game("loa")))
    document.new_game(document.game, players=(STRONG, HUMAN))
    assert document.record.players == ("Engine, level 9", "Human")


def test_names_that_were_given_go_on_in_the_next_game_of_the_same_players(qapp):
    document = begun(*WON, names=("Anna", "Engine, level 1"))

    document.new_game(document.game)
    assert document.record.players == ("Anna", "Engine, level 1")
    document.set_players((WEAK, HUMAN))
    assert document.record.players == ("Engine, level 1", "Anna")


def test_the_users_own_name_comes_into_a_game_in_which_nobody_has_moved(qapp):
    document = begun()

    document.set_own_name("Maria")
    assert document.record.players == ("Maria", "Engine, level 1")

    play(document, "1")
    document.set_own_name("Marie")
    assert document.record.players == ("Maria", "Engine, level 1")
    document.new_game(document.game)
    assert document.record.players == ("Marie", "Engine, level 1")


def test_the_users_new_name_stays_out_of_a_game_that_was_opened(qapp):
    document = begun(own="Maria")
    document.open_record(Record(document.game, players=GIVEN), (HUMAN, WEAK))

    document.set_own_name("Marie")

    assert document.record.players == GIVEN
    assert document.place.names == GIVEN
    document.new_game(document.game)
    assert document.record.players == ("Marie", "Engine, level 1")
