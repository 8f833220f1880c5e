"""Puzzles: positions on the board in which the user is to find the only right moves."""

from dataclasses import replace
from typing import Any, Self

from PySide6.QtCore import QObject, QTimer, Slot

from kalahloa.controllers.base.setting import SavedValue, Setting
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.autoplay import Autoplay
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises, Help
from kalahloa.controllers.core.later_step import LaterStep
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.puzzles.collection import PuzzleCollection
from kalahloa.controllers.features.puzzles.state import Phase, PuzzleState, PuzzleStock
from kalahloa.controllers.features.puzzles.words import (
    solution_sentence,
    solved_sentence,
    task_sentence,
    wrong_sentence,
)
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.training.hint_words import exercise_hint, no_more_hints
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import InsertLine
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.models.study.puzzles.shipped import has_puzzles
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.errors import IllegalMove

with lazy_imports():
    from kalahloa.models.study.puzzles import puzzle as puzzle_module
    from kalahloa.models.study.training import schedule


ANSWER_MS = 500
"""How long a right move stands on the board before the other side answers."""
REFUTE_MS = 600
"""How long a wrong move stands on the board before its refutation, and each move of that."""
TAKE_BACK_MS = 1500
"""How long the refutation stands on the board."""
EFFORT_MS = 120_000
"""An attempt that takes longer for each move to find is one with effort."""
MAX_REFUTATION = 6
"""A refutation is shown until the other side has moved, but no more of it, in plies."""
_MOVED = frozenset({Cause.NEW, Cause.MOVE, Cause.WALK})


