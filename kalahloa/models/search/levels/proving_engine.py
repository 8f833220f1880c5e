"""The engine with proofs: in games that always end, its highest levels do not guess what they know.

What the book or the tablebase knows is played at once.  Otherwise the engine searches for a part of
the budget, which estimates all moves, and then these are put to the proof, the most promising ones
first: whether one keeps what matters most (a draw, or else a win), then whether it keeps the
margin.  A question that would probably not be answered in what is left of the budget is not asked
(see `proof_cost`); then the engine has the time.  Where the game has a network, it evaluates.

A budget of nodes makes the moves the same on every machine.  With one of seconds, what was proven
is kept for the next moves of the game, and so is what the engine has found.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import exp, inf
from typing import Any

from kalahloa.models.game.heuristic import Heuristic
from kalahloa.models.game.knowledge import NO_KNOWLEDGE, BuildStopped, Knowledge, KnowledgeSource
from kalahloa.models.game.position import Position
from kalahloa.models.search.engine.engine import AnalysedLine, AnalysisResult, Engine
from kalahloa.models.search.levels.level_engine import table_for
from kalahloa.models.search.levels.move_prover import Budget, Prover
from kalahloa.models.search.levels.proof_cost import is_likely
from kalahloa.models.search.levels.swindles import Swindles
from kalahloa.models.search.levels.variety import seeded_choice, vary
from kalahloa.models.search.limits import NO_LIMITS, Limits
from kalahloa.models.search.request import Progress, SearchResult, SearchStopped
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.search.searcher import Searcher
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.work.cancellation import never

TABLE_MEBIBYTES = 128
GUESS_PART = 0.25
"""The part (0 to 1) of the budget for the estimates of all moves before a proof is tried."""
THINK_PART, CHECK_NODES = 0.75, 100_000
"""The part of what is left of the time for the engine, where proofs are too far; and the nodes, at
most, of the question whether its move loses."""
PROBLEM_PART = 0.5
"""The part of what is left in the end for the choice among moves that lose alike."""
NODES_A_SECOND = 2_500_000
"""About how many nodes a proof visits in a second, where the budget is one of seconds."""
FIRST_NODES, MORE_NODES = 8_000, 2
"""The nodes of the first try to answer a question about a move, and how many times more later."""
SURE_WIN = 4.0
"""From this estimate on, in the game's unit, a win is asked for before a draw."""
SPREAD, MIN_CHANCE = 1.5, 0.02
"""How far estimates are off, about, in the game's unit; and the least chance of any move."""
RISK = -0.5
"""Questions are asked that are more likely than not to be answered (see `is_likely`): where proofs
are too far, the engine makes more of the time."""
WORTH_A_RISK = 4.0
"""From this estimate on, in the game's unit, a move that may win is preferred to a sure draw."""
DRAWN = 0.5
"""Estimates of less than this, in the game's unit, are taken for a draw."""

_kept = threading.local()


def proof_table(position: Position, keep: bool) -> TranspositionTable:
    """Return this thread's table of proofs, with those for other positions of the same game.

    Without *keep* it is empty, and is not used for the next position either.
    """
    game = (type(position), position.rules)
    if not hasattr(_kept, "table"):
        _kept.table, _kept.game = TranspositionTable(TABLE_MEBIBYTES), None
    table: TranspositionTable = _kept.table
    if _kept.game != game or not keep:
        table.forget()
    _kept.game = game if keep else None
    return table


