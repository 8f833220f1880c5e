"""What overlays show of Kalah: where sowings end, what they offer, and which stones are at risk.

Cells and moves are numbered as in `kalahloa.models.games.kalah.board`.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from kalahloa.models.game.overlay import Overlay
from kalahloa.models.games.kalah.notation import (
    SIDES,
    SWAP,
    Sowing,
    counted,
    diagram,
    lecture_name,
    lecture_number,
    name_from_kalah,
)
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

LANDING, OFFERS, RISK = "landing", "offers", "risk"
NUMBERS, FROM_KALAH, STONES = "numbers", "pits", "stones"
"""The keys of the overlays."""
MAX_SOWINGS = 250
"""How many sowings of a turn are looked at; turns of many extra moves have far more."""
_MAX_KEPT = 64


@dataclass(frozen=True, slots=True)
class KalahFacts:
    """What overlays show of a position, as if either side were to move.

    `sowings` are the effects of the move of each pit with stones, by the pit's cell.  `at_risk` are
    the most stones that the other side could capture from a pit in one turn that it began now, by
    the pit's cell; pits that are safe are left out.  `complete` is whether all sowings of such a
    turn were looked at, for each side's pits; otherwise there may be more at risk.
    """

    sowings: Mapping[int, Sowing]
    at_risk: Mapping[int, int]
    complete: tuple[bool, bool]


def facts(position: Kalah) -> KalahFacts:
    """Return what overlays show of *position*; nothing when the game is over."""
    return _facts(tuple(position.stones()), position.side, position.rules)


@lru_cache(maxsize=_MAX_KEPT)
def _facts(stones: tuple[int, ...], to_move: int, rules: KalahRules) -> KalahFacts:
    sowings: dict[int, Sowing] = {}
    at_risk: dict[int, int] = {}
    complete = [True, True]
    if not Kalah(list(stones), to_move, rules).is_over():
        for side in (0, 1):
            position = Kalah(list(stones), side, rules)
            for move in () if position.is_over() else position.legal_moves():
                sown = position.sowing(move)
                sowings[sown.origin] = sown
            taken, complete[1 - side] = captures_in_turn(position)
            at_risk |= taken
    return KalahFacts(sowings, at_risk, (complete[0], complete[1]))


def captures_in_turn(position: Kalah, most: int = MAX_SOWINGS) -> tuple[dict[int, int], bool]:
    """Return the most stones that the side to move can capture from each pit in one turn.

    The turn may have any number of extra moves; shorter turns are looked at first.  Also return
    whether *most* sowings were enough for all of them.
    """
    taken: dict[int, int] = {}
    seen = {tuple(position.stones())}
    ahead = deque([position])
    while ahead:
        here = ahead.popleft()
        for move in () if here.is_over() else here.legal_moves():
            if most == 0:
                return taken, False
            most -= 1
            sown = here.sowing(move)
            if sown.captured > taken.get(sown.captured_from, 0):
                taken[sown.captured_from] = sown.captured
            if sown.extra_turn:
                after = here.copy(stack=False)
                after.make(move)
                board = tuple(after.stones())
                if board not in seen:
                    seen.add(board)
                    ahead.append(after)
    return taken, True


# -- in words --------------------------------------------------------------------------------------


def cell_label(cell: int, pits: int) -> str:
    """Return a short name of *cell*: ``S3``, ``N1``, or ``K`` for the kalah that is sown into."""
    number = cell % (pits + 1)
    return "K" if number == pits else f"{'SN'[cell > pits]}{number + 1}"


def _pit(cell: int, pits: int) -> int:
    """Return the number of the pit *cell* in its side's sowing order, from 1."""
    return cell % (pits + 1) + 1


def _own(cells: Mapping[int, object], side: int, pits: int) -> list[int]:
    return [cell for cell in sorted(cells) if int(cell > pits) == side]


