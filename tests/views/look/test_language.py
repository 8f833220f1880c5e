"""The language of the interface, and the pseudo-language that shows what is not translated."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTranslator
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.views.look import language
from kalahloa.views.look.language import PseudoLanguage, install_language, pseudo
from kalahloa.views.look.plain_label import PlainLabel, plain_tool_tip
from tests.qt_tools import need_tools
from tests.translations import compile_translations


class Window(QObject):
    """Says something with tr."""

    def moves(self, n: int) -> str:
        """Return a plural."""
        return self.tr("%n move(s) (is|are) left", "", n)

    def side(self) -> str:
        """Return a text with a field."""
        return self.tr("{side} to move")


@pytest.fixture
def installing(qapp, monkeypatch):
    """Return `install_language`, the translators of which are removed after the test."""
    installed = []
    real = QCoreApplication.installTranslator

    def install(translator: QTranslator) -> bool:
        installed.append(translator)
        return real(translator)

    monkeypatch.setattr(qapp, "installTranslator", install, raising=False)
    yield lambda name=None: install_language(qapp, name)
    for translator in installed:
        QCoreApplication.removeTranslator(translator)


@pytest.fixture
def pseudo_language(installing):
    installing("pseudo")


# -- English ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n", "words"), [(1, "1 move is left"), (0, "0 moves are left"), (12, "12 moves are left")]
)
def test_english_plurals_need_no_file(qapp, n, words):
    assert Window().moves(n) == words


def test_other_texts_are_as_they_are_written(qapp):
    assert Window().side() == "{side} to move"
    assert QKeySequence("Ctrl+Space").toString(QKeySequence.SequenceFormat.NativeText)


# -- the pseudo-language ---------------------------------------------------------------------------


def test_pseudo_accents_every_letter():
    words = pseudo("The quick brown fox jumps over THE LAZY DOG")

    assert not re.search("[A-Za-z]", re.sub("one|two|three|four|five", "", words))


@pytest.mark.parametrize("text", ["OK", "New game", "Show the move that the computer would play"])
def test_pseudo_is_in_brackets_and_40_percent_longer(text):
    words = pseudo(text)

    assert (words[0], words[-1]) == ("[", "]")
    assert len(words) >= 1.4 * len(text)
    assert len(words) <= 1.4 * len(text) + 7


@pytest.mark.parametrize(
    "kept", ["{value:,.1f}", "{move}", "%n", "%1", "&N", "<b>", "</b>", '<a href="rules.html">']
)
def test_pseudo_leaves_fields_mnemonics_and_tags_alone(kept):
    assert kept in pseudo(f"Some {kept}words here")


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_pseudo_leaves_nothing_as_it_is(text):
    assert pseudo(text) == text


def test_pseudo_can_be_filled():
    assert fill(pseudo("{side} to move"), side="South") == "[South ŧó ḿóṽé one]"


def test_the_pseudo_language_reaches_sentences_plurals_and_qts_own_texts(pseudo_language, qtbot):
    game = find_game("tictactoe")
    position = game.start(game.rulebook.default)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(buttons)

    assert in_words(position.status(0)) == "[0 ḿáŕķš one]"
    assert in_words(position.describe(1)) == ("[X ḿáŕķš čéĺĺ 1, [ŧóṕ ĺéƒŧ one]. one two three]")
    assert Window().moves(1).startswith("[1 ḿóṽé íš ĺéƒŧ")
    assert buttons.buttons()[0].text().startswith("[Čáñčéĺ")


def test_the_pseudo_language_leaves_keys_and_the_direction_alone(pseudo_language, qapp):
    native = QKeySequence("Ctrl+Space").toString(QKeySequence.SequenceFormat.NativeText)

    assert native == "Ctrl+Space"
    assert QCoreApplication.translate("QGuiApplication", "QT_LAYOUT_DIRECTION") == (
        "QT_LAYOUT_DIRECTION"
    )
    assert qapp.layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_it_can_be_written_from_right_to_left():
    translator = PseudoLanguage(from_right=True)

    assert translator.translate("QGuiApplication", "QT_LAYOUT_DIRECTION") == "RTL"


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_everything_a_game_says_is_translated(pseudo_language, game):
    """But for what is no language: moves, squares, marks and the keys of options."""
    rules = game.rulebook.default
    position = game.start(rules)
    said = [game.title, game.hint, *(side for side in game.sides if len(side) > 1)]
    for _ in range(8):
        if position.is_over():
            break
        move = position.legal_moves()[0]
        said += [position.describe(move), position.status(0), position.status(1)]
        position.make(move)
        said.append(position.why_illegal(move))
    said += [preset.sentence for preset in game.rulebook.presets]
    said += [option.title for option in game.rulebook.options]
    filler = "one|two|three|four|five|six|seven|eight|nine|ten"

    for sentence in said:
        words = in_words(sentence)
        assert words.startswith("["), sentence
        assert re.findall(rf"\b(?!(?:{filler})\b)[A-Za-z]{{3,}}", words) == [], sentence


def test_labels_and_tool_tips_put_sentences_into_words(pseudo_language, qtbot):
    sentence = QT_TRANSLATE_NOOP("Models", "{side} wins").format(
        side=QT_TRANSLATE_NOOP("Models", "South")
    )
    label = PlainLabel(text=sentence)
    qtbot.addWidget(label)
    several = PlainLabel(lines=True)
    qtbot.addWidget(several)
    several.setText(sentence)

    assert isinstance(label, QLabel)
    assert label.text() == several.text() == "[[Šóúŧĥ] ŵíñš one]"
    assert plain_tool_tip(sentence) == label.text()


# -- which language --------------------------------------------------------------------------------


def test_the_environment_chooses_the_language(installing, monkeypatch):
    monkeypatch.setenv("KALAHLOA_LANGUAGE", "pseudo")

    installing()

    assert Window().side() == "[{side} ŧó ḿóṽé one]"


def test_without_a_translation_qts_texts_stay_english_too(installing, qtbot):
    installing("de")
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(buttons)

    assert buttons.buttons()[0].text() == "Cancel"
    assert Window().moves(2) == "2 moves are left"


CZECH = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="cs" sourcelanguage="en">
  <context><name>Window</name>
    <message numerus="yes"><source>%n move(s) (is|are) left</source><translation>
      <numerusform>zbývá %n tah</numerusform>
      <numerusform>zbývají %n tahy</numerusform>
      <numerusform>zbývá %n tahů</numerusform>
    </translation></message>
  </context>
  <context><name>Models</name>
    <message><source>South</source><translation>Jih</translation></message>
    <message><source>{side} wins by {most} to {least}.</source>
      <translation>{side} vyhrává {most}:{least}.</translation></message>
  </context>
</TS>
"""


def test_a_second_language_is_a_file_beside_the_others(installing, tmp_path, monkeypatch, qtbot):
    """Its own plurals, the models' sentences and Qt's own texts included."""
    need_tools("lrelease")
    source = tmp_path / "kalahloa_cs.ts"
    source.write_text(CZECH, encoding="utf-8")
    assert ElementTree.parse(source).getroot().get("language") == "cs"
    compile_translations(source, source.with_suffix(".qm"))
    monkeypatch.setattr(language, "resource", lambda *parts: Path(tmp_path))

    installing("cs_CZ")

    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(buttons)
    kalah = find_game("kalah")
    won = kalah.read("<6,40,32,0,0,0,0,0,0,0,0,0,0,0,0> S", kalah.rulebook.default).outcome()
    assert [Window().moves(n) for n in (1, 3, 5)] == [
        "zbývá 1 tah",
        "zbývají 3 tahy",
        "zbývá 5 tahů",
    ]
    assert in_words(won.reason) == "Jih vyhrává 40:32."
    assert Window().side() == "{side} to move"
    assert buttons.buttons()[0].text() != "Cancel"
