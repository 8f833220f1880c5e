"""Games to export, with everything in them that a picture or a page shows."""

from collections.abc import Callable
from pathlib import Path

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.annotation import Drawing, Mark, Notes, Shape
from kalahloa.models.record.record import Record
from kalahloa.models.work.cancellation import never
from kalahloa.views.pictures.export import Options, job_for
from kalahloa.views.pictures.job import Stopped, finish_picture

MARKUP = "<b>Ada</b> & \"co\" <script>alert('x')</script>"
MOVES = {
    "loa": "c8-c6 h4-f2 g8-g6 h2-e2",
    "kalah": "3 6 2 1 5",
    "tictactoe": "5 1 3 7 4",
}


def played(game: str, moves: str = "", **given: object) -> Record:
    """Return a record of *game* in which *moves*, by default some usual ones, are played."""
    record = Record(find_game(game), **given)
    for text in (moves or MOVES[game]).split():
        record.play(record.position.read_move(text))
    return record


def annotated(game: str = "loa") -> Record:
    """Return a record with variations, comments, marks, drawings and markup in every text."""
    record = played(
        game, players=(MARKUP, "Babbage"), details={"event": MARKUP, "date": "1843-07-10"}
    )
    end = record.current.number
    record.annotate(record.nodes[1], Notes(f"First {MARKUP}\n\nSecond paragraph"))
    record.annotate(record.nodes[2], Notes("", (Mark.BLUNDER,)))
    record.annotate(record.nodes[3], Notes("", (), (Drawing(Shape.CELL, "c6"),)))
    record.jump(1)
    record.play(record.position.legal_moves()[0])
    record.play(record.position.legal_moves()[0])
    record.annotate(record.current, Notes("In the variation\n#\nafter the sign"))
    record.jump(end)
    return record


def write(
    suffix: str,
    record: Record,
    options: Options,
    path: Path | None,
    stopped: Stopped = never,
    progress: Callable[[float], object] | None = None,
) -> bytes:
    """Export *record* to the kind of file called *suffix*, and return its content."""
    return finish_picture(job_for(record, options, suffix, path), stopped, progress)
