"""The review of a line of a game: every ply valued and judged, from the last to the first.

Working backwards, the value of the position after a ply is known when the ply's turn comes: so the
plies before a proven line are cheap, and the solver's table has been filled with what follows.
Where a game always ends, values are proven by book, tablebase and solver as far as time allows;
otherwise the engine estimates them, and proves forced wins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BuildReport, BuildStopped, Knowledge
from kalahloa.models.game.position import Position
from kalahloa.models.game.win_probability import WinProbability
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Node, Record
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.known import SessionKnowledge, nothing_known
from kalahloa.models.search.score import ScoreKind
from kalahloa.models.search.solver.solvable import can_be_solved, require_solvable
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.explanation import explain_ply
from kalahloa.models.study.review.appraisal import Appraisal, Best, ReviewStopped, finished
from kalahloa.models.study.review.estimating import Estimator
from kalahloa.models.study.review.judgement import (
    FAULTS,
    is_only,
    loss_of,
    mark_of,
    review_of,
    scale_for,
)
from kalahloa.models.study.review.reviewed import MAX_PLIES, Review, ReviewedPly
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.study.review.solving import SolverAppraiser
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

ENGINE_MEBIBYTES = 64
SOLVER_MEBIBYTES = 256
TABLEBASE_SECONDS = 4.0
"""A tablebase that is not kept may be as large as suits a solution of this time, in seconds."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A line of a record, as any thread may read it: numbers of nodes and moves from `start`.

    `lead` are moves that are made before those, and not reviewed themselves.
    """

    game: Game
    rules: object
    start: str
    plies: tuple[tuple[int, int], ...]
    lead: tuple[int, ...] = ()

    @classmethod
    def of(cls, record: Record, nodes: list[Node] | None = None) -> "GameLine":
        """Return the line *nodes* of *record*, by default its main line; without the root."""
        given = record.main_line() if nodes is None else nodes
        plies = tuple((node.number, node.move) for node in given if node.move is not None)
        return cls(record.game, record.rules, record.start, plies)

    @classmethod
    def to(cls, record: Record, node: Node) -> "GameLine":
        """Return the line of which only the move to *node*, not the root, is reviewed."""
        whole = cls.of(record, node.path())
        lead = tuple(move for _, move in whole.plies[:-1])
        return replace(whole, plies=whole.plies[-1:], lead=lead)


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far a review is: plies done of all, and the ply that was done last."""

    done: int
    total: int
    newest: ReviewedPly


OnReview = Callable[[ReviewProgress], None]


