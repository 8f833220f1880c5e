"""Notation of Kalah: position strings, moves, diagrams, and descriptions in words.

Cells and moves are numbered as in `kalahloa.models.games.kalah.board`.  The functions use only the
methods of `KalahPosition`, and leave the position as it was.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from kalahloa.models.game.outcome import FIRST, SECOND, Outcome
from kalahloa.models.game.transition import Action, Step
from kalahloa.models.games.kalah.sowing import find_capture, receiving_kalah, sowing_path
from kalahloa.models.text.errors import BadPosition, IllegalMove
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

SIDES = (QT_TRANSLATE_NOOP("Models", "South"), QT_TRANSLATE_NOOP("Models", "North"))
LETTERS = "SN"
SWAP = 100
"""The move that swaps sides under the pie rule; greater than any pit number."""
PIE_WORDS = ("", "pie", "swap")
"""The word after the side in a position string, by `KalahPosition.pie`; empty for none."""

_BOARD = re.compile(r"<\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*>\s+(\S+)(?:\s+(\S+))?", re.ASCII)


class KalahPosition(Protocol):
    """The methods of a position used here; they are documented in the class `Kalah`."""

    side: int
    rules: Any

    def stones(self) -> list[int]:
        """Return the number of stones in each cell."""
        ...

    def in_kalah(self, side: int) -> int:
        """Return the stones in the kalah of *side*."""
        ...

    def pie(self) -> int:
        """Return the state of the pie rule: an index into `PIE_WORDS`."""
        ...

    def legal_moves(self) -> list[int]:
        """Return the legal moves."""
        ...

    def read_move(self, text: str) -> int:
        """Return the legal move written as *text*; raise `IllegalMove` if there is none."""
        ...

    def is_over(self) -> bool:
        """Return whether the game has ended."""
        ...

    def make(self, move: int) -> None:
        """Make *move*."""
        ...

    def unmake(self) -> None:
        """Take the last move back."""
        ...


def counted(number: int) -> str:
    """Return *number* stones in words: ``1 stone``, ``4 stones``."""
    return QT_TRANSLATE_NOOP("Models", "%n stone(s)").counted(number)


@dataclass(frozen=True, slots=True)
class Sowing:
    """The effect of one move.

    `path` has the cells that receive a stone, in order.  `captured_from` is the opposite pit if the
    last stone captures, else -1; `captured` is the number of stones in it (0 for an empty capture),
    without the capturing stone.  `remaining` is the number of stones left in the pits if the game
    `ends`, else 0.
    """

    origin: int
    path: tuple[int, ...]
    extra_turn: bool
    captured_from: int
    captured: int
    ends: bool
    remaining: int


def sowing(position: KalahPosition, move: int) -> Sowing:
    """Return the effect of *move*, which is legal in *position* and not a swap."""
    after = position.stones()
    pits, side = position.rules.pits, position.side
    origin = side * (pits + 1) + move - 1
    path = sowing_path(pits, side, move - 1, after[origin])
    after[origin] = 0
    for cell in path:
        after[cell] += 1
    opposite = find_capture(after, side, path[-1], position.rules.capture == "empty")
    position.make(move)
    ends = position.is_over()
    position.unmake()
    captured = after[opposite] if opposite >= 0 else 0
    in_pits = sum(after) - after[pits] - after[-1]
    if opposite >= 0:
        in_pits -= captured + 1
    return Sowing(
        origin=origin,
        path=tuple(path),
        extra_turn=path[-1] == side * (pits + 1) + pits and not ends,
        captured_from=opposite,
        captured=captured,
        ends=ends,
        remaining=in_pits if ends else 0,
    )


def outcome(position: KalahPosition) -> Outcome | None:
    """Return the outcome of the game in *position*, or None if it is not over.

    The score is South's stones minus North's.
    """
    if not position.is_over():
        return None
    south = position.in_kalah(FIRST)
    north = position.in_kalah(SECOND)
    if south == north:
        return Outcome(
            None,
            0,
            QT_TRANSLATE_NOOP("Models", "Draw: {south} stones in each kalah.").format(south=south),
        )
    return _won(FIRST if south > north else SECOND, max(south, north), min(south, north))


@lru_cache(maxsize=1024)
def _won(winner: int, most: int, least: int) -> Outcome:
    """Return the outcome of a won game; kept, as searches in Python ask for many of them."""
    return Outcome(
        winner,
        most - least if winner == FIRST else least - most,
        QT_TRANSLATE_NOOP("Models", "{side} wins by {most} to {least}.").format(
            side=SIDES[winner], most=most, least=least
        ),
        QT_TRANSLATE_NOOP("Models", "{most} to {least} stones").format(most=most, least=least),
    )


def position_string(position: KalahPosition) -> str:
    """Return the board as in the Kalah Game Protocol, the side to move, and the pie word if any."""
    word = PIE_WORDS[position.pie()]
    return f"{write_board(position.stones())} {LETTERS[position.side]}{word and ' ' + word}"


def write_board(stones: Sequence[int]) -> str:
    """Return the stones in all cells as the Kalah Game Protocol writes them."""
    pits = len(stones) // 2 - 1
    values = [pits, stones[pits], stones[-1], *stones[:pits], *stones[pits + 1 : -1]]
    return f"<{','.join(map(str, values))}>"


def read_board(text: str, rules: Any) -> tuple[list[int], int, int]:
    """Return the stones in each cell, the side to move and the state of the pie rule in *text*.

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
                "Only pie or swap may follow the side, and only under the pie rule, not '{word}'.",
            ).format(word=quote(match[3]))
        )
    if pits != rules.pits:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "The position has {pits} pits per side, but the rules have {expected}."
            ).format(pits=pits, expected=rules.pits)
        )
    if len(counts) != 2 * pits + 2:
        raise BadPosition(
            QT_TRANSLATE_NOOP(
                "Models", "A board with {pits} pits per side has {expected} cells, not {cells}."
            ).format(pits=pits, expected=2 * pits + 2, cells=len(counts))
        )
    south = [*counts[2 : 2 + pits], counts[0]]
    north = [*counts[2 + pits :], counts[1]]
    return south + north, LETTERS.index(match[2]), PIE_WORDS.index(match[3] or "")


