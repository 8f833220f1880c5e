"""A student who answers the exercises by working them out, with the rules of the game only.

Nothing here asks a searcher or the checker: positions are moved about, and heuristics evaluated.
"""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import inf

from kalahloa.models.course.exercise import CourseExercise
from kalahloa.models.course.question import AnswerKind, CourseQuestion
from kalahloa.models.game.position import Position
from tests.models.random_play import lecture_order

Path = tuple[int, ...]


class Student:
    """Solves a question of *exercise*."""

    def __init__(self, exercise: CourseExercise) -> None:
        self.exercise = exercise
        self.replies: dict[str, int] = {}
        self.evaluate = exercise.ground.game.heuristic(exercise.ground.heuristic)

    def solve(self, question: CourseQuestion) -> list[str]:
        """Return the answer as words."""
        kind = self.exercise.kind
        if kind == "number":
            kind = self.exercise.what
        ways: dict[str, Callable[[CourseQuestion], list[str]]] = {
            "values": self._values,
            "cuts": self._cuts,
            "table": self._table,
            "order": self._order,
            "line": self._line,
            "horizon": self._horizon,
            "best-move": self._best,
            "quiet": self._quiet,
            "leaves": self._leaves,
            "passes": self._passes,
            "quiescence": self._quiescence,
        }
        return ways[kind](question)

    # -- playing against a search --------------------------------------------------------------

    def winning_lines(self, position: Position, own: Path = ()) -> list[Path]:
        """Return with which moves the first side beats a search of the exercise's depth."""
        outcome = position.outcome()
        if outcome is not None:
            return [own] if outcome.score > 0 else []
        found = []
        moves = position.legal_moves()
        if position.side == 1:
            key = position.position_string()
            if key not in self.replies:
                worth = [self.value_of(position, move, self.exercise.depth) for move in moves]
                self.replies[key] = moves[worth.index(max(worth))]
            moves = [self.replies[key]]
        for move in moves:
            after = position.copy()
            after.make(move)
            found += self.winning_lines(after, own if position.side == 1 else (*own, move))
        return found

    def _line(self, question: CourseQuestion) -> list[str]:
        return [str(move) for move in self.winning_lines(question.position)[0]]

    # -- plain minimax -------------------------------------------------------------------------

    def leaf(self, position: Position, depth: int, ply: int) -> float | None:
        """Return the value of a leaf for its side to move; None if it is no leaf."""
        outcome = position.outcome()
        if outcome is not None:
            score = outcome.score if position.side == 0 else -outcome.score
            if score == 0:
                return 0.0
            return 100.0 * score - (0.01 * ply if score > 0 else -0.01 * ply)
        return self.evaluate(position) if depth == 0 else None

    def value(self, position: Position, depth: int, ply: int = 0) -> float:
        """Return the minimax value for the side to move."""
        known = self.leaf(position, depth, ply)
        if known is not None:
            return known
        return max(self.value_of(position, move, depth, ply) for move in position.legal_moves())

    def value_of(self, position: Position, move: int, depth: int, ply: int = 0) -> float:
        """Return what *move* is worth to the side that makes it."""
        after = position.copy()
        after.make(move)
        if after.side == position.side:
            return self.value(after, depth, ply + 1)
        return -self.value(after, depth - 1, ply + 1)

    def paths(self, position: Position, depth: int, path: Path = ()) -> list[Path]:
        """Return the moves to every node of the whole tree, in the order of the search."""
        if self.leaf(position, depth, 0) is not None:
            return [path]
        found = [path]
        for move in lecture_order(position):
            after = position.copy()
            after.make(move)
            left = depth - (after.side != position.side)
            found += self.paths(after, left, (*path, move))
        return found

    def count_leaves(self, position: Position, depth: int) -> int:
        nodes = self.paths(position, depth)
        inner = {path[:-1] for path in nodes if path}
        return sum(path not in inner for path in nodes)

    # -- alpha-beta, written with MAX and MIN --------------------------------------------------

    def visited(
        self, position: Position, depth: int, first: Sequence[int] | None = None
    ) -> tuple[set[Path], int]:
        """Return the nodes that alpha-beta visits, and how many of them are leaves.

        *first* is the order of the root's moves.
        """
        seen: set[Path] = set()
        leaves = 0
        top = position.side

        def search(at: Position, left: int, path: Path, low: float, high: float) -> float:
            nonlocal leaves
            seen.add(path)
            known = self.leaf(at, left, len(path))
            if known is not None:
                leaves += 1
                return known if at.side == top else -known
            moves = list(first) if first is not None and not path else lecture_order(at)
            best = -inf if at.side == top else inf
            for move in moves:
                after = at.copy()
                after.make(move)
                value = search(after, left - (after.side != at.side), (*path, move), low, high)
                if at.side == top:
                    best = max(best, value)
                    low = max(low, best)
                else:
                    best = min(best, value)
                    high = min(high, best)
                if low >= high:
                    break
            return best

        search(position, depth, (), -inf, inf)
        return seen, leaves

    # -- trees ---------------------------------------------------------------------------------

    def _values(self, question: CourseQuestion) -> list[str]:
        tree, depth = question.tree, self.exercise.depth
        assert tree is not None
        words = []
        for index in question.asked:
            at, left = question.position.copy(), depth
            for move in tree.moves(index):
                side = at.side
                at.make(move)
                left -= at.side != side
            value = self.value(at, left, len(tree.moves(index)))
            if self.exercise.searcher != "negamax" and at.side != question.position.side:
                value = -value
            words.append(f"{tree[index].name}={value:g}")
        return words

    def _cuts(self, question: CourseQuestion) -> list[str]:
        tree = question.tree
        assert tree is not None
        seen, _ = self.visited(question.position, self.exercise.depth)
        return [node.name for node in tree if tree.moves(node.index) not in seen]

    def _table(self, question: CourseQuestion) -> list[str]:
        """Find leaves at which the game goes on, with depth left, as at an earlier inner node."""
        tree = question.tree
        assert tree is not None
        names, before = [], set()
        for node in tree:
            at, left = question.position.copy(), self.exercise.depth
            for move in tree.moves(node.index):
                side = at.side
                at.make(move)
                left -= at.side != side
            key = at.position_string(), left
            if node.children:
                before.add(key)
            elif left and at.outcome() is None:
                assert key in before
                names.append(node.name)
        return names

    # -- moves ---------------------------------------------------------------------------------

    def _texts(self, question: CourseQuestion) -> dict[int, str]:
        position = question.position
        texts = {move: position.format_move(move) for move in position.legal_moves()}
        assert sorted(texts.values()) == sorted(choice.text for choice in question.choices)
        return texts

    def _order(self, question: CourseQuestion) -> list[str]:
        texts, depth = self._texts(question), self.exercise.depth
        best = min(
            permutations(texts), key=lambda order: self.visited(question.position, depth, order)[1]
        )
        return [texts[move] for move in best]

    def _horizon(self, question: CourseQuestion) -> list[str]:
        texts, position = self._texts(question), question.position

        def drop(move: int) -> float:
            shallow = self.value_of(position, move, self.exercise.depth)
            return abs(shallow - self.value_of(position, move, self.exercise.deep))

        return [texts[max(texts, key=drop)]]

    def _best(self, question: CourseQuestion) -> list[str]:
        texts, position = self._texts(question), question.position
        depth = self.exercise.depth
        return [texts[max(texts, key=lambda move: self.value_of(position, move, depth))]]

    def _static(self, position: Position, side: int) -> float:
        value = self.leaf(position, 0, 0)
        assert value is not None
        return value if position.side == side else -value

    def _is_noisy(self, position: Position, move: int) -> bool:
        after = position.copy()
        after.make(move)
        before = self.evaluate(position)
        return abs(self._static(after, position.side) - before) >= self.exercise.noise

    def _quiet(self, question: CourseQuestion) -> list[str]:
        texts, position = self._texts(question), question.position
        return [text for move, text in texts.items() if self._is_noisy(position, move)]

    # -- numbers -------------------------------------------------------------------------------

    def _leaves(self, question: CourseQuestion) -> list[str]:
        return [str(self.count_leaves(question.position, self.exercise.depth))]

    def _passes(self, question: CourseQuestion) -> list[str]:
        depths = range(1, self.exercise.depth + 1)
        *before, last = (len(self.paths(question.position, depth)) for depth in depths)
        return [str(round(100 * sum(before) / last))]

    def settle(self, position: Position, ply: int = 0) -> float:
        """Return the value once all noisy moves are played out."""
        known = self.leaf(position, 1, ply)
        if known is not None:
            return known
        values = [self.evaluate(position)]
        for move in position.legal_moves():
            if self._is_noisy(position, move):
                after = position.copy()
                after.make(move)
                sign = 1 if after.side == position.side else -1
                values.append(sign * self.settle(after, ply + 1))
        return max(values)

    def _quiescence(self, question: CourseQuestion) -> list[str]:
        return [f"{self.settle(question.position):g}"]


def wrong_answers(question: CourseQuestion, right: Sequence[str]) -> list[list[str]]:
    """Return some answers that are not *right*, as a student might give them."""
    if question.form is AnswerKind.NUMBER:
        return [[str(float(right[0]) + step)] for step in (1, -1, 7)]
    if question.form is AnswerKind.VALUES:
        turned = []
        for number in range(len(right)):
            name, _, value = right[number].partition("=")
            words = list(right)
            words[number] = f"{name}={-float(value) or 3:g}"
            turned.append(words)
        return [*turned, list(right[:-1])]
    if question.form is AnswerKind.MOVE:
        return [[choice.text] for choice in question.choices if choice.text not in right]
    if question.form is AnswerKind.LINE:
        return [list(right[:-1]), list(right[:1])]
    if question.form is AnswerKind.ORDER:
        return []  # several orders may be as good: see the test
    if question.form is AnswerKind.MOVES:
        others = [choice.text for choice in question.choices if choice.text not in right]
        return [["none"], [*right, others[0]], list(right[1:]) or [others[0]]]
    assert question.tree is not None
    named = [node.name for node in question.tree if node.name not in right]
    return [["none"], [*right, named[1]], [*right, "A"]]
