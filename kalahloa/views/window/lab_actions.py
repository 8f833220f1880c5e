"""What the commands of the lab have the window do: files are asked for, and changes looked for."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.offer import Offer
from kalahloa.controllers.features.lab.lab import Lab
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.heuristics.file_names import SUFFIX
from kalahloa.models.text.errors import KalahloaError
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.dialogs.files import ask_heuristic_file, ask_target_file
from kalahloa.views.window.status_line import StatusLine

with lazy_imports():
    from kalahloa.views.dialogs import versions as versions_dialog
if TYPE_CHECKING:
    from kalahloa.controllers.features.lab.reports import LabVersions


class LabActions(QObject):
    """Asks for the files that heuristics come from and go to, and which version to bring back."""

    wanted = Signal()
    """The lab is to be shown, with the keyboard in the code."""

    def __init__(self, lab: Lab, status: StatusLine, window: QWidget) -> None:
        super().__init__(window)
        self._lab = lab
        self._status = status
        self._window = window
        self.by_key: dict[str, Callable[[], object]] = {
            "lab": self.wanted.emit,
            "import-heuristic": self.ask_import,
            "export-heuristic": self.ask_export,
            "versions": self.ask_versions,
        }
        """What is done for commands, by their keys."""
        lab.removed.connect(self._offer_back)
        lab.filed.connect(status.check_offer)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.focusWindowChanged.connect(self._look_again)

    @Slot(str, object)
    def _offer_back(self, sentence: str, offer: Offer) -> None:
        self._status.say_and_offer(sentence, self.tr("Undo"), offer)

    @Slot()
    def _look_again(self) -> None:
        """Another program may have changed a file while this one was not looked at."""
        self._lab.find_changes()

    @Slot()
    def ask_import(self) -> None:
        """Ask for a Python file."""
        ask_heuristic_file(self._window, Path.home(), self._import)

    def _import(self, path: Path) -> None:
        self.wanted.emit()
        try:
            self._lab.import_file(path)
        except KalahloaError as error:
            self._status.say(in_words(error))

    @Slot()
    def ask_export(self) -> None:
        """Ask where to write the heuristic that is edited."""
        kinds = [(self.tr("Python"), SUFFIX.removeprefix("."))]
        name = f"{self._lab.state.current}{SUFFIX}"
        title = self.tr("Export the heuristic")
        ask_target_file(self._window, title, Path.home(), name, kinds, self._export)

    def _export(self, path: Path) -> None:
        try:
            self._lab.export(path)
        except KalahloaError as error:
            self._status.say(in_words(error))

    @Slot()
    def ask_versions(self) -> None:
        """Show the earlier versions of the heuristic that is edited, once they are read."""
        try:
            self._lab.ask_versions(self._show_versions)
        except KalahloaError as error:
            self._status.say(in_words(error))

    def _show_versions(self, found: "LabVersions") -> None:
        dialog = versions_dialog.VersionsDialog(found, self._window)
        dialog.accepted.connect(lambda: self._bring_back(found, dialog.chosen))
        delete_when_closed(dialog)
        dialog.open()

    def _bring_back(self, found: "LabVersions", number: int) -> None:
        self.wanted.emit()
        try:
            self._lab.bring_back(found, number)
        except KalahloaError as error:
            self._status.say(in_words(error))
