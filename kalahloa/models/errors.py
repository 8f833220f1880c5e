"""What can go wrong at the boundary: each error's text is a sentence fit to be shown."""


class KalahloaError(Exception):
    """Base of all errors that a person can cause and put right."""


class IllegalMove(KalahloaError):
    """A move that cannot be read, or that the rules forbid in this position."""


class BadGame(KalahloaError):
    """A plug-in's game that lacks a method, or one of whose methods breaks its contract."""


class BadPosition(KalahloaError):
    """A position string that cannot be read, or that no board can hold."""


class BadRules(KalahloaError):
    """An unknown preset or option, or a value that an option cannot take."""


class UnknownName(KalahloaError):
    """A game, searcher or heuristic that does not exist."""


class BadFile(KalahloaError):
    """A file that cannot be read, written or understood."""


class BadCommand(KalahloaError):
    """A line that is no command, or a command that makes no sense now."""
