"""The file of a network: its weights, with the rules for which they hold and two checksums.

A header of 32 bytes has a CRC-32 of the rest and one of its own.  Then follow the sections of the
network (see `network.SECTIONS`), little-endian.
"""

import struct
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from kalahloa.models.atomic_file import write_whole
from kalahloa.models.errors import BadFile
from kalahloa.models.games.kalah.network import SECTIONS, Network
from kalahloa.models.plain_file import read_bytes
from kalahloa.models.sentence import QT_TRANSLATE_NOOP
from kalahloa.resources import resource

_MAGIC = b"KalahNet"
_VERSION = 1
# Magic, version, pits, rule codes, CRC-32 of what follows.
_HEADER = struct.Struct("<8s2H10sI2x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 32


@dataclass(frozen=True, slots=True)
class OpenedNetwork:
    """A network, None if there is none; `notes` say what is wrong with its file."""

    network: Network | None = None
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=8)
def open_network(rules: Any) -> OpenedNetwork:
    """Return the network for *rules* that is shipped with the program."""
    try:
        path = resource("networks", network_name(rules))
    except FileNotFoundError:
        return OpenedNetwork()
    try:
        return OpenedNetwork(read_network(path, rules))
    except BadFile as error:
        return OpenedNetwork(notes=(error.sentence,))


def network_name(rules: Any) -> str:
    """Return the file name of the network for *rules*."""
    return f"kalah-{rules.pits}-{rules.file_words()}.network"


def write_network(sections: Sequence[array], rules: Any, path: Path) -> None:
    """Write the network with *sections* for *rules* to *path* atomically."""
    content = b"".join(_little(section).tobytes() for section in sections)
    header = _HEADER.pack(_MAGIC, _VERSION, rules.pits, rules.file_codes(10), crc32(content))
    write_whole(path, [header, _CHECKSUM.pack(crc32(header)), content])


def read_network(path: Path, rules: Any) -> Network:
    """Return the network for *rules* in the file at *path*.

    Raises `BadFile` if the file cannot be read, is damaged, or is for other rules.
    """
    content = read_bytes(path)
    body, rest = content[: _HEADER.size], content[_HEADER_BYTES:]
    damaged = BadFile(
        QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is not a network.").format(path=path)
    )
    if len(content) != _HEADER_BYTES + sum(array(kind).itemsize * n for kind, n in SECTIONS):
        raise damaged
    magic, version, *about, checksum = _HEADER.unpack(body)
    if _CHECKSUM.unpack_from(content, _HEADER.size)[0] != crc32(body) or crc32(rest) != checksum:
        raise damaged
    if (magic, version) != (_MAGIC, _VERSION):
        raise damaged
    if about != [rules.pits, rules.file_codes(10)]:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is for other rules.").format(
                path=path
            )
        )
    sections = []
    for kind, count in SECTIONS:
        section = array(kind)
        size = count * section.itemsize
        section.frombytes(rest[:size])
        rest = rest[size:]
        sections.append(_little(section))
    try:
        return Network(rules.tablebase_key(), sections)
    except ValueError:
        raise damaged from None


def _little(section: array) -> array:
    """Return *section* with its bytes in the order of the file, or back."""
    if sys.byteorder == "big":
        section = array(section.typecode, section)
        section.byteswap()
    return section
