"""A frozen picture of where a document is, and what has just happened to it.

Views are functions of a `Place`; a `Change` says what differs from the one before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from kalahloa.controllers.base.player import Player, own_side
from kalahloa.controllers.base.translation import in_words
from kalahloa.controllers.core.undo import end_of_line, redo_target, undo_target, variation_start
from kalahloa.models.game.clue import NO_CLUE, Clue
from kalahloa.models.game.game import Game
from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.overlay import Overlay
from kalahloa.models.game.position import Position
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.ending import stated_outcome
from kalahloa.models.record.record import NO_DETAILS, Node

if TYPE_CHECKING:
    from kalahloa.models.search.score import Score


S = TypeVar("S")


class Cause(Enum):
    """Why a `Place` differs from the one before."""

    NEW = "new"
    """Another record was started or opened; everything may differ."""
    MOVE = "move"
    """The current node's move was just made; views may animate it."""
    WALK = "walk"
    """Undo, redo or a jump."""
    PLAYERS = "players"
    """A player was replaced."""
    ACTIVITY = "activity"
    """A search for a move or a hint has begun or ended, play was held or continued, or a move is
    judged by teaching."""
    FINDINGS = "findings"
    """The hint, the values or the lines, or whether they are wanted, have changed; or teaching has
    refuted a move."""
    REVIEW = "review"
    """More of the line was reviewed, or a review has begun or ended."""
    PUZZLE = "puzzle"
    """The puzzle, or what is known of all of them, has changed."""
    EDIT = "edit"
    """The record was edited: see `Change.came`, `Change.went` and `Change.edited`."""
    VIEW = "view"
    """The board was turned, or shows other overlays."""


class HintStep(IntEnum):
    """How much of a hint has been asked for."""

    WHERE = 1
    """Where to look."""
    MOVE = 2
    """The move."""
    WHY = 3
    """Why it is the best."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested move, its notation `text`, and its value for the side that makes it.

    `step` is how much of it is shown: at first the `clue` only.  At the last step `why` are
    sentences on the move, and `line` is the best play as far as it is known, itself first, in
    notation; empty where nothing is known of what follows.
    """

    move: int
    text: str
    value: "Score"
    step: HintStep = HintStep.MOVE
    clue: Clue = NO_CLUE
    why: tuple[str, ...] = ()
    line: str = ""

    @property
    def label(self) -> str:
        """The move and its value, for display."""
        return f"{self.text}  {in_words(self.value.short)}"

    @property
    def shown_move(self) -> int | None:
        """The move, or None while only the clue is shown."""
        return None if self.step is HintStep.WHERE else self.move

    @property
    def news(self) -> tuple[object, ...]:
        """What is worth telling again when it differs; an estimate that changes a little is not."""
        return self.move, self.step, self.value.proven


