"""Values of positions as the engine compares them: ints, for the side to move.

Below `DECIDED` in size a value is an estimate in hundredths of the game's unit, or a draw.  From
there on the winner is certain, in one of two ways:

* by a margin: `DECIDED` plus the margin, up to `MAX_MARGIN_VALUE`.  That last value stands for
  every larger margin as well, so it is a lower bound (see `is_capped`);
* by a distance: ``WON - plies``, a win in so many plies ("mate"), for games in which a win is a
  win and the sooner the better.

Compiled modules take the C functions of `value.pxd`; sources that run uncompiled, and all modules
in plain Python, import these.
"""

ONGOING = -32768
"""No value: the game is not over, or nothing is known."""
FAILED = -32767
"""No value: Python code that was called from compiled code has raised an exception."""
INFINITE = 32000
"""More than any value: the widest window is from ``-INFINITE`` to ``INFINITE``."""
WON = 31000
"""A win on the spot; no value is larger."""
MAX_MATE_PLIES = 240
"""Wins by distance are at most this far; more than twice as many plies as a search is deep."""
MAX_MARGIN_VALUE = WON - MAX_MATE_PLIES
"""The largest value that counts a margin; beyond it, values are wins by distance."""
DECIDED = 20000
"""The least value of a position that is certainly won."""
MAX_MARGIN = MAX_MARGIN_VALUE - DECIDED
"""The largest margin that a value can hold."""
MAX_ESTIMATE = DECIDED - 1
"""The largest value that says nothing certain about the winner."""


def is_win(value: int) -> bool:
    """Return whether *value* is of a position that the side to move has certainly won."""
    return value >= DECIDED


def is_loss(value: int) -> bool:
    """Return whether *value* is of a position that the side to move has certainly lost."""
    return value <= -DECIDED


def is_decided(value: int) -> bool:
    """Return whether the winner is certain."""
    return value >= DECIDED or value <= -DECIDED


def is_mate(value: int) -> bool:
    """Return whether *value* is a win or a loss that is told by its distance."""
    return value > MAX_MARGIN_VALUE or value < -MAX_MARGIN_VALUE


def is_capped(value: int) -> bool:
    """Return whether *value* is the largest margin that values can hold, or its negative.

    The true margin may be larger.
    """
    return value == MAX_MARGIN_VALUE or value == -MAX_MARGIN_VALUE


def is_value(value: int) -> bool:
    """Return whether *value* is within the range of values."""
    return -WON <= value <= WON


def mate_in(plies: int) -> int:
    """Return the value of a win in *plies* (0 to `MAX_MATE_PLIES` - 1)."""
    return WON - plies


def mated_in(plies: int) -> int:
    """Return the value of a loss in *plies* (0 to `MAX_MATE_PLIES` - 1)."""
    return plies - WON


def plies_of(value: int) -> int:
    """Return in how many plies the game ends; *value* must be one for which `is_mate` holds."""
    return WON - abs(value)


def value_of_margin(margin: int) -> int:
    """Return the value of a finished game that was won (> 0), drawn or lost by *margin*."""
    if margin > 0:
        return DECIDED + min(margin, MAX_MARGIN)
    return max(margin, -MAX_MARGIN) - DECIDED if margin < 0 else 0


def margin_of(value: int) -> int:
    """Return the margin, with its sign, that *value* stands for.

    *value* must be decided, and no win or loss by distance.
    """
    return value - DECIDED if value > 0 else value + DECIDED


def without_distance(value: int) -> int:
    """Return *value*, or where it would be read as a distance, the nearest that is not."""
    return max(-MAX_MARGIN_VALUE, min(MAX_MARGIN_VALUE, value))


def value_to_tt(value: int, ply: int) -> int:
    """Return *value*, found *ply* plies below the root, as the transposition table holds it.

    There distances count from the position itself, in a search from its root.
    """
    if value > MAX_MARGIN_VALUE:
        return value + ply
    return value - ply if value < -MAX_MARGIN_VALUE else value


def value_from_tt(value: int, ply: int) -> int:
    """Return what `value_to_tt` made *value* of, for a position *ply* plies below the root."""
    if value > MAX_MARGIN_VALUE:
        return value - ply
    return value + ply if value < -MAX_MARGIN_VALUE else value
