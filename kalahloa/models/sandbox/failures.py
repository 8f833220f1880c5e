"""Why a heuristic, or the process in which it ran, has failed, as a sentence."""

import signal
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from kalahloa.models.heuristics.source import FUNCTION, HeuristicSource
from kalahloa.models.sandbox.limits import SandboxLimits
from kalahloa.models.text.errors import HeuristicFailed, SandboxFailed
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

MAX_TEXT = 200
"""How much of an exception's message is shown."""
_MAX_NAME = 80
"""How much of its name is shown."""


class Why(StrEnum):
    """The kinds of failures."""

    SYNTAX = "syntax"
    """It does not compile."""
    MISSING = "missing"
    """There is no function."""
    RAISED = "raised"
    """It raised an exception."""
    TYPE = "type"
    """It returned something that is no number."""
    NAN = "nan"
    """It returned what is not a number."""
    INFINITE = "infinite"
    """It returned a value without end."""
    EXITED = "exited"
    """It asked to end the program."""
    SLOW = "slow"
    """One call took too long."""
    LOADING = "loading"
    """The module took too long."""
    MEMORY = "memory"
    """It needs too much memory."""
    SILENT = "silent"
    """The process does not answer."""
    ENDED = "ended"
    """The process has ended."""
    GARBLED = "garbled"
    """The process has sent what it should not have."""
    BROKEN = "broken"
    """Something else in the process has failed."""

    @property
    def is_harmless(self) -> bool:
        """Whether the process can go on with other orders."""
        return self in _HARMLESS


_HARMLESS = frozenset(
    {Why.SYNTAX, Why.MISSING, Why.RAISED, Why.TYPE, Why.NAN, Why.INFINITE, Why.EXITED}
)

_WITH_LINE = {
    Why.SYNTAX: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' cannot be read: {text} (line {line})."
    ),
    Why.RAISED: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' failed in line {line}: {error}."
    ),
    Why.EXITED: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' asked to end the program (line {line})."
    ),
    Why.SLOW: QT_TRANSLATE_NOOP(
        "Models",
        "The heuristic '{name}' took more than {seconds:g} s for one position (line {line}).",
    ),
    Why.LOADING: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' took more than {load_seconds:g} s to load (line {line})."
    ),
    Why.MEMORY: QT_TRANSLATE_NOOP(
        "Models",
        "The heuristic '{name}' needs more than the {mebibytes:,} MB of memory allowed (line "
        "{line}).",
    ),
}
_WITHOUT_LINE = {
    Why.SYNTAX: QT_TRANSLATE_NOOP("Models", "The heuristic '{name}' cannot be read: {text}."),
    Why.MISSING: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' has no function {function}(position)."
    ),
    Why.RAISED: QT_TRANSLATE_NOOP("Models", "The heuristic '{name}' failed: {error}."),
    Why.TYPE: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' returned a value of type {text}, not a number."
    ),
    Why.NAN: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' returned NaN, which is not a number."
    ),
    Why.INFINITE: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' returned a value that is infinite or too large."
    ),
    Why.EXITED: QT_TRANSLATE_NOOP("Models", "The heuristic '{name}' asked to end the program."),
    Why.SLOW: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' took more than {seconds:g} s for one position."
    ),
    Why.LOADING: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' took more than {load_seconds:g} s to load."
    ),
    Why.MEMORY: QT_TRANSLATE_NOOP(
        "Models",
        "The heuristic '{name}' needs more than the {mebibytes:,} MB of memory allowed.",
    ),
    Why.SILENT: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' blocked its process for more than {seconds:g} s."
    ),
    Why.ENDED: QT_TRANSLATE_NOOP("Models", "The heuristic '{name}' ended its process: {text}."),
    Why.GARBLED: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' garbled the output of its process."
    ),
    Why.BROKEN: QT_TRANSLATE_NOOP(
        "Models", "The heuristic '{name}' broke the process in which it ran: {error}."
    ),
}
_OF_A_SEARCH = {
    Why.MEMORY: QT_TRANSLATE_NOOP(
        "Models",
        "The search needs more than the {mebibytes:,} MB of memory allowed.",
    ),
    Why.SILENT: QT_TRANSLATE_NOOP("Models", "The search process did not answer for {seconds:g} s."),
    Why.ENDED: QT_TRANSLATE_NOOP("Models", "The search process ended: {text}."),
    Why.GARBLED: QT_TRANSLATE_NOOP("Models", "The output of the search process cannot be read."),
}
_SEARCH_BROKEN = QT_TRANSLATE_NOOP("Models", "The search failed: {error}.")


def failure(
    source: HeuristicSource | None,
    why: Why,
    details: Mapping[str, Any],
    limits: SandboxLimits,
) -> SandboxFailed:
    """Return what is raised: a `HeuristicFailed` if it is the doing of *source*.

    *details* may have the `line`, the name of an exception as `error` and its message, or anything
    else, as `text`; they come from the child, and may be of any type.
    """
    line = details.get("line")
    line = line if type(line) is int and 0 < line < 10**7 else None
    error, text = _words(details.get("error"), _MAX_NAME), _words(details.get("text"))
    fields = {
        "error": f"{error}: {text}" if error and text else error or text,
        "text": text,
        "mebibytes": limits.mebibytes,
        "seconds": limits.silent_seconds if why is Why.SILENT else limits.seconds,
        "load_seconds": limits.load_seconds,
    }
    if source is None:
        return SandboxFailed(_OF_A_SEARCH.get(why, _SEARCH_BROKEN).format(**fields))
    templates = _WITH_LINE if line is not None and why in _WITH_LINE else _WITHOUT_LINE
    sentence = templates[why].format(
        name=quote(source.name), function=FUNCTION, line=line, **fields
    )
    return HeuristicFailed(sentence, line)


def _words(value: object, most: int = MAX_TEXT) -> str:
    """Return *value*, a text from the child, for the end of a sentence: up to *most* characters."""
    return shorten(value, most).strip().rstrip(".") if isinstance(value, str) else ""


def way_to_end(code: int | None) -> str | Sentence:
    """Return in a few words how a process with this exit *code* has ended."""
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = str(-code)
        return QT_TRANSLATE_NOOP("Models", "signal {name}").format(name=name)
    return QT_TRANSLATE_NOOP("Models", "exit code {code}").format(code=code)
