"""The engine with the limits of a level, and how a level misjudges.

A player of some strength does not see far: its search is limited by depth or nodes.  The lower
levels also judge roughly: to the value of each move they add an error of their own, as a person
does who likes one position better than it is.  The error belongs to the position after the move and
lasts for the whole game, so that a level makes the same mistake again where it comes to the same
position.  Its size is relative to what the moves of the position lose on average, so that it has
the same meaning in every game; a move that is much worse than the others is hardly ever made.

Levels that judge no better than their search decide by a seed between moves that are nearly as good
(see `variety`), so that their games differ, too.

A level never misses a win that its search finds, and never makes a move that it finds to lose if
there is another.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import AnalysedLine, AnalysisResult, Engine
from kalahloa.models.search.levels.variety import nearly_best, seeded_choice, vary
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.transposition_table import ENTRY_BYTES
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

MIN_TABLE, MAX_TABLE = 1, 64
BONUS = 1.25
"""How many times more nodes levels search that vary: what varying costs them in strength, these few
more give back."""
CAREFUL_DEPTH = 2
"""Up to this depth, careful levels see what loses."""


@dataclass(frozen=True, slots=True)
class LevelSpec:
    """What a level sees: the depth or the nodes of its searches, and how roughly it judges.

    `name` is what a player of this strength is called, `title` the same with the article.  `blur`
    is the standard deviation of its error in judging a move, relative to what the moves of the
    position lose on average.  A level without it decides at random between moves whose estimates
    differ by at most `near` from the best one's, in the game's unit.  A `careful` one also sees
    which moves lose at once, by the opponent's answer.  In games that always end, `proof_nodes` are
    spent on proofs besides; a level with them also knows what the book says of positions whose
    values are open within `book_span` at least, in the game's unit.
    """

    name: str
    title: str
    depth: int | None = None
    nodes: int | None = None
    blur: float = 0.0
    near: float = 0.0
    careful: bool = False
    proof_nodes: int = 0
    book_span: int = 0

    def without_variety(self) -> "LevelSpec":
        """Return the same level, making the move that it finds first."""
        return replace(self, near=0.0)

    def with_bonus(self) -> "LevelSpec":
        """Return the same level with the nodes that make up for varying (see `BONUS`)."""
        if not self.near or self.nodes is None:
            return self
        return replace(self, nodes=round(BONUS * self.nodes))

    @property
    def reach(self) -> str:
        """The limit of the level's searches, in a few words."""
        if self.nodes is not None:
            return QT_TRANSLATE_NOOP("Models", "up to {nodes:,} positions per move").format(
                nodes=self.nodes
            )
        return QT_TRANSLATE_NOOP("Models", "%n move(s) ahead").counted(self.depth or 0)

    @property
    def text(self) -> str:
        """The definition in a few words, for a table."""
        parts = [self.reach]
        if self.blur:
            parts.append(QT_TRANSLATE_NOOP("Models", "blur {blur:g}").format(blur=self.blur))
        if self.careful:
            parts.append(QT_TRANSLATE_NOOP("Models", "and what loses at once"))
        if self.proof_nodes:
            parts.append(
                QT_TRANSLATE_NOOP("Models", "{nodes:,} for proofs").format(nodes=self.proof_nodes)
            )
        if self.book_span:
            parts.append(
                QT_TRANSLATE_NOOP("Models", "the book from a span of {span} on").format(
                    span=self.book_span
                )
            )
        return ", ".join(parts)


def table_for(nodes: int | None) -> int:
    """Return the size in MiB of a table that is large enough for a search of *nodes* nodes."""
    if nodes is None:
        return MAX_TABLE
    size = MIN_TABLE
    while size < MAX_TABLE and size << 20 < 2 * ENTRY_BYTES * nodes:
        size *= 2
    return size


