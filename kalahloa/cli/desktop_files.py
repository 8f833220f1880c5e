"""The files by which a desktop knows the program: menu entry, icons, file type, description.

They follow the standards of freedesktop.org and lie in the user's data folder.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kalahloa.cli.window import qt_failure
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadCommand, BadFile
from kalahloa.resources import resource

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
APPLICATION = "io.kalahloa.kalahloa"
"""The name of the program among all that a desktop knows."""
_NAME = "kalahloa"
_TOOL_SECONDS = 60


@dataclass(frozen=True)
class DesktopFile:
    """A file to install: its path, and its content."""

    path: Path
    content: bytes

    @property
    def is_there(self) -> bool:
        """Whether there is any file at the path."""
        return self.path.is_file()

    @property
    def is_current(self) -> bool:
        """Whether the file is there with this content."""
        try:
            return self.path.read_bytes() == self.content
        except OSError:
            return False


def require_desktop() -> None:
    """Raise `BadCommand` on systems that have no such files."""
    if sys.platform in ("win32", "darwin", "cygwin"):
        raise BadCommand(
            f"kalahloa desktop is for Linux and BSD; here ({sys.platform}) there are no such files."
        )


def desktop_data_folder() -> Path:
    """Return the user's data folder: ``$XDG_DATA_HOME``, or ``~/.local/share``.

    Raises `BadFile` if the user has no home folder.
    """
    given = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(given):
        return Path(given)
    try:
        return Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise BadFile(f"There is no folder to install into: {error}") from error


def launcher() -> list[str]:
    """Return the command line that starts this installation of the program."""
    script = Path(sys.executable).parent / _NAME
    if os.access(script, os.X_OK):
        return [str(script)]
    return [sys.executable, "-m", _NAME]


def desktop_files(folder: Path, words: list[str]) -> list[DesktopFile]:
    """Return the files for the data folder *folder*, which start the program by *words*.

    Raises `Failed` if Qt, which draws the icons, cannot be loaded.
    """
    try:
        from kalahloa.views.look.icon_files import png_of
    except ImportError as error:
        raise qt_failure(error) from error
    drawing = resource("icons", "kalahloa.svg").read_bytes()
    icons = folder / "icons" / "hicolor"
    entry = resource("desktop", f"{APPLICATION}.desktop").read_text(encoding="utf-8")
    described = resource("desktop", f"{APPLICATION}.metainfo.xml").read_bytes()
    kind = resource("desktop", "kalahloa-mime.xml").read_bytes()
    return [
        DesktopFile(folder / "applications" / f"{APPLICATION}.desktop", _started_by(entry, words)),
        DesktopFile(folder / "metainfo" / f"{APPLICATION}.metainfo.xml", described),
        DesktopFile(folder / "mime" / "packages" / "kalahloa.xml", kind),
        DesktopFile(icons / "scalable" / "apps" / "kalahloa.svg", drawing),
        *(
            DesktopFile(
                icons / f"{size}x{size}" / "apps" / "kalahloa.png",
                png_of(drawing, size),
            )
            for size in ICON_SIZES
        ),
    ]


def _started_by(entry: str, words: list[str]) -> bytes:
    """Return the desktop *entry* with the program's name replaced by the command line *words*."""
    command = " ".join(_quoted(word) for word in words)
    entry = re.sub(rf"^Exec={_NAME}\b", lambda _: f"Exec={command}", entry, flags=re.MULTILINE)
    first = words[0].replace("\\", "\\\\")
    entry = re.sub(rf"^TryExec={_NAME}$", lambda _: f"TryExec={first}", entry, flags=re.MULTILINE)
    return entry.encode("utf-8")


def _quoted(word: str) -> str:
    """Return *word* as the key Exec wants it.

    First the quoting of arguments, then the escaping of backslashes, as of all values; a percent
    sign begins a field code.
    """
    if re.fullmatch(r"[\w@+,./:=-]+", word, re.ASCII):
        return word
    inner = re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%")
    return '"' + inner.replace("\\", "\\\\") + '"'


def install_desktop_files(files: list[DesktopFile]) -> list[DesktopFile]:
    """Write those of *files* that are not current, and return them; raise `BadFile`."""
    written = []
    for file in files:
        if not file.is_current:
            try:
                write_whole(file.path, [file.content])
            except OSError as error:
                raise BadFile(
                    f"{file.path} cannot be written: {error.strerror or error}."
                ) from error
            written.append(file)
    return written


def former_files(folder: Path) -> list[DesktopFile]:
    """Return the files that earlier versions have installed under other names."""
    return [DesktopFile(folder / "applications" / "kalahloa.desktop", b"")]


def remove(files: list[DesktopFile]) -> list[DesktopFile]:
    """Delete those of *files* that are there, whatever is in them, and return them.

    Raises `BadFile`.
    """
    removed = []
    for file in files:
        try:
            file.path.unlink()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise BadFile(f"{file.path} cannot be deleted: {error.strerror or error}.") from error
        removed.append(file)
    return removed


def update_caches(folder: Path) -> list[str]:
    """Run the desktop's own tools on the data folder *folder*; return what to tell of them."""
    icons = folder / "icons" / "hicolor"
    with suppress(OSError):
        os.utime(icons)  # by which a desktop sees that its list of icons is old
    commands = [
        ["update-desktop-database", "-q", str(folder / "applications")],
        ["update-mime-database", str(folder / "mime")],
    ]
    if (icons / "icon-theme.cache").exists():
        # Where there is none, a new one would hide the icons that others install without a tool.
        commands.append(["gtk-update-icon-cache", "-q", "-f", "-t", str(icons)])
    return [_told(command) for command in commands if os.path.isdir(command[-1])]


def _told(command: list[str]) -> str:
    program = shutil.which(command[0])
    if program is None:
        return f"{command[0]} is not there; the desktop may show the change later"
    try:
        result = subprocess.run(
            [program, *command[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_TOOL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{command[0]} failed: {error}"
    if result.returncode:
        reason = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
        return f"{command[0]} failed: {reason}"
    return f"ran {shlex.join(command)}"
