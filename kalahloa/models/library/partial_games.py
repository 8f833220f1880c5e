"""What can still be read of a stored game in which something is damaged."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.game_rows import NodeRow, StoredGame
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence
from kalahloa.models.work.cancellation import ReadingStopped, never


@dataclass(frozen=True)
class ReadableGame:
    """A record of what can be read, the stored numbers of its nodes, and how many are left out.

    What is left out stays in the library.  `sentence` says so; it is empty if nothing is.
    """

    record: Record
    order: tuple[int, ...]
    left_out: int

    @property
    def sentence(self) -> Sentence | str:
        """What the user is told."""
        if not self.left_out:
            return ""
        return QT_TRANSLATE_NOOP(
            "Models", "The game is damaged: %n move(s) of it cannot be read."
        ).counted(self.left_out)


def read_readable(stored: StoredGame, stopped: Callable[[], bool] = never) -> ReadableGame:
    """Return the record of *stored*, without moves that cannot be made and what is below them.

    Raises `BadFile` if its game, rules or start cannot be read, and `ReadingStopped` soon after
    *stopped* returns True.
    """
    try:
        return ReadableGame(stored.to_record(stopped), stored.order(), 0)
    except BadFile:
        pass
    kept = replace(stored, nodes=tuple(_playable(stored, stopped)))
    return ReadableGame(kept.to_record(stopped), kept.order(), len(stored.nodes) - len(kept.nodes))


def _playable(stored: StoredGame, stopped: Callable[[], bool]) -> list[NodeRow]:
    """Return the rows of *stored* to which legal moves lead, by number."""
    header = stored.header
    try:
        game = find_game(header.game)
        position = game.read(header.start, game.rulebook.read(None, header.rules))
    except (KalahloaError, ValueError, TypeError) as error:
        raise BadFile(
            QT_TRANSLATE_NOOP("Models", "The game cannot be read: {reason}").format(
                reason=shorten(error)
            )
        ) from error
    rows = {row.number: row for row in stored.nodes}
    below: dict[int, list[NodeRow]] = {}
    for row in stored.nodes:
        below.setdefault(row.parent, []).append(row)
    if 0 not in rows:
        return []
    kept = [rows[0]]
    moves: dict[int, set[int]] = {}
    # A row to make the move of, or None to take one back.
    ahead: list[NodeRow | None] = [*below.get(0, ())][::-1]
    while ahead:
        if stopped():
            raise ReadingStopped
        step = ahead.pop()
        if step is None:
            position.unmake()
            continue
        try:
            move = position.read_move(step.text)
        except KalahloaError:
            continue
        if not step.removed:
            played = moves.setdefault(step.parent, set())
            if move in played:
                continue
            played.add(move)
        kept.append(step)
        position.make(move)
        ahead.append(None)
        ahead += reversed(below.get(step.number, []))
    return sorted(kept)
