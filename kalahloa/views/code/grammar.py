"""Loads what colours code on a thread: to import it and compile its grammar takes some 100 ms."""

from importlib import import_module
from threading import Thread

from kalahloa.views.code.kinds import ColouredPart, Within

_TOKENS = "kalahloa.views.code.tokens"
_warming: list[Thread] = []


def is_warm() -> bool:
    """Return whether `grammar_parts` is ready; the first call starts loading it."""
    if not _warming:
        _warming.append(Thread(target=_warm_up, name="grammar", daemon=True))
        _warming[0].start()
    return not _warming[0].is_alive()


def _warm_up() -> None:
    import_module(_TOKENS).warm_up()


def grammar_parts(line: str, within: Within) -> tuple[tuple[ColouredPart, ...], Within]:
    """Return what `tokens.parts_of` does, once the grammar is there."""
    parts: tuple[tuple[ColouredPart, ...], Within] = import_module(_TOKENS).parts_of(line, within)
    return parts
