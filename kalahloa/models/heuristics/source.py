"""The text of a heuristic: Python code with a function ``evaluate(position)``.

It is only read here, by its tokens: nothing of it is run, or compiled, in this process.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import isfinite

from kalahloa.models.text.errors import BadHeuristic
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_TEXT = 200_000
"""Maximum length of a heuristic, in characters."""
MAX_NAME = 60
"""Maximum length of a heuristic's name, in characters."""
MAX_WEIGHTS = 50
"""How many weights of a heuristic are known; further ones are constants like any."""
FUNCTION = "evaluate"
"""The function that a heuristic defines."""
_NAME = re.compile(r"[^\W_](?:[\w +-]*[\w+-])?")
_WEIGHT = re.compile(r"[A-Z][A-Z0-9_]*")
_RESERVED = re.compile(r"(?i)con|prn|aux|nul|com\d|lpt\d")
"""What no file on Windows may be called."""
_SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING}


def checked_name(name: str) -> str:
    """Return *name*, stripped, if a heuristic may be called so; raise `BadHeuristic` if not."""
    plain = name.strip()
    if len(plain) <= MAX_NAME and _NAME.fullmatch(plain) and not _RESERVED.fullmatch(plain):
        return plain
    raise BadHeuristic(
        QT_TRANSLATE_NOOP(
            "Models",
            "A heuristic cannot be called '{name}'; a name has up to {most} letters, digits, "
            "spaces, hyphens and underscores, and starts with a letter or a digit.",
        ).format(name=quote(name), most=MAX_NAME)
    )


def fitting_name(text: str) -> str:
    """Return a name for a heuristic that is as much like *text* as can be."""
    plain = re.sub(r"[^\w +-]+", " ", text).strip(" _+-")[: MAX_NAME - 5].strip(" _+-")
    for name in (plain, f"my {plain}"):
        with suppress(BadHeuristic):
            return checked_name(name)
    return "heuristic"


@dataclass(frozen=True)
class HeuristicSource:
    """A heuristic of the user's: its *name*, the key of its *game*, and its *text*.

    The text is a Python module with ``def evaluate(position)``, which returns the value of a
    position that is not over, from the point of view of the side to move, in size below 90.  Raises
    `BadHeuristic` for a name or a text that is too long or has characters that no name has.
    """

    name: str
    game: str
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", checked_name(self.name))
        if len(self.text) > MAX_TEXT:
            raise BadHeuristic(
                QT_TRANSLATE_NOOP(
                    "Models",
                    "The heuristic '{name}' has {length:,} characters; at most {most:,} are "
                    "allowed.",
                ).format(name=quote(self.name), length=len(self.text), most=MAX_TEXT)
            )

    @cached_property
    def digest(self) -> str:
        """A key of the text: two heuristics with the same one are the same code."""
        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def title(self) -> str:
        """The name for display."""
        return self.name

    @cached_property
    def sentence(self) -> str:
        """What the heuristic says of itself: the first paragraph of its docstring; may be empty."""
        return _docstring(self.text)

    @cached_property
    def weights(self) -> Mapping[str, float]:
        """The weights in their order: constants of the module, in capitals, with a number."""
        return {weight.name: weight.value for weight in _weights(self.text)}

    def with_weights(self, weights: Mapping[str, float]) -> "HeuristicSource":
        """Return the heuristic with other values of some weights; nothing else is changed.

        Raises `BadHeuristic` if it has no such weight, or a value is not finite.
        """
        known = self.weights
        for name, value in weights.items():
            if name not in known:
                raise BadHeuristic(
                    QT_TRANSLATE_NOOP(
                        "Models", "The heuristic '{heuristic}' has no weight '{name}'."
                    ).format(heuristic=quote(self.name), name=quote(name))
                )
            if not isfinite(value):
                raise BadHeuristic(
                    QT_TRANSLATE_NOOP(
                        "Models", "The weight '{name}' is a number, not {value}."
                    ).format(name=quote(name), value=value)
                )
        lines = _lines(self.text)
        for weight in reversed(list(_weights(self.text))):
            if weight.name in weights and weights[weight.name] != weight.value:
                row = lines[weight.row]
                new = weight.text_of(weights[weight.name])
                lines[weight.row] = row[: weight.begin] + new + row[weight.end :]
        return HeuristicSource(self.name, self.game, "".join(lines))


@dataclass(frozen=True)
class _Weight:
    """A weight, and where its number stands: row and columns, from 0.

    `is_whole` is whether it is written as an int, which code may rely on.
    """

    name: str
    value: float
    is_whole: bool
    row: int
    begin: int
    end: int

    def text_of(self, value: float) -> str:
        """Return *value* as it is written in its place."""
        return repr(int(value) if self.is_whole and value == int(value) else float(value))


def _lines(text: str) -> list[str]:
    """Return the lines of *text* with their ends: those that `tokenize` counts."""
    return io.StringIO(text).readlines()


def _statements(text: str) -> Iterator[list[tokenize.TokenInfo]]:
    """Yield the tokens of each logical line that is not indented, as far as *text* can be read."""
    depth = 0
    line: list[tokenize.TokenInfo] = []
    lines = iter(_lines(text))
    with suppress(SyntaxError, tokenize.TokenError, ValueError):
        for token in tokenize.generate_tokens(lambda: next(lines, "")):
            if token.type == tokenize.INDENT:
                depth += 1
            elif token.type == tokenize.DEDENT:
                depth -= 1
            elif token.type in (tokenize.NEWLINE, tokenize.ENDMARKER):
                if line and not depth:
                    yield line
                line = []
            elif token.type not in _SKIPPED:
                line.append(token)


def _weights(text: str) -> Iterator[_Weight]:
    """Yield the weights of *text*: ``NAME = number``, also with a type; each name once."""
    seen: set[str] = set()
    for name, *rest in _statements(text):
        if not _WEIGHT.fullmatch(name.string) or name.string in seen:
            continue
        if rest and rest[0].string == ":":
            rest = rest[2:]
        if len(rest) < 2 or rest[0].string != "=":
            continue
        number = rest[1:]
        value = _value(number)
        if value is None:
            continue
        seen.add(name.string)
        begin, end = number[0].start, number[-1].end
        if begin[0] == end[0] and len(seen) <= MAX_WEIGHTS:
            is_whole = isinstance(value, int)
            yield _Weight(name.string, float(value), is_whole, begin[0] - 1, begin[1], end[1])


def _value(tokens: list[tokenize.TokenInfo]) -> int | float | None:
    """Return the number that *tokens* are, with its sign; None if they are something else."""
    sign = 1
    if len(tokens) == 2 and tokens[0].string in ("+", "-"):
        sign = -1 if tokens[0].string == "-" else 1
        tokens = tokens[1:]
    if len(tokens) != 1 or tokens[0].type != tokenize.NUMBER:
        return None
    with suppress(ValueError, SyntaxError, OverflowError):
        value = ast.literal_eval(tokens[0].string)
        if isinstance(value, int | float) and isfinite(float(value)):
            return sign * value
    return None


def _docstring(text: str) -> str:
    """Return the first paragraph of the docstring of *text* on one line."""
    tokens = next(_statements(text), [])
    if len(tokens) != 1 or tokens[0].type != tokenize.STRING:
        return ""
    try:
        value = ast.literal_eval(tokens[0].string)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return ""
    if not isinstance(value, str):
        return ""
    return " ".join(value.strip().partition("\n\n")[0].split())
