"""Lines of Action as a game: its starting positions and position strings."""

from kalahloa.models.errors import BadPosition
from kalahloa.models.game import BenchSearch, Game
from kalahloa.models.games.loa.heuristics import HEURISTICS
from kalahloa.models.games.loa.notation import LETTERS, SIDES
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import RULEBOOK, LoaRules
from kalahloa.models.quotation import quote
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

_STARTS = {
    "standard": "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
    "scrambled-eggs": "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b",
}


def read_position(text: str, rules: LoaRules) -> Loa:
    """Return the position given by *text*: ranks 8 to 1 as in FEN, then the side to move.

    The letters are ``b`` and ``w``.  Raises `BadPosition` with a message on the first error.
    """
    parts = text.split()
    if len(parts) != 2:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models",
                "A position is eight ranks from 8 to 1, separated by '/', then a space and the "
                "side to move, b or w.",
            )
        )
    board, side = parts
    if side not in ("b", "w"):
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "The side to move is b or w, not '{side}'.").format(
                side=quote(side)
            )
        )
    ranks = board.split("/")
    if len(ranks) != 8:
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "A board has 8 ranks, not {ranks}.").format(
                ranks=len(ranks)
            )
        )
    pieces = [0, 0]
    for number, rank in zip(range(7, -1, -1), ranks, strict=True):
        file = 0
        for sign in rank:
            if sign in LETTERS and file < 8:
                pieces[LETTERS.index(sign)] |= 1 << 8 * number + file
                file += 1
            elif sign in "12345678":
                file += int(sign)
            elif sign not in LETTERS:
                raise BadPosition(
                    QT_TRANSLATE_NOOP(
                        "Models", "Rank {rank} holds '{sign}'; only b, w and 1-8 can stand."
                    ).format(rank=number + 1, sign=sign)
                )
            else:
                file += 1
        if file != 8:
            raise BadPosition(
                QT_TRANSLATE_NOOP(
                    "Models", "Rank {rank} has {squares} squares instead of 8."
                ).format(rank=number + 1, squares=file)
            )
    return Loa(pieces[0], pieces[1], LETTERS.index(side), rules)


def start_position(rules: LoaRules) -> Loa:
    """Return the starting position of *rules*."""
    return read_position(_STARTS[rules.start], rules)


GAME = Game(
    key="loa",
    title=QT_TRANSLATE_NOOP("Models", "Lines of Action"),
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="b1-b3",
    hint=QT_TRANSLATE_NOOP(
        "Models", "Write the square to move from and the square to move to, as in b1-b3 or c1xa3."
    ),
    heuristics=HEURISTICS,
    bench=(
        BenchSearch("tutorial", None, 9),
        BenchSearch("tutorial", "8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 b", 9),
        BenchSearch("olympiad", "1b1bb3/w6w/2b3b1/w6w/w3b3/w2w3w/w3ww2/2bbbb2 w", 8),
    ),
)

__all__ = ["GAME", "RULEBOOK", "LoaRules", "read_position", "start_position"]
