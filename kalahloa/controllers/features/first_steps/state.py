"""How far one is in learning the rules by doing."""

from dataclasses import dataclass
from enum import Enum

from kalahloa.models.game.first_steps import NO_ILLUSTRATION, FirstStep, Illustration


class StepPhase(Enum):
    """What is going on in a step."""

    MOVING = "moving"
    """The user is to move."""
    SHOWING = "showing"
    """The move is shown: it is marked, and made in a moment."""
    MADE = "made"
    """The right move was made; it goes on in a moment."""
    OVER = "over"
    """There is no step after this one."""


@dataclass(frozen=True, slots=True)
class FirstStepsState:
    """The step with the `number`, from 0, of all `steps`.

    `feedback` is what was said of the last move in this step, empty at first.  `done` are the
    numbers of the steps in which the right move was made or shown.
    """

    steps: tuple[FirstStep, ...]
    number: int = 0
    phase: StepPhase = StepPhase.MOVING
    feedback: str = ""
    done: frozenset[int] = frozenset()

    @property
    def step(self) -> FirstStep:
        """The current step."""
        return self.steps[self.number]

    @property
    def illustration(self) -> Illustration:
        """What is marked on the board."""
        if self.phase is StepPhase.MOVING:
            return self.step.marks
        return self.step.shown if self.phase is StepPhase.SHOWING else NO_ILLUSTRATION
