"""What a hint says: where to look for the best move, and why it is the best."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kalahloa.models.game.clue import Clue
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.term import Term
from kalahloa.models.search.move_values import Line
from kalahloa.models.search.score import Score
from kalahloa.models.study.explanation import MAX_TERMS, MIN_CHANGE, strongest
from kalahloa.models.study.review.judgement import loss_of, scale_for
from kalahloa.models.text.numbers import signed
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP

NO_VALUES: Mapping[int, Score] = MappingProxyType({})
MAX_MERITS = 2
"""Where a game says so much that is good about a move, no terms of the evaluation are told."""


def clue_of(
    game: Game, position: Position, move: int, values: Mapping[int, Score] = NO_VALUES
) -> Clue:
    """Return where to look for *move*, legal in *position*, without telling it.

    *values* are what is known of the moves there: where they are proven to be worth the same, one
    need not look.  The position is left as it was.  What the game's own function raises is not
    caught.
    """
    moves = position.legal_moves()
    if len(moves) == 1:
        return Clue(QT_TRANSLATE_NOOP("Models", "There is only one move."))
    found = {values[one] for one in moves if one in values and values[one].proven}
    if len(found) == 1 and all(one in values and values[one].proven for one in moves):
        (value,) = found
        return Clue(_all_alike(value))
    if game.clue is not None:
        return game.clue(position, move)
    middle = (len(moves) + 1) // 2
    half = moves[:middle] if move in moves[:middle] else moves[middle:]
    sentence = QT_TRANSLATE_NOOP("Models", "It is one of these: {moves}.")
    return Clue(sentence.format(moves=", ".join(map(position.format_move, half))))


def _all_alike(value: Score) -> str:
    """Return that all moves are worth *value*."""
    if not value.number:
        return QT_TRANSLATE_NOOP("Models", "All moves draw.")
    if value.number > 0:
        return QT_TRANSLATE_NOOP("Models", "All moves win, each as well as any other.")
    return QT_TRANSLATE_NOOP("Models", "All moves lose, each as badly as any other.")


def why_best(
    game: Game, position: Position, best: Line, rival: Line | None = None
) -> tuple[str, ...]:
    """Return sentences that say why the move of *best*, legal in *position*, is the best.

    *rival* is the next best move, with what follows it.  The position is left as it was.  What the
    game's own functions raise is not caught.
    """
    found: list[str] = []
    if game.why_good is not None:
        found += game.why_good(position, list(best.moves))
    if not best.value.proven and len(found) < MAX_MERITS:
        found += _changes(position, best.moves)
    if rival is not None:
        found += _instead(game, position, best, rival)
    return tuple(found)


def _changes(position: Position, moves: Sequence[int]) -> list[str]:
    """Return which terms of the evaluation become better for the side to move along *moves*.

    They are compared where the same side is to move again, after the answer; without one, or where
    the game is over then, nothing is told.
    """
    before = {term.name: term for term in position.evaluation_terms()}
    walker = position.copy(stack=False)
    for count, move in enumerate(moves, 1):
        walker.make(move)
        if walker.is_over():
            return []
        if count > 1 and walker.side == position.side:
            break
    else:
        return []
    gains: list[tuple[Term, Term]] = []
    for term in walker.evaluation_terms():
        old = before.get(term.name)
        if old is not None and term.value - old.value >= MIN_CHANGE:
            gains.append((old, term))
    gains.sort(key=lambda pair: pair[0].value - pair[1].value)
    sentence = QT_TRANSLATE_NOOP(
        "Models",
        "After the reply, the evaluation of {term} is {after} instead of {before}.",
    )
    return [
        sentence.format(
            term=new.name, before=signed(old.value / 100, 2), after=signed(new.value / 100, 2)
        )
        for old, new in gains[:MAX_TERMS]
    ]


def _instead(game: Game, position: Position, best: Line, rival: Line) -> list[str]:
    """Return what is worse about the move of *rival*; nothing where it is as good."""
    if loss_of(best.value, rival.value, scale_for(game, position)) <= 0:
        return []
    sentence = QT_TRANSLATE_NOOP("Models", "The next best move, {move}, is worth {value}, {trust}.")
    move, value = position.format_move(rival.move), rival.value
    found: list[str] = [sentence.format(move=move, value=value.short, trust=value.trust)]
    if game.explain is not None:
        # What the rival misses, `Game.why_good` says of the best move.
        facts = strongest(game.explain(position, list(rival.moves), list(best.moves)))
        allowed = [one for one in facts if one.moves[:1] == rival.moves[:1]]
        found += [fact.text for fact in allowed if fact.kind is not None]
    return found
