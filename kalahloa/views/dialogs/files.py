"""Asking for a file, without a nested event loop: the answer comes by a call."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from kalahloa.controllers.base.translation import fill
from kalahloa.models.storage.json_file import GAME_SUFFIXES, SGF_SUFFIX, SUFFIX
from kalahloa.views.accessibility import delete_when_closed, without_events

translate = QCoreApplication.translate

Chosen = Callable[[Path], object]
"""Called with the path that the user has chosen; not called if the dialog is cancelled."""


def ask_open_file(parent: QWidget, folder: Path, on_chosen: Chosen) -> QFileDialog:
    """Ask for a file to open, beginning in *folder*; return the open dialog, which Qt deletes."""
    dialog = _dialog(parent, translate("Files", "Open a game"), folder, on_chosen)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters([_games(), translate("Files", "All files (*)")])
    dialog.open()
    return dialog


def ask_heuristic_file(parent: QWidget, folder: Path, on_chosen: Chosen) -> QFileDialog:
    """Ask for a Python file to import; return the open dialog, which Qt deletes."""
    dialog = _dialog(parent, translate("Files", "Import a heuristic"), folder, on_chosen)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [translate("Files", "Python files (*.py)"), translate("Files", "All files (*)")]
    )
    dialog.open()
    return dialog


def ask_import_files(
    parent: QWidget, folder: Path, on_chosen: Callable[[list[Path]], object]
) -> QFileDialog:
    """Ask for files to import, beginning in *folder*; return the open dialog, which Qt deletes."""
    with without_events():
        dialog = QFileDialog(parent, translate("Files", "Import games"), str(folder))
    delete_when_closed(dialog)
    dialog.filesSelected.connect(lambda names: on_chosen([Path(name) for name in names]))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptOpen)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(
        [
            fill(translate("Files", "Games (*.sgf *{suffix} *.json)"), suffix=SUFFIX),
            translate("Files", "All files (*)"),
        ]
    )
    dialog.open()
    return dialog


def ask_export_file(parent: QWidget, folder: Path, on_chosen: Chosen) -> QFileDialog:
    """Ask where to write games, and as what; return the open dialog, which Qt deletes."""
    kinds = [
        (translate("Files", "SGF, for other programs"), "sgf"),
        (translate("Files", "Web page, a chapter per game"), "html"),
    ]
    title = translate("Files", "Export games")
    return ask_target_file(parent, title, folder, "games.sgf", kinds, on_chosen)


def ask_save_file(parent: QWidget, folder: Path, name: str, on_chosen: Chosen) -> QFileDialog:
    """Ask where to save a game, in *folder* as *name* unless the user chooses otherwise.

    A file that exists is replaced only after the user has said so.  Returns the open dialog, which
    Qt deletes.
    """
    kinds = [
        (translate("Files", "Games of Kalahloa"), SUFFIX.removeprefix(".")),
        (translate("Files", "SGF, for other programs"), SGF_SUFFIX.removeprefix(".")),
    ]
    title = translate("Files", "Save a copy")
    return ask_target_file(parent, title, folder, name, kinds, on_chosen)


def ask_target_file(
    parent: QWidget,
    title: str,
    folder: Path,
    name: str,
    kinds: Sequence[tuple[str, str]],
    on_chosen: Chosen,
) -> QFileDialog:
    """Ask for a file to write, in *folder* as *name* unless the user chooses otherwise.

    *kinds* are the kinds of files, each with its suffix; the one that is chosen in the dialog is
    added to a name without any.  Returns the open dialog, which Qt deletes.
    """
    filters = {f"{words} (*.{suffix})": suffix for words, suffix in kinds}

    def follow(chosen: str) -> None:
        dialog.setDefaultSuffix(filters[chosen])
        given = [Path(path) for path in dialog.selectedFiles()]
        if len(given) == 1 and given[0].suffix.removeprefix(".") in filters.values():
            dialog.selectFile(given[0].with_suffix(f".{filters[chosen]}").name)

    dialog = _dialog(parent, title, folder, on_chosen)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(next(iter(filters.values())))
    dialog.filterSelected.connect(follow)
    dialog.selectFile(name)
    dialog.open()
    return dialog


def _dialog(parent: QWidget, title: str, folder: Path, on_chosen: Chosen) -> QFileDialog:
    with without_events():
        dialog = QFileDialog(parent, title, str(folder))
    delete_when_closed(dialog)
    dialog.fileSelected.connect(lambda name: on_chosen(Path(name)))
    return dialog


def _games() -> str:
    patterns = " ".join(f"*{suffix}" for suffix in GAME_SUFFIXES)
    return fill(translate("Files", "Games ({patterns})"), patterns=patterns)
