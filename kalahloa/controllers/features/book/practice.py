"""Practising an opening: the book answers, and the user is to find moves that keep the value.

What is played stands in the record only as long as the exercise runs, and is not kept in the
library: a line that is practised ten times, with its mistakes, is nothing one looks for there, and
the book has it already.  Afterwards it can be put into the record as variations, by one edit.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises, Help
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.temporary_lines import removal_of
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.book.lookup import BookLookup
from kalahloa.controllers.features.book.practice_state import Miss, Practice
from kalahloa.controllers.features.book.practice_words import (
    begin_sentence,
    book_ends_sentence,
    miss_sentence,
    practice_result,
    right_move_sentence,
    shown_sentence,
)
from kalahloa.controllers.features.training.hint_words import exercise_hint, no_more_hints
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.game.knowledge import Knowledge
from kalahloa.models.game.line import format_line
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import Edit, EditKind
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.cancellation import Stop

with lazy_imports():
    from kalahloa.models.study import book_answers as proven_answers
    from kalahloa.models.study import book_page as proven_page
    from kalahloa.models.study.training import schedule
if TYPE_CHECKING:
    from kalahloa.models.study.book_answers import Answerer
    from kalahloa.models.study.book_page import ProvenMove, ProvenPage
    from kalahloa.models.study.training.deck import DeckItem

TAKE_BACK_MS = 1200
"""How long a mistake stands on the board."""
ANSWER_MS = 500
"""The least time between two moves."""
_TURN = "practice"


@dataclass(frozen=True)
class _Turn:
    """What is known where a move is to be made: the `page`, and the `answer` of the book if any."""

    page: "ProvenPage"
    answer: int | None


class PracticeController(Feature):
    """Runs the exercise; follows the document, before the exercises do.

    Whatever leads elsewhere ends it: a walk, another game, a room in which others move.
    """

    key = "openings"

    def __init__(
        self,
        document: Document,
        lookup: BookLookup,
        study: StudyController,
        exercises: Exercises,
        turns: TurnController,
        training: Training,
        parent: QObject | None = None,
        random: Random | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._lookup = lookup
        self._study = study
        self._exercises = exercises
        self._turns = turns
        self._training = training
        self._wish = 0
        self._random = random or Random()
        self._answerer: Answerer | None = None
        self._practice: Practice | None = None
        self._record: Record | None = None
        self._answers = False
        self._is_stepping = False
        self._is_removing = False
        self._count = 0
        self._played: dict[Node, None] = {}
        """What was added to the record since the exercise has begun."""
        self._ahead: Node | None = None
        self._inverse: Edit | None = None
        self._asked: tuple[Node, ProvenPage] | None = None
        """Where the user is to find a move, and what is known there."""
        self._hints = 0
        """How many hints were given there."""
        self._missed = False
        """Whether the first move that was tried there was a mistake."""
        self._at = document.node
        """Where the exercise stands: a move is to be made there, by the user or the book."""
        self._rest: list[int] = []
        """What was typed with the user's last move, to be made next."""
        self._back = single_shot(self, self._take_back, TAKE_BACK_MS)
        self._answering = single_shot(self, self._answer, ANSWER_MS)
        self._ending = single_shot(self, self._finish)
        self._returning = single_shot(self, self._return)
        self._going_on = single_shot(self, self._go_on)
        self._turn: _Turn | None = None
        self._reason = ""
        training.picked.connect(self._begin_picked)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        practice = cls(
            *(app.document, app[BookLookup], app.study, app.exercises, app.turns, app[Training]),
            app.document,
        )
        app.temporary_lines.is_practising = lambda: practice.changes_record
        return practice

    # -- following the document ----------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether the exercise is on in the record that is open."""
        practice = self._practice
        return practice is not None and practice.running and self._record is self._document.record

    def has_practised_in(self, record: Record) -> bool:
        """Return whether one practised in *record*, which was not left since."""
        return self._record is record

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of it."""
        practice = self._practice
        is_here = practice is not None and self._record is self._document.record
        if practice is None or not is_here or not self._exercises.is_current(self):
            return frozenset()
        if practice.asking:
            return frozenset(Help)
        return frozenset({Help.AGAIN, Help.NEXT})

    @property
    def changes_record(self) -> bool:
        """Whether moves and edits are those of the exercise."""
        return self.running or self._is_removing

    @property
    def is_busy(self) -> bool:
        """Whether something is going to happen without the user."""
        timers = (self._back, self._answering, self._ending, self._returning, self._going_on)
        is_due = any(timer.isActive() for timer in timers)
        return self.running and (is_due or self._lookup.is_waiting(_TURN))

    def place_fields(self) -> Fields:
        """Return how it stands."""
        here = self._record is self._document.record
        return {Practice: self._practice if here else None}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Judge a move that was made, and end where the document has gone elsewhere."""
        practice = self._practice
        if practice is None:
            return
        nodes = self._document.record.nodes
        first, self._count = self._count, len(nodes)
        if self._record is not self._document.record or Cause.NEW in causes:
            self._leave_record()
            return
        if not practice.running:
            if causes & {Cause.MOVE, Cause.WALK} and not self._is_removing:
                self._practice = None
            return
        if Cause.MOVE in causes:
            path = self._document.node.path()
            self._played |= dict.fromkeys(node for node in path if node.number >= first)
        if self._turns.answers != self._answers or not practice.start.in_tree:
            self._end_soon(translate("Practice", "Practice over."))
        elif self._is_stepping:
            return
        elif Cause.WALK in causes:
            self._end_soon(translate("Practice", "Practice over."))
        elif Cause.MOVE in causes:
            self._on_move()

    def _leave_record(self) -> None:
        """Take what was played out of a record that is left; nobody follows that any longer."""
        record = self._record
        if record is not None and self._practice is not None and self._practice.running:
            edit = removal_of(self._played)
            if edit is not None:
                edit.apply(record)
            self.held.emit(False)
        self._stop_timers()
        self._practice = self._record = self._inverse = None
        self._played.clear()

    # -- beginning -----------------------------------------------------------------------------

    def start(self, side: int, tempting: bool = False) -> None:
        """Begin at the current node; the user has *side*."""
        document = self._document
        self.stop()
        self.held.emit(True)
        with document.one_change():
            self._exercises.begin(self, in_game=not document.for_exercise)
            self._record = document.record
            self._answers = self._turns.answers
            self._count = len(document.record.nodes)
            self._ahead = document.node.followed
            self._inverse = None
            self._played.clear()
            self._answerer = proven_answers.Answerer(self._random, tempting)
            self._practice = Practice(document.node, side, tempting)
            document.report(Cause.REVIEW)
        self._look_up()

    def again(self) -> str:
        """Begin once more where it began, with the same side."""
        practice = self._practice
        if practice is None:
            raise BadCommand(translate("Practice", "You have not practised here yet."))
        self.stop()
        self._document.go_to(practice.start)
        self.start(practice.side, practice.tempting)
        return begin_sentence(self._document.game, practice.side)

    def go_on(self) -> str:
        """Practise at a position that is to be repeated, or from where it began once more."""
        self.stop()
        self._wish = self._document.intend()
        self._training.pick(ExerciseKind.OPENINGS, self._document.game.key)
        return translate("Practice", "Looking for an opening to repeat…")

    @Slot(object)
    def _begin_picked(self, item: "DeckItem | None") -> None:
        wish, self._wish = self._wish, 0
        if not wish or wish != self._document.intent:  # the user wants something else by now
            return
        if item is None:
            self.message.emit(self.again())
            return
        record = item.record()
        with self._document.one_change():
            self._document.open_exercise(record, turned=record.root.to_move == 1)
        self.start(record.root.to_move)
        self.message.emit(begin_sentence(record.game, record.root.to_move))

    # -- turns ---------------------------------------------------------------------------------

    def _set(self, **changes: Any) -> None:
        assert self._practice is not None
        self._practice = replace(self._practice, **changes)
        self._document.report(Cause.REVIEW)

    def _say(self, sentence: str) -> None:
        self._set(feedback=sentence)
        self.message.emit(sentence)

    def _look_up(self) -> None:
        """Find out what is known here: the user's moves, or the book's."""
        practice = self._practice
        assert practice is not None and self._answerer is not None
        self._asked = self._turn = None
        self._missed = False
        self._hints = 0
        document, answerer = self._document, self._answerer
        node, position = document.node, document.position.copy()
        self._at = node
        is_users = position.side == practice.side

        def question(known: Knowledge, _stop: Stop) -> _Turn:
            page = proven_page.page_of(known, position)
            is_answer = page.moves and not is_users
            return _Turn(page, answerer.answer(known, position) if is_answer else None)

        def answer(turn: _Turn | None) -> None:
            if self.running and document.node is node:
                self._take_turn(node, turn)

        def is_enough(turn: _Turn) -> bool:
            return turn.page.is_whole if is_users else turn.answer is not None

        self._lookup.ask(_TURN, question, answer, is_enough)

    def _take_turn(self, node: Node, turn: _Turn | None) -> None:
        practice = self._practice
        assert practice is not None
        if turn is None:
            self._finish_because(translate("Practice", "Practice over."))
        elif node.outcome is not None:
            self._finish_because(translate("Practice", "The game is over."))
        elif node.to_move != practice.side:
            if turn.answer is None:
                self._finish_because(book_ends_sentence(practice))
            else:
                self._turn = turn
                self._answering.start()
        elif not turn.page.is_whole:
            self._finish_because(book_ends_sentence(practice))
        else:
            self._asked = (node, turn.page)
            self._set(asking=True)
            if self._rest:
                self._turns.play(self._rest.pop(0))

    @Slot()
    def _answer(self) -> None:
        turn = self._turn
        if not self.running or turn is None or turn.answer is None:
            return
        if self._turns.is_presenting() or self._document.node is not self._at:
            self._answering.start()
            return
        move = turn.answer
        self._step(lambda: self._document.play(move))
        self._look_up()

    def _step(self, do: Callable[[], object]) -> None:
        """Have *do* change the document without that being judged."""
        self._is_stepping = True
        try:
            do()
        finally:
            self._is_stepping = False

    # -- judging -------------------------------------------------------------------------------

    def _on_move(self) -> None:
        """Judge the move that was just made; the first one where a whole turn was typed."""
        node = self._document.node
        asked = self._asked
        if asked is None:
            self._returning.start()  # it is not the user's turn
            return
        ahead = [node]
        while node.parent is not None and node.parent is not asked[0]:
            node = node.parent
            ahead.append(node)
        found = None if node.move is None else asked[1].move(node.move)
        if node.parent is None or found is None or found.loss is None:
            self._end_soon(translate("Practice", "Practice over."))
            return
        self._back.stop()
        if found.loss:
            self._miss(node, asked[1], found)
        else:
            rest = [one.move for one in reversed(ahead[:-1]) if one.move is not None]
            self._keep(node, asked[1], rest)

    @Slot()
    def _return(self) -> None:
        """Go back to where the exercise stands."""
        if self.running and self._at.in_tree:
            self._step(lambda: self._document.go_to(self._at))

    def _keep(self, node: Node, page: "ProvenPage", rest: list[int]) -> None:
        assert self._practice is not None
        if not self._missed:
            self._set(found=self._practice.found + 1)
            quality = schedule.WITH_HINTS if self._hints else schedule.SOLVED
            position = self._position_before(node)
            self._training.keep(ExerciseKind.OPENINGS, self._document.game, position, quality)
        self._set(asking=False)
        self._say(right_move_sentence(self._document.game, page))
        self._asked = None
        self._at = node
        self._rest = rest
        self._going_on.start()

    @Slot()
    def _go_on(self) -> None:
        """Go on after a move that was right; what was typed behind it is made again."""
        if self.running:
            self._return()
            self._look_up()

    def _miss(self, node: Node, page: "ProvenPage", move: "ProvenMove") -> None:
        """Tell what the *move* that led to *node* gives away, and take it back soon."""
        assert self._practice is not None
        document = self._document
        self._rest = []
        if not self._missed:
            self._missed = True
            miss = Miss(move.text, move.loss, tuple(one.text for one in page.keeping))
            self._set(misses=(*self._practice.misses, miss))
            self._come_again(self._position_before(node), move.text)
        position = document.record.position_at(node)
        self._back.start()

        def question(known: Knowledge, _stop: Stop) -> tuple[int | None, tuple[str, ...]]:
            after = proven_page.page_of(known, position)
            best = after.keeping[0].turn if after.keeping else ()
            return (after.side if best else None), format_line(position, best)

        def answer(reply: tuple[int | None, tuple[str, ...]] | None) -> None:
            side, refutation = reply or (None, ())
            self._say(miss_sentence(document.game, page, move, side, refutation))

        self._lookup.ask(_TURN, question, answer)

    def _position_before(self, node: Node) -> Position:
        assert node.parent is not None
        return self._document.record.position_at(node.parent)

    def _come_again(self, position: Position, played: str) -> None:
        """Have *position* repeated, at which *played* was not right; empty if it was shown."""
        kind, game = ExerciseKind.OPENINGS, self._document.game
        self._training.add_missed(kind, game, position, played, counts=True)

    @Slot()
    def _take_back(self) -> None:
        if self.running and self._asked is not None:
            self._return()

    def show_answer(self) -> str:
        """Return which moves keep the value here; that counts as not found.

        Raises `BadCommand` while the user has no move to find.
        """
        if not self.running or self._asked is None or self._practice is None:
            raise BadCommand(translate("Practice", "There is no move to find now."))
        _, page = self._asked
        keeping = tuple(move.text for move in page.keeping)
        if not self._missed:
            self._missed = True
            self._set(misses=(*self._practice.misses, Miss("", None, keeping)))
            self._come_again(self._document.position.copy(), "")
        told = shown_sentence(self._document.game, page)
        self._set(feedback=told)
        return told

    def give_hint(self) -> str:
        """Return another hint for a move that keeps the value."""
        assert self._asked is not None
        document, (_, page) = self._document, self._asked
        move = document.position.read_move(page.keeping[0].text)
        sentence = exercise_hint(document.game, document.position, move, self._hints)
        if not sentence:
            return no_more_hints()
        self._hints += 1
        self._set(feedback=sentence)
        return sentence

    # -- ending --------------------------------------------------------------------------------

    def stop(self) -> bool:
        """End it where it began; return whether it was on."""
        if not self.running:
            return False
        self._finish_because(translate("Practice", "Practice over."))
        return True

    def _finish_because(self, reason: str) -> None:
        self._reason = reason
        self._finish()

    def _end_soon(self, reason: str) -> None:
        """End it once the change that is being told is over."""
        self._reason = reason
        self._asked = None
        self._ending.start()

    def _stop_timers(self) -> None:
        for timer in (self._back, self._answering, self._ending, self._returning, self._going_on):
            timer.stop()
        self._lookup.drop(_TURN)
        self._asked = self._turn = None
        self._rest = []

    @Slot()
    def _finish(self) -> None:
        """End it: take what was played out of the record, and go to where it began."""
        practice = self._practice
        if not self.running or practice is None:
            return
        self._stop_timers()
        document = self._document
        ended = replace(practice, running=False, asking=False, ending=self._reason)
        self._is_removing = True
        try:
            with document.one_change():
                edit = removal_of(self._played)
                if document.node in self._played and practice.start.in_tree:
                    document.go_to(practice.start)
                self._inverse = None if edit is None else document.edit(edit).inverse
                if self._ahead is not None and self._ahead.in_tree:
                    document.record.follow(self._ahead)
                self._practice = replace(ended, can_keep=self._inverse is not None)
                self._pause_computers()
                document.report(Cause.REVIEW)
        finally:
            self._is_removing = False
            self._played.clear()
        self.held.emit(False)
        told = (self._reason, practice_result(document.game, ended))
        self.message.emit(" ".join(part for part in told if part))

    def _pause_computers(self) -> None:
        if any(player.is_computer for player in self._document.players):
            self._turns.pause()

    def keep(self) -> None:
        """Put what was practised last into the record, as variations, by one edit.

        Raises `BadCommand` if there is nothing.
        """
        practice = self._practice
        inverse = self._inverse
        if practice is None or practice.running or inverse is None:
            raise BadCommand(translate("Practice", "You have not practised here yet."))
        self._inverse = None
        self._study.do([inverse], EditKind.PASTE)
        self._practice = replace(practice, can_keep=False)
        self._document.report(Cause.REVIEW)

    def release(self) -> None:
        """End practising, which removes what was played."""
        self.stop()

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._stop_timers()
        self._practice = None
