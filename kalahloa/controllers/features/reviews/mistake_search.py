"""Which mistake of a reviewed game comes next."""

from collections.abc import Sequence

from kalahloa.controllers.base.player import Player
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.features.reviews.reviewed_line import Reviewed
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.models.record.node import Node
from kalahloa.models.study.review.reviewed import ReviewedPly

EITHER = (0, 1)


def own_sides(players: Sequence[Player]) -> tuple[int, ...]:
    """Return the sides whose mistakes are looked for: those of humans, or both."""
    humans = tuple(side for side, player in enumerate(players) if not player.is_computer)
    return humans or EITHER


def next_in_main_line(
    document: Document, reviews: Reviews, found: Reviewed, sides: Sequence[int]
) -> tuple[Reviewed, Node | None]:
    """Return the review of the game and the node before its next mistake.

    A line in which there is none, *found*, may be one that was tried, and ends soon.
    """
    main, here = reviews.of_main_line(), document.node
    if main is None or main.line == found.line:
        return found, None
    path = here.path()
    shared = sum(one is other for one, other in zip(path, main.line, strict=False))
    # From the main line itself, a mistake can be the one that is made here.
    ply = shared - 2 if shared == len(path) else shared - 1
    return main, main.neighbour(ply, True, sides)


def mistake_to_try(
    document: Document,
    reviews: Reviews,
    *,
    after: Node | None = None,
    or_first: bool = False,
) -> tuple[Node, ReviewedPly, Reviewed] | None:
    """Return the node before a mistake, the mistake and the review of its line; None if none.

    It is the mistake at the current node, made from it or leading to it, or else the next one; with
    *after*, the next one after that node; with *or_first*, the first own one where there is none.
    Those of own sides come first; a mistake of the other side is taken where it is made.
    """
    found, here = reviews.reviewed, document.node
    if found is None:
        return None
    sides = own_sides(document.players)
    node = _mistake_at(found, here, sides) if after is None else None
    if node is None:
        node = found.neighbour((after or here).ply, True, sides)
    if node is None:
        found, node = next_in_main_line(document, reviews, found, sides)
    if node is None and or_first:
        node = next(iter(found.mistakes(sides)), None)
    ply = None if node is None else found.ply_at(found.line[node.ply + 1])
    return None if node is None or ply is None else (node, ply, found)


def _mistake_at(found: Reviewed, here: Node, sides: Sequence[int]) -> Node | None:
    places = found.mistakes(sides)
    if here in places:
        return here
    if here.parent in places and here in found.line:
        return here.parent
    return here if here in found.mistakes() else None


def mistake_sentence(who: str, ply: ReviewedPly) -> str:
    """Return what *who* did wrong by the move of *ply*, without the better move."""
    mark = "" if ply.mark is None else in_words(ply.mark.title)
    sentence = translate("Commands", "{who} played {move} here: {mark}. {value} instead of {best}.")
    return fill(
        sentence,
        who=who,
        move=ply.text,
        mark=mark,
        value=in_words(ply.value.short),
        best=in_words(ply.best_value.short),
    )
