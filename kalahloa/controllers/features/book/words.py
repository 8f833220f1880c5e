"""What is proven of a position and its moves, in words."""

from typing import TYPE_CHECKING

from kalahloa.controllers.base.translation import fill, translate
from kalahloa.controllers.features.reviews.loss_words import format_loss
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import BookExtent, ProofSource
from kalahloa.models.record.annotation import Mark
from kalahloa.models.text.numbers import signed

if TYPE_CHECKING:
    from kalahloa.models.study.book_page import ProvenMove, ProvenPage

ONLY_MARK = Mark.ONLY.value
"""What stands at an only move."""


def margin_for_side(game: Game, value: int, side: int) -> str:
    """Return *value* and whose it is: ``+8 for South``."""
    sentence = translate("Books", "{value} for {side}")
    return fill(sentence, value=signed(value), side=game.sides[side])


def source_words(source: ProofSource) -> str:
    """Return how a value is known, in a word or two."""
    return {
        ProofSource.RULES: translate("Books", "game over"),
        ProofSource.BOOK: translate("Books", "book"),
        ProofSource.TABLEBASE: translate("Books", "tablebase"),
        ProofSource.PROOF: translate("Books", "proof"),
        ProofSource.SEARCH: translate("Books", "solver"),
        ProofSource.MOVES: translate("Books", "from the values of its moves"),
    }[source]


def count_words(keepers: int, choices: int) -> str:
    """Return how many moves keep the value: ``1 of 6 moves keeps the value; only move``."""
    if choices == 1:
        return translate("Books", "only one legal move")
    if keepers == 1:
        sentence = translate("Books", "only move: 1 of {choices} is right")
        return fill(sentence, choices=choices)
    sentence = translate("Books", "{keepers} of {choices} moves are right")
    return fill(sentence, keepers=keepers, choices=choices)


def move_loss_words(game: Game, move: "ProvenMove") -> str:
    """Return whether *move* keeps the value or what it gives away; empty if that is unknown."""
    if move.loss is None:
        return ""
    if not move.loss:
        return translate("Books", "right")
    sentence = translate("Books", "loses {amount}")
    return fill(sentence, amount=format_loss(game, move.loss, True))


def after_words(game: Game, move: "ProvenMove", side: int) -> str:
    """Return how many moves keep the value after *move* of *side*, and for whom."""
    if move.to_move is None:
        return translate("Books", "game over")
    whose = game.sides[move.to_move]
    if move.keepers is None:
        words = translate("Books", "unknown")
    else:
        words = count_words(move.keepers, move.choices)
    if move.to_move == side:
        return fill(translate("Books", "then {side} again: {count}"), side=whose, count=words)
    return fill(translate("Books", "then {side}: {count}"), side=whose, count=words)


def unknown_sentence(game: Game, page: "ProvenPage") -> str:
    """Return that not all moves of *page* are known, and what can be done."""
    if page.value is not None:
        known = margin_for_side(game, page.value, page.side)
        sentence = translate(
            "Books",
            "{value}, but the values of the moves are unknown; press F5 to search for them.",
        )
        if page.knows_moves:
            sentence = translate(
                "Books", "{value}, but the other moves are unknown; press F5 to search for them."
            )
        return fill(sentence, value=known)
    return translate("Books", "Nothing is proven here yet; press F5 to search.")


def known_to_the_end_sentence() -> str:
    """Return that best play does not leave what is known."""
    return translate("Books", "Every position from here to the end of the game is known.")


def known_words(game: Game, page: "ProvenPage") -> str:
    """Return the value of *page*, which is known, for whom it is, and how it is known."""
    assert page.value is not None and page.source is not None
    value = margin_for_side(game, page.value, page.side)
    words = translate("Books", "{value} ({source})")
    return fill(words, value=value, source=source_words(page.source))


def page_sentence(game: Game, page: "ProvenPage") -> str:
    """Return what is known of *page* in a sentence."""
    if not page.moves:
        return translate("Books", "The game is over.")
    if page.value is None or not page.is_whole:
        return unknown_sentence(game, page)
    sentence = translate("Books", "{side} to move: {value} ({source}); {count}.")
    return fill(
        sentence,
        side=game.sides[page.side],
        value=margin_for_side(game, page.value, page.side),
        source="" if page.source is None else source_words(page.source),
        count=count_words(len(page.keeping), len(page.moves)),
    )


def below_sentence(below: BookExtent) -> str:
    """Return how much of the book lies below a position."""
    if not below.positions:
        return translate("Books", "This position is not in the book.")
    if below.positions == 1:
        return translate("Books", "The book ends with this position.")
    count = f"{below.positions:,}" if below.is_all else f"{below.positions:,}+"
    if not below.turns:
        sentence = translate("Books", "{count} book positions from here.")
        return fill(sentence, count=count)
    turns = below.turns
    words = translate("Books", "%n turn(s)", "", turns)
    sentence = translate("Books", "{count} book positions from here; {turns} complete.")
    return fill(sentence, count=count, turns=words)


def below_words(below: BookExtent) -> str:
    """Return how much of the book lies ahead, in a few words."""
    if below.positions == 1:
        return translate("Books", "the book ends here")
    count = f"{below.positions:,}" if below.is_all else f"{below.positions:,}+"
    if not below.turns:
        return fill(translate("Books", "{count} book positions ahead"), count=count)
    turns = translate("Books", "%n turn(s)", "", below.turns)
    sentence = translate("Books", "{count} book positions ahead, {turns} complete")
    return fill(sentence, count=count, turns=turns)


def page_report(
    game: Game, page: "ProvenPage", has_book: bool, below: BookExtent | None
) -> list[str]:
    """Return what is known of *page*: a sentence, a row for each move, what lies below."""
    rows = [page_sentence(game, page)]
    for move in ranked(page):
        mark = ONLY_MARK if move.keeps and page.is_only_move else " "
        value = translate("Books", "unknown") if move.value is None else signed(move.value)
        parts = (move_loss_words(game, move), after_words(game, move, page.side))
        words = ", ".join(part for part in parts if part)
        rows.append(f"  {mark} {move.text:3} {value:>4}  {words}")
    if has_book and below is not None and page.moves:
        rows.append(below_sentence(below))
    elif not has_book:
        rows.append(no_book_sentence())
    return rows


def no_book_sentence() -> str:
    """Return that there is no book."""
    return translate("Books", "These rules have no opening book.")


def ranked(page: "ProvenPage") -> list["ProvenMove"]:
    """Return the moves of *page*, the best first, those that are not known last."""
    return sorted(page.moves, key=lambda move: (move.value is None, -(move.value or 0)))


def typed_turn(texts: tuple[str, ...]) -> str:
    """Return the moves of one turn as they are typed: ``3-6``."""
    return "-".join(texts)
