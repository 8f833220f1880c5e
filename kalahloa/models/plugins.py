"""What installed packages add: their entry points in the groups of this program."""

import os
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def plugins(group: str) -> list["EntryPoint"]:
    """Return the entry points in *group* of all installed packages."""
    if not _may_have(group):
        return []
    return list(import_module("importlib.metadata").entry_points(group=group))


def _may_have(group: str) -> bool:
    """Return whether installed packages may have entry points in *group*; False is certain.

    Most often there are none, and to look into the files takes a millisecond or two; to import
    `importlib.metadata`, and have it read them, takes 20 or 30.
    """
    if any(hasattr(finder, "find_distributions") for finder in _other_finders()):
        return True
    name = group.encode()
    for folder in map(Path, sys.path):
        try:
            found = os.listdir(folder)
        except FileNotFoundError:
            continue
        except OSError:
            return True  # an archive, into which only that module looks
        for entry in found:
            kind = entry.lower().rpartition(".")[2]
            if kind == "egg":
                return True
            if kind in ("dist-info", "egg-info"):
                try:
                    if name in (folder / entry / "entry_points.txt").read_bytes():
                        return True
                except OSError:
                    continue  # most have none
    return False


def _other_finders() -> list[object]:
    return [finder for finder in sys.meta_path if finder is not PathFinder]
