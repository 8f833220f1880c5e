"""The file of a network for Kalah: its weights, with the rules for which they hold."""

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from kalahloa.models.games.kalah.network import SECTIONS, KalahNetwork
from kalahloa.models.storage.network_file import damaged_network, read_sections, write_sections
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource

_MAGIC = b"KalahNet"
# The pits, and the codes of the rules.
_ABOUT = struct.Struct("<H10s")


@dataclass(frozen=True, slots=True)
class OpenedNetwork:
    """A network, None if there is none; `notes` say what is wrong with its file."""

    network: KalahNetwork | None = None
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
    write_sections(path, _MAGIC, _about(rules), sections)


def read_network(path: Path, rules: Any) -> KalahNetwork:
    """Return the network for *rules* in the file at *path*.

    Raises `BadFile` if the file cannot be read, is damaged, or is for other rules.
    """
    sections = read_sections(path, _MAGIC, _about(rules), SECTIONS)
    try:
        return KalahNetwork(rules.tablebase_key(), sections)
    except ValueError:
        raise damaged_network(path) from None


def _about(rules: Any) -> bytes:
    return _ABOUT.pack(rules.pits, rules.file_codes(10))
