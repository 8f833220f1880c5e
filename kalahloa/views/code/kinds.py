"""What parts of code have a colour, and what a line may begin in."""

from enum import Enum
from typing import NamedTuple


class TokenKind(Enum):
    """What is coloured."""

    KEYWORD = "keyword"
    NAME = "name"
    """A function that is defined or called, or a name that Python has."""
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"


class ColouredPart(NamedTuple):
    """A part of a line that has a colour: where it begins, in characters, and how long it is."""

    start: int
    length: int
    kind: TokenKind


class Within(Enum):
    """What a line begins or ends in."""

    CODE = 0
    DOUBLE = 1
    SINGLE = 2

    @property
    def quotes(self) -> str:
        """The quotation marks that end it, none for code."""
        return ("", '"""', "'''")[self.value]
