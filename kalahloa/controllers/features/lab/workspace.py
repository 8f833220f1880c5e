"""The texts of one game that the lab has open, and what has become of their files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.lab.state import Opened
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.text.folding import sort_key
from kalahloa.models.text.quotation import quote

with lazy_imports():
    from kalahloa.models.heuristics import source as sources
if TYPE_CHECKING:
    from kalahloa.models.heuristics.drafts import HeuristicDraft
    from kalahloa.models.heuristics.source import HeuristicSource

MAX_READ = 20_000
"""The weights of longer texts are not looked for while one types: that takes milliseconds."""
BLANK = '''"""What this measures."""


def evaluate(position):
    mine, other = position.side, 1 - position.side
    return 0.0
'''
"""The text of a new heuristic."""


@dataclass(eq=False)
class LabText:
    """A heuristic: its text as it stands, and as its file has it (`kept`; None without a file).

    `outside` is what another program has written while there were changes here, and whether that
    is trusted; None if none has.
    """

    name: str
    text: str
    kept: str | None = None
    must_ask: bool = False
    outside: str | None = None
    outside_trusted: bool = False

    @property
    def is_changed(self) -> bool:
        """Whether the text is not that of the file."""
        return self.text != self.kept

    @property
    def base(self) -> str:
        """The digest of the file that the text was made from, empty if there is none."""
        return "" if self.kept is None else _digest(self.kept)

    @property
    def opened(self) -> Opened:
        """What views are told of it."""
        is_outdated = self.outside is not None
        is_kept = self.kept is not None
        return Opened(self.name, is_kept, self.is_changed, self.must_ask, is_outdated)

    def replace_by(self, text: str, trusted: bool) -> None:
        """Have *text*, that of the file, for what was here."""
        self.text = self.kept = text
        self.must_ask = not trusted
        self.outside = None


class FileText(Protocol):
    """A file as it was found."""

    @property
    def name(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def trusted(self) -> bool: ...


class FoundTexts(Protocol):
    """All that was found of a game."""

    @property
    def files(self) -> tuple[Any, ...]: ...
    @property
    def drafts(self) -> tuple["HeuristicDraft", ...]: ...
    @property
    def examples(self) -> tuple["HeuristicSource", ...]: ...


@dataclass(eq=False)
class LabWorkspace:
    """The user's heuristics of the game with this key, by name, and the one that is edited."""

    game: str
    texts: dict[str, LabText] = field(default_factory=dict)
    current: str = ""
    examples: tuple["HeuristicSource", ...] = ()
    removed: list[tuple[LabText, Any]] = field(default_factory=list)
    """What was deleted, with what brings the file back; the last one last."""
    is_loaded: bool = False
    _has_drafts: bool = False
    _read: tuple[str, Mapping[str, float]] = ("", MappingProxyType({}))

    def weights(self) -> Mapping[str, float]:
        """Return the weights of the heuristic that is edited; read anew where its text is."""
        text = self.texts.get(self.current)
        if text is None or len(text.text) > MAX_READ:
            return {}
        if self._read[0] != text.text:
            source = sources.HeuristicSource("weights", self.game, text.text)
            self._read = text.text, source.weights
        return self._read[1]

    def free_name(self, name: str) -> str:
        """Return *name*, or one like it that no heuristic has."""
        taken = {known.lower() for known in self.texts}
        free, number = name, 2
        while free.lower() in taken:
            free = f"{name}-{number}"
            number += 1
        return free

    def add(self, text: LabText) -> None:
        """Add *text*; the heuristics are in the order of their names."""
        self.texts[text.name] = text
        self.texts = dict(sorted(self.texts.items(), key=lambda item: sort_key(item[0])))

    def rename(self, text: LabText, name: str) -> None:
        """Give *text* the *name*."""
        del self.texts[text.name]
        if self.current == text.name:
            self.current = name
        text.name = name
        self.add(text)

    def is_last_removed(self, text: LabText) -> bool:
        """Return whether *text* is what was deleted last, and not brought back."""
        return bool(self.removed) and self.removed[-1][0] is text

    def remove(self, text: LabText, removed: Any) -> None:
        """Delete *text*; *removed* is what brings its file back. One beside it is edited then."""
        names = list(self.texts)
        at = names.index(text.name)
        del self.texts[text.name]
        self.removed.append((text, removed))
        rest = list(self.texts)
        if self.current == text.name:
            self.current = rest[min(at, len(rest) - 1)] if rest else ""

    def merge(self, found: FoundTexts) -> Iterator[tuple[str, str]]:
        """Take over what was found on disk; yield the names of texts that are others now.

        With each comes a sentence for the user, empty if there is nothing to say.
        """
        first, self._has_drafts = not self._has_drafts, True
        self.examples = found.examples
        files = {file.name: file for file in found.files}
        for name, file in files.items():
            text = self.texts.get(name)
            if text is None:
                self.add(LabText(name, file.text, file.text, not file.trusted))
                yield name, ""
            elif file.text != text.kept and file.text != text.outside:
                yield from _another(text, file)
        for name, text in list(self.texts.items()):
            if text.kept is not None and name not in files:
                text.kept = text.outside = None  # somebody has removed it; it is a draft now
                sentence = translate(
                    "Lab", "Another program has deleted {name}; save it to keep it."
                )
                yield name, fill(sentence, name=quote(name))
        if first:
            for draft in found.drafts:
                self._take_draft(draft)
        if not self.current and self.texts:
            self.current = next(iter(self.texts))

    def _take_draft(self, draft: "HeuristicDraft") -> None:
        """Go on with what was typed in an earlier session."""
        text = self.texts.get(draft.name)
        if text is None:
            self.add(LabText(draft.name, draft.text, None, draft.must_ask))
            return
        if draft.text == text.kept:
            return
        if text.kept is not None and text.base != draft.base:
            text.outside, text.outside_trusted = text.kept, not text.must_ask
        text.text = draft.text
        text.must_ask = text.must_ask or draft.must_ask
        self.current = self.current or draft.name


def _another(text: LabText, file: Any) -> Iterator[tuple[str, str]]:
    """Let *text* have what another program has written to its *file*, or note that it has."""
    if file.text == text.text:  # also: this is what was kept just now
        text.kept, text.outside = file.text, None
        text.must_ask = text.must_ask and not file.trusted
        yield text.name, ""
    elif not text.is_changed:
        text.replace_by(file.text, file.trusted)
        sentence = translate("Lab", "Another program has changed {name}.")
        yield text.name, fill(sentence, name=quote(text.name))
    else:
        text.outside, text.outside_trusted = file.text, file.trusted
        yield text.name, ""


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
