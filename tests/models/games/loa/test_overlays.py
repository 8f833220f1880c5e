"""What overlays show of Lines of Action, compared with what is found by making the moves."""

from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.notation import PASS
from kalahloa.models.games.loa.overlays import OVERLAYS, facts, lines
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import RULEBOOK, LoaRules
from kalahloa.models.games.loa.squares import square_name, square_number
from kalahloa.models.text.sentence import Sentence
from tests.models.random_play import random_position

STEPS = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if (right, up) != (0, 0)]
CROSSED = "7b/6b1/8/8/8/8/1b1w4/b1w4w b"
"""Black has two groups of two; of White's three, h1 stands apart."""
WALLED_IN = "6wb/6ww/8/8/8/8/ww6/bw6 b"


def read(text: str, rules: LoaRules | None = None) -> Loa:
    return find_game("loa").read(text, rules or LoaRules())


@pytest.fixture(params=[(preset.name, seed) for preset in RULEBOOK.presets for seed in range(25)])
def position(request: pytest.FixtureRequest) -> Loa:
    """A position of a random game under each preset."""
    preset, seed = request.param
    return random_position("loa", seed, 3 * seed, preset)


def king_steps(square: int) -> list[int]:
    file, rank = square % 8, square // 8
    return [
        file + right + 8 * (rank + up)
        for right, up in STEPS
        if 0 <= file + right < 8 and 0 <= rank + up < 8
    ]


def flooded(squares: set[int]) -> list[set[int]]:
    """Return the connected parts of *squares*, found step by step."""
    left, parts = set(squares), []
    while left:
        part, ahead = set(), [left.pop()]
        while ahead:
            here = ahead.pop()
            part.add(here)
            near = left & set(king_steps(here))
            left -= near
            ahead += near
        parts.append(part)
    return parts


def test_groups_are_the_connected_parts_of_each_side_the_largest_first(position):
    known = facts(position)

    for side in (0, 1):
        own = [set(group.squares) for group in known.groups if group.side == side]
        assert sorted(map(sorted, own)) == sorted(map(sorted, flooded(set(position.squares(side)))))
        assert [len(group) for group in own] == position.groups(side)
        for group in own:
            for square in group:
                assert known.group_at(square).squares == tuple(sorted(group))


def test_a_piece_is_stuck_where_none_of_the_legal_moves_of_its_side_begins(position):
    stuck = facts(position).stuck

    for side in (0, 1):
        to_move = Loa(position.pieces(0), position.pieces(1), side, position.rules)
        origins = {move & 63 for move in to_move.legal_moves() if move != PASS}
        own = set(position.squares(side))
        assert stuck & own == own - origins


