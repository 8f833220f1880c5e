"""The rules of Kalah: what is refused, what is in the key, and that all who play by them agree."""

from dataclasses import fields, replace

import pytest

from kalahloa.models.games.kalah.game import read_position, start_position
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import RULEBOOK, KalahRules, rules_of_file_words
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.games.kalah.tablebase.verification import table_margin
from kalahloa.models.text.errors import BadRules
from tests.models.games.kalah.kalah_minimax import every_rule_set, minimax, position_of, spread
from tests.pure_twin import load_pure


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"pits": 0}, "Pits per side: '0' is not a number from 1 to 12."),
        ({"pits": 13}, "Pits per side: '13' is not a number from 1 to 12."),
        ({"pits": "6"}, "Pits per side: '6' is not a number from 1 to 12."),
        ({"stones": -1}, "Stones per pit: '-1' is not a number from 1 to 12."),
        ({"stones": True}, "Stones per pit: 'True' is not a number from 1 to 12."),
        ({"end": "x"}, "End of the game: 'x' is not one of: mover-empty, standard."),
    ],
)
def test_rules_that_cannot_be_are_refused_in_a_sentence(values, sentence):
    with pytest.raises(BadRules) as error:
        KalahRules(**values)

    assert str(error.value) == sentence


def test_every_field_of_the_rules_is_in_the_key_or_among_those_that_do_not_matter_there():
    names = [*KalahRules.KEY_FIELDS, *KalahRules.OTHER_FIELDS]

    assert sorted(names) == sorted(field.name for field in fields(KalahRules))


def test_different_keys_have_different_names_and_codes_in_files():
    by_words = rules_of_file_words()

    keys = {rules.tablebase_key() for rules in every_rule_set()}
    assert keys == {rules.tablebase_key() for rules in by_words.values()}
    assert len({rules.file_codes(10) for rules in by_words.values()}) == len(keys)
    assert len({rules.file_codes(4) for rules in by_words.values()}) == len(keys)


def test_files_from_before_an_option_have_the_codes_of_its_first_value():
    assert KalahRules().file_codes(4) == bytes(4)
    assert KalahRules(capture="empty", end="standard").file_codes(6) == b"\1\0\1\0\0\0"
    assert KalahRules(capture="empty", end="standard").file_words() == "empty-standard"
    assert KalahRules(remaining="last-mover").file_words() == "opposite-lecture-last-mover"


def test_rules_from_before_an_option_are_read_with_its_default():
    assert RULEBOOK.read(None, {"pits": 4, "end": "standard"}).remaining == "owner"


def test_the_old_word_for_how_the_game_ends_is_read_as_the_new_one():
    assert RULEBOOK.read(None, {"end": " Lecture "}) == KalahRules(end="mover-empty")


def test_file_names_keep_the_old_word_for_how_the_game_ends():
    assert KalahRules(end="mover-empty").file_words() == "opposite-lecture"
    assert rules_of_file_words()["opposite-lecture"].end == "mover-empty"


def test_the_last_mover_gets_what_remains_also_after_an_extra_turn():
    rules = KalahRules(pits=2, stones=1, remaining="last-mover")
    position = read_position("<2,0,0,0,1,3,4> S", rules)

    text = position.describe(2)
    steps = position.transition(2)
    position.make(2)

    assert (position.in_kalah(0), position.in_kalah(1)) == (8, 0)
    assert text == (
        "South's pit 2: the last stone lands in South's kalah, and the game ends: "
        "South gets the remaining 7 stones."
    )
    assert [(step.target, step.side, step.count) for step in steps[1:]] == [(2, 0, 3), (2, 0, 4)]


def test_the_stone_that_captures_is_none_of_those_that_remain():
    rules = KalahRules(pits=3, stones=1, remaining="last-mover")
    position = read_position("<3,0,0,1,0,2,0,3,0> S", rules)

    assert position.sowing(1).remaining == 2
    assert position.describe(1).endswith(
        "captures 3 stones from the opposite pit 2, and the game ends: South gets the remaining "
        "2 stones."
    )


@pytest.mark.parametrize(
    ("text", "kalahs"), [("<2,3,7,0,0,1,2> S", (3, 10)), ("<2,7,4,4,5,0,0> N", (16, 4))]
)
def test_in_a_set_up_that_is_over_the_side_that_is_not_to_move_has_moved_last(text, kalahs):
    position = read_position(text, KalahRules(pits=2, stones=1, remaining="last-mover"))

    assert position.is_over()
    assert (position.in_kalah(0), position.in_kalah(1)) == kalahs


@pytest.mark.parametrize(("preset", "plies"), [(rules, 6) for rules in every_rule_set(3)])
def test_who_gets_what_remains_changes_nothing_while_a_game_goes_on(preset, plies):
    owner = start_position(replace(preset, stones=2, remaining="owner"))
    other = start_position(replace(preset, stones=2, remaining="last-mover"))

    assert owner.perft(plies) == other.perft(plies)


# -- one move, by all who play it -----------------------------------------------------------------