class LevelledEngine(Searcher):
    """The engine with the limits and the blur of a `LevelSpec`; *number* is its level.

    *heuristic* evaluates the leaves even if the game has an evaluation.
    """

    name = Engine.name

    def __init__(
        self,
        number: int,
        spec: LevelSpec,
        seed: int = 0,
        heuristic: Callable[[Position], float] | None = None,
    ) -> None:
        self.title = level_title(number)
        self.sentence = level_sentence(spec.title)
        self._spec = spec
        self._seed = seed
        self._heuristic = heuristic
        self._engine = Engine(MIN_TABLE if spec.depth else table_for(spec.nodes))

    def choose(
        self,
        position: Position,
        limits: Limits,
        heuristic: Heuristic,
        *,
        stopped: Callable[[], bool] = never,
        report: Callable[[Progress], None] | None = None,
        record_tree: bool = False,
    ) -> SearchResult:
        """Return the move of this level; see `Searcher.choose`.

        *limits* can only make the level weaker; with a time limit its moves may differ between
        machines.  The tree is not recorded.
        """
        spec = self._spec
        count = len(position.legal_moves())
        limits = limits.tighten(Limits(1 if count == 1 else spec.depth, nodes=spec.nodes))
        evaluator = self._heuristic or (None if position.has_evaluation() else heuristic)

        def analyse(within: Limits, lines: int) -> AnalysisResult:
            found = self._engine.analyse(
                position,
                within,
                lines=lines,
                evaluator=evaluator,
                stopped=stopped,
                report=None if report is None else lambda found: report(found.progress()),
                for_play=True,
            )
            if stopped():
                raise SearchStopped
            return found

        # At a fixed depth, all moves take hardly more than the best one.
        judges_all = spec.depth is not None
        found = analyse(limits, count if judges_all else 1)
        nodes = found.nodes
        if not judges_all:
            chosen, compared = vary(found, position, self._seed, spec.near, limits, count, analyse)
            return replace(found.result(chosen), nodes=nodes + compared)
        lines: Sequence[AnalysedLine] = found.lines
        if spec.careful and count > 1 and not lines[0].score.decided:
            seen = analyse(replace(limits, depth=CAREFUL_DEPTH), count)
            nodes += seen.nodes
            lines = without_losses(lines, seen.lines)
        if spec.blur:
            chosen = misjudged(position, lines, spec.blur, self._seed)
        else:
            alike = nearly_best(lines, lines[0].move, spec.near)
            chosen = seeded_choice(alike, position, self._seed)
        return replace(found.result(chosen), nodes=nodes)


def without_losses(
    lines: Sequence[AnalysedLine], seen: Sequence[AnalysedLine]
) -> Sequence[AnalysedLine]:
    """Return those of *lines* that do not lose by what was *seen*; all of them, if all lose."""
    lost = {line.move for line in seen if line.score.decided and line.score.number < 0}
    return [line for line in lines if line.move not in lost] or lines


def misjudged(
    position: Position, lines: Sequence[AnalysedLine], blur: float, seed: int
) -> AnalysedLine:
    """Return the one of *lines*, sorted best first, that looks best to a player who judges roughly.

    Its errors are determined by *seed* and the positions after the moves.
    """
    best = lines[0]
    uncertain = [line for line in lines if not line.score.decided]
    if best.score.decided or len(uncertain) < 2:
        return best
    costs = [best.score.number - line.score.number for line in uncertain]
    usual = max(0.01, sum(costs) / (len(costs) - 1))

    def looks(line: AnalysedLine, cost: float) -> float:
        position.make(line.move)
        board = position.position_string()
        position.unmake()
        return blur * usual * Random(f"{seed} {board}").gauss(0.0, 1.0) - cost

    looked = [looks(line, cost) for line, cost in zip(uncertain, costs, strict=True)]
    return uncertain[looked.index(max(looked))]


def level_title(number: int) -> str:
    """Return how the engine at level *number* is called."""
    return QT_TRANSLATE_NOOP("Models", "{engine}, level {number}").format(
        engine=Engine.title, number=number
    )


def level_sentence(title: str) -> str:
    """Return what a level is: the engine as a player who is called *title*."""
    return QT_TRANSLATE_NOOP("Models", "The engine, playing like {title}.").format(title=title)
