"""Reads and writes the lab's heuristics on a background thread, because a disk may be slow."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.features.lab.reports import KeptVersion
from kalahloa.controllers.work.writing import Writing
from kalahloa.models.heuristics.differences import differences
from kalahloa.models.heuristics.drafts import Drafts, HeuristicDraft
from kalahloa.models.heuristics.editor_limits import why_not_editable
from kalahloa.models.heuristics.examples import examples
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.text.errors import KalahloaError
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.work.cancellation import Stop

MAX_FILES = 100
"""So many heuristics of a game are listed."""
HEURISTICS = "heuristics"


class FileOperation(Enum):
    """What is done with files."""

    LIST = "list"
    SAVE = "save"
    RENAME = "rename"
    REMOVE = "remove"
    RESTORE = "restore"
    IMPORT = "import"
    EXPORT = "export"
    TRUST = "trust"
    VERSIONS = "versions"
    KEEP_VERSION = "keep version"
    DRAFTS = "drafts"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of the user's: the name, the text, and whether it may run without being asked."""

    name: str
    text: str
    trusted: bool


@dataclass(frozen=True)
class HeuristicFiles:
    """All heuristics of a game: the files, the drafts, and the examples."""

    files: tuple[KeptFile, ...]
    drafts: tuple[HeuristicDraft, ...] = ()
    examples: tuple[HeuristicSource, ...] = ()


@dataclass(frozen=True)
class FileRequest:
    """A request for *operation* with the heuristic `name` of `game`; `other` is its new name.

    `removed` is what an earlier removal returned.
    """

    number: int
    operation: FileOperation
    game: str = ""
    name: str = ""
    text: str = ""
    other: str = ""
    path: Path | None = None
    removed: Any = None
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True)
class FileAnswer:
    """The answer to `request`; `error` is a sentence if it failed, otherwise empty.

    A request to list them is answered with `files`, one to import with what was `imported`, one to
    remove with what `removed` brings back, one for the versions with those, the latest first.
    """

    request: FileRequest
    error: str = ""
    files: HeuristicFiles | None = None
    imported: HeuristicSource | None = None
    removed: Any = None
    versions: tuple[KeptVersion, ...] = ()


