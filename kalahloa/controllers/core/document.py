"""The document: a record with its players, and the only place where they are changed."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import randint
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from kalahloa.controllers.base.player import HUMAN, Player
from kalahloa.controllers.base.translation import fill, in_words, translate
from kalahloa.controllers.core.controller import Controller, Fields
from kalahloa.controllers.core.names import Names, is_over, names_of, renamed, taken_over
from kalahloa.controllers.core.place import Cause, Change, Place
from kalahloa.models.game.game import Game
from kalahloa.models.game.position import Position
from kalahloa.models.library.incoming_changes import Merged
from kalahloa.models.record.record import Node, Record
from kalahloa.models.study.edits import Applied, Edit, EditKind, Several, to_main_line
from kalahloa.models.text.quotation import shorten
from kalahloa.models.work.cancellation import never

_log = logging.getLogger(__name__)

SEED = "seed"
"""The detail of a record that says by which number its computer players chose at random."""
MAX_SEED = 999_999_999


@dataclass(frozen=True)
class _Suspended:
    """A record that was open, and how: who moves, whose it is, whether its board was turned."""

    record: Record
    players: tuple[Player, Player]
    is_own: bool
    turned: bool


class Document(QObject):
    """A record and its players, as they are open in a window or a terminal.

    Whatever happens is told once: `changed` carries a `Change`, emitted when the outermost
    `one_change` ends.  Before that the followers act on it, in the order in which they were added,
    and what they change is part of it.  What is changed while `changed` is being emitted is told
    afterwards, so that every receiver hears of all changes in the same order.
    """

    changed = Signal(object)
    """A `Change`."""
    message = Signal(str)
    """A sentence for the user."""

    def __init__(self, game: Game, parent: QObject | None = None) -> None:
        """Open a record of *game* without moves, between two humans."""
        super().__init__(parent)
        self.players: tuple[Player, Player] = (HUMAN, HUMAN)
        self.played_by = self.players
        """Those of the players, now or before, who have played the game on the board."""
        self._own_name = ""
        self.next_names: Names = names_of(self.players, self._own_name)
        """The names of those who would play the next game."""
        self.record = Record(game, players=self.next_names)
        self.seed = randint(0, MAX_SEED)
        """What computer players choose by at random in this game (see `at_level`)."""
        self.resumed = False
        """Whether the record was opened from a file rather than begun."""
        self.is_own = True
        """Whether the game was begun in this program: no exercise, nor read from elsewhere."""
        self.for_exercise = False
        """Whether the record is one of an exercise, which is not to be kept."""
        self.is_secret: Callable[[], bool] = never
        """Whether the user is to find the next move alone; set by `Exercises`."""
        self._suspended: _Suspended | None = None
        self._turned = False
        self._record_number = 0
        self.intent = 0
        """The number of the user's last wish for another record: see `intend`."""
        self.fulfilled = 0
        """The wish that the record fulfils; 0 where it was opened at once."""
        self._followers: list[Controller] = []
        self.failed: set[type[Controller]] = set()
        """The features of other packages that are switched off: see `guarding`."""
        self._depth = 0
        self._emitting = False
        self._causes: set[Cause] = set()
        self._came: list[Node] = []
        self._went: dict[int, None] = {}
        self._edited: list[Node] = []
        self._played: list[Node] = []
        self._place: Place | None = None

    @property
    def place(self) -> Place:
        """Where the document is; the newest that was told."""
        if self._place is None:  # not for each follower: at the start they come one by one
            self._place = self._picture(None)
        return self._place

    def add_follower(self, follower: Controller, *, first: bool = False) -> None:
        """Add *follower*, which acts on every change and fills its own fields of `place`.

        It acts after the others, or before them if it is to be *first*.
        """
        self._followers.insert(0 if first else len(self._followers), follower)
        self._place = None

    @contextmanager
    def guarding(self, kind: type[Controller]) -> Iterator[None]:
        """Switch off the features of class *kind* if the block raises, and say so once.

        Only those of other packages: what else is raised goes on.
        """
        try:
            yield
        except Exception as error:
            if kind.__module__.partition(".")[0] == __name__.partition(".")[0]:
                raise
            _log.exception("The feature %s has failed", kind.__name__)
            self._followers = [one for one in self._followers if not isinstance(one, kind)]
            if kind not in self.failed:
                self.failed.add(kind)
                sentence = fill(
                    translate("Document", "{feature} failed and is switched off: {problem}."),
                    feature=kind.__name__,
                    problem=shorten(error).rstrip("."),
                )
                # At the start nobody listens yet.
                QTimer.singleShot(0, self, partial(self.message.emit, sentence))

    # -- telling -------------------------------------------------------------------------------

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """Group all changes made within the block into one, emitted at its end.

        Until then `place` is that of before.
        """
        if self._place is None:
            self._place = self._picture(None)
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth and not self._emitting:
                self._tell()

    def report(self, cause: Cause) -> None:
        """Report that a follower's fields of `Place` have changed, with *cause* as the reason."""
        with self.one_change():
            self._causes.add(cause)

    def _tell(self) -> None:
        while self._causes:
            change = self._settle()
            self._emitting = True
            try:
                self.changed.emit(change)
            finally:
                self._emitting = False

    def _settle(self) -> Change:
        """Let the followers act, and return what has happened since the last change."""
        self._depth += 1
        try:
            causes = frozenset(self._causes)
            for follower in self._followers:
                with self.guarding(type(follower)):
                    follower.follow(causes)
        finally:
            self._depth -= 1
        causes = frozenset(self._causes)
        came, went, played = tuple(self._came), tuple(self._went), tuple(self._played)
        edited = tuple(dict.fromkeys(self._edited))
        before = self.record.position_before() if played else None
        self._causes.clear()
        self._came.clear()
        self._went.clear()
        self._edited.clear()
        self._played.clear()
        place = self._place = self._picture(self._place)
        return Change(causes, place, came, went, edited, played, before)

    def _picture(self, last: Place | None) -> Place:
        record = self.record
        node = record.current
        same = last is not None and last.root is record.root and last.node is node
        position = last.position if last is not None and same else record.position.copy()
        found: Fields = {}
        secret = self.is_secret()
        for follower in self._followers:
            with self.guarding(type(follower)):
                found.update(follower.place_fields())
        for follower in self._followers if secret else ():
            with self.guarding(type(follower)):
                found.update(follower.secret_fields())
        fields = {name: value for name, value in found.items() if isinstance(name, str)}
        states = {kind: state for kind, state in found.items() if isinstance(kind, type)}
        return Place(
            record_number=self._record_number,
            game=record.game,
            rules=record.rules,
            root=record.root,
            node=node,
            nodes=record.nodes,
            node_count=len(record.nodes),
            position=position,
            players=self.players,
            names=record.players,
            details=record.details,
            flipped=self._turned != self._second_side_is_home(),
            has_own_game=self._suspended is not None,
            secret=secret,
            states=states,
            **fields,
        )

    def _second_side_is_home(self) -> bool:
        """Whether a single human plays the second side, which then sits at the bottom."""
        first, second = self.players
        return first.is_computer and not second.is_computer

    # -- records -------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def node(self) -> Node:
        """The current node of the record."""
        return self.record.current

    @property
    def position(self) -> Position:
        """The record's own current position; make moves only on a copy of it."""
        return self.record.position

    def intend(self) -> int:
        """Return a number for a wish for another record, which takes a while to be fulfilled.

        It is not to be fulfilled where `intent` is another number by then: there was another wish,
        or another record was opened meanwhile.
        """
        self.intent += 1
        return self.intent

    def new_game(
        self,
        game: Game,
        rules: Any = None,
        players: tuple[Player, Player] | None = None,
        start: str | None = None,
        comment: str = "",
        names: Names | None = None,
        seed: int | None = None,
    ) -> None:
        """Begin another record, by default with the players of this one, or of the user's own game.

        *comment* is the record's comment on the start position, *names* say who plays; by default
        they are those of the players.  *seed* makes computer players repeat a game; without one,
        each game has another.
        Raises `BadPosition`, and changes nothing, if *start* is not a position of the game.
        """
        usual = self.players if self._suspended is None else self._suspended.players
        first, second = (player.for_game(game) for player in players or usual)
        chosen = (first, second)
        if names is None:
            names = renamed(self.next_names, usual, chosen, self._own_name)
        record = Record(game, rules, start, names, comment)
        with self.one_change():
            self._take_over(record, chosen, resumed=False, is_own=True)
            if seed is not None:
                self.seed = seed
        self.next_names = names

    def open_record(
        self,
        record: Record,
        players: tuple[Player, Player],
        *,
        is_own: bool = False,
        wish: int = 0,
    ) -> None:
        """Go on with *record* at its current node; `message` tells what was mended in players.

        Who has played it stays as the record says; *is_own* tells whether it was begun here.
        *wish* is what `intend` returned when the record was asked for, if it was.
        """
        with self.one_change():
            self._take_over(record, players, resumed=True, is_own=is_own)
            self.fulfilled = wish
        self.next_names = names_of(self.players, self._own_name)

    def open_exercise(self, record: Record, *, turned: bool = False) -> None:
        """Show *record*, which is not to be kept, between humans; *turned* turns the board.

        The user's own game is laid aside, for `return_to_own`, until another one is opened.
        """
        own = self._suspended or _Suspended(self.record, self.players, self.is_own, self._turned)
        with self.one_change():
            self._take_over(record, (HUMAN, HUMAN), resumed=False, is_own=False, turned=turned)
            self.for_exercise, self._suspended = True, own

    def keep_exercise(self) -> None:
        """Keep the record of an exercise like any other from now on."""
        if self.for_exercise:
            with self.one_change():
                self.for_exercise, self.is_own = False, True
                self._causes.add(Cause.EDIT)

    def return_to_own(self) -> bool:
        """Go on with the game that was laid aside, where it was; return whether there was one."""
        own = self._suspended
        if own is None:
            return False
        self._take_over(own.record, own.players, resumed=True, is_own=own.is_own, turned=own.turned)
        return True

    def _take_over(
        self,
        record: Record,
        players: tuple[Player, Player],
        *,
        resumed: bool,
        is_own: bool,
        turned: bool = False,
    ) -> None:
        first, second = (player.for_game(record.game) for player in players)
        with self.one_change():
            self.record = record
            self._record_number += 1
            self.fulfilled = 0
            self.intend()
            self._turned = turned
            self.resumed, self.is_own = resumed, is_own
            self.for_exercise, self._suspended = False, None
            self.players = self.played_by = (first, second)
            self.seed = _seed_of(record.details)
            self._came.clear()
            self._went.clear()
            self._edited.clear()
            self._played.clear()
            self._causes.add(Cause.NEW)
        notes = dict.fromkeys(player.note for player in (first, second) if player.note)
        if notes:
            self.message.emit(" ".join(map(in_words, notes)))

    def set_player(self, side: int, player: Player) -> None:
        """Make *player* the player of *side*."""
        first, second = self.players
        self.set_players((player, second) if side == 0 else (first, player))

    def set_players(self, players: tuple[Player, Player]) -> None:
        """Set the *players* who move for the first and the second side from now on.

        In a game that was begun here and is not over, a side that has the name of the player before
        is renamed.  Elsewhere others have played: the new names are those of the next game.
        """
        with self.one_change():
            before, self.players = self.players, players
            if not self.for_exercise:
                self.next_names = renamed(self.next_names, before, players, self._own_name)
                if self._is_going_on():
                    self._seat(before)
            self._causes.add(Cause.PLAYERS)

    def _is_going_on(self) -> bool:
        """Return whether the record is of a game that was begun here and is not over."""
        return self.is_own and not is_over(self.record)

    def _seat(self, before: tuple[Player, Player]) -> None:
        """Have the players go on with the game in place of those *before*."""
        choice = (self.record.players, before, self.players, self._own_name)
        first, second = (
            new if is_taken else old
            for new, old, is_taken in zip(
                self.players, self.played_by, taken_over(*choice), strict=True
            )
        )
        self.played_by = (first, second)
        self.record.players = renamed(*choice)

    def record_seed(self) -> None:
        """Have the record say by what its computer players choose."""
        self.record.details = MappingProxyType({**self.record.details, SEED: str(self.seed)})

    @property
    def own_name(self) -> str:
        """The user's name, which games begun from now on have; empty if there is none."""
        return self._own_name

    def set_own_name(self, name: str) -> None:
        """Call the user *name* in games that are begun from now on, and in one without a move."""
        before, self._own_name = self._own_name, name
        if before == name:
            return
        human = str(HUMAN.title)
        first, second = self.next_names
        ours = before or human
        if first == ours:
            self.next_names = (name or human, second)
        elif second == ours:
            self.next_names = (first, name or human)
        if not (self.resumed or self.for_exercise or self.record.root.children):
            with self.one_change():
                self.record.players = self.next_names
                self._causes.add(Cause.PLAYERS)

    # -- moves and walks -----------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Make *move*; raise `IllegalMove`, and change nothing, if it is not legal."""
        self.record.require_legal(move)
        with self.one_change():
            count = len(self.record.nodes)
            node = self.record.play(move)
            if len(self.record.nodes) > count:
                self._came.append(node)
            if not self._causes & {Cause.NEW, Cause.WALK}:
                self._played.append(node)
            self._causes.add(Cause.MOVE)

    def play_on(self, move: int) -> None:
        """Make *move* as `play` does, and have the game go on with it.

        In a game that was begun here and is not over, the way to where it is played on is the main
        line from then on, and what was taken back is a variation.  A finished game is closed, and
        one that others have played is theirs: another move there is a variation.
        """
        goes_on = self._is_going_on()
        with self.one_change():
            self.play(move)
            edits = to_main_line(self.node) if goes_on else ()
            if edits:
                self.edit(Several(edits, EditKind.MAIN_LINE))

    def go_to(self, node: Node) -> None:
        """Make *node*, of this record, the current one; nothing happens if it is already."""
        if node is not self.record.current:
            with self.one_change():
                self.record.jump(node.number)
                self._played.clear()
                self._causes.add(Cause.WALK)

    def jump(self, number: int) -> None:
        """Make the node with *number* the current one; raise `IndexError` if there is none."""
        self.go_to(self.record.node(number))

    # -- edits ---------------------------------------------------------------------------------

    def edit(self, edit: Edit) -> Applied:
        """Make *edit*, walking out of what it removes, and return what it has done.

        Raises `ValueError`, `IndexError` or `IllegalMove`, and changes nothing but perhaps the
        current node, if it cannot be made.
        """
        record = self.record
        with self.one_change():
            node = record.current
            try:
                applied = edit.apply(record)
            finally:
                if record.current is not node:
                    self._played.clear()
                    self._causes.add(Cause.WALK)
            self._causes.add(Cause.EDIT)
            self._note_nodes(applied)
        return applied

    def merge(self, change: Callable[[], Merged]) -> None:
        """Apply *change*, which merges other programs' edits into the record, and report it."""
        node = self.record.current
        with self.one_change():
            merged = change()
            if merged:
                self._causes.add(Cause.EDIT)
                self._note_nodes(merged)
            if self.record.current is not node:
                self._played.clear()
                self._causes.add(Cause.WALK)

    def _note_nodes(self, applied: Applied | Merged) -> None:
        """Note what came, went and was edited; what came and went in one change did neither."""
        if applied.went:
            went = dict.fromkeys(applied.went)
            for node in [node for node in self._came if node.number in went]:
                del went[node.number]
            if self._came or self._edited or self._played:
                gone = set(applied.went)
                self._came = [node for node in self._came if node.number not in gone]
                self._edited = [node for node in self._edited if node.number not in gone]
                self._played = [node for node in self._played if node.number not in gone]
            self._went = self._went | went if self._went else went
        if not self._went:  # most often; there may be thousands
            self._came += applied.came
        else:
            for node in applied.came:
                if node.number in self._went:
                    del self._went[node.number]
                    self._edited.append(node)
                else:
                    self._came.append(node)
        self._edited += applied.edited

    def turn_board(self) -> None:
        """Show the board from the other side."""
        with self.one_change():
            self._turned = not self._turned
            self._causes.add(Cause.VIEW)


def _seed_of(details: Mapping[str, str]) -> int:
    """Return the seed that *details* tell; another number each time if they tell none."""
    text = details.get(SEED, "")
    if text.isascii() and text.isdigit() and len(text) <= len(str(MAX_SEED)):
        return int(text)
    return randint(0, MAX_SEED)
