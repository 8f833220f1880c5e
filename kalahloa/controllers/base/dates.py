"""Dates as the user types them, and as the window shows them."""

from PySide6.QtCore import QLocale

from kalahloa.models.text.days import day_examples, read_day


def date_form() -> str:
    """Return the form in which dates are shown, as `read_day` has it: ``dd.MM.yy``."""
    return QLocale().dateFormat(QLocale.FormatType.ShortFormat)


def read_date(text: str) -> str:
    """Return the day, month or year *text* as it is stored; raise `BadQuery`."""
    return read_day(text, date_form())


def date_examples() -> str:
    """Return how a day can be typed: ``2026-05-12, 12.05.26``."""
    return day_examples(date_form())
