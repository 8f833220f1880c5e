"""What the lab has written and read on a background thread, and what is done with the answers."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from kalahloa.controllers.features.lab.workspace import LabText
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.controllers.features.lab import lab_files
    from kalahloa.models.heuristics import drafts


class LabFiling(QObject):
    """Asks the thread of the files, which is started when it is first needed."""

    failed = Signal(str)
    """A sentence on what could not be read or written."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: lab_files.LabFiles | None = None
        self._after: dict[int, Callable[[lab_files.FileAnswer], None]] = {}
        self._look_error = ""
        self._ended = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return bool(self._after)

    def ask(
        self, operation: str, done: "Callable[[lab_files.FileAnswer], None]", **fields: Any
    ) -> None:
        """Run the `FileOperation` with this name, then call *done* with the answer.

        *fields* are those of `FileRequest`.  An error is told by `failed` before.
        """
        number = self._started().ask(lab_files.FileOperation[operation], **fields)
        self._after[number] = done

    def pass_over(self, done: "Callable[[lab_files.FileAnswer], None]") -> None:
        """Call *done* at once, as if something had been done: there is no file for it."""
        done(lab_files.FileAnswer(lab_files.FileRequest(0, lab_files.FileOperation.DRAFTS)))

    def keep_draft(self, game: str, text: LabText) -> None:
        """Save *text* as a draft, or remove the draft if the text equals its file."""
        if text.is_changed:
            draft = drafts.HeuristicDraft(text.name, text.text, text.base, text.must_ask)
            self._started().keep_draft(game, draft)
        else:
            self.drop_draft(game, text.name)

    def drop_draft(self, game: str, name: str) -> None:
        """Remove the draft called *name*, before any later request is answered."""
        self._started().drop_draft(game, name)

    def wait(self) -> bool:
        """Wait until all is written; return whether it is."""
        return self._files is None or self._files.wait()

    def shut_down(self) -> None:
        """Write what waits and end the thread; no more answers are taken."""
        self._ended = True
        if self._files is not None:
            self._files.shut_down()

    def _started(self) -> "lab_files.LabFiles":
        if self._files is None:
            made = lab_files.LabFiles(self)
            made.answered.connect(self._receive_answer)
            self._files = made
        return self._files

    @Slot(object)
    def _receive_answer(self, answer: "lab_files.FileAnswer") -> None:
        done = self._after.pop(answer.request.number, None)
        if self._ended:
            return
        is_list = answer.request.operation is lab_files.FileOperation.LIST
        if answer.error and not (is_list and answer.error == self._look_error):
            self.failed.emit(answer.error)
        if is_list:  # often, and each time with the same errors
            self._look_error = answer.error
        if done is not None:
            done(answer)
