"""What is said of a mistake in Lines of Action is true of the board."""

import re
from random import Random

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.notation import SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.reasons import MAX_REASONS, reasons
from kalahloa.models.study.review.reasons import called

LOA = find_game("loa")
BOARD = "8/w6w/1w1bb3/1w2bwbw/3b2b1/3w2w1/2w5/2b5 w"
"""Before White's twelfth move of a game of the program against itself, which c2-g6 lost."""


def read(text: str) -> Loa:
    return LOA.read(text, LOA.rulebook.default)


def moves(start: Loa, texts: str) -> list[int]:
    walker, found = start.copy(), []
    for text in texts.split():
        found.append(walker.read_move(text))
        walker.make(found[-1])
    return found


def said(start: Loa, played: str, best: str) -> list[str]:
    """Return the reasons why the first move of *played* is worse than that of *best*."""
    return [str(one) for one in reasons(start, moves(start, played), moves(start, best))]


def after(start: Loa, texts: str) -> Loa:
    walker = start.copy()
    for move in moves(start, texts):
        walker.make(move)
    return walker


# -- examples --------------------------------------------------------------------------------------


def test_a_capture_that_was_missed_names_the_piece_that_wins_later():
    told = said(read(BOARD), "c2-g6 c1-e3 f5-f6 d4-f4", "a7xd4")

    assert told[0] == "a7xd4 would have captured d4, the piece with which Black could then win."


def test_a_capture_that_cuts_says_how_many_groups_there_would_be():
    told = said(read(BOARD), "c2-g6", "a7xd4")

    assert told[0] == "a7xd4 would have captured the piece on d4."


def test_the_answer_that_connects_all_pieces_is_told_and_the_move_that_would_have():
    last = after(read(BOARD), "c2-g6 c1-e3")

    assert said(last, "f5-f6 d4-f4", "f5-f4") == ["Black could then connect all pieces with d4-f4."]
    black = after(last, "f5-f6")
    assert said(black, "d6-e7", "d4-f4") == ["With d4-f4, Black would have connected all pieces."]


# -- everything that is said -----------------------------------------------------------------------


def cells(position: Loa, side: int) -> set[tuple[int, int]]:
    """Return the squares of *side*, read from the diagram."""
    rows = position.position_string().split()[0].split("/")
    found = set()
    for rank, row in enumerate(rows):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
                continue
            if sign == "bw"[side]:
                found.add((file, 8 - rank))
            file += 1
    return found