class Puzzles(Feature):
    """Puts puzzles on the board, judges the moves, and keeps the results.

    The right moves are those of the puzzle.  Another one is judged as in a review: where it is
    proven to win as well, it is accepted; otherwise its refutation is shown, and it is taken back.
    While a puzzle is shown the user's own game is laid aside.  It follows the document after the
    reviews, so that its fields of `Place` replace theirs.
    """

    SAVED = (
        SavedValue(
            Setting(PuzzleSet.SHIPPED),
            "collection.stock.chosen",
            "collection.restore",
            "puzzles/set",
        ),
    )

    key = "puzzles"

    def __init__(
        self,
        document: Document,
        reviews: Reviews,
        exercises: Exercises,
        turns: TurnController,
        autoplay: Autoplay,
        training: Training,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._reviews = reviews
        self._exercises = exercises
        self._turns = turns
        self._autoplay = autoplay
        self.collection = PuzzleCollection(training, self)
        self._training = training
        self.collection.picked.connect(self._begin_picked)
        self._wish = 0
        self.collection.changed.connect(self._report)
        self.collection.changed.connect(self.settings_changed)
        self.collection.message.connect(self.message)
        self.delay_ms = (ANSWER_MS, REFUTE_MS, TAKE_BACK_MS)
        """How long a right move, a wrong one and its refutation stand on the board."""
        self._state: PuzzleState | None = None
        self._record: Record | None = None
        self._sides: tuple[int, ...] = ()
        """Who makes each move of the solution."""
        self._began = 0
        self._hinted = (0, 0)
        """The ply of the move that hints were given for, and how many."""
        self._count = 0
        """The nodes that the record has when the puzzle is over."""
        self._shown: Node | None = None
        """The last node of the refutation that is being shown."""
        self._refutation: tuple[str, ...] = ()
        self._request = 0
        self._answered = turns.answers
        self._later = LaterStep(turns, lambda: self.state is not None, self)
        reviews.judged.connect(self._on_judged)
        exercises.looked_at.connect(self._look_at)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        puzzles = cls(
            *(app.document, app[Reviews], app.exercises, app.turns, app.autoplay, app[Training]),
            app.document,
        )
        app.study.edited.connect(puzzles.keep_written)
        return puzzles

    # -- following the document ----------------------------------------------------------------

    @property
    def state(self) -> PuzzleState | None:
        """How the puzzle on the board stands, None where there is none."""
        return self._state if self._record is self._document.record else None

    @property
    def running(self) -> bool:
        """Whether moves are to be found in the record that is open."""
        state = self.state
        return state is not None and not state.phase.is_over

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of the puzzle on the board."""
        state = self.state
        if state is None:
            return frozenset()
        if state.phase.is_over:
            return frozenset({Help.AGAIN, Help.NEXT})
        return frozenset(Help) if state.phase is Phase.SOLVING else frozenset(Help) - {Help.HINT}

    def place_fields(self) -> Fields:
        """Return how the puzzle stands, and what is known of all; nothing of a review."""
        fields: Fields = {PuzzleState: self.state, PuzzleStock: self.collection.stock}
        return fields | {Reviewed: None} if self.running else fields

    def follow(self, causes: frozenset[Cause]) -> None:
        """Judge a move that was made, and end where the document has gone elsewhere."""
        answers = self._turns.answers
        if answers and not self._answered and self._document.place.has_own_game:
            # Not within this change: another record is another change.
            QTimer.singleShot(0, self, self.leave)
        self._answered = answers
        state = self._state
        if state is None:
            return
        if self.state is None:
            self._forget()
        elif state.phase.is_over:
            if Cause.MOVE in causes and len(self._document.record.nodes) > self._count:
                self._document.keep_exercise()
        elif causes & _MOVED and self._document.node is not self._shown:
            self._follow_moves(state, moved=Cause.MOVE in causes)

    def _follow_moves(self, state: PuzzleState, moved: bool) -> None:
        """Do what follows from the moves on the way to the current node."""
        solution = state.puzzle.solution
        made = self._document.node.path()[1:]
        right = 0
        for node, text in zip(made, solution, strict=False):
            if node.text != text:
                break
            right += 1
        found = self._sides[:right].count(self._sides[0])
        was_solving = state.phase is Phase.SOLVING
        self._stop_waiting()
        if right < len(made):
            front = self._document.node.path()[right]
            is_try = moved and was_solving and right == len(made) - 1
            if is_try and self._sides[right] == self._sides[0]:
                self._change(found=found)
                self._judge(made[-1])
            else:  # it is the other side's turn, or the move was made in a refutation
                self._change(found=found, phase=Phase.REFUTING)
                self._later.start(0, lambda: self._document.go_to(front))
        elif right == len(solution):
            self._solve()
        elif self._sides[right] == self._sides[0]:
            self._change(found=found, phase=Phase.SOLVING)
        else:
            self._change(found=found, phase=Phase.ANSWERING)
            self._later.start(self.delay_ms[0], lambda: self._play(solution[right]))

    @Slot(str)
    def _look_at(self, key: str) -> None:
        """Load the puzzles for their page, or the results, which another window may have added."""
        if key != self.key:
            return
        if self.collection.stock.game:
            self.collection.reload()
        else:
            self.collection.prepare(self._document.game.key)

    @property
    def game_keys(self) -> tuple[str, ...]:
        """The keys of the games that come with puzzles, in the order of the games."""
        return tuple(game.key for game in own_games() if has_puzzles(game.key))

    # -- a puzzle ------------------------------------------------------------------------------

    def pick(self, game: str) -> None:
        """Begin the next puzzle of the set once it is found, of *game* if none is looked at yet."""
        self._wish = self._document.intend()
        self.collection.pick(game)

    def find(self, identity: str, game: str) -> None:
        """Begin the puzzle with this id likewise."""
        self._wish = self._document.intend()
        self.collection.find(identity, game)

    @Slot(object)
    def _begin_picked(self, puzzle: "puzzle_module.Puzzle") -> None:
        if self._wish == self._document.intent:  # otherwise the user wants something else by now
            self.begin(puzzle)

    @Slot(object)
    def begin(self, puzzle: "puzzle_module.Puzzle", *, counts: bool = True) -> None:
        """Put *puzzle* on the board; its result is kept if it *counts*."""
        game = find_game(puzzle.game)
        position = puzzle.start()
        solver, sides = position.side, []
        for text in puzzle.solution:
            sides.append(position.side)
            position.make(position.read_move(text))
        task = task_sentence(puzzle, solver)
        record = Record(game, puzzle.rules, puzzle.position, comment=task)
        document = self._document
        with document.one_change():
            self._exercises.begin(self)
            self._forget()
            self._sides = tuple(sides)
            self._began = self._training.clock()
            self._hinted = (0, 0)
            self._answered = self._turns.answers
            self._record = record
            self._state = PuzzleState(
                puzzle, task, sides.count(solver), counts=counts, feedback=task
            )
            self.collection.mark_shown(puzzle.id)
            document.open_exercise(record, turned=solver == 1)
            document.report(Cause.PUZZLE)
        self.message.emit(task)

    def again(self) -> str:
        """Put the same puzzle on the board once more; a result that was kept stays the only one."""
        state = self.state
        if state is not None:
            is_new = state.counts and not state.hints and not state.phase.is_over
            self.begin(state.puzzle, counts=is_new)
        return ""

    def go_on(self) -> str:
        """Begin the next puzzle of the set once it is found."""
        self.pick(self._document.game.key)
        return ""

    def leave(self) -> None:
        """Go back to the user's own game, if it was laid aside."""
        self._document.return_to_own()

    def stop(self) -> None:
        """End the puzzle without a result; its position stays on the board."""
        if self._state is not None:
            with self._document.one_change():
                self._forget()
                self._document.report(Cause.PUZZLE)

    @Slot(object)
    def keep_written(self, _plain: object) -> None:
        """Keep the record of a puzzle like any other, since the user has written into it."""
        self._document.keep_exercise()

    def _forget(self) -> None:
        self._stop_waiting()
        self._state = None
        self._record = None

    def _change(self, **fields: Any) -> None:
        """Change these fields of the state, and tell that."""
        if self._state is not None:
            self._state = replace(self._state, **fields)
            self._document.report(Cause.PUZZLE)

    def _say(self, sentence: str) -> None:
        self._change(feedback=sentence)
        self.message.emit(sentence)

    @Slot()
    def _report(self) -> None:
        self._document.report(Cause.PUZZLE)

    # -- right and wrong moves -----------------------------------------------------------------

    def _judge(self, node: Node) -> None:
        """Find out what is wrong with the move that leads to *node*."""
        self._change(phase=Phase.JUDGING)
        known = self._reviews.known(node)
        if known is not None:
            self._later.start(0, lambda: self._decide(node, known))
        else:
            self._request = self._reviews.judge(node)

    @Slot(int, object, str)
    def _on_judged(self, number: int, ply: ReviewedPly | None, _error: str) -> None:
        if self._request and number == self._request and self.running:
            self._request = 0
            self._decide(self._document.node, ply)

    def _decide(self, node: Node, ply: ReviewedPly | None) -> None:
        """Accept the move that leads to *node*, or count it as a mistake and refute it.

        *ply* is what was found of it, None if nothing was.
        """
        state = self._state
        assert state is not None
        puzzle = state.puzzle
        with self._document.one_change():
            if ply is not None and _is_right(puzzle, ply):
                self._solve(node.text)
                return
            self._change(mistakes=state.mistakes + 1, phase=Phase.REFUTING)
            self._record_result(schedule.FAILED)
            if node.outcome is None and ply is not None:
                self._refutation = ply.refutation[:MAX_REFUTATION]
            self._shown = node
            game, is_first = self._document.game, node.ply == 1
            self._say(wrong_sentence(game, puzzle, node.text, ply, is_first=is_first))
            self._later.start(self.delay_ms[1], self._refute)

    def _refute(self) -> None:
        """Make the next move of the refutation; take all back when the other side has moved."""
        document = self._document
        has_answered = document.node.side != self._sides[0]
        if has_answered or not self._refutation or document.node.outcome is not None:
            self._later.start(self.delay_ms[2], self._take_back)
            return
        text, self._refutation = self._refutation[0], self._refutation[1:]
        try:
            with document.one_change():
                document.play(document.position.read_move(text))
                self._shown = document.node
        except IllegalMove:
            self._refutation = ()
        self._later.start(self.delay_ms[1], self._refute)

    def _take_back(self) -> None:
        """Go back to where the wrong move was made."""
        state = self._state
        assert state is not None
        node = self._document.node
        path = node.path()
        right = 0
        while path[right + 1].text == state.puzzle.solution[right]:
            right += 1
        self._document.go_to(path[right])

    def _play(self, text: str) -> None:
        self._document.play(self._document.position.read_move(text))

    def _solve(self, other: str = "") -> None:
        """End it; *other* is a move that is right and not the solution's."""
        state = self._state
        assert state is not None
        quality = self._quality(state)
        is_failed = bool(state.mistakes)
        found = state.found if other else state.moves
        self._change(phase=Phase.SOLVED, found=found)
        self._end()
        self._record_result(quality)
        self._say(solved_sentence(state.mistakes, other, comes_again=is_failed))

    def _end(self) -> None:
        """Add the rest of the solution to the record, when the change is over."""
        self._count = len(self._document.record.nodes)
        self._later.start(0, self._add_rest)

    def _quality(self, state: PuzzleState) -> int:
        if state.hints:
            return schedule.WITH_HINTS
        took = self._training.clock() - self._began
        return schedule.WITH_EFFORT if took > EFFORT_MS * state.moves else schedule.SOLVED

    def _record_result(self, quality: int) -> None:
        """Keep the result, unless there is one already."""
        state = self._state
        if state is not None and state.counts:
            self._change(counts=False)
            self.collection.keep(schedule.Attempt(self._training.clock(), state.puzzle.id, quality))

    def _add_rest(self) -> None:
        """Add the solution, and what may follow it, as far as it is not there."""
        document, state = self._document, self._state
        assert state is not None
        line = state.puzzle.solution + state.puzzle.rest
        node = document.record.root
        for text in line:
            child = next((child for child in node.children if child.text == text), None)
            if child is None:
                break
            node, line = child, line[1:]
        if line:
            document.edit(InsertLine(node.number, line))
        self._count = len(document.record.nodes)

    # -- help ----------------------------------------------------------------------------------

    def give_hint(self) -> str:
        """Return another hint for the move that is to be found, and count it."""
        state = self.state
        if state is None or state.phase is not Phase.SOLVING:
            return translate("Puzzles", "There is no move to find now.")
        document = self._document
        text = state.puzzle.solution[document.node.ply]
        move = document.position.read_move(text)
        ply, given = self._hinted
        given = given if ply == document.node.ply else 0
        sentence = exercise_hint(document.game, document.position, move, given)
        if not sentence:
            return no_more_hints()
        self._hinted = (document.node.ply, given + 1)
        self._change(hints=state.hints + 1, feedback=sentence)
        return sentence

    def show_answer(self) -> str:
        """Add the solution to the record, end the puzzle, walk through it, and return it."""
        state = self.state
        if state is None or state.phase.is_over:
            return translate("Puzzles", "There is no puzzle to solve.")
        document = self._document
        with document.one_change():
            self._stop_waiting()
            self._record_result(schedule.SHOWN)
            self._change(phase=Phase.SHOWN, feedback=solution_sentence(state.puzzle))
            document.go_to(document.record.root)
            self._add_rest()
            first = next(
                child
                for child in document.record.root.children
                if child.text == state.puzzle.solution[0]
            )
            document.record.follow(first)
        self._autoplay.start()
        return solution_sentence(state.puzzle)

    # -- waiting -------------------------------------------------------------------------------

    def _stop_waiting(self) -> None:
        self._later.stop()
        self._shown = None
        self._refutation = ()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0

    @property
    def is_busy(self) -> bool:
        """Whether a move of the puzzle is answered soon, or puzzles are loaded."""
        state = self.state
        return self.collection.stock.loading or (state is not None and state.phase.waits)

    def start_again(self) -> bool:
        """Put the same puzzle on the board once more, if there is one."""
        if self.state is None:
            return False
        self.again()
        return True

    def shut_down(self) -> None:
        """Stop."""
        self._forget()
        self.collection.shut_down()


def _is_right(puzzle: "puzzle_module.Puzzle", ply: ReviewedPly) -> bool:
    """Return whether *ply*, which is not the solution's, does what is wanted, as is proven."""
    if puzzle.goal is puzzle_module.Goal.KEEP:
        return ply.value.proven and puzzle.value is not None and ply.value.number >= puzzle.value
    return ply.value.proven and ply.value.number > 0