class ProvingEngine(Searcher):
    """The engine with *limits* of its own and proofs, by what *knowledge* knows.

    *proof_nodes* may be spent on proofs besides the nodes of *limits*; 0 for no limit of its own.
    *swindles* chooses among moves that lose alike.  Without *network* it evaluates by named terms
    even where there is a network.  *book_span* and *near* are those of a `LevelSpec`.  With a
    *seed*, it decides between moves that are as good as each other, otherwise the first one is
    made.
    """

    name = Engine.name

    def __init__(
        self,
        title: Any,
        sentence: Any,
        limits: Limits = NO_LIMITS,
        proof_nodes: int = 0,
        knowledge: KnowledgeSource = NO_KNOWLEDGE,
        swindles: Swindles | None = None,
        network: bool = True,
        book_span: int = 0,
        seed: int | None = None,
        near: float = 0.0,
    ) -> None:
        self.title = title
        self.sentence = sentence
        self._limits = limits
        self._proof_nodes = proof_nodes
        self._knowledge = knowledge
        self._swindles = swindles
        self._network = network
        self._book_span = book_span
        self._seed = seed
        self._near = near
        self._engine = Engine(table_for(limits.nodes), remembers=True)

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
        """Return the move; see `Searcher.choose`.

        *limits* can only make it weaker.  The tree is not recorded.  Raises `ValueError` if the
        game may go on for ever.
        """
        try:
            known = self._knowledge.to_play(position.rules, stopped)
        except BuildStopped:
            raise SearchStopped from None
        asked = position.copy()
        known.use_tablebase(asked)
        if self._network:
            asked.use_shipped_network()
        limits = limits.tighten(self._limits)
        if limits.seconds is None:
            self._engine.forget()
        # Before the time counts: new memory may take longer than a fifth of a second.
        self._engine.warm_up()
        choice = _Choice(
            asked,
            known,
            self._engine,
            limits,
            self._proof_nodes,
            self._book_span,
            None if position.has_evaluation() else heuristic,
            stopped,
            None if report is None else lambda found: report(found.progress()),
            self._seed,
            self._near,
        )
        return choice.result(self._swindles)