def test_every_legal_move_is_as_long_as_the_count_of_its_line(position):
    for move in position.legal_moves():
        if move == PASS:
            continue
        origin, target = move & 63, move >> 6
        (line,) = [one for one in lines(position, origin) if target in one.squares]
        right, up = abs(target % 8 - origin % 8), abs(target // 8 - origin // 8)
        assert max(right, up) == line.count


@pytest.mark.parametrize("seed", range(4))
def test_lines_run_from_edge_to_edge_and_count_the_pieces_of_both_sides(seed):
    position = random_position("loa", seed, 30)
    standing = {*position.squares(0), *position.squares(1)}

    for square in range(64):
        found = {frozenset(line.squares): line.count for line in lines(position, square)}
        expected = {}
        for right, up in STEPS[:4]:
            line = {square}
            for way in (1, -1):
                file, rank = square % 8 + way * right, square // 8 + way * up
                while 0 <= file < 8 and 0 <= rank < 8:
                    line.add(file + 8 * rank)
                    file, rank = file + way * right, rank + way * up
            if len(line) > 1:
                expected[frozenset(line)] = len(line & standing)
        assert found == expected


def test_the_centre_of_mass_is_the_mean_of_files_and_ranks(position):
    for side, (file, rank) in enumerate(facts(position).centres):
        squares = position.squares(side)
        assert file == pytest.approx(sum(square % 8 for square in squares) / len(squares))
        assert rank == pytest.approx(sum(square // 8 for square in squares) / len(squares))


def test_a_distance_is_the_number_of_steps_a_king_needs_to_the_largest_group(position):
    distances = facts(position).distances

    for side in (0, 1):
        parts = flooded(set(position.squares(side)))
        most = max(map(len, parts))
        reached = {square for part in parts if len(part) == most for square in part}
        steps, outside = 0, set(position.squares(side)) - reached
        assert {square for square in distances if square in position.squares(side)} == outside
        while outside:
            steps += 1
            reached |= {near for square in reached for near in king_steps(square)}
            arrived = outside & reached
            assert all(distances[square] == steps >= 2 for square in arrived)
            outside -= arrived


def test_facts_do_not_depend_on_the_rules_or_on_who_is_to_move(position):
    other = LoaRules(no_move="loses", repetition="second", simultaneous="draw")
    turned = Loa(position.pieces(0), position.pieces(1), 1 - position.side, other)

    assert facts(turned) == facts(position)


def test_facts_leave_the_position_as_it_was(position):
    before = position.position_string(), position.hash, position.move_stack()

    facts(position)
    for overlay in OVERLAYS:
        overlay.tell(position)
        overlay.tell_cell(position, 27)

    assert (position.position_string(), position.hash, position.move_stack()) == before


def told(key: str, position: Loa) -> list[str]:
    overlay = next(one for one in OVERLAYS if one.key == key)
    sentences = overlay.tell(position)
    assert all(isinstance(sentence, Sentence) for sentence in sentences)
    return list(sentences)


def told_at(key: str, position: Loa, square: str) -> str:
    overlay = next(one for one in OVERLAYS if one.key == key)
    return overlay.tell_cell(position, square_number(square))


def test_overlays_tell_of_the_whole_board_in_words():
    assert told("groups", read(CROSSED)) == [
        "Black has 2 groups: a1, b2 (2); g7, h8 (2).",
        "White has 2 groups: c1, d2 (2); h1 (1).",
    ]
    assert told("stuck", read(WALLED_IN)) == [
        "Black cannot move the pieces on a1, h8.",
        "White can move each of its pieces.",
    ]
    assert told("lines", read(CROSSED)) == [
        "Pieces on ranks 1 to 8: 3 2 0 0 0 0 1 1.",
        "Pieces on files a to h: 1 1 1 1 0 0 1 2.",
    ]
    assert told("centre", read(CROSSED))[0] == (
        "Black's centre of mass is nearest to d4 (file 4.5, rank 4.5)."
    )
    assert told("distance", read(CROSSED)) == [
        "Black has no piece outside its largest group.",
        "White's distances to its largest group: h1 4.",
    ]


def test_overlays_tell_of_a_square_in_words():
    position = read(CROSSED)

    assert told_at("groups", position, "c1") == "in a group of 2"
    assert told_at("groups", position, "e4") == ""
    assert told_at("stuck", read(WALLED_IN), "a1") == "cannot move"
    assert told_at("stuck", read(WALLED_IN), "b1") == ""
    assert told_at("lines", position, "a1") == (
        "3 on the first rank, 1 on the a-file, 4 on the diagonal a1-h8"
    )
    assert told_at("distance", position, "h1") == "4 from the largest group"
    assert told_at("distance", position, "c1") == ""
    lines_of = next(one for one in OVERLAYS if one.key == "lines")
    assert lines_of.tell_cell(position, 64) == ""  # the cell to pass with


def test_the_square_nearest_to_a_centre_of_mass_is_named():
    for seed in range(30):
        random = Random(seed)
        squares = random.sample(range(64), random.randrange(2, 12))
        black, white = squares[1:], squares[:1]
        position = Loa(
            sum(1 << one for one in black), sum(1 << one for one in white), 0, LoaRules()
        )
        file, rank = facts(position).centres[0]
        least = min((file - one % 8) ** 2 + (rank - one // 8) ** 2 for one in range(64))
        named = told("centre", position)[0].split("nearest to ")[1][:2]
        one = square_number(named)
        assert (file - one % 8) ** 2 + (rank - one // 8) ** 2 == pytest.approx(least)
        assert square_name(one) == named
