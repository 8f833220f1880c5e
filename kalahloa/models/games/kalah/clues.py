"""Where to look for a move of Kalah, and what a move brings."""

from kalahloa.models.game.clue import Clue
from kalahloa.models.games.kalah.board import NO_PIE
from kalahloa.models.games.kalah.notation import SIDES, SWAP, counted
from kalahloa.models.games.kalah.overlays import captures_in_turn
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.turns import turns
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

_MAX_SOWINGS = 100
"""How many sowings are looked at to find what is at risk."""


def clue(position: Kalah, move: int) -> Clue:
    """Return what *move* is about, but not which pit it sows; see `Game.clue`."""
    pits, side = position.rules.pits, position.side
    own_kalah = side * (pits + 1) + pits
    if move == SWAP:
        kalahs = (pits, 2 * pits + 1)
        return Clue(QT_TRANSLATE_NOOP("Models", "Which side would you rather play?"), kalahs)
    sown = position.sowing(move)
    if sown.extra_turn:
        return Clue(QT_TRANSLATE_NOOP("Models", "An extra turn is on offer."), (own_kalah,))
    if sown.captured:
        sentence = QT_TRANSLATE_NOOP("Models", "Stones of {side} can be captured.")
        return Clue(sentence.format(side=SIDES[1 - side]), (sown.captured_from,))
    risk = _at_risk(position)
    after = position.copy(stack=False)
    after.make(move)
    kept = _at_risk(after, side)
    if risk is not None and kept is not None and sum(kept.values()) < sum(risk.values()):
        sentence = QT_TRANSLATE_NOOP("Models", "Some stones of {side} are at risk.")
        return Clue(sentence.format(side=SIDES[side]), tuple(sorted(risk)))
    return _half(position, move)


def _half(position: Kalah, move: int) -> Clue:
    """Return the half of the row of the side to move in which *move* begins."""
    pits, first = position.rules.pits, position.side * (position.rules.pits + 1)
    middle = (pits + 1) // 2
    low, high = (1, middle) if move <= middle else (middle + 1, pits)
    cells = tuple(range(first + low - 1, first + high))
    if low == high:
        sentence = QT_TRANSLATE_NOOP("Models", "Look at pit {pit}.").format(pit=low)
    elif low == 1:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "Look at pits {low} to {high}, far from the kalah."
        ).format(low=low, high=high)
    else:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "Look at pits {low} to {high}, next to the kalah."
        ).format(low=low, high=high)
    return Clue(sentence, cells)


def _at_risk(position: Kalah, side: int | None = None) -> dict[int, int] | None:
    """Return what the other side could capture from the pits of *side* if it were to move.

    By default *side* is the one to move.  None where that takes too long to find out.
    """
    side = position.side if side is None else side
    there = Kalah(position.stones(), 1 - side, position.rules)
    if there.is_over():
        return {}
    taken, complete = captures_in_turn(there, _MAX_SOWINGS)
    return taken if complete else None


def why_good(position: Kalah, line: list[int]) -> list[Sentence]:
    """Return what the first turn of *line* brings, and what the answer to it takes.

    See `Game.why_good`.
    """
    if line[0] == SWAP:
        return []
    mover, found = SIDES[position.side], []
    own, *others = turns(position, line)[:2]
    if own.extra_turns:
        if len(own.moves) > 1:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} moves %n time(s) in a row.")
            found.append(sentence.counted(len(own.moves), side=mover))
        else:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} moves again.")
            found.append(sentence.format(side=mover))
    if own.captured:
        sentence = QT_TRANSLATE_NOOP("Models", "{side} captures {stones}.")
        found.append(sentence.format(side=mover, stones=counted(own.captured)))
    if others and others[0].captured:
        sentence = QT_TRANSLATE_NOOP("Models", "The best reply captures {stones}.")
        found.append(sentence.format(stones=counted(others[0].captured)))
    elif not own.extra_turns and (risk := _at_risk(position)):
        after = position.copy(stack=False)
        after.make(line[0])
        if _at_risk(after, position.side) == {}:
            sentence = QT_TRANSLATE_NOOP(
                "Models",
                "After it, no stone of {side} is at risk; before, {stones} of one pit were.",
            )
            found.append(sentence.format(side=mover, stones=counted(max(risk.values()))))
    return found


def other_to_move(position: Kalah) -> Kalah | None:
    """Return the same board with the other side to move, None while sides can be swapped.

    See `Game.other_to_move`.
    """
    if position.pie() != NO_PIE:
        return None
    return Kalah(position.stones(), 1 - position.side, position.rules)
