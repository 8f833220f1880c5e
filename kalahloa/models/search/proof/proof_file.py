"""Files of proofs: what one side answers to every move of the other, from the first position on.

A file is a line of JSON and compressed bytes.  Each byte is an answer: the place of the
move among the legal moves in ascending order of their numbers.  Answers stand in the order in which
a walk comes to them that tries the moves of the other side in that order, and does not follow a
position a second time.  So a file can only be read by walking the whole proof (see `checking`).
"""

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadFile, BadRules, KalahloaError, UnknownName
from kalahloa.models.text.quotation import quote
from kalahloa.models.work.cancellation import never

FORMAT = "kalahloa-proof"
VERSION = 1
MAX_ANSWERS = 1 << 28
_MAX_HEADER = 1 << 16
_MAX_PLACE = 255


class WalkStopped(Exception):
    """A walk through a proof was stopped before its end."""


@dataclass(frozen=True)
class ProofFile:
    """The proof that `side` wins from the position `start` on, the game's start if None."""

    game: Game
    rules: Any
    start: str | None
    side: int
    answers: bytes

    def position(self) -> Position:
        """Return the first position; raise `BadPosition`."""
        if self.start is None:
            return self.game.start(self.rules)
        return self.game.read(self.start, self.rules)

    def save(self, path: Path) -> None:
        """Write the file; raise `OSError`."""
        header = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.key,
            "rules": self.game.rulebook.as_mapping(self.rules),
            "start": self.start,
            "side": self.side,
            "answers": len(self.answers),
        }
        line = json.dumps(header).encode() + b"\n"
        write_whole(path, [line, zlib.compress(self.answers, 9)])


def load_proof(path: Path) -> ProofFile:
    """Return the proof in the file *path*; raise `BadFile` if it is none, and `OSError`.

    What it claims is not checked.
    """
    with path.open("rb") as file:
        line = file.readline(_MAX_HEADER)
        packed = file.read(MAX_ANSWERS)
    try:
        header = json.loads(line)
        if header["format"] != FORMAT:
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadFile(f"{quote(path.name)} is no file of a proof.") from None
    if header.get("version") != VERSION:
        raise BadFile(f"{quote(path.name)} was written by a later version of Kalahloa.")
    try:
        return _read(header, packed)
    except (KeyError, TypeError, ValueError, AttributeError, zlib.error):
        raise BadFile(f"{quote(path.name)} is damaged.") from None
    except (UnknownName, BadRules) as error:
        raise BadFile(f"{quote(path.name)} cannot be read: {error}") from error


def _read(header: dict[str, Any], packed: bytes) -> ProofFile:
    game = find_game(str(header["game"]))
    rules = game.rulebook.read(None, header["rules"])
    start, side, count = header["start"], header["side"], header["answers"]
    if type(side) is not int or side not in (0, 1) or not (start is None or isinstance(start, str)):
        raise ValueError
    if not 0 < count <= MAX_ANSWERS:
        raise ValueError
    unpacker = zlib.decompressobj()
    answers = unpacker.decompress(packed, count)
    whole = unpacker.eof and not unpacker.unused_data
    if len(answers) != count or not whole:
        raise ValueError
    proof = ProofFile(game, rules, start, side, answers)
    try:
        proof.position()
    except KalahloaError as error:
        raise ValueError from error
    return proof


def write_answers(
    root: Position,
    side: int,
    answer: Callable[[Position], int | None],
    *,
    stopped: Callable[[], bool] = never,
) -> bytes:
    """Return the answers of a proof for *side* from *root* on, in the order of a file.

    *answer* returns a legal move in a position in which *side* is to move.  Raises `BadFile` if
    there is none, and `WalkStopped`.
    """
    position = root.copy(stack=False)
    seen: set[str] = set()
    answers = bytearray()
    # The moves that are still to be made in each position on the way, the next one last.
    ahead = [_moves(position, side, answer, seen, answers)]
    while ahead:
        if ahead[-1]:
            position.make(ahead[-1].pop())
            ahead.append(_moves(position, side, answer, seen, answers))
        else:
            ahead.pop()
            if ahead:
                position.unmake()
        if len(answers) % 1024 == 0 and stopped():
            raise WalkStopped
    return bytes(answers)


def _moves(
    position: Position,
    side: int,
    answer: Callable[[Position], int | None],
    seen: set[str],
    answers: bytearray,
) -> list[int]:
    """Return the moves to follow in *position*, the first one last, and note the answer if due."""
    moves = sorted(position.legal_moves(), reverse=True)
    if not moves or position.side != side:
        return moves
    key = position.position_string()
    if key in seen:
        return []
    seen.add(key)
    move = answer(position)
    if move not in moves:
        raise BadFile(f"The proof has no answer in the position {key}.")
    place = len(moves) - 1 - moves.index(move)
    if place > _MAX_PLACE:
        raise BadFile("A position has too many moves for a file of a proof.")
    answers.append(place)
    return [move]