def _tell_landing(position: Kalah) -> list[Sentence]:
    pits = position.rules.pits
    sowings = facts(position).sowings
    told = []
    for side, name in enumerate(SIDES):
        ends = [
            f"{_pit(cell, pits)}: {cell_label(sowings[cell].path[-1], pits)}"
            for cell in _own(sowings, side, pits)
        ]
        if ends:
            sentence = QT_TRANSLATE_NOOP("Models", "{side}'s last stones end in {ends}.")
            told.append(sentence.format(side=name, ends=", ".join(ends)))
    return told


def _tell_landing_at(position: Kalah, cell: int) -> str:
    sown = facts(position).sowings.get(cell)
    if sown is None:
        return ""
    pits, last = position.rules.pits, sown.path[-1]
    if last % (pits + 1) == pits:
        return QT_TRANSLATE_NOOP("Models", "ends in the kalah")
    return QT_TRANSLATE_NOOP("Models", "ends in {side}'s pit {number}").format(
        side=SIDES[last > pits], number=_pit(last, pits)
    )


def _tell_offers(position: Kalah) -> list[Sentence]:
    pits = position.rules.pits
    sowings = facts(position).sowings
    told = []
    for side, name in enumerate(SIDES):
        own = [(_pit(cell, pits), sowings[cell]) for cell in _own(sowings, side, pits)]
        again = ", ".join(str(pit) for pit, sown in own if sown.extra_turn)
        takes = ", ".join(f"{pit} ({sown.captured})" for pit, sown in own if sown.captured)
        if again:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} moves again from {pits}.")
            told.append(sentence.format(side=name, pits=again))
        if takes:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} captures from {pits}.")
            told.append(sentence.format(side=name, pits=takes))
        if own and not (again or takes):
            sentence = QT_TRANSLATE_NOOP("Models", "{side} has no capture and no extra turn.")
            told.append(sentence.format(side=name))
    return told


def _tell_offer(position: Kalah, cell: int) -> str:
    sown = facts(position).sowings.get(cell)
    if sown is None:
        return ""
    if sown.extra_turn:
        return QT_TRANSLATE_NOOP("Models", "gives an extra turn")
    if sown.captured_from >= 0:
        return QT_TRANSLATE_NOOP("Models", "captures {stones}").format(
            stones=counted(sown.captured)
        )
    return ""


def _tell_risk(position: Kalah) -> list[Sentence]:
    pits = position.rules.pits
    known = facts(position)
    told = []
    for side, name in enumerate(SIDES):
        own = [
            f"{_pit(cell, pits)} ({known.at_risk[cell]})"
            for cell in _own(known.at_risk, side, pits)
        ]
        if own:
            sentence = QT_TRANSLATE_NOOP("Models", "{side} may lose the stones in {pits}.")
            told.append(sentence.format(side=name, pits=", ".join(own)))
        elif known.complete[side]:
            sentence = QT_TRANSLATE_NOOP("Models", "No stones of {side} are at risk.")
            told.append(sentence.format(side=name))
        if not known.complete[side]:
            told.append(
                QT_TRANSLATE_NOOP(
                    "Models", "Some very long turns were not searched, so there may be more."
                )
            )
    return told


def _tell_risk_at(position: Kalah, cell: int) -> str:
    stones = facts(position).at_risk.get(cell)
    if stones is None:
        return ""
    return QT_TRANSLATE_NOOP("Models", "{stones} at risk").format(stones=counted(stones))


# -- the lecture's numbers, and its last sentence --------------------------------------------------


def _tell_numbers(position: Kalah) -> list[Sentence]:
    pits = position.rules.pits
    told = []
    for side, name in enumerate(SIDES):
        first = side * (pits + 1)
        numbers = [str(lecture_number(cell, pits)) for cell in range(first, first + pits + 1)]
        sentence = QT_TRANSLATE_NOOP(
            "Models", "{side}'s pits from 1 up are {pits}, the kalah is {kalah}; type #{example}."
        )
        told.append(
            sentence.format(
                side=name, pits=", ".join(numbers[:-1]), kalah=numbers[-1], example=numbers[0]
            )
        )
    return told


