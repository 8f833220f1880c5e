"""What is said while an opening is practised, and afterwards."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.book.practice_state import Miss, Practice
from kalahloa.controllers.features.book.words import margin_for_side, typed_turn
from kalahloa.controllers.features.reviews.loss_words import format_loss
from kalahloa.models.game.game import Game
from kalahloa.models.text.numbers import signed

if TYPE_CHECKING:
    from kalahloa.models.study.book_page import ProvenMove, ProvenPage

_JOINT = ", "


def begin_sentence(game: Game, side: int) -> str:
    """Return what is to be done."""
    sentence = translate("Practice", "You play {side}: find a best move; the book replies.")
    return fill(sentence, side=game.sides[side])


def book_ends_sentence(practice: Practice) -> str:
    """Return why *practice* does not go on."""
    if not practice.asked:
        return translate(
            "Practice", "The book does not know the moves here, so there is nothing to practise."
        )
    return translate("Practice", "The book ends here.")


def right_move_sentence(game: Game, page: "ProvenPage") -> str:
    """Return that a move at *page* was right."""
    if page.value is None:
        return translate("Practice", "Right.")
    value = margin_for_side(game, page.value, page.side)
    return fill(translate("Practice", "Right: still {value}."), value=value)


def miss_sentence(
    game: Game,
    page: "ProvenPage",
    move: "ProvenMove",
    side: int | None,
    refutation: tuple[str, ...],
) -> str:
    """Return what *move*, a mistake at *page*, gives away.

    *refutation* is the turn by which *side* makes the most of it, empty if that is not known.
    """
    assert move.loss is not None and move.value is not None and page.value is not None
    sentence = translate("Practice", "{move} loses {amount}: {value} instead of {best}.")
    told = fill(
        sentence,
        move=move.text,
        amount=format_loss(game, move.loss, True),
        value=signed(move.value),
        best=margin_for_side(game, page.value, page.side),
    )
    if side is None or not refutation:
        again = translate("Practice", "Try again.")
        return f"{told} {again}"
    words = (
        translate("Practice", "{side}'s best reply is {turn}; try again.")
        if side == page.side
        else translate("Practice", "{side} replies {turn}; try again.")
    )
    answer = fill(words, side=game.sides[side], turn=typed_turn(refutation))
    return f"{told} {answer}"


def shown_sentence(game: Game, page: "ProvenPage") -> str:
    """Return which moves keep the value at *page*."""
    moves = _JOINT.join(move.text for move in page.keeping)
    if page.is_only_move:
        return fill(translate("Practice", "Only {move} is right; play it."), move=moves)
    return fill(translate("Practice", "Right moves: {moves}. Play one."), moves=moves)


def practice_result(game: Game, practice: Practice) -> str:
    """Return how many moves were found; empty if none was to be found."""
    asked = practice.asked
    if not asked:
        return ""
    sentence = translate("Practice", "You found {found} of {asked} moves at the first try.")
    told = fill(sentence, found=practice.found, asked=asked)
    if not practice.lost:
        return told
    words = translate("Practice", "The others lost {amount}.")
    rest = fill(words, amount=format_loss(game, practice.lost, True))
    return f"{told} {rest}"


def found_words(practice: Practice) -> str:
    """Return how many moves were found at the first try, in a few words; empty before any."""
    if not practice.asked:
        return ""
    words = translate("Practice", "{found} of {asked} at the first try")
    return fill(words, found=practice.found, asked=practice.asked)


def miss_cells(game: Game, miss: Miss) -> tuple[str, str, str]:
    """Return what was played, what it gave away, and what was right."""
    lost = "" if miss.loss is None else format_loss(game, miss.loss, True)
    played = miss.move or translate("Practice", "shown")
    return played, lost, _JOINT.join(miss.keeping)
