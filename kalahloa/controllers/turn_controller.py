"""Turns of any game: who is to move, what undo means, and when the computer thinks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kalahloa.controllers.player import HUMAN, Level, Player
from kalahloa.controllers.search_service import (
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
    """Why the record stands where it stands now."""

    NEW = "new"
    """Another game: everything is different."""
    MOVE = "move"
    """The current node's move was just made: views may show it happening."""
    WALK = "walk"
    """Undo, redo or a jump."""


@dataclass(frozen=True)
class Hint:
    """A move proposed to the player, for the position it was asked for."""

    move: int
    text: str
    result: SearchResult

    @property
    def label(self) -> str:
        """The move and what it is worth, in a few words."""
        return f"{self.text}  {self.result.value_text}"


class TurnController(QObject):
    """Lets two players, human or computer, play and study one record.

    It knows no game: everything is asked of the record's position.  Views call the slots and
    listen to the signals; they get nothing else.

    Play is *held* after a walk through the record: the computer waits until a human moves or
    `continue_play` is called.
    """

    changed = Signal(object)
    """The record stands at another place; the argument is a `Cause`."""
    state_changed = Signal()
    """Thinking, held, players or what can be undone has changed."""
    progressed = Signal(object)
    """A `SearchNews` of the search that runs."""
    message = Signal(str)
    """A sentence for the user."""
    hinted = Signal(object)
    """A `Hint`, or None when the last one no longer holds."""

    def __init__(
        self,
        game: Game,
        parent: QObject | None = None,
        find: Callable[[Level, int, KnowledgeSource], Searcher] = searcher_for,
    ) -> None:
        """Begin a game between two humans; *find* returns who thinks as a level says."""
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

    # -- asking --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The record's position; copy it before moving it."""
        return self.record.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended at the current place, or None."""
        return self.record.current.outcome

    @property
    def thinking(self) -> bool:
        """Whether a computer player is choosing a move."""
        return self._move_request != 0

    @property
    def hinting(self) -> bool:
        """Whether a hint is being searched."""
        return self._hint_request != 0

    @property
    def player_to_move(self) -> Player:
        """The player of the side to move."""
        return self.players[self.position.side]

    @property
    def human_may_move(self) -> bool:
        """Whether `play` would take a legal move now: also for the computer while play is held."""
        return self.outcome is None and (not self.player_to_move.is_computer or self.held)

    @property
    def waits_for_continue(self) -> bool:
        """Whether the computer is to move but play is held."""
        return self.outcome is None and self.held and self.player_to_move.is_computer

    @property
    def can_undo(self) -> bool:
        """Whether there is something that undo would take back."""
        return self._undo_target() is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a line ahead."""
        return self.record.current.followed is not None

    @property
    def can_hint(self) -> bool:
        """Whether a hint may be asked for."""
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
        """Begin another game, with the same players unless others are given.

        *comment* is what the record says of the start.
        Raises `BadPosition` where *start* is none of the game's positions; nothing changes then.
        """
        chosen = self.players if players is None else players
        record = Record(game, rules, start, (chosen[0].title, chosen[1].title), comment)
        self._take_over(record, chosen, held=False)

    def open_record(self, record: Record, players: tuple[Player, Player]) -> None:
        """Go on with *record* where it stands; play is held if a computer takes part.

        `message` says what had to be put right in the players.
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
        """Make a human's *move*; raises `IllegalMove` with a sentence, and changes nothing then."""
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
        """Make the move or moves of one turn written in *text*; return them in notation.

        Raises `IllegalMove` with a sentence, and changes nothing then.
        """
        moves = self.position.read_turn(text)
        played = []
        held = self.held
        for move in moves:
            # Each move lets play go on, but the computer may not step in before the turn's last.
            self.held = held
            self.play(move)
            played.append(self.record.current.text)
        return played

    @Slot()
    def continue_play(self) -> None:
        """Let play go on after a walk or a pause."""
        if self.held:
            self.held = False
            self._advance()
            self.state_changed.emit()

    @Slot()
    def pause(self) -> None:
        """Stop the search that runs and hold play."""
        if not self.held:
            self._stop_search()
            self.held = True
            self.state_changed.emit()

    def set_player(self, side: int, player: Player) -> None:
        """Let *player* choose *side*'s moves from now on."""
        players = list(self.players)
        players[side] = player
        self.players = (players[0], players[1])
        self.record.players = (players[0].title, players[1].title)
        if side == self.position.side or self.thinking:
            self._stop_search()
            self._advance()
        self.state_changed.emit()

    # -- walking -------------------------------------------------------------------------------

    @Slot()
    def undo(self) -> None:
        """Take back as the table in the help says: a ply, or all since the human's last own one."""
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
        """Go forward along the line left last: a ply, or on to where a human is to move again."""
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
        """Go back one ply, whoever made it."""
        if self.record.current.parent is not None:
            self._walk(self.record.current.parent.number)

    @Slot()
    def step_forward(self) -> None:
        """Go forward one ply along the line left last."""
        if self.record.current.followed is not None:
            self._walk(self.record.current.followed.number)

    @Slot()
    def go_to_start(self) -> None:
        """Go to the first position."""
        if self.record.current is not self.record.root:
            self._walk(0)

    @Slot()
    def go_to_end(self) -> None:
        """Go to the end of the line one is on."""
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
        """Search a move for the human; `hinted` brings it."""
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
        """Say whether a view is still showing the last move; the computer's next one waits."""
        self._presenting = presenting
        if not presenting and self._waiting is not None and not self._landing.isActive():
            self._landing.start(0)

    def _announce(self, cause: Cause) -> None:
        """Tell the views, then let the computer think if it is to move."""
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
        """Make the computer's move, unless a view still shows the one before."""
        if self._waiting is None or self._presenting:
            return
        move = self._waiting.move
        self._stop_search()
        self.record.play(move)
        self._announce(Cause.MOVE)

    @Slot()
    def shut_down(self) -> None:
        """Stop everything that runs; the controller is of no use afterwards."""
        self._stop_search()
        self._searches.shut_down()
