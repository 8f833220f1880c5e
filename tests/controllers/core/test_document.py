"""The document tells each change once, with a place that is true."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.navigation import Navigation
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import Remove
from kalahloa.models.text.errors import BadPosition, IllegalMove

COMPUTER = Player(Level(depth=1))


class _Listener:
    """Keeps every change that a document tells."""

    def __init__(self, document: Document) -> None:
        self.changes: list[Change] = []
        document.changed.connect(self.changes.append)

    def take(self) -> list[Change]:
        taken, self.changes[:] = list(self.changes), []
        return taken


@pytest.fixture
def document(qapp) -> Document:
    return Document(find_game("kalah"))


@pytest.fixture
def told(document: Document) -> _Listener:
    return _Listener(document)


def test_a_move_is_one_change_with_the_new_node_and_the_position_before(document, told):
    before = document.position.position_string()

    document.play(3)

    (change,) = told.take()
    assert change.causes == {Cause.MOVE}
    assert change.came == (document.node,)
    assert change.before is not None
    assert change.before.position_string() == before
    assert change.place.node is document.node
    assert change.place.node_count == 2
    assert change.place.position.position_string() == document.position.position_string()


def test_a_move_that_was_played_before_brings_no_new_node(document, told):
    document.play(3)
    document.jump(0)
    told.take()

    document.play(3)

    (change,) = told.take()
    assert change.came == ()
    assert change.causes == {Cause.MOVE}


def test_the_place_is_a_picture_that_later_moves_leave_alone(document):
    place = document.place
    shown = place.position.position_string()

    document.play(3)

    assert place.position.position_string() == shown
    assert place.node is document.record.root


def test_an_illegal_move_changes_and_tells_nothing(document, told):
    document.play(3)
    document.play(6)
    told.take()

    with pytest.raises(IllegalMove):
        document.play(99)

    assert told.take() == []
    assert document.node.ply == 2


def test_what_happens_within_telling_is_one_change(document, told):
    with document.one_change():
        document.play(3)
        document.play(6)

    (change,) = told.take()
    assert [node.text for node in change.came] == ["3", "6"]
    assert change.place.node.ply == 2


def test_the_moves_of_a_turn_are_named_also_where_they_were_played_before(document, told):
    for _ in range(2):
        document.jump(0)
        told.take()
        with document.one_change():
            document.play(3)
            document.play(6)

    (change,) = told.take()
    assert change.came == ()
    assert [node.text for node in change.played] == ["3", "6"]
    assert change.before is not None
    assert change.before.position_string() == "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S"


def test_moves_before_a_walk_or_a_new_game_are_not_told_as_just_played(document, told):
    with document.one_change():
        document.play(3)
        document.jump(0)
    with document.one_change():
        document.play(3)
        document.new_game(find_game("kalah"))
        document.play(1)

    for change in told.take():
        assert change.played == ()
        assert change.before is None


def test_an_error_within_telling_leaves_what_was_done_until_then_told(document, told):
    with pytest.raises(IllegalMove), document.one_change():
        document.play(3)
        document.play(99)

    (change,) = told.take()
    assert change.place.node.text == "3"
    document.play(6)
    assert [change.place.node.text for change in told.take()] == ["6"]


def test_walking_to_where_one_is_tells_nothing(document, told):
    document.go_to(document.node)

    assert told.take() == []


def test_a_jump_to_a_node_that_is_not_there_is_an_error_and_tells_nothing(document, told):
    for number in (-1, 1, 99):
        with pytest.raises(IndexError):
            document.jump(number)

    assert told.take() == []


def test_a_hundred_undone_moves_are_one_change(document, told):
    while document.node.ply < 20 and document.node.outcome is None:
        document.play(document.position.legal_moves()[0])
    told.take()

    Navigation(document).undo(100)

    (change,) = told.take()
    assert change.causes == {Cause.WALK}
    assert change.place.node is document.record.root


def test_another_game_is_another_record_with_its_own_number(document, told):
    document.play(3)
    number = document.place.record_number
    told.take()

    document.new_game(find_game("loa"))

    (change,) = told.take()
    assert change.is_new
    assert change.came == ()
    assert change.place.game.key == "loa"
    assert change.place.record_number != number


def test_a_start_that_is_no_position_changes_nothing(document, told):
    document.play(3)
    told.take()

    with pytest.raises(BadPosition):
        document.new_game(find_game("loa"), start="nonsense")

    assert document.game.key == "kalah"
    assert told.take() == []


def test_a_player_that_the_next_game_cannot_have_is_adapted_and_said(qtbot, document):
    loa = find_game("loa")
    special = Player(Level(depth=1, heuristic=loa.heuristics[-1].name))
    document.new_game(loa, players=(HUMAN, special))

    with qtbot.waitSignal(document.message) as said:
        document.new_game(find_game("kalah"))

    assert document.players[1].level is not None
    assert document.players[1].level.heuristic is None
    assert special.level is not None and special.level.heuristic in said.args[0]


def test_a_player_that_a_game_which_is_opened_cannot_have_is_adapted_and_said(document):
    special = Player(Level(depth=1, heuristic=find_game("loa").heuristics[-1].name))
    said: list[str] = []
    document.message.connect(said.append)

    document.open_record(Record(find_game("kalah")), (HUMAN, special))

    assert document.players[1].level is not None
    assert document.players[1].level.heuristic is None
    assert special.level is not None and special.level.heuristic in said[0]


def test_players_who_are_chosen_are_told_and_named_in_the_record(document, told):
    document.set_player(1, COMPUTER)

    (change,) = told.take()
    assert change.causes == {Cause.PLAYERS}
    assert change.place.players == (HUMAN, COMPUTER)
    assert document.record.players == (HUMAN.title, COMPUTER.title)


@pytest.mark.parametrize(
    ("players", "flipped"),
    [
        ((HUMAN, HUMAN), False),
        ((HUMAN, COMPUTER), False),
        ((COMPUTER, HUMAN), True),
        ((COMPUTER, COMPUTER), False),
    ],
)
def test_the_only_human_sits_at_the_bottom_until_the_board_is_turned(document, players, flipped):
    document.new_game(document.game, players=players)
    assert document.place.flipped is flipped

    document.turn_board()

    assert document.place.flipped is not flipped


def test_a_new_game_turns_the_board_back(document):
    document.turn_board()

    document.new_game(document.game)

    assert not document.place.flipped


class _Follower:
    """Counts moves, and notes each of them."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.followed: list[frozenset[Cause]] = []
        document.add_follower(self)

    def follow(self, causes: frozenset[Cause]) -> None:
        self.followed.append(causes)
        if Cause.MOVE in causes:
            self.document.report(Cause.ACTIVITY)

    def place_fields(self) -> dict[str, Any]:
        return {"held": len(self.followed) > 0}


