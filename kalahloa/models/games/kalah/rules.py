"""The rule options of Kalah, its presets, and what of them values of positions depend on."""

import struct
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from kalahloa.models.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook

MAX_PITS = 12

OPTIONS: tuple[ChoiceOption | IntegerOption, ...] = (
    IntegerOption("pits", "Pits a side", 1, MAX_PITS, "How many pits each side has."),
    IntegerOption("stones", "Stones a pit", 1, 12, "How many stones lie in each pit at the start."),
    ChoiceOption(
        "end",
        "End of the game",
        {
            "mover-empty": "The game ends when the side to move has no stone in its pits.",
            "standard": "The game ends as soon as either side's pits are empty.",
        },
        aliases={"lecture": "mover-empty"},
    ),
    ChoiceOption(
        "capture",
        "Capture",
        {
            "opposite": "A last stone in an own empty pit captures if the opposite pit holds "
            "stones.",
            "empty": "A last stone in an own empty pit goes to the kalah even if the opposite "
            "pit is empty.",
        },
    ),
    ChoiceOption(
        "pie",
        "Pie rule",
        {
            "no": "Both sides keep what they have.",
            "yes": "After the first turn the second player may swap sides instead of moving.",
        },
    ),
    ChoiceOption(
        "remaining",
        "Stones that remain",
        {
            "owner": "At the end each side gets the stones that are left in its own pits.",
            "last-mover": "At the end all stones that are left go to the side that moved last.",
        },
    ),
)

# Each value of an option with its word in file names.  File headers hold the index of the value, so
# a new value goes to the end; the first is the default, which files older than the option imply.
_IN_FILES = {
    "capture": {"opposite": "opposite", "empty": "empty"},
    "end": {"mover-empty": "lecture", "standard": "standard"},
    "remaining": {"owner": "owner", "last-mover": "last-mover"},
}
# Options whose default is left out of file names, because the names are older than the option.
_LATER_IN_FILES = ("remaining",)


@dataclass(frozen=True, slots=True)
class KalahRules:
    """The options of Kalah; the sentences are in `RULEBOOK`.

    Raises `BadRules` for a value that its option cannot take.
    """

    pits: int = 6
    stones: int = 4
    end: str = "mover-empty"
    capture: str = "opposite"
    pie: str = "no"
    remaining: str = "owner"

    KEY_FIELDS: ClassVar = ("pits", "capture", "end", "remaining")
    """What the value of a position depends on: the key of tablebases, books and fair starts."""
    OTHER_FIELDS: ClassVar = ("stones", "pie")
    """What it does not depend on: what the game begins with, and what ends with its first turns.

    Positions in which sides may still be swapped are not looked up as they are.
    """

    def __post_init__(self) -> None:
        for option in OPTIONS:
            option.require(getattr(self, option.name))

    def tablebase_key(self) -> tuple[int | str, ...]:
        """Return the values of `KEY_FIELDS`: where they are equal, so are those of positions."""
        return tuple(self.key_by_name().values())

    def key_by_name(self) -> dict[str, int | str]:
        """Return the values of `KEY_FIELDS` by the fields' names."""
        return {name: getattr(self, name) for name in self.KEY_FIELDS}

    def file_codes(self, size: int) -> bytes:
        """Return the key without the pits for a header that has *size* bytes for it.

        It is a two-byte word a field.  Zeros fill it up; what is more than *size* bytes is cut
        where it is zero, as in files from before there was the option.
        """
        places = [list(words).index(getattr(self, name)) for name, words in _IN_FILES.items()]
        codes = struct.pack(f"<{len(places)}H", *places).ljust(size, b"\0")
        return codes if any(codes[size:]) else codes[:size]

    def file_words(self) -> str:
        """Return the key without the pits as it is in names of files: ``opposite-lecture``."""
        found = []
        for name, words in _IN_FILES.items():
            value = getattr(self, name)
            if name not in _LATER_IN_FILES or value != next(iter(words)):
                found.append(words[value])
        return "-".join(found)


def rules_of_file_words() -> dict[str, KalahRules]:
    """Return the rules with all keys on a board of the usual size by their `file_words`."""
    changes: list[dict[str, Any]] = [
        dict(zip(_IN_FILES, values, strict=True)) for values in product(*_IN_FILES.values())
    ]
    every = [KalahRules(**change) for change in changes]
    return {rules.file_words(): rules for rules in every}


RULEBOOK = Rulebook(
    options=OPTIONS,
    presets=(
        Preset(
            "lecture",
            "The game ends when the side to move has no stones; an empty opposite pit means no "
            "capture.",
            KalahRules(),
        ),
        Preset(
            "standard",
            "The game ends as soon as either side's pits are empty.",
            KalahRules(end="standard"),
        ),
        Preset(
            "empty-capture",
            "As standard, and a last stone in an own empty pit is taken even if the opposite pit "
            "is empty.",
            KalahRules(end="standard", capture="empty"),
        ),
        Preset(
            "empty-capture-lecture-end",
            "Empty captures count, and the game ends when the side to move has no stones.",
            KalahRules(capture="empty"),
        ),
    ),
)
