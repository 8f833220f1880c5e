"""Walks through what is proven: they keep the value, and end where they say."""

from collections import deque
from random import Random

from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, book_alone
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.study.book_lines import (
    known_part,
    random_line,
    to_end_of_knowledge,
    to_only_move,
)
from kalahloa.models.study.book_page import page_of

RULES = KalahRules()
BOOK = book_alone(RULES)
FEW = "<6,20,13,3,2,1,0,2,1,0,1,3,0,2,0> S"


def tablebase() -> KalahKnowledge:
    return KalahKnowledge(RULES, build_tablebase(RULES, 15))


def nearest_only_move(knowledge: Knowledge, position: Kalah) -> int | None:
    """Return how many moves the nearest only move is away, by pages alone."""
    waiting = deque([(position.copy(), 0)])
    while waiting:
        place, plies = waiting.popleft()
        page = page_of(knowledge, place)
        if plies and page.is_only_move:
            return plies
        for move in page.keeping if page.is_whole else ():
            after = place.copy()
            after.make(move.move)
            waiting.append((after, plies + 1))
    return None


def after(position: Kalah, moves: tuple[int, ...]) -> Kalah:
    position = position.copy()
    for move in moves:
        position.make(move)
    return position


def keeps_value(knowledge: Knowledge, position: Kalah, moves: tuple[int, ...]) -> bool:
    position = position.copy()
    for move in moves:
        if move not in [one.move for one in page_of(knowledge, position).keeping]:
            return False
        position.make(move)
    return True


def test_the_next_only_move_is_the_nearest_along_best_play():
    known = tablebase()
    for text in (FEW, "<6,17,15,0,0,3,1,1,2,1,0,0,0,0,4> S"):
        position = read_position(text, RULES)

        walk = to_only_move(known, position)

        assert walk.moves is not None and walk.is_sure
        assert len(walk.moves) == nearest_only_move(known, position)
        assert keeps_value(known, position, walk.moves)
        assert page_of(known, after(position, walk.moves)).is_only_move


def test_from_an_only_move_the_walk_goes_to_the_next_one():
    walk = to_only_move(BOOK, start_position(RULES))

    assert walk.moves == (3,)
    assert to_only_move(BOOK, after(start_position(RULES), (3,))).moves == (6,)


def test_the_book_ends_where_moves_are_not_known():
    start = start_position(RULES)

    walk = to_end_of_knowledge(BOOK, start)

    assert walk.moves is not None and keeps_value(BOOK, start, walk.moves)
    assert not page_of(BOOK, after(start, walk.moves)).is_whole
    assert page_of(BOOK, after(start, walk.moves[:-1])).is_whole


def test_a_tablebase_does_not_end_before_the_game():
    position = read_position(FEW, RULES)

    walk = to_end_of_knowledge(tablebase(), position)

    assert walk.moves is None and walk.is_sure


def test_where_nothing_is_known_no_walk_begins():
    start = start_position(RULES)
    nothing = Knowledge(RULES)

    assert to_only_move(nothing, start).moves is None
    assert to_end_of_knowledge(nothing, start).moves is None
    assert random_line(nothing, start, Random(1)) == ()
    assert known_part(nothing, start, (3, 6)) == 0


def test_a_walk_that_is_stopped_is_not_sure():
    walk = to_only_move(BOOK, start_position(RULES), lambda: True)

    assert walk.moves is None and not walk.is_sure


def test_random_lines_keep_the_value_to_the_end_of_the_game_and_differ():
    known = tablebase()
    position = read_position(FEW, RULES)

    lines = {random_line(known, position, Random(seed)) for seed in range(20)}

    assert len(lines) > 5
    for line in lines:
        assert keeps_value(known, position, line)
        assert after(position, line).is_over()


def test_the_known_part_of_a_line_ends_before_the_first_unknown_position():
    line = (3, 6, 2, 1, 2, 1, 1)

    assert known_part(BOOK, start_position(RULES), line) == 5
    assert known_part(BOOK, start_position(RULES), line[:3]) == 3


def test_positions_are_as_they_were():
    start = start_position(RULES)
    text = start.position_string()

    to_only_move(BOOK, start)
    to_end_of_knowledge(BOOK, start)
    random_line(BOOK, start, Random(1))
    known_part(BOOK, start, (3, 6))

    assert start.position_string() == text and not start.move_stack()
