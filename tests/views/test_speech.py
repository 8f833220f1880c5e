"""What is announced is spoken by the program itself, where that is on."""

import sys

import pytest
from PySide6.QtWidgets import QWidget

from kalahloa.controllers.saving.preferences import Preferences
from kalahloa.views import speech
from kalahloa.views.accessibility import announce
from kalahloa.views.dialogs.preferences import PreferencesDialog
from kalahloa.views.speech import QtVoice, Speech, SpeechDispatcher


class ScriptedVoice:
    """Notes what it is to do."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def say(self, text: str, rate: float) -> None:
        self.done.append((text, rate))

    def stop(self) -> None:
        self.done.append("stop")


@pytest.fixture
def voice() -> ScriptedVoice:
    return ScriptedVoice()


@pytest.fixture
def spoken(qtbot, voice) -> Speech:
    made = Speech(find=lambda parent: voice)
    made.set_rate("normal")
    return made


@pytest.fixture
def widget(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_announcements_are_spoken_and_a_new_one_ends_the_one_before(spoken, voice, widget, qtbot):
    announce(widget, "Black: b1-b3.")
    qtbot.waitUntil(lambda: len(voice.done) == 1)
    announce(widget, "White: a2-c2.")
    qtbot.waitUntil(lambda: len(voice.done) == 2)

    assert voice.done == [("Black: b1-b3.", 0.0), ("White: a2-c2.", 0.0)]


def test_what_is_announced_in_one_turn_is_spoken_together(spoken, voice, widget, qtbot):
    announce(widget, "Black: b1-b3.")
    announce(widget, "White to move.")

    qtbot.waitUntil(lambda: bool(voice.done))
    assert voice.done == [("Black: b1-b3. White to move.", 0.0)]


def test_speech_is_off_at_first_and_silent_when_it_is_turned_off(voice, widget, qtbot):
    found = []
    made = Speech(find=lambda parent: found.append(parent) or voice)
    announce(widget, "unheard")
    assert found == [] and Preferences().voice == "off"

    made.set_rate("fast")
    announce(widget, "cut off")
    made.set_rate("off")
    made.set_rate("slow")
    announce(widget, "heard")
    qtbot.waitUntil(lambda: len(voice.done) == 2)

    assert found == [made]
    assert voice.done == ["stop", ("heard", -0.4)]


def test_without_a_voice_announcements_go_on(widget, qtbot):
    made = Speech(find=lambda parent: None)
    made.set_rate("normal")

    announce(widget, "unheard")
    made.set_rate("off")


@pytest.mark.qt_log_ignore("pipewire", extend=True)  # which Qt's module would use
def test_qt_speaks(qtbot):
    module = pytest.importorskip("PySide6.QtTextToSpeech")
    if "mock" not in module.QTextToSpeech.availableEngines():
        pytest.skip("Qt has no mock engine here")
    state = module.QTextToSpeech.State
    made = Speech(find=lambda parent: QtVoice(parent, "mock"))
    made.set_rate("fast")
    speaker = made._voice.speaker

    with qtbot.waitSignal(speaker.stateChanged, check_params_cb=lambda one: one is state.Speaking):
        made.say("one two three four five six")
    assert speaker.rate() == pytest.approx(0.4)
    made.set_rate("off")

    qtbot.waitUntil(lambda: speaker.state() is state.Ready)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_speech_dispatcher_speaks(tmp_path, qtbot):
    program = tmp_path / "spd-say"
    heard = tmp_path / "heard"
    program.write_text(
        f'#!/bin/sh\nprintf "%s|" "$@" > "{heard}.new"\nmv "{heard}.new" "{heard}"\n'
    )
    program.chmod(0o755)

    voice = SpeechDispatcher(str(program))
    voice.say("--White to move.", 0.4)

    qtbot.waitUntil(heard.exists)
    assert heard.read_text() == "--rate|40|--language|en|--|--White to move.|"
    heard.unlink()
    voice.stop()
    qtbot.waitUntil(heard.exists)
    assert heard.read_text() == "-S|"


def test_the_choice_says_what_to_install_where_nothing_can_speak(qtbot, monkeypatch):
    monkeypatch.setattr(speech, "_has_engine", lambda: False)
    monkeypatch.setattr(speech.QStandardPaths, "findExecutable", lambda name: "")
    dialog = PreferencesDialog(Preferences())
    qtbot.addWidget(dialog)

    field = dialog.fields["voice"]

    assert not field.isEnabled()
    assert "nstall" in field.accessibleDescription()
    assert dialog.preferences() == Preferences()


def test_the_choice_is_open_where_something_can_speak(qtbot, monkeypatch):
    monkeypatch.setattr(speech, "_has_engine", lambda: True)
    dialog = PreferencesDialog(Preferences())
    qtbot.addWidget(dialog)
    field = dialog.fields["voice"]

    field.setCurrentIndex(field.findData("fast"))

    assert field.isEnabled()
    assert dialog.preferences().voice == "fast"
