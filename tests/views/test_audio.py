"""Keys on a board ask for the tone of their cell, and moves for those of their way."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from kalahloa.views import speech
from kalahloa.views.audio import tone_of
from kalahloa.views.sound import Sounds
from kalahloa.views.synthesis import Tone
from tests.views.conftest import Hands
from tests.views.test_speech import ScriptedVoice


@pytest.fixture
def played(monkeypatch) -> list[tuple[Tone, ...]]:
    """The tones and sounds that were played, by their names where they are files."""
    found: list[tuple[Tone, ...]] = []
    monkeypatch.setattr(Sounds, "_with_qt", lambda sounds: found.append)
    monkeypatch.setattr(Sounds, "_tone_file", lambda sounds, tones: tones)
    return found


def _listen(hands: Hands, *, sound: bool = False) -> None:
    window = hands.window
    window.set_preferences(replace(window.preferences, tones=True, sound=sound))


def test_the_cursor_is_heard_from_where_it_is_on_the_board(open_window, played):
    hands = open_window("loa")
    _listen(hands)

    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        hands.press(key)

    (first,), (second,), (third,) = played
    assert second.pan > first.pan and second.height == first.height
    assert third.pan == second.pan and third.height < second.height
    assert third == tone_of(hands.board, hands.board.focus_cell)


def test_a_tone_has_the_stones_of_a_pit_and_the_side_of_its_row(open_window, played):
    hands = open_window("kalah")
    hands.document.new_game(hands.document.game, start="<6,0,0,1,0,4,4,4,4,4,4,7,4,4,4> S")
    _listen(hands)
    board = hands.board

    for cell in board.cells():
        board.set_focus_cell(cell)

    counts = {(tone.count, tone.side) for (tone,) in played}
    assert counts == {(0, 0), (0, 1), (1, 0), (4, 0), (4, 1), (7, 1)}
    pits = [tone for (tone,) in played if tone.count == 7]
    assert len(pits) == 1


def test_a_move_is_heard_from_its_first_cell_to_its_last_and_what_it_takes(open_window, played):
    hands = open_window("loa")
    _listen(hands)

    hands.document.play(hands.document.position.read_move("b1-b3"))
    hands.document.play(hands.document.position.read_move("h3xf1"))

    (start, end), (origin, target, taken) = played[-2:]
    assert start.pan == end.pan < 0 and end.height > start.height and start.side == 0
    assert origin.pan > target.pan and origin.height > target.height and origin.side == 1
    assert (taken.pan, taken.height, taken.side) == (target.pan, target.height, 0)


def test_a_sowing_is_heard_from_its_pit_to_where_it_ends(open_window, played):
    hands = open_window("kalah")
    _listen(hands)

    hands.document.play(3)

    origin, target = played[-1]
    board = hands.board
    assert origin == replace(tone_of(board, 2), count=1, side=0)
    assert (target.pan, target.height) == (tone_of(board, 6).pan, tone_of(board, 6).height)


def test_tones_take_the_place_of_the_sounds_of_moves_but_not_of_the_end(open_window, played):
    hands = open_window("tictactoe")
    _listen(hands, sound=True)

    for move in (1, 4, 2, 5, 3):
        hands.document.play(move)

    names = [one.stem for one in played if not isinstance(one, tuple)]
    assert names == ["end"]
    assert sum(isinstance(one, tuple) for one in played) == 5


def test_tones_are_off_at_first_and_silent_where_no_board_is_seen(open_window, played):
    hands = open_window("loa")
    hands.press(Qt.Key.Key_Right)
    assert not hands.window.preferences.tones

    _listen(hands)
    hands.window.show_view(text=True)
    hands.document.play(hands.document.position.legal_moves()[0])

    assert played == []


def test_the_files_of_tones_are_made_once(qtbot):
    sounds = Sounds()
    heard = []
    sounds._with_qt = lambda: heard.append
    sounds.set_on(False, tones=True)

    for tone in (Tone(0.0, 0.5), Tone(0.5, 0.5), Tone(0.0, 0.5)):
        sounds.play_tones([tone])

    assert heard[0] == heard[2] != heard[1]
    assert all(path.read_bytes().startswith(b"RIFF") for path in heard)


def test_the_cell_under_the_cursor_is_spoken_where_speech_is_on(open_window, qtbot, monkeypatch):
    voice = ScriptedVoice()
    monkeypatch.setattr(speech, "find_voice", lambda parent: voice)
    hands = open_window("loa")
    hands.press(Qt.Key.Key_Right)
    window = hands.window
    window.set_preferences(replace(window.preferences, voice="fast"))

    hands.press(Qt.Key.Key_Right)

    qtbot.waitUntil(lambda: bool(voice.done))
    assert voice.done == [(hands.board.cell_name(hands.board.focus_cell), 0.4)]
