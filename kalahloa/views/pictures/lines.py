"""The lines of a record as they are written for people: numbers of moves, captions, positions."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.spoken import plies_of_turn
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.record.record import Node
from kalahloa.models.study.game_facts import both_players
from kalahloa.models.study.turn_numbers import next_number
from kalahloa.models.text.quotation import quote, shorten
from kalahloa.views.pictures.board_picture import Scene


class LinePositions:
    """The positions at the nodes of one record, each reached from the one asked for before.

    It has a position of its own, so that any thread may use it while the record is walked.
    """

    def __init__(self, game: Game, rules: Any, start: str) -> None:
        self._position = game.read(start, rules)
        self._path: list[Node] = []

    def at(self, node: Node) -> Position:
        """Return a copy of the position at *node*."""
        path = node.path()[1:]
        common = 0
        for here, there in zip(self._path, path, strict=False):
            if here is not there:
                break
            common += 1
        for _ in self._path[common:]:
            self._position.unmake()
        for child in path[common:]:
            assert child.move is not None
            self._position.make(child.move)
        self._path = path
        return self._position.copy()


def scene_at(
    game: Game, node: Node, position: Position, number: int, players: Sequence[str]
) -> Scene:
    """Return what a picture of *node* shows: *position*, and a caption with the move's *number*."""
    return Scene(
        position,
        node.move,
        node.notes,
        move_title(game, node, number, players),
        standing_of(game, node),
    )


def move_title(game: Game, node: Node, number: int, players: Sequence[str]) -> str:
    """Return the move that led to *node* and who has made it; at the start, who plays."""
    if node.parent is None:
        return both_players(players) or quote(in_words(game.title))
    moves = "-".join(ply.text for ply in plies_of_turn(node))
    return fill(
        translate("Pictures", "{number}. {side}: {moves}"),
        number=number,
        side=quote(in_words(game.sides[node.side])),
        moves=f"{shorten(moves, 60)} {node.notes.symbols}".strip(),
    )


def standing_of(game: Game, node: Node) -> str:
    """Return the result at *node*, or who is to move."""
    if node.outcome is not None:
        return shorten(in_words(node.outcome.reason))
    return fill(
        translate("Pictures", "{side} to move"), side=quote(in_words(game.sides[node.to_move]))
    )


def scenes(
    game: Game,
    rules: Any,
    start: str,
    line: Sequence[Node],
    players: Sequence[str],
    wanted: Collection[int] | None = None,
) -> Iterator[Scene]:
    """Yield what the pictures of *line*, which begins with the root, show.

    Of *wanted* indices only, if they are given.
    """
    position = game.read(start, rules)
    number = 0
    for index, node in enumerate(line):
        number = next_number(number, node)
        if node.move is not None:
            position.make(node.move)
        if wanted is None or index in wanted:
            yield scene_at(game, node, position.copy(), number, players)
