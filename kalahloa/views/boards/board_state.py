"""What a board shows, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kalahloa.controllers.base.translation import in_words
from kalahloa.models.game.first_steps import NO_ILLUSTRATION, Illustration
from kalahloa.models.game.position import Position
from kalahloa.models.game.set_up import SetUp
from kalahloa.models.record.annotation import Drawing, Mark
from kalahloa.models.search.score import Score
from kalahloa.views.boards.board_preferences import is_mirrored
from kalahloa.views.boards.move_values import best_moves


@dataclass(frozen=True)
class BoardState:
    """The state that a board shows.

    `position` is that of the current node, on which the board makes no moves, and `last_move` the
    move that led to it, or None.  `before` is the position before that move if the move is to be
    animated.  `playable` is whether a human may move.  `title` says how things stand, for screen
    readers; `names` are short words for who plays, empty where the sides' names serve.  `your_side`
    is that of the user who plays against a computer, None in any other game.

    `premoves` are the moves that a human can choose before the side to move has moved, None where
    that is not possible; `premove` is the one that is chosen.
    `hint` is a suggested move, with the label `hint_text`; `clue` are the cells to look at while it
    is not told yet.  `illustration` is what explains a rule.  `threat` are the cells in which what
    the other side would do begins and ends, with the label `threat_text`.  `values` are the moves'
    values, for the side that makes them, empty where they are not known or not wanted.

    `arrows` are the moves that are pointed out, the best first, with their values; None stands for
    the first of the best of `values`.  `played` is the move that was played here, if any.

    `drawings` are what a reader has drawn on the board, and `mark` judges the last move; while the
    board is `drawable`, one draws with the right button.
    `set_up` is what the board shows in place of the pieces of `position`, without any marks, while
    a position is being set up; only the rules of `position` count then.
    `overlays` are the keys of the overlays that are shown (see `BoardView.overlays`).

    `flipped` turns the board by 180 degrees, so that the second side sits at the bottom;
    `mirrored` exchanges left and right on the boards that can be mirrored, by default as the user
    prefers.
    """

    position: Position
    last_move: int | None = None
    before: Position | None = None
    playable: bool = False
    premoves: frozenset[int] | None = None
    premove: int | None = None
    title: str = ""
    names: tuple[str, str] = ("", "")
    your_side: int | None = None
    hint: int | None = None
    hint_text: str = ""
    clue: tuple[int, ...] = ()
    illustration: Illustration = NO_ILLUSTRATION
    threat: tuple[int, ...] = ()
    threat_text: str = ""
    values: Mapping[int, Score] = field(default_factory=dict)
    arrows: Mapping[int, Score] | None = None
    played: int | None = None
    drawings: tuple[Drawing, ...] = ()
    mark: Mark | None = None
    drawable: bool = False
    set_up: SetUp | None = None
    overlays: frozenset[str] = frozenset()
    flipped: bool = False
    mirrored: bool = field(default_factory=is_mirrored)

    @cached_property
    def best_moves(self) -> frozenset[int]:
        """The moves of the highest value; empty without values."""
        return best_moves(self.values)

    @cached_property
    def pointed(self) -> Mapping[int, Score]:
        """The moves that are pointed out, the best first."""
        if self.arrows is not None:
            return self.arrows
        if not self.best_moves or self.hint in self.best_moves:
            return {}
        best = min(self.best_moves, key=list(self.values).index)
        return {best: self.values[best]}

    @property
    def hint_label(self) -> str:
        """The label of the hint; its value is that of `values` where the move has one."""
        value = None if self.hint is None else self.values.get(self.hint)
        if value is None or self.hint is None or not self.hint_text:
            return self.hint_text
        return f"{self.position.format_move(self.hint)}  {in_words(value.short)}"
