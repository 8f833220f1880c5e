"""`kalahloa desktop`: what is written for the desktop, and taken away again."""

import configparser
import json
import re
import shlex
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kalahloa.cli import desktop_files as files
from kalahloa.cli.arguments import GAME_SUFFIXES
from kalahloa.cli.main import main
from kalahloa.controllers.saving.game_files import GameSnapshot
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.storage import json_file
from kalahloa.resources import resource
from kalahloa.version import __version__
from tests.processes import without_display

pytestmark = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="These systems have other means."
)

SVG = "icons/hicolor/scalable/apps/kalahloa.svg"


@pytest.fixture
def data(tmp_path: Path, monkeypatch) -> Path:
    """Return a data folder with a space and a file of somebody else's, without any tools."""
    folder = tmp_path / "data of mine"
    (folder / "applications").mkdir(parents=True)
    (folder / "applications" / "other.desktop").write_text("other", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setattr(files.shutil, "which", lambda name: None)
    return folder


def installed(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def entry_in(folder: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(folder / "applications" / "io.kalahloa.kalahloa.desktop", encoding="utf-8")
    return parser


def words_of(value: str) -> list[str]:
    """Return the words of a value of Exec, as a desktop reads them."""
    assert re.sub(r"%[%f]", "", value).count("%") == 0, "no other field code is meant"
    words = shlex.split(value.replace("\\\\", "\\"))
    # In quotes, shells take these back as well, but the module does not.
    return [re.sub(r"\\([$`])", r"\1", word).replace("%%", "%") for word in words]


def test_install_writes_entry_description_type_and_all_sizes_of_the_icon(data, capsys):
    assert main(["desktop", "install"]) == 0

    sizes = {f"icons/hicolor/{size}x{size}/apps/kalahloa.png" for size in files.ICON_SIZES}
    assert installed(data) == {
        "applications/other.desktop",
        "applications/io.kalahloa.kalahloa.desktop",
        "metainfo/io.kalahloa.kalahloa.metainfo.xml",
        "mime/packages/kalahloa.xml",
        SVG,
        *sizes,
    }
    told = capsys.readouterr().out
    assert all(str(data / name) in told for name in installed(data) if "other" not in name)


@pytest.mark.parametrize("size", files.ICON_SIZES)
def test_an_icon_has_its_size_and_is_drawn(data, size):
    main(["desktop", "install"])

    content = (data / f"icons/hicolor/{size}x{size}/apps/kalahloa.png").read_bytes()

    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (size, size)
    assert len(content) > 10 * size


def test_installing_again_writes_nothing(data, capsys, monkeypatch):
    main(["desktop", "install"])
    capsys.readouterr()
    monkeypatch.setattr(files, "write_whole", lambda *words: pytest.fail("it was written"))

    assert main(["desktop", "install"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("unchanged ") for line in lines)


def test_an_old_file_is_shown_and_replaced(data, capsys):
    main(["desktop", "install"])
    (data / SVG).write_text("old", encoding="utf-8")
    (data / "mime/packages/kalahloa.xml").unlink()
    capsys.readouterr()

    assert main(["desktop", "show"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert main(["desktop", "install"]) == 0
    told = capsys.readouterr().out.splitlines()

    states = {line.split(maxsplit=1)[1]: line.split()[0] for line in shown}
    assert states[str(data / SVG)] == "old"
    assert states[str(data / "mime/packages/kalahloa.xml")] == "missing"
    assert states[str(data / "applications/io.kalahloa.kalahloa.desktop")] == "installed"
    assert len([line for line in told if line.startswith("wrote ")]) == 2


def test_show_writes_nothing(data, capsys):
    assert main(["desktop", "show"]) == 0

    assert installed(data) == {"applications/other.desktop"}
    assert capsys.readouterr().out.count("missing ") == 4 + len(files.ICON_SIZES)


def test_remove_deletes_what_install_wrote_and_nothing_else(data, capsys):
    main(["desktop", "install"])
    capsys.readouterr()

    assert main(["desktop", "remove"]) == 0
    told = capsys.readouterr().out
    assert main(["desktop", "remove"]) == 0

    assert installed(data) == {"applications/other.desktop"}
    assert told.count("deleted ") == 4 + len(files.ICON_SIZES)
    assert capsys.readouterr().out == "Nothing is installed.\n"


def test_without_a_data_folder_in_the_environment_it_is_the_usual_one(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")
    for value in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", value)

        assert files.desktop_data_folder() == Path("/home/ann/.local/share")


# -- what goes wrong -------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_told_in_one_line(data, tmp_path, monkeypatch, capsys):
    blocker = tmp_path / "file"
    blocker.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocker))

    assert main(["desktop", "install"]) == 2

    told = capsys.readouterr()
    assert told.err.startswith(
        f"kalahloa: {blocker}/applications/io.kalahloa.kalahloa.desktop cannot be"
    )
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("word", ["install", "remove", "show"])
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_it_is_told_that_there_are_no_such_files(data, monkeypatch, capsys, system, word):
    with monkeypatch.context() as patch:
        patch.setattr(files.sys, "platform", system)
        code = main(["desktop", word])

    assert code == 2
    assert "is for Linux and BSD" in capsys.readouterr().err
    assert installed(data) == {"applications/other.desktop"}


def test_a_sub_command_must_follow(capsys):
    assert main(["desktop"]) == 2
    assert "choose one of: install, remove, show." in capsys.readouterr().err
    assert main(["desktop", "install", "--user"]) == 2
    assert main(["desktop", "--help"]) == 0
    assert "SUB-COMMAND [options]" in capsys.readouterr().out


# -- the desktop's tools ---------------------------------------------------------------------------


@pytest.fixture
def ran(data, tmp_path, monkeypatch) -> Path:
    """Put tools on the path that note how they were called; return the file of notes."""
    notes, folder = tmp_path / "notes", tmp_path / "tools"
    folder.mkdir()
    for name in ("update-desktop-database", "update-mime-database", "gtk-update-icon-cache"):
        tool = folder / name
        tool.write_text(f'#!/bin/sh\necho "{name} $*" >> "{notes}"\n', encoding="utf-8")
        tool.chmod(0o755)
    monkeypatch.setattr(files.shutil, "which", lambda name: str(folder / name))
    return notes


def test_tools_are_run_when_something_has_changed(data, ran):
    main(["desktop", "install"])
    first = ran.read_text(encoding="utf-8")
    main(["desktop", "install"])
    again = ran.read_text(encoding="utf-8")
    main(["desktop", "remove"])

    assert first.splitlines() == [
        f"update-desktop-database -q {data}/applications",
        f"update-mime-database {data}/mime",
    ]
    assert again == first
    assert ran.read_text(encoding="utf-8") == first + first


def test_the_cache_of_icons_is_updated_where_there_is_one(data, ran):
    (data / "icons/hicolor").mkdir(parents=True)
    (data / "icons/hicolor/icon-theme.cache").write_bytes(b"old")

    main(["desktop", "install"])

    told = ran.read_text(encoding="utf-8")
    assert f"gtk-update-icon-cache -q -f -t {data}/icons/hicolor" in told


def test_a_tool_that_fails_is_told_and_is_no_failure(data, ran, tmp_path, capsys):
    (tmp_path / "tools" / "update-mime-database").write_text(
        "#!/bin/sh\necho the reason >&2\nexit 3\n", encoding="utf-8"
    )

    assert main(["desktop", "install"]) == 0

    assert "update-mime-database failed: the reason\n" in capsys.readouterr().out


# -- what stands in the files ----------------------------------------------------------------------


def test_the_entry_starts_this_installation_with_a_file_and_its_actions_with_games(data):
    main(["desktop", "install"])

    entry = entry_in(data)

    launcher = files.launcher()
    assert words_of(entry["Desktop Entry"]["Exec"]) == [*launcher, "%f"]
    assert entry["Desktop Entry"]["TryExec"] == launcher[0]
    actions = entry["Desktop Entry"]["Actions"].rstrip(";").split(";")
    keys = [words_of(entry[f"Desktop Action {name}"]["Exec"])[-1] for name in actions]
    assert len(entry.sections()) == 1 + len(actions)
    assert [find_game(key).key for key in keys] == ["kalah", "loa"]


def test_without_a_script_the_module_is_started(monkeypatch, tmp_path):
    monkeypatch.setattr(files.os, "access", lambda path, mode: False)

    launcher = files.launcher()

    assert launcher == [sys.executable, "-m", "kalahloa"]
    result = subprocess.run(
        [*launcher, "--version"], env=without_display(), capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("kalahloa ")


@pytest.mark.parametrize(
    "path", ["/plain/bin/kalahloa", "/a b/k", '/a"b/k', "/a\\b/k", "/a$b`c/k", "/50%/k", "/é;&/k"]
)
def test_a_path_with_any_characters_is_read_back_from_the_entry(tmp_path, path):
    words = [path, "-m", "kalahloa"]
    files.install_desktop_files(files.desktop_files(tmp_path, words)[:1])

    read = entry_in(tmp_path)["Desktop Entry"]

    assert words_of(read["Exec"]) == [*words, "%f"]
    assert read["TryExec"].replace("\\\\", "\\") == path


def test_all_files_speak_of_the_same_type_and_entry():
    entry = resource("desktop", f"{files.APPLICATION}.desktop").read_text(encoding="utf-8")
    kind = ElementTree.parse(resource("desktop", "kalahloa-mime.xml")).getroot()
    told = ElementTree.parse(resource("desktop", f"{files.APPLICATION}.metainfo.xml")).getroot()
    name = "{http://www.freedesktop.org/standards/shared-mime-info}"
    mime = kind.find(f"{name}mime-type")
    assert mime is not None

    assert f"MimeType={mime.get('type')};" in entry
    assert told.findtext("provides/mediatype") == mime.get("type")
    assert told.findtext("launchable") == f"{told.findtext('id')}.desktop"
    assert told.findtext("id") == files.APPLICATION
    release = told.find("releases/release")
    assert release is not None and release.get("version") == __version__
    assert mime.find(f"{name}glob").get("pattern") == f"*{json_file.SUFFIX}"  # type: ignore[union-attr]
    assert GAME_SUFFIXES == json_file.GAME_SUFFIXES


def test_a_game_is_known_by_its_first_bytes():
    kind = resource("desktop", "kalahloa-mime.xml").read_text(encoding="utf-8")
    found = re.search(r'offset="0:(\d+)" value="([^"]+)"', kind)
    assert found is not None
    record = Record(find_game("kalah"))

    content = GameSnapshot.of(record, (None, None)).to_bytes()

    mark = found[2].replace("&quot;", '"').encode()
    assert 0 <= content.index(mark) <= int(found[1])
    assert json.loads(content)["format"] in found[2]


def test_the_entry_of_an_earlier_version_goes(data, capsys):
    former = data / "applications" / "kalahloa.desktop"
    former.write_text("[Desktop Entry]", encoding="utf-8")

    assert main(["desktop", "install"]) == 0
    assert not former.exists() and str(former) in capsys.readouterr().out

    former.write_text("[Desktop Entry]", encoding="utf-8")
    assert main(["desktop", "remove"]) == 0
    assert installed(data) == {"applications/other.desktop"}


def test_the_entry_says_which_version_of_the_format_it_has():
    """Validators do not know 1.5, of which the entry uses nothing."""
    entry = resource("desktop", f"{files.APPLICATION}.desktop").read_text(encoding="utf-8")

    assert "Version=1.4" in entry.splitlines()


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="it is not there")
def test_the_entry_is_valid():
    path = resource("desktop", f"{files.APPLICATION}.desktop")

    result = subprocess.run(
        ["desktop-file-validate", str(path)], capture_output=True, text=True, check=False
    )

    assert (result.returncode, result.stdout) == (0, "")


@pytest.mark.skipif(shutil.which("appstreamcli") is None, reason="appstreamcli is not there")
def test_the_description_is_valid():
    path = resource("desktop", f"{files.APPLICATION}.metainfo.xml")

    result = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 0, result.stdout
