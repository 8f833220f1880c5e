"""What overlays show of Kalah, compared with what is found by making the moves."""

from itertools import product
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.game.transition import Action
from kalahloa.models.games.kalah.notation import SWAP
from kalahloa.models.games.kalah.overlays import OVERLAYS, captures_in_turn, cell_label, facts
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.sentence import Sentence

RULES = [
    KalahRules(pits, stones, end, capture, pie, remaining)
    for (pits, stones), end, capture, pie, remaining in product(
        ((6, 4), (3, 3), (1, 2), (4, 12)),
        ("mover-empty", "standard"),
        ("opposite", "empty"),
        ("no", "yes"),
        ("owner", "last-mover"),
    )
]
"""All options, on boards of several sizes."""
OFFERS = "<6,5,3,0,5,4,1,1,1,2,0,4,3,1,1> S"


def positions(rules: KalahRules) -> list[Kalah]:
    """Return positions of a random game, the last one of a game that is over."""
    random = Random(str(rules))
    position = find_game("kalah").start(rules)
    found = [position.copy()]
    while not position.is_over() and position.ply < 60:
        position.make(random.choice(position.legal_moves()))
        found.append(position.copy())
    return [*found[:2], *found[2:-1:4], found[-1]]


def to_move(position: Kalah, side: int) -> Kalah:
    return Kalah(position.stones(), side, position.rules)


def captured_by(position: Kalah, move: int) -> tuple[int, int]:
    """Return the pit that *move* empties by a capture, or -1, and how many stones lay in it."""
    pits, side = position.rules.pits, position.side
    after = position.stones()
    sown = [step for step in position.transition(move) if step.action is Action.SOW]
    for step in sown:
        after[step.origin] -= 1
        after[step.target] += 1
    last, opposite = sown[-1].target, 2 * pits - sown[-1].target
    is_own_pit = last // (pits + 1) == side and last % (pits + 1) < pits
    position.make(move)
    emptied = is_own_pit and after[last] == 1 and position.stones()[last] == 0
    is_over = position.is_over()
    position.unmake()
    if is_over and emptied:  # perhaps by the sweep at the end
        emptied = bool(after[opposite]) or position.rules.capture == "empty"
    return (opposite, after[opposite]) if emptied else (-1, 0)


def turns(position: Kalah, taken: dict[int, int]) -> None:
    """Make every turn of the side to move, and keep in *taken* the most that is captured."""
    mover = position.side
    for move in position.legal_moves():
        opposite, stones = captured_by(position, move)
        if stones > taken.get(opposite, 0):
            taken[opposite] = stones
        position.make(move)
        if position.side == mover and not position.is_over():
            turns(position, taken)
        position.unmake()


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_sowings_end_give_and_take_what_the_moves_do_when_they_are_made(rules):
    for position in positions(rules):
        sowings = facts(position).sowings
        if position.is_over():
            assert sowings == {}
            continue
        origins = set()
        for side in (0, 1):
            board = to_move(position, side)
            if board.is_over():
                continue
            for move in board.legal_moves():
                cell = side * (rules.pits + 1) + move - 1
                origins.add(cell)
                sown = sowings[cell]
                steps = [s for s in board.transition(move) if s.action is Action.SOW]
                assert sown.path[-1] == steps[-1].target
                assert (sown.captured_from, sown.captured) == captured_by(board, move)
                board.make(move)
                assert sown.extra_turn == (board.side == side and not board.is_over())
                board.unmake()
        assert set(sowings) == origins


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules.stones < 12], ids=str)
def test_stones_at_risk_are_those_that_a_turn_of_the_other_side_can_capture(rules):
    for position in positions(rules)[1:]:
        known = facts(position)
        expected: dict[int, int] = {}
        for side in (0, 1):
            board = to_move(position, side)
            if not position.is_over() and not board.is_over():
                turns(board, expected)
        assert known.complete == (True, True)
        assert known.at_risk == expected


def test_a_turn_of_too_many_sowings_is_cut_short_and_says_so():
    position = find_game("kalah").read(OFFERS, KalahRules())
    all_of_it, complete = captures_in_turn(position)

    part, is_complete = captures_in_turn(position, most=3)

    assert complete
    assert not is_complete
    assert set(part) <= set(all_of_it)
    assert all(part[pit] <= all_of_it[pit] for pit in part)


def test_it_is_said_for_each_side_whether_all_that_threatens_it_was_looked_at():
    # Each of South's pits gives an extra turn, in very many orders; North has a single stone.
    stones = [*range(12, 0, -1), 0, 1, *[0] * 11, 0]
    position = Kalah(stones, 0, KalahRules(pits=12))

    known = facts(position)

    assert known.complete == (True, False)
    assert told("risk", position)[-1] == (
        "Some very long turns were not searched, so there may be more."
    )
    assert told("risk", position)[0] == "South may lose the stones in 11 (2)."


def test_facts_leave_the_position_as_it_was():
    for position in positions(RULES[0]):
        before = position.position_string(), position.hash, position.move_stack()

        facts(position)
        for overlay in OVERLAYS:
            overlay.tell(position)
            for cell in range(14):
                overlay.tell_cell(position, cell)

        assert (position.position_string(), position.hash, position.move_stack()) == before


def told(key: str, position: Kalah) -> list[str]:
    overlay = next(one for one in OVERLAYS if one.key == key)
    sentences = overlay.tell(position)
    assert all(isinstance(sentence, Sentence) for sentence in sentences)
    return list(sentences)