@dataclass(frozen=True)
class Place:
    """Where a document is now.

    `record_number` differs between records, also between two of the same game.  `root` and `node`
    belong to the record's tree, which views must only read.  `nodes` are all nodes by number, those
    that were removed included, in the record's own list, which grows; `node_count` is how many
    there are.  `position` is a copy of the position at `node` that nobody may make moves on.

    `players` move from here on; `names` say who has played the game, and `details` are what else is
    known of it.

    `held` is whether the computer waits, `thinking` and `hinting` whether a search for a move or a
    hint is running.  `values` are those of the legal moves, by move, empty unless `values_wanted`
    and known; `values_final` is whether they are not going to improve.  `flipped` is whether the
    second side sits at the bottom of the board.  `answers` is whether computer players move at all.
    `premoves` are the moves that a human can choose before the computer has moved, None where that
    is not possible, and `premove` is the one that is chosen.
    `undo_edit` and `redo_edit` are the names of the edits that would be taken back and done again,
    empty where there is none.  `comments_listed` is whether the list of moves has the comments in
    it; `autoplaying` is whether the line is being walked through by itself.
    `overlays` are those of the board of the game, `overlays_shown` the keys of those that it shows.
    `found_marks` are the marks that reviews have found in the record, by the numbers of nodes,
    empty unless `marks_wanted`.
    `secret` is whether the user is to find the next move alone: what comes after this position, and
    what would help, is hidden.  `has_own_game` is whether the user's own game was laid aside for an
    exercise.  `is_taken_back` is whether the last move is taken back in a moment.

    `states` are those of the features, by their classes: ``place[PuzzleState]`` is how the puzzle
    on the board stands, and ``place.get(PuzzleState)`` is None where there is none.
    """

    record_number: int
    game: Game
    rules: Any
    root: Node
    node: Node
    nodes: Sequence[Node] = field(repr=False, compare=False)
    node_count: int
    position: Position
    players: tuple[Player, Player]
    names: tuple[str, str] = ("", "")
    details: Mapping[str, str] = field(default_factory=lambda: NO_DETAILS)
    answers: bool = True
    held: bool = False
    thinking: bool = False
    hinting: bool = False
    hint: Hint | None = None
    values: Mapping[int, "Score"] = field(default_factory=dict)
    values_wanted: bool = False
    values_final: bool = False
    flipped: bool = False
    premoves: frozenset[int] | None = None
    premove: int | None = None
    undo_edit: str = ""
    redo_edit: str = ""
    comments_listed: bool = True
    autoplaying: bool = False
    overlays: tuple[Overlay, ...] = ()
    overlays_shown: frozenset[str] = frozenset()
    found_marks: Mapping[int, Mark] = field(default_factory=dict)
    marks_wanted: bool = True
    secret: bool = False
    has_own_game: bool = False
    is_taken_back: bool = False
    states: Mapping[type, Any] = field(default_factory=dict)

    def get(self, kind: type[S]) -> S | None:
        """Return the state of class *kind* that a feature has here; None where it has none."""
        return self.states.get(kind)

    def __getitem__(self, kind: type[S]) -> S:
        """Return the state of class *kind*; raise `KeyError` where there is none."""
        state: S | None = self.states.get(kind)
        if state is None:
            raise KeyError(kind.__name__)
        return state

    @property
    def mark(self) -> Mark | None:
        """The mark of the move that led here: the user's, or else what a review has found."""
        notes = self.node.notes
        return (
            notes.judgement
            or next(iter(notes.marks), None)
            or self.found_marks.get(self.node.number)
        )

    @property
    def diagram(self) -> str:
        """The board in characters, with the labels of the overlays that are shown."""
        draws = [one.diagram for one in self.shown_overlays if one.diagram is not None]
        draw = draws[0] if draws else type(self.position).diagram
        return draw(self.position, self.flipped)

    @property
    def shown_overlays(self) -> list[Overlay]:
        """The overlays of `overlays_shown`, in the order of `overlays`."""
        return [one for one in self.overlays if one.key in self.overlays_shown]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome at this node, or None if the game is not over."""
        return self.node.outcome

    @cached_property
    def ending(self) -> Outcome | None:
        """How the game has ended at this node, also by resignation or agreement; None if not."""
        if self.outcome is not None or self.node.children or self.variation_start is not None:
            return self.outcome
        return stated_outcome(self.details, self.game.sides)

    @property
    def is_over(self) -> bool:
        """Whether no move can be made here.

        In Study, and in exercises, one can go on from where players have ended their game.
        """
        return (self.ending if self.answers and not self.secret else self.outcome) is not None

    @property
    def side(self) -> int:
        """The side to move: 0 or 1."""
        return self.node.to_move

    @property
    def side_name(self) -> str:
        """The name of the side to move."""
        return self.game.sides[self.side]

    @property
    def player_to_move(self) -> Player:
        """The player of the side to move."""
        return self.players[self.side]

    @property
    def computers(self) -> tuple[bool, bool]:
        """For each side, whether a computer plays it (never where computers do not answer)."""
        first, second = self.players
        return (self.answers and first.is_computer, self.answers and second.is_computer)

    @property
    def own_side(self) -> int | None:
        """The side that the user plays against a computer; None in any other game."""
        return own_side(self.players)

    @property
    def your_side(self) -> int | None:
        """The side whose player sentences call "you": `own_side`, where the computer answers."""
        return self.own_side if self.answers else None

    @property
    def human_may_move(self) -> bool:
        """Whether a move can be played now; while play is held, also for a computer."""
        waits = self.is_over or self.is_taken_back
        return not waits and (self.held or not self.computers[self.side])

    @property
    def waits_for_continue(self) -> bool:
        """Whether the computer is to move but play is held."""
        return self.ending is None and self.held and self.computers[self.side]

    @cached_property
    def undo_target(self) -> Node | None:
        """The node that undo leads to, or None."""
        return undo_target(self.node, self.computers)

    @property
    def ahead(self) -> Node | None:
        """The next node of the line that was last followed; None at its end, or if it is hidden."""
        return None if self.secret else self.node.followed

    @cached_property
    def redo_target(self) -> Node | None:
        """The node that redo leads to, or None."""
        return None if self.secret else redo_target(self.node, self.computers)

    @cached_property
    def line_end(self) -> Node:
        """The last node of the line that was last followed from here; `node` at its end."""
        return self.node if self.secret else end_of_line(self.node)

    @cached_property
    def coming_outcome(self) -> Outcome | None:
        """How the main line ends after `node`; None at its end, in variations, or if hidden."""
        if self.secret or self.variation_start is not None:
            return None
        line = self.node.main_line()
        if not line:
            return None
        return line[-1].outcome or stated_outcome(self.details, self.game.sides)

    @cached_property
    def variation_start(self) -> Node | None:
        """The first node of the innermost variation that `node` is in; None in the main line."""
        return variation_start(self.node)

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for."""
        return self.human_may_move and not self.hinting and not self.secret


