"""One term of a static evaluation, as it is explained to a person."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """What a term measures for the side to move (`own`) and for the other side.

    `worth` is what the two together add to the evaluation, in hundredths of the game's unit, from
    the point of view of the side to move.
    """

    name: str
    own: float
    other: float
    worth: int
