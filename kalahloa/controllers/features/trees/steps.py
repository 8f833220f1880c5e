"""Stepping through the recorded search, and predicting what it skips.

Its models are imported when there is a search: the start of the window has no time for them.
"""

from collections.abc import Callable, Collection
from time import perf_counter
from typing import TYPE_CHECKING, Self

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.base.translation import in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.features.trees.search import TreeSearch
from kalahloa.controllers.features.trees.steps_state import NORMAL, AnswerCount, Pace, StepsState
from kalahloa.lazy_imports import lazy_imports

with lazy_imports():
    from kalahloa.models.search.steps import prediction, pseudocode, step_map, step_words
    from kalahloa.models.search.steps import state as states

if TYPE_CHECKING:
    from kalahloa.models.search.search_tree import SearchTree

TOLD_FROM_MS = 300
"""At this pace or slower, each step that is gone by itself is told as a message."""
SLICE = 0.0015
"""Cuts are looked for in slices of so many seconds, between which events are handled."""


class TreeSteps(Feature):
    """Steps through the pass that `TreeSearch` looks at, which shows each step in the tree.

    Where no step is chosen there, the next one forwards is that at which the node that is looked at
    was entered, backwards the one at which it was left.

    While `predicting`, it stops where moves may be skipped and asks which: nothing goes on before
    the `question` is answered.
    """

    changed = Signal()
    """Something of what the properties tell is different."""

    def __init__(
        self, document: Document, search: TreeSearch, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._search = search
        self._tree: SearchTree | None = None
        self._map: step_map.StepMap | None = None
        self._state: states.SearchState | None = None
        self._most_ply: int | None = None
        self._pace = NORMAL
        self._predicting = False
        self._question: prediction.PredictionQuestion | None = None
        self._judgement: prediction.Judgement | None = None
        self._score = AnswerCount()
        self._waiting: Callable[[], None] | None = None
        self._told_place = StepsState()
        self._play = QTimer(self)
        self._play.timeout.connect(self._play_on)
        self._looking = QTimer(self)
        self._looking.setInterval(0)
        self._looking.timeout.connect(self._look_for_cuts)
        document.add_follower(self)
        search.changed.connect(self._follow_search)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(app.document, app[TreeSearch], app.document)

    # -- following the document and the search -------------------------------------------------

    def place_fields(self) -> Fields:
        """Return how stepping stands."""
        self._told_place = self._place_state()
        return {StepsState: self._told_place}

    def secret_fields(self) -> Fields:
        """Return no steps."""
        return {StepsState: None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Do nothing: the search follows the document."""

    def _place_state(self) -> StepsState:
        return StepsState(
            has_tree=self._tree is not None,
            playing=self.playing,
            predicting=self._predicting,
            asking=self.asking,
        )

    def _report(self) -> None:
        """Tell that something is different, and the document only what its commands ask for."""
        self.changed.emit()
        if self._place_state() != self._told_place:
            self._document.report(Cause.ACTIVITY)

    @Slot()
    def _follow_search(self) -> None:
        run = self._search.run
        tree = None if run is None else run.tree
        if tree is not self._tree:
            self._receive(tree)
        elif self._state is not None and self.number != self._state.step.number:
            self._state = None
            self._forget_question()
        self._report()

    def _receive(self, tree: "SearchTree | None") -> None:
        self._tree = tree
        self._state = None
        self._waiting = None
        self._forget_question()
        self._score = AnswerCount()
        self._play.stop()
        self._looking.stop()
        self._map = None if tree is None else step_map.StepMap(tree, self._most_ply)
        if self._map is not None:
            self._map.advance()
            if not self._map.is_complete:
                self._looking.start()

    @Slot()
    def _look_for_cuts(self) -> None:
        """Look for more cuts; do what has waited for them."""
        steps = self._map
        end = perf_counter() + SLICE
        while steps is not None:
            steps.advance()
            if steps.is_complete or perf_counter() > end:
                break
        if steps is None or steps.is_complete:
            self._looking.stop()
            waiting, self._waiting = self._waiting, None
            if waiting is not None:
                waiting()
            self.changed.emit()

    @property
    def is_busy(self) -> bool:
        """Whether the next step of a kind is looked for."""
        return self.is_looking

    def interrupt(self) -> str | None:
        """Stop playing the steps."""
        if not self.playing:
            return None
        self.pause()
        return translate("Commands", "Stopped.")

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._play.stop()
        self._looking.stop()

    # -- what is shown -------------------------------------------------------------------------

    @property
    def steps(self) -> "step_map.StepMap | None":
        """The steps of the pass that is looked at; None without one."""
        return self._map

    @property
    def count(self) -> int:
        """The number of steps; 0 without a search."""
        return 0 if self._tree is None else self._tree.step_count

    @property
    def is_stepping(self) -> bool:
        """Whether a step is chosen; if not, all of the search is shown as done."""
        return self._tree is not None and self._search.step is not None

    @property
    def number(self) -> int:
        """The number of the step that is shown, from 0; there must be a search.

        If none is chosen, it is that at which the node that is looked at was entered, or the last.
        """
        assert self._tree is not None
        step, shown = self._search.step, self._search.shown
        if step is not None:
            return min(step, self._tree.step_count - 1)
        return self._tree.entered_at(shown) if shown else self._tree.step_count - 1

    @property
    def state(self) -> "states.SearchState | None":
        """The state of the search at the step that is shown; None without a search."""
        if self._tree is None:
            return None
        if self._state is None or self._state.step.number != self.number:
            self._state = states.state_at(self._tree, self.number)
        return self._state

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the sides of the game that was searched."""
        run = self._search.run
        game = self._document.game if run is None else run.game
        first, second = game.sides
        return first, second

    @property
    def algorithm(self) -> "pseudocode.Algorithm | None":
        """The searcher's algorithm as it is taught; None without a search."""
        run = self._search.run
        return None if run is None else pseudocode.algorithm_of(run.searcher)

    @property
    def searcher_title(self) -> str:
        """The title of the searcher; empty without a search."""
        run = self._search.run
        return "" if run is None else run.searcher.title

    @property
    def is_negamax(self) -> bool:
        """Whether values are shown for the side to move, as the tree's are."""
        return self._search.negamax

    def description(self) -> "step_words.StepText":
        """Return what happens at the step that is shown, and why; nothing of what is asked."""
        state = self.state
        if state is None:
            return step_words.StepText("")
        teller = self._teller()
        return teller.ask(state) if self.asking else teller.describe(state)

    def _teller(self) -> "step_words.StepTeller":
        algorithm = self.algorithm
        return step_words.StepTeller(self.sides, algorithm is None or algorithm.prunes)

    # -- stepping ------------------------------------------------------------------------------

    def go(self, number: int) -> bool:
        """Show step *number*, or the one that it is a part of; return whether that is another.

        What was asked is no longer asked.
        """
        steps, tree = self._map, self._tree
        if steps is None or tree is None:
            self.message.emit(_no_search())
            return False
        self._waiting = None
        number = steps.nearest(number)
        if self._search.step == number:
            return False
        self._forget_question()
        self._show(number)
        return True

    def _show(self, number: int) -> None:
        assert self._tree is not None
        state = states.state_at(self._tree, number)
        self._state = state
        self._search.show(state.node.index, number)

    def forward(self) -> bool:
        """Show the next step; return whether there is one.

        While `predicting`, the moves that it may skip are asked for first.
        """
        steps = self._may_go_on()
        if steps is None:
            return False
        if self._search.step is None:
            following: int | None = steps.tree.entered_at(self._search.shown)
            following = None if following is None else steps.nearest(following)
        else:
            following = steps.following(self.number)
        if following is None:
            self._refuse(translate("TreeSteps", "This is the last step of the search."))
            return False
        self._go_on_to(following)
        return True

    def back(self) -> bool:
        """Show the step before; return whether there is one."""
        steps = self._map
        if steps is None:
            self._refuse(_no_search())
            return False
        if self._search.step is None:
            preceding: int | None = steps.nearest(steps.tree.left_at(self._search.shown))
        else:
            preceding = steps.preceding(self.number)
        if preceding is None:
            self._refuse(translate("TreeSteps", "This is the first step of the search."))
            return False
        return self.go(preceding)

    def to_start(self) -> bool:
        """Show the first step."""
        if self._search.step == 0:
            self._refuse(translate("TreeSteps", "This is the first step of the search."))
        return self.go(0)

    def to_end(self) -> bool:
        """Show the last step."""
        last = max(0, self.count - 1)
        if self._search.step == last:
            self._refuse(translate("TreeSteps", "This is the last step of the search."))
        return self.go(last)

    def next_cut(self) -> bool:
        """Show the next step at which moves are cut off, or ask about it; return whether it is
        known that there is one.  Where it is still looked for, it is shown when it is found."""
        steps = self._may_go_on()
        if steps is None:
            return False
        found = steps.next_cut(self._before())
        if found is None or found >= steps.known_until:
            if not steps.is_complete:
                self._waiting = self._again_next_cut
                return False
            self._refuse(translate("TreeSteps", "There are no more cuts after this step."))
            return False
        self._go_on_to(found)
        return True

    def previous_cut(self) -> bool:
        """Show the last step before at which moves were cut off; return whether there is one."""
        steps = self._map
        if steps is None:
            self._refuse(_no_search())
            return False
        if steps.known_until < self.number:
            self._waiting = self._again_previous_cut
            return False
        found = steps.previous_cut(self.number)
        if found is None:
            self._refuse(translate("TreeSteps", "There are no cuts before this step."))
            return False
        return self.go(found)

    def _again_next_cut(self) -> None:
        self.next_cut()

    def _again_previous_cut(self) -> None:
        self.previous_cut()

    def next_change(self) -> bool:
        """Show the next step at which the best move at the root changes."""
        steps = self._may_go_on()
        if steps is None:
            return False
        found = steps.next_change(self._before())
        if found is None:
            self._refuse(translate("TreeSteps", "The best move does not change again."))
            return False
        self._go_on_to(found)
        return True

    def previous_change(self) -> bool:
        """Show the last step before at which the best move at the root has changed."""
        steps = self._map
        if steps is None:
            self._refuse(_no_search())
            return False
        found = steps.previous_change(self.number)
        if found is None:
            self._refuse(translate("TreeSteps", "There was no best move before."))
            return False
        return self.go(found)

    @property
    def is_looking(self) -> bool:
        """Whether a step is still looked for that is shown when it is found."""
        return self._waiting is not None

    def _before(self) -> int:
        """Return the step after which is looked for what comes next: at first, before them all."""
        if self._search.step is None:
            return -1 if self._search.shown == 0 else self.number - 1
        return self.number

    def _may_go_on(self) -> "step_map.StepMap | None":
        """Return the steps, unless there are none, or a question has to be answered first."""
        self._waiting = None
        if self._map is None:
            self._refuse(_no_search())
            return None
        if self.asking:
            self._refuse(
                translate("TreeSteps", "First answer which moves are skipped, or choose Show me.")
            )
            return None
        return self._map

    def _refuse(self, sentence: str) -> None:
        self._play.stop()
        self.message.emit(sentence)
        self._report()

    def _go_on_to(self, number: int) -> None:
        """Show step *number*; while predicting, the first one on the way that is asked about."""
        asked, algorithm = None, self.algorithm
        is_asking = self._predicting and algorithm is not None and algorithm.prunes
        if is_asking and self._map is not None:
            asked = prediction.next_question(self._map, self._before())
        question = None
        if asked is not None and asked <= number:
            question = self._question_at(asked)
        if question is None:
            self.go(number)
            return
        self._forget_question()
        self._question = question
        self._play.stop()
        assert asked is not None
        if self._search.step == asked:
            self._report()
        else:
            self._show(asked)

    # -- by itself -----------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether the steps are playing."""
        return self._play.isActive()

    @property
    def pace(self) -> Pace:
        """How fast."""
        return self._pace

    def set_pace(self, pace: Pace) -> None:
        """Set the *pace* at which steps are played."""
        self._pace = pace
        self._play.setInterval(pace.interval)
        self._report()

    def play(self) -> bool:
        """Start playing the steps, at the end from the first; return whether they are playing."""
        if self._may_go_on() is None:
            return False
        if self._search.step == self.count - 1:
            self.to_start()
        else:
            self.forward()
        if not self.asking:
            self._play.start(self._pace.interval)
        self._report()
        return self.playing

    def pause(self) -> None:
        """Stop playing the steps."""
        self._play.stop()
        self._report()

    @Slot()
    def _play_on(self) -> None:
        if self.forward() and self._pace.interval >= TOLD_FROM_MS:
            self.message.emit(in_words(self.description().what))

    # -- how deep ------------------------------------------------------------------------------

    @property
    def most_ply(self) -> int | None:
        """The ply down to which there are steps; None if there are at all plies."""
        return self._most_ply

    def show_to(self, most_ply: int | None) -> None:
        """Have steps down to ply *most_ply* only, at least 1, or at all plies."""
        assert most_ply is None or most_ply >= 1
        self._most_ply = most_ply
        if self._map is not None:
            self._map.limit(most_ply)
            if self._search.step is not None and self._map.nearest(self.number) != self.number:
                self.go(self.number)
        self._report()

    # -- predicting ----------------------------------------------------------------------------

    @property
    def predicting(self) -> bool:
        """Whether the user is asked which moves are skipped."""
        return self._predicting

    def set_predicting(self, on: bool) -> None:
        """Ask from now on, with a new score, or no longer."""
        if on == self._predicting:
            return
        self._predicting = on
        self._score = AnswerCount()
        self._forget_question()
        self._play.stop()
        self._report()

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._question is not None and self._judgement is None

    @property
    def question(self) -> "prediction.PredictionQuestion | None":
        """What is asked at the step that is shown, or was and is answered; None if nothing was."""
        return self._question

    @property
    def judgement(self) -> "prediction.Judgement | None":
        """How the answer to `question` was; None before there is one."""
        return self._judgement

    @property
    def score(self) -> AnswerCount:
        """How many questions were answered rightly."""
        return self._score

    def answer(self, numbers: Collection[int]) -> "prediction.Judgement | None":
        """Judge the answer that the branches with these *numbers* are skipped; tell it.

        None is returned where nothing is asked.
        """
        if self._question is None or self._judgement is not None:
            return None
        judgement = prediction.judge_prediction(self._question, numbers, self._teller(), self.sides)
        self._judgement = judgement
        self._score = AnswerCount(self._score.right + judgement.is_right, self._score.asked + 1)
        self._report()
        return judgement

    def reveal(self) -> "prediction.Judgement | None":
        """Tell what is skipped without an answer, which does not count as a right one."""
        if self._question is None or self._judgement is not None:
            return None
        judgement = prediction.judge_prediction(
            self._question, self._question.skipped, self._teller(), self.sides
        )
        verdict = _skipped_words(self._question)
        self._judgement = prediction.Judgement(False, verdict, judgement.reason)
        self._score = AnswerCount(self._score.right, self._score.asked + 1)
        self._report()
        return self._judgement

    def _question_at(self, number: int) -> "prediction.PredictionQuestion | None":
        run = self._search.run
        if run is None:
            return None
        return prediction.question_at(states.state_at(run.tree, number), run.position)

    def _forget_question(self) -> None:
        self._question = None
        self._judgement = None


def _no_search() -> str:
    return translate("TreeSteps", "There is no search to step through; run one first.")


def _skipped_words(question: "prediction.PredictionQuestion") -> str:
    count = len(question.skipped)
    if not count:
        return translate("TreeSteps", "Nothing is skipped.")
    return translate("TreeSteps", "%n move(s) (is|are) skipped.", "", count)
