"""What an order can say, declared once: the fields of a dataclass that are options.

    @dataclass(frozen=True)
    class Order:
        games: int = option(100, 2, 20_000, "number of games")

From them follow the options of the command line (``--games N``), the typed words (``games N``), and
what help and errors say of both.
"""

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Option:
    """How a field is written: its name, and then `count` words, which `metavar` describes.

    The words are numbers from `low` to `high`, with decimals if these are floats, or texts where
    both are 0.  An option without words is a flag.  It replaces what was said `instead_of` it.
    `about` is its help on the command line, which has it only then; `subject` begins an error.
    """

    name: str
    metavar: str
    low: float
    high: float
    about: str
    subject: str
    default: Any
    instead_of: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many words follow the name."""
        return len(self.metavar.split())


def option(
    default: Any,
    low: float = 0,
    high: float = 0,
    about: str = "",
    subject: str = "",
    name: str = "",
    metavar: str = "",
    instead_of: tuple[str, ...] = (),
) -> Any:
    """Return a field that is an `Option`, called *name* where that is not the field's own name."""
    metavar = metavar or ("N" if high else "")
    made = Option(name, metavar, low, high, about, subject, default, instead_of)
    return field(default=default, metadata={"option": made})


def options_of(kind: type) -> dict[str, tuple[str, Option]]:
    """Return the options of a dataclass by their names, each with the name of its field."""
    found = [(one.name, one.metadata["option"]) for one in fields(kind) if "option" in one.metadata]
    return {one.name or name: (name, one) for name, one in found}
