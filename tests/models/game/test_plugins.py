"""Entry points of installed packages, found without the slow module where there are none."""

import sys
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path
from zipfile import ZipFile

import pytest

from kalahloa.models.game.plugins import PluginFailed, load_plugin, plugins
from kalahloa.models.game.registry import find_game, loadable_games, plugin_entry_points
from kalahloa.models.text.errors import UnknownName

GROUP = "kalahloa.tests"
_DECLARED = f"[{GROUP}]\nfirst = some.module:thing\n"


def names() -> list[str]:
    return [point.name for point in plugins(GROUP)]


@pytest.fixture
def reads(monkeypatch) -> list[str]:
    """The groups of which the slow module was asked."""
    asked: list[str] = []
    real = metadata.entry_points

    def entry_points(*, group: str):
        asked.append(group)
        return real(group=group)

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    return asked


def declare(folder: Path, text: str = _DECLARED) -> None:
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1\n")
    (folder / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1\n")
    (folder / "entry_points.txt").write_text(text)


def test_where_nobody_declares_one_nothing_slow_is_asked(reads, tmp_path, monkeypatch):
    """Other tests may leave archives and finders on the path, into which only that one looks."""
    declare(tmp_path / "some-1.dist-info", "[kalahloa.others]\nfirst = some.module:thing\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])

    assert names() == []
    assert not reads


@pytest.mark.parametrize("kind", ["dist-info", "egg-info"])
def test_one_that_is_declared_is_found(kind, reads, tmp_path, monkeypatch):
    declare(tmp_path / f"some-1.{kind}")
    monkeypatch.syspath_prepend(tmp_path)

    assert names() == ["first"]


def test_those_of_other_groups_are_not(tmp_path, monkeypatch):
    declare(tmp_path / "some-1.dist-info", "[kalahloa.others]\nfirst = some.module:thing\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert names() == []


def test_those_in_the_current_folder_are_found(tmp_path, monkeypatch):
    declare(tmp_path / "some-1.dist-info")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])

    assert names() == ["first"]


def test_those_in_an_archive_are_found(tmp_path, monkeypatch):
    with ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr("some-1.dist-info/METADATA", "Name: some\nVersion: 1\n")
        archive.writestr("some-1.dist-info/entry_points.txt", _DECLARED)
    monkeypatch.syspath_prepend(tmp_path / "some.zip")

    assert names() == ["first"]


def test_a_finder_with_distributions_of_its_own_is_asked(reads, monkeypatch):
    class Finder:
        def find_spec(self, *_):
            return None

        def find_distributions(self, *_):
            return []

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])

    assert names() == []
    assert reads == [GROUP]


def test_packages_in_other_folders_add_nothing(tmp_path, monkeypatch):
    declare(tmp_path / "some-1.dist-info")
    monkeypatch.syspath_prepend(tmp_path)
    assert names() == ["first"]

    for folders in ("", str(tmp_path / "elsewhere")):
        monkeypatch.setenv("KALAHLOA_PLUGINS", folders)
        assert names() == []

    monkeypatch.delenv("KALAHLOA_PLUGINS")
    assert names() == ["first"]


@pytest.mark.parametrize("code", ["raise SystemExit", "1 / 0", "raise BaseException('no')", "("])
def test_a_module_that_raises_anything_is_a_plug_in_that_cannot_be_loaded(
    code, tmp_path, monkeypatch
):
    (tmp_path / "module_that_raises.py").write_text(code)
    declare(tmp_path / "some-1.dist-info", "[kalahloa.games]\nraising = module_that_raises:GAME\n")
    monkeypatch.syspath_prepend(tmp_path)
    plugin_entry_points.cache_clear()
    find_game.cache_clear()
    try:
        (point,) = plugins("kalahloa.games")
        with pytest.raises(PluginFailed):
            load_plugin(point)
        with pytest.raises(UnknownName, match="'raising' cannot be loaded"):
            find_game("raising")
        assert len(loadable_games().games) == 3
        assert len(loadable_games().problems) == 1
    finally:
        plugin_entry_points.cache_clear()
        find_game.cache_clear()
