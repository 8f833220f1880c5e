"""What is said of a mistake in Kalah is true of the stones."""

import re
from random import Random

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.notation import SIDES
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.reasons import reasons
from kalahloa.models.study.review.reasons import called

KALAH = find_game("kalah")


def line(rng: Random, start: Kalah) -> list[int]:
    walker, found = start.copy(), []
    for _ in range(rng.randrange(1, 8)):
        if walker.is_over():
            break
        found.append(rng.choice(walker.legal_moves()))
        walker.make(found[-1])
    return found


def turns(start: Kalah, moves: list[int]) -> list[list[Kalah]]:
    """Return the positions after each sowing of the first turn, and of the answer to it."""
    walker, found = start.copy(), [[], []]
    for move in moves:
        turn = 0 if walker.side == start.side and not found[1] else 1
        if turn == 1 and walker.side == start.side:
            break
        walker.make(move)
        found[turn].append(walker.copy())
    return found


def lead(position: Kalah, side: int) -> int:
    return position.in_kalah(side) - position.in_kalah(1 - side)


def test_whatever_is_said_is_true_and_all_sentences_are_said():
    rng, said = Random(3), set()
    for _ in range(1500):
        start = KALAH.start(KALAH.rulebook.default)
        for _ in range(rng.randrange(30)):
            if not start.is_over():
                start.make(rng.choice(start.legal_moves()))
        if start.is_over():
            continue
        played, best = line(rng, start), line(rng, start)
        mover, other = SIDES[start.side], SIDES[1 - start.side]

        for told in map(str, reasons(start, played, best)):
            if told == f"{mover} could have moved again after pit {best[0]}.":
                assert start.sowing(best[0]).extra_turn
                assert not start.sowing(played[0]).extra_turn
                said.add("again")
            elif found := re.fullmatch(rf"{mover} could have captured (\d+) stones?\.", told):
                taken = turns(start, best)[0]
                assert 0 < int(found[1]) <= taken[-1].in_kalah(start.side)
                said.add("captured")
            elif re.fullmatch(rf"{other} could then capture (\d+) stones?\.", told):
                assert turns(start, played)[1]
                said.add("lets capture")
            elif found := re.fullmatch(rf"{other} could then move (\d+) times? in a row\.", told):
                assert len(turns(start, played)[1]) == int(found[1])
                said.add("lets move")
            else:
                found = re.fullmatch(
                    rf"With pit {best[0]}, {mover} would have been (\d+) stones? better off "
                    r"after the reply\.",
                    told,
                )
                ends = []
                for moves in (played, best):
                    first, answer = turns(start, moves)
                    end = (answer or first)[-1]
                    assert end.is_over() or (answer and end.side == start.side)
                    ends.append(lead(end, start.side))
                assert int(found[1]) == ends[1] - ends[0] > 0
                said.add("stones")

    assert said == {"again", "captured", "lets capture", "lets move", "stones"}


def test_people_are_called_otherwise_than_their_sides():
    start = KALAH.start(KALAH.rulebook.default)
    told = reasons(start, [1, 3], [3])

    assert str(told[0]) == "South could have moved again after pit 3."
    assert called(told[0], "you", "level 4") == "You could have moved again after pit 3."