def test_what_a_follower_changes_is_part_of_the_same_change(document, told):
    follower = _Follower(document)

    document.play(3)

    (change,) = told.take()
    assert change.causes == {Cause.MOVE, Cause.ACTIVITY}
    assert change.place.held
    assert len(follower.followed) == 1


def test_a_change_made_by_a_receiver_is_told_after_the_one_being_told(document):
    first = _Listener(document)

    def answer(change: Change) -> None:
        if change.place.node.ply == 1:
            document.play(6)

    document.changed.connect(answer)
    last = _Listener(document)

    document.play(3)

    assert [change.place.node.ply for change in first.take()] == [1, 2]
    assert [change.place.node.ply for change in last.take()] == [1, 2]


@pytest.mark.parametrize("key", ["kalah", "loa", "tictactoe"])
@settings(max_examples=25, deadline=None)
@given(choices=st.lists(st.integers(0, 10_000), max_size=40))
def test_whatever_is_done_the_place_told_last_is_the_record_s(qapp, key, choices):
    document = Document(find_game(key))
    told = _Listener(document)
    navigation = Navigation(document)
    for choice in choices:
        moves = [] if document.node.outcome else document.position.legal_moves()
        if choice % 3 and moves:
            document.play(moves[choice % len(moves)])
        elif choice % 3 == 1:
            navigation.undo(choice % 5)
        else:
            document.jump(choice % len(document.record.nodes))
    place = told.changes[-1].place if told.changes else document.place
    record: Record = document.record
    assert place is document.place
    assert place.node is record.current
    assert place.node_count == len(record.nodes)
    assert place.position.position_string() == record.replayed().position_string()
    known = {id(node) for change in told.changes for node in change.came}
    assert known == {id(node) for node in record.nodes[1:]}


