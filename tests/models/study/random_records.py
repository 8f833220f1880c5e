"""Random records with everything in them, and what is compared of a record."""

from random import Random
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.rulebook import ChoiceOption
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.record import Record

KEYS = ("loa", "kalah", "tictactoe")
_WORDS = (
    "a",
    "good",
    "] \\ [",
    "(;B[b1b3])",
    "two\nlines",
    "soft \\\nbreak",
    "tab\there",
    "\r\n",
    "<b>bold</b>",
    "&amp;",
    "日本語",
    "naïve ½ “quote”",
    "\U0001f600",
    "\\",
    "]",
    ":",
    "a:b",
    " leading and trailing ",
    "\x00\x07",
    "\u2028",
    "{brace}",
    "%n %1 {x}",
)
_STANDARD_DETAILS = (
    "event",
    "round",
    "place",
    "date",
    "annotator",
    "source",
    "title",
    "about",
    "opening",
    "time",
    "first rank",
    "second rank",
    "result",
    "termination",
    "rules",
)
_VALUES = {
    "date": ("2000-04-01", "2000-04-01,02", "April 2000"),
    "time": ("600", "1.5", "two hours"),
    "result": ("1-0", "0-1", "1/2-1/2", "*"),
    "termination": ("resignation", "time", "forfeit", "8", "adjudicated\nlate"),
}
_PROPERTIES = (*"XX GB GW HO DM N V MN AB PL EV lower B P0".split(), "")


def random_text(rng: Random, most: int = 4) -> str:
    """Return a text of at most *most* words, any of which may be hard to write."""
    return rng.choice(("", " ", "\n")).join(rng.choices(_WORDS, k=rng.randint(1, most)))


def _cells(game: Game) -> list[str]:
    if game.key == "loa":
        return [file + rank for file in "abcdefgh" for rank in "12345678"]
    if game.key == "kalah":
        return [side + str(pit) for side in "SN" for pit in (*range(1, 13), "K")]
    return list("123456789")


def _random_drawing(rng: Random, game: Game) -> Drawing:
    cells = _cells(game)
    shape = rng.choice(list(Shape))
    return Drawing(
        shape,
        rng.choice(cells),
        to=rng.choice(cells) if shape is Shape.ARROW else "",
        ink=rng.choice(list(Ink)),
        text=random_text(rng, 2)[:20] if shape is Shape.LABEL else "",
    )


def random_notes(rng: Random, game: Game) -> Notes:
    """Return notes, of which each part is there or not."""
    marks = [rng.choice([mark for mark in Mark if mark.is_judgement])] if rng.random() < 0.4 else []
    marks += [mark for mark in (Mark.ONLY, Mark.NOVELTY) if rng.random() < 0.1]
    rng.shuffle(marks)
    drawings = [_random_drawing(rng, game) for _ in range(rng.choice((0, 0, 1, 2, 8)))]
    properties = [
        (
            rng.choice(_PROPERTIES),
            tuple(
                rng.choice(("", "1", "2", "text", "a\\]b", "a]b", "\\", "日本", "x\ny"))
                for _ in range(rng.choice((0, 1, 1, 1, 2)))
            ),
        )
        for _ in range(rng.choice((0, 0, 0, 1, 3)))
    ]
    comment = random_text(rng) if rng.random() < 0.6 else ""
    return Notes(comment, tuple(marks), tuple(drawings), tuple(properties))


def random_rules(rng: Random, game: Game) -> Any:
    """Return rules with any value of any option."""
    return game.rulebook.read(
        None,
        {
            option.name: rng.choice(list(option.values))
            if isinstance(option, ChoiceOption)
            else rng.randint(option.low, option.high)
            for option in game.rulebook.options
        },
    )


def random_record(seed: int, nodes: int | None = None) -> Record:
    """Return the record with number *seed*: any game, rules, start, tree, notes and details."""
    rng = Random(seed)
    game = find_game(rng.choice(KEYS))
    rules = random_rules(rng, game)
    position = game.start(rules)
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 12)):
            moves = position.legal_moves()
            if not moves:
                break
            position.make(rng.choice(moves))
    details = {
        name: rng.choice(_VALUES[name]) if name in _VALUES else random_text(rng)
        for name in _STANDARD_DETAILS
        if rng.random() < 0.3
    }
    if rng.random() < 0.2:
        details[random_text(rng)] = random_text(rng)
    players = tuple(random_text(rng, 2) if rng.random() < 0.7 else "" for _ in range(2))
    record = Record(game, rules, position.position_string(), (players[0], players[1]), "", details)
    wanted = nodes if nodes is not None else rng.choice((0, 1, 5, 40, 120))
    _grow(rng, record, wanted)
    for node in record.nodes:
        if rng.random() < 0.3:
            record.annotate(node, random_notes(rng, game))
    for node in record.nodes[1:]:
        draw = rng.random()
        if draw < 0.03 and node.in_tree:
            record.remove(node)
        elif draw < 0.1 and node.in_tree and node.parent is not None:
            record.place_child(node, rng.randrange(len(node.parent.children)))
    record.jump(rng.choice([node.number for node in record.nodes if node.in_tree]))
    return record


def _grow(rng: Random, record: Record, wanted: int) -> None:
    for _ in range(wanted):
        if rng.random() < 0.2:
            record.jump(rng.randrange(len(record.nodes)))
        moves = record.position.legal_moves()
        if not moves:
            record.jump(rng.randrange(len(record.nodes)))
            continue
        record.play(rng.choice(moves))


def as_values(record: Record) -> dict[str, Any]:
    """Return all that a file holds of *record*, to be compared; nodes in the order of lines."""
    nodes = list(record.root.subtree())
    numbers = {node: number for number, node in enumerate(nodes)}
    return {
        "game": record.game.key,
        "rules": record.rules,
        "start": record.start,
        "players": record.players,
        "details": dict(record.details),
        "result": record.result,
        "current": numbers[record.current],
        "nodes": [
            (
                numbers.get(node.parent) if node.parent else None,
                node.text,
                node.side,
                node.notes,
                numbers.get(node.followed) if node.followed else None,
                node.key,
            )
            for node in nodes
        ],
    }
