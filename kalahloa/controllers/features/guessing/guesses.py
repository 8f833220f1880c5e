"""Guessing the moves of a game: what follows is hidden, and each guess is judged."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises, Help
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.guessing.state import Guessing
from kalahloa.controllers.features.guessing.words import (
    shown_guess_sentence,
    sides_sentence,
    summary,
    verdict,
)
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.training.hint_words import exercise_hint, no_more_hints
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.training.kinds import ExerciseKind
from kalahloa.models.text.errors import IllegalMove

with lazy_imports():
    from kalahloa.models.study import guessing
    from kalahloa.models.study.training import schedule

REPLY_MS = 1200
"""How long a position is shown before the next move of the other side is played."""


class Guesses(Feature):
    """Treats the user's moves as guesses of the moves played, and plays the game's own moves.

    Guesses do not go into the record.  Whatever leads elsewhere ends it: a walk, another game, a
    change of the line by an edit or by another window.  It follows the document after the reviews,
    so that its fields of `Place` replace theirs.
    """

    key = "guess"

    def __init__(
        self,
        document: Document,
        reviews: Reviews,
        exercises: Exercises,
        turns: TurnController,
        training: Training,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._reviews = reviews
        self._exercises = exercises
        self._turns = turns
        self._training = training
        self._state: Guessing | None = None
        self._record: Record | None = None
        self._line: tuple[Node, ...] = ()
        """The nodes of the line that are still ahead, the next one first."""
        self._expected: Node = document.node
        """Where the document is unless somebody has led it elsewhere."""
        self._awaited: int | None = None
        self._start: Node = document.node
        """Where guessing began."""
        self._hints = 0
        """How many hints were given for the move that is to be guessed."""
        self.choose_game: Callable[[], object] | None = None
        """Shows the games of the library; None where there is nothing to choose in."""
        self._guessed: int | None = None
        """The move that was guessed and is being judged."""
        self._found: dict[int, ReviewedPly | None] = {}
        """What was found of a move of the current node, by the move; None if it failed."""
        self._requests: dict[int, int] = {}
        """The moves that are being judged, by the numbers of the requests."""
        self._reviewed: tuple[object, Reviewed | None] = (None, None)
        self._reply = single_shot(self, self._play_next, REPLY_MS)
        self._soon = single_shot(self, self._play_next)
        """The verdict is drawn before the game's own move is played."""
        self._begin_later = single_shot(self, self._begin_awaited)
        """Changes are told whole before what they lead to begins."""
        reviews.judged.connect(self._on_judged)
        turns.takers.append(self)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        guesses = cls(
            *(app.document, app[Reviews], app.exercises, app.turns, app[Training]), app.document
        )
        guesses.choose_game = lambda: app.window_actions.get("library", _nothing)()
        return guesses

    # -- following the document ----------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether moves are guessed in the record that is open."""
        state = self._state
        return state is not None and state.running and self._record is self._document.record

    @property
    def state(self) -> Guessing | None:
        """How it stands, or ended, in the record that is open."""
        return self._state if self._record is self._document.record else None

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of it."""
        state = self.state
        if state is None or not self._exercises.is_current(self):
            return frozenset()
        if not state.running:
            return frozenset({Help.AGAIN, Help.NEXT})
        return frozenset({Help.AGAIN, *((Help.HINT, Help.SHOW) if state.waiting else ())})

    def place_fields(self) -> Fields:
        """Return how it stands; while it is on, both sides are the user's."""
        if not self.running:
            return {Guessing: self.state}
        return {Guessing: self._state, "answers": False, Reviewed: self._reviewed_so_far()}

    def _reviewed_so_far(self) -> Reviewed | None:
        """Return what is known of the line as far as the current node."""
        reviewed, node = self._reviews.reviewed, self._document.node
        about = (reviewed, node)
        if self._reviewed[0] != about:
            is_in_line = reviewed is not None and node in reviewed.line[node.ply : node.ply + 1]
            shown = reviewed.until(node) if reviewed is not None and is_in_line else None
            self._reviewed = (about, shown)
        return self._reviewed[1]

    def follow(self, causes: frozenset[Cause]) -> None:
        """End where the document has gone elsewhere, or the line is not what it was."""
        state = self._state
        if Cause.NEW in causes and self._awaited is not None:
            awaited, self._awaited = self._awaited, None
            if self._document.fulfilled == awaited:
                self._begin_later.start()
        if state is None or not state.running:
            return
        if self._record is not self._document.record:
            self._end()
        elif self._document.node is not self._expected:
            self._finish()
        elif Cause.EDIT in causes and not self._is_whole():
            self._finish(translate("Guesses", "The game has changed, so guessing ends."))

    def _is_whole(self) -> bool:
        """Return whether the line still leads from the current node to its end."""
        before = self._document.node
        for node in self._line:
            if node.removed or node.parent is not before:
                return False
            before = node
        return True

    # -- beginning -----------------------------------------------------------------------------

    def start(self, sides: Sequence[int] | None = None) -> str:
        """Start guessing the moves after the current node; at the end of the line, from its start.

        *sides* are those to be guessed, by default the winner's, or both.  Returns a sentence.
        """
        node = self._document.node
        if not node.children:
            node = self._document.record.root
        if not node.children:
            return translate("Guesses", "There are no moves to guess.")
        return self._begin(sides, node)

    def await_game(self) -> None:
        """Start in the game that is being opened, at its beginning; not in another one."""
        self._awaited = self._document.intent

    def forget_game(self) -> None:
        """Do not start in the game that was being opened: it cannot be."""
        self._awaited = None

    @Slot()
    def _begin_awaited(self) -> None:
        self.message.emit(self._begin(None, self._document.record.root))

    def _begin(self, sides: Sequence[int] | None, node: Node) -> str:
        document = self._document
        line = tuple(node.main_line())
        if not line:
            return translate("Guesses", "There are no moves to guess.")
        chosen = tuple(sides) if sides else winner_of(document.record, line[-1]) or (0, 1)
        total = sum(one.side in chosen for one in line)
        if not total:
            return translate("Guesses", "That side has no more moves in this game.")
        with document.one_change():
            self._exercises.begin(self, in_game=True)
            self._end()
            self._start = self._expected = node
            self._line = line
            self._record = document.record
            self._state = Guessing(chosen, total)
            document.go_to(node)
            document.report(Cause.REVIEW)
            self._go_on()
        return sides_sentence(document.game, chosen)

    def _go_on(self) -> None:
        """Wait for a guess, or for the other side's move; end with the line."""
        state = self._state
        assert state is not None
        self._guessed = None
        self._hints = 0
        self._cancel()
        if not any(node.side in state.sides for node in self._line):
            self._finish()
            return
        following = self._line[0]
        waiting = following.side in state.sides
        self._state = replace(state, waiting=waiting, judging=False)
        if waiting:
            self._judge(following)  # while the user thinks
        else:
            self._reply.start()
        self._document.report(Cause.REVIEW)

    # -- guessing ------------------------------------------------------------------------------

    def receive_move(self, move: int) -> None:
        """Take *move*, legal at the current node, as a guess.

        Raises `IllegalMove` while none is expected.
        """
        state = self._state
        assert state is not None
        if state.judging:
            raise IllegalMove(translate("Guesses", "Judging your guess…"))
        if not state.waiting:
            raise IllegalMove(translate("Guesses", "Wait for your opponent's move."))
        self._guessed = move
        self._judge_move(move)
        if self._is_judged():
            self._reveal()
            return
        self._state = replace(state, waiting=False, judging=True)
        self._document.report(Cause.REVIEW)

    def _judge(self, node: Node) -> None:
        """Have the move that leads to *node*, a child of the current one, judged."""
        assert node.move is not None
        known = self._reviews.known(node)
        if known is not None:
            self._found[node.move] = known
        elif node.move not in self._found and node.move not in self._requests.values():
            self._requests[self._reviews.judge(node)] = node.move

    def _judge_move(self, move: int) -> None:
        here, following = self._document.node, self._line[0]
        assert following.move is not None
        played = self._found.get(following.move)
        child = next((child for child in here.children if child.move == move), None)
        if child is not None:
            self._judge(child)
        elif played is not None and move == played.best:
            self._found[move] = replace(
                played,
                move=move,
                text=played.best_text,
                value=played.best_value,
                loss=0.0,
                mark=None,
                refutation=played.line[1:],
                facts=(),
            )
        elif move not in self._found and move not in self._requests.values():
            self._requests[self._reviews.judge_move(here, move)] = move

    def _is_judged(self) -> bool:
        return self._guessed in self._found and self._line[0].move in self._found

    @Slot(int, object, str)
    def _on_judged(self, number: int, ply: ReviewedPly | None, error: str) -> None:
        move = self._requests.pop(number, None)
        if move is None or not self.running:
            return
        self._found[move] = ply
        if error and ply is None:
            self.message.emit(error)
        if self._guessed is not None and self._is_judged():
            self._reveal()

    def _reveal(self) -> None:
        """Count the guess, and play the game's move soon."""
        state, following, move = self._state, self._line[0], self._guessed
        assert state is not None and move is not None and following.move is not None
        document = self._document
        guess = guessing.Guess(
            following.number,
            following.side,
            document.position.format_move(move),
            following.text,
            self._found.get(move),
            self._found.get(following.move),
        )
        score = state.score.with_guess(guess)
        with document.one_change():
            self._guessed = None
            self._keep_result(guess)
            told = verdict(document.game, guess, score)
            self._state = replace(state, score=score, waiting=False, judging=False, feedback=told)
            self.message.emit(told)
            document.report(Cause.REVIEW)
            self._soon.start()

    def _keep_result(self, guess: "guessing.Guess") -> None:
        """Keep what *guess* at the current node was worth; a bad one is a mistake to repeat."""
        ply, game = guess.guessed, self._document.game
        if ply is None:
            return
        position = self._document.position.copy()
        quality = guess_quality(guess, hints=self._hints)
        self._training.keep(ExerciseKind.GUESS, game, position, quality)
        if ply.mark in FAULTS:
            self._training.add_missed(
                ExerciseKind.MISTAKES, game, position, guess.text, counts=False
            )

    @Slot()
    def _play_next(self) -> None:
        if self.running and self._line:
            with self._document.one_change():
                self._play(self._line[0])

    def _play(self, node: Node) -> None:
        """Play the move of the game that leads to *node*."""
        assert node.move is not None
        self._expected = node
        self._line = self._line[1:]
        self._document.play(node.move)
        self._go_on()

    # -- help ----------------------------------------------------------------------------------

    def _tell(self, told: str) -> str:
        assert self._state is not None
        self._state = replace(self._state, feedback=told)
        self._document.report(Cause.REVIEW)
        return told

    def give_hint(self) -> str:
        """Return another hint for the game's move."""
        document, following = self._document, self._line[0]
        assert following.move is not None
        sentence = exercise_hint(document.game, document.position, following.move, self._hints)
        if not sentence:
            return no_more_hints()
        self._hints += 1
        return self._tell(sentence)

    def show_answer(self) -> str:
        """Play the game's move without a guess, which does not count."""
        state, following = self._state, self._line[0]
        assert state is not None
        with self._document.one_change():
            self._cancel()
            self._state = replace(state, waiting=False)
            self._soon.start()
            return self._tell(shown_guess_sentence(self._document.game, following))

    def again(self) -> str:
        """Guess the same moves from where it began."""
        state = self._state
        assert state is not None
        start = self._start if self._start.in_tree else self._document.record.root
        return self._begin(state.sides, start)

    def go_on(self) -> str:
        """Have the user choose another game."""
        if self.choose_game is not None:
            self.choose_game()
        return translate("Guesses", "Choose a game to guess in the library.")

    # -- ending --------------------------------------------------------------------------------

    def stop(self) -> Guessing | None:
        """End it where it is; return how it stood, None if it was not on."""
        state = self._state if self.running else None
        if state is not None:
            self._finish()
        return state

    def _finish(self, reason: str = "") -> None:
        """End it, and say how it went."""
        state = self._state
        self._end()
        if state is not None:
            self.message.emit(" ".join(filter(None, (reason, summary(state.score)))))

    def _end(self) -> None:
        state = self._state
        self._reply.stop()
        self._soon.stop()
        self._cancel()
        self._line, self._guessed = (), None
        if state is None or not state.running:
            return
        self._state = replace(state, running=False, waiting=False, judging=False)
        if self._record is self._document.record:
            if any(player.is_computer for player in self._document.players):
                self._turns.pause()
            self._document.report(Cause.REVIEW)

    def _cancel(self) -> None:
        for number in self._requests:
            self._reviews.cancel(number)
        self._requests.clear()
        self._found.clear()

    @property
    def is_busy(self) -> bool:
        """Whether a guess is judged, or answered soon."""
        state = self.state
        return state is not None and state.running and not state.waiting

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._state = None
        self._reply.stop()
        self._soon.stop()
        self._begin_later.stop()
        self._cancel()


def guess_quality(guess: "guessing.Guess", hints: int) -> int:
    """Return the quality of *guess*, which was judged, after so many *hints*."""
    assert guess.guessed is not None
    if guess.guessed.mark in FAULTS:
        return schedule.FAILED
    return schedule.WITH_HINTS if hints or not guess.guessed.kept else schedule.SOLVED


def _nothing() -> None:
    """Do nothing."""


def winner_of(record: Record, last: Node) -> tuple[int, ...]:
    """Return the side that has won the line that ends with *last*, alone; empty where none has."""
    result = last.outcome.points if last.outcome is not None else record.details.get("result", "")
    return {"1-0": (0,), "0-1": (1,)}.get(result, ())
