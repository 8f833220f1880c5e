"""Premoves: chosen while the computer thinks, played or dropped when it has moved."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.core.place import Cause
from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadCommand, IllegalMove
from tests.controllers.conftest import COMPUTER, texts
from tests.scripted import ScriptedSearcher
from tests.sweeps import rounds


@pytest.fixture
def thinking(app: AppContext, searcher: ScriptedSearcher) -> AppContext:
    """Tic-tac-toe, where the computer thinks about its first move until it is let."""
    searcher.shut()
    app.premoves.set_wanted(True)
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, COMPUTER))
    app.turns.play_text("5")
    assert app.premoves.possible
    return app


def rests(app: AppContext, plies: int):
    return lambda: len(texts(app)) == plies and not app.turns.thinking


def test_it_is_played_at_once_when_the_computer_has_moved(thinking, searcher, qtbot):
    thinking.premoves.choose(9)
    assert thinking.document.place.premove == 9
    searcher.open()

    qtbot.waitUntil(rests(thinking, 4))

    assert texts(thinking) == ["5", "1", "9", "2"]
    assert thinking.document.place.premove is None


def test_without_the_preference_none_can_be_chosen(thinking):
    thinking.premoves.choose(9)

    thinking.premoves.set_wanted(False)

    assert thinking.document.place.premove is thinking.document.place.premoves is None
    with pytest.raises(IllegalMove, match="cannot choose a premove now"):
        thinking.premoves.choose(9)
    with pytest.raises(IllegalMove, match="The computer plays O"):
        Interpreter(thinking).execute("9")


def test_none_can_be_chosen_where_it_is_ones_own_turn_or_two_computers_play(thinking, qtbot):
    app = thinking
    app.turns.pause()
    assert app.document.place.premoves is None
    app.document.new_game(app.document.game, players=(COMPUTER, COMPUTER))
    assert app.turns.thinking
    assert app.document.place.premoves is None


def test_one_that_the_computers_move_makes_illegal_is_dropped_with_one_sentence(
    thinking, searcher, qtbot
):
    said: list[str] = []
    thinking.premoves.message.connect(said.append)
    thinking.premoves.choose(1)
    searcher.open()

    qtbot.waitUntil(lambda: bool(said))

    assert said == ["Premove 1 dropped: Cell 1 is taken by O."]
    assert texts(thinking) == ["5", "1"]
    assert thinking.document.place.premove is None
    assert thinking.document.place.human_may_move


def test_one_that_cannot_be_legal_is_refused(thinking):
    with pytest.raises(IllegalMove, match="Whatever O plays, you cannot play 5"):
        thinking.premoves.choose(5)
    assert thinking.document.place.premove is None


def test_another_replaces_it_and_it_can_be_cancelled_by_word(thinking, searcher, qtbot):
    line = Interpreter(thinking)
    line.execute("9")
    line.execute("8")
    assert thinking.document.place.premove == 8
    line.execute("withdraw")
    assert thinking.document.place.premove is None
    with pytest.raises(BadCommand, match="There is no premove"):
        line.execute("withdraw")
    searcher.open()

    qtbot.waitUntil(rests(thinking, 2))

    assert thinking.document.place.human_may_move


def test_a_game_that_is_over_drops_it_without_a_word(app, searcher, qtbot):
    said: list[str] = []
    app.premoves.message.connect(said.append)
    app.premoves.set_wanted(True)
    game = find_game("tictactoe")
    searcher.shut()
    searcher.answer = lambda position: 3
    app.document.new_game(game, players=(HUMAN, COMPUTER), start="OO./XX./... X")
    app.turns.play_text("9")
    app.premoves.choose(6)
    searcher.open()

    qtbot.waitUntil(lambda: app.document.place.outcome is not None)

    assert app.document.place.premove is None
    assert said == []
    assert not app.is_busy


def test_in_kalah_it_waits_for_the_whole_turn_of_the_computer(app, searcher, qtbot):
    app.premoves.set_wanted(True)
    replies = iter([3, 1, 1, 2, 3, 4])
    searcher.answer = lambda position: next(replies)
    searcher.shut()
    app.document.new_game(find_game("kalah"), players=(HUMAN, COMPUTER))
    app.turns.play_text("1")
    app.premoves.choose(4)
    app.turns.minimum_think_seconds = 0.0
    searcher.open()

    # The computer's 3 ends in its kalah: it moves again, and only then the premove is made.
    qtbot.waitUntil(lambda: len(texts(app)) >= 4)

    assert texts(app)[:4] == ["1", "3", "1", "4"]


def test_it_waits_until_the_computers_move_has_been_shown(thinking, searcher, qtbot):
    is_shown = False
    thinking.turns.is_presenting = lambda: len(texts(thinking)) == 2 and not is_shown
    thinking.premoves.choose(9)
    searcher.open()
    qtbot.waitUntil(rests(thinking, 2))
    qtbot.waitUntil(lambda: not thinking.premoves._playing.isActive())
    assert thinking.document.place.premove == 9

    is_shown = True
    thinking.premoves.presented()

    qtbot.waitUntil(rests(thinking, 4))
    assert texts(thinking)[2] == "9"


LATER = {
    "undo": lambda app: app.navigation.undo(),
    "pause": lambda app: app.turns.pause(),
    "new": lambda app: app.document.new_game(app.document.game),
    "walk": lambda app: app.navigation.to_start(),
    "room": lambda app: app.turns.set_answers(False),
    "players": lambda app: app.document.set_players((HUMAN, HUMAN)),
    "level": lambda app: app.document.set_players((HUMAN, Player(Level(depth=2)))),
    "swap": lambda app: app.document.set_players((COMPUTER, HUMAN)),
    "cancel": lambda app: app.premoves.cancel(),
}


@pytest.mark.parametrize("deed", LATER)
@pytest.mark.parametrize("moved", [False, True])
def test_whatever_else_happens_drops_it(thinking, searcher, qtbot, deed, moved):
    app = thinking
    app.premoves.choose(9)
    if moved:
        app.turns.is_presenting = lambda: len(texts(app)) == 2
        searcher.open()
        qtbot.waitUntil(rests(app, 2))
        assert app.document.place.premove == 9

    LATER[deed](app)
    app.turns.is_presenting = lambda: False
    searcher.open()
    app.premoves.presented()

    assert app.document.place.premove is None
    qtbot.waitUntil(lambda: not app.turns.thinking)
    assert "9" not in texts(app)


@settings(
    max_examples=rounds(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("choose"), st.integers(1, 9)),
            st.tuples(st.just("play"), st.integers(1, 9)),
            st.tuples(
                st.sampled_from(["cancel", "undo", "redo", "pause", "continue", "open", "shut"]),
                st.just(0),
            ),
            st.tuples(st.just("answer"), st.integers(1, 9)),
        ),
        max_size=14,
    )
)
def test_only_the_premove_that_stands_is_ever_played_for_the_human(app, searcher, qtbot, deeds):
    """Whatever is chosen, cancelled and undone, and however late the computer answers."""
    app.premoves.set_wanted(True)
    searcher.open()
    app.document.new_game(find_game("tictactoe"), players=(HUMAN, COMPUTER))
    wish: int | None = None
    played: list[int] = []

    def check(change) -> None:
        nonlocal wish
        place = change.place
        for ply in change.played if Cause.MOVE in change.causes else ():
            if ply.side == 0:
                assert ply.move == wish
                wish = None
                played.append(ply.move)
        if place.premove is not None:
            assert place.premove == wish
        if place.premoves is not None:
            assert place.thinking
            assert place.side == 1

    app.document.changed.connect(check)
    for deed, number in deeds:
        try:
            if deed in ("choose", "play"):
                if deed == "choose" and not app.premoves.possible:
                    continue
                if deed == "play" and not app.document.place.human_may_move:
                    continue
                if deed == "play" and app.document.position.side != 0:
                    continue
                before, wish = wish, number
                try:
                    (app.premoves.choose if deed == "choose" else app.turns.play)(number)
                except IllegalMove:
                    wish = before
            elif deed == "answer":
                searcher.answer = lambda position, number=number: (
                    number if number in position.legal_moves() else position.legal_moves()[0]
                )
                searcher.open()
                qtbot.waitUntil(
                    lambda: not app.turns.thinking and app.document.place.premove is None
                )
                searcher.shut()
            else:
                {
                    "cancel": app.premoves.cancel,
                    "undo": app.navigation.undo,
                    "redo": app.navigation.redo,
                    "pause": app.turns.pause,
                    "continue": app.turns.continue_play,
                    "open": searcher.open,
                    "shut": searcher.shut,
                }[deed]()
        except BadCommand:
            continue
    app.document.changed.disconnect(check)
    searcher.open()
    app.document.new_game(find_game("tictactoe"))