class Reviewer:
    """Reviews lines of one game; keeps its tables for the next.  To be used by one thread."""

    def __init__(self, settings: ReviewSettings | None = None) -> None:
        self.settings = settings = settings or ReviewSettings()
        self.notes: tuple[str, ...] = ()
        """Problems with book and tablebase in the last review, a sentence each."""
        mebibytes = settings.mebibytes or ENGINE_MEBIBYTES
        self._engine = Engine(mebibytes, settings.threads, network=True)
        self._solver: Solver | None = None
        self._knowledge: Knowledge = Knowledge(None)
        self._begun: object = None
        self._begun_for = 0.0
        """The seconds for which the tablebase was chosen."""

    def review(
        self,
        line: GameLine,
        known: Mapping[int, ReviewedPly] | None = None,
        *,
        stopped: Callable[[], bool] = never,
        report: OnReview | None = None,
        building: BuildReport | None = None,
        session: SessionKnowledge | None = None,
    ) -> Review:
        """Return the review of *line*.

        *known* are plies that were reviewed before, by the numbers of their nodes; they are taken
        over.  Once *stopped* returns True, the plies done so far are returned (see `cancellation`).
        *report* is called after each ply that was worked on, *building* while a tablebase is built.
        *session* has what searches have proven under the rules of *line*.  Raises `BadCommand` if
        an exact review is impossible or the line is too long, `BadPosition` or `UnknownName` if the
        game cannot be searched.
        """
        began = monotonic()
        total = len(line.plies)
        if total > MAX_PLIES:
            raise BadCommand(
                QT_TRANSLATE_NOOP(
                    "Models", "The game has {count:,} moves; at most {most:,} can be reviewed."
                ).format(count=total, most=MAX_PLIES)
            )
        position: Position = line.game.read(line.start, line.rules)
        scale = scale_for(line.game, position)
        solved = can_be_solved(position)
        if self.settings.exact:
            require_solvable(position, line.game.title)
        seconds = self.settings.limits.seconds
        unknown = sum(_known(known, *ply) is None for ply in line.plies)
        plan = _Plan(line.game, scale, None if seconds is None else seconds * total, unknown)
        done: list[ReviewedPly] = []
        try:
            if unknown:
                self._open(plan, position, stopped, building)
            knowledge = (session or nothing_known()).with_base(self._knowledge)
            known_here = Knowledge(line.rules) if solved else knowledge
            estimator = Estimator(line.game, self._engine, self.settings.limits, scale, known_here)
            judge: Estimator | SolverAppraiser = estimator
            if solved and unknown:
                judge = self._prover(plan, estimator, position, knowledge, stopped)
            for move in (*line.lead, *(move for _, move in line.plies)):
                position.make(move)
            after = finished(position, _kind(scale))
            for number, move in reversed(line.plies):
                ply = _known(known, number, move)
                if ply is not None:
                    position.unmake()
                    done.append(ply)
                else:
                    if after is None:
                        after = judge.best(position, stopped)
                    position.unmake()
                    found = judge.appraise(position, move, after, stopped)
                    ply = _judged(plan, position, number, move, found)
                    ply = replace(ply, seconds=self._seconds)
                    done.append(ply)
                    if report is not None:
                        report(ReviewProgress(len(done), total, ply))
                after = Best.of_ply(ply)
        except (ReviewStopped, BuildStopped):
            pass
        return review_of(done[::-1], total, scale is None, monotonic() - began)

    @property
    def _seconds(self) -> float:
        """The time for each ply; 0 without a limit."""
        return 0.0 if self.settings.exact else self.settings.limits.seconds or 0.0

    def _open(
        self,
        plan: "_Plan",
        position: Position,
        stopped: Callable[[], bool],
        building: BuildReport | None,
    ) -> None:
        """Open what is known of the game of *position*, the first of the line."""
        settings = self.settings
        begun = (plan.game.key, position.rules, position.position_string())
        time = inf if plan.seconds is None else plan.seconds
        if self._begun != begun or time > self._begun_for:
            self._knowledge = plan.game.knowledge.for_position(
                position,
                cached=settings.cached,
                report=building,
                stopped=stopped,
                threads=settings.threads,
                seconds=plan.seconds if settings.cached else TABLEBASE_SECONDS,
            )
            self._begun, self._begun_for = begun, time
        self.notes = self._knowledge.notes

    def _prover(
        self,
        plan: "_Plan",
        estimator: Estimator,
        position: Position,
        knowledge: Knowledge,
        stopped: Callable[[], bool],
    ) -> SolverAppraiser:
        """Return the prover; give *position*, the first of the line, its tablebase."""
        settings = self.settings
        if self._solver is None:
            self._solver = Solver(settings.mebibytes or SOLVER_MEBIBYTES, settings.threads)
        self._solver.use(knowledge, position)
        if not self._solver.warm_up(stopped):
            raise ReviewStopped
        seconds = None if settings.exact else settings.limits.seconds
        return SolverAppraiser(self._solver, estimator, seconds, _kind(plan.scale), plan.plies)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a review is about: the game, how values are compared, the time, and how many plies."""

    game: Game
    scale: WinProbability | None
    seconds: float | None
    plies: int


def _known(known: Mapping[int, ReviewedPly] | None, number: int, move: int) -> ReviewedPly | None:
    """Return what is *known* of the ply that leads to node *number*, or None."""
    ply = None if known is None else known.get(number)
    return ply if ply is not None and ply.move == move else None


def _judged(
    plan: _Plan, position: Position, number: int, move: int, found: Appraisal
) -> ReviewedPly:
    """Return the judgement of *move*, made in *position*."""
    loss = loss_of(found.best_value, found.value, plan.scale)
    mark = mark_of(found.best_value, found.value, plan.scale)
    if not loss:
        others = found.other is not None and is_only(found.value, found.other, plan.scale)
        mark = Mark.ONLY if others or found.only else None
    ply = ReviewedPly(
        number=number,
        move=move,
        text=position.format_move(move),
        side=position.side,
        value=found.value,
        best=found.best,
        best_text=position.format_move(found.best),
        best_value=found.best_value,
        loss=loss,
        proven=found.value.proven and found.best_value.proven,
        mark=mark,
        line=found.line,
        refutation=found.refutation,
    )
    return replace(ply, facts=explain_ply(plan.game, position, ply)) if mark in FAULTS else ply


def _kind(scale: WinProbability | None) -> ScoreKind:
    return ScoreKind.MARGIN if scale is None else ScoreKind.WINNER