def play(position: Kalah, move: int) -> list[int]:
    """Return the cells after *move*, stone by stone by the words of the rules."""
    rules, side = position.rules, position.side
    pits = rules.pits
    cells = position.stones()
    kalahs = (pits, 2 * pits + 1)
    own = range(side * (pits + 1), side * (pits + 1) + pits)
    last = own[move - 1]
    hand, cells[last] = cells[last], 0
    while hand:
        last = (last + 1) % len(cells)
        if last != kalahs[1 - side]:
            cells[last] += 1
            hand -= 1
    opposite = 2 * pits - last
    if last in own and cells[last] == 1 and (cells[opposite] or rules.capture == "empty"):
        cells[kalahs[side]] += 1 + cells[opposite]
        cells[last] = cells[opposite] = 0
    in_pits = [sum(cells[:pits]), sum(cells[pits + 1 : -1])]
    mover = side if last == kalahs[side] else 1 - side
    if not in_pits[mover] or (rules.end == "standard" and not in_pits[1 - mover]):
        for owner in range(2):
            taker = side if rules.remaining == "last-mover" else owner
            cells[kalahs[taker]] += in_pits[owner]
        cells[:pits] = cells[pits + 1 : -1] = [0] * pits
    return cells


def small_positions(rules: KalahRules, most: int) -> list[Kalah]:
    """Return the positions with up to *most* stones that are not over, either side to move."""
    positions = [
        position_of(rules, pits, side)
        for stones in range(most + 1)
        for pits in spread(2 * rules.pits, stones)
        for side in range(2)
    ]
    return [position for position in positions if not position.is_over()]


NEVER = 1000
"""More than any score."""
SMALL = [(rules, most) for pits, most in ((1, 9), (2, 9), (3, 5)) for rules in every_rule_set(pits)]


@pytest.mark.parametrize(("rules", "most"), SMALL)
def test_board_and_description_of_a_move_do_what_the_rules_say(rules, most):
    for position in small_positions(rules, most):
        for move in position.legal_moves():
            expected = play(position, move)
            shown = position.stones()
            for step in position.transition(move):
                shown[step.origin] -= step.count
                shown[step.target] += step.count
            sowing = position.sowing(move)

            assert shown == expected
            side = position.side
            position.make(move)
            assert position.stones() == expected
            assert position.hash == position.hash_from_scratch()
            assert sowing.ends == position.is_over()
            assert sowing.extra_turn == (position.side == side and not position.is_over())
            position.unmake()


@pytest.mark.parametrize(("rules", "most"), SMALL)
def test_what_exact_search_sees_of_a_move_is_what_making_it_shows(rules, most):
    pure = load_pure()
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    twin_rules = pure["games.kalah.game"].KalahRules(**values)
    successors = pure["game.successors"].Successors(16)
    memo: dict[bytes, int] = {}
    for position in small_positions(rules, most):
        twin = pure["games.kalah.position"].Kalah(position.stones(), position.side, twin_rules)
        twin.reserve(1)
        successors.end = 0
        twin.fill_entry(successors, successors.add(0), twin.side)
        cut = twin.expand_successors(successors, 0, NEVER)

        # The nearest pits first.
        moves = position.legal_moves()[::-1]
        assert not cut
        assert successors.moves[1 : successors.end] == moves
        for place, move in enumerate(moves, 1):
            side = position.side
            position.make(move)
            fixed_score = position.in_kalah(side) - position.in_kalah(1 - side)
            left = position.in_pits(0) + position.in_pits(1)
            bounds = (successors.lower[place], successors.upper[place])
            if position.is_over():
                assert bounds == (fixed_score - left, fixed_score + left)
            else:
                again = position.side == side
                pits = position.stones()[position.side * (rules.pits + 1) :][: rules.pits]
                ready = 2 * sum(pits[pit] == rules.pits - pit for pit in range(rules.pits))
                assert bounds == (
                    fixed_score - left + (ready if again else 0),
                    fixed_score + left - (0 if again else ready),
                )
                value = fixed_score + minimax(position, memo) * (1 if again else -1)
                assert bounds[0] <= value <= bounds[1]
                assert successors.same_side[place] == again
                assert successors.fixed_score[place] == fixed_score
            position.unmake()


@pytest.mark.parametrize(("rules", "most"), SMALL)
def test_exact_search_lists_moves_up_to_the_first_that_cuts_off(rules, most):
    pure = load_pure()
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    twin_rules = pure["games.kalah.game"].KalahRules(**values)
    successors = pure["game.successors"].Successors(16)
    for position in small_positions(rules, most):
        twin = pure["games.kalah.position"].Kalah(position.stones(), position.side, twin_rules)
        twin.reserve(1)
        successors.end = 0
        root = successors.add(0)
        twin.fill_entry(successors, root, twin.side)
        twin.expand_successors(successors, root, NEVER)
        moves = successors.moves[1 : successors.end]
        lower = successors.lower[1 : successors.end]
        for beta in {*lower, max(lower) + 1}:
            successors.end = 1

            cut = twin.expand_successors(successors, root, beta)

            reached = [bound >= beta for bound in lower]
            count = reached.index(True) + 1 if any(reached) else len(moves)
            assert cut == any(reached)
            assert successors.moves[1 : successors.end] == moves[:count]
            assert successors.lower[1 : successors.end] == lower[:count]


@pytest.mark.parametrize(("rules", "most"), SMALL)
def test_tablebases_hold_what_playing_on_by_the_rules_gives(rules, most):
    table = build_tablebase(rules, most)
    memo: dict[bytes, int] = {}

    for position in small_positions(rules, most):
        assert table_margin(table, position) == minimax(position, memo)
