"""Lines of Action as a game: its starting positions and position strings."""

from kalahloa.models.game import BenchSearch, Game
from kalahloa.models.games.loa.clues import clue, merits, other_to_move
from kalahloa.models.games.loa.heuristics import HEURISTICS
from kalahloa.models.games.loa.notation import SIDES, read_board
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rules import RULEBOOK, LoaRules
from kalahloa.models.games.loa.set_up import LoaSetUp
from kalahloa.models.games.loa.symmetry import symmetric_positions
from kalahloa.models.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.win_probability import WinProbability

_STARTS = {
    "standard": "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",
    "scrambled-eggs": "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b",
}
WIN_PROBABILITY = WinProbability(
    slope=0.388,
    intercept=-0.067,
    bend=15.0,
    source="2,000 games of the engine against itself at 1,000 to 25,000 nodes a move "
    "(python -m tests.benchmarks.win_probability --fit)",
)
"""What the engine's estimates mean for the side to move.

In 2,000 other games the share of points was within 2.0 percentage points of the prediction in each
tenth.  Longer searches are surer: fitted to 25,000 nodes a move alone, the slope is 0.47.
"""


def read_position(text: str, rules: LoaRules) -> Loa:
    """Return the position given by *text*: ranks 8 to 1 as in FEN, then the side to move.

    The letters are ``b`` and ``w``.  Raises `BadPosition` with a message on the first error.
    """
    black, white, side = read_board(text)
    return Loa(black, white, side, rules)


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
    set_up=LoaSetUp,
    clue=clue,
    merits=merits,
    other_to_move=other_to_move,
    win_probability=WIN_PROBABILITY,
    symmetric=symmetric_positions,
    bench=(
        BenchSearch("tutorial", None, 9),
        BenchSearch("tutorial", "8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 b", 9),
        BenchSearch("olympiad", "1b1bb3/w6w/2b3b1/w6w/w3b3/w2w3w/w3ww2/2bbbb2 w", 8),
    ),
)

__all__ = ["GAME", "RULEBOOK", "LoaRules", "read_position", "start_position"]
