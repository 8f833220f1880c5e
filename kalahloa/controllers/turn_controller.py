"""Turns of any game: whose move it is, what undo takes back, and when the computer searches."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.work.search_service import (
    SearchNews,
    SearchReply,
    SearchService,
    searcher_for,
)
from kalahloa.models.errors import IllegalMove
from kalahloa.models.game import Game
from kalahloa.models.knowledge import KnowledgeSource
from kalahloa.models.outcome import Outcome
from kalahloa.models.position import Position
from kalahloa.models.record import Record
from kalahloa.models.search.request import SearchResult
from kalahloa.models.search.searcher import Searcher

HINT_LEVEL = Level(searcher="engine", depth=None, seconds=1.0)


class Cause(Enum):
    """Why the record's current node has changed."""

    NEW = "new"
    """Another game was started or opened."""
    MOVE = "move"
    """The current node's move was just made; views may animate it."""
    WALK = "walk"
    """Undo, redo or a jump."""


@dataclass(frozen=True)
class Hint:
    """A move suggested to the player, for the position in which it was requested."""

    move: int
    text: str
    result: SearchResult

    @property
    def label(self) -> str:
        """The move and its value, for display."""
        return f"{self.text}  {self.result.value_text}"


class TurnController(QObject):
    """Runs a game between two players, human or computer, and moves through its record.

    It is independent of the game.  Views call its slots and connect to its signals.

    Play is *held* after undo, redo or a jump: the computer waits until a human moves or
    `continue_play` is called.
    """

    changed = Signal(object)
    """The record's current node has changed; the argument is a `Cause`."""
    state_changed = Signal()
    """The search, held, the players or what can be undone has changed."""
    progressed = Signal(object)
    """A `SearchNews` of the running search."""
    message = Signal(str)
    """A sentence for the user."""
    hinted = Signal(object)
    """A `Hint`, or None when the last one is no longer valid."""

    def __init__(
        self,
        game: Game,
        parent: QObject | None = None,
        find: Callable[[Level, int, KnowledgeSource], Searcher] = searcher_for,
    ) -> None:
        """Start a game between two humans; *find* returns the searcher for a level."""
        super().__init__(parent)
        self.minimum_think_seconds = 0.6
        self.record = Record(game)
        self.players: tuple[Player, Player] = (HUMAN, HUMAN)
        self.held = False
        self.hint: Hint | None = None
        self._searches = SearchService(self, find)
        self._searches.replied.connect(self._on_reply)
        self._searches.progressed.connect(self._on_news)
        self._move_request = 0
        self._hint_request = 0
        self._asked_at = 0.0
        self._waiting: SearchResult | None = None
        self._presenting = False
        self._landing = QTimer(self)
        self._landing.setSingleShot(True)
        self._landing.timeout.connect(self._land)

    # -- state ---------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The record's current position; make moves only on a copy of it."""
        return self.record.position

    @property
    def outcome(self) -> Outcome | None:
        """The outcome at the current node, or None if the game is not over."""
        return self.record.current.outcome

    @property
    def thinking(self) -> bool:
        """Whether a computer player is searching for its move."""
        return self._move_request != 0

    @property
    def hinting(self) -> bool:
        """Whether a search for a hint is running."""
        return self._hint_request != 0

    @property
    def player_to_move(self) -> Player:
        """The player of the side to move."""
        return self.players[self.position.side]

    @property
    def human_may_move(self) -> bool:
        """Whether `play` accepts a legal move now; while play is held, also for a computer."""
        return self.outcome is None and (not self.player_to_move.is_computer or self.held)

    @property
    def waits_for_continue(self) -> bool:
        """Whether the computer is to move but play is held."""
        return self.outcome is None and self.held and self.player_to_move.is_computer

    @property
    def can_undo(self) -> bool:
        """Whether undo is possible."""
        return self._undo_target() is not None

    @property
    def can_redo(self) -> bool:
        """Whether redo is possible."""
        return self.record.current.followed is not None

    @property
    def can_hint(self) -> bool:
        """Whether a hint may be requested."""
        return self.human_may_move and not self.hinting

    # -- playing -------------------------------------------------------------------------------

    def new_game(
        self,
        game: Game,
        rules: Any = None,
        players: tuple[Player, Player] | None = None,
        start: str | None = None,
        comment: str = "",
    ) -> None:
        """Start another game, by default with the same players.

        *comment* is the record's comment on the start position.
        Raises `BadPosition`, and changes nothing, if *start* is not a position of the game.
        """
        chosen = self.players if players is None else players
        record = Record(game, rules, start, (chosen[0].title, chosen[1].title), comment)
        self._take_over(record, chosen, held=False)

    def open_record(self, record: Record, players: tuple[Player, Player]) -> None:
        """Continue *record* at its current node; play is held if a player is a computer.

        `message` reports what was corrected in the players.
        """
        first, second = (player.for_game(record.game) for player in players)
        held = first.is_computer or second.is_computer
        self._take_over(record, (first, second), held)
        notes = dict.fromkeys(player.note for player in (first, second) if player.note)
        if notes:
            self.message.emit(" ".join(notes))

    def _take_over(self, record: Record, players: tuple[Player, Player], held: bool) -> None:
        self._stop_search()
        self.record = record
        self.players = players
        self.held = held
        self._announce(Cause.NEW)

    @Slot(int)
    def play(self, move: int) -> None:
        """Make a human's *move*; raise `IllegalMove`, and change nothing, if it is not allowed."""
        if self.outcome is None and not self.human_may_move:
            raise IllegalMove(
                f"{self.game.sides[self.position.side]} is played by the computer; undo or pause "
                "to move yourself."
            )
        self.record.require_legal(move)
        self._stop_search()
        self.record.play(move)
        self.held = False
        self._announce(Cause.MOVE)

    def play_text(self, text: str) -> list[str]:
        """Make the moves of one turn given in *text*; return their notation.

        Raises `IllegalMove`, and changes nothing, if one of them is not allowed.
        """
        moves = self.position.read_turn(text)
        played = []
        held = self.held
        for move in moves:
            # `play` releases play, but the computer must not move before the turn is complete.
            self.held = held
            self.play(move)
            played.append(self.record.current.text)
        return played

    @Slot()
    def continue_play(self) -> None:
        """Resume play after undo, redo, a jump or a pause."""
        if self.held:
            self.held = False
            self._advance()
            self.state_changed.emit()

    @Slot()
    def pause(self) -> None:
        """Stop the running search and hold play."""
        if not self.held:
            self._stop_search()
            self.held = True
            self.state_changed.emit()

    def set_player(self, side: int, player: Player) -> None:
        """Make *player* the player of *side*."""
        players = list(self.players)
        players[side] = player
        self.players = (players[0], players[1])
        self.record.players = (players[0].title, players[1].title)
        if side == self.position.side or self.thinking:
            self._stop_search()
            self._advance()
        self.state_changed.emit()

    # -- navigation ----------------------------------------------------------------------------

    @Slot()
    def undo(self) -> None:
        """Take back one ply, or all plies since the human's last (see the table in the help)."""
        target = self._undo_target()
        if target is not None:
            self._walk(target)

    def _undo_target(self) -> int | None:
        """Return the number of the node that undo leads to, or None."""
        node = self.record.current
        computers = [player.is_computer for player in self.players]
        if computers[0] == computers[1]:
            return node.parent.number if node.parent is not None else None
        while node.parent is not None:
            if not computers[node.side]:
                return node.parent.number
            node = node.parent
        return None

    @Slot()
    def redo(self) -> None:
        """Go forward in the current line: one ply, or until a human is to move again."""
        node = self.record.current.followed
        if node is None:
            return
        computers = [player.is_computer for player in self.players]
        if computers[0] != computers[1]:
            while node.followed is not None and computers[node.to_move]:
                node = node.followed
        self._walk(node.number)

    @Slot()
    def step_back(self) -> None:
        """Go back one ply."""
        if self.record.current.parent is not None:
            self._walk(self.record.current.parent.number)

    @Slot()
    def step_forward(self) -> None:
        """Go forward one ply in the current line."""
        if self.record.current.followed is not None:
            self._walk(self.record.current.followed.number)

    @Slot()
    def go_to_start(self) -> None:
        """Go to the start position."""
        if self.record.current is not self.record.root:
            self._walk(0)

    @Slot()
    def go_to_end(self) -> None:
        """Go to the end of the current line."""
        line = self.record.line()
        if line and line[-1] is not self.record.current:
            self._walk(line[-1].number)

    @Slot(int)
    def jump(self, number: int) -> None:
        """Go to the record's node with *number*; raise `IndexError` if there is none."""
        self._walk(number)

    def _walk(self, number: int) -> None:
        self._stop_search()
        self.record.jump(number)
        self.held = any(player.is_computer for player in self.players)
        self._announce(Cause.WALK)

    # -- hints ---------------------------------------------------------------------------------

    @Slot()
    def request_hint(self) -> None:
        """Search for a hint, which `hinted` reports."""
        if self.can_hint:
            self._set_hint(None)
            self._hint_request = self._searches.request(self.game, self.position, HINT_LEVEL)
            self.state_changed.emit()

    def _set_hint(self, hint: Hint | None) -> None:
        if hint is not self.hint:
            self.hint = hint
            self.hinted.emit(hint)

    # -- the computer --------------------------------------------------------------------------

    @Slot(bool)
    def set_presenting(self, presenting: bool) -> None:
        """Set whether a view is still animating the last move; the computer's next move waits."""
        self._presenting = presenting
        if not presenting and self._waiting is not None and not self._landing.isActive():
            self._landing.start(0)

    def _announce(self, cause: Cause) -> None:
        """Notify the views, then start a search if the computer is to move."""
        self._set_hint(None)
        self.changed.emit(cause)
        self._advance()
        self.state_changed.emit()

    def _advance(self) -> None:
        if (
            self.outcome is None
            and not self.held
            and not self.thinking
            and self.player_to_move.level is not None
        ):
            self._stop_search()
            self._asked_at = time.monotonic()
            self._move_request = self._searches.request(
                self.game, self.position, self.player_to_move.level
            )

    def _stop_search(self) -> None:
        self._move_request = self._hint_request = 0
        self._waiting = None
        self._landing.stop()
        self._searches.cancel()

    @Slot(object)
    def _on_news(self, news: SearchNews) -> None:
        if news.number in (self._move_request, self._hint_request):
            self.progressed.emit(news)

    @Slot(object)
    def _on_reply(self, reply: SearchReply) -> None:
        if reply.number == self._hint_request:
            self._hint_request = 0
            if reply.result is not None:
                text = self.position.format_move(reply.result.move)
                self._set_hint(Hint(reply.result.move, text, reply.result))
            elif reply.error:
                self.message.emit(reply.error)
            self.state_changed.emit()
        elif reply.number == self._move_request:
            if reply.result is None:
                self._stop_search()
                self.held = True
                self.message.emit(reply.error)
                self.state_changed.emit()
                return
            self._waiting = reply.result
            passed = time.monotonic() - self._asked_at
            self._landing.start(max(0, round(1000 * (self.minimum_think_seconds - passed))))

    @Slot()
    def _land(self) -> None:
        """Make the computer's move, unless a view is still animating the previous one."""
        if self._waiting is None or self._presenting:
            return
        move = self._waiting.move
        self._stop_search()
        self.record.play(move)
        self._announce(Cause.MOVE)

    @Slot()
    def shut_down(self) -> None:
        """Stop all background work; the controller cannot be used afterwards."""
        self._stop_search()
        self._searches.shut_down()
