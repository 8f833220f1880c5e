"""The proof of a start as an AND/OR graph over the first turns, whose leaves are pieces.

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

from kalahloa.models.games.kalah.job.piece import Bounds, MarginPiece, rounded_up, stones_in
from kalahloa.models.games.kalah.job.turns import Estimate, Turns

STEEPNESS = 3.0
"""The error of an estimate, in stones, at which a wrong answer becomes e times less likely."""
MAX_DOUBT = 14.0
BUSY = 1e30
"""The work of a piece that a worker has; not infinite, since it will be answered."""


class Numbers(NamedTuple):
    """The work that is likely to answer a question with yes, and that to answer it with no."""

    yes: float
    no: float


Ask = Callable[[MarginPiece], Numbers]


class Drawn(NamedTuple):
    """A piece drawn at random, the answer expected, and how many pieces it stands for."""

    piece: MarginPiece
    is_yes: bool
    weight: int


YES = Numbers(0.0, inf)
NO = Numbers(inf, 0.0)


class ProofTree:
    """The graph below the position with *start*, cut into pieces after *turns* turns.

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
        self._numbers: dict[MarginPiece, Numbers] = {}
        self._asking: dict[MarginPiece, set[MarginPiece]] = {}
        self._asked_of: dict[bytes, set[MarginPiece]] = {}
        self._stale: set[MarginPiece] = set()

    # -- bounds ------------------------------------------------------------------------------------

    def prove(self, key: bytes, found: Bounds) -> None:
        """Take in that the margin of the position with *key* lies within *found*."""
        low, high = self._proven.get(key, found)
        self._proven[key] = (max(low, found[0]), min(high, found[1]))
        self._refresh(key)

    def cut(self, key: bytes) -> None:
        """Follow the position with *key* for one turn instead of making a piece of it."""
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

    def _answer(self, piece: MarginPiece) -> Numbers | None:
        low, high = self._bounds(piece.key)
        if low >= piece.at_least:
            return YES
        return NO if high < piece.at_least else None

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

    def _questions(self, piece: MarginPiece) -> Iterator[MarginPiece]:
        """Yield what is asked of the positions after the turn; one no is a yes here."""
        for child, won in self._turns.ends(piece.key).after:
            yield MarginPiece(child, won - piece.at_least + 2)

    # -- numbers -----------------------------------------------------------------------------------

    def _by_estimate(self, piece: MarginPiece) -> Numbers:
        """Return what the estimate says: the less likely an answer, the more work it takes.

        The pieces below are counted as if each position had as many turns that matter as pits.
        """
        doubt = (piece.at_least - 1 - self._estimate(piece.key)) / STEEPNESS
        doubt = max(-MAX_DOUBT, min(MAX_DOUBT, doubt))
        left = max(0, self._depth - self._levels.get(piece.key, self._depth))
        width = len(piece.key) // 2
        return Numbers(
            (1 + exp(doubt)) * width ** (left // 2), (1 + exp(-doubt)) * width ** (-(-left // 2))
        )

    def is_expected(self, piece: MarginPiece) -> bool:
        """Return whether *piece* is answered with yes by what is known, or else by the estimate."""
        found = self._answer(piece)
        return self._estimate(piece.key) >= piece.at_least - 1 if found is None else found == YES

    def _computed(
        self, piece: MarginPiece, ask: Ask, busy: Callable[[MarginPiece], Numbers]
    ) -> Numbers:
        """Return the numbers of *piece*: those of the questions after it come from *ask*.

        Those of a piece that a worker has come from *busy*.
        """
        found = self._answer(piece)
        if found is not None:
            return found
        if piece.key in self._expanded and not self._is_leaf(piece.key):
            yes, no = inf, 0.0
            for one in self._questions(piece):
                theirs = ask(one)
                yes = min(yes, theirs.no)
                no += theirs.yes
            return Numbers(yes, no)
        return busy(piece) if piece.key in self._busy else self._by_estimate(piece)

    def _if_expected(self, piece: MarginPiece) -> Numbers:
        return YES if self.is_expected(piece) else NO

    def _current(self, piece: MarginPiece) -> Numbers:
        """Return the numbers of *piece*, those that workers have taken to come out as expected."""
        if piece not in self._numbers:
            self._asked_of.setdefault(piece.key, set()).add(piece)
            self._numbers[piece] = self._recomputed(piece)
        return self._numbers[piece]

    def _recomputed(self, piece: MarginPiece) -> Numbers:
        def ask(one: MarginPiece) -> Numbers:
            self._asking.setdefault(one, set()).add(piece)
            return self._current(one)

        return self._computed(piece, ask, self._if_expected)

    def _bring_up_to_date(self) -> None:
        while self._stale:
            piece = self._stale.pop()
            found = self._recomputed(piece)
            if found != self._numbers[piece]:
                self._numbers[piece] = found
                self._stale |= self._asking.get(piece, set())

    # -- the next piece ----------------------------------------------------------------------------

    def question(self, at_least: int) -> MarginPiece:
        """Return the question whether the start's margin is at least *at_least*."""
        return MarginPiece(self.start, rounded_up(at_least, stones_in(self.start)))

    def next_piece(
        self, question: MarginPiece, busy: frozenset[bytes] = frozenset()
    ) -> MarginPiece | None:
        """Return the piece to prove next in order to answer *question* about the start.

        Workers have those with the keys in *busy*.  Returns None if the question is answered, or
        if there is nothing to do but to wait for them.
        """
        for key in busy ^ self._busy:
            self._stale |= self._asked_of.get(key, set())
        self._busy = busy

        def expected(piece: MarginPiece) -> Numbers:
            self._bring_up_to_date()
            return self._current(piece)

        # First what is needed if the busy pieces are answered as expected, then what may be.
        found = self._search(question, lambda: expected)
        if found is None and busy and self._answer(question) is None:
            found = self._search(question, self._with_busy_out_of_reach)
        return found

    def _with_busy_out_of_reach(self) -> Ask:
        known: dict[MarginPiece, Numbers] = {}

        def ask(piece: MarginPiece) -> Numbers:
            if piece not in known:
                known[piece] = self._computed(piece, ask, lambda _: Numbers(BUSY, BUSY))
            return known[piece]

        return ask

    def _search(self, question: MarginPiece, numbers: Callable[[], Ask]) -> MarginPiece | None:
        """Expand positions until the most proving one is a piece, and return that.

        *numbers* is called after each change.
        """
        while True:
            ask = numbers()
            yes, no = ask(question)
            if 0.0 in (yes, no) or min(yes, no) >= BUSY:
                return None
            piece = self._most_proving(question, ask)
            if self._is_leaf(piece.key):
                return piece
            self._expand(piece.key)

    def _most_proving(self, piece: MarginPiece, ask: Ask) -> MarginPiece:
        """Return the node not expanded yet, or the leaf, whose answer furthers *piece* most.

        On each turn the side to move goes where it is quickest to show that it reaches its number.
        """
        while piece.key in self._expanded and not self._is_leaf(piece.key):
            asked = [
                (min(numbers) >= BUSY, numbers.no, one)
                for one in self._questions(piece)
                if 0.0 not in (numbers := ask(one))
            ]
            piece = min(asked, key=lambda entry: entry[:2])[2]
        return piece

    # -- what is left ------------------------------------------------------------------------------

    def expected_pieces(self, question: MarginPiece) -> list[MarginPiece]:
        """Return the pieces that answer *question* if all answers are as expected."""
        return list(self.expected_answers(question))

    def expected_answers(self, question: MarginPiece) -> dict[MarginPiece, bool]:
        """Return the pieces of `expected_pieces` with the answers expected, True for yes.

        Where one turn is enough, it is the best by the estimates.
        """
        found: dict[MarginPiece, bool] = {}
        self._collect(question, self.is_expected_below(question), found, set())
        return found

    def descend(self, piece: MarginPiece, yes: bool, turns: int, random: Random) -> Drawn:
        """Return a piece *turns* turns below *piece*, which is expected to be answered with *yes*.

        Where all turns must be answered, one is drawn by *random*.  The piece returned stands for
        as many as the product of the numbers of turns that it was drawn from (Knuth, "Estimating
        the efficiency of backtrack programs", 1975), or for none if an answer is met that needs no
        search.
        """
        weight = 1
        for _ in range(turns):
            ends = self._turns.ends(piece.key)
            stones = stones_in(piece.key)
            asked = list(self._questions(piece))
            is_finished = ends.finished is not None and ends.finished >= piece.at_least
            if is_finished or not asked or not -stones < piece.at_least <= stones:
                return Drawn(piece, yes, 0)
            if yes:
                piece = self._best(asked)
            else:
                weight *= len(asked)
                piece = random.choice(asked)
            yes = not yes
        return Drawn(piece, yes, weight)

    def _best(self, asked: list[MarginPiece]) -> MarginPiece:
        """Return the one of the other side's questions that is the likeliest to be answered no."""
        # The estimate is of the other side's margin: the lower, the better the turn.
        return min(asked, key=lambda one: self._estimate(one.key) - one.at_least)

    def is_expected_below(self, piece: MarginPiece) -> bool:
        """Return whether *piece* is answered with yes by its turns, one turn deep."""
        if self._answer(piece) is not None or self._is_leaf(piece.key):
            return self.is_expected(piece)
        self._expand(piece.key)
        finished = self._turns.ends(piece.key).finished
        if finished is not None and finished >= piece.at_least:
            return True
        return any(not self.is_expected(one) for one in self._questions(piece))

    def _collect(
        self, piece: MarginPiece, yes: bool, found: dict[MarginPiece, bool], seen: set[MarginPiece]
    ) -> None:
        if piece in seen or self._answer(piece) is not None:
            return
        seen.add(piece)
        if self._is_leaf(piece.key):
            found[piece] = yes
            return
        self._expand(piece.key)
        if self._answer(piece) is not None:
            return
        asked = list(self._questions(piece))
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
