"""Connect Four and the notebook, packages from outside, put where Python finds installed ones.

Their entry points come from their own `pyproject.toml`, and are looked up as those of any package.
"""

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kalahloa.models.game.registry import find_game, known_game, plugin_entry_points
from kalahloa.views.boards import board_class
from kalahloa.views.window.panel_plugins import panels_from_outside

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "tests" / "connect_four"
NOTEBOOK = ROOT / "tests" / "notebook"
KEY = "connect-four"


def write_metadata(folder: Path, source: Path = SOURCE) -> None:
    """Write into *folder* what an installer would: the package's name and its entry points."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n",
        encoding="utf-8",
    )
    groups = [
        "\n".join([f"[{group}]", *(f"{name} = {value}" for name, value in points.items()), ""])
        for group, points in project["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")


def search_path(folder: Path, source: Path = SOURCE) -> str:
    """Return a `PYTHONPATH` for a process that has the plug-in, its metadata in *folder*."""
    return os.pathsep.join([str(folder), str(source), str(ROOT)])


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Have the plug-in in this process as if it were installed, its metadata in *folder*."""
    write_metadata(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SOURCE))
        patch.syspath_prepend(str(folder))
        _forget()
        try:
            yield
        finally:
            _forget()


def _forget() -> None:
    """Have games, boards and panels looked up anew."""
    for lookup in (plugin_entry_points, find_game, known_game, board_class, panels_from_outside):
        lookup.cache_clear()