@dataclass(frozen=True)
class Change:
    """What has happened to a document, told once, and the `place` where it is since.

    `came` are the nodes that are in the tree now and were not, a parent before its children: new
    ones, and those that were put back.  `went` are the numbers of those that were and are not.
    `edited` are those whose notes, or whose place among the alternatives, have changed.  If moves
    were just made, `played` are their nodes, in order (also those that were in the record before),
    the last one the current node, and `before` is a copy of the position before that last move;
    otherwise it is None.
    """

    causes: frozenset[Cause]
    place: Place
    came: tuple[Node, ...] = ()
    went: tuple[int, ...] = ()
    edited: tuple[Node, ...] = ()
    played: tuple[Node, ...] = ()
    before: Position | None = None

    @classmethod
    def everything(cls, place: Place) -> "Change":
        """Return the change for a view that has seen nothing yet, or not the last ones."""
        return cls(frozenset({Cause.NEW}), place)

    def followed_by(self, later: "Change") -> "Change":
        """Return this change and *later*, the next one that was told, as one."""
        causes = self.causes | later.causes
        if Cause.NEW in causes:
            return Change(causes, later.place)
        gone, back = set(later.went), {node.number for node in later.came}
        fresh = {node.number for node in self.came}
        back.intersection_update(self.went)
        walked = Cause.WALK in later.causes
        return Change(
            causes,
            later.place,
            came=(
                *(node for node in self.came if node.number not in gone),
                *(node for node in later.came if node.number not in back),
            ),
            went=(
                *(number for number in self.went if number not in back),
                *(number for number in later.went if number not in fresh),
            ),
            edited=tuple(
                dict.fromkeys(
                    (
                        *(node for node in self.edited if node.number not in gone),
                        *(node for node in later.came if node.number in back),
                        *later.edited,
                    )
                )
            ),
            played=later.played if walked else (*self.played, *later.played),
            before=later.before if walked or later.played else self.before,
        )

    @property
    def is_new(self) -> bool:
        """Whether everything may differ."""
        return Cause.NEW in self.causes

    @property
    def moved(self) -> bool:
        """Whether the current node is another one."""
        return bool(self.causes & {Cause.NEW, Cause.MOVE, Cause.WALK})
