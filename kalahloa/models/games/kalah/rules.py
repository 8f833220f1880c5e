"""The rule options of Kalah, its presets, and the key of the options that values depend on."""

import struct
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from kalahloa.models.game.rulebook import ChoiceOption, IntegerOption, Preset, Rulebook
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_PITS = 12

OPTIONS: tuple[ChoiceOption | IntegerOption, ...] = (
    IntegerOption(
        "pits",
        QT_TRANSLATE_NOOP("Models", "Pits per side"),
        1,
        MAX_PITS,
        QT_TRANSLATE_NOOP("Models", "The number of pits on each side."),
    ),
    IntegerOption(
        "stones",
        QT_TRANSLATE_NOOP("Models", "Stones per pit"),
        1,
        12,
        QT_TRANSLATE_NOOP("Models", "The number of stones in each pit at the start."),
    ),
    ChoiceOption(
        "end",
        QT_TRANSLATE_NOOP("Models", "End of the game"),
        {
            "mover-empty": QT_TRANSLATE_NOOP(
                "Models", "The game ends when the side to move has no stones in its pits."
            ),
            "standard": QT_TRANSLATE_NOOP(
                "Models", "The game ends as soon as either side's pits are empty."
            ),
        },
        aliases={"lecture": "mover-empty"},
        titles={
            "mover-empty": QT_TRANSLATE_NOOP("Models", "When you cannot move"),
            "standard": QT_TRANSLATE_NOOP("Models", "When either side is empty"),
        },
    ),
    ChoiceOption(
        "capture",
        QT_TRANSLATE_NOOP("Models", "Capture"),
        {
            "opposite": QT_TRANSLATE_NOOP(
                "Models",
                "Ending in your own empty pit captures if the opposite pit holds stones.",
            ),
            "empty": QT_TRANSLATE_NOOP(
                "Models",
                "Ending in your own empty pit takes that stone to your kalah, even if the "
                "opposite pit is empty.",
            ),
        },
        titles={
            "opposite": QT_TRANSLATE_NOOP("Models", "Needs stones opposite"),
            "empty": QT_TRANSLATE_NOOP("Models", "Always"),
        },
    ),
    ChoiceOption(
        "pie",
        QT_TRANSLATE_NOOP("Models", "Pie rule"),
        {
            "no": QT_TRANSLATE_NOOP("Models", "No swapping."),
            "yes": QT_TRANSLATE_NOOP(
                "Models",
                "After the first turn, the second player may swap sides instead of moving.",
            ),
        },
    ),
    ChoiceOption(
        "remaining",
        QT_TRANSLATE_NOOP("Models", "Stones left at the end"),
        {
            "owner": QT_TRANSLATE_NOOP(
                "Models", "At the end, each side gets the stones left in its own pits."
            ),
            "last-mover": QT_TRANSLATE_NOOP(
                "Models", "At the end, the side that moved last gets all stones left."
            ),
        },
        titles={
            "owner": QT_TRANSLATE_NOOP("Models", "Each keeps their own"),
            "last-mover": QT_TRANSLATE_NOOP("Models", "All to the last mover"),
        },
    ),
)

# The word of each option value in file names.  File headers hold the index of the value, so append
# new values at the end.  The first is the default, which files older than the option imply.
_IN_FILES = {
    "capture": {"opposite": "opposite", "empty": "empty"},
    "end": {"mover-empty": "lecture", "standard": "standard"},
    "remaining": {"owner": "owner", "last-mover": "last-mover"},
}
# Options added after the file names were fixed; their default is left out of file names.
_LATER_IN_FILES = ("remaining",)


@dataclass(frozen=True, slots=True)
class KalahRules:
    """The options of Kalah, described in `RULEBOOK`.

    Raises `BadRules` for an invalid value.
    """

    pits: int = 6
    stones: int = 4
    end: str = "mover-empty"
    capture: str = "opposite"
    pie: str = "no"
    remaining: str = "owner"

    KEY_FIELDS: ClassVar = ("pits", "capture", "end", "remaining")
    """The options that the value of a position depends on: the key of tablebases and books."""
    OTHER_FIELDS: ClassVar = ("stones", "pie")
    """The options that matter only at the start of the game.

    Positions in which sides may still be swapped are therefore not probed directly.
    """

    def __post_init__(self) -> None:
        for option in OPTIONS:
            option.require(getattr(self, option.name))

    def tablebase_key(self) -> tuple[int | str, ...]:
        """Return the values of `KEY_FIELDS`; rules with equal keys give positions equal values."""
        return tuple(self.key_by_name().values())

    def key_by_name(self) -> dict[str, int | str]:
        """Return the values of `KEY_FIELDS` by field name."""
        return {name: getattr(self, name) for name in self.KEY_FIELDS}

    def file_codes(self, size: int) -> bytes:
        """Return the key without the pits, encoded for a header field of *size* bytes.

        Each option takes a two-byte word, and the rest is padded with zeros.  What exceeds *size*
        is cut if it is all zeros, as in files older than the option; otherwise the result is
        longer than *size*.
        """
        places = [list(words).index(getattr(self, name)) for name, words in _IN_FILES.items()]
        codes = struct.pack(f"<{len(places)}H", *places).ljust(size, b"\0")
        return codes if any(codes[size:]) else codes[:size]

    def file_words(self) -> str:
        """Return the key without the pits as in file names, such as ``opposite-lecture``."""
        found = []
        for name, words in _IN_FILES.items():
            value = getattr(self, name)
            if name not in _LATER_IN_FILES or value != next(iter(words)):
                found.append(words[value])
        return "-".join(found)


def rules_of_file_words() -> dict[str, KalahRules]:
    """Return rules with every possible key, on a board of the usual size, by `file_words`."""
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
            QT_TRANSLATE_NOOP(
                "Models",
                "The game ends when you cannot move; you capture only if the opposite pit holds "
                "stones.",
            ),
            KalahRules(),
            title=QT_TRANSLATE_NOOP("Models", "Classic"),
        ),
        Preset(
            "standard",
            QT_TRANSLATE_NOOP("Models", "The game ends as soon as either side's pits are empty."),
            KalahRules(end="standard"),
            title=QT_TRANSLATE_NOOP("Models", "Standard"),
        ),
        Preset(
            "empty-capture",
            QT_TRANSLATE_NOOP(
                "Models",
                "Like Standard, but ending in your own empty pit takes that stone even if the "
                "opposite pit is empty.",
            ),
            KalahRules(end="standard", capture="empty"),
            title=QT_TRANSLATE_NOOP("Models", "Empty capture"),
        ),
        Preset(
            "empty-capture-lecture-end",
            QT_TRANSLATE_NOOP(
                "Models",
                "Like Classic, but ending in your own empty pit takes that stone even if the "
                "opposite pit is empty.",
            ),
            KalahRules(capture="empty"),
            title=QT_TRANSLATE_NOOP("Models", "Classic, empty capture"),
        ),
    ),
)