def test_overlays_tell_of_the_whole_board_in_words():
    position = find_game("kalah").read(OFFERS, KalahRules())

    assert told("landing", position) == [
        "South's last stones end in 2: K, 3: K, 4: S5, 5: S6, 6: K.",
        "North's last stones end in 1: N3, 3: K, 4: K, 5: N6, 6: K.",
    ]
    assert told("offers", position) == [
        "South moves again from 2, 3, 6.",
        "North moves again from 3, 4, 6.",
    ]
    assert told("risk", position) == [
        "South may lose the stones in 4 (1).",
        "North may lose the stones in 1 (2), 3 (4).",
    ]


def test_overlays_tell_of_a_pit_in_words():
    position = find_game("kalah").read("<6,5,3,1,8,3,1,1,6,2,2,0,8,1,8> S", KalahRules())
    landing, offers, risk, numbers, _, stones = (overlay.tell_cell for overlay in OVERLAYS)

    assert landing(position, 1) == "ends in North's pit 3"
    assert landing(position, 6) == ""
    assert offers(position, 7) == "captures 1 stone"
    assert risk(position, 3) == "1 stone at risk"
    again = find_game("kalah").read(OFFERS, KalahRules())
    assert landing(again, 1) == "ends in the kalah"
    assert offers(again, 1) == "gives an extra turn"
    assert offers(again, 0) == landing(again, 0) == ""  # an empty pit
    again.make(2)
    assert stones(again, 1) == "" and stones(again, 2) == "got stone 1"
    assert numbers(again, 13) == "lecture's cell 7"


def test_pits_can_be_counted_from_the_kalah_of_their_side_and_typed_so():
    overlay = next(one for one in OVERLAYS if one.key == "pits")
    for side in "SN":
        position = find_game("kalah").read(f"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> {side}", KalahRules())
        assert position.read_turn("k4") == position.read_turn("3") == [3]
        assert position.read_turn("K1") == [6]
        for wrong in ("k", "k0", "k7", "k-1", "k\u0661", "k111"):
            with pytest.raises(IllegalMove, match="from the kalah they are k1"):
                position.read_move(wrong)

    for flipped in (False, True):
        rows = overlay.diagram(position, flipped).splitlines()
        assert rows[0].split()[:-1] == ["k6", "k5", "k4", "k3", "k2", "k1"]
        assert rows[-1].split()[:-1] == ["k1", "k2", "k3", "k4", "k5", "k6"]
    assert overlay.tell_cell(position, 0) == "number 6 from the kalah"
    assert overlay.tell_cell(position, 12) == "number 1 from the kalah"
    assert overlay.tell_cell(position, 13) == ""


def test_the_lectures_numbers_are_told_and_can_be_typed():
    start = find_game("kalah").start(KalahRules())
    numbers = next(overlay for overlay in OVERLAYS if overlay.key == "numbers")

    assert told("numbers", start) == [
        "South's pits from 1 up are 6, 5, 4, 3, 2, 1, the kalah is 0; type #6.",
        "North's pits from 1 up are 13, 12, 11, 10, 9, 8, the kalah is 7; type #13.",
    ]
    assert numbers.tell_cell(start, 0) == "lecture's cell 6"
    assert start.read_turn("#4-#1") == [3, 6]
    start.make(start.read_move("#6"))
    assert start.move_stack() == [1] and start.side == 1
    assert [start.parse_move(f"#{number}") for number in range(13, 7, -1)] == [1, 2, 3, 4, 5, 6]
    for text in ("#6", "#7", "#0", "#14", "#", "#x"):
        with pytest.raises(IllegalMove, match="they are #8 to #13"):
            start.read_move(text)


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("pits", [1, 6, 12])
def test_the_diagram_names_each_cell_as_it_is_typed(pits, flipped):
    position = find_game("kalah").start(KalahRules(pits=pits))
    numbers = next(overlay for overlay in OVERLAYS if overlay.key == "numbers")
    plain = position.diagram(flipped).splitlines()
    start = position.position_string()
    starts = {"South": start, "North": start.replace("S", "N")}

    labelled = numbers.diagram(position, flipped).splitlines()

    assert labelled[1:-1] == plain[1:-1]
    for row, kalah in ((0, slice(-1, None)), (-1, slice(0, 1))):
        *named, side = labelled[row].split()
        position = find_game("kalah").read(starts[side], KalahRules(pits=pits))
        assert named[kalah] == ["#0" if side == "South" else f"#{pits + 1}"]
        del named[kalah]
        assert [str(position.parse_move(text)) for text in named] == plain[row].split()[:-1]


@pytest.mark.parametrize("rules", RULES[::5], ids=str)
def test_each_stone_of_the_last_move_is_told_as_it_is_sown(rules):
    for position in positions(rules):
        sentences = told("stones", position)
        if not position.move_stack() or position.move_stack()[-1] == SWAP:
            assert sentences == []
            continue
        move = position.move_stack()[-1]
        position.unmake()
        sown = [step for step in position.transition(move) if step.action is Action.SOW]
        position.make(move)
        assert len(sentences) == len(sown)
        for number, (step, sentence) in enumerate(zip(sown, sentences, strict=True), 1):
            side, place = divmod(step.target, rules.pits + 1)
            name = "kalah" if place == rules.pits else f"pit {place + 1}"
            start = f"Stone {number} falls into {('South', 'North')[side]}'s {name}: "
            assert sentence.startswith(start)


def test_nothing_is_told_when_the_game_is_over():
    over = find_game("kalah").read("<6,30,18,0,0,0,0,0,0,0,0,0,0,0,0> S", KalahRules())

    assert facts(over).sowings == facts(over).at_risk == {}
    assert told("landing", over) == told("offers", over) == []


def test_cells_are_labelled_by_side_and_number():
    assert [cell_label(cell, 3) for cell in range(8)] == [
        "S1", "S2", "S3", "K", "N1", "N2", "N3", "K",
    ]  # fmt: skip
