"""Whatever is done in whatever order, turns obey the table of undo, and no stale move lands."""

from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from PySide6.QtCore import QCoreApplication, QObject, Signal

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.document import Document
from kalahloa.controllers.core.navigation import Navigation
from kalahloa.controllers.core.place import Cause, Change
from kalahloa.controllers.core.turn_controller import TurnController
from kalahloa.controllers.work.search_jobs import SearchReply
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.record.record import Node
from kalahloa.models.search.request import SearchResult
from kalahloa.models.text.errors import IllegalMove
from tests.scores import estimate

KEYS = ("kalah", "tictactoe", "loa")
PLAYERS = (HUMAN, Player(Level(depth=1)), Player(Level(depth=2)))


class ScriptedService(QObject):
    """Searches whose replies come when the test sends them, also after they were cancelled."""

    replied = Signal(object)
    progressed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count(1)
        self.asked: dict[int, str] = {}
        self.wanted: set[int] = set()

    def search(self, _game: object, position, _level: Level, **_: object) -> int:
        number = next(self._numbers)
        self.asked[number] = position.position_string()
        self.wanted.add(number)
        return number

    def cancel(self, number: int) -> None:
        self.wanted.discard(number)

    def reply(self, number: int, move: int | None) -> None:
        """Answer *number* with *move*, or with a failure."""
        self.wanted.discard(number)
        if move is None:
            self.replied.emit(SearchReply(number, None, "The search failed: no idea"))
        else:
            result = SearchResult(move, estimate(0.0), (move,), 1, 0.0, 1)
            self.replied.emit(SearchReply(number, result))


