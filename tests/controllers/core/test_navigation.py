"""Where undo and redo lead, for any players, and walking along lines."""

import pytest

from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.navigation import Navigation, neighbour_line
from kalahloa.controllers.core.undo import redo_target, undo_target
from kalahloa.models.game.registry import find_game


@pytest.fixture
def document(qapp) -> Document:
    """A game of Kalah: 3 and 6 by South, 1 by North, then 2 by South."""
    made = Document(find_game("kalah"))
    for move in (3, 6, 1, 2):
        made.play(move)
    return made


def _plies_undone(document: Document, *computers: bool) -> list[int]:
    """Return the plies at which repeated undo arrives."""
    plies = []
    node = undo_target(document.node, computers)
    while node is not None:
        plies.append(node.ply)
        node = undo_target(node, computers)
    return plies


def test_between_humans_undo_takes_one_sowing(document):
    assert _plies_undone(document, False, False) == [3, 2, 1, 0]


def test_between_computers_undo_takes_one_sowing(document):
    assert _plies_undone(document, True, True) == [3, 2, 1, 0]


def test_against_a_computer_undo_goes_to_before_the_human_s_last_sowing(document):
    assert _plies_undone(document, False, True) == [3, 1, 0]
    assert _plies_undone(document, True, False) == [2]


def test_redo_goes_to_where_the_human_is_to_move_again(document):
    root = document.record.root
    document.jump(0)

    def plies(*computers: bool) -> list[int]:
        found, node = [], redo_target(root, computers)
        while node is not None:
            found.append(node.ply)
            node = redo_target(node, computers)
        return found

    assert plies(False, False) == [1, 2, 3, 4]
    assert plies(False, True) == [1, 3, 4]


def test_ends_and_single_plies(document):
    navigation = Navigation(document)
    reached = []
    for step in (
        navigation.to_start,
        navigation.forward,
        navigation.back,
        navigation.to_end,
        navigation.back,
    ):
        step()
        reached.append(document.node.ply)

    assert reached == [0, 1, 0, 4, 3]


def test_walking_beyond_an_end_goes_nowhere(document):
    navigation = Navigation(document)
    navigation.forward()
    assert document.node.ply == 4

    navigation.to_start()
    navigation.back()
    navigation.undo()

    assert document.node.ply == 0


def test_the_next_line_is_another_move_from_the_same_position(document):
    navigation = Navigation(document)
    navigation.back()
    document.play(4)

    navigation.to_next_line(-1)
    first = document.node.text
    navigation.to_next_line(-1)
    navigation.to_next_line(1)

    assert first == "2"
    assert document.node.text == "4"


def test_before_the_first_line_and_after_the_last_there_is_none(document):
    navigation = Navigation(document)
    navigation.back()
    document.play(4)
    node = document.node
    first, last = node.parent.children

    assert neighbour_line(first, -1) is None
    assert neighbour_line(first, 1) is last
    assert neighbour_line(last, -1) is first
    assert neighbour_line(last, 1) is None
    assert neighbour_line(document.record.root, 1) is None
