"""Learning the rules of a game by doing: one move after the other, each on its own position."""

from dataclasses import replace
from typing import Any, Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises, Help
from kalahloa.controllers.core.later_step import LaterStep
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.first_steps.state import FirstStepsState, StepPhase
from kalahloa.controllers.features.first_steps.words import (
    explanation_text,
    shown_move_sentence,
    step_sentence,
    wrong_step_sentence,
)
from kalahloa.models.game.first_steps import after_line
from kalahloa.models.game.game import Game
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadCommand, IllegalMove

SHOWN_MS = 1500
"""How long a move is marked before it is made for the user."""
ANSWER_MS = 900
"""How long a right move stands on the board before the other side answers."""
GO_ON_MS = 2000
"""How long what was right stands above the board before the next step begins."""


class FirstSteps(Feature):
    """Puts the steps of a game's lesson on the board, and takes the user's moves.

    A right move is made, answered, and followed by the next step; what is wrong with another one is
    said, and it is not made.  Each step is a record of its own, and the user's own game is laid
    aside meanwhile.
    """

    key = "learn"
    panel = "first_steps"

    def __init__(
        self,
        document: Document,
        exercises: Exercises,
        turns: TurnController,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._exercises = exercises
        self._turns = turns
        self.delay_ms = (SHOWN_MS, ANSWER_MS, GO_ON_MS)
        """How long a move is marked, stands before it is answered, and before it goes on."""
        self._state: FirstStepsState | None = None
        self._record: Record | None = None
        self._ply = 0
        """How many moves were made in the current step when it was last looked."""
        self._later = LaterStep(turns, lambda: self.state is not None, self)
        self._unsaid = ""
        """What was right with the move just made: it is said after the views have told the move."""
        self._praising = single_shot(self, self._praise)
        turns.takers.append(self)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app.exercises, app.turns, app.document)

    # -- following the document ----------------------------------------------------------------

    @property
    def state(self) -> FirstStepsState | None:
        """How far one is in the record that is open; None where it is no lesson's."""
        return self._state if self._record is self._document.record else None

    @property
    def running(self) -> bool:
        """Whether a move is to be made in the record that is open, or it goes on by itself."""
        state = self.state
        return state is not None and state.phase is not StepPhase.OVER

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of the current step."""
        state = self.state
        if state is None or state.phase is StepPhase.OVER:
            return frozenset()
        shows = {Help.HINT, Help.SHOW} if state.phase is StepPhase.MOVING else set()
        return frozenset({Help.AGAIN, Help.NEXT, *shows})

    def place_fields(self) -> Fields:
        """Return how far one is."""
        return {FirstStepsState: self.state}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Forget the lesson in another record; try again where the right move was taken back."""
        if self._state is None:
            return
        if self.state is None:
            self._forget()
        elif Cause.WALK in causes:
            self._follow_walk()
        else:
            self._ply = self._document.node.ply

    def _follow_walk(self) -> None:
        node, seen = self._document.node, self._ply
        self._ply = node.ply
        if node.parent is None:
            self._wait_no_more()
            self._change(phase=StepPhase.MOVING, feedback="")
        elif node.ply < seen:  # the other side's answer alone is not taken back
            self._later.start(0, lambda: self._document.go_to(self._document.record.root))
        elif self.running:  # forward again
            self._on_right_move()

    # -- steps -----------------------------------------------------------------------------------

    def start(self, game: Game) -> None:
        """Begin the lesson of *game* with its first step; raise `BadCommand` if it has none."""
        if not game.lesson:
            sentence = translate("FirstSteps", "{game} has no lesson; its rules are in Help.")
            raise BadCommand(fill(sentence, game=game.title))
        with self._document.one_change():
            self._exercises.begin(self)
            self._open(game, FirstStepsState(game.lesson))
        self.began.emit()

    def back(self) -> None:
        """Go to the step before this one."""
        state = self._require_state()
        self._open(self._document.game, replace(state, number=max(0, state.number - 1)))

    def again(self) -> str:
        """Begin the current step anew."""
        self._open(self._document.game, self._require_state())
        return ""

    def go_on(self) -> str:
        """Go to the next step, and return the table that explains it, if there is one."""
        self.skip()
        return explanation_text(self._require_state())

    def give_hint(self) -> str:
        """Return what is to be done in the current step."""
        return step_sentence(self._require_state())

    def skip(self) -> None:
        """Go to the step after this one, or end the lesson after the last."""
        state = self._require_state()
        if state.number + 1 < len(state.steps):
            self._open(self._document.game, replace(state, number=state.number + 1))
        else:
            self._wait_no_more()
            self._change(phase=StepPhase.OVER, feedback="")

    def _require_state(self) -> FirstStepsState:
        state = self.state
        if state is None:
            raise BadCommand(
                translate("FirstSteps", "No lesson is on the board; type learn to start one.")
            )
        return state

    def _open(self, game: Game, state: FirstStepsState) -> None:
        """Put the position of the step of *state* on the board."""
        document = self._document
        rules = game.rulebook.default
        position = after_line(game.start(rules), state.step.line)
        with document.one_change():
            self._wait_no_more()
            self._state = replace(state, phase=StepPhase.MOVING, feedback="")
            self._record = Record(game, rules, position.position_string())
            document.open_exercise(self._record, turned=position.side == 1)
            document.report(Cause.PUZZLE)
        self.message.emit(step_sentence(self._state))

    def stop(self) -> None:
        """End the lesson; its position stays on the board."""
        if self._state is not None:
            with self._document.one_change():
                self._forget()
                self._document.report(Cause.PUZZLE)

    def _forget(self) -> None:
        self._wait_no_more()
        self._state = self._record = None

    def _change(self, **fields: Any) -> None:
        """Change these fields of the state, and tell that."""
        assert self._state is not None
        self._state = replace(self._state, **fields)
        self._document.report(Cause.PUZZLE)

    def _say(self, sentence: str, **fields: Any) -> None:
        self._change(feedback=sentence, **fields)
        self.message.emit(sentence)

    # -- moves -----------------------------------------------------------------------------------

    def receive_move(self, move: int) -> None:
        """Make *move* if it is a right one; otherwise say why not.

        Raises `IllegalMove` while none is expected.
        """
        state = self._require_state()
        if state.phase is not StepPhase.MOVING:
            raise IllegalMove(translate("FirstSteps", "Wait a moment for the next step."))
        position = self._document.position
        if position.format_move(move) in state.step.moves:
            self._make(move)
        else:
            why = in_words(state.step.why_wrong(position, move))
            self._say(wrong_step_sentence(why))

    def show_answer(self) -> str:
        """Mark the right move, and make it in a moment; return which it is."""
        state = self._require_state()
        if state.phase is not StepPhase.MOVING:
            raise BadCommand(translate("FirstSteps", "Wait a moment for the next step."))
        told = shown_move_sentence(state)
        self._change(phase=StepPhase.SHOWING, feedback=told)
        self._later.start(self.delay_ms[0], lambda: self._make(self._read(state.step.moves[0])))
        return told

    def _read(self, text: str) -> int:
        return self._document.position.read_move(text)

    def _make(self, move: int) -> None:
        with self._document.one_change():
            self._document.play(move)
            self._on_right_move()

    def _on_right_move(self) -> None:
        """Say what was right, and have the other side answer, or the next step begin."""
        state = self._require_state()
        step, text = state.step, self._document.node.text
        done = state.done | {state.number}
        if self._document.node.ply > 1:  # the answer of the other side
            self._later.start(self.delay_ms[2], self._go_on)
            return
        self._unsaid = in_words(step.praise)
        self._change(feedback=self._unsaid, phase=StepPhase.MADE, done=done)
        self._praising.start()
        if step.answer and text == step.moves[0]:
            self._later.start(self.delay_ms[1], self._answer)
        else:
            self._later.start(self.delay_ms[2], self._go_on)

    @Slot()
    def _praise(self) -> None:
        sentence, self._unsaid = self._unsaid, ""
        if sentence and self.state is not None:
            self.message.emit(sentence)

    def _answer(self) -> None:
        self._praise()
        self._document.play(self._read(self._require_state().step.answer))
        self._later.start(self.delay_ms[2], self._go_on)

    def _go_on(self) -> None:
        """Begin the next step; after the last one the board stays as it is."""
        self._praise()
        state = self._require_state()
        if state.number + 1 < len(state.steps):
            self.skip()
        else:
            self._change(phase=StepPhase.OVER)

    # -- waiting ---------------------------------------------------------------------------------

    def _wait_no_more(self) -> None:
        self._later.stop()
        self._unsaid = ""

    @property
    def is_busy(self) -> bool:
        """Whether it goes on by itself in a moment."""
        return self.running and self._later.is_waiting

    def start_again(self) -> bool:
        """Begin the lesson on the board anew, if there is one."""
        if self.state is None:
            return False
        self.start(self._document.game)
        return True

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._forget()
