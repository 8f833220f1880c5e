"""What the typed language answers about a document, as text."""

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.place import Place
from kalahloa.models.record.record import Node
from kalahloa.models.study.game_details import FIELDS
from kalahloa.models.text.quotation import shorten


def moves_report(place: Place) -> str:
    """Return the legal moves in one line."""
    if place.outcome is not None:
        return translate("Reports", "The game is over: there are no moves.")
    position = place.position
    return " ".join(position.format_move(move) for move in position.legal_moves())


def record_report(place: Place) -> str:
    """Return the moves of the current line, one a row, with the alternatives to each."""
    rows = []
    for node in current_line(place):
        assert node.parent is not None
        others = [child.text for child in node.parent.children if child is not node]
        here = " <" if node is place.node else ""
        also = f"   ({', '.join(others)})" if others else ""
        side = in_words(place.game.sides[node.side])
        move = f"{node.text} {node.notes.symbols}".rstrip()
        rows.append(f"{node.ply:4}. {side:6} {move}{also}{here}")
        rows += [f"      {line}" for line in node.comment.splitlines() if line.strip()]
    return "\n".join(rows) if rows else translate("Reports", "No moves yet.")


def current_line(place: Place) -> list[Node]:
    """Return the nodes of the current line without the root."""
    return place.line_end.path()[1:]


def players_report(place: Place) -> str:
    """Return who plays each side, and how the side stands."""
    rows = []
    for number, side in enumerate(place.game.sides):
        title = in_words(place.players[number].title)
        status = in_words(place.position.status(number))
        rows.append(
            f"{in_words(side)}: {title}, {status}" if status else f"{in_words(side)}: {title}"
        )
    return "\n".join(rows)


def details_report(place: Place) -> str:
    """Return the names of those who have played, and what else is told of the game, one a line."""
    nameless = translate("Reports", "no name")
    rows = [
        f"{in_words(side)}: {shorten(name) or nameless}"
        for side, name in zip(place.game.sides, place.names, strict=True)
    ]
    rows += [
        f"{in_words(FIELDS[name]) if name in FIELDS else shorten(name)}: {shorten(text)}"
        for name, text in place.details.items()
    ]
    return "\n".join(rows)


def standing_report(place: Place) -> list[str]:
    """Return how the two sides stand, a sentence each; the user is called "you"."""
    position = place.position
    if place.game.standing is not None:
        found = place.game.standing(position, place.own_side, place.flipped)
        return [in_words(sentence) for sentence in found]
    rows = []
    for number, side in enumerate(place.game.sides):
        status = in_words(position.status(number))
        heading = translate("Reports", "{side}: {status}.")
        if number == place.own_side:
            heading = translate("Reports", "You ({side}): {status}.")
        if status:
            rows.append(fill(heading, side=side, status=status))
    return rows


def rules_report(place: Place) -> str:
    """Return the rules in sentences, or the value of each option in a game that has none."""
    book = place.game.rulebook
    preset, differences = book.nearest(place.rules)
    heading = (
        translate("Reports", "{game}. Rules: {rules}, with changes.")
        if differences
        else translate("Reports", "{game}. Rules: {rules}.")
    )
    rows = [fill(heading, game=place.game.title, rules=preset.title)]
    if place.game.rule_sentences is not None:
        return "\n".join([*rows, *map(in_words, place.game.rule_sentences(place.rules))])
    for option in book.options:
        value = getattr(place.rules, option.name)
        sentence = option.values[value] if hasattr(option, "values") else str(value)
        rows.append(f"  {in_words(option.title)}: {in_words(sentence)}")
    return "\n".join(rows)
