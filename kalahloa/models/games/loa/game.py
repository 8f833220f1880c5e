"""Lines of Action as a game: its starting positions and position strings."""

from dataclasses import replace

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import BenchSearch, Game
from kalahloa.models.game.knowledge import KnowledgeSource
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.games.loa.clues import clue, other_to_move, why_good
from kalahloa.models.games.loa.features import FEATURES
from kalahloa.models.games.loa.heuristics import HEURISTICS
from kalahloa.models.games.loa.notation import SIDES, board_size, read_board
from kalahloa.models.games.loa.overlays import OVERLAYS
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.rule_sentences import rule_sentences
from kalahloa.models.games.loa.rules import MAX_SIZE, MIN_SIZE, RULEBOOK, LoaRules
from kalahloa.models.games.loa.set_up import LoaSetUp
from kalahloa.models.games.loa.symmetry import symmetric_positions
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

with lazy_imports():
    from kalahloa.models.games.loa import drawing, explanation, first_steps, spoken

with lazy_imports():
    from kalahloa.models.games.loa import knowledge

WIN_PROBABILITY = WinProbability(
    slope=0.431,
    intercept=-0.109,
    source="2,000 games of the engine against itself at 1,000 to 25,000 nodes a move "
    "(python -m tests.benchmarks.win_probability --fit)",
)
"""What the engine's estimates mean for the side to move.

In 2,000 other games the share of points was within 1.3 percentage points of the prediction in each
tenth.  Longer searches are surer: fitted to 25,000 nodes a move alone, the slope is 0.53.
"""


def read_position(text: str, rules: LoaRules) -> Loa:
    """Return the position given by *text*: the ranks from the last to the first, then the side.

    Ranks are written as in FEN, with the letters ``b`` and ``w``.  Raises `BadPosition` with a
    message on the first error, such as another number of ranks than that of *rules*.
    """
    black, white, side = read_board(text, rules.size)
    return Loa(black, white, side, rules)


def adapt_rules(text: str, rules: LoaRules) -> LoaRules:
    """Return *rules* with the size of the board in the position string *text*.

    If *text* gives no valid size, *rules* are returned unchanged.
    """
    size = board_size(text)
    return replace(rules, size=size) if MIN_SIZE <= size <= MAX_SIZE else rules


def start_position(rules: LoaRules) -> Loa:
    """Return the starting position of *rules*: pieces on all edges, but not in the corners."""
    last = rules.size - 1
    inner = range(1, last)
    # Round the edge from a2 by way of the last rank.
    edge = [
        *(8 * rank for rank in inner),
        *(8 * last + file for file in inner),
        *(8 * rank + last for rank in reversed(inner)),
        *reversed(inner),
    ]
    if rules.start == "scrambled-eggs":
        white = edge[::2]
    else:
        white = [square for square in edge if square % 8 in (0, last)]
    boards = [sum(1 << square for square in edge if (square in white) == side) for side in (0, 1)]
    return Loa(boards[0], boards[1], 0, rules)


def _load_knowledge() -> KnowledgeSource:
    return knowledge.LoaKnowledgeSource(GAME)


GAME = Game(
    key="loa",
    title=QT_TRANSLATE_NOOP("Models", "Lines of Action"),
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="b1-b3",
    hint=QT_TRANSLATE_NOOP(
        "Models", "Type the square to move from and the square to move to, as in b1-b3 or c1xa3."
    ),
    rule_sentences=rule_sentences,
    effects=spoken.effects,
    cell_sentences=spoken.square_sentences,
    lines_sentences=spoken.lines_sentences,
    heuristics=HEURISTICS,
    features=FEATURES,
    overlays=OVERLAYS,
    set_up=LoaSetUp,
    explain=explanation.explain,
    clue=clue,
    why_good=why_good,
    other_to_move=other_to_move,
    draw=drawing.draw,
    cells=drawing.cells,
    first_steps=first_steps.first_steps,
    win_probability=WIN_PROBABILITY,
    symmetric=symmetric_positions,
    adapt_rules=adapt_rules,
    load_knowledge=_load_knowledge,
    bench=(
        BenchSearch("tutorial", None, 9),
        BenchSearch("tutorial", "8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 b", 9),
        BenchSearch("olympiad", "1b1bb3/w6w/2b3b1/w6w/w3b3/w2w3w/w3ww2/2bbbb2 w", 8),
    ),
    goal=QT_TRANSLATE_NOOP("Models", "Bring all your pieces together into one group."),
    invitation=QT_TRANSLATE_NOOP(
        "Models", "You play {side}. Click a piece to see where it can go."
    ),
    showcase=(
        "e1-g3 a4-c2 g8-g5 a7-c7 b8-b6 h7-e4 g1-g4 a3-d3 c1-f4 d3xg3 c8-f5 "
        "a2-d2 f8xh6 h2-e2 e8-e5 e2xe5 b6-c5 e5-e3 b1-e1 c2xf5 d8-e8 d2-e2 "
        "e1-h1 h4-f2 e8xe4 c7xf4"
    ),
)

__all__ = ["GAME", "RULEBOOK", "LoaRules", "read_position", "start_position"]
