"""Exceptions for invalid input; each message is a sentence that can be shown to the user."""


class KalahloaError(Exception):
    """Base class of all errors caused by user input, files or plug-ins."""

    @property
    def sentence(self) -> str:
        """The message as it was given: a `Sentence` where it can be translated."""
        given = self.args[0] if len(self.args) == 1 else None
        return given if isinstance(given, str) else str(self)


class IllegalMove(KalahloaError):
    """A move that cannot be parsed or is illegal in the position."""


class BadGame(KalahloaError):
    """A game class that lacks a required method, or a method of it that breaks its contract."""


class BadPosition(KalahloaError):
    """A position string that cannot be parsed, or that describes an impossible position."""


class BadRules(KalahloaError):
    """An unknown preset or option, or an invalid value of an option."""


class UnknownName(KalahloaError):
    """A game, searcher or heuristic that does not exist."""


class BadFile(KalahloaError):
    """A file that cannot be read, written or parsed."""


class BadCommand(KalahloaError):
    """An unknown command, or one that is not possible now."""


class BadQuery(KalahloaError):
    """A text or a date that is looked for and is not understood."""


class LibraryUnavailable(KalahloaError):
    """The library cannot be opened, read or written; the subclasses say why."""


class LibraryBusy(LibraryUnavailable):
    """Another program has locked the library for too long."""


class LibraryFull(LibraryUnavailable):
    """The disk is full, or the user's share of it."""


class LibraryReadOnly(LibraryUnavailable):
    """The library or its folder cannot be written."""


class LibraryDamaged(LibraryUnavailable):
    """The file of the library is not a database, or parts of it cannot be read."""


class LibraryForeign(LibraryUnavailable):
    """The file of the library is a database of another program."""


class LibraryTooNew(LibraryUnavailable):
    """The library was written by a newer version of the program."""


class UnknownGame(KalahloaError):
    """A game that the library does not have."""


class BadHeuristic(KalahloaError):
    """A heuristic of the user's that cannot be named, read, kept or found, or may not run yet."""


class SandboxFailed(KalahloaError):
    """The process in which heuristics and recorded searches run cannot start, or has failed."""


class HeuristicFailed(SandboxFailed):
    """A heuristic of the user's that does not compile, raised, returned no number, took too long …

    `line` is the line of its text at which it happened, from 1, or None if that is not known.
    """

    def __init__(self, sentence: str, line: int | None = None) -> None:
        super().__init__(sentence)
        self.line = line
