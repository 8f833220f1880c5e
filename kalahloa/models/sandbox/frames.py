"""Frames on a pipe: a header, and a message as JSON or bytes as they are."""

from enum import IntEnum
from json import JSONDecoder, JSONEncoder
from os import read, write
from struct import Struct
from typing import Any

_HEADER = Struct(">4sBI")
_MARK = b"KLH\x01"
MAX_FRAME = 1 << 22
"""Maximum number of bytes in a frame to the child, without its header."""
MAX_REPLY = 1 << 18
"""Maximum number of bytes in a frame from the child, decoding which holds the GIL."""
CHUNK = 1 << 16
"""How many bytes are sent in a frame of bytes."""
# Of our own, which code in the child cannot replace by accident.
_encode = JSONEncoder(separators=(",", ":")).encode
_decode = JSONDecoder().decode


class FrameKind(IntEnum):
    """What a frame holds."""

    MESSAGE = 0
    BYTES = 1


class BrokenStream(Exception):
    """What was received are no frames, or not those that were expected."""


def pack(message: dict[str, Any]) -> bytes:
    """Return the frame of *message*, JSON-compatible values; raise `ValueError` if it is too long.

    Numbers that are not finite are written as JavaScript does, for `unpack` only.
    """
    content = _encode(message).encode()
    if len(content) > MAX_FRAME:
        raise ValueError(f"A message has {len(content)} bytes, and {MAX_FRAME} is the most.")
    return _HEADER.pack(_MARK, FrameKind.MESSAGE, len(content)) + content


def header_of_bytes(count: int) -> bytes:
    """Return the header of a frame with *count* bytes."""
    return _HEADER.pack(_MARK, FrameKind.BYTES, count)


def unpack(content: bytes) -> dict[str, Any]:
    """Return the message in *content*; raise `BrokenStream` if there is none."""
    try:
        message = _decode(content.decode())
    except (ValueError, RecursionError) as error:
        raise BrokenStream("a message is no JSON") from error
    if not isinstance(message, dict):
        raise BrokenStream("a message is no object")
    return message


def write_all(descriptor: int, content: bytes | memoryview) -> None:
    """Write *content* to *descriptor*, however long it takes; raise `OSError`."""
    view = memoryview(content)
    while view:
        view = view[write(descriptor, view) :]


def read_frame(descriptor: int, most: int = MAX_FRAME) -> tuple[FrameKind, bytes]:
    """Return the next frame from *descriptor*, of at most *most* bytes; wait for it.

    Raises `EOFError` at the end, also within a frame, `BrokenStream` if there is no frame, and
    `OSError`.
    """
    mark, kind, length = _HEADER.unpack(_read_exactly(descriptor, _HEADER.size))
    if mark != _MARK or kind not in tuple(FrameKind) or length > most:
        raise BrokenStream("there is no frame")
    return FrameKind(kind), _read_exactly(descriptor, length)


def _read_exactly(descriptor: int, count: int) -> bytes:
    pieces = []
    while count:
        piece = read(descriptor, count)
        if not piece:
            raise EOFError
        pieces.append(piece)
        count -= len(piece)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)
