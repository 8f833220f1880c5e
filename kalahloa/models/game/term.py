"""One term of a static evaluation, for display."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """The measured values of a term for the side to move (`own`) and for the opponent (`other`).

    `value` is the term's contribution to the evaluation, in hundredths of the game's unit, from the
    point of view of the side to move.
    """

    name: str
    own: float
    other: float
    value: int
