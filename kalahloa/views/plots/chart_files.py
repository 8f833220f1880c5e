"""Writing the chart of a panel to a file that the user chooses."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.views.dialogs.files import ask_target_file
from kalahloa.views.plots.chart_view import ChartView

with lazy_imports():
    from kalahloa.views.pictures import plot_picture


@dataclass(frozen=True)
class ChartWords:
    """The sentences about a chart: the dialog's title, that it is in {path}, and that it cannot be
    written to {path} for a {reason}."""

    title: str
    written: str
    failed: str


class ChartFiles:
    """Asks for files, each time in the folder of the last one, and tells what came of it."""

    def __init__(
        self,
        panel: QWidget,
        name: str,
        words: ChartWords,
        shown: Callable[[], ChartView],
        tell: Callable[[str], None],
    ) -> None:
        """*name* is what a file is called at first, *shown* returns the chart that is written."""
        self._panel = panel
        self._name = name
        self._words = words
        self._shown = shown
        self._tell = tell
        self._folder = Path.home()

    def ask(self) -> None:
        """Ask for a file, and write the chart to it: a picture, vectors, or the numbers."""
        translate = QCoreApplication.translate
        kinds = (
            (translate("ChartFiles", "Picture"), "png"),
            (translate("ChartFiles", "Vectors"), "svg"),
            (translate("ChartFiles", "Table"), "csv"),
        )
        ask_target_file(self._panel, self._words.title, self._folder, self._name, kinds, self.save)

    def save(self, path: Path) -> None:
        """Write the chart to *path*, and say so, or why not."""
        where = shorten(path, 200)
        try:
            plot_picture.write_plot(self._shown(), path)
        except BadFile as error:
            self._tell(in_words(error))
            return
        except OSError as error:
            reason = error.strerror or shorten(error)
            self._tell(fill(self._words.failed, path=where, reason=reason))
            return
        self._folder = path.parent
        self._tell(fill(self._words.written, path=where))
