"""What is typed in the lab and not kept yet: one small file for each heuristic."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.models.heuristics.editor_limits import why_not_editable
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.storage.json_file import read_bytes
from kalahloa.models.storage.json_text import decode_json, encode_json

FOLDER = "drafts"
"""The folder of the drafts, beside those of the heuristics of the games."""
SUFFIX = ".json"
DAMAGED = ".damaged"
MAX_DRAFTS = 200
"""So many drafts of a game are read."""


@dataclass(frozen=True, slots=True)
class HeuristicDraft:
    """A heuristic as it was typed.

    `base` is the digest of the file that it was made from, empty if there was none.  `must_ask` is
    whether it has code from elsewhere that nobody has agreed to run.
    """

    name: str
    text: str
    base: str = ""
    must_ask: bool = False


class Drafts:
    """The drafts below *folder*; the methods wait for the disk, and raise `OSError`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER

    def read(self, game: str) -> Iterator[HeuristicDraft]:
        """Yield the drafts of *game*; a damaged file is renamed, so that it is kept aside."""
        folder = self._folder / game
        if not folder.is_dir():
            return
        for path in sorted(folder.glob(f"*{SUFFIX}"))[:MAX_DRAFTS]:
            draft = _read(path)
            if draft is not None:
                yield draft
            else:
                with suppress(OSError):
                    path.rename(path.with_suffix(DAMAGED))

    def write(self, game: str, draft: HeuristicDraft) -> None:
        """Keep *draft* of *game*, durably and instead of an earlier one of the same name."""
        data = {"text": draft.text, "base": draft.base, "must_ask": draft.must_ask}
        content = "".join(encode_json(data)).encode("utf-8", "surrogatepass")
        write_whole(self._path(game, draft.name), [content], private=True)

    def remove(self, game: str, name: str) -> None:
        """Remove the draft called *name* of *game*, if there is one."""
        self._path(game, name).unlink(missing_ok=True)

    def _path(self, game: str, name: str) -> Path:
        return self._folder / game / f"{name}{SUFFIX}"


def _read(path: Path) -> HeuristicDraft | None:
    """Return the draft in the file at *path*, None if it is damaged."""
    try:
        data: Any = decode_json(read_bytes(path))
        draft = HeuristicDraft(path.stem, data["text"], data["base"], data["must_ask"])
    except Exception:  # whatever there is in the file
        return None
    is_sound = (
        isinstance(draft.text, str)
        and isinstance(draft.base, str)
        and isinstance(draft.must_ask, bool)
        and not why_not_editable(draft.text)
    )
    return draft if is_sound else None