def group_count(pieces: set[tuple[int, int]]) -> int:
    left, count = set(pieces), 0
    while left:
        count += 1
        ahead = [left.pop()]
        while ahead:
            file, rank = ahead.pop()
            near = {(file + x, rank + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} & left
            left -= near
            ahead += near
    return count


def square(text: str) -> tuple[int, int]:
    return "abcdefgh".index(text[0]), int(text[1])


def after_random_moves(rng: Random) -> Loa:
    found = read(LOA.start(LOA.rulebook.default).position_string())
    for _ in range(rng.randrange(60)):
        if not found.is_over():
            found.make(rng.choice(found.legal_moves()))
    if found.is_over():
        found.unmake()
    return found


def with_few_pieces(rng: Random) -> Loa:
    """Return a position with three pieces a side, in which the game is soon over."""
    while True:
        signs = "".join(rng.sample("bbbwww" + "." * 58, 64))
        rows = "/".join(signs[first : first + 8] for first in range(0, 64, 8))
        found = read(re.sub(r"\.+", lambda empty: str(len(empty[0])), rows) + " w")
        if not found.is_over():
            return found


class Case:
    """Two lines from a position, and what is true of them."""

    def __init__(self, rng: Random, *, near_end: bool) -> None:
        self.before = with_few_pieces(rng) if near_end else after_random_moves(rng)
        self.side = self.before.side
        self.played, self.best = self.line(rng), self.line(rng)
        self.reasons = reasons(self.before, self.played, self.best)

    def line(self, rng: Random) -> list[int]:
        walker, found = self.before.copy(), []
        for _ in range(rng.randrange(1, 10)):
            if walker.is_over():
                break
            legal = walker.legal_moves()
            taking = [move for move in legal if "x" in walker.format_move(move)]
            found.append(rng.choice(taking or legal if rng.random() < 0.3 else legal))
            walker.make(found[-1])
        return found

    def at(self, line: list[int], plies: int) -> Loa:
        walker = self.before.copy()
        for move in line[:plies]:
            walker.make(move)
        return walker

    def wins(self, place: tuple[int, int]) -> bool:
        """Return whether the opponent's piece on *place* makes the winning move of what follows."""
        walker, last = self.before.copy(), None
        for move in self.played:
            text = re.findall(r"[a-h][1-8]", walker.format_move(move))
            start, end = map(square, text)
            if walker.side == self.side:
                assert end != place, "it was captured"
                last = None
            else:
                last = start == place
                place = end if last else place
            walker.make(move)
        return bool(last) and walker.outcome().winner == 1 - self.side

    def check(self, told: str) -> str:
        """Check that *told* is true, and return which sentence it is."""
        mover, other = SIDES[self.side], SIDES[1 - self.side]
        better, worse = self.at(self.best, 1), self.at(self.played, 1)
        answered = self.at(self.played, 2)
        best = self.before.format_move(self.best[0])
        reply = "?" if len(self.played) < 2 else worse.format_move(self.played[1])
        own = [group_count(cells(one, self.side)) for one in (self.before, worse, better, answered)]
        others = [group_count(cells(one, 1 - self.side)) for one in (worse, better, answered)]
        others.append(group_count(cells(self.before, 1 - self.side)))

        if told == f"With {best}, {mover} would have connected all pieces.":
            assert own[2] == 1 and better.outcome().winner == self.side
            return "connects"
        if told == f"{other} could then connect all pieces with {reply}.":
            assert others[2] == 1 and answered.outcome().winner == 1 - self.side
            return "lets connect"
        if found := re.fullmatch(
            rf"{best} would have captured (?:the piece on )?(\w\d)(.*)\.", told
        ):
            assert square(found[1]) in cells(self.before, 1 - self.side)
            assert square(found[1]) in cells(better, self.side)
            if groups := re.fullmatch(
                rf" and left {other} with (\d+) groups instead of (\d+)", found[2]
            ):
                assert (int(groups[1]), int(groups[2])) == (others[1], others[3])
                assert others[1] > others[3]
                return "cuts"
            assert found[2] in ("", f", the piece with which {other} could then win")
            if found[2]:
                assert self.wins(square(found[1]))
                return "wins later"
            assert others[1] <= others[3]
            return "captures"
        if found := re.fullmatch(
            rf"With {best}, {mover} would have had (\d+) groups? instead of (\d+)\.", told
        ):
            assert (int(found[1]), int(found[2])) == (own[2], own[1]) and own[2] < own[1]
            return "joins"
        if found := re.fullmatch(rf"{other} could then capture (\w\d)(.*)\.", told):
            assert square(found[1]) in cells(worse, self.side)
            assert square(found[1]) in cells(answered, 1 - self.side)
            if groups := re.fullmatch(
                rf", which leaves {mover} with (\d+) groups instead of (\d+)", found[2]
            ):
                assert (int(groups[1]), int(groups[2])) == (own[3], own[1]) and own[3] > own[1]
                return "lets cut"
            assert found[2] == f" with {reply}"
            return "lets capture"
        if found := re.fullmatch(
            rf"{other} could then get down to (\d+) groups? with {reply}\.", told
        ):
            assert int(found[1]) == others[2] < others[0]
            return "lets join"
        if found := re.fullmatch(rf"{best} would have left {other} (\d+) moves? fewer\.", told):
            # The other side is to move after both.
            assert int(found[1]) == len(worse.legal_moves()) - len(better.legal_moves())
            return "blocks"
        assert told == f"With {best}, {mover} would have kept the pieces closer together."
        return "closer"


def test_whatever_is_said_is_true_and_all_sentences_are_said():
    rng, kinds = Random(4), set()
    for number in range(3000):
        case = Case(rng, near_end=number % 2 == 0)
        assert len(case.reasons) <= MAX_REASONS
        kinds |= {case.check(str(told)) for told in case.reasons}

    assert kinds >= {
        *("captures", "cuts", "joins", "lets capture", "lets cut", "lets join"),
        *("blocks", "closer", "connects", "lets connect", "wins later"),
    }


def test_people_are_called_otherwise_than_their_sides():
    start = after(read(BOARD), "c2-g6 c1-e3")
    reason = reasons(start, moves(start, "f5-f6 d4-f4"), moves(start, "f5-f4"))[0]

    assert called(reason, "you", "level 4") == "Level 4 could then connect all pieces with d4-f4."
    assert called(reason, "level 4", "you") == "You could then connect all pieces with d4-f4."
    start = after(start, "f5-f6")
    reason = reasons(start, moves(start, "d6-e7"), moves(start, "d4-f4"))[0]
    assert called(reason, "you", "level 4") == "With d4-f4, you would have connected all pieces."


@pytest.mark.parametrize("reason", ["a text", "Lets {side} capture."])
def test_what_knows_no_words_for_people_stays_as_it_is(reason):
    assert called(reason, "you", "level 4") == reason
