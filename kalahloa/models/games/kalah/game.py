"""Kalah as a game: its rules, starts, position strings and knowledge."""

import re
from dataclasses import replace

from kalahloa.models.errors import BadPosition
from kalahloa.models.game import BenchSearch, Game
from kalahloa.models.games.kalah.board import FIRST_TURN, NO_PIE
from kalahloa.models.games.kalah.heuristics import HEURISTICS
from kalahloa.models.games.kalah.notation import LETTERS, PIE_WORDS, SIDES
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import MAX_PITS, RULEBOOK, KalahRules
from kalahloa.models.knowledge import KnowledgeSource
from kalahloa.models.quotation import quote
from kalahloa.models.sentence import QT_TRANSLATE_NOOP

_BOARD = re.compile(r"<\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*>\s+(\S+)(?:\s+(\S+))?", re.ASCII)


def read_position(text: str, rules: KalahRules) -> Kalah:
    """Return the position given by *text*: the Kalah Game Protocol's board, then ``S`` or ``N``.

    Under the pie rule, ``pie`` may follow (the first turn is in progress, and the opponent may swap
    after it) or ``swap`` (the side to move may swap now).

    Raises `BadPosition` if *text* is malformed, or its number of pits is not that of *rules*.
    """
    match = _BOARD.fullmatch(text.strip())
    if match is None:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models",
                "A position is <n,south kalah,north kalah,south's pits,north's pits> and the side "
                "to move, S or N.",
            )
        )
    pits, *counts = (int(number) for number in match[1].split(","))
    if match[2] not in ("S", "N"):
        raise BadPosition(
            QT_TRANSLATE_NOOP("Models", "The side to move is S or N, not '{word}'.").format(
                word=quote(match[2])
            )
        )
    if match[3] is not None and (rules.pie == "no" or match[3] not in PIE_WORDS[1:]):
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models",
                "After the side there is nothing, or pie or swap under the pie rule, not '{word}'.",
            ).format(word=quote(match[3]))
        )
    if pits != rules.pits:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "The position has {pits} pits a side, the rules have {expected}."
            ).format(pits=pits, expected=rules.pits)
        )
    if len(counts) != 2 * pits + 2:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "A board of {pits} pits a side has {expected} cells, not {cells}."
            ).format(pits=pits, expected=2 * pits + 2, cells=len(counts))
        )
    south = [*counts[2 : 2 + pits], counts[0]]
    north = [*counts[2 + pits :], counts[1]]
    return Kalah(south + north, LETTERS.index(match[2]), rules, PIE_WORDS.index(match[3] or ""))


def adapt_rules(text: str, rules: KalahRules) -> KalahRules:
    """Return *rules* with the number of pits in the position string *text*.

    If *text* gives no valid number, *rules* are returned unchanged.
    """
    match = _BOARD.fullmatch(text.strip())
    pits = int(match[1].split(",")[0]) if match is not None else 0
    return replace(rules, pits=pits) if 1 <= pits <= MAX_PITS else rules


def start_position(rules: KalahRules) -> Kalah:
    """Return the starting position of *rules*: South to move, the kalahs empty."""
    side = [rules.stones] * rules.pits + [0]
    return Kalah(side + side, 0, rules, NO_PIE if rules.pie == "no" else FIRST_TURN)


def _load_knowledge() -> KnowledgeSource:
    from kalahloa.models.games.kalah.knowledge import KalahKnowledgeSource  # slow to import

    return KalahKnowledgeSource()


GAME = Game(
    key="kalah",
    title=QT_TRANSLATE_NOOP("Models", "Kalah"),
    sides=SIDES,
    rulebook=RULEBOOK,
    start=start_position,
    read=read_position,
    example="3",
    hint=QT_TRANSLATE_NOOP(
        "Models",
        "Write the number of a pit, counted from your far pit; a turn of several sowings as 3-6.",
    ),
    heuristics=HEURISTICS,
    adapt_rules=adapt_rules,
    bench=(
        BenchSearch("lecture", None, 16),
        BenchSearch("standard", "<6,7,5,0,1,7,7,0,6,1,0,6,0,7,1> S", 17),
        BenchSearch("empty-capture", "<6,2,3,1,6,0,6,5,5,5,0,6,5,0,4> N", 16),
    ),
    load_knowledge=_load_knowledge,
)
