"""Exceptions for invalid input; each message is a sentence that can be shown to the user."""


class KalahloaError(Exception):
    """Base class of all errors caused by user input, files or plug-ins."""

    @property
    def sentence(self) -> str:
        """The message, as it was given: a `models.sentence.Sentence` where it can be translated."""
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
