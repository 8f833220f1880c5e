"""What teaching says: how much a move gives away, and what refutes it."""

from collections.abc import Sequence
from itertools import groupby

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.reviews.loss_words import format_loss, format_ply_loss
from kalahloa.controllers.features.teaching.state import Refuted, TeachingSettings
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.win_probability import GENERIC
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.review.reviewed import ReviewedPly

MAX_TOLD = 6
"""How many plies of a refutation are told, and kept in the record."""


def setting_sentence(game: Game, settings: TeachingSettings, by_margin: bool) -> str:
    """Return what *settings* have done in *game*."""
    if not settings.on:
        return translate("Teaching", "Teaching is off.")
    n = settings.times
    times = translate("Teaching", "%n time(s)", "", n)
    limit = settings.limit(by_margin)
    if not limit:
        sentence = translate(
            "Teaching",
            "Teaching is on: it stops you when a move loses anything, at most {times} per "
            "position.",
        )
        return fill(sentence, times=times)
    lost = format_loss(game, limit, by_margin)
    sentence = translate(
        "Teaching",
        "Teaching is on: it stops you when a move loses more than {amount}, at most {times} per "
        "position.",
    )
    return fill(sentence, amount=lost, times=times)


def loss_words(game: Game, ply: ReviewedPly) -> str:
    """Return what *ply* gives away, and whether that is certain, without a full stop."""
    best, value = ply.best_value, ply.value
    if allows_win(ply):
        words = translate("Teaching", "{move} lets {side} force a win")
        return fill(words, move=ply.text, side=game.sides[1 - ply.side])
    lost = format_ply_loss(game, ply)
    if not ply.proven:
        words = translate("Teaching", "{move} loses {amount}, estimated")
    elif ply.by_margin and best.number > 0 > value.number:
        words = translate("Teaching", "{move} loses {amount} and the win, proven")
    else:
        words = translate("Teaching", "{move} loses {amount}, proven")
    return fill(words, move=ply.text, amount=lost)


def allows_win(ply: ReviewedPly) -> bool:
    """Return whether *ply* allows a forced win, which the best move does not.

    Where margins count, that is told by the margin.
    """
    best, value = ply.best_value, ply.value
    is_lost = value.proven and value.number < 0
    return not ply.by_margin and is_lost and not (best.proven and best.number < 0)


def turns_of(position: Position, texts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """Return the side and the moves of each turn of *texts*, which begin at *position*.

    There are at most `MAX_TOLD` plies.  *position* is left as it was.
    """
    walker = position.copy()
    plies = []
    for text in texts[:MAX_TOLD]:
        plies.append((walker.side, text))
        walker.make(walker.read_move(text))
    return tuple(
        (side, "-".join(text for _, text in turn))
        for side, turn in groupby(plies, key=lambda ply: ply[0])
    )


def ply_value_words(game: Game, ply: ReviewedPly, own: int | None = None) -> str:
    """Return how the sides stand after *ply*: who wins, or who is ahead, and how that is known.

    The side *own* is called "you".
    """
    value, side = ply.value, ply.side
    if not value.number:
        return _even(value)
    if value.number < 0:
        side = 1 - side
    name, is_own = game.sides[side], side == own
    if ply.by_margin:
        lead = format_loss(game, abs(value.number), by_margin=True)
        if value.proven:
            words = translate("Teaching", "{side} wins by {amount}, proven")
            if is_own:
                words = translate("Teaching", "you win by {amount}, proven")
            return fill(words, side=name, amount=lead)
        words = translate("Teaching", "{side} is ahead by about {amount}, estimated")
        if is_own:
            words = translate("Teaching", "you are ahead by about {amount}, estimated")
        return fill(words, side=name, amount=lead)
    if value.proven:
        n = 0 if value.plies is None else value.plies - 1
        if n < 1:
            if is_own:
                return translate("Teaching", "you win, proven")
            return fill(translate("Teaching", "{side} wins, proven"), side=name)
        plies = translate("Teaching", "%n plies", "", n)
        words = translate("Teaching", "{side} wins in {plies}, proven")
        if is_own:
            words = translate("Teaching", "you win in {plies}, proven")
        return fill(words, side=name, plies=plies)
    chance = (game.win_probability or GENERIC).of(value)
    # Nothing is certain that is only estimated.
    percent = min(99, round(100 * max(chance, 1 - chance)))
    side = ply.side if chance > 0.5 else 1 - ply.side
    words = translate("Teaching", "{side} wins with a probability of {percent} %, estimated")
    if side == own:
        words = translate("Teaching", "you win with a probability of {percent} %, estimated")
    return fill(words, side=game.sides[side], percent=percent)


def _even(value: Score) -> str:
    if value.proven:
        return translate("Teaching", "a draw, proven")
    if value.kind is ScoreKind.MARGIN:
        return translate("Teaching", "neither side is ahead, estimated")
    return translate("Teaching", "equal chances, estimated")


def refutation_sentence(game: Game, refuted: Refuted, own: int | None = None) -> str:
    """Return what *refuted* loses, what follows, and how often it may be tried again.

    The side *own* is called "you".
    """
    lost = loss_words(game, refuted.ply)
    worth = ply_value_words(game, refuted.ply, own)
    turn = translate("Teaching", "{side} {moves}")
    line = translate("Teaching", ", ").join(
        fill(turn, side=game.sides[side], moves=moves) for side, moves in refuted.turns
    )
    if line:
        told = translate("Teaching", "{lost}: {line}; {worth}.")
    else:
        told = translate("Teaching", "{lost}; {worth}.")
    return f"{fill(told, lost=lost, line=line, worth=worth)} {left_sentence(refuted.left)}"


def left_sentence(left: int) -> str:
    """Return that one tries again, and how many more moves would be taken back."""
    n = left
    if not n:
        return translate("Teaching", "Try again; the next move stands.")
    return translate("Teaching", "Try again; %n more move(s) can be stopped here.", "", n)


def short_sentence(game: Game, refuted: Refuted, own: int | None = None) -> str:
    """Return what *refuted* loses, the first turn of the reply, and how it stands then.

    The side *own* is called "you".
    """
    lost = loss_words(game, refuted.ply)
    worth = ply_value_words(game, refuted.ply, own)
    if not refuted.turns:
        return fill(translate("Teaching", "{lost}; {worth}"), lost=lost, worth=worth)
    side, moves = refuted.turns[0]
    return fill(
        translate("Teaching", "{lost}: {side} plays {moves}, then {worth}"),
        lost=lost,
        side=game.sides[side],
        moves=moves,
        worth=worth,
    )


def stands_sentence(game: Game, ply: ReviewedPly) -> str:
    """Return that *ply* gives away too much, and stands, since enough moves were taken back."""
    sentence = translate("Teaching", "{lost}. The move stands.")
    return fill(sentence, lost=loss_words(game, ply))


def answer_label(game: Game, refuted: Refuted) -> str:
    """Return the move that answers *refuted* with its value, as written on the board."""
    if refuted.answer is None:
        return ""
    worth = ply_value_words(game, refuted.ply)
    return f"{refuted.ply.refutation[0]}  {worth}"
