"""What a screen reader says of a change: the moves, the walk or the new game, and what is next."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.models.text.quotation import MAX_SENTENCE, shorten
from kalahloa.views.captions import captions, standing
from kalahloa.views.rule_words import game_in_words


def narration(change: Change) -> str:
    """Return sentences on *change*, in order of time; empty where nothing moved.

    Each of the moves is named once, and at the end whose turn it is, or the result.
    """
    place = change.place
    if change.is_new:
        head = [game_in_words(place.game, place.rules)]
    elif not change.moved:
        return ""
    elif Cause.MOVE in change.causes:
        head = [f"{in_words(place.game.sides[ply.side])}: {ply.text}." for ply in change.played]
    else:
        head = [_walk(place)]
    return " ".join([*head, _next(place)])


def _walk(place: Place) -> str:
    node = place.node
    if node.parent is None:
        sentences = [translate("Narration", "At the start.")]
    else:
        after = translate("Narration", "After {side}: {move}.")
        sentences = [fill(after, side=place.game.sides[node.side], move=node.text)]
    sentences += [f"{in_words(mark.title)}." for mark in node.notes.marks]
    if not node.notes.marks and place.mark is not None:
        found = translate("Narration", "{mark}, found by the review.")
        sentences.append(fill(found, mark=in_words(place.mark.title)))
    lines = node.comment.strip().splitlines()
    if lines:
        comment = translate("Narration", "Comment: {comment}")
        sentences.append(fill(comment, comment=shorten(lines[0], MAX_SENTENCE)))
    return " ".join(sentences)


def _next(place: Place) -> str:
    if place.ending is not None:
        return standing(place)
    return f"{captions(place)[0]}."
