"""Compares texts of all scripts as people do: how they are found, and in what order they stand.

This is the one place that does so: for names, comments, tags and commands, on the command line, in
the library's index and in the window.  Case, accents, the width of letters and invisible characters
do not matter, nor do the dots of Turkish; letters that are more than one with an accent are written
out: ß is ss, and ø is o.
"""

import re
import unicodedata
from collections.abc import Iterable

from kalahloa.models.text.errors import BadQuery
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

MAX_TERMS = 50
"""So many words are looked for at once."""
_MAX_KNOWN = 20_000
"""So many characters are remembered."""
_WRITTEN_OUT = {
    **dict(zip("ıøłđðħŧŋĸəɨƀɓɗƙƶ", "iolddhtnkeibbdkz", strict=True)),
    **{"æ": "ae", "œ": "oe", "þ": "th"},
    **dict.fromkeys("\u2018\u2019\u201b\u02bc\u02b9\xb4", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\xab\xbb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    # Katakana as hiragana.
    **{chr(code): chr(code - 0x60) for code in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)},
}
_INVISIBLE = re.compile(
    "[\xad\u034f\u061c\u0640\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff]"
)
_STANDS_ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff"  # Thai to Myanmar, Khmer, letters of
    "\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"  # Hangul, Han, kana
)
"""Characters of scripts that leave no spaces between words, or whose names are written without."""
_ASCII_UNIT = re.compile(r"[a-z0-9]+|[!-~]")
_UNIT = re.compile(rf"(?:(?![{_STANDS_ALONE}])[^\W_])+|[^\s\x00-\x1f\x7f]")
_BREAK = "  "
"""What stands before a unit.  Two spaces, so that a term of one letter has three characters."""
_MIN_TERM = 3


class _Table(dict[int, str]):
    """What each character is folded to, by its code point."""

    def __missing__(self, code: int) -> str:
        if len(self) >= _MAX_KNOWN:
            self.clear()
        self[code] = folded = _folded(chr(code))
        return folded


def _folded(letter: str) -> str:
    if _INVISIBLE.match(letter):
        return ""
    if letter in _WRITTEN_OUT:
        return _WRITTEN_OUT[letter]
    plain = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(
        _WRITTEN_OUT.get(part, str(unicodedata.decimal(part, part)))
        for part in unicodedata.normalize("NFKD", plain)
        if not (_is_accent(part) or _INVISIBLE.match(part))
    )


def _is_accent(letter: str) -> bool:
    """Return whether *letter* is a mark without which a word is still the same.

    Others, such as the vowels of Indian scripts and the marks of voiced kana, stay.
    """
    mark = unicodedata.combining(letter)
    return mark >= 200 or 10 <= mark <= 36 or mark == 1


_TABLE = _Table()


def fold(text: str) -> str:
    """Return *text* so that two texts are the same if they differ in case, accents and the like."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", text.translate(_TABLE))


def sort_key(text: str) -> str:
    """Return what sorts like *text*: by its letters, then by their accents, then by case.

    Compared character by character, as SQLite does without a collation.
    """
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    folded, small = " ".join(fold(plain).split()), plain.lower()
    accents = "" if small == folded else small
    case = "" if small == plain else plain.swapcase()
    return f"{folded}\t{accents}\t{case}".rstrip("\t")


def searchable(*texts: str) -> str:
    """Return *texts* so that a term (`search_terms`) is a part of it if it is in one of them."""
    return "\n".join(map(_searchable, texts))


def _searchable(text: str) -> str:
    return "".join([_BREAK + unit for unit in _units(fold(text))])


def _units(folded: str) -> list[str]:
    return (_ASCII_UNIT if folded.isascii() else _UNIT).findall(folded)


def search_terms(text: str) -> list[str]:
    """Return what each word of *text* looks for in `searchable` texts: parts of them.

    A word is found anywhere, also within words; one or two letters only where a word begins, but in
    Chinese, Japanese and Korean anywhere.  Punctuation round a word does not matter; by itself it
    is looked for like the signs and emoji that it stands among.  Raises `BadQuery` where nothing
    that could be looked for is in *text*, though it is not empty, or too much is.
    """
    found: dict[str, None] = {}
    for word in fold(text).split():
        inside = word.strip("".join(filter(_is_punctuation, word)))
        units = _units(inside or word)
        term = _BREAK.join(units)
        if term:
            found[term if len(term) >= _MIN_TERM else _BREAK + term] = None
    if len(found) > MAX_TERMS:
        raise BadQuery(
            QT_TRANSLATE_NOOP("Models", "Search for at most %n word(s) at once.").counted(MAX_TERMS)
        )
    if text.strip() and not found:
        raise BadQuery(
            QT_TRANSLATE_NOOP("Models", "“{text}” has no letters or signs to search for.").format(
                text=quote(text)
            )
        )
    return list(found)


def folded_words(text: str) -> tuple[str, ...]:
    """Return the words of *text*, folded; its signs only where there is nothing else.

    In scripts without spaces each character is a word.
    """
    units = _units(fold(text))
    return tuple(unit for unit in units if not _is_punctuation(unit[0])) or tuple(units)


def _is_punctuation(letter: str) -> bool:
    return unicodedata.category(letter).startswith("P")


def has_terms(text: str, wanted: Iterable[str]) -> bool:
    """Return whether each of *wanted*, which `search_terms` has returned, is found in *text*."""
    plain = searchable(text)
    return all(term in plain for term in wanted)