class _Choice:
    """The choice of one move."""

    def __init__(
        self,
        position: Any,
        known: Knowledge,
        engine: Engine,
        limits: Limits,
        proof_nodes: int,
        book_span: int,
        evaluator: Callable[[Position], float] | None,
        stopped: Callable[[], bool],
        report: Callable[[AnalysisResult], None] | None,
        seed: int | None,
        near: float,
    ) -> None:
        self._seed = seed
        self._near = near
        self._limits = limits
        self._position = position
        self._engine = engine
        self._evaluator = evaluator
        self._stopped = stopped
        self._report = report
        # Before the time counts: it is allocated once.
        self._table = proof_table(position, keep=limits.seconds is not None and not proof_nodes)
        self._known = known
        # Nodes are counted apart for the engine and for proofs, the time is one for both.
        self._thinking = Budget(limits)
        self._proving = Budget(replace(limits, nodes=proof_nodes or None))
        self._prover = Prover(position, known, self._table, self._proving, stopped, book_span)
        self._order = list(self._prover.moves)
        self._estimates: dict[int, float] = {}
        self._depth = 0
        """That of the estimates."""

    def result(self, swindles: Swindles | None) -> SearchResult:
        moves = self._prover.moves
        analysis: AnalysisResult | None = None
        if len(moves) > 1 and not self._prover.best_moves():
            analysis = self._guess()
            self._prove(analysis)
        if self._stopped():
            raise SearchStopped
        best = self._prover.best_moves()
        if best:
            return self._proven(best, swindles)
        if len(moves) > 1 and analysis is not None:
            analysis = self._think_on(analysis)
        else:
            analysis = self._analyse(Limits(depth=1))
        if self._stopped():
            raise SearchStopped
        move = self._surest(analysis)
        line = next((line for line in analysis.lines if line.move == move), None)
        if line is not None and line is analysis.lines[0]:
            line = self._varied(analysis)
            move = line.move
        bounds = moves[move]
        estimate = self._estimates[move] if line is None else line.score.number
        if line is not None and bounds.low <= estimate <= bounds.high:
            return replace(analysis.result(line), nodes=self._nodes())
        # What is proven corrects what was estimated.
        estimate = min(max(estimate, bounds.low), bounds.high)
        depth = self._depth if line is None else analysis.depth
        return SearchResult(
            move=move,
            score=self._score(estimate, depth),
            line=(move,) if line is None else line.line,
            nodes=self._nodes(),
            seconds=self._thinking.seconds(),
            depth=depth,
        )

    # -- the engine ------------------------------------------------------------------------------

    def _analyse(self, limits: Limits, lines: int = 1) -> AnalysisResult:
        found = self._engine.analyse(
            self._position,
            limits,
            lines=lines,
            evaluator=self._evaluator,
            stopped=self._stopped,
            report=self._report,
            for_play=True,
        )
        self._thinking.nodes += found.nodes
        return found

    def _guess(self) -> AnalysisResult:
        """Estimate all moves, sort them by that, and return the estimates."""
        limits = self._thinking.share(GUESS_PART) or Limits(depth=1)
        found = self._analyse(limits, len(self._order))
        self._order = [line.move for line in found.lines]
        self._estimates = {line.move: line.score.number for line in found.lines}
        self._depth = found.depth
        return found

    def _think_on(self, before: AnalysisResult) -> AnalysisResult:
        """Return what the engine finds in most of what is left, if that is more than *before*.

        The rest is for the question whether its move loses, which is often answered soon.
        """
        left = self._thinking.left()
        if left is not None and left.seconds is not None:
            left = self._thinking.share(THINK_PART)
        if left is None:
            return before
        found = self._analyse(left)
        if found.depth < before.depth:
            found = before
        if left.seconds is not None:
            self._check(found)
        return found

    def _check(self, analysis: AnalysisResult) -> None:
        """Ask whether the move to be played loses, and whether the next one does if it does."""
        prover = self._prover
        while not self._stopped():
            move = self._surest(analysis)
            if prover.moves[move].low >= 0 or prover.moves[move].high < 0:
                return
            if prover.is_at_least(move, 0, CHECK_NODES) is None:
                return

    # -- the proofs ------------------------------------------------------------------------------

    def _prove(self, analysis: AnalysisResult) -> None:
        """Ask whether moves keep a win or a draw, and then what they are worth."""
        best = analysis.lines[0]
        estimate = best.score.number
        for value in self._questions(estimate):
            if not self._ask(value):
                return
            if self._prover.bounds.low >= value and value <= round(estimate):
                # The engine expects more of its own move than of the one that was easy to prove.
                self._prover.is_at_least(best.move, value, self._half())

    def _questions(self, estimate: float) -> Iterator[int]:
        """Yield the values to ask for, as the answers to those before suggest."""
        prover = self._prover
        first = (1, 0) if estimate >= SURE_WIN else (0, 1)
        for value in first:
            if prover.bounds.low < value <= prover.bounds.high:
                yield value
        guess = round(estimate)
        while not prover.best_moves():
            low, high = prover.bounds.low, prover.bounds.high
            value = min(max(guess, low + 1), high)
            yield value
            guess = prover.bounds.low + 1 if prover.bounds.low >= value else value - 1

    def _ask(self, value: int) -> bool:
        """Ask whether some move is worth *value*; return False if that remains open.

        Which move is the easiest to prove is not known before: each gets nodes in proportion to
        the chance that it is worth the value, by its estimate.
        """
        prover = self._prover
        spent = dict.fromkeys(self._order, 0)
        while True:
            possible = [move for move in self._order if prover.moves[move].high >= value]
            if not possible:
                return True
            efforts = {
                one: (spent[one] + FIRST_NODES) / self._chance(one, value) for one in possible
            }
            move = min(efforts, key=efforts.__getitem__)
            nodes = max(FIRST_NODES, MORE_NODES * spent[move])
            if self._stopped() or not self._is_hopeful(move, value):
                return False
            if prover.is_at_least(move, value, nodes):
                return True
            spent[move] += nodes

    def _chance(self, move: int, value: int) -> float:
        """Return about how likely *move* is to be worth *value*, by its estimate."""
        return MIN_CHANCE + 1 / (1 + exp((value - self._estimates[move]) / SPREAD))

    def _half(self) -> int | None:
        left = self._proving.share(0.5)
        if left is None or left.seconds is None:
            return None if left is None else left.nodes
        return max(1, round(NODES_A_SECOND * left.seconds))

    def _is_hopeful(self, move: int, value: int) -> bool:
        left = self._proving.left()
        if left is None:
            return False
        nodes = inf if left.nodes is None else float(left.nodes)
        if left.seconds is not None:
            nodes = min(nodes, NODES_A_SECOND * left.seconds)
        if nodes == inf:
            return True
        span = self._prover.span_after(move)
        return is_likely(span, value - self._estimates[move], len(self._order), nodes, RISK)

    # -- the choice ------------------------------------------------------------------------------

    def _nodes(self) -> int:
        return self._thinking.nodes + self._proving.nodes

    def _surest(self, analysis: AnalysisResult) -> int:
        """Return the engine's move, or one of which more is proven.

        A move that may lose, or not win, is not played where another one is proven not to, or to
        win; nor is one that is proven to lose, where another one may not, and is not expected to
        lose by more.
        """
        moves = self._prover.moves
        order = list(dict.fromkeys([analysis.lines[0].move, *self._order]))
        low = max(bounds.low for bounds in moves.values())
        if low > 0:
            order = [move for move in order if moves[move].low > 0]
        elif low == 0 and analysis.lines[0].score.number < WORTH_A_RISK:
            order = [move for move in order if moves[move].low == 0]
        else:
            lost = [self._expected(move) for move in order if moves[move].high < 0]
            least = max(lost, default=-inf)
            order = [
                move for move in order if moves[move].high >= 0 and self._expected(move) >= least
            ] or sorted(order, key=self._expected, reverse=True)
        best = order[0]
        # A move that is surely as good as the engine's may be.
        for move in order:
            if moves[move].low >= moves[best].high:
                best = move
        return best

    def _varied(self, analysis: AnalysisResult) -> AnalysedLine:
        """Return the engine's line, or a nearly as good one of which as much is proven."""
        best, moves = analysis.lines[0], self._prover.moves
        if self._seed is None:
            return best
        count = len(moves)
        line, _ = vary(
            analysis, self._position, self._seed, self._near, self._limits, count, self._analyse
        )
        if self._stopped():
            raise SearchStopped
        low, high = moves[best.move].low, moves[best.move].high
        keeps = self._prover.is_at_least(line.move, low, FIRST_NODES)
        return line if keeps and moves[line.move].high >= high else best

    def _expected(self, move: int) -> float:
        """Return the estimate of *move* within its proven bounds."""
        bounds = self._prover.moves[move]
        return min(max(self._estimates.get(move, 0.0), bounds.low), bounds.high)

    def _score(self, number: float, depth: int, proven: bool = False) -> Score:
        side = self._position.side
        return Score(float(number), side, ScoreKind.MARGIN, proven, depth=depth)

    def _equals(self, best: Sequence[int], value: int) -> list[int]:
        """Return the *best* moves, and others that are soon proven to have the same *value*."""
        likely = (move for move in self._estimates if self._estimates[move] >= value - SPREAD)
        more = [move for move in likely if self._prover.is_at_least(move, value, FIRST_NODES)]
        return sorted({*best, *more})

    def _proven(self, best: Sequence[int], swindles: Swindles | None) -> SearchResult:
        value = self._prover.bounds.low
        move = next(move for move in self._order if move in best)
        if self._seed is not None:
            move = seeded_choice(self._equals(best, value), self._position, self._seed)
        left = self._proving.share(PROBLEM_PART)
        if swindles is not None and len(best) > 1 and value < 0 and left is not None:
            budget = Budget(left)
            move = swindles.hardest(
                self._position, best, value, self._known, self._table, budget, self._stopped
            )
            self._proving.nodes += budget.nodes
        if self._stopped():
            raise SearchStopped
        return SearchResult(
            move=move,
            score=self._score(value, 1, proven=True),
            line=(move,),
            nodes=self._nodes(),
            seconds=self._thinking.seconds(),
            depth=1,
        )