class LabFiles(Writing[FileRequest]):
    """Answers one request after the other; drafts are written before each."""

    answered = Signal(object)
    """A `FileAnswer`; emitted on this thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__("heuristics", parent)
        self._waiting: dict[tuple[str, str], HeuristicDraft | None] = {}
        """Drafts that are not written, None for those to be removed."""
        self._is_told = False
        # Of the thread:
        self._store: HeuristicStore | None = None
        self._drafts: Drafts | None = None

    # -- on the GUI's thread -------------------------------------------------------------------

    def ask(self, operation: FileOperation, **fields: Any) -> int:
        """Queue a request and return its number; all before it are answered too."""
        return self.submit(FileRequest(self.new_number(), operation, **fields))

    def keep_draft(self, game: str, draft: HeuristicDraft) -> None:
        """Write *draft* at once; it replaces a waiting one of the same name."""
        self._put(game, draft.name, draft)

    def drop_draft(self, game: str, name: str) -> None:
        """Remove the draft called *name*, before any later request is answered."""
        self._put(game, name, None)

    def _put(self, game: str, name: str, draft: HeuristicDraft | None) -> None:
        with self.lock:
            is_new = not self._waiting
            self._waiting[game, name] = draft
        if is_new:  # a request that waits already writes this one, too
            self.ask(FileOperation.DRAFTS)

    # -- on the thread -------------------------------------------------------------------------

    def work(self, request: FileRequest) -> None:
        """Write the drafts that wait, and answer *request*."""
        with self.answering(request):
            error = self.write_rest()
            if request.operation is FileOperation.DRAFTS:
                if error:
                    self.answered.emit(FileAnswer(request, error))
            else:
                self.answered.emit(self._answer(request))

    def _answer(self, request: FileRequest) -> FileAnswer:
        try:
            return _OPERATIONS[request.operation](self, request)
        except KalahloaError as error:
            return FileAnswer(request, in_words(error))
        except (OSError, ValueError) as error:  # also a path with a null character
            return FileAnswer(request, _not_done(request.name, error))

    def _opened(self) -> tuple[HeuristicStore, Drafts]:
        """Return where heuristics and drafts are; raise `KalahloaError` without a home."""
        if self._store is None or self._drafts is None:
            folder = data_folder() / HEURISTICS
            self._store, self._drafts = HeuristicStore(folder), Drafts(folder)
        return self._store, self._drafts

    def write_rest(self) -> str:
        """Write the drafts that wait; return a sentence on what went wrong, once."""
        with self.lock:
            waiting, self._waiting = self._waiting, {}
        error = ""
        for (game, name), draft in waiting.items():
            try:
                _, drafts = self._opened()
                if draft is None:
                    drafts.remove(game, name)
                else:
                    drafts.write(game, draft)
                self._is_told = False
            except (OSError, KalahloaError) as reason:
                error = _not_kept(name, reason)
        told, self._is_told = self._is_told, self._is_told or bool(error)
        return "" if told else error

    def _list(self, request: FileRequest) -> FileAnswer:
        store, drafts = self._opened()
        game = request.game
        files, errors = [], []
        for name in store.names(game)[:MAX_FILES]:
            try:
                source = store.load(game, name)
                why = why_not_editable(source.text)
                if why is not None:
                    errors.append(f"{quote(name)}: {in_words(why)}")
                    continue
                files.append(KeptFile(name, source.text, store.is_trusted(source)))
            except KalahloaError as error:
                errors.append(in_words(error))
        found = HeuristicFiles(tuple(files), tuple(drafts.read(game)), tuple(examples(game)))
        return FileAnswer(request, " ".join(errors[:3]), found)

    def _save(self, request: FileRequest) -> FileAnswer:
        store, drafts = self._opened()
        store.save(HeuristicSource(request.name, request.game, request.text))
        drafts.remove(request.game, request.name)
        return FileAnswer(request)

    def _rename(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        store.rename(request.game, request.name, request.other)
        return FileAnswer(request)

    def _remove(self, request: FileRequest) -> FileAnswer:
        store, drafts = self._opened()
        removed = store.remove(request.game, request.name)
        drafts.remove(request.game, request.name)
        return FileAnswer(request, removed=removed)

    def _restore(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        store.restore(request.removed)
        return FileAnswer(request)

    def _import(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        assert request.path is not None
        return FileAnswer(request, imported=store.import_file(request.path, request.game))

    def _export(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        assert request.path is not None
        store.export(HeuristicSource(request.name, request.game, request.text), request.path)
        return FileAnswer(request)

    def _trust(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        store.trust(HeuristicSource(request.name, request.game, request.text))
        return FileAnswer(request)

    def _list_versions(self, request: FileRequest) -> FileAnswer:
        """List the versions, each with what differs from the text of *request*."""
        store, _ = self._opened()
        found = []
        for one in store.versions(request.game, request.name):
            why = why_not_editable(one.text)
            source = HeuristicSource(request.name, request.game, one.text)
            found.append(
                KeptVersion(
                    one.number,
                    one.kept,
                    one.text,
                    () if why is not None else differences(one.text, request.text),
                    store.is_trusted(source),
                    "" if why is None else why,
                )
            )
        return FileAnswer(request, versions=tuple(found))

    def _keep_version(self, request: FileRequest) -> FileAnswer:
        store, _ = self._opened()
        store.keep_version(HeuristicSource(request.name, request.game, request.text))
        return FileAnswer(request)


_OPERATIONS: dict[FileOperation, Callable[[LabFiles, FileRequest], FileAnswer]] = {
    FileOperation.LIST: LabFiles._list,
    FileOperation.SAVE: LabFiles._save,
    FileOperation.RENAME: LabFiles._rename,
    FileOperation.REMOVE: LabFiles._remove,
    FileOperation.RESTORE: LabFiles._restore,
    FileOperation.IMPORT: LabFiles._import,
    FileOperation.EXPORT: LabFiles._export,
    FileOperation.TRUST: LabFiles._trust,
    FileOperation.VERSIONS: LabFiles._list_versions,
    FileOperation.KEEP_VERSION: LabFiles._keep_version,
}


def _reason(error: Exception) -> str:
    if isinstance(error, KalahloaError):
        return in_words(error)
    return shorten(getattr(error, "strerror", None) or error)


def _not_done(name: str, error: Exception) -> str:
    sentence = translate("Lab", "Cannot read or save the heuristic {name}: {reason}.")
    return fill(sentence, name=quote(name), reason=_reason(error))


def _not_kept(name: str, error: Exception) -> str:
    sentence = translate("Lab", "Cannot save what you typed in {name}: {reason}.")
    return fill(sentence, name=quote(name), reason=_reason(error))
