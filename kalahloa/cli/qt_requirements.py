"""What Qt needs of this system, and the command that installs the libraries that are missing.

PySide6 brings Qt itself, but not what Qt takes from a desktop; a small system lacks some of it.
"""

import ctypes
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass

_MANAGERS = ("apt-get", "dnf", "pacman", "zypper", "apk")
_INSTALL = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "pacman": "pacman -S",
    "zypper": "zypper install",
    "apk": "apk add",
}


@dataclass(frozen=True)
class SystemLibrary:
    """A library by its `soname`, and the `packages` that have it, in the order of `_MANAGERS`.

    `for_x11` is whether only a window on an X server needs it.
    """

    soname: str
    packages: tuple[str, ...]
    for_x11: bool

    @property
    def is_missing(self) -> bool:
        """Whether the system does not have it."""
        try:
            ctypes.CDLL(self.soname)
        except OSError:
            return True
        return False


_NEEDED_ALWAYS = """
    libglib-2.0.so.0        libglib2.0-0          glib2              glib2            libglib-2_0-0        glib
    libEGL.so.1             libegl1               libglvnd-egl       libglvnd         libglvnd             mesa-egl
    libGL.so.1              libgl1                libglvnd-glx       libglvnd         libglvnd             mesa-gl
    libxkbcommon.so.0       libxkbcommon0         libxkbcommon       libxkbcommon     libxkbcommon0        libxkbcommon
    libfontconfig.so.1      libfontconfig1        fontconfig         fontconfig       libfontconfig1       fontconfig
    libdbus-1.so.3          libdbus-1-3           dbus-libs          dbus             libdbus-1-3          dbus-libs
"""  # noqa: E501
_NEEDED_FOR_X11 = """
    libxcb-cursor.so.0      libxcb-cursor0        xcb-util-cursor    xcb-util-cursor  libxcb-cursor0       xcb-util-cursor
    libxcb-icccm.so.4       libxcb-icccm4         xcb-util-wm        xcb-util-wm      libxcb-icccm4        xcb-util-wm
    libxcb-image.so.0       libxcb-image0         xcb-util-image     xcb-util-image   libxcb-image0        xcb-util-image
    libxcb-keysyms.so.1     libxcb-keysyms1       xcb-util-keysyms   xcb-util-keysyms libxcb-keysyms1      xcb-util-keysyms
    libxcb-randr.so.0       libxcb-randr0         libxcb             libxcb           libxcb-randr0        libxcb
    libxcb-render-util.so.0 libxcb-render-util0   xcb-util-renderutil xcb-util-renderutil libxcb-render-util0 xcb-util-renderutil
    libxcb-shape.so.0       libxcb-shape0         libxcb             libxcb           libxcb-shape0        libxcb
    libxcb-sync.so.1        libxcb-sync1          libxcb             libxcb           libxcb-sync1         libxcb
    libxcb-xfixes.so.0      libxcb-xfixes0        libxcb             libxcb           libxcb-xfixes0       libxcb
    libxcb-xkb.so.1         libxcb-xkb1           libxcb             libxcb           libxcb-xkb1          libxcb
    libxkbcommon-x11.so.0   libxkbcommon-x11-0    libxkbcommon-x11   libxkbcommon-x11 libxkbcommon-x11-0   libxkbcommon
"""  # noqa: E501


def _table(text: str, *, for_x11: bool) -> tuple[SystemLibrary, ...]:
    rows = (line.split() for line in text.strip().splitlines())
    return tuple(SystemLibrary(soname, tuple(packages), for_x11) for soname, *packages in rows)


LIBRARIES = _table(_NEEDED_ALWAYS, for_x11=False) + _table(_NEEDED_FOR_X11, for_x11=True)


def missing_libraries(*, for_x11: bool) -> list[SystemLibrary]:
    """Return the libraries that are missing; those of X11 only if they are asked for.

    On systems other than Linux nothing is ever missing: PySide6 brings it all.
    """
    if not sys.platform.startswith("linux"):
        return []
    wanted = (library for library in LIBRARIES if for_x11 or not library.for_x11)
    return [library for library in wanted if library.is_missing]


def opens_on_x11() -> bool:
    """Return whether a window would be opened on an X server."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform:
        return platform.startswith("xcb")
    return bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY")


def allowed_mebibytes() -> int | None:
    """Return how much memory this process may reserve (``ulimit -v``); None without a limit."""
    if sys.platform == "win32":
        return None
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit >> 20


def x_server_answers() -> bool:
    """Return whether the X server that DISPLAY names accepts a connection; needs libxcb."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    try:
        return not xcb.xcb_connection_has_error(connection)
    finally:
        xcb.xcb_disconnect(connection)


def package_manager() -> str:
    """Return the package manager of this system, `apt-get` if it is none that is known here."""
    return next((name for name in _MANAGERS if shutil.which(name)), _MANAGERS[0])


def packages_of(libraries: Iterable[SystemLibrary], manager: str) -> list[str]:
    """Return the packages that have *libraries*, each once, for the package *manager*."""
    column = _MANAGERS.index(manager)
    return list(dict.fromkeys(library.packages[column] for library in libraries))


def how_to_install(libraries: Iterable[SystemLibrary]) -> str:
    """Return the command that installs *libraries* on this system."""
    manager = package_manager()
    as_root = "" if hasattr(os, "geteuid") and os.geteuid() == 0 else "sudo "
    return f"{as_root}{_INSTALL[manager]} {' '.join(packages_of(libraries, manager))}"


def what_is_missing() -> str:
    """Return a sentence about the libraries that a window needs and the system lacks, or ''."""
    libraries = missing_libraries(for_x11=opens_on_x11())
    if not libraries:
        return ""
    names = ", ".join(library.soname for library in libraries)
    return (
        f"Qt needs libraries that this system lacks ({names}). "
        f"Install them with: {how_to_install(libraries)}"
    )