# -- several changes told as one -------------------------------------------------------------------


def as_one(changes: list[Change]) -> Change:
    joined = changes[0]
    for change in changes[1:]:
        joined = joined.followed_by(change)
    return joined


def test_moves_told_as_one_bring_all_nodes_and_the_newest_place(document, told):
    document.play(1)
    document.play(2)
    changes = told.take()

    joined = as_one(changes)

    assert joined.causes == {Cause.MOVE}
    assert joined.came == joined.played == tuple(document.record.nodes[1:])
    assert joined.place is document.place
    assert joined.before is changes[-1].before


def test_after_a_walk_no_move_was_just_made(document, told):
    document.play(1)
    document.jump(0)

    joined = as_one(told.take())

    assert joined.causes == {Cause.MOVE, Cause.WALK}
    assert joined.played == () and joined.before is None
    assert joined.came == (document.record.nodes[1],)


def test_a_new_record_makes_all_that_was_before_irrelevant(document, told):
    document.play(1)
    document.new_game(find_game("loa"))
    document.play(document.position.legal_moves()[0])

    joined = as_one(told.take())

    assert joined.is_new
    assert joined.came == joined.went == joined.edited == joined.played == ()
    assert joined.place is document.place


def test_what_came_and_went_did_neither(document, told):
    document.play(1)
    node = document.node
    applied = document.edit(Remove(node.number))

    gone = as_one(told.take())
    assert gone.came == gone.went == gone.edited == ()

    document.edit(applied.inverse)
    back = gone.followed_by(told.take()[0])
    assert back.came == (node,) and back.went == ()


def test_what_went_and_came_back_may_stand_elsewhere(document, told):
    document.play(1)
    node = document.node
    told.take()
    applied = document.edit(Remove(node.number))
    document.edit(applied.inverse)

    joined = as_one(told.take())

    assert joined.came == joined.went == ()
    assert joined.edited == (node,)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_changes_told_as_one_are_what_one_change_would_have_told(qapp, data):
    """The same deeds, told one by one or within one `telling`, come to the same."""
    single, whole = Document(find_game("tictactoe")), Document(find_game("tictactoe"))
    told, at_once = _Listener(single), _Listener(whole)
    undo: list[object] = []

    def do(document: Document, choice: tuple[int, int]) -> None:
        kind, number = choice
        nodes = [node for node in document.record.nodes if node.in_tree]
        if kind == 0 and (moves := document.position.legal_moves()):
            document.play(moves[number % len(moves)])
        elif kind == 1:
            document.go_to(nodes[number % len(nodes)])
        elif kind == 2 and len(nodes) > 1:
            removed = nodes[1 + number % (len(nodes) - 1)]
            undo.append(document.edit(Remove(removed.number)).inverse)
        elif kind == 3 and undo:
            document.edit(undo.pop())

    choices = data.draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 8)), max_size=8))
    with whole.one_change():
        for choice in choices:
            do(whole, choice)
    undo.clear()
    for choice in choices:
        do(single, choice)

    if not told.changes:
        assert not at_once.changes
        return
    joined, one = as_one(told.take()), at_once.take()[0]
    assert joined.causes == one.causes
    assert [node.number for node in joined.came] == [node.number for node in one.came]
    assert sorted(joined.went) == sorted(one.went)
    assert {node.number for node in joined.edited} == {node.number for node in one.edited}
