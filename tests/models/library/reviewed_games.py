"""Games with players, results and reviews, as plain values that can be counted over again."""

from dataclasses import dataclass, replace

from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.library import Library
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Record
from kalahloa.models.study.review.judgement import review_of
from kalahloa.models.study.review.kept import short_ply_to_json
from kalahloa.models.study.review.reviewed import ReviewedPly
from tests.models.library.games import record_of
from tests.scores import move_score

LEVELS = (None, {"searcher": "engine", "strength": 3}, {"searcher": "engine", "strength": 7})
NAMES = {3: "Engine, level 3", 7: "Engine, level 7"}


@dataclass(frozen=True)
class Given:
    """A game as a test describes it: `losses` has a loss and a mark for each reviewed ply."""

    moves: str
    players: tuple[str, str] = ("", "")
    levels: tuple[object, object] = (None, None)
    game: str = "tictactoe"
    date: str = "2026-01-01"
    result: str | None = None
    losses: tuple[tuple[float, Mark | None], ...] = ()
    facts: tuple[MoveFact, ...] = ()

    @property
    def record(self) -> Record:
        """The record of the moves."""
        return record_of(self.moves, self.game, players=self.players, details={"date": self.date})


def plies_of(given: Given, by_margin: bool) -> list[ReviewedPly]:
    """Return the reviewed plies of *given*; the first of them are reviewed."""
    return [
        ReviewedPly(
            number=node.number,
            move=node.move,
            text=node.text,
            side=node.side,
            value=move_score(-loss, False, None, by_margin, 1),
            best=node.move,
            best_text=node.text,
            best_value=move_score(0.0, False, None, by_margin, 1),
            loss=loss,
            proven=False,
            mark=mark,
            facts=given.facts if mark is not None else (),
        )
        for node, (loss, mark) in zip(given.record.line(), given.losses, strict=False)
    ]


def add(library: Library, given: Given) -> int:
    """Put *given* into *library* with its review, and return its id."""
    record = given.record
    new = NewGame.of(record, given.levels)
    if given.result is not None:
        new = replace(new, result=given.result)
    (game,) = library.add_many([new])
    by_margin = given.game != "loa"
    plies = plies_of(given, by_margin)
    if plies:
        library.keep_analyses(game, {ply.number: short_ply_to_json(ply) for ply in plies}, REVIEWS)
    if plies and len(plies) == len(record.line()):
        review = review_of(plies, len(plies), by_margin, 0.0)
        first, second = review.accuracy
        library.keep_accuracy(game, len(plies), (first.percent, second.percent))
    return game