def pits_of(text: str) -> int:
    """Return the number of pits a side that the position string *text* names, or 0."""
    match = _BOARD.fullmatch(text.strip())
    return int(match[1].split(",")[0]) if match is not None else 0


def format_move(move: int) -> str:
    """Return *move* as a pit number, or ``swap``."""
    return "swap" if move == SWAP else str(move)


def parse_move(position: KalahPosition, text: str) -> int:
    """Return the move written as *text*, legal or not; raise `IllegalMove` if it is not a move."""
    plain = text.strip()
    if plain.lower() == "swap":
        return SWAP
    if plain.startswith("#"):
        return _lecture_move(position, plain)
    if plain[:1].lower() == "k":
        return _move_from_kalah(position, plain)
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 2):
        raise IllegalMove(
            QT_TRANSLATE_NOOP(
                "Models", "'{text}' is not a move; type the number of a pit, 1 to {pits}."
            ).format(text=quote(text), pits=position.rules.pits)
        )
    return int(plain)


def _lecture_move(position: KalahPosition, text: str) -> int:
    """Return the move of the pit with the lecture's number in *text*: ``#6``."""
    pits = position.rules.pits
    highest = 2 * pits + 1 if position.side else pits
    digits = text[1:]
    if digits.isascii() and digits.isdigit() and len(digits) <= 2:
        move = highest + 1 - int(digits)
        if 1 <= move <= pits:
            return move
    raise IllegalMove(
        QT_TRANSLATE_NOOP(
            "Models",
            "'{text}' is not a pit of {side}; in the lecture's numbers they are #{low} to #{high}.",
        ).format(text=quote(text), side=SIDES[position.side], low=highest - pits + 1, high=highest)
    )


def _move_from_kalah(position: KalahPosition, text: str) -> int:
    """Return the move of the pit that *text* counts from the kalah of the side to move: ``k1``."""
    pits = position.rules.pits
    digits = text[1:]
    if digits.isascii() and digits.isdigit() and len(digits) <= 2 and 1 <= int(digits) <= pits:
        return pits + 1 - int(digits)
    raise IllegalMove(
        QT_TRANSLATE_NOOP(
            "Models",
            "'{text}' is not a pit; counted from the kalah they are k1, next to it, to k{pits}.",
        ).format(text=quote(text), pits=pits)
    )


def read_turn(position: KalahPosition, text: str) -> list[int]:
    """Return the moves of one turn written as *text*, such as ``3-6``.

    Raises `IllegalMove` if a move is illegal, or does not belong to the same turn.
    """
    parts = text.split("-")
    moves: list[int] = []
    mover = position.side
    try:
        for part in parts:
            if moves and position.side != mover and not position.is_over():
                raise IllegalMove(
                    QT_TRANSLATE_NOOP(
                        "Models", "After {moves} the turn is over and {side} is to move."
                    ).format(moves="-".join(map(str, moves)), side=SIDES[position.side])
                )
            move = position.read_move(part)
            position.make(move)
            moves.append(move)
    finally:
        for _ in moves:
            position.unmake()
    return moves


