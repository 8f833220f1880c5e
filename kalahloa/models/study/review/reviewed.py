"""The result of a review: immutable values, which can be kept as JSON."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, TypeVar

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.record.annotation import Mark
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.review.kinds import kind_of_sentence
from kalahloa.models.study.review.settings import DEFAULT_SECONDS
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.json_sentence import sentence_from_json, sentence_to_json
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

FORMAT = "kalahloa review"
VERSION = 1
MAX_PLIES = 10_000
"""Maximum number of plies that a review has."""
MAX_LINE = 500
"""Maximum number of moves in a line of a review."""
MAX_MOVE_TEXT = 100
MAX_FACTS = 20
_KINDS = {kind.value: kind for kind in MistakeKind}
"""Known kinds by their names in JSON; a newer version may write others."""
_MAX_INT = 2**31
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """What one ply of a game was worth.

    `number` is that of the node the ply leads to, `move` the ply with its notation `text`, `side`
    who made it.  `value` is the value of the move and `best_value` that of the best move `best`,
    both for the side that makes the move; a move that keeps the value is the best one itself.

    `loss` is what was given away, 0 or more: in the game's unit where margins count, otherwise in
    percentage points of the win probability.  `proven` tells whether both values are exact.

    `line` is the line of best play from the position before the ply, beginning with `best`;
    `refutation` the best play after `move`, beginning with the answer to it, empty if the game was
    over.  Both are in notation.  `facts` say why the move is worse; those of reviews that earlier
    versions have kept have only their sentences.
    `seconds` is the time that the ply was given; 0 if that is not known.
    """

    number: int
    move: int
    text: str
    side: int
    value: Score
    best: int
    best_text: str
    best_value: Score
    loss: float
    proven: bool
    mark: Mark | None = None
    line: tuple[str, ...] = ()
    refutation: tuple[str, ...] = ()
    facts: tuple[MoveFact, ...] = ()
    seconds: float = 0.0

    @property
    def by_margin(self) -> bool:
        """Whether `loss` is in the game's unit, else in percentage points."""
        return self.value.kind is ScoreKind.MARGIN

    @property
    def reasons(self) -> tuple[str, ...]:
        """The sentences of `facts`."""
        return tuple(fact.text for fact in self.facts)

    @property
    def is_of_earlier_version(self) -> bool:
        """Whether nothing but their sentences is known of the facts."""
        return any(not fact.key for fact in self.facts)

    @property
    def kept(self) -> bool:
        """Whether the move kept the value."""
        return self.loss == 0


def is_enough(ply: ReviewedPly, seconds: float) -> bool:
    """Return whether a review that gives each ply *seconds* need not look at *ply* again."""
    is_sure = ply.proven or (ply.seconds or DEFAULT_SECONDS) >= seconds
    return is_sure and not ply.is_of_earlier_version


def fuller(ply: ReviewedPly, known: ReviewedPly | None) -> ReviewedPly:
    """Return what is to be kept of *ply* and of what was *known* before.

    That is what is proven, or else the deeper values, with the longer time of both.
    """
    if known is None or known.move != ply.move:
        return ply
    if known.is_of_earlier_version and ply.proven >= known.proven:
        return ply
    if known.proven:
        return known
    deeper = ply if ply.proven or _depth(ply) >= _depth(known) else known
    return replace(deeper, seconds=max(ply.seconds, known.seconds))


