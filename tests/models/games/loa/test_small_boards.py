"""Lines of Action on boards of fewer than eight ranks."""

from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa import evaluation
from kalahloa.models.games.loa.features import LoaFeatures
from kalahloa.models.games.loa.overlays import OVERLAYS, facts, lines
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.set_up import LoaSetUp
from kalahloa.models.games.loa.squares import board_squares, square_name, square_number
from kalahloa.models.text.errors import BadPosition, BadRules, IllegalMove
from tests.models.games.loa import brute
from tests.models.random_play import play, snapshot, start
from tests.pure_twin import load_pure

GAME = find_game("loa")
SIZES = [4, 5, 6, 7]
DEPTH = 4 if is_compiled() else 3
START_6 = "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b"


def positions(size: int, count: int = 60) -> list[Loa]:
    """Return positions of random games that go on."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        position = start("loa", size=size)
        play(position, [rng.randrange(1000) for _ in range(seed % 30)])
        if position.is_over():
            position.unmake()
        found.append(position)
    return found


def board_of(position: Loa) -> brute.Board:
    return {
        (square % 8, square // 8): letter
        for side, letter in enumerate("bw")
        for square in position.squares(side)
    }


# -- rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_a_game_begins_with_pieces_on_all_edges_but_not_in_the_corners(size: int):
    position = start("loa", size=size)

    assert board_of(position) == brute.usual_start(size)
    assert position.side == 0
    assert position.size == size


def test_the_start_in_writing_has_a_rank_for_each_rank():
    assert start("loa", size=6).position_string() == START_6


@pytest.mark.parametrize("size", [*SIZES, 8])
def test_scrambled_eggs_alternate_round_the_edge_with_a_white_piece_on_a2(size: int):
    board = board_of(start("loa", size=size, start="scrambled-eggs"))

    last = size - 1
    edge = [(0, n) for n in range(1, last)] + [(n, last) for n in range(1, last)]
    edge += [(last, last - n) for n in range(1, last)] + [(last - n, 0) for n in range(1, last)]

    assert "".join(board[square] for square in edge) == "wb" * (2 * size - 4)
    assert len(board) == len(edge)


@pytest.mark.parametrize("size", [*SIZES, 8])
def test_perft_is_that_of_rules_written_independently(size: int):
    for depth in range(1, DEPTH if size < 8 else 3):
        counted = brute.perft(brute.usual_start(size), size, "b", depth)
        assert start("loa", size=size).perft(depth) == counted


@pytest.mark.parametrize("size", SIZES)
def test_in_games_the_moves_and_the_ends_are_those_of_rules_written_independently(size: int):
    for position in positions(size):
        board = board_of(position)
        for side, letter in enumerate("bw"):
            expected = {
                (f + 8 * r) | (x + 8 * y) << 6
                for (f, r), (x, y) in brute.moves(board, size, letter)
            }
            assert set(position.piece_moves(side)) == expected
        for move in position.legal_moves():
            position.make(move)
            after = board_of(position)
            ended = brute.connected(after, "b") or brute.connected(after, "w")
            assert position.is_over() == ended
            position.unmake()


@pytest.mark.parametrize("size", [3, 9, 0])
def test_a_board_has_4_to_8_ranks(size: int):
    with pytest.raises(BadRules, match="is not a number from 4 to 8"):
        start("loa", size=size)


def test_presets_are_of_eight_ranks_and_take_another_size():
    rules = GAME.rulebook.read("olympiad", {"size": "6"})

    assert (rules.size, rules.simultaneous) == (6, "draw")
    assert GAME.rulebook.name_of(rules) == "olympiad, size 6"
    assert GAME.rulebook.read(None, {"start": "standard"}).size == 8


def test_equal_squares_on_boards_of_different_sizes_have_different_hashes():
    small, large = (
        Loa(1 << 1 | 1 << 10, 1 << 3 | 1 << 25, 0, GAME.rulebook.read(None, {"size": size}))
        for size in (4, 8)
    )

    assert small.hash != large.hash
    assert small.hash == small.hash_from_scratch()


@pytest.mark.parametrize("size", SIZES)
def test_no_piece_can_be_put_off_the_board(size: int):
    rules = GAME.rulebook.read(None, {"size": size})
    for square in set(range(64)) - set(board_squares(size)):
        with pytest.raises(BadPosition, match=f"none of the {size * size} squares"):
            Loa(1 << square, 1, 0, rules)


# -- in writing ------------------------------------------------------------------------------------


def test_a_position_string_is_read_as_of_its_own_size():
    rules = GAME.fitting_rules(START_6, GAME.rulebook.default)

    assert rules.size == 6
    assert GAME.read(START_6, rules).position_string() == START_6


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8/8/8/8/8/8/8/1bw5 b", "A board has 6 ranks, not 8."),
        ("6/6/6/6/6/1bw2 b", "Rank 1 has 5 squares instead of 6."),
        ("6/6/6/6/6/1bx3 b", "Rank 1 has 'x'; only b, w and 1-6 are allowed."),
        (
            "6/6",
            "A position is six ranks from 6 to 1, separated by '/', then a space and the side "
            "to move, b or w.",
        ),
    ],
)
def test_a_wrong_position_gets_a_sentence_with_the_size_of_the_board(text: str, sentence: str):
    with pytest.raises(BadPosition) as caught:
        GAME.read(text, GAME.rulebook.read(None, {"size": 6}))

    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text", ["", "x", "8/8", "9/9/9/9/9/9/9/9/9 b", "8/8/8/8/8/8/8 b", "3/3/3 b"]
)
def test_a_text_that_is_no_square_board_changes_no_rules(text: str):
    assert GAME.fitting_rules(text, GAME.rulebook.default) == GAME.rulebook.default


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b1-b7", "'b7' is not a square; squares are a1 to f6."),
        ("b1-b4", "Two pieces stand on the b-file, so b1 moves two squares along it (b3)."),
        ("b1-e4", "Two pieces stand on the diagonal b1-f5, so b1 moves two squares along it (d3)."),
    ],
)
def test_a_wrong_move_is_refused_in_words_of_the_small_board(text: str, sentence: str):
    with pytest.raises(IllegalMove) as caught:
        start("loa", size=6).read_move(text)

    assert str(caught.value) == sentence


def test_a_square_beside_the_board_is_named_as_such():
    position = start("loa", size=6)

    told = position.why_illegal(square_number("e1") | square_number("g3") << 6)

    assert told == "g3 is not on the board; its squares are a1 to f6."


def test_the_diagram_has_as_many_ranks_as_the_board():
    position = start("loa", size=4)

    assert position.diagram().splitlines() == [
        "    a b c d",
        "  +---------+",
        "4 | . b b . | 4",
        "3 | w . . w | 3",
        "2 | w . . w | 2",
        "1 | . b b . | 1",
        "  +---------+",
        "    a b c d",
    ]
    assert position.diagram(flipped=True).splitlines()[0] == "    d c b a"


@pytest.mark.parametrize("size", SIZES)
def test_symmetric_positions_are_the_eight_images_on_the_same_board(size: int):
    position = positions(size, 12)[-1]
    rules = position.rules

    images = list(GAME.symmetric(position))

    assert len(images) == 8
    assert position.position_string() in images
    counts = {len(GAME.read(image, rules).legal_moves()) for image in images}
    assert counts == {len(position.legal_moves())}
    for image in images:
        assert sorted(GAME.symmetric(GAME.read(image, rules))) == sorted(images)


# -- evaluation and features -----------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, 8])
def test_mobility_counts_the_moves_that_the_rules_allow(size: int):
    last = size - 1
    for position in positions(size):
        board = board_of(position)
        for side, letter in enumerate("bw"):
            points = 0
            for _, target in (legal := list(brute.moves(board, size, letter))):
                at_edge = 0 in target or last in target
                points += (4 if target in board else 2) // (2 if at_edge else 1)
            own, other = position.pieces(side), position.pieces(1 - side)
            assert evaluation.features(own, other, size)[4] == points
            assert LoaFeatures(position).mobility(side) == len(legal)
            taken = sum(target in board for _, target in legal)
            assert LoaFeatures(position).captures(side) == taken
            stuck = position.pieces(side).bit_count() - len({origin for origin, _ in legal})
            assert LoaFeatures(position).orphans(side) == stuck


@pytest.mark.parametrize("size", SIZES)
def test_turning_and_mirroring_the_board_changes_no_term_and_no_feature(size: int):
    for position in positions(size, 30):
        terms = position.evaluation_terms()
        shown = LoaFeatures(position)
        for image in GAME.symmetric(position):
            twin = GAME.read(image, position.rules)
            assert twin.evaluation_terms() == terms
            other = LoaFeatures(twin)
            for name in ("centralisation", "quads", "walls", "uniformity", "neighbours"):
                for side in (0, 1):
                    assert getattr(other, name)(side) == getattr(shown, name)(side)


@pytest.mark.parametrize("size", SIZES)
def test_the_sides_of_the_start_are_worth_the_same(size: int):
    terms = start("loa", size=size).evaluation_terms()

    assert all(term.own == term.other for term in terms if term.name != "side to move")


@pytest.mark.parametrize("size", SIZES)
def test_a_piece_is_worth_less_towards_the_edge_and_least_in_a_corner(size: int):
    def centralised(name: str) -> int:
        return evaluation.features(1 << square_number(name), 0, size)[1]

    assert centralised("a1") < centralised("b1") < centralised("b2")
    corner = square_name(9 * (size - 1))
    assert centralised("a1") == centralised(corner)


@pytest.mark.parametrize(("own", "other", "value"), [("e6 e5 f5", "f6", 0), ("e3 e4 e5", "f4", 2)])
def test_walls_bar_the_ways_from_the_edges_of_the_small_board(own: str, other: str, value: int):
    own_board, against = (
        sum(1 << square_number(name) for name in names.split()) for names in (own, other)
    )

    # A corner is on two edges, and no edge has three ways inside from it.
    corner = evaluation.features(own_board, against, 6)[5]
    assert corner == value if value else corner >= 1


def test_uniformity_is_what_the_smallest_rectangle_leaves_of_the_board():
    own = 1 << square_number("a1") | 1 << square_number("b3")

    assert evaluation.features(own, 0, 5)[7] == 25 - 6


@pytest.mark.parametrize("size", SIZES)
def test_both_modes_agree_on_games_terms_and_values(size: int):
    twins = load_pure()
    rules = twins["games.loa.rules"].LoaRules(size=size)
    for position in positions(size, 25):
        twin = twins["games.loa.position"].Loa(
            position.pieces(0), position.pieces(1), position.side, rules
        )
        assert twin.hash == position.copy(stack=False).hash
        assert twin.legal_moves() == position.legal_moves()
        assert [term.value for term in twin.evaluation_terms()] == [
            term.value for term in position.evaluation_terms()
        ]
        assert twin.evaluate() == sum(term.value for term in position.evaluation_terms())


def test_heuristics_can_ask_for_the_size_of_the_board():
    assert LoaFeatures(start("loa", size=5)).board_size() == 5
    assert LoaFeatures(start("loa")).board_size() == 8


# -- overlays and set-up ---------------------------------------------------------------------------


def test_lines_end_where_the_board_ends():
    position = start("loa", size=5)

    named = {line.name: line.squares for line in lines(position, square_number("b1"))}

    assert {
        name: [square_name(square) for square in squares] for name, squares in named.items()
    } == {
        "the first rank": ["a1", "b1", "c1", "d1", "e1"],
        "the b-file": ["b1", "b2", "b3", "b4", "b5"],
        "the diagonal b1-e4": ["b1", "c2", "d3", "e4"],
        "the diagonal b1-a2": ["b1", "a2"],
    }


@pytest.mark.parametrize("size", SIZES)
def test_a_piece_is_stuck_where_none_of_its_moves_stays_on_the_board(size: int):
    for position in positions(size, 30):
        board = board_of(position)
        free = {origin for letter in "bw" for origin, _ in brute.moves(board, size, letter)}
        stuck = {(square % 8, square // 8) for square in facts(position).stuck}
        assert stuck == set(board) - free


def test_overlays_tell_as_many_ranks_and_files_as_there_are():
    position = start("loa", size=4)
    told = {overlay.key: [str(s) for s in overlay.tell(position)] for overlay in OVERLAYS}

    assert told["lines"] == [
        "Pieces on ranks 1 to 4: 2 2 2 2.",
        "Pieces on files a to d: 2 2 2 2.",
    ]


def test_a_set_up_keeps_its_pieces_on_another_board_where_they_have_a_square():
    large = LoaSetUp.of(start("loa"))
    small = large.with_rules(GAME.rulebook.read(None, {"size": 6}))

    assert small.text() == "w5/w5/w5/w5/w5/1bbbbb b"
    assert small.with_rules(large.rules).text() == "8/8/w7/w7/w7/w7/w7/1bbbbb2 b"


def test_a_set_up_of_a_small_board_is_read_as_it_was_written():
    rules = GAME.rulebook.read(None, {"size": 6})

    assert LoaSetUp.read(START_6, rules).text() == START_6
    assert LoaSetUp.empty(rules).text() == "6/6/6/6/6/6 b"


@pytest.mark.parametrize("size", SIZES)
def test_a_copy_and_taking_back_leave_the_small_board_as_it_was(size: int):
    position = start("loa", size=size)
    before = snapshot(position)
    play(position, [7, 3, 5, 1, 2])

    twin = position.copy()
    assert snapshot(twin) == snapshot(position)
    for _ in position.move_stack():
        position.unmake()

    assert snapshot(position) == before
