"""Which heuristics the user has agreed to run: by what they consist of."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.storage.atomic_file import make_folder, write_whole
from kalahloa.models.storage.file_lock import FileLock
from kalahloa.models.text.errors import BadHeuristic
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.countdown import Countdown

FILE = "trusted.json"
MAX_TRUSTED = 10_000
"""How many digests are kept, the newest ones."""
_MAX_BYTES = 2_000_000
_LOCK_SECONDS = 2.0
_VERSION = 1


class Trust:
    """The digests of heuristics that may run, in a file in *folder*.

    A file that is damaged is one in which nothing is trusted: the user is asked again.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def has(self, source: HeuristicSource) -> bool:
        """Return whether the user has agreed to run *source* as it is."""
        return source.digest in self._read()

    def add(self, source: HeuristicSource) -> None:
        """Take note that the user has agreed; raise `BadHeuristic` if that cannot be kept."""
        if self.has(source):
            return
        try:
            with self._locked():
                digests = self._read()
                digests.append(source.digest)
                data = {"version": _VERSION, "digests": digests[-MAX_TRUSTED:]}
                write_whole(self._path, [json.dumps(data, indent=0).encode()], private=True)
        except OSError as error:
            raise BadHeuristic(
                QT_TRANSLATE_NOOP(
                    "Models", "Cannot save that the heuristic may run: {reason}."
                ).format(reason=error.strerror)
            ) from error

    def _read(self) -> list[str]:
        with suppress(OSError, ValueError, RecursionError, AttributeError):
            with open(self._path, "rb") as file:
                data = json.loads(file.read(_MAX_BYTES))
            digests = data.get("digests")
            if data.get("version") == _VERSION and isinstance(digests, list):
                return [digest for digest in digests if isinstance(digest, str)]
        return []

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other processes from writing the file meanwhile."""
        make_folder(self._path.parent, private=True)
        countdown = Countdown(_LOCK_SECONDS)
        while True:
            try:
                lock = FileLock(self._path)
                break
            except BlockingIOError:
                if countdown.is_over():
                    raise
                time.sleep(0.01)
        try:
            yield
        finally:
            lock.release()
