"""The proof of a start as an AND/OR graph over the first turns, whose leaves are tasks.

A node asks whether the margin of a position at the beginning of a turn is at least a number.  It is
if one of the turns leads to a position for which the other side's question has the answer no.  The
graph grows best-first by proof numbers (Allis, "Searching for solutions in games and artificial
intelligence", 1994): a node that is not expanded yet begins with numbers by the engine's estimate
of its margin and by the turns that are left to the cut, which say how much work either answer is
likely to take.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import exp, inf
from random import Random
from typing import NamedTuple

from kalahloa.models.games.kalah.job.task import Bounds, MarginTask, rounded_up, stones_in
from kalahloa.models.games.kalah.job.turns import Estimate, Turns

STEEPNESS = 3.0
"""The error of an estimate, in stones, at which a wrong answer becomes e times less likely."""
MAX_DOUBT = 14.0
BUSY = 1e30
"""The work of a task that a worker has; not infinite, since it will be answered."""


class Numbers(NamedTuple):
    """The work that is likely to answer a question with yes, and that to answer it with no."""

    yes: float
    no: float


Ask = Callable[[MarginTask], Numbers]


class Drawn(NamedTuple):
    """A task drawn at random, the answer expected, and how many tasks it stands for."""

    task: MarginTask
    is_yes: bool
    weight: int


YES = Numbers(0.0, inf)
NO = Numbers(inf, 0.0)


class ProofTree:
    """The graph below the position with *start*, cut into tasks after *turns* turns.

    *bounds* are the proven bounds of margins by key; positions in *cut* are followed for one turn
    more.
    """

    def __init__(
        self,
        turns: Turns,
        estimate: Estimate,
        start: bytes,
        depth: int,
        bounds: Mapping[bytes, Bounds],
        cut: Iterable[bytes] = (),
    ) -> None:
        self.start = start
        self._turns = turns
        self._estimate = estimate
        self._depth = depth
        self._proven = dict(bounds)
        self._cut = set(cut)
        self._levels = {start: 0}
        self._expanded: set[bytes] = set()
        self._busy: frozenset[bytes] = frozenset()
        # What follows from that, brought up to date where something changes.
        self._known: dict[bytes, Bounds] = {}
        self._before: dict[bytes, set[bytes]] = {}
        self._numbers: dict[MarginTask, Numbers] = {}
        self._asking: dict[MarginTask, set[MarginTask]] = {}
        self._asked_of: dict[bytes, set[MarginTask]] = {}
        self._stale: set[MarginTask] = set()

    # -- bounds ------------------------------------------------------------------------------------

    def prove(self, key: bytes, found: Bounds) -> None:
        """Take in that the margin of the position with *key* lies within *found*."""
        low, high = self._proven.get(key, found)
        self._proven[key] = (max(low, found[0]), min(high, found[1]))
        self._refresh(key)

    def cut(self, key: bytes) -> None:
        """Follow the position with *key* for one turn instead of making a task of it."""
        self._cut.add(key)
        self._refresh(key)

    def bounds(self, key: bytes | None = None) -> Bounds:
        """Return the bounds of the position with *key* (by default the start) by all answers."""
        return self._bounds(self.start if key is None else key)

    def _bounds(self, key: bytes) -> Bounds:
        if key in self._known:
            return self._known[key]
        stones = stones_in(key)
        low, high = self._proven.get(key, (-stones, stones))
        if key in self._expanded and low < high:
            ends = self._turns.ends(key)
            least = most = -stones if ends.finished is None else ends.finished
            for child, won in ends.after:
                child_low, child_high = self._bounds(child)
                least = max(least, won - child_high)
                most = max(most, won - child_low)
            low, high = max(low, least), min(high, most)
        self._known[key] = (low, high)
        return low, high

    def _refresh(self, key: bytes) -> None:
        """Bring what follows from *key* up to date: its bounds, and those of positions before."""
        self._stale |= self._asked_of.get(key, set())
        changed = [key]
        while changed:
            one = changed.pop()
            before = self._known.pop(one, None)
            if self._bounds(one) != before:
                self._stale |= self._asked_of.get(one, set())
                changed += self._before.get(one, ())

    def _answer(self, task: MarginTask) -> Numbers | None:
        low, high = self._bounds(task.key)
        if low >= task.at_least:
            return YES
        return NO if high < task.at_least else None

    # -- the graph ---------------------------------------------------------------------------------

    def _is_leaf(self, key: bytes) -> bool:
        return self._levels[key] >= self._depth and key not in self._cut

    def _expand(self, key: bytes) -> None:
        if key in self._expanded:
            return
        self._expanded.add(key)
        level = self._levels[key] + 1
        for child, _ in self._turns.ends(key).after:
            if level < self._levels.get(child, level + 1):
                self._levels[child] = level
                self._stale |= self._asked_of.get(child, set())
            self._before.setdefault(child, set()).add(key)
        self._refresh(key)

    def _questions(self, task: MarginTask) -> Iterator[MarginTask]:
        """Yield what is asked of the positions after the turn; one no is a yes here."""
        for child, won in self._turns.ends(task.key).after:
            yield MarginTask(child, won - task.at_least + 2)

    # -- numbers -----------------------------------------------------------------------------------

    def _by_estimate(self, task: MarginTask) -> Numbers:
        """Return what the estimate says: the less likely an answer, the more work it takes.

        The tasks below are counted as if each position had as many turns that matter as pits.
        """
        doubt = (task.at_least - 1 - self._estimate(task.key)) / STEEPNESS
        doubt = max(-MAX_DOUBT, min(MAX_DOUBT, doubt))
        left = max(0, self._depth - self._levels.get(task.key, self._depth))
        width = len(task.key) // 2
        return Numbers(
            (1 + exp(doubt)) * width ** (left // 2), (1 + exp(-doubt)) * width ** (-(-left // 2))
        )

    def is_expected(self, task: MarginTask) -> bool:
        """Return whether *task* is answered with yes by what is known, or else by the estimate."""
        found = self._answer(task)
        return self._estimate(task.key) >= task.at_least - 1 if found is None else found == YES

    def _computed(
        self, task: MarginTask, ask: Ask, busy: Callable[[MarginTask], Numbers]
    ) -> Numbers:
        """Return the numbers of *task*: those of the questions after it come from *ask*.

        Those of a task that a worker has come from *busy*.
        """
        found = self._answer(task)
        if found is not None:
            return found
        if task.key in self._expanded and not self._is_leaf(task.key):
            yes, no = inf, 0.0
            for one in self._questions(task):
                theirs = ask(one)
                yes = min(yes, theirs.no)
                no += theirs.yes
            return Numbers(yes, no)
        return busy(task) if task.key in self._busy else self._by_estimate(task)

    def _if_expected(self, task: MarginTask) -> Numbers:
        return YES if self.is_expected(task) else NO

    def _current(self, task: MarginTask) -> Numbers:
        """Return the numbers of *task*, those that workers have taken to come out as expected."""
        if task not in self._numbers:
            self._asked_of.setdefault(task.key, set()).add(task)
            self._numbers[task] = self._recomputed(task)
        return self._numbers[task]

    def _recomputed(self, task: MarginTask) -> Numbers:
        def ask(one: MarginTask) -> Numbers:
            self._asking.setdefault(one, set()).add(task)
            return self._current(one)

        return self._computed(task, ask, self._if_expected)

    def _bring_up_to_date(self) -> None:
        while self._stale:
            task = self._stale.pop()
            found = self._recomputed(task)
            if found != self._numbers[task]:
                self._numbers[task] = found
                self._stale |= self._asking.get(task, set())

    # -- the next task ----------------------------------------------------------------------------

    def question(self, at_least: int) -> MarginTask:
        """Return the question whether the start's margin is at least *at_least*."""
        return MarginTask(self.start, rounded_up(at_least, stones_in(self.start)))

    def next_task(
        self, question: MarginTask, busy: frozenset[bytes] = frozenset()
    ) -> MarginTask | None:
        """Return the task to prove next in order to answer *question* about the start.

        Workers have those with the keys in *busy*.  Returns None if the question is answered, or
        if there is nothing to do but to wait for them.
        """
        for key in busy ^ self._busy:
            self._stale |= self._asked_of.get(key, set())
        self._busy = busy

        def expected(task: MarginTask) -> Numbers:
            self._bring_up_to_date()
            return self._current(task)

        # First what is needed if the busy tasks are answered as expected, then what may be.
        found = self._search(question, lambda: expected)
        if found is None and busy and self._answer(question) is None:
            found = self._search(question, self._with_busy_out_of_reach)
        return found

    def _with_busy_out_of_reach(self) -> Ask:
        known: dict[MarginTask, Numbers] = {}

        def ask(task: MarginTask) -> Numbers:
            if task not in known:
                known[task] = self._computed(task, ask, lambda _: Numbers(BUSY, BUSY))
            return known[task]

        return ask

    def _search(self, question: MarginTask, numbers: Callable[[], Ask]) -> MarginTask | None:
        """Expand positions until the most proving one is a task, and return that.

        *numbers* is called after each change.
        """
        while True:
            ask = numbers()
            yes, no = ask(question)
            if 0.0 in (yes, no) or min(yes, no) >= BUSY:
                return None
            task = self._most_proving(question, ask)
            if self._is_leaf(task.key):
                return task
            self._expand(task.key)

    def _most_proving(self, task: MarginTask, ask: Ask) -> MarginTask:
        """Return the node not expanded yet, or the leaf, whose answer furthers *task* most.

        On each turn the side to move goes where it is quickest to show that it reaches its number.
        """
        while task.key in self._expanded and not self._is_leaf(task.key):
            asked = [
                (min(numbers) >= BUSY, numbers.no, one)
                for one in self._questions(task)
                if 0.0 not in (numbers := ask(one))
            ]
            task = min(asked, key=lambda entry: entry[:2])[2]
        return task

    # -- what is left ------------------------------------------------------------------------------

    def expected_tasks(self, question: MarginTask) -> list[MarginTask]:
        """Return the tasks that answer *question* if all answers are as expected."""
        return list(self.expected_answers(question))

    def expected_answers(self, question: MarginTask) -> dict[MarginTask, bool]:
        """Return the tasks of `expected_tasks` with the answers expected, True for yes.

        Where one turn is enough, it is the best by the estimates.
        """
        found: dict[MarginTask, bool] = {}
        self._collect(question, self.is_expected_below(question), found, set())
        return found

    def descend(self, task: MarginTask, yes: bool, turns: int, random: Random) -> Drawn:
        """Return a task *turns* turns below *task*, which is expected to be answered with *yes*.

        Where all turns must be answered, one is drawn by *random*.  The task returned stands for
        as many as the product of the numbers of turns that it was drawn from (Knuth, "Estimating
        the efficiency of backtrack programs", 1975), or for none if an answer is met that needs no
        search.
        """
        weight = 1
        for _ in range(turns):
            ends = self._turns.ends(task.key)
            stones = stones_in(task.key)
            asked = list(self._questions(task))
            is_finished = ends.finished is not None and ends.finished >= task.at_least
            if is_finished or not asked or not -stones < task.at_least <= stones:
                return Drawn(task, yes, 0)
            if yes:
                task = self._best(asked)
            else:
                weight *= len(asked)
                task = random.choice(asked)
            yes = not yes
        return Drawn(task, yes, weight)

    def _best(self, asked: list[MarginTask]) -> MarginTask:
        """Return the one of the other side's questions that is the likeliest to be answered no."""
        # The estimate is of the other side's margin: the lower, the better the turn.
        return min(asked, key=lambda one: self._estimate(one.key) - one.at_least)

    def is_expected_below(self, task: MarginTask) -> bool:
        """Return whether *task* is answered with yes by its turns, one turn deep."""
        if self._answer(task) is not None or self._is_leaf(task.key):
            return self.is_expected(task)
        self._expand(task.key)
        finished = self._turns.ends(task.key).finished
        if finished is not None and finished >= task.at_least:
            return True
        return any(not self.is_expected(one) for one in self._questions(task))

    def _collect(
        self, task: MarginTask, yes: bool, found: dict[MarginTask, bool], seen: set[MarginTask]
    ) -> None:
        if task in seen or self._answer(task) is not None:
            return
        seen.add(task)
        if self._is_leaf(task.key):
            found[task] = yes
            return
        self._expand(task.key)
        if self._answer(task) is not None:
            return
        asked = list(self._questions(task))
        if yes:
            asked = [self._best(asked)]
        for one in asked:
            self._collect(one, not yes, found, seen)

    def open_pieces(self, most: int) -> int | None:
        """Return how many positions at the cut have no exact margin yet, whatever is asked.

        It is None if more than *most* positions would have to be looked at.
        """
        level = {self.start}
        seen = set(level)
        leaves = number = 0
        while level:
            after: set[bytes] = set()
            for key in level:
                low, high = self._bounds(key)
                if low == high:
                    continue
                if number >= self._depth and key not in self._cut:
                    leaves += 1
                else:
                    after.update(child for child, _ in self._turns.ends(key).after)
                    if len(seen) + len(after) > most:
                        return None
            level = after - seen
            seen |= level
            number += 1
        return leaves
