"""What the window exports: to files of several kinds, and to the clipboard."""

import math
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QGraphicsView, QWidget

from kalahloa.controllers.base.translation import fill, in_words
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.saving.game_files import sgf_text
from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.quotation import shorten
from kalahloa.views.accessibility import delete_when_closed
from kalahloa.views.boards.board_preferences import BOARDS
from kalahloa.views.dialogs.export import ExportDialog
from kalahloa.views.dialogs.files import ask_target_file
from kalahloa.views.look.theme import LIGHT, Theme
from kalahloa.views.pictures.export import (
    FORMATS,
    Format,
    Options,
    format_of,
    handout_job,
    job_for,
    picture_job,
)
from kalahloa.views.pictures.job import Elsewhere, Job
from kalahloa.views.pictures.options import MAX_SCALE, BoardOptions, PictureOptions, StudyOptions
from kalahloa.views.pictures.runner import Runner
from kalahloa.views.pictures.tree_picture import tree_job
from kalahloa.views.window.status_line import StatusLine


class Exports(QObject):
    """Asks for a file and how to export, and does it while everything else goes on.

    What is exported is the record, and the position, that were there when the command was given:
    those that *shown* returns, which the user looks at; None where nothing is looked at.
    """

    def __init__(
        self,
        app: AppContext,
        status: StatusLine,
        window: QWidget,
        shown: Callable[[], tuple[Record, int] | None],
    ) -> None:
        super().__init__(window)
        self._shown = shown
        self._app = app
        self._status = status
        self._window = window
        self._theme = LIGHT
        self._folder = Path.home()
        self._target: Path | None = None
        self._runner = Runner(self)
        self._runner.progressed.connect(status.exporter.show_share)
        self._runner.finished.connect(self._end)
        self._runner.failed.connect(self._fail)
        self._runner.stopped.connect(self._say_stopped)
        status.exporter.stopped.connect(self._runner.stop)

    def set_theme(self, theme: Theme) -> None:
        """Draw pictures in *theme*, unless something else is chosen."""
        self._theme = theme

    @property
    def is_busy(self) -> bool:
        """Whether something is being exported."""
        return self._runner.is_busy

    def shut_down(self) -> None:
        """Stop what is going on."""
        self._runner.shut_down()

    # -- files ---------------------------------------------------------------------------------

    @Slot()
    def ask(self) -> None:
        """Ask for a file, then for what is to be known for its kind, and export."""
        shown = self._looked_at()
        if shown is None:
            return
        record, node = shown
        seen = self._seen()
        ask_target_file(
            self._window,
            self.tr("Export"),
            self._folder,
            f"{record.game.key}.png",
            [(in_words(made.title), made.suffix) for made in FORMATS.values()],
            lambda path: self._ask_how(record, node, seen, path),
        )

    def _ask_how(self, record: Record, node: int, seen: BoardOptions, path: Path) -> None:
        try:
            made = format_of(path)
        except BadFile as error:
            self._status.say(in_words(error))
            return
        self._folder = path.parent
        if made.options is StudyOptions:
            # There is nothing to choose.
            turned = StudyOptions(flipped=seen.flipped, mirrored=seen.mirrored)
            self._begin(record, node, made, turned, path)
            return
        dialog = ExportDialog(made, seen, self._window)
        dialog.accepted.connect(lambda: self._begin(record, node, made, dialog.options(), path))
        delete_when_closed(dialog)
        dialog.open()

    def _begin(self, record: Record, node: int, made: Format, options: Options, path: Path) -> None:
        if self._is_refused():
            return
        if isinstance(options, PictureOptions):
            options = PictureOptions(**{**vars(options), "node": node})
        self._target = path
        self._status.exporter.show_share(0.0)
        self._runner.start(job_for(record, options, made.suffix, path))

    @Slot(object)
    def ask_tree(self, tree: QGraphicsView) -> None:
        """Ask for a file, and write the picture that *tree* shows there."""
        if self._is_refused():
            return
        kinds = [(self.tr("Picture"), "png"), (self.tr("Vectors"), "svg")]
        title = self.tr("Export the search tree")
        ask_target_file(
            *(self._window, title, self._folder, "tree.png", kinds),
            lambda path: self._begin_tree(tree, path),
        )

    def _begin_tree(self, tree: QGraphicsView, path: Path) -> None:
        if self._is_refused():
            return
        self._folder, self._target = path.parent, path
        self._status.exporter.show_share(0.0)
        ground = self._theme.panel
        self._runner.start(tree_job(tree.scene(), ground, tree.accessibleName(), path))

    @Slot(str)
    def ask_handout(self, chapter: str) -> None:
        """Ask for a file, and print the chapter of the course called *chapter* there."""
        if self._is_refused():
            return
        ask_target_file(
            *(self._window, self.tr("Print the handout"), self._folder, f"{chapter}.pdf"),
            [(self.tr("Pages to print"), "pdf")],
            lambda path: self._begin_handout(chapter, path),
        )

    def _begin_handout(self, chapter: str, path: Path) -> None:
        if self._is_refused():
            return
        self._folder, self._target = path.parent, path
        self._status.exporter.show_share(0.0)
        self._runner.start(handout_job(chapter, path))

    # -- the clipboard -------------------------------------------------------------------------

    @Slot()
    def copy_picture(self) -> None:
        """Put a picture of the board on the clipboard."""
        shown = self._looked_at()
        if shown is None:
            return
        self._target = None
        record, node = shown
        options = PictureOptions(**vars(self._seen()), node=node)
        self._runner.start(picture_job(record, options))

    @Slot()
    def copy_game(self) -> None:
        """Put the game on the clipboard, as text in SGF."""
        shown = self._looked_at()
        if shown is None:
            return
        self._target = None
        self._runner.start(_text_job(RecordSnapshot.of(shown[0])))

    # -- how it ends ---------------------------------------------------------------------------

    @Slot(object)
    def _end(self, result: object) -> None:
        self._status.exporter.hide()
        if isinstance(result, QImage):
            QGuiApplication.clipboard().setImage(result)
            self._status.say(self.tr("Copied the picture of the board."))
        elif isinstance(result, str):
            QGuiApplication.clipboard().setText(result)
            self._status.say(self.tr("Copied the game as SGF."))
        else:
            path = shorten(self._target, 200)
            self._status.say(fill(self.tr("Exported to {path}."), path=path))

    @Slot(str)
    def _fail(self, sentence: str) -> None:
        self._status.exporter.hide()
        self._status.say(sentence)

    @Slot()
    def _say_stopped(self) -> None:
        self._status.exporter.hide()
        self._status.say(self.tr("Export stopped; no file saved."))

    def _looked_at(self) -> tuple[Record, int] | None:
        """Return what is to be exported; None, and say why, if that is nothing, or not now."""
        shown = None if self._is_refused() else self._shown()
        if shown is None and not self._runner.is_busy:
            self._status.say(self.tr("Select a game first."))
        return shown

    def _is_refused(self) -> bool:
        """Return whether another export is going on, and say so."""
        if self._runner.is_busy:
            self._status.say(self.tr("Another export is running; stop it, or wait."))
        return self._runner.is_busy

    def _seen(self) -> BoardOptions:
        """Return how the board is seen now."""
        ratio = math.ceil(self._window.devicePixelRatioF())
        return BoardOptions(
            scale=max(1, min(ratio, MAX_SCALE)),
            dark=self._theme.dark,
            flipped=self._app.document.place.flipped,
            mirrored=BOARDS.mirrored,
        )


def _text_job(record: RecordSnapshot) -> Job[str]:
    """Return the work that writes *record* as SGF, on the other thread."""
    return (yield Elsewhere(lambda stopped: sgf_text([record], stopped)))