def _depth(ply: ReviewedPly) -> int:
    return max(ply.value.depth, ply.best_value.depth)


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well one side played in the plies that were reviewed.

    `moves` is the number of its plies, `kept` how many of them kept the value, `given` what was
    given away in all (see `ReviewedPly.loss`).  `percent` is the accuracy, 0 to 100, or None
    without moves; `judgement.accuracy_of` has the formulas.
    """

    moves: int = 0
    kept: int = 0
    given: float = 0.0
    percent: float | None = None
    dubious: int = 0
    mistakes: int = 0
    blunders: int = 0


@dataclass(frozen=True, slots=True)
class Review:
    """The review of one line of a record.

    `plies` are those that were reviewed, in the order of the game, of `total`.  `accuracy` is that
    of the first and of the second side.  With `by_margin` losses are in the game's unit, otherwise
    in percentage points of the win probability.  `exact` tells whether all values are proven;
    `seconds` is the time that was spent.
    """

    plies: tuple[ReviewedPly, ...]
    total: int
    accuracy: tuple[Accuracy, Accuracy]
    by_margin: bool
    exact: bool
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether all plies were reviewed."""
        return len(self.plies) == self.total

    def to_json(self) -> dict[str, Any]:
        """Return the review as JSON-compatible values, which `from_json` reads."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "by_margin": self.by_margin,
            "exact": self.exact,
            "seconds": self.seconds,
            "total": self.total,
            "accuracy": [
                [
                    one.moves,
                    one.kept,
                    one.given,
                    one.percent,
                    one.dubious,
                    one.mistakes,
                    one.blunders,
                ]
                for one in self.accuracy
            ],
            "plies": [ply_to_json(ply) for ply in self.plies],
        }

    @classmethod
    def from_json(cls, data: Any) -> "Review":
        """Return the review that *data*, a value as `to_json` returns it, describes.

        Moves are not checked for legality.  Raises `BadFile` if *data* is no valid review.
        """
        try:
            return _review_from_json(data)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise BadFile(
                QT_TRANSLATE_NOOP("Models", "The review is damaged, or not one of this version.")
            ) from error


def _review_from_json(data: Any) -> Review:
    if data["format"] != FORMAT or data["version"] != VERSION:
        raise ValueError("This is no review, or of another version.")
    by_margin = _flag(data["by_margin"])
    total = _whole(data["total"], MAX_PLIES)
    given = _listed(data["plies"], MAX_PLIES)
    plies = tuple(ply_from_json(one, by_margin) for one in given)
    if len(plies) > total:
        raise ValueError("More plies were reviewed than there are.")
    first, second = (_accuracy_from_json(one) for one in _listed(data["accuracy"], 2))
    return Review(
        plies,
        total,
        (first, second),
        by_margin,
        _flag(data["exact"]),
        _real(data["seconds"]),
    )


def _accuracy_from_json(data: Any) -> Accuracy:
    moves, kept, given, percent, *marked = _listed(data, 7)
    dubious, mistakes, blunders = (_whole(count, MAX_PLIES) for count in marked)
    return Accuracy(
        _whole(moves, MAX_PLIES),
        _whole(kept, MAX_PLIES),
        _real(given),
        None if percent is None else _real(percent),
        dubious,
        mistakes,
        blunders,
    )


def ply_to_json(ply: ReviewedPly) -> dict[str, Any]:
    """Return *ply* as JSON-compatible values, which `ply_from_json` reads."""
    data: dict[str, Any] = {
        "number": ply.number,
        "move": ply.move,
        "text": ply.text,
        "side": ply.side,
        "value": _value_to_json(ply.value),
        "best": ply.best,
        "best_text": ply.best_text,
        "best_value": _value_to_json(ply.best_value),
        "loss": ply.loss,
        "proven": ply.proven,
        "line": list(ply.line),
        "refutation": list(ply.refutation),
    }
    if ply.mark is not None:
        data["mark"] = ply.mark.value
    if ply.seconds:
        data["seconds"] = ply.seconds
    if ply.facts:
        data["reasons"] = [sentence_to_json(reason) for reason in ply.reasons]
        data["facts"] = [_fact_to_json(fact) for fact in ply.facts]
    return data


def ply_from_json(data: Any, by_margin: bool) -> ReviewedPly:
    """Return the ply that *data* describes, of a review by margins or by win probability.

    Moves are not checked for legality.  Raises `KeyError`, `TypeError` or `ValueError` if *data*
    is no such thing.
    """
    if not isinstance(data, Mapping):
        raise TypeError("A ply is an object.")
    mark, side = data.get("mark"), _whole(data["side"], 1)
    kind = ScoreKind.MARGIN if by_margin else ScoreKind.WINNER
    return ReviewedPly(
        number=_whole(data["number"], _MAX_INT),
        move=_whole(data["move"], _MAX_INT),
        text=_text(data["text"]),
        side=side,
        value=_value_from_json(data["value"], side, kind),
        best=_whole(data["best"], _MAX_INT),
        best_text=_text(data["best_text"]),
        best_value=_value_from_json(data["best_value"], side, kind),
        loss=_real(data["loss"]),
        proven=_flag(data["proven"]),
        mark=None if mark is None else Mark(mark),
        line=_tuple(_text, data["line"], MAX_LINE),
        refutation=_tuple(_text, data["refutation"], MAX_LINE),
        facts=facts_from_json(data),
        seconds=_real(data.get("seconds", 0.0)),
    )


def _fact_to_json(fact: MoveFact) -> dict[str, Any]:
    """Return what is kept of *fact* besides its sentence."""
    return {
        "key": fact.key,
        "kind": None if fact.kind is None else fact.kind.value,
        "moves": list(fact.moves),
        "amount": fact.amount,
        "proven": fact.proven,
    }


def facts_from_json(data: Mapping[str, Any]) -> tuple[MoveFact, ...]:
    """Return the facts of the ply *data*.

    Earlier versions kept only sentences; their facts have a kind, but no key.  Raises as
    `ply_from_json` does.
    """
    texts = _tuple(sentence_from_json, data.get("reasons", []), MAX_FACTS)
    if "facts" not in data:
        return tuple(MoveFact("", text, kind=kind_of_sentence(text)) for text in texts)
    given = _listed(data["facts"], MAX_FACTS)
    return tuple(_fact_from_json(*pair) for pair in zip(given, texts, strict=True))


def _fact_from_json(data: Any, text: str) -> MoveFact:
    if not isinstance(data, Mapping):
        raise TypeError("A fact is an object.")
    kind = data["kind"]
    return MoveFact(
        key=_text(data["key"]),
        text=text,
        moves=_tuple(lambda move: _whole(move, _MAX_INT), data["moves"], MAX_LINE),
        amount=_real(data["amount"]),
        kind=_KINDS.get(kind) if isinstance(kind, str) else None,
        proven=_flag(data["proven"]),
    )


def _value_to_json(value: Score) -> list[Any]:
    return [value.number, value.proven, value.depth, value.counted_plies]


def _value_from_json(data: Any, side: int, kind: ScoreKind) -> Score:
    number, proven, depth, plies = _listed(data, 4)
    count = None if plies is None else _whole(plies, _MAX_INT) or None
    return Score(
        _real(number, low=-float(_MAX_INT)),
        side,
        kind,
        _flag(proven),
        plies=count if kind is ScoreKind.WINNER else None,
        depth=_whole(depth, _MAX_INT),
    )


# -- what may stand in JSON --------------------------------------------------------------------


def _whole(value: Any, high: int) -> int:
    """Return *value*, an int from 0 to *high*; raise `TypeError` or `ValueError`."""
    if type(value) is not int:  # rejects bool, too
        raise TypeError("A whole number is expected.")
    if not 0 <= value <= high:
        raise ValueError("A number is out of range.")
    return value


def _real(value: Any, low: float = 0.0) -> float:
    if type(value) not in (int, float):
        raise TypeError("A number is expected.")
    if not isfinite(value) or not low <= value <= _MAX_INT:
        raise ValueError("A number is out of range.")
    return float(value)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise TypeError("True or False is expected.")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("A text is expected.")
    if len(value) > MAX_MOVE_TEXT:
        raise ValueError("A move is not so long.")
    return value


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("A list is expected.")
    if len(value) > most:
        raise ValueError("A list is too long.")
    return value


def _tuple(read: Callable[[Any], _T], value: Any, most: int) -> tuple[_T, ...]:
    given: Iterable[Any] = _listed(value, most)
    return tuple(read(one) for one in given)
