"""Dates on the command line."""

import locale
import re
from collections.abc import Callable

from kalahloa.models.text.days import read_day
from kalahloa.models.text.errors import BadCommand, BadQuery

_DATE_PART = re.compile("%[-_0^#EO]*([a-zA-Z])")
_DATE_PARTS = {
    **{"d": "dd", "e": "d", "m": "MM", "y": "yy", "Y": "yyyy"},
    **{"D": "MM/dd/yy", "F": "yyyy-MM-dd"},
}


def day_type(option: str) -> Callable[[str], str]:
    """Return the type of an *option* that is a day, a month or a year.

    It is read as ISO 8601 has it, or as dates are written in the user's language.
    """

    def read(text: str) -> str:
        try:
            return read_day(text, form_of_dates())
        except BadQuery as error:
            raise BadCommand(f"{option}: {error}") from error

    return read


def form_of_dates() -> str:
    """Return in which form the user's language shows dates, as `read_day` has it.

    It is empty where the system does not know.
    """
    before = locale.setlocale(locale.LC_TIME)
    try:
        if locale.setlocale(locale.LC_TIME, "").partition(".")[0] in ("C", "POSIX"):
            return ""  # nobody's form, which has the month first
        form = locale.nl_langinfo(locale.D_FMT)
    except (locale.Error, AttributeError):  # it is not installed, or this is Windows
        return ""
    finally:
        locale.setlocale(locale.LC_TIME, before)
    form = _DATE_PART.sub(lambda found: _DATE_PARTS.get(found[1], "%"), form)
    return "" if "%" in form else form
