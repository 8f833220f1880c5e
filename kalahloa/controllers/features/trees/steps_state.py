"""How stepping through a recorded search stands, for views and commands."""

from dataclasses import dataclass

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP


@dataclass(frozen=True, slots=True)
class StepsState:
    """What commands need to know: is there a search to step through, and what is going on?

    `predicting` is whether the user is asked before cuts, `asking` whether that is the case now.
    """

    has_tree: bool = False
    playing: bool = False
    predicting: bool = False
    asking: bool = False


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the steps follow one another: its `name` in commands, `title` and milliseconds."""

    name: str
    title: str
    interval: int


PACES = (
    Pace("slow", QT_TRANSLATE_NOOP("TreeSteps", "Slow"), 3000),
    Pace("normal", QT_TRANSLATE_NOOP("TreeSteps", "Normal"), 1200),
    Pace("fast", QT_TRANSLATE_NOOP("TreeSteps", "Fast"), 300),
    Pace("fastest", QT_TRANSLATE_NOOP("TreeSteps", "Fastest"), 40),
)
"""The paces, the slowest first."""
NORMAL = PACES[1]


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How many of the questions that were asked were answered rightly."""

    right: int = 0
    asked: int = 0
