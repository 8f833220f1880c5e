"""Hints in steps, composed from what is known of a node: where to look, the move, and why."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from kalahloa.controllers.core.place import Hint, HintStep
from kalahloa.controllers.features.analysis.findings import Findings
from kalahloa.models.game.clue import NO_CLUE, Clue
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.node import Node
from kalahloa.models.search.move_values import Line
from kalahloa.models.study.hints import clue_of, why_best
from kalahloa.models.study.line_words import line_words, words_text

MAX_LINE = 8
"""How many plies of the best play are told."""
_T = TypeVar("_T")
Reasons = tuple[str, ...]
_Subject = tuple[Node, Line, Line | None]
"""A node, the line of its best move, and that of the next best one."""
Work = Callable[[Callable[[], Reasons], Callable[[Reasons], None]], None]
"""Calls the first function, on any thread, and on this one the second with what it returns."""


def _at_once(run: Callable[[], Reasons], receive: Callable[[Reasons], None]) -> None:
    receive(run())


class Hints:
    """The hint at one node at a time, as far as it was asked for; all values are `Findings`'.

    The words of a node are made once for each line that they are about.  Those that say why, which
    may take a while, are made by *work*.
    """

    def __init__(self, findings: Findings, work: Work = _at_once) -> None:
        self._findings = findings
        self._work = work
        self.step: HintStep | None = None
        """How much is shown; None for nothing."""
        self.explained: Node | None = None
        """The node at which it was looked for what the best moves lead to."""
        self._clue: tuple[object, Clue] = (None, NO_CLUE)
        self._pending: _Subject | None = None
        """What reasons are being made about."""
        self._why: tuple[_Subject | None, Reasons] = (None, ())
        self._line: tuple[object, str] = (None, "")

    def advance(self, least: HintStep = HintStep.WHERE) -> None:
        """Show one step more, and at *least* that one."""
        following = HintStep.WHERE if self.step is None else self.step + 1
        self.step = HintStep(min(HintStep.WHY, max(following, least)))

    def hint(self, game: Game, node: Node, position: Position) -> Hint | None:
        """Return the best move at *node*, of *position*, by all that is known; None if not shown.

        The position is left as it was.
        """
        lines = self._findings.lines(node, 2) if self.step is not None else ()
        if not lines or self.step is None:
            return None
        best = lines[0]
        text = position.format_move(best.move)
        if self.step is HintStep.WHERE:
            clue = self._clue_of(game, node, position, best.move)
            return Hint(best.move, text, best.value, self.step, clue)
        rival = lines[1] if len(lines) > 1 else None
        why = None
        if self.step is HintStep.WHY:
            why = self._why_of(game, node, position, best, rival)
        if why is None:
            return Hint(best.move, text, best.value, HintStep.MOVE)
        return Hint(
            *(best.move, text, best.value, self.step),
            why=why,
            line=self._line_of(node, position, best.moves),
        )

    def _clue_of(self, game: Game, node: Node, position: Position, move: int) -> Clue:
        about = (node, move, self._findings.is_proven(node))
        if self._clue[0] != about:
            values = self._findings.values(node)
            self._clue = (about, _guarded(lambda: clue_of(game, position, move, values), NO_CLUE))
        return self._clue[1]

    def _why_of(
        self, game: Game, node: Node, position: Position, best: Line, rival: Line | None
    ) -> Reasons | None:
        """Return why the move of *best* is the best; None until that has been found out.

        Reasons that were made for an older line of the same move are returned until those for
        *best* are ready.
        """
        about = (node, best, rival)
        if self._pending is None and self._why[0] != about:
            self._pending = about
            here, nothing = position.copy(), Reasons()
            self._work(
                lambda: _guarded(lambda: why_best(game, here, best, rival), nothing),
                partial(self._receive, about),
            )
        known = self._why[0]
        is_known = known is not None and known[0] is node and known[1].move == best.move
        return self._why[1] if is_known else None

    def _receive(self, about: _Subject, found: Reasons) -> None:
        if about is self._pending:
            self._pending = None
            self._why = (about, found)

    def forget(self) -> None:
        """Show no hint, and ignore reasons that are being made."""
        self.step = None
        self._pending = None

    def _line_of(self, node: Node, position: Position, moves: tuple[int, ...]) -> str:
        about = (node, moves)
        if self._line[0] != about:
            words = words_text(line_words(node, position, moves[:MAX_LINE]))
            more = " …" if len(moves) > MAX_LINE else ""
            self._line = (about, words + more if len(moves) > 1 else "")
        return self._line[1]

    def can_explain(self, node: Node, position: Position) -> bool:
        """Return whether the last step can be shown at *node*, of *position*, without a search.

        That is so where it is known what the two best moves lead to, or it was looked for.
        """
        if self.explained is node:
            return True
        lines = self._findings.lines(node, 2)
        most = min(2, len(position.legal_moves()))
        return len(lines) == most and all(len(line.moves) > 1 for line in lines)


def _guarded(made: Callable[[], _T], otherwise: _T) -> _T:
    try:
        return made()
    except Exception:  # games from outside may raise anything
        return otherwise
