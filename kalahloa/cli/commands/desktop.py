"""`kalahloa desktop`: makes the program known to the desktop of the user."""

import argparse
from pathlib import Path

from kalahloa.cli.arguments import Parser
from kalahloa.cli.command import CommandGroup, PlainCommand
from kalahloa.cli.desktop_files import (
    desktop_data_folder,
    desktop_files,
    former_files,
    install_desktop_files,
    launcher,
    remove,
    require_desktop,
    update_caches,
)


def add_nothing(parser: Parser) -> None:
    """Add no options to *parser*."""


def install_files(values: argparse.Namespace) -> int:
    """Write the files that are missing or old, and say which."""
    require_desktop()
    folder = desktop_data_folder()
    files = desktop_files(folder, launcher())
    written = install_desktop_files(files)
    former = remove(former_files(folder))  # or the menu would have two entries
    for file in former:
        print(f"{'deleted':9}  {file.path}")
    for file in files:
        print(f"{'wrote' if file in written else 'unchanged':9}  {file.path}")
    if written or former:
        _update_caches(folder)
    return 0


def remove_files(values: argparse.Namespace) -> int:
    """Delete the files, and say which."""
    require_desktop()
    folder = desktop_data_folder()
    removed = remove([*desktop_files(folder, launcher()), *former_files(folder)])
    for file in removed:
        print(f"{'deleted':9}  {file.path}")
    if not removed:
        print("Nothing is installed.")
    if removed:
        _update_caches(folder)
    return 0


def show_files(values: argparse.Namespace) -> int:
    """List the files, each with whether it is installed; change nothing."""
    require_desktop()
    for file in desktop_files(desktop_data_folder(), launcher()):
        state = "installed" if file.is_current else "old" if file.is_there else "missing"
        print(f"{state:9}  {file.path}")
    return 0


def _update_caches(folder: Path) -> None:
    for line in update_caches(folder):
        print(line)


COMMAND = CommandGroup(
    "desktop",
    "Install a menu entry, icons and the file type for the desktop (Linux, BSD).",
    (
        PlainCommand(
            "install",
            "Install a menu entry, icons and the file type for your desktop.",
            "kalahloa desktop install",
            add_nothing,
            install_files,
        ),
        PlainCommand(
            "remove",
            "Delete the files that desktop install created.",
            "kalahloa desktop remove",
            add_nothing,
            remove_files,
        ),
        PlainCommand(
            "show",
            "List these files and whether they are installed.",
            "kalahloa desktop show",
            add_nothing,
            show_files,
        ),
    ),
)
