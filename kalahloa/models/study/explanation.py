"""Why a move is worse than the best one, as facts that tell the two lines of play apart.

What can be said of any game is said here; what is of one game, such as captures, by the function
that the game provides (`Game.explain`).  Terms of the evaluation are told only of a game that has
no such function.

In the sentences the side that moves is `mover`, and the opponent `other`: whoever shows them can
put other words there than the names of the sides (see `called`).
"""

from collections.abc import Sequence

from kalahloa.models.game.game import Game
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.game.position import Position
from kalahloa.models.game.term import Term
from kalahloa.models.search.score import Score
from kalahloa.models.study.review.reviewed import ReviewedPly
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

ALLOWS_WIN = QT_TRANSLATE_NOOP("Models", "{other} could then win by force.")
ALLOWS_WIN_AT_ONCE = QT_TRANSLATE_NOOP("Models", "{other} could then win at once.")
ALLOWS_WIN_IN = QT_TRANSLATE_NOOP("Models", "{other} could then win by force in %n move(s).")
MISSES_WIN = QT_TRANSLATE_NOOP("Models", "{mover} could have won by force.")
MISSES_WIN_AT_ONCE = QT_TRANSLATE_NOOP("Models", "{mover} could have won at once.")
MISSES_WIN_IN = QT_TRANSLATE_NOOP("Models", "{mover} could have won by force in %n move(s).")
_WIN_TO_LOSS = QT_TRANSLATE_NOOP(
    "Models", "{mover} could have won by {amount}; now {other} can win by {lost}."
)
_WIN_TO_DRAW = QT_TRANSLATE_NOOP("Models", "{mover} could have won by {amount}; now it is a draw.")
_DRAW_TO_LOSS = QT_TRANSLATE_NOOP(
    "Models", "{other} can now win by {lost}; it would have been a draw."
)
_WINS_LESS = QT_TRANSLATE_NOOP("Models", "{mover} could have won by {amount} instead of {lost}.")
_LOSES_MORE = QT_TRANSLATE_NOOP(
    "Models", "{mover} could have lost by only {amount} instead of {lost}."
)
_SEEMS_BETTER = QT_TRANSLATE_NOOP(
    "Models", "Nothing shows on the board at once; the search prefers {line}."
)
RESULTS = frozenset({"missed-win", "allowed-win"})
"""The keys of the facts about who could win."""
MIN_CHANGE = 20
"""The least change of a term of the evaluation that is told, in hundredths of the game's unit."""
AT_ONCE = 1
"""A win in so many plies is one at once."""
MAX_TERMS = 2
"""How many terms are told at most."""
MAX_FACTS = 3
"""How many facts are told of a move at most."""
_MAX_SHOWN = 4
"""How many moves of a line are told at most."""


def explain_ply(game: Game, position: Position, ply: ReviewedPly) -> tuple[MoveFact, ...]:
    """Return the facts that tell why *ply*, made in *position*, is worse than the best move.

    There is at least one.  Who could win comes first, then what says most.  Of a move that is as
    good as any other one, what it brings is told, if anything.  *position* is left as it was.  What
    the game's own functions raise is not caught.
    """
    played = moves_of(position, (ply.text, *ply.refutation))
    if ply.kept:
        told = () if game.why_good is None else game.why_good(position, played)
        return tuple(MoveFact("merit", text, tuple(played[:1])) for text in told[:MAX_FACTS])
    best = moves_of(position, ply.line)
    found = _result(game, ply, played, best)
    if game.explain is not None:
        found += strongest(game.explain(position, played, best))
    elif not (ply.best_value.proven and ply.value.proven):
        found += _terms(position, ply)
    return tuple(found[:MAX_FACTS]) or (_difference(game, ply, best),)


def strongest(facts: Sequence[MoveFact]) -> list[MoveFact]:
    """Return *facts*, the one that says most first."""
    return sorted(facts, key=lambda fact: -fact.amount)


def called(reason: str, mover: str, other: str) -> str:
    """Return *reason* with other words for the side that made the mistake, and for the other one.

    At its beginning they have a capital letter.  A sentence of earlier versions, or of a game that
    knows no such words, stays as it is.
    """
    if not isinstance(reason, Sentence) or reason.fields is None:
        return reason
    words = {"mover": mover, "other": other}
    put = {
        name: word[:1].upper() + word[1:] if reason.template.startswith(f"{{{name}}}") else word
        for name, word in words.items()
        if name in reason.fields
    }
    return Sentence(reason.context, reason.template, {**reason.fields, **put}, reason.number)


def moves_of(position: Position, texts: Sequence[str]) -> list[int]:
    """Return the moves of *texts*, made one after the other from *position*."""
    walker = position.copy()
    moves = []
    for text in texts:
        moves.append(walker.read_move(text))
        walker.make(moves[-1])
    return moves


