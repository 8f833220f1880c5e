"""Trying again: finding a better move than a mistake, with what followed it hidden."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from PySide6.QtCore import QObject, Slot

from kalahloa.controllers.base.player import own_side
from kalahloa.controllers.base.timers import single_shot
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.app_context import AppContext, Feature
from kalahloa.controllers.core.controller import Fields
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.exercises import Exercises, Help
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.core.study_controller import StudyController
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.features.reviews.loss_words import (
    format_ply_loss,
    kept_sentence,
    loss_sentence,
)
from kalahloa.controllers.features.reviews.mistake_search import mistake_to_try
from kalahloa.controllers.features.reviews.mistake_words import why_worse, without_best
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.features.reviews.trial_card import trial_task
from kalahloa.controllers.features.reviews.trial_state import (
    Mistake,
    MistakeChoice,
    Trial,
    TrialEnd,
)
from kalahloa.controllers.features.training.hint_words import exercise_hint, no_more_hints
from kalahloa.controllers.features.training.training import Training
from kalahloa.lazy_imports import lazy_imports
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import EditKind, InsertLine
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.study.review.turning_point import main_kind
from kalahloa.models.study.training.kinds import ExerciseKind

with lazy_imports():
    from kalahloa.models.study.training import schedule
if TYPE_CHECKING:
    from kalahloa.models.study.training.deck import DeckItem

TAKE_BACK_MS = 900
"""How long a move that is not good enough stands on the board."""
MAX_BETTER = 8
"""How many plies of a better line are written into the game."""


class Trials(Feature):
    """Judges the moves that are tried at a mistake, and takes back those that are none better.

    They stay in the record.  Whatever leads elsewhere ends it: a walk, another game, a deletion, a
    page on which others move.  The mistake is one of the game on the board, or one of another game
    that is to be repeated; then the user's own game is laid aside.  It follows the document after
    the reviews, so that its fields of `Place` replace theirs.
    """

    key = "mistakes"

    def __init__(
        self,
        document: Document,
        reviews: Reviews,
        exercises: Exercises,
        turns: TurnController,
        study: StudyController,
        training: Training,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._reviews = reviews
        self._exercises = exercises
        self._turns = turns
        self._study = study
        self._training = training
        self._choice = MistakeChoice()
        self._trial: Trial | None = None
        self._last: TrialEnd | None = None
        self._record: Record | None = None
        self._answers = False
        self._is_beginning = False
        self._is_first = True
        """Whether no result of this trial is kept yet."""
        self._wish = 0
        self._request = 0
        self._asked_mistake = 0
        """The number of the request for what the mistake itself gave away."""
        self._ahead: Node | None = None
        """Where redo went from the node before the mistake."""
        self._back = single_shot(self, self._take_back, TAKE_BACK_MS)
        reviews.judged.connect(self._on_judged)
        training.picked.connect(self._begin_picked)
        exercises.looked_at.connect(self._look_at)
        document.add_follower(self)

    @classmethod
    def of(cls, app: AppContext) -> Self:
        """Return the feature of *app*."""
        return cls(
            *(app.document, app[Reviews], app.exercises, app.turns, app.study, app[Training]),
            app.document,
        )

    # -- following the document ----------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a better move is looked for in the record that is open."""
        return self._trial is not None and self._record is self._document.record

    @property
    def end(self) -> TrialEnd | None:
        """How the last trial in the record that is open has ended."""
        is_here = self._record is self._document.record and self._exercises.is_current(self)
        return self._last if is_here else None

    @property
    def offers(self) -> frozenset[Help]:
        """What can be asked of it."""
        trial = self._trial
        if trial is not None and self.running:
            offered = {Help.AGAIN, Help.NEXT}
            if trial.mistake.ply is not None:
                offered.add(Help.SHOW)
                if not self._is_waiting:
                    offered.add(Help.HINT)
            return frozenset(offered)
        return frozenset() if self.end is None else frozenset({Help.AGAIN, Help.NEXT})

    def place_fields(self) -> Fields:
        """Return how it stands, and what was found of the line as far as that."""
        trial = self._trial
        choice = self._choice
        if trial is None or not self.running:
            return {Trial: None, TrialEnd: self.end, MistakeChoice: choice}
        reviewed = trial.mistake.reviewed
        return {Trial: trial, TrialEnd: None, Reviewed: reviewed, MistakeChoice: choice}

    def follow(self, causes: frozenset[Cause]) -> None:
        """Judge a move that was made, and end where the document has gone elsewhere."""
        trial = self._trial
        if self._is_beginning:
            return
        if trial is None:
            if Cause.NEW in causes:
                self._last = None
            return
        is_here = self.running and Cause.NEW not in causes and trial.node.in_tree
        if not is_here or self._turns.answers != self._answers:
            self._end()
        elif causes & {Cause.MOVE, Cause.WALK}:
            self._follow_moves(trial, moved=Cause.MOVE in causes)

    def _follow_moves(self, trial: Trial, moved: bool) -> None:
        node = self._document.node
        if node is trial.node:
            self._forget_try()
            return
        while node.parent is not None and node.parent is not trial.node:
            node = node.parent
        if node.parent is None or not moved:
            self._end()
        elif not (self._is_waiting and node is trial.tried[-1]):
            self._judge(trial, node)

    @property
    def _is_waiting(self) -> bool:
        """Whether the last try is being judged, or will be taken back."""
        return bool(self._request) or self._back.isActive()

    # -- beginning -----------------------------------------------------------------------------

    def start(self, node: Node, ply: ReviewedPly, reviewed: Reviewed) -> str:
        """Go to *node*, and have a better move than *ply*, which followed it, looked for.

        *reviewed* is what is known of the line that both are in.  Returns what is to be done.
        """
        document = self._document
        is_own = own_side(document.players) == ply.side
        with document.one_change():
            self._exercises.begin(self, in_game=True)
            self._end()
            document.go_to(node)
            self._begin(Mistake(node, ply.text, ply, reviewed.until(node), is_own))
        return self.task()

    def start_any(self) -> str:
        """Try a mistake of the game on the board again, or one that is to be repeated."""
        found = None
        if not self._choice.word:
            found = mistake_to_try(self._document, self._reviews, or_first=True)
        return self.start(*found) if found is not None else self._pick()

    def choose(self, word: str) -> None:
        """Have mistakes of the kind with this *word* repeated, or of all kinds if it is empty."""
        self._choice = MistakeChoice(word)
        self._document.report(Cause.REVIEW)

    @Slot(str)
    def _look_at(self, key: str) -> None:
        """Find out what there is to repeat where one looks at that: games were reviewed since."""
        if key == self.key:
            self._training.refresh(anew=True)

    def _pick(self) -> str:
        """Have the deck deliver a mistake."""
        self._wish = self._document.intend()
        key = self._document.game.key
        self._training.pick(ExerciseKind.MISTAKES, key, self._choice.word)
        return translate("Trials", "Looking for a mistake to repeat…")

    @Slot(object)
    def _begin_picked(self, item: "DeckItem | None") -> None:
        wish, self._wish = self._wish, 0
        if not wish or wish != self._document.intent:  # the user wants something else by now
            return
        if item is None:
            self.message.emit(
                translate("Trials", "No mistakes of this kind to repeat.")
                if self._choice.word
                else translate("Trials", "No mistakes to repeat. Review one of your games with F9.")
            )
        else:
            self._begin_item(item)

    def _begin_item(self, item: "DeckItem") -> None:
        document, record = self._document, item.record()
        self._is_beginning = True
        try:
            with document.one_change():
                self._exercises.begin(self)
                self._end()
                document.open_exercise(record, turned=record.root.to_move == 1)
                self._begin(Mistake(record.root, item.played, None, None, is_own=True))
        finally:
            self._is_beginning = False
        self.message.emit(self.task())

    def _begin(self, mistake: Mistake) -> None:
        self._ahead = mistake.node.followed
        self._record = self._document.record
        self._answers = self._turns.answers
        self._last = None
        self._is_first = True
        self._trial = Trial(mistake)
        if mistake.ply is None:
            move = self._record.position_at(mistake.node).read_move(mistake.played)
            self._asked_mistake = self._reviews.judge_move(mistake.node, move)
        self._document.report(Cause.REVIEW)

    def task(self) -> str:
        """Return what is to be done."""
        assert self._trial is not None
        return trial_task(self._document.game, self._trial.mistake)

    def again(self) -> str:
        """Look for a better move than the same mistake once more."""
        trial = self._trial if self.running else None
        if trial is None and self.end is not None:
            trial = self.end.trial
        assert trial is not None
        with self._document.one_change():
            self._exercises.begin(self, in_game=trial.mistake.reviewed is not None)
            self._end()
            self._document.go_to(trial.node)
            self._begin(trial.mistake)
            self._is_first = False
        return self.task()

    def go_on(self) -> str:
        """Try the next mistake of this game, or another one that is to be repeated."""
        trial = self._trial if self.running else None
        if trial is None and self.end is not None:
            trial = self.end.trial
        assert trial is not None
        node = trial.node
        with self._document.one_change():
            self._end()
        is_of_game = trial.mistake.reviewed is not None and not self._choice.word
        found = mistake_to_try(self._document, self._reviews, after=node) if is_of_game else None
        return self.start(*found) if found is not None else self._pick()

    # -- trying --------------------------------------------------------------------------------

    def _change(self, **fields: Any) -> None:
        assert self._trial is not None
        self._trial = replace(self._trial, **fields)
        self._document.report(Cause.REVIEW)

    def _judge(self, trial: Trial, child: Node) -> None:
        self._forget_try()
        tried = (*(one for one in trial.tried if one is not child), child)
        self._change(tried=tried, feedback="")
        known = self._reviews.known(child)
        if known is not None:
            self._decide(child, known)
        else:
            self._change(judging=True)
            self._request = self._reviews.judge(child)

    @Slot(int, object, str)
    def _on_judged(self, number: int, ply: ReviewedPly | None, error: str) -> None:
        trial = self._trial
        if trial is None or not number:
            return
        if number == self._asked_mistake:
            self._asked_mistake = 0
            with self._document.one_change():
                self._change(mistake=replace(trial.mistake, ply=ply))
        elif number == self._request:
            self._request = 0
            with self._document.one_change():
                self._change(judging=False)
                if ply is None:
                    self.message.emit(error or translate("Trials", "No value found for the move."))
                    self._back.start()
                else:
                    self._decide(trial.tried[-1], ply)

    def _decide(self, child: Node, ply: ReviewedPly) -> None:
        """Take the try *child* back soon if *ply*, what was found of it, is a mistake."""
        trial = self._trial
        assert trial is not None
        game = self._document.game
        if ply.mark in FAULTS:
            self._back.start()
            told = " ".join(filter(None, (loss_sentence(game, ply), self._why_not(ply))))
            lost = (*trial.lost, (child.text, format_ply_loss(game, ply)))
            self._change(feedback=told, lost=lost)
            self._keep(schedule.FAILED)
        else:
            told = " ".join(filter(None, (kept_sentence(game, ply), self._why_mistake(trial))))
            self._keep(schedule.WITH_HINTS if trial.hints else schedule.SOLVED)
            self._end(TrialEnd(replace(trial, feedback=told), found=True))
        self.message.emit(told)

    def _why_not(self, ply: ReviewedPly) -> str:
        """Return what is wrong with *ply*, a try, without the better move."""
        mover = translate("Trials", "you")
        return why_worse(self._document.game, ply, mover, without_best(ply))

    def _why_mistake(self, trial: Trial) -> str:
        """Return what was played instead of the move that was found, and why that is worse."""
        mistake, game = trial.mistake, self._document.game
        if mistake.ply is None or not mistake.ply.facts:
            return ""
        side = in_words(game.sides[mistake.ply.side])
        mover = translate("Trials", "you") if mistake.is_own else side
        played = (
            translate("Trials", "You had played {move}.")
            if mistake.is_own
            else translate("Trials", "{side} had played {move}.")
        )
        told = fill(played, side=side, move=mistake.played)
        return f"{told} {why_worse(game, mistake.ply, mover, mistake.ply.facts)}"

    def _keep(self, quality: int) -> None:
        """Keep the result of this trial, unless there is one; what was not found comes again."""
        trial, is_first = self._trial, self._is_first
        if trial is None or not is_first:
            return
        self._is_first = False
        game = self._document.game
        position = self._document.record.position_at(trial.node)
        kind = ExerciseKind.MISTAKES
        if quality == schedule.FAILED:
            mistake = trial.mistake
            of_kind = None if mistake.ply is None else main_kind(mistake.ply.facts)
            self._training.add_missed(
                kind, game, position, mistake.played, counts=True, mistake=of_kind
            )
        else:
            self._training.keep(kind, game, position, quality)

    @Slot()
    def _take_back(self) -> None:
        if self._trial is not None and self.running:
            self._document.go_to(self._trial.node)

    def _forget_try(self) -> None:
        """Neither judge nor take back what was tried last."""
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
        if self._trial is not None and self._trial.judging:
            self._trial = replace(self._trial, judging=False)

    # -- help ----------------------------------------------------------------------------------

    def give_hint(self) -> str:
        """Return another hint for the best move."""
        trial = self._trial
        assert trial is not None and trial.mistake.ply is not None
        position = self._document.record.position_at(trial.node)
        move = position.read_move(trial.mistake.ply.best_text)
        sentence = exercise_hint(self._document.game, position, move, trial.hints)
        if not sentence:
            return no_more_hints()
        self._change(hints=trial.hints + 1, feedback=sentence)
        return sentence

    def show_answer(self) -> str:
        """Show the better line, as a variation."""
        trial = self._trial
        assert trial is not None and trial.mistake.ply is not None
        node, ply = trial.node, trial.mistake.ply
        self._keep(schedule.FAILED)
        sentence = translate("Trials", "Better was {moves}: {best} instead of {value}.")
        better = ply.line[:MAX_BETTER] or (ply.best_text,)
        told = fill(
            sentence,
            moves=" ".join(better),
            best=in_words(ply.best_value.short),
            value=in_words(ply.value.short),
        )
        told = " ".join([told, *map(in_words, ply.reasons)])
        document = self._document
        with document.one_change():
            self._end(TrialEnd(replace(trial, feedback=told), found=False))
            document.go_to(node)
            if all(child.text != better[0] for child in node.children):
                self._study.do([InsertLine(node.number, better)], EditKind.REVIEW)
            first = next((child for child in node.children if child.text == better[0]), None)
            if first is not None:
                document.go_to(first)
        return told

    # -- ending --------------------------------------------------------------------------------

    def stop(self) -> Trial | None:
        """End it, at the node before the mistake; return how it stood, None if it was not on."""
        trial = self._trial if self.running else None
        if trial is not None:
            with self._document.one_change():
                self._end()
                self._document.go_to(trial.node)
        return trial

    def _end(self, end: TrialEnd | None = None) -> None:
        """End it; *end* is shown from now on."""
        trial, self._trial = self._trial, None
        self._last = end
        self._asked_mistake = 0
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
        if trial is None:
            return
        if self._record is self._document.record:
            self._lead_back(trial)
            if any(player.is_computer for player in self._document.players):
                self._turns.pause()
            self._document.report(Cause.REVIEW)
        else:
            self._record = None

    def _lead_back(self, trial: Trial) -> None:
        """Have redo go where it went before, unless the document is in what was tried."""
        ahead = self._ahead
        is_in_try = trial.node.followed in self._document.node.path()
        if ahead is not None and not is_in_try and ahead.in_tree:
            self._document.record.follow(ahead)

    def shut_down(self) -> None:
        """Stop; the object cannot be used afterwards."""
        self._trial = None
        self._back.stop()
        if self._request:
            self._reviews.cancel(self._request)
            self._request = 0
