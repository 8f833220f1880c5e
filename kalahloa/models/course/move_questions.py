"""Questions about moves: which one, in which order, and numbers of positions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from kalahloa.models.course.pruning import leaves_in_order
from kalahloa.models.course.question import (
    NONE,
    AnswerKind,
    AnswerVerdict,
    CourseQuestion,
    read_choices,
    read_written_value,
)
from kalahloa.models.course.trial_search import short_estimate
from kalahloa.models.search.lecture.scale import lecture_text
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP


@dataclass(frozen=True, kw_only=True)
class OrderQuestion(CourseQuestion):
    """In which order the first moves let alpha-beta visit the fewest leaves.

    `fewest` is how many leaves the best order takes that begins with each move.
    """

    form: ClassVar[AnswerKind] = AnswerKind.ORDER
    fewest: tuple[int, ...]

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`."""
        tree = self.tree
        assert tree is not None
        order = read_choices(self.choices, words)
        if len(order) < len(self.choices):
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "Put all %n move(s) in an order.").counted(
                    len(self.choices)
                )
            )
        leaves, fewest = leaves_in_order(tree, order), min(self.fewest)
        if leaves == fewest:
            text = QT_TRANSLATE_NOOP(
                "Models", "Right: it visits only {leaves} of {all} leaves; no order needs fewer."
            )
            return AnswerVerdict(True, text.format(leaves=leaves, all=len(tree.leaves)))
        first = tree[tree.root.children[order[0]]]
        best = max(
            (
                tree[child]
                for child, least in zip(tree.root.children, self.fewest, strict=True)
                if least == fewest
            ),
            key=tree.to_parent,
        )
        least = self.fewest[order[0]]
        if least == fewest:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Your order visits {leaves} leaves; {fewest} are enough. {first} can come "
                "first; which of the others should follow?",
            )
        elif tree.to_parent(first) < tree.to_parent(best):
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Your order visits {leaves} leaves; {fewest} are enough. {first} is worth only "
                "{value}: start with {best}, worth {more}, for a higher bound on the others.",
            )
        else:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Your order visits {leaves} leaves; {fewest} are enough. No order starting with "
                "{first} visits fewer than {least}; start with {best}.",
            )
        return AnswerVerdict(
            False,
            text.format(
                leaves=leaves,
                fewest=fewest,
                least=least,
                first=first.text,
                value=short_estimate(tree.to_parent(first)),
                best=best.text,
                more=short_estimate(tree.to_parent(best)),
            ),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`; several orders may be as good."""
        tree = self.tree
        assert tree is not None
        orders = permutations(range(len(self.choices)))
        best = min(orders, key=lambda order: leaves_in_order(tree, order))
        return tuple(self.choices[number].text for number in best)


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move with two values for the side that makes it: of a shallow and of a deep search.

    `reply` is what follows in the deep one, in notation.
    """

    shallow: float
    deep: float
    reply: str


@dataclass(frozen=True, kw_only=True)
class HorizonQuestion(CourseQuestion):
    """Which move a shallow search misjudges most; `judged` are the moves in their order."""

    form: ClassVar[AnswerKind] = AnswerKind.MOVE
    judged: tuple[JudgedMove, ...]
    shallow: int
    deep: int

    @property
    def answer(self) -> int:
        """The number of the move."""
        drops = [abs(one.shallow - one.deep) for one in self.judged]
        return drops.index(max(drops))

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`."""
        chosen = _only(read_choices(self.choices, words))
        one = self.judged[chosen]
        if chosen == self.answer:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Right: depth {shallow} gives {move} {near}, depth {deep} {far}, because "
                "{reply} follows.",
            )
        elif one.shallow == one.deep:
            text = QT_TRANSLATE_NOOP(
                "Models", "Both depths give {move} {near}: there is no misjudgement."
            )
        else:
            text = QT_TRANSLATE_NOOP(
                "Models",
                "Depth {shallow} gives {move} {near}, depth {deep} {far}; it misjudges another "
                "move by more.",
            )
        return AnswerVerdict(
            chosen == self.answer,
            text.format(
                move=self.choices[chosen].text,
                shallow=self.shallow,
                deep=self.deep,
                near=lecture_text(one.shallow),
                far=lecture_text(one.deep),
                reply=one.reply,
            ),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        return (self.choices[self.answer].text,)


@dataclass(frozen=True, slots=True)
class Exact:
    """A move with its exact value for the side that makes it, and the line that follows."""

    value: float
    line: str


@dataclass(frozen=True, kw_only=True)
class BestMoveQuestion(CourseQuestion):
    """Which move is best, by proven values; `exact` are the moves in their order."""

    form: ClassVar[AnswerKind] = AnswerKind.MOVE
    exact: tuple[Exact, ...]

    @property
    def answer(self) -> int:
        """The number of the move."""
        values = [one.value for one in self.exact]
        return values.index(max(values))

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`."""
        chosen = _only(read_choices(self.choices, words))
        one = self.exact[chosen]
        right = chosen == self.answer
        if right:
            text = QT_TRANSLATE_NOOP("Models", "Right: {move} {value}.")
        elif one.line:
            text = QT_TRANSLATE_NOOP(
                "Models", "{move} {value}: {line} follows. There is a better move."
            )
        else:
            text = QT_TRANSLATE_NOOP("Models", "{move} {value}. There is a better move.")
        return AnswerVerdict(
            right,
            text.format(move=self.choices[chosen].text, value=_told(one.value), line=one.line),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        return (self.choices[self.answer].text,)


def _told(value: float) -> str:
    if value == 0:
        return QT_TRANSLATE_NOOP("Models", "draws")
    return lecture_text(value, True)


@dataclass(frozen=True, kw_only=True)
class QuietQuestion(CourseQuestion):
    """Which moves are not quiet; `before` is the estimate now, `after` that after each move."""

    form: ClassVar[AnswerKind] = AnswerKind.MOVES
    before: float
    after: tuple[float, ...]
    noise: float

    @property
    def answer(self) -> frozenset[int]:
        """The numbers of the moves."""
        return frozenset(
            number
            for number, value in enumerate(self.after)
            if abs(value - self.before) >= self.noise
        )

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`."""
        chosen = frozenset(read_choices(self.choices, words))
        wrong = sorted(chosen ^ self.answer)
        if not wrong:
            text = QT_TRANSLATE_NOOP("Models", "Right: %n move(s) (is|are) not quiet.")
            return AnswerVerdict(True, text.counted(len(self.answer)))
        number = wrong[0]
        text = (
            QT_TRANSLATE_NOOP(
                "Models",
                "{move} is quiet: it changes the estimate only from {before} to {after}.",
            )
            if number in chosen
            else QT_TRANSLATE_NOOP(
                "Models", "{move} is not quiet: it changes the estimate from {before} to {after}."
            )
        )
        return AnswerVerdict(
            False,
            text.format(
                move=self.choices[number].text,
                before=short_estimate(self.before),
                after=short_estimate(self.after[number]),
            ),
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        return tuple(self.choices[number].text for number in sorted(self.answer)) or (NONE,)


@dataclass(frozen=True, kw_only=True)
class NumberQuestion(CourseQuestion):
    """A number that can be counted or worked out; `why` says what it is made of, `hint` how.

    `slips` are numbers that one comes to by a usual mistake, and what is said about them.
    """

    form: ClassVar[AnswerKind] = AnswerKind.NUMBER
    answer: float
    why: str
    hint: str
    slips: Mapping[float, str]

    def check(self, words: Sequence[str]) -> AnswerVerdict:
        """See `CourseQuestion.check`."""
        given = [part for word in words for part in word.split()]
        if len(given) != 1:
            raise BadCommand(QT_TRANSLATE_NOOP("Models", "Type one number."))
        value = read_written_value(given[0])
        if value == self.answer:
            right = QT_TRANSLATE_NOOP("Models", "Right. {why}")
            return AnswerVerdict(True, right.format(why=self.why))
        slip = self.slips.get(value)
        if slip is not None:
            return AnswerVerdict(False, slip)
        text = (
            QT_TRANSLATE_NOOP("Models", "{number} is too large. {hint}")
            if value > self.answer
            else QT_TRANSLATE_NOOP("Models", "{number} is too small. {hint}")
        )
        return AnswerVerdict(
            False, text.format(number=short_estimate(value).lstrip("+"), hint=self.hint)
        )

    def solution(self) -> tuple[str, ...]:
        """See `CourseQuestion.solution`."""
        return (f"{self.answer:g}",)


def _only(chosen: tuple[int, ...]) -> int:
    if len(chosen) != 1:
        raise BadCommand(QT_TRANSLATE_NOOP("Models", "Choose one move."))
    return chosen[0]
