"""What installed packages add: their entry points in the groups of this program."""

import os
import sys
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kalahloa.models.text.quotation import shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


VARIABLE = "KALAHLOA_PLUGINS"
"""The environment variable with the folders in which packages are looked for, separated as in PATH.

Where it is set, packages elsewhere add nothing; where it is empty, none does.
"""


class PluginFailed(Exception):
    """What an entry point names cannot be loaded; the text says why."""


def plugins(group: str) -> list["EntryPoint"]:
    """Return the entry points in *group* of all installed packages, or as `VARIABLE` says."""
    if not _may_have(group):
        return []
    found: list[EntryPoint] = list(import_module("importlib.metadata").entry_points(group=group))
    given = os.environ.get(VARIABLE)
    if given is None:
        return found
    folders = [Path(folder).resolve() for folder in given.split(os.pathsep) if folder]
    return [point for point in found if _lies_in(point, folders)]


def load_plugin(point: "EntryPoint") -> Any:
    """Return what *point* names; raise `PluginFailed` if that cannot be loaded.

    A module may raise anything while it is imported, `SystemExit` as well; only an interrupt by the
    user goes on.
    """
    try:
        return point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginFailed(f"{type(error).__name__}: {shorten(error)}".rstrip(": ")) from error


def _lies_in(point: "EntryPoint", folders: list[Path]) -> bool:
    if point.dist is None:
        return False
    place = Path(str(point.dist.locate_file(""))).resolve()
    return any(place.is_relative_to(folder) for folder in folders)


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