def why_illegal(position: KalahPosition, move: int) -> str:
    """Return a sentence on why *move* is illegal in *position*."""
    if move == SWAP:
        return QT_TRANSLATE_NOOP(
            "Models",
            "Only the second player may swap sides, under the pie rule, in place of a first move.",
        )
    mover = SIDES[position.side]
    if not 1 <= move <= position.rules.pits:
        return QT_TRANSLATE_NOOP(
            "Models", "There is no pit {move}; {mover}'s pits are 1 to {pits}."
        ).format(move=move, mover=mover, pits=position.rules.pits)
    full = ", ".join(str(pit) for pit in position.legal_moves())
    return QT_TRANSLATE_NOOP(
        "Models", "{mover}'s pit {move} is empty; these hold stones: {full}."
    ).format(mover=mover, move=move, full=full)


def transition(position: KalahPosition, move: int) -> tuple[Step, ...]:
    """Return the steps of *move*, which is legal in *position*, in the order of play."""
    pits, side = position.rules.pits, position.side
    stones = position.stones()
    if move == SWAP:
        return tuple(
            Step(Action.EXCHANGE, cell, (cell + pits + 1) % len(stones), side, count)
            for cell, count in enumerate(stones)
            if count
        )
    sown = sowing(position, move)
    own_kalah = side * (pits + 1) + pits
    steps = [Step(Action.SOW, sown.origin, cell, side) for cell in sown.path]
    if sown.captured_from >= 0:
        steps.append(Step(Action.COLLECT, sown.path[-1], own_kalah, side, 1))
    if sown.captured:
        steps.append(Step(Action.COLLECT, sown.captured_from, own_kalah, side, sown.captured))
    if sown.ends:
        takes = position.rules.remaining == "last-mover"
        steps.extend(_sweeping(stones, pits, steps, side, takes))
    return tuple(steps)


def _sweeping(
    stones: list[int], pits: int, steps: list[Step], mover: int, last_mover_takes: bool
) -> list[Step]:
    """Return the steps that move the remaining stones to the kalahs at the end of the game.

    *stones* is the board before *steps*, and is changed; *mover* is the side that made them.
    """
    for step in steps:
        stones[step.origin] -= step.count
        stones[step.target] += step.count
    sweeping = []
    for cell, count in enumerate(stones):
        if count and cell not in (pits, 2 * pits + 1):
            kalah = receiving_kalah(pits, cell, mover, last_mover_takes)
            sweeping.append(Step(Action.COLLECT, cell, kalah, int(kalah > pits), count))
    return sweeping


def describe(position: KalahPosition, move: int, own: int | None = None) -> str:
    """Return a sentence on what *move*, which is legal in *position*, does.

    The side *own*, if any, is that of the reader, who is called "you".
    """
    mover, other = SIDES[position.side], SIDES[1 - position.side]
    is_own = position.side == own
    if move == SWAP:
        sentence = (
            QT_TRANSLATE_NOOP("Models", "You swap sides: the board turns and {other} is to move.")
            if is_own
            else QT_TRANSLATE_NOOP(
                "Models", "{mover} swaps sides: the board turns and {other} is to move."
            )
        )
        return sentence.format(mover=mover, other=other)
    sown = sowing(position, move)
    if not sown.ends:
        plain, yours = (
            (
                QT_TRANSLATE_NOOP(
                    "Models", "{mover}'s pit {pit}: {landing}, so {mover} moves again."
                ),
                QT_TRANSLATE_NOOP("Models", "Your pit {pit}: {landing}, so you move again."),
            )
            if sown.extra_turn
            else (
                QT_TRANSLATE_NOOP("Models", "{mover}'s pit {pit}: {landing}."),
                QT_TRANSLATE_NOOP("Models", "Your pit {pit}: {landing}."),
            )
        )
    elif sown.remaining and position.rules.remaining == "last-mover":
        plain, yours = (
            QT_TRANSLATE_NOOP(
                "Models",
                "{mover}'s pit {pit}: {landing}, and the game ends: {mover} gets the remaining "
                "{stones}.",
            ),
            QT_TRANSLATE_NOOP(
                "Models",
                "Your pit {pit}: {landing}, and the game ends: you get the remaining {stones}.",
            ),
        )
    else:
        plain, yours = (
            QT_TRANSLATE_NOOP("Models", "{mover}'s pit {pit}: {landing}, and the game ends."),
            QT_TRANSLATE_NOOP("Models", "Your pit {pit}: {landing}, and the game ends."),
        )
    return (yours if is_own else plain).format(
        mover=mover,
        pit=move,
        landing=_landing(sown, position.rules.pits, position.side, own),
        stones=counted(sown.remaining),
    )


