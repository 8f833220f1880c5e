"""The characters of an SGF file: from bytes in any charset to text and back."""

import codecs
import re
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import lru_cache

from sgfmill import sgf_grammar

CHARSET = "UTF-8"
"""The charset that is written."""
_NOT_OF_TEXT = {
    "base64_codec",
    "bz2_codec",
    "hex_codec",
    "mbcs",
    "quopri_codec",
    "rot_13",
    "uu_codec",
    "zlib_codec",
}
_CODECS = set(aliases.values()) - _NOT_OF_TEXT
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf_32"),
    (codecs.BOM_UTF32_BE, "utf_32"),
    (codecs.BOM_UTF16_LE, "utf_16"),
    (codecs.BOM_UTF16_BE, "utf_16"),
)
_SEARCHED = 65_536
"""How far into a file its charset is looked for, in bytes."""
_CHECKED_AT_ONCE = 1 << 20
_NAMES_KEPT = 100
"""Of how many names of charsets it is kept what they mean: many files name the same."""
_DECLARED = re.compile(rb"(?<![A-Za-z])CA\s{0,9}\[\s{0,9}([\w .:+-]{1,40}?)\s{0,9}\]")
_ASCII_BASED = re.compile(
    r"utf_8|ascii|latin_1|iso8859_\d+|koi8_\w|mac_\w+|euc_\w+|gb2312|cp(?!932|949|950)\d+"
    r"|hp_roman8|kz1048|ptcp154|tis_620"
)
_WITH_BACKSLASH = {"shift_jis_2004": "cp932", "shift_jisx0213": "cp932"}
"""Codecs that read a backslash as a yen sign, and one like them that does not."""
_SPECIAL = re.compile(rb"[\\\r\n\t\f\v]")


@lru_cache(maxsize=_NAMES_KEPT)
def find_codec(name: str) -> str | None:
    """Return Python's name of the charset *name*, or None if it is not known."""
    plain = normalize_encoding(name.strip()).lower()
    codec = aliases.get(plain, plain)
    codec = _WITH_BACKSLASH.get(codec, codec)
    if codec not in _CODECS:
        return None
    try:
        codecs.lookup(codec)
    except LookupError:
        return None
    return codec


@lru_cache(maxsize=_NAMES_KEPT)
def codec_of_values(name: str) -> str | None:
    """Return the codec that values of a game in the charset *name* are decoded with, or None."""
    codec = find_codec(name)
    return codec if codec is not None and _is_ascii_based(codec) else None


def to_ascii_based(data: bytes) -> tuple[bytes, str | None]:
    """Return *data* in a charset whose brackets and backslashes are those of ASCII, and its codec.

    The codec is None where values are to be read by the charset that their game names.  Where a
    byte of a character may look like a bracket, as in Shift-JIS or UTF-16, the whole file is
    recoded to UTF-8; it then has the charset that its first game names.
    """
    if data.startswith(codecs.BOM_UTF8):
        return data[len(codecs.BOM_UTF8) :], "utf_8"
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data.decode(codec, "replace").encode("utf-8", "replace"), "utf_8"
    declared = _DECLARED.search(data, 0, _SEARCHED)
    found = find_codec(declared[1].decode("ascii", "replace")) if declared is not None else None
    if found is not None and not _is_ascii_based(found) and _reads_ascii(found):
        return data.decode(found, "replace").encode("utf-8", "replace"), "utf_8"
    return data, None


def _reads_ascii(codec: str) -> bool:
    """Whether ASCII text is the same in *codec*; a file that names UTF-16 in ASCII is not in it."""
    return b"(;CA[x]C[a\\]b:c])".decode(codec, "replace") == "(;CA[x]C[a\\]b:c])"


def _is_ascii_based(codec: str) -> bool:
    """Whether no byte below 128 is ever part of another character in *codec*."""
    return _ASCII_BASED.fullmatch(codec) is not None and _reads_ascii(codec)


def is_utf8(data: bytes) -> bool:
    """Return whether *data* is valid UTF-8; it is checked in pieces, to save memory."""
    try:
        if len(data) <= _CHECKED_AT_ONCE:
            data.decode("utf-8")
            return True
        decoder = codecs.getincrementaldecoder("utf-8")()
        for begin in range(0, len(data), _CHECKED_AT_ONCE):
            decoder.decode(data[begin : begin + _CHECKED_AT_ONCE])
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        return False
    return True


class Charset:
    """How the values of a game are decoded.

    `failed` is whether a value was not valid in the charset that the game names; it was read as
    UTF-8 or, failing that, as Latin-1.
    """

    def __init__(self, codec: str) -> None:
        self._codecs = tuple(dict.fromkeys((codec, "utf_8", "latin_1")))
        self.failed = False

    def decode(self, value: bytes) -> str:
        """Return *value* as text."""
        for codec in self._codecs:
            try:
                return value.decode(codec)
            except UnicodeDecodeError:
                self.failed = True
        raise AssertionError("Latin-1 has a character for each byte.")

    def simple_text(self, value: bytes) -> str:
        """Return the text that the raw SimpleText *value* stands for, on one line."""
        if _SPECIAL.search(value):
            value = sgf_grammar.simpletext_value(value)
        return self.decode(value)

    def text(self, value: bytes) -> str:
        """Return the text that the raw Text *value* stands for."""
        if _SPECIAL.search(value):
            value = sgf_grammar.text_value(value)
        return self.decode(value)


def encode(text: str) -> bytes:
    """Return *text* as the raw value of a property."""
    return sgf_grammar.escape_text(encode_raw(text))


def encode_raw(text: str) -> bytes:
    """Return *text*, a raw value, in the charset that is written."""
    return text.encode("utf-8", "replace")
