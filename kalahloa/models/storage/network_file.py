"""Files of small neural networks: their weights, what they are for, and two checksums.

A header of 32 bytes has a CRC-32 of the rest and one of its own.  Then follow the sections, arrays
of integers, little-endian.
"""

import struct
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.json_file import read_bytes
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

ABOUT_BYTES = 12
"""The bytes that tell what a network is for."""
Shapes = Sequence[tuple[str, int]]
"""The type codes (see `array`) and the lengths of the sections."""

_VERSION = 1
# Magic, version, what it is for, CRC-32 of what follows the header.
_HEADER = struct.Struct(f"<8sH{ABOUT_BYTES}sI2x")
_CHECKSUM = struct.Struct("<I")
_HEADER_BYTES = 32


def write_sections(path: Path, magic: bytes, about: bytes, sections: Sequence[array]) -> None:
    """Write *sections* to *path* atomically; *magic* has 8 bytes, *about* `ABOUT_BYTES`."""
    content = b"".join(_little(section).tobytes() for section in sections)
    header = _HEADER.pack(magic, _VERSION, about, crc32(content))
    write_whole(path, [header, _CHECKSUM.pack(crc32(header)), content])


def read_sections(path: Path, magic: bytes, about: bytes, shapes: Shapes) -> list[array]:
    """Return the sections with *shapes* in the file at *path*.

    Raises `BadFile` if the file cannot be read, is damaged, or is for something else than *about*.
    """
    content = read_bytes(path)
    header, rest = content[: _HEADER.size], content[_HEADER_BYTES:]
    if len(content) != _HEADER_BYTES + sum(array(kind).itemsize * n for kind, n in shapes):
        raise damaged_network(path)
    found_magic, version, found_about, checksum = _HEADER.unpack(header)
    if _CHECKSUM.unpack_from(content, _HEADER.size)[0] != crc32(header) or crc32(rest) != checksum:
        raise damaged_network(path)
    if (found_magic, version) != (magic, _VERSION):
        raise damaged_network(path)
    if found_about != about:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is for other rules.").format(
                path=path
            )
        )
    sections = []
    for kind, count in shapes:
        section = array(kind)
        size = count * section.itemsize
        section.frombytes(rest[:size])
        rest = rest[size:]
        sections.append(_little(section))
    return sections


def damaged_network(path: Path) -> BadFile:
    """Return the error to raise for the file at *path* whose content is not a network."""
    return BadFile(
        QT_TRANSLATE_NOOP("Models", "{path} is damaged: it is not a network.").format(path=path)
    )


def _little(section: array) -> array:
    """Return *section* with its bytes in the order of the file, or back."""
    if sys.byteorder == "big":
        section = array(section.typecode, section)
        section.byteswap()
    return section
