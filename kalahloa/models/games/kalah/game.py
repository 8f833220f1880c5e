"""Kalah as a game: its rules, starts, position strings and knowledge."""

from dataclasses import replace

from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.game import BenchSearch, Game
from kalahloa.models.game.knowledge import KnowledgeSource
from kalahloa.models.games.kalah.board import FIRST_TURN, NO_PIE
from kalahloa.models.games.kalah.clues import clue, other_to_move, why_good
from kalahloa.models.games.kalah.features import FEATURES
from kalahloa.models.games.kalah.heuristics import HEURISTICS
from kalahloa.models.games.kalah.notation import (
    SIDES,
    counted,
    describe,
    kalah_counts,
    pits_of,
    read_board,
)
from kalahloa.models.games.kalah.overlays import OVERLAYS
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rule_sentences import rule_sentences
from kalahloa.models.games.kalah.rules import MAX_PITS, RULEBOOK, KalahRules
from kalahloa.models.games.kalah.set_up import KalahSetUp
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

with lazy_imports():
    from kalahloa.models.games.kalah import drawing, explanation, first_steps, spoken

with lazy_imports():
    from kalahloa.models.games.kalah import knowledge


def read_position(text: str, rules: KalahRules) -> Kalah:
    """Return the position given by *text*: the Kalah Game Protocol's board, then ``S`` or ``N``.

    Under the pie rule, ``pie`` may follow (the first turn is in progress, and the opponent may swap
    after it) or ``swap`` (the side to move may swap now).

    Raises `BadPosition` if *text* is malformed, or its number of pits is not that of *rules*.
    """
    stones, side, pie = read_board(text, rules)
    return Kalah(stones, side, rules, pie)


def adapt_rules(text: str, rules: KalahRules) -> KalahRules:
    """Return *rules* with the number of pits in the position string *text*.

    If *text* gives no valid number, *rules* are returned unchanged.
    """
    pits = pits_of(text)
    return replace(rules, pits=pits) if 1 <= pits <= MAX_PITS else rules


def start_position(rules: KalahRules) -> Kalah:
    """Return the starting position of *rules*: South to move, the kalahs empty."""
    side = [rules.stones] * rules.pits + [0]
    return Kalah(side + side, 0, rules, NO_PIE if rules.pie == "no" else FIRST_TURN)


def pits_of_other_side(position: Kalah) -> range:
    """Return the other side's pits: stones may be sown into any of them; see `Game.premoves`."""
    return range(1, position.rules.pits + 1)


def _load_knowledge() -> KnowledgeSource:
    return knowledge.KalahKnowledgeSource()


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
        "Type the number of a pit, counted from your far pit; type a turn of several sowings as "
        "3-6.",
    ),
    standing=kalah_counts,
    description=describe,
    rule_sentences=rule_sentences,
    effects=spoken.effects,
    cell_sentences=spoken.pit_sentences,
    lines_sentences=spoken.reach_sentences,
    heuristics=HEURISTICS,
    features=FEATURES,
    overlays=OVERLAYS,
    adapt_rules=adapt_rules,
    bench=(
        BenchSearch("lecture", None, 16),
        BenchSearch("standard", "<6,7,5,0,1,7,7,0,6,1,0,6,0,7,1> S", 17),
        BenchSearch("empty-capture", "<6,2,3,1,6,0,6,5,5,5,0,6,5,0,4> N", 16),
    ),
    load_knowledge=_load_knowledge,
    set_up=KalahSetUp,
    clue=clue,
    why_good=why_good,
    other_to_move=other_to_move,
    premoves=pits_of_other_side,
    draw=drawing.draw,
    cells=drawing.cells,
    first_steps=first_steps.first_steps,
    explain=explanation.explain,
    format_margin=counted,
    goal=QT_TRANSLATE_NOOP("Models", "Sow your stones, and collect the most."),
    invitation=QT_TRANSLATE_NOOP(
        "Models", "Choose a pit of the lower row: you sow towards your kalah."
    ),
    showcase="3 6 2 1 4 4 6 2 6 5 5 4 5 1 3 5 2 3 4 2 6 1 5 6 6 4 5 6 5 3 6 1",
)
