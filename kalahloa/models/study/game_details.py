"""What is told of a game besides its moves: who played it, where and when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from kalahloa.models.record.annotation import MAX_COMMENT_TEXT
from kalahloa.models.record.json_record import MAX_NAME_TEXT
from kalahloa.models.record.record import NO_DETAILS, Record
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

FIELDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "event": QT_TRANSLATE_NOOP("Models", "Event"),
        "round": QT_TRANSLATE_NOOP("Models", "Round"),
        "place": QT_TRANSLATE_NOOP("Models", "Place"),
        "date": QT_TRANSLATE_NOOP("Models", "Date"),
        "title": QT_TRANSLATE_NOOP("Models", "Title"),
        "annotator": QT_TRANSLATE_NOOP("Models", "Annotator"),
    }
)
"""The details that are offered to be filled in, by their names; a game may have others."""


@dataclass(frozen=True)
class GameDetails:
    """The names of those who played the two sides, and other details by name, none of them empty.

    Raises `ValueError` if a text is too long for a file.
    """

    names: tuple[str, str] = ("", "")
    others: Mapping[str, str] = field(default_factory=lambda: NO_DETAILS)

    def __post_init__(self) -> None:
        long = any(len(name) > MAX_NAME_TEXT for name in (*self.names, *self.others))
        if long or any(len(value) > MAX_COMMENT_TEXT for value in self.others.values()):
            raise ValueError("A detail of a game is too long.")

    @classmethod
    def of(cls, record: Record) -> "GameDetails":
        """Return what *record* tells."""
        return cls(record.players, record.details)

    def put_into(self, record: Record) -> None:
        """Have *record* tell this."""
        record.players = self.names
        record.details = MappingProxyType(dict(self.others))

    def with_name(self, side: int, name: str) -> "GameDetails":
        """Return these details with another *name* for a *side*."""
        names = (name, self.names[1]) if side == 0 else (self.names[0], name)
        return GameDetails(names, self.others)

    def with_other(self, name: str, value: str) -> "GameDetails":
        """Return these details with another *value* of the one called *name*; without, if empty."""
        others = {**self.others, name: value}
        return GameDetails(self.names, {key: text for key, text in others.items() if text})

    def changed(self, before: "GameDetails", after: "GameDetails") -> "GameDetails":
        """Return these details, with what differs between *before* and *after* as after it."""
        found = self
        for side in (0, 1):
            if before.names[side] != after.names[side]:
                found = found.with_name(side, after.names[side])
        for name in before.others.keys() | after.others.keys():
            value = after.others.get(name, "")
            if before.others.get(name, "") != value:
                found = found.with_other(name, value)
        return found

    def to_json(self) -> dict[str, Any]:
        """Return the details as JSON-compatible values."""
        return {"names": list(self.names), "others": dict(self.others)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "GameDetails":
        """Return the details in *data*; raise `ValueError` or `TypeError` if it is damaged."""
        first, second = data["names"]
        others = dict(data["others"])
        if not all(isinstance(text, str) for text in (first, second, *others, *others.values())):
            raise TypeError("Details of a game are texts.")
        return cls((first, second), MappingProxyType(others))
