"""A question of an exercise: what is asked, and what is said about an answer."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import ClassVar, Protocol

from kalahloa.models.course.small_tree import SmallNode, SmallTree
from kalahloa.models.game.position import Position
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.text.quotation import quote
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.models.work.cancellation import never

MAX_WORDS = 64
"""An answer has no more words."""
NONE = "none"
"""The answer that none is meant."""


class AnswerKind(Enum):
    """How a question is answered."""

    VALUES = "values"
    """A value for each node that is asked about: ``A=2 B=-1``, or the values alone, in order."""
    NODES = "nodes"
    """The names of nodes, or ``none``."""
    ORDER = "order"
    """All the moves that are offered, in an order."""
    MOVE = "move"
    """One of the moves that are offered."""
    MOVES = "moves"
    """Some of the moves that are offered, or ``none``."""
    LINE = "line"
    """One's own moves of a line, in their order."""
    NUMBER = "number"
    """A number."""
    HEURISTIC = "heuristic"
    """The name of a heuristic that the user keeps."""


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """Whether an answer is right, and why, or why not."""

    right: bool
    reason: str


class Deferred(Protocol):
    """Something that takes time to find out whether an answer is right."""

    def play(self, stopped: Callable[[], bool] = never) -> AnswerVerdict:
        """Return what is said about the answer; called on a thread, raises `SearchStopped`."""


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move that is offered: its notation, and what is known of it in a few characters."""

    text: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class CourseQuestion(ABC):
    """A question about a position, or about a tree searched from it.

    `text` is the question, about `position`, on which nobody may make moves.  `tree` is the tree
    that is shown, None if only the board is; `hidden` are the indices of its nodes whose values are
    not shown, and `asked` those whose values are asked for.  `choices` are the moves that are
    offered.
    """

    form: ClassVar[AnswerKind]
    """How it is answered."""

    text: str
    position: Position
    tree: SmallTree | None = None
    hidden: frozenset[int] = frozenset()
    asked: tuple[int, ...] = ()
    choices: tuple[MoveChoice, ...] = ()

    @abstractmethod
    def check(self, words: Sequence[str]) -> "AnswerVerdict | Deferred":
        """Return what is said about the answer *words*, or what finds that out in some time.

        Raises `BadCommand` if it is no answer.
        """

    @abstractmethod
    def solution(self) -> tuple[str, ...]:
        """Return a right answer as words that `check` takes; empty where only the user has one."""


def how_to_answer(question: CourseQuestion) -> str:
    """Return how *question* is answered in words that are typed."""
    if question.form is AnswerKind.VALUES:
        assert question.tree is not None
        names = [question.tree[index].name for index in question.asked]
        return QT_TRANSLATE_NOOP("Models", "Type solve and the values: solve {example}").format(
            example=" ".join(f"{name}=0" for name in names)
        )
    if question.form is AnswerKind.NODES:
        return QT_TRANSLATE_NOOP("Models", "Type solve and the names of the nodes, or solve none.")
    if question.form is AnswerKind.NUMBER:
        return QT_TRANSLATE_NOOP("Models", "Type solve and the number.")
    if question.form is AnswerKind.HEURISTIC:
        return QT_TRANSLATE_NOOP("Models", "Type solve and the name of your heuristic.")
    if question.form is AnswerKind.LINE:
        return QT_TRANSLATE_NOOP("Models", "Type solve and your moves in their order.")
    moves = " ".join(choice.text for choice in question.choices)
    if question.form is AnswerKind.ORDER:
        return QT_TRANSLATE_NOOP(
            "Models", "Type solve and the moves {moves} in your order."
        ).format(moves=moves)
    if question.form is AnswerKind.MOVE:
        return QT_TRANSLATE_NOOP("Models", "Type solve and one of the moves {moves}.").format(
            moves=moves
        )
    return QT_TRANSLATE_NOOP(
        "Models", "Type solve and some of the moves {moves}, or solve none."
    ).format(moves=moves)


# -- reading answers -------------------------------------------------------------------------------


def read_written_value(word: str) -> float:
    """Return the number that *word* writes: ``2``, ``+2``, ``−1.5``; raise `BadCommand`."""
    data = word.replace("\N{MINUS SIGN}", "-").replace(",", ".")
    try:
        value = float(data) if len(data) <= 12 and data.isascii() else inf
    except ValueError:
        value = inf
    if abs(value) == inf or value != value:
        raise BadCommand(
            QT_TRANSLATE_NOOP("Models", "'{word}' is not a number.").format(word=quote(word))
        )
    return value


def read_nodes(tree: SmallTree, words: Sequence[str]) -> frozenset[int]:
    """Return the indices of the nodes that *words* name; ``none`` names none.

    Raises `BadCommand` for another word, or for no word.
    """
    given = _words(words)
    if not given:
        raise BadCommand(QT_TRANSLATE_NOOP("Models", "Name at least one node, or answer none."))
    if [word.lower() for word in given] == [NONE]:
        return frozenset()
    found = set()
    for word in given:
        node = tree.named(word)
        if node is None:
            raise BadCommand(
                QT_TRANSLATE_NOOP(
                    "Models", "The tree has no node '{word}'; it has A to {last} and 1 to {count}."
                ).format(
                    word=quote(word),
                    last=tree.inner[-1].name if tree.inner else "A",
                    count=len(tree.leaves),
                )
            )
        found.add(node.index)
    return frozenset(found)


def read_choices(choices: Sequence[MoveChoice], words: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of the choices that *words* name, in their order; none for ``none``.

    Raises `BadCommand` for another word, for no word, or for a move named twice.
    """
    texts = [choice.text for choice in choices]
    given = list(words) if set(words) <= set(texts) else _words(words)
    if not given:
        raise BadCommand(QT_TRANSLATE_NOOP("Models", "Choose a move first."))
    if [word.lower() for word in given] == [NONE]:
        return ()
    found: list[int] = []
    for word in given:
        if word not in texts:
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "'{word}' is not one of the moves {moves}.").format(
                    word=quote(word), moves=" ".join(texts)
                )
            )
        number = texts.index(word)
        if number in found:
            raise BadCommand(
                QT_TRANSLATE_NOOP("Models", "The move {move} is named twice.").format(move=word)
            )
        found.append(number)
    return tuple(found)


def _words(words: Sequence[str]) -> list[str]:
    given = [part for word in words for part in word.replace(";", " ").split() if part]
    if len(given) > MAX_WORDS:
        raise BadCommand(QT_TRANSLATE_NOOP("Models", "Your answer is too long."))
    return given


def role(tree: SmallTree, node: SmallNode) -> str:
    """Return ``MAX`` or ``MIN``."""
    return "MAX" if tree.maximises(node) else "MIN"
