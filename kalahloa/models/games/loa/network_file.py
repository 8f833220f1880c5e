"""The file of the network for Lines of Action."""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from kalahloa.models.games.loa.network import SECTIONS, LoaNetwork
from kalahloa.models.storage.network_file import (
    ABOUT_BYTES,
    damaged_network,
    read_sections,
    write_sections,
)
from kalahloa.models.text.errors import BadFile
from kalahloa.resources import resource

NAME = "loa.network"
_MAGIC = b"LoaNetwk"
_ABOUT = bytes(ABOUT_BYTES)


@lru_cache(maxsize=1)
def shipped_network() -> LoaNetwork | None:
    """Return the network that is shipped with the program, None if it is missing or damaged."""
    try:
        return read_network(resource("networks", NAME))
    except (FileNotFoundError, BadFile):
        return None


def write_network(sections: Sequence[array], path: Path) -> None:
    """Write the network with *sections* to *path* atomically."""
    write_sections(path, _MAGIC, _ABOUT, sections)


def read_network(path: Path) -> LoaNetwork:
    """Return the network in the file at *path*.

    Raises `BadFile` if the file cannot be read or is damaged.
    """
    sections = read_sections(path, _MAGIC, _ABOUT, SECTIONS)
    try:
        return LoaNetwork(sections)
    except ValueError:
        raise damaged_network(path) from None
