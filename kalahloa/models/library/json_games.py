"""Games in JSON, as rows of the library: the same as by way of a record, in half the time."""

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.library.game_rows import ROOT_PARENT, NewGame, NodeRow, rules_text
from kalahloa.models.library.positions import index_key, salt_of
from kalahloa.models.record.json_record import begin_json_record, read_entries, record_failures
from kalahloa.models.record.record import NewNode, Record
from kalahloa.models.work.cancellation import ReadingStopped, never

_End = tuple[int, Outcome | None]
"""The number of plies in a main line, and the outcome after them."""


def new_game_from_json(data: Any, stopped: Callable[[], bool] = never) -> NewGame:
    """Return the game described by *data*, a value as `record_to_json` returns it.

    It is equal to ``NewGame.of(from_json(plain))`` but for the time of its creation.  Every move
    is checked for legality.  Raises `BadFile` and `ReadingStopped` as `record_from_json` does.
    """
    with record_failures():
        record = begin_json_record(data)
        entries = read_entries(data)
        current = _number(data["current"], entries)
        followed = _followed(entries, data["followed"])
        rows, end = _rows(record, entries, followed, stopped)
        return _new_game(record, rows, current, end)


def _number(value: Any, entries: Sequence[NewNode]) -> int:
    """Return *value* if it is a node's number; raise `TypeError` or `IndexError`."""
    if type(value) is not int:
        raise TypeError("A node has a whole number.")
    if not 0 <= value <= len(entries):
        raise IndexError("There is no such node.")
    return value


def _followed(entries: Sequence[NewNode], given: Any) -> list[int]:
    """Return the child that redo goes to by the number of each node, 0 for none."""
    followed = [0] * (len(entries) + 1)
    for number, entry in enumerate(entries, 1):
        followed[_number(entry.parent, entries)] = number
    for value in given:
        number = _number(value, entries)
        if number:
            followed[entries[number - 1].parent] = number
    return followed


def _rows(
    record: Record, entries: Sequence[NewNode], followed: Sequence[int], stopped: Callable[[], bool]
) -> tuple[list[NodeRow], _End]:
    """Return the rows of all nodes, and the end of the main line."""
    position = record.position
    salt = salt_of(record.game.key, rules_text(record.game, record.rules))
    below: list[list[int]] = [[]]
    ranks = [0]
    for number, entry in enumerate(entries, 1):
        siblings = below[entry.parent]  # which is an IndexError if the parent comes later
        ranks.append(len(siblings))
        siblings.append(number)
        below.append([])
    root = NodeRow(
        0, ROOT_PARENT, "", record.root.notes, 0, False, followed[0], index_key(position.hash, salt)
    )
    rows = [root] * len(below)
    plies = last = 0
    while below[last]:
        last = below[last][0]
        plies += 1
    outcome = None if last else position.outcome()
    moves: dict[tuple[int, int], int] = {}
    # A node to make the move of, or -1 to take one back.
    ahead = below[0][::-1]
    while ahead:
        if stopped():
            raise ReadingStopped
        number = ahead.pop()
        if number < 0:
            position.unmake()
            continue
        entry = entries[number - 1]
        parent = entry.parent
        move = position.read_move(entry.text)
        if moves.setdefault((parent, move), number) != number:
            raise ValueError("A move that was played twice from one place is one node.")
        text = position.format_move(move)
        position.make(move)
        rows[number] = NodeRow(
            number,
            parent,
            text,
            entry.notes,
            ranks[number],
            False,
            followed[number],
            index_key(position.hash, salt),
        )
        ahead.append(-1)
        ahead += below[number][::-1]
        if number == last:
            outcome = position.outcome()
    return rows, (plies, outcome)


def _new_game(record: Record, rows: Sequence[NodeRow], current: int, end: _End) -> NewGame:
    plies, outcome = end
    game, rules = record.game, record.rules
    return NewGame(
        game=game.key,
        rules=MappingProxyType(game.rulebook.as_mapping(rules)),
        preset=game.rulebook.name_of(rules),
        start=record.start,
        players=record.players,
        result=record.details.get("result", "*") if outcome is None else outcome.points,
        score=None if outcome is None else outcome.score,
        plies=plies,
        current=current,
        nodes=tuple(rows),
        details=record.details,
        uid=record.uid,
    )
