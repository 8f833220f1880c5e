"""How the clock stands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockState:
    """How the clock of the game on the board stands.

    `left` are the seconds that the two sides had left when this was told, 0.0 for one whose time is
    up.  `running` is the side whose time passes since then, None while the clock stands.
    """

    control: str
    left: tuple[float, float]
    running: int | None = None
