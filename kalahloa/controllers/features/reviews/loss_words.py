"""What a move gave away or kept, in words."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.models.game.game import Game
from kalahloa.models.study.review.reviewed import ReviewedPly


def format_loss(game: Game, loss: float, by_margin: bool) -> str:
    """Return *loss* with its unit: ``3 stones``, or ``12 % of the chances``.

    With *by_margin* it is in the game's unit, otherwise in percentage points.
    """
    if not by_margin:
        return fill(translate("Losses", "{share:.0f} % of the chances"), share=loss)
    count = max(1, round(loss))
    if game.format_margin is not None:
        return in_words(game.format_margin(count))
    return translate("Losses", "%n point(s)", "", count)


def format_ply_loss(game: Game, ply: ReviewedPly) -> str:
    """Return what *ply* gave away with its unit, as a rough number where it is estimated."""
    lost = format_loss(game, ply.loss, ply.by_margin)
    return lost if ply.proven else fill(translate("Losses", "about {amount}"), amount=lost)


def loss_sentence(game: Game, ply: ReviewedPly) -> str:
    """Return what *ply*, a try, gives away, and what one can do now."""
    best, value = ply.best_value, ply.value
    if best.proven and best.number > 0 and value.proven and value.number < 0:
        return translate("Losses", "That turns a win into a loss; try again, or give up.")
    if best.proven and best.number > 0 and value.proven and value.number == 0:
        return translate("Losses", "That turns a win into a draw; try again, or give up.")
    if not ply.by_margin and best.proven and best.number > 0:
        return translate("Losses", "That gives the win away; try again, or give up.")
    if not ply.by_margin and value.proven and value.number < 0:
        return translate("Losses", "That loses by force; try again, or give up.")
    sentence = translate("Losses", "That loses {amount}; try again, or give up.")
    return fill(sentence, amount=format_ply_loss(game, ply))


def kept_sentence(game: Game, ply: ReviewedPly) -> str:
    """Return what *ply*, a try that is good enough, keeps."""
    best, value = ply.best_value, ply.value
    if best.proven and value.proven and value.number > 0:
        return translate("Losses", "That keeps the win.")
    if best.proven and value.proven and value.number == best.number == 0:
        return translate("Losses", "That keeps the draw.")
    if ply.kept:
        return translate("Losses", "That is as good as the best move.")
    sentence = translate("Losses", "Good enough: that loses only {amount}.")
    return fill(sentence, amount=format_ply_loss(game, ply))