def _tell_number(position: Kalah, cell: int) -> str:
    return QT_TRANSLATE_NOOP("Models", "lecture's cell {number}").format(
        number=lecture_number(cell, position.rules.pits)
    )


def _tell_from_kalah(position: Kalah) -> list[Sentence]:
    sentence = QT_TRANSLATE_NOOP(
        "Models", "Pits are counted from the kalah of their side; type k1 for the one next to it."
    )
    return [sentence]


def _tell_place_from_kalah(position: Kalah, cell: int) -> str:
    name = name_from_kalah(cell, position.rules.pits)
    if not name:
        return ""
    sentence = QT_TRANSLATE_NOOP("Models", "number {number} from the kalah")
    return sentence.format(number=name[1:])


def last_sowing(position: Kalah) -> tuple[list[int], Sowing] | None:
    """Return the cells before the last move and what it sowed; None without a sowing."""
    played = position.move_stack()
    if not played or played[-1] == SWAP:
        return None
    before = position.copy()
    before.unmake()
    return before.stones(), before.sowing(played[-1])


def _tell_stones(position: Kalah) -> list[Sentence]:
    found = last_sowing(position)
    if found is None:
        return []
    cells, sown = found
    pits = position.rules.pits
    cells[sown.origin] = 0
    told = []
    for number, cell in enumerate(sown.path, 1):
        cells[cell] += 1
        sentence = (
            QT_TRANSLATE_NOOP("Models", "Stone {number} falls into {side}'s kalah: {count} there.")
            if cell % (pits + 1) == pits
            else QT_TRANSLATE_NOOP(
                "Models", "Stone {number} falls into {side}'s pit {pit}: {count} there."
            )
        )
        told.append(
            sentence.format(
                number=number, side=SIDES[cell > pits], pit=_pit(cell, pits), count=cells[cell]
            )
        )
    return told


def _tell_stone(position: Kalah, cell: int) -> str:
    found = last_sowing(position)
    if found is None or cell not in found[1].path:
        return ""
    numbers = [str(at) for at, one in enumerate(found[1].path, 1) if one == cell]
    return QT_TRANSLATE_NOOP("Models", "got stone {numbers}").format(numbers=", ".join(numbers))


OVERLAYS = (
    Overlay(
        LANDING,
        QT_TRANSLATE_NOOP("Models", "Where sowings end"),
        QT_TRANSLATE_NOOP("Models", "Where the last stone of each pit would land"),
        _tell_landing,
        _tell_landing_at,
        usual=True,
    ),
    Overlay(
        OFFERS,
        QT_TRANSLATE_NOOP("Models", "Captures and extra turns"),
        QT_TRANSLATE_NOOP("Models", "Captures and extra turns of both sides, whoever is to move"),
        _tell_offers,
        _tell_offer,
        usual=True,
    ),
    Overlay(
        RISK,
        QT_TRANSLATE_NOOP("Models", "Stones at risk"),
        QT_TRANSLATE_NOOP("Models", "What the opponent could capture in one turn"),
        _tell_risk,
        _tell_risk_at,
        usual=True,
    ),
    Overlay(
        NUMBERS,
        QT_TRANSLATE_NOOP("Models", "The lecture's numbers"),
        QT_TRANSLATE_NOOP("Models", "The lecture's cell numbers, 0 to 13"),
        _tell_numbers,
        _tell_number,
        diagram=partial(diagram, name=lecture_name),
    ),
    Overlay(
        FROM_KALAH,
        QT_TRANSLATE_NOOP("Models", "Pits from the kalah"),
        QT_TRANSLATE_NOOP("Models", "The lecture's pits, counted from their own kalah"),
        _tell_from_kalah,
        _tell_place_from_kalah,
        diagram=partial(diagram, name=name_from_kalah),
    ),
    Overlay(
        STONES,
        QT_TRANSLATE_NOOP("Models", "Stone by stone"),
        QT_TRANSLATE_NOOP("Models", "The order in which the last move sowed its stones"),
        _tell_stones,
        _tell_stone,
        after_moves=True,
    ),
)
"""The overlays of Kalah, in the order of menus."""
