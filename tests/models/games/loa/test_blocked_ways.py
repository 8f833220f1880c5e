"""What blocks the ways of a piece agrees with the legal moves and the sentences."""

import random

from kalahloa.models.games.loa.blocked_ways import blockers
from kalahloa.models.games.loa.game import read_position, start_position
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.rules import LoaRules
from kalahloa.models.games.loa.squares import square_name, square_number


def _blockers(text: str, square: str) -> set[str]:
    position = read_position(text, LoaRules())
    return {square_name(found) for found in blockers(position, square_number(square))}


def test_the_first_piece_of_the_other_side_on_the_way_blocks_it():
    assert _blockers("8/8/8/8/8/8/8/b1w1w2b b", "a1") == {"c1"}


def test_a_piece_of_ones_own_at_the_end_of_the_way_blocks_it():
    assert _blockers("8/8/8/8/8/8/8/b1b4w b", "a1") == set()
    assert _blockers("7w/8/8/8/8/8/8/b2b1b2 b", "a1") == {"d1"}


def test_a_way_is_free_blocked_or_leads_off_the_board():
    chance = random.Random(4)
    position = start_position(LoaRules())
    for _ in range(60):
        moves = [move for move in position.legal_moves() if move != PASS]
        if not moves or position.is_over():
            break
        for origin in position.squares(position.side):
            free = [move >> 6 for move in moves if move & 63 == origin]
            found = list(blockers(position, origin))
            assert len(free) + len(found) <= 8
            for square in found:
                sentence = str(position.why_illegal(origin | square << 6))
                assert sentence
                assert square not in free or position.pieces(1 - position.side) >> square & 1
        position.make(chance.choice(moves))
