"""Numbers with their signs as people read them: with a true minus, which is no hyphen.

Files, notation, JSON and what is typed have the hyphen of ASCII; a standard output that cannot
write the true minus gets it, too (`kalahloa.cli.streams`).
"""

from math import isinf

MINUS = "\N{MINUS SIGN}"
INFINITY = "\N{INFINITY}"


def signed(number: float, decimals: int = 0) -> str:
    """Return *number* with its sign: ``+8``, ``−0.50``; what rounds to zero has none: ``0.00``."""
    if isinf(number):
        return f"+{INFINITY}" if number > 0 else f"{MINUS}{INFINITY}"
    rounded = round(number, decimals)
    return with_minus(f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}")


def with_minus(figures: str) -> str:
    """Return *figures*, a number as Python formats it, with a true minus: ``−0.25``."""
    return figures.replace("-", MINUS)