def _result(
    game: Game, ply: ReviewedPly, played: Sequence[int], best: Sequence[int]
) -> list[MoveFact]:
    """Return what the move changed about who wins, and how soon."""
    value, better = ply.value, ply.best_value
    if _counts_margins(game, ply):
        return _margins(game, ply, played, best)
    found = []
    if value.proven and value.number < 0 and not (better.proven and better.number < 0):
        sentences = ALLOWS_WIN, ALLOWS_WIN_AT_ONCE, ALLOWS_WIN_IN
        text = _in_words(value, sentences, other=game.sides[1 - ply.side])
        found.append(_fact("allowed-win", text, played, MistakeKind.ALLOWED_WIN))
    if better.proven and better.number > 0 and not (value.proven and value.number > 0):
        sentences = MISSES_WIN, MISSES_WIN_AT_ONCE, MISSES_WIN_IN
        text = _in_words(better, sentences, mover=game.sides[ply.side])
        found.append(_fact("missed-win", text, best, MistakeKind.MISSED_WIN))
    return found


def _in_words(
    value: Score, sentences: tuple[Sentence, Sentence, Sentence], **names: str
) -> Sentence:
    """Return the one of *sentences* that says how soon the game is won: open, at once, in moves."""
    unknown, at_once, in_moves = sentences
    if value.plies is None:
        return unknown.format(**names)
    # The winner is to move after a mistake, or before a win that was missed.
    moves = value.plies // 2 if value.number < 0 else (value.plies + 1) // 2
    return at_once.format(**names) if moves <= AT_ONCE else in_moves.counted(moves, **names)


def _fact(key: str, text: str, line: Sequence[int], kind: MistakeKind | None = None) -> MoveFact:
    return MoveFact(key, text, tuple(line), kind=kind)


def _counts_margins(game: Game, ply: ReviewedPly) -> bool:
    """Return whether both values of *ply* are exact margins, in a unit that has a name."""
    return ply.proven and ply.by_margin and game.format_margin is not None


def _margins(
    game: Game, ply: ReviewedPly, played: Sequence[int], best: Sequence[int]
) -> list[MoveFact]:
    """Return what the move changed about who wins, and by how much."""
    won, lost = ply.best_value.number, ply.value.number
    if won > 0 > lost:
        return [_fact("allowed-win", _by(_WIN_TO_LOSS, game, ply), played, MistakeKind.ALLOWED_WIN)]
    if won > 0 == lost:
        return [_fact("missed-win", _by(_WIN_TO_DRAW, game, ply), best, MistakeKind.MISSED_WIN)]
    if won == 0 > lost:
        text = _by(_DRAW_TO_LOSS, game, ply)
        return [_fact("allowed-win", text, played, MistakeKind.ALLOWED_WIN)]
    return []


def _by(sentence: Sentence, game: Game, ply: ReviewedPly) -> Sentence:
    """Return *sentence* with the margins of the best move and of the move played."""
    assert game.format_margin is not None
    amount, lost = (
        game.format_margin(abs(round(value.number))) for value in (ply.best_value, ply.value)
    )
    names = {"mover": game.sides[ply.side], "other": game.sides[1 - ply.side]}
    return sentence.format(**names, amount=amount, lost=lost)


def _difference(game: Game, ply: ReviewedPly, best: Sequence[int]) -> MoveFact:
    """Return that the best move is worth more, where nothing on the board says why."""
    if _counts_margins(game, ply):
        sentence = _WINS_LESS if ply.value.number > 0 else _LOSES_MORE
        return _fact("difference", _by(sentence, game, ply), best)
    text = _SEEMS_BETTER.format(line=" ".join(ply.line[:_MAX_SHOWN]))
    return MoveFact("estimate", text, tuple(best[:_MAX_SHOWN]), proven=False)


def _terms(position: Position, ply: ReviewedPly) -> list[MoveFact]:
    """Return which terms of the evaluation became worse for the side that moved.

    They are compared where the same side is to move again, after the answer; without one, or where
    the game is over then, nothing is told.
    """
    before = {term.name: term for term in position.evaluation_terms()}
    walker = position.copy()
    for text in (ply.text, *ply.refutation):
        walker.make(walker.read_move(text))
        if walker.side == ply.side or walker.is_over():
            break
    if walker.is_over() or walker.side != ply.side or walker.ply == position.ply + 1:
        return []
    changes = []
    for term in walker.evaluation_terms():
        old = before.get(term.name)
        if old is not None and old.value - term.value >= MIN_CHANGE:
            changes.append((old, term))
    changes.sort(key=lambda pair: pair[1].value - pair[0].value)
    return [_change(old, new) for old, new in changes[:MAX_TERMS]]


def _change(old: Term, new: Term) -> MoveFact:
    text = QT_TRANSLATE_NOOP(
        "Models", "The evaluation of {term} falls from {before} to {after}."
    ).format(term=new.name, before=signed(old.value / 100, 2), after=signed(new.value / 100, 2))
    return MoveFact("evaluation", text, amount=(old.value - new.value) / 100, proven=False)
