"""Reads days, months and years as they are typed: the one place that does so.

They are read as ISO 8601 writes them, which is how they are stored, and in the form in which the
user's language shows dates.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from kalahloa.models.text.errors import BadQuery
from kalahloa.models.text.folding import fold
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

_EXAMPLE = date(2026, 5, 12)
_FIRST_SHORT_YEAR = 70
"""A year of two digits from here on is of the 20th century, as POSIX has it."""
_PART = re.compile(r"y+|M+|d+")
_QUOTED = re.compile(r"'([^']*)'")
_TIME = re.compile(r"[\s,]+\d{1,2}:\d\d\b.*")
_ARE_ALIKE = re.compile(r"[-/.]?|([-/.]) \1|年( 月)?|년( 월)?")
"""What may stand between numbers, with a space between."""
_ENDS = ("", ".", "年", "月", "日", "년", "월", "일")


def is_day(text: str) -> bool:
    """Return whether *text* is a day of the calendar, a month or a year: ``1998-05-04``."""
    try:
        return read_day(text) == text
    except BadQuery:
        return False


def read_day(text: str, shown: str = "") -> str:
    """Return the day, month or year *text* as in ISO 8601: ``1998-05-04``, ``1998-05``, ``1998``.

    *shown* is the form of dates in the user's language: ``dd.MM.yy``.  A time after the day does
    not matter.  Raises `BadQuery`, which names what is read, for anything else; also where the day
    and the month could be either.
    """
    found = set(_readings(_TIME.sub("", fold(text.strip())), shown))
    if len(found) == 1:
        return found.pop()
    if found:
        sentence = QT_TRANSLATE_NOOP(
            "Models", "“{text}” could be more than one day. Type it as {days}."
        )
        raise BadQuery(sentence.format(text=quote(text), days=day_examples(shown)))
    sentence = QT_TRANSLATE_NOOP(
        "Models", "“{text}” is not a day, a month or a year, such as {days}, 2026-05 or 2026."
    )
    raise BadQuery(sentence.format(text=quote(text), days=day_examples(shown)))


def day_examples(shown: str) -> str:
    """Return a day as it can be typed, in one form or two: ``2026-05-12, 12.05.26``."""
    days = [str(_EXAMPLE), write_day(_EXAMPLE, shown)] if shown else [str(_EXAMPLE)]
    return ", ".join(dict.fromkeys(days))


def write_day(day: date, shown: str) -> str:
    """Return *day* in the form *shown*, as `read_day` has it."""

    def part(found: re.Match[str]) -> str:
        number = {"y": day.year, "M": day.month, "d": day.day}[found[0][0]]
        return f"{number % 100 if found[0] == 'yy' else number:0{len(found[0])}}"

    return "".join(
        piece if number % 2 else _PART.sub(part, piece)
        for number, piece in enumerate(_QUOTED.split(shown))
    )


def _readings(plain: str, shown: str) -> Iterator[str]:
    """Yield the days, months and years that the folded text *plain* can be."""
    form = _Form.of(shown)
    numbers = re.findall(r"\d+", plain)
    first, *rest = (part.strip() for part in re.split(r"\d+", plain))
    if first or not rest:
        return
    *between, end = rest
    is_usual = between == form.between
    if not (is_usual or _ARE_ALIKE.fullmatch(" ".join(between))):
        return
    if end not in (form.end, *_ENDS):
        return
    values, lengths = list(map(int, numbers)), list(map(len, numbers))
    if lengths == [4]:
        yield from _written(values[0])
    elif lengths in ([4, 1], [4, 2]):
        yield from _written(*values)
    elif lengths in ([1, 4], [2, 4]):
        yield from _written(*values[::-1])
    elif len(values) == 3:
        for order in form.orders(lengths, is_usual, between[0]):
            by_name = dict(zip(order, zip(values, lengths, strict=True), strict=True))
            (year, digits), (month, _), (day, _) = (by_name[name] for name in "yMd")
            if digits in (2, 4) and sum(lengths) - digits <= 4 and max(month, day) <= 31:
                century = 0 if digits == 4 else 1900 if year >= _FIRST_SHORT_YEAR else 2000
                yield from _written(century + year, month, day)


@dataclass(frozen=True)
class _Form:
    """How dates are shown: the `order` of ``y``, ``M`` and ``d``, what is `between`, and after."""

    order: str = ""
    between: list[str] = field(default_factory=list)
    end: str = ""

    @classmethod
    def of(cls, shown: str) -> "_Form":
        """Return the form that *shown* describes, as `read_day` has it."""
        if not shown:
            return cls()
        order = "".join(part[0] for part in _PART.findall(_QUOTED.sub("", shown)))
        _, *between, end = _PART.split(_QUOTED.sub(r"\1", shown))
        return cls(order, [fold(part).strip() for part in between], fold(end).strip())

    def orders(self, lengths: list[int], is_usual: bool, mark: str) -> tuple[str, ...]:
        """Return in which orders three numbers with so many digits, and *mark* between, may be."""
        if lengths[0] == 4:
            return ("yMd",)
        if is_usual and not (self.order == "yMd" and lengths[-1] == 4):
            return (self.order,)
        if mark == ".":
            return ("dMy",)
        return (self.order,) if self.order in ("dMy", "Mdy") else ("dMy", "Mdy", "yMd")


def _written(year: int, month: int | None = None, day: int | None = None) -> Iterator[str]:
    """Yield the day, month or year in ISO 8601, if it is one of the calendar."""
    try:
        date(year, 1 if month is None else month, 1 if day is None else day)
    except ValueError:
        return
    parts = [f"{year:04}", *(f"{part:02}" for part in (month, day) if part is not None)]
    yield "-".join(parts)