def _landing(sown: Sowing, pits: int, side: int, own: int | None) -> str:
    """Return where the last stone lands, and what it takes, as a clause."""
    last = sown.path[-1]
    if last in (pits, 2 * pits + 1):
        if side == own:
            return QT_TRANSLATE_NOOP("Models", "the last stone lands in your kalah")
        return QT_TRANSLATE_NOOP("Models", "the last stone lands in {mover}'s kalah").format(
            mover=SIDES[side]
        )
    is_own = own == (last > pits)
    if sown.captured_from < 0:
        sentence = (
            QT_TRANSLATE_NOOP("Models", "the last stone lands in your pit {pit}")
            if is_own
            else QT_TRANSLATE_NOOP("Models", "the last stone lands in {owner}'s pit {pit}")
        )
    elif not sown.captured:
        sentence = (
            QT_TRANSLATE_NOOP(
                "Models", "the last stone lands in your empty pit {pit} and goes to the kalah"
            )
            if is_own
            else QT_TRANSLATE_NOOP(
                "Models",
                "the last stone lands in {owner}'s empty pit {pit} and goes to the kalah",
            )
        )
    else:
        sentence = (
            QT_TRANSLATE_NOOP(
                "Models",
                "the last stone lands in your empty pit {pit} and captures {stones} from the "
                "opposite pit {opposite}",
            )
            if is_own
            else QT_TRANSLATE_NOOP(
                "Models",
                "the last stone lands in {owner}'s empty pit {pit} and captures {stones} from the "
                "opposite pit {opposite}",
            )
        )
    return sentence.format(
        owner=SIDES[last > pits],
        pit=last % (pits + 1) + 1,
        stones=counted(sown.captured),
        opposite=sown.captured_from % (pits + 1) + 1,
    )


def status(position: KalahPosition, side: int) -> str:
    """Return the number of stones in the kalah of *side*, in words."""
    return QT_TRANSLATE_NOOP("Models", "{stones} in the kalah").format(
        stones=position.in_kalah(side)
    )


def kalah_counts(position: KalahPosition, own: int | None, flipped: bool) -> list[Sentence]:
    """Return whose kalah is where in `diagram`, and how many stones it holds; see `Game.standing`.

    That of the side below comes first.
    """
    left, right = (
        (
            QT_TRANSLATE_NOOP("Models", "Your kalah, on the left: {count}."),
            QT_TRANSLATE_NOOP("Models", "{side}'s kalah, on the left: {count}."),
        ),
        (
            QT_TRANSLATE_NOOP("Models", "Your kalah, on the right: {count}."),
            QT_TRANSLATE_NOOP("Models", "{side}'s kalah, on the right: {count}."),
        ),
    )
    below = int(flipped)
    return [
        place[side != own].format(side=SIDES[side], count=position.in_kalah(side))
        for side, place in ((below, left), (1 - below, right))
    ]


def lecture_number(cell: int, pits: int) -> int:
    """Return the number that the lecture gives *cell*: 0 is South's kalah; sowing goes down."""
    return (pits - cell) % (2 * pits + 2)


def lecture_name(cell: int, pits: int) -> str:
    """Return how the lecture's number of *cell* is written, also by who types a move: ``#4``."""
    return f"#{lecture_number(cell, pits)}"


def name_from_kalah(cell: int, pits: int) -> str:
    """Return how the pit *cell* is written by its place from its side's kalah.

    ``k1`` is next to it; the name of a kalah is empty.
    """
    place = pits - cell % (pits + 1)
    return f"k{place}" if place else ""


def diagram(
    position: KalahPosition,
    flipped: bool = False,
    *,
    name: Callable[[int, int], str] | None = None,
) -> str:
    """Return the board as text, South below; if *flipped*, turned by 180 degrees: North below.

    Sowing goes clockwise either way.  With *name*, the cells have the names that it returns for a
    cell and the number of pits, instead of the numbers of the moves.
    """
    pits = position.rules.pits
    stones = position.stones()
    halves = [(stones[: pits + 1], "South"), (stones[pits + 1 :], "North")]
    (below, lower_name), (above, upper_name) = halves[::-1] if flipped else halves
    left, right = below[-1], above[-1]
    numbers = [*map(str, range(1, pits + 1)), ""]
    upper_numbers = lower_numbers = numbers
    if name is not None:
        named = [name(cell, pits) for cell in range(2 * pits + 2)]
        lower_numbers, upper_numbers = named[: pits + 1], named[pits + 1 :]
        if flipped:
            lower_numbers, upper_numbers = upper_numbers, lower_numbers

    def row(cells: list[int]) -> str:
        return "".join(f"|{count:3} " for count in cells) + "|"

    def labels(texts: list[str]) -> str:
        return "".join(f"{text:>4} " for text in texts)

    edge = "+----" + "+----" * pits + "+----+"
    middle = "+----" * pits + "+"
    return "\n".join(
        [
            "     " + labels(upper_numbers) + f" {upper_name}",
            edge,
            "|    " + row(above[:-1]) + "    |",
            f"|{left:3} {middle}{right:3} |",
            "|    " + row(below[-2::-1]) + "    |",
            edge,
            labels(lower_numbers[::-1]) + f"      {lower_name}",
        ]
    )
