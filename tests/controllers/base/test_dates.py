"""Dates are read in the form in which each language shows them."""

import pytest
from PySide6.QtCore import QDate, QLocale

from kalahloa.controllers.base.dates import date_examples, date_form, read_date

ANY = (QLocale.Language.AnyLanguage, QLocale.Script.AnyScript, QLocale.Country.AnyCountry)


@pytest.fixture(autouse=True)
def _the_locale_of_before():
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize("day", ["2026-09-18", "2026-02-03", "1998-12-31", "1970-01-01"])
def test_a_date_is_read_as_it_is_shown_in_every_language(day):
    forms = set()
    for locale in QLocale.matchingLocales(*ANY):
        QLocale.setDefault(locale)
        shown = locale.toString(QDate.fromString(day, "yyyy-MM-dd"), date_form())
        assert read_date(shown) == day, (locale.name(), shown)
        forms.add(date_form())
    assert len(forms) > 30


def test_examples_are_written_as_the_language_shows_dates():
    for name, expected in (
        ("de_DE", "2026-05-12, 12.05.26"),
        ("en_GB", "2026-05-12, 12/05/2026"),
        ("en_US", "2026-05-12, 5/12/26"),
        ("sv_SE", "2026-05-12"),
        ("bg_BG", "2026-05-12, 12.05.26\u202f\u0433."),
    ):
        QLocale.setDefault(QLocale(name))
        assert date_examples() == expected
