"""The language of the interface: translators for the user's language, and one for tests.

``KALAHLOA_LANGUAGE`` in the environment asks for another language than the desktop's, such as
``de``, or for `PseudoLanguage` with ``pseudo`` (``pseudo-rtl`` from right to left), which shows
what is not translated and what has no room for longer words.
"""

import os
import re
from math import ceil
from typing import Any

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from kalahloa.models.text.sentence import in_english
from kalahloa.resources import resource

LANGUAGE_VARIABLE = "KALAHLOA_LANGUAGE"
PSEUDO = "pseudo"
PSEUDO_FROM_RIGHT = "pseudo-rtl"

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀčďéƒĝĥíĵķĺḿñóṕɋŕšŧúṽŵẋýžÁƁČĎÉƑĜĤÍĴĶĹḾÑÓṔɊŔŠŦÚṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_FILLERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_KEPT = re.compile(r"(\{[^{}]*\}|%L?n|%\d+|&\w|<[^<>]*>)")
"""What is no text: a field, a number, a mnemonic, a tag."""
_LONGER = 0.4
NOT_TRANSLATED: Any = None
"""Qt's null string; an empty one would be taken for a translation."""
_DIRECTION = "QT_LAYOUT_DIRECTION"
_UNTOUCHED = frozenset({"QShortcut"})
"""The contexts of Qt's whose texts are read again, such as names of keys."""


class English(QTranslator):
    """Puts plurals into English: ``%n move(s)`` is "1 move" or "2 moves" (see `in_english`)."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, comment: str | None = None, n: int = -1) -> str:
        return in_english(text, n) if n >= 0 else NOT_TRANSLATED


class PseudoLanguage(QTranslator):
    """A language that nobody speaks: English with accents, in brackets and 40 % longer.

    A word without accents is not translated; a missing bracket is cut off.
    """

    def __init__(self, parent: QObject | None = None, *, from_right: bool = False) -> None:
        super().__init__(parent)
        self._from_right = from_right

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, comment: str | None = None, n: int = -1) -> str:
        if text == _DIRECTION:
            return "RTL" if self._from_right else NOT_TRANSLATED
        if context in _UNTOUCHED:
            return NOT_TRANSLATED
        return pseudo(in_english(text, n) if n >= 0 else text)


def pseudo(text: str) -> str:
    """Return *text* with accents on its letters, at least 40 % longer and in brackets.

    {fields}, numbers, tags, and letters after an ampersand stay as they are.
    """
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    words = "".join(
        part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts)
    )
    wanted = ceil((1 + _LONGER) * len(text)) - 2
    number = 0
    while len(words) < wanted:
        words += f" {_FILLERS[number % len(_FILLERS)]}"
        number += 1
    return f"[{words}]"


def settle_locale() -> None:
    """Write dates and numbers as in English where the desktop names no language.

    Qt's "C" locale has dates such as ``25 11 2026``, and no separators in large numbers.
    """
    if QLocale().language() == QLocale.Language.C:
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))


def install_language(application: QCoreApplication, name: str | None = None) -> None:
    """Install the translations of the language *name*, by default the user's.

    Without *name*, the environment's `LANGUAGE_VARIABLE` decides, or else the desktop.  Texts that
    a language lacks are in English.  To be called before any text is shown.
    """
    name = os.environ.get(LANGUAGE_VARIABLE, "") if name is None else name
    settle_locale()
    application.installTranslator(English(application))
    if name in (PSEUDO, PSEUDO_FROM_RIGHT):
        translator = PseudoLanguage(application, from_right=name == PSEUDO_FROM_RIGHT)
        application.installTranslator(translator)
        return
    locale = QLocale(name) if name else QLocale()
    try:
        ours = QTranslator(application)
        if not ours.load(locale, "kalahloa", "_", str(resource("translations"))):
            return
    except FileNotFoundError:
        return
    # Qt's texts only where ours are there, or one window would speak two languages.
    qt = QTranslator(application)
    if qt.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(qt)
    application.installTranslator(ours)
