"""The wins that are proven on small boards of Lines of Action, behind `KnowledgeSource`.

`LoaKnowledgeSource` is what `Game.knowledge` returns for Lines of Action.  Two kinds of files come
with the program:

* A `.proof` (4 by 4 and 5 by 5 squares) has the answer to every move.  It is checked by the rules
  in force when it is read, which need not be those that it was found under, and all of its
  positions are known: 3,970 of them after half a second.
* A `.job` (6 by 6 squares) has the first moves of a proof, which are 638 or 1,001 positions, known
  after half a second as well.  Below them the proof consists of 546 and 849 searches of up to
  4 million nodes, which take seconds each.  A look-up cannot wait for that: nothing is known there,
  and `kalahloa prove-start` searches again.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import (
    BuildReport,
    BuildStopped,
    Knowledge,
    KnowledgeSource,
    Known,
    ProofSource,
)
from kalahloa.models.game.proof_checker import CheckStopped, WrongProof
from kalahloa.models.games.loa.symmetry import symmetric_positions
from kalahloa.models.search.proof.job.graph import GraphNode
from kalahloa.models.search.proof.job.job_file import read_job, shipped_job
from kalahloa.models.search.proof.job.task import WON, WinStatement
from kalahloa.models.search.proof.proof_file import load_proof
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never
from kalahloa.resources import resource


class LoaKnowledge(Knowledge):
    """The positions of *game* under *rules* that *side* is proven to win, of either side to move.

    *wins* are their position strings, each with its `Known.steps`, which are *whole* or not.
    Turning or mirroring the board changes nothing, so their images are known as well.
    """

    def __init__(
        self, game: Game, rules: Any, side: int, wins: Mapping[str, int], whole: bool
    ) -> None:
        super().__init__(rules)
        self._side = side
        self._whole = whole
        self._count = len(wins)
        # Looking up an image takes 20 times as long as looking up a position.
        self._wins = {
            image: steps
            for text, steps in wins.items()
            for image in symmetric_positions(game.read(text, rules))  # type: ignore[arg-type]
        }

    def look_up(self, position: Any) -> Known | None:
        """Return whether *position* is proven to be won or lost, None if it is not known."""
        steps = self._wins.get(position.position_string())
        if steps is None:
            return None
        value = 1 if position.side == self._side else -1
        return Known(value, ProofSource.PROOF, steps, self._whole)

    @property
    def coverage(self) -> tuple[str, ...]:
        """How many positions are known, as a sentence."""
        sentence = QT_TRANSLATE_NOOP("Models", "The proof has {count} positions.")
        return (sentence.format(count=f"{self._count:,}"),)


class LoaKnowledgeSource(KnowledgeSource):
    """The source of proven wins.

    `book` has what was read before, so that it returns at once; the other methods read the file.
    """

    available = True

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read: dict[Any, Knowledge] = {}

    def book(self, rules: Any) -> Knowledge:
        """Return what is known under *rules* if it was read before, else nothing."""
        return self._read.get(rules) or Knowledge(rules)

    def open(
        self,
        rules: Any,
        max_bytes: int,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
    ) -> Knowledge:
        """Return what `to_play` returns, whatever *max_bytes* is."""
        return self.to_play(rules, stopped)

    def for_position(
        self,
        position: Any,
        *,
        cached: bool = True,
        booked: bool = True,
        report: BuildReport | None = None,
        stopped: Callable[[], bool] = never,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Knowledge:
        """Return what `to_play` returns, or nothing without *booked*."""
        rules = position.rules
        return self.to_play(rules, stopped) if booked else Knowledge(rules)

    def to_play(self, rules: Any, stopped: Callable[[], bool] = never) -> Knowledge:
        """Return what is proven under *rules*; the first call may take half a second."""
        if rules not in self._read:
            self._read[rules] = self._of_proof(rules, stopped) or self._of_job(rules)
        return self._read[rules]

    def _of_proof(self, rules: Any, stopped: Callable[[], bool]) -> Knowledge | None:
        """Return the positions of the file with all answers; None if there is none for *rules*."""
        try:
            path = resource("proofs", f"{self._game.key}-{rules.size}.proof")
            proof = replace(load_proof(path), game=self._game)
            checked = replace(proof, rules=rules).check(stopped=stopped)
        except OSError:
            return None
        except CheckStopped:
            raise BuildStopped from None
        except BadFile as error:
            return _unusable(rules, error)
        except WrongProof as error:
            return _unusable(rules, error) if proof.rules == rules else None
        wins = {}
        for text, answer in checked.answers.items():
            wins[text] = answer.plies
            position = self._game.read(text, rules)
            position.make(answer.move)
            if not position.is_over():
                wins[position.position_string()] = answer.plies - 1
        return LoaKnowledge(self._game, rules, proof.side, wins, whole=True)

    def _of_job(self, rules: Any) -> Knowledge:
        """Return the positions of the file with the first moves of a proof, if there is one."""
        path = shipped_job(self._game, rules)
        if path is None:
            return Knowledge(rules)
        try:
            graph = read_job(path, WinStatement(self._game, rules)).graph()
        except BadFile as error:
            return _unusable(rules, error)
        steps: dict[str, int] = {}
        for node in graph.nodes.values():
            if node.value == WON:
                _count_steps(node, steps)
        return LoaKnowledge(self._game, rules, graph.side, steps, whole=False)


def _count_steps(node: GraphNode, steps: dict[str, int]) -> int:
    """Set the steps of *node*, which is won, and of all that it is won by; return its own.

    They end where a search has proven the win.
    """
    known = steps.get(node.key)
    if known is not None:
        return known
    if node.is_searched:
        count = 0
    elif node.answer is not None:
        count = 1 + _count_steps(node.answer, steps)
    elif node.attacks or node.after is None:  # a move decides at once
        count = 1
    else:
        count = 1 + max(_count_steps(one, steps) for one in node.after)
    steps[node.key] = count
    return count


def _unusable(rules: Any, error: Exception) -> Knowledge:
    sentence = QT_TRANSLATE_NOOP("Models", "The proof cannot be used: {reason}")
    return Knowledge(rules, (sentence.format(reason=error),))
