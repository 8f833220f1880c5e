"""Sentences on moves and pits of Kalah, for users who do not see the board."""

from kalahloa.models.games.kalah.clues import other_to_move
from kalahloa.models.games.kalah.notation import SIDES, SWAP, counted, describe, sowing
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.errors import IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence


def effects(position: Kalah, move: int) -> list[Sentence]:
    """Return what *move*, which is legal, does besides sowing; see `Game.effects`."""
    if move == SWAP:
        return []
    sown = sowing(position, move)
    said = []
    if sown.captured:
        stones = counted(sown.captured)
        said.append(QT_TRANSLATE_NOOP("Models", "{stones} captured").format(stones=stones))
    if sown.extra_turn:
        said.append(QT_TRANSLATE_NOOP("Models", "another turn"))
    return said


def pit_sentences(position: Kalah, label: str) -> list[str]:
    """Return how many stones *label* holds (``S3``, ``NK``), and what sowing them does.

    See `Game.cell_sentences`; raises `IllegalMove` if there is no such pit.
    """
    side, cell = _cell(position, label)
    pits = position.rules.pits
    stones = counted(position.stones()[cell])
    number = cell - side * (pits + 1) + 1
    if number > pits:
        held = QT_TRANSLATE_NOOP("Models", "{side}'s kalah holds {stones}.")
        return [held.format(side=SIDES[side], stones=stones)]
    held = QT_TRANSLATE_NOOP("Models", "{side}'s pit {number} holds {stones}.")
    said: list[str] = [held.format(side=SIDES[side], number=number, stones=stones)]
    at = _with(position, side)
    if at is not None and number in at.legal_moves():
        said.append(describe(at, number))
    return said


def reach_sentences(position: Kalah, label: str) -> list[Sentence]:
    """Return from which pits the last stone lands in *label*, and which captures its stones.

    See `Game.lines_sentences`; raises `IllegalMove` if there is no such pit.
    """
    _, cell = _cell(position, label)
    said = []
    for side in (position.side, 1 - position.side):
        at = _with(position, side)
        for move in () if at is None else at.legal_moves():
            if at is None or move == SWAP:
                continue
            sown = sowing(at, move)
            if sown.captured_from == cell and sown.captured:
                sentence = QT_TRANSLATE_NOOP("Models", "{side}'s pit {number} captures from here.")
            elif sown.path[-1] == cell:
                sentence = QT_TRANSLATE_NOOP("Models", "{side}'s pit {number} ends here.")
            else:
                continue
            said.append(sentence.format(side=SIDES[side], number=move))
    return said or [QT_TRANSLATE_NOOP("Models", "No sowing ends here, or captures from here.")]


def _with(position: Kalah, side: int) -> Kalah | None:
    """Return the board with *side* to move, None where nobody is to move, or sides may swap."""
    if position.outcome() is not None:
        return None
    return position if side == position.side else other_to_move(position)


def _cell(position: Kalah, label: str) -> tuple[int, int]:
    """Return side and cell of *label*."""
    pits = position.rules.pits
    name = label.upper()
    side, number = "SN".find(name[:1]), name[1:]
    numbers = [str(pit) for pit in range(1, pits + 1)]
    if side >= 0 and name and number in ("K", *numbers):
        return side, side * (pits + 1) + (pits if number == "K" else int(number) - 1)
    sentence = QT_TRANSLATE_NOOP(
        "Models", "'{name}' is not a pit: pits are S1 to N{pits}, kalahs SK and NK."
    )
    raise IllegalMove(sentence.format(name=quote(label), pits=pits))
