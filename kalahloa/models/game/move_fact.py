"""A fact that tells two lines of play apart, such as a capture that one of them allows."""

from dataclasses import dataclass

from kalahloa.models.game.mistake_kind import MistakeKind


@dataclass(frozen=True, slots=True)
class MoveFact:
    """Something that can be seen on the board in one of two lines of play, but not in the other.

    * `key`: its name in JSON, such as ``missed-capture``.
    * `text`: a sentence; in it the side that moves is `mover`, and the opponent `other`.
    * `moves`: the moves that show it, from the position in which the lines begin.
    * `amount`: how much it says; only the facts of one game can be compared.
    * `kind`: the kind of mistake that it tells of, None if it tells of none.
    * `proven`: whether it is certain; otherwise a search estimates it.

    What the rules alone say of the two lines is proven, whoever has found the lines.
    """

    key: str
    text: str
    moves: tuple[int, ...] = ()
    amount: float = 0.0
    kind: MistakeKind | None = None
    proven: bool = True
