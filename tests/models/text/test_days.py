"""Dates are read as they are written, by whatever user, and nothing is read wrongly."""

# ruff: noqa: RUF001

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.text.days import is_day, read_day, write_day
from kalahloa.models.text.errors import BadQuery

GERMAN, BRITISH, AMERICAN, KOREAN = "dd.MM.yy", "dd/MM/yyyy", "M/d/yy", "yy. M. d."
SWEDISH, HUNGARIAN, ARABIC, BULGARIAN = (
    "yyyy-MM-dd",
    "yyyy. MM. dd.",
    "d\u200f/M\u200f/yyyy",
    "d.MM.yy\u202f'г'.",
)
FORMS = (GERMAN, BRITISH, AMERICAN, KOREAN, SWEDISH, HUNGARIAN, ARABIC, BULGARIAN)


@pytest.mark.parametrize(
    ("text", "shown", "expected"),
    [
        *((text, shown, text) for text in ("2026-09-18", "2026-09", "2026") for shown in FORMS),
        ("2026/9/8", "", "2026-09-08"),
        ("18.09.26", GERMAN, "2026-09-18"),
        ("18.9.2026", GERMAN, "2026-09-18"),
        ("18.09.26", "", "2026-09-18"),
        ("18. 9. 2026", "", "2026-09-18"),
        ("4.5.98", GERMAN, "1998-05-04"),
        ("09.2026", GERMAN, "2026-09"),
        ("18/09/2026", BRITISH, "2026-09-18"),
        ("9/8/26", BRITISH, "2026-08-09"),
        ("9/8/26", AMERICAN, "2026-09-08"),
        ("18/09/2026", "", "2026-09-18"),
        ("9/18/2026", "", "2026-09-18"),
        ("26. 9. 8.", KOREAN, "2026-09-08"),
        ("2026. 09. 18.", HUNGARIAN, "2026-09-18"),
        ("18.09.26", SWEDISH, "2026-09-18"),
        ("١٨\u200f/٩\u200f/٢٠٢٦", ARABIC, "2026-09-18"),
        ("18.09.26\u202fг.", BULGARIAN, "2026-09-18"),
        ("2026年9月18日", "", "2026-09-18"),
        (" 18.09.26 23:36 ", GERMAN, "2026-09-18"),
        ("9/18/26, 11:36 PM", AMERICAN, "2026-09-18"),
        ("18.09.2026", HUNGARIAN, "2026-09-18"),
        ("18.09.2026", KOREAN, "2026-09-18"),
        ("29.02.2024", GERMAN, "2024-02-29"),
    ],
)
def test_a_date_is_read(text, shown, expected):
    assert read_day(text, shown) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("18/09/2026", AMERICAN),  # there is no month 18
        ("31.02.2026", GERMAN),
        ("29.02.2023", GERMAN),
        ("2026-13", ""),
        ("0000", ""),
        ("18.09.026", GERMAN),
        ("18-09.2026", GERMAN),
        ("1.2.3.2026", GERMAN),
        ("18.9", GERMAN),
        ("26", GERMAN),
        ("20260918", ""),
        ("-2026", ""),
        ("May 2026", ""),
        ("yesterday", ""),
        ("😀", GERMAN),
        ("", ""),
    ],
)
def test_what_is_no_date_is_refused_with_the_forms_that_are_read(text, shown):
    with pytest.raises(
        BadQuery, match=r"is not a day, a month or a year, such as 2026-05-12"
    ) as no:
        read_day(text, shown)
    assert not shown or write_day(date(2026, 5, 12), shown) in str(no.value)


@pytest.mark.parametrize("text", ["9/8/2026", "09-08-2026", "10/11/12", "9/8/26"])
def test_what_could_be_two_days_is_refused_where_the_language_is_not_known(text):
    with pytest.raises(BadQuery, match=r"could be more than one day. Type it as 2026-05-12"):
        read_day(text)


@given(st.dates(date(1970, 1, 1), date(2069, 12, 31)), st.sampled_from(FORMS))
def test_every_day_is_read_as_it_is_shown(day, shown):
    assert read_day(write_day(day, shown), shown) == day.isoformat()


@given(st.text("0123456789.-/ '年г", max_size=12), st.sampled_from(("", *FORMS)))
def test_what_is_read_is_a_day_a_month_or_a_year(text, shown):
    try:
        found = read_day(text, shown)
    except BadQuery:
        return
    assert is_day(found)
    date.fromisoformat(found + "-01-01"[len(found) - 4 :])


def test_only_iso_is_stored():
    assert [is_day(text) for text in ("2026-05-12", "2026-05", "2026")] == [True] * 3
    assert not any(map(is_day, ("2026-5-12", "12.05.2026", "2026-02-30", "", " 2026")))