class Turns(RuleBasedStateMachine):
    """Does what users and searchers do, and compares the place that was told with a plain model."""

    def __init__(self) -> None:
        super().__init__()
        self.service = ScriptedService()
        self.document = Document(find_game("kalah"))
        self.turns = TurnController(self.document, self.service)
        self.turns.minimum_think_seconds = 0.0
        self.navigation = Navigation(self.document)
        self.showing = False
        self.turns.is_presenting = lambda: self.showing
        self.told: list[Change] = []
        self.document.changed.connect(self.told.append)
        self.held = False
        self.answers = True
        self.is_own = True
        self.main: list[Node] = []
        self.document.changed.connect(self.follow_the_main_line)

    # -- the model -----------------------------------------------------------------------------

    def follow_the_main_line(self, change: Change) -> None:
        """Keep what the main line is: where the game is one's own, the line played on."""
        if change.is_new:
            self.is_own = not self.document.resumed
            self.main = self.document.record.main_line() if self.document.resumed else []
        for node in change.played:
            path = node.path()[1:]
            is_over = bool(self.main) and self.main[-1].outcome is not None
            if self.is_own and self.answers and not is_over:
                behind = [] if node in change.came else node.main_line()
                self.main = path + behind
            elif path[:-1] == self.main:
                self.main = path

    def computer(self, side: int) -> bool:
        return self.answers and self.document.players[side].is_computer

    def some_computer(self) -> bool:
        return any(player.is_computer for player in self.document.players)

    def undo_by_the_table(self) -> Node | None:
        """Return where undo leads to according to the table in the design, told another way."""
        path = self.document.node.path()
        if self.computer(0) == self.computer(1):
            return path[-2] if len(path) > 1 else None
        own = [node for node in path[1:] if not self.computer(node.side)]
        return own[-1].parent if own else None

    def legal(self) -> list[int]:
        return [] if self.document.node.outcome else self.document.position.legal_moves()

    # -- what users do -------------------------------------------------------------------------

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        moves = self.legal()
        if not moves:
            return
        allowed = self.held or not self.computer(self.document.position.side)
        move = data.draw(st.sampled_from(moves))
        node, nodes = self.document.node, len(self.document.record.nodes)
        if allowed:
            self.turns.play(move)
            self.held = False
            assert self.document.node.parent is node
        else:
            with pytest.raises(IllegalMove):
                self.turns.play(move)
            assert (self.document.node, len(self.document.record.nodes)) == (node, nodes)

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        expected = self.undo_by_the_table()
        tells = len(self.told)
        self.navigation.undo(times)
        if expected is None:
            assert len(self.told) == tells
            return
        if times == 1:
            assert self.document.node is expected
        assert len(self.told) == tells + 1
        self.held = self.some_computer()

    @rule(times=st.integers(1, 4))
    def undo_and_redo_come_back(self, times: int) -> None:
        node = self.document.node
        self.navigation.undo(times)
        if self.document.node is not node:
            self.held = self.some_computer()
            self.navigation.redo(100)
            line = self.document.record.line()
            assert node in line or node is self.document.record.root

    @rule(number=st.integers(0, 30))
    def jump(self, number: int) -> None:
        number %= len(self.document.record.nodes)
        if self.document.record.nodes[number] is not self.document.node:
            self.held = self.some_computer()
        self.document.jump(number)
        assert self.document.node.number == number

    @rule(which=st.sampled_from(["back", "forward", "to_start", "to_end"]))
    def walk(self, which: str) -> None:
        node = self.document.node
        getattr(self.navigation, which)()
        if self.document.node is not node:
            self.held = self.some_computer()

    @rule()
    def pause(self) -> None:
        self.turns.pause()
        self.held = True

    @rule()
    def go_on(self) -> None:
        self.turns.continue_play()
        self.held = False

    @rule(answers=st.booleans())
    def set_answers(self, answers: bool) -> None:
        self.turns.set_answers(answers)
        if answers != self.answers:
            self.held = self.some_computer()
        self.answers = answers

    @rule(side=st.integers(0, 1), player=st.sampled_from(PLAYERS))
    def set_player(self, side: int, player: Player) -> None:
        self.document.set_player(side, player)

    @rule(
        key=st.sampled_from(KEYS), first=st.sampled_from(PLAYERS), second=st.sampled_from(PLAYERS)
    )
    def new_game(self, key: str, first: Player, second: Player) -> None:
        self.document.new_game(find_game(key), players=(first, second))
        self.held = False

    @rule()
    def open_again(self) -> None:
        record = record_from_json(record_to_json(self.document.record))
        self.document.open_record(record, self.document.players)
        self.held = self.some_computer()

    @rule()
    def several_at_once(self) -> None:
        tells = len(self.told)
        with self.document.one_change():
            self.navigation.to_start()
            self.document.set_players((HUMAN, HUMAN))
            self.turns.continue_play()
        assert len(self.told) <= tells + 1
        self.held = self.document.place.held
        assert not self.document.place.thinking

    # -- what searchers and views do -----------------------------------------------------------

    @precondition(lambda self: self.service.wanted)
    @rule(data=st.data())
    def reply(self, data: st.DataObject) -> None:
        """A search ends with one of its position's moves, which then lands."""
        (number,) = self.service.wanted
        assert self.service.asked[number] == self.document.position.position_string()
        move = data.draw(st.sampled_from(self.legal()))
        node = self.document.node
        self.service.reply(number, move)
        assert self.document.node is node, "a move lands from the event loop, never at once"
        self.let_land()
        if not self.showing:
            assert self.document.node.parent is node
            assert self.document.node.move == move

    @precondition(lambda self: self.service.wanted)
    @rule(undone=st.booleans())
    def reply_and_change_before_it_lands(self, undone: bool) -> None:
        (number,) = self.service.wanted
        self.service.reply(number, self.legal()[0])
        nodes = len(self.document.record.nodes)
        if undone and self.undo_by_the_table() is not None:
            self.undo(1)
        else:
            self.pause()
        after = self.document.node
        self.let_land()
        assert self.document.node is after
        assert len(self.document.record.nodes) == nodes

    @precondition(lambda self: self.service.wanted)
    @rule()
    def fail(self) -> None:
        (number,) = self.service.wanted
        self.service.reply(number, None)
        self.held = True

    @rule(place=st.integers(0, 100), move=st.integers(1, 6))
    def stale_reply(self, place: int, move: int) -> None:
        """A reply to a search that was cancelled, or the same reply again, changes nothing."""
        stale = [number for number in self.service.asked if number not in self.service.wanted]
        if not stale or self.waits_to_land():
            return
        node, tells = self.document.node, len(self.told)
        wanted = set(self.service.wanted)
        self.service.reply(stale[place % len(stale)], move)
        self.let_land()
        assert self.document.node is node
        assert len(self.told) == tells
        assert self.service.wanted == wanted

    def waits_to_land(self) -> bool:
        return self.document.place.thinking and not self.service.wanted

    @rule()
    def begin_to_show(self) -> None:
        self.showing = True

    @rule()
    def end_showing(self) -> None:
        waits, node = self.waits_to_land(), self.document.node
        self.showing = False
        self.turns.presented()
        self.let_land()
        assert (self.document.node.parent is node) if waits else (self.document.node is node)

    def let_land(self) -> None:
        for _ in range(2):
            QCoreApplication.processEvents()

    # -- what must hold ------------------------------------------------------------------------

    @invariant()
    def one_search_is_wanted_where_the_computer_is_to_move_and_no_other(self) -> None:
        place = self.document.place
        to_move = self.computer(place.side) and place.outcome is None and not self.held
        assert place.thinking == to_move
        assert len(self.service.wanted) == (place.thinking and not self.waits_to_land())
        for number in self.service.wanted:
            assert self.service.asked[number] == place.position.position_string()

    @invariant()
    def the_place_told_last_is_true(self) -> None:
        place, document = self.document.place, self.document
        record = document.record
        assert place is (self.told[-1].place if self.told else place)
        assert place.node is record.current
        assert place.root is record.root
        assert place.node_count == len(record.nodes)
        assert place.position.position_string() == record.replayed().position_string()
        assert place.players == document.players
        assert place.held == self.held
        assert place.answers == self.answers
        assert place.computers == (self.computer(0), self.computer(1))
        assert place.undo_target is self.undo_by_the_table()
        over = place.outcome is not None
        assert place.human_may_move == (not over and (self.held or not self.computer(place.side)))
        assert place.waits_for_continue == (not over and self.held and self.computer(place.side))
        assert over or place.human_may_move or place.thinking

    @invariant()
    def the_main_line_is_the_one_played_on(self) -> None:
        assert self.document.record.main_line() == self.main

    @invariant()
    def changes_name_the_moves_and_where_they_led(self) -> None:
        for change in self.told[-2:]:
            node = change.place.node
            if change.played:
                assert change.played[-1] is node
                assert change.before is not None
                assert change.before.side == node.side
                assert Cause.MOVE in change.causes
            assert not change.played or set(change.came) <= set(change.played)


Turns.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.mark.usefixtures("qapp")
class TestTurns(Turns.TestCase):
    """The machine, run."""
