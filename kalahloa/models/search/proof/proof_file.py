"""Files of proofs: what one side answers to every move of the other, from the first position on.

A file is a line of JSON and compressed bytes.  Each byte is an answer: the place of the
move among the legal moves in ascending order of their numbers.  Answers stand in the order in which
a walk comes to them that tries the moves of the other side in that order, and does not follow a
position a second time.  So a file can only be read by walking the whole proof, which checks it.
"""

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.game.proof_checker import CheckedProof, WrongProof, check_proof
from kalahloa.models.game.registry import find_game
from kalahloa.models.storage.atomic_file import write_whole
from kalahloa.models.text.errors import BadFile, BadRules, KalahloaError, UnknownName
from kalahloa.models.text.quotation import quote

FORMAT = "kalahloa-proof"
VERSION = 1
MAX_ANSWERS = 1 << 28
_MAX_HEADER = 1 << 16


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

    def check(
        self,
        *,
        stopped: Callable[[], bool] | None = None,
        report: Callable[[int], None] | None = None,
    ) -> CheckedProof:
        """Return the proof with its answers, walked by the rules (see `check_proof`).

        Raises `WrongProof` where the answers do not show what is claimed.
        """
        tree = _PlacedAnswers(self.answers)
        checked = check_proof(self.position(), self.side, tree, stopped=stopped, report=report)
        if len(checked.answers) != len(self.answers):
            raise WrongProof("The file has replies that no line reaches.")
        return checked

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
        raise BadFile(f"{quote(path.name)} is not a proof file.") from None
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


def file_answers(checked: CheckedProof) -> bytes:
    """Return the answers of *checked* for a `ProofFile`.

    Raises `BadFile` if a position has more moves than a file can tell apart.
    """
    try:
        return bytes(iter(checked.places))
    except ValueError:
        raise BadFile("A position has too many moves for a proof file.") from None


class _PlacedAnswers:
    """The proof of a file, for a walk in the order of its *places*."""

    def __init__(self, places: bytes) -> None:
        self._places = iter(places)

    def answer(self, position: Position) -> int | None:
        """See `WinningStrategy.answer`; a place that no move has is answered with no legal move."""
        place = next(self._places, None)
        if place is None:
            return None
        moves = sorted(position.legal_moves())
        return moves[place] if place < len(moves) else -1
