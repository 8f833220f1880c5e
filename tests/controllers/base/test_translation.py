"""Sentences are put into the user's language in one place."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.base.translation import QT_TRANSLATE_NOOP, fill, in_words, translate
from kalahloa.models.game.registry import find_game
from kalahloa.models.text.errors import BadFile, IllegalMove
from kalahloa.models.text.sentence import Sentence

GERMAN = {
    ("Models", "South"): "Süd",
    ("Models", "{side} wins by {most} to {least}."): "{side} gewinnt {most}:{least}.",
    ("Controllers", "The game is over: {reason}"): "Das Spiel ist aus: {reason}",
    ("Models", "{side} is late."): "{seite} ist spät.",
    ("Models", "{side} is early."): "{side",
    ("Other", "South"): "Süden",
}


class German(QTranslator):
    """A few words of German; its plurals are those of Polish, to have a third form."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context, text, comment=None, n=-1):
        if text == "%n stone(s)":
            return "%n Stein" if n == 1 else "%n Steine" if n < 5 else "%n Steinów"
        return GERMAN.get((context, text))


@pytest.fixture
def german(qapp):
    translator = German(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


SOUTH = QT_TRANSLATE_NOOP("Models", "South")
WINS = QT_TRANSLATE_NOOP("Models", "{side} wins by {most} to {least}.")
OVER = QT_TRANSLATE_NOOP("Controllers", "The game is over: {reason}")


def test_a_plain_text_is_returned_as_it_is(german):
    assert in_words("South") == "South"
    assert in_words("{side} %n (s)") == "{side} %n (s)"


def test_without_a_translation_words_are_english(qapp):
    sentence = WINS.format(side=SOUTH, most=40, least=32)

    assert in_words(sentence) == "South wins by 40 to 32."


def test_a_sentence_and_the_sentences_in_it_are_translated(german):
    sentence = OVER.format(reason=WINS.format(side=SOUTH, most=40, least=32))

    words = in_words(sentence)

    assert words == "Das Spiel ist aus: Süd gewinnt 40:32."
    assert type(words) is str
    assert sentence == "The game is over: South wins by 40 to 32."


def test_the_context_tells_equal_texts_apart(german):
    assert in_words(SOUTH) == "Süd"
    assert in_words(QT_TRANSLATE_NOOP("Other", "South")) == "Süden"
    assert in_words(QT_TRANSLATE_NOOP("Nothing", "South")) == "South"


def test_an_error_is_put_into_words_by_its_sentence(german):
    assert in_words(IllegalMove(OVER.format(reason=SOUTH))) == "Das Spiel ist aus: Süd"
    assert in_words(BadFile("South")) == "South"


def test_an_error_may_be_a_field(german):
    error = IllegalMove(WINS.format(side=SOUTH, most=2, least=1))

    assert in_words(OVER.format(reason=error)) == "Das Spiel ist aus: Süd gewinnt 2:1."


@pytest.mark.parametrize("template", ["{side} is late.", "{side} is early."])
def test_a_translation_with_other_fields_is_passed_over(german, template):
    assert in_words(QT_TRANSLATE_NOOP("Models", template).format(side="X")) == template.replace(
        "{side}", "X"
    )


def test_fields_are_never_read_as_templates(german):
    assert in_words(OVER.format(reason="{side} %n {0} (s)")) == (
        "Das Spiel ist aus: {side} %n {0} (s)"
    )


@pytest.mark.parametrize(
    ("n", "english", "other"),
    [(1, "1 stone", "1 Stein"), (2, "2 stones", "2 Steine"), (7, "7 stones", "7 Steinów")],
)
def test_plurals_have_the_forms_of_the_language(qapp, n, english, other):
    sentence = QT_TRANSLATE_NOOP("Models", "%n stone(s)").counted(n)
    spoken = (in_words(sentence), translate("Views", "%n stone(s)", "", n))
    translator = German(qapp)
    qapp.installTranslator(translator)
    try:
        translated = (in_words(sentence), translate("Views", "%n stone(s)", "", n))
    finally:
        qapp.removeTranslator(translator)

    assert spoken == (english, english)
    assert translated == (other, other)


def test_plurals_need_no_application_and_no_translator(monkeypatch):
    """As in the terminal, or in a thread that ends late."""
    monkeypatch.setattr(
        QCoreApplication, "translate", lambda context, text, comment, n: text.replace("%n", str(n))
    )

    assert translate("Views", "%n stone(s) (is|are) left", "", 1) == "1 stone is left"
    assert translate("Views", "%n stone(s) (is|are) left", "", 4) == "4 stones are left"


def test_filled_fields_are_put_into_words(german):
    assert fill("{side} spielt {moves}", side=SOUTH, moves="3-6") == "Süd spielt 3-6"
    assert fill("{n:,}", n=12_000) == "12,000"
    assert fill("{self} {text}", self=1, text=2) == "1 2"


def test_an_empty_text_is_not_the_header_of_a_translation():
    assert translate("Models", "") == ""


# -- what controllers say --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "title"),
    [
        (HUMAN, "Human"),
        (Player(Level()), "Alpha-beta with move ordering, depth 4"),
        (Player(Level("alpha-beta", depth=None, seconds=1.5)), "Alpha-beta, 1.5 s a move"),
        (Player(Level("game-tree", 3, 2.0)), "Game-tree search, depth 3, 2 s a move"),
        (Player(Level.of_engine(7)), "Engine, level 7"),
        (Player(Level.of_engine(11)), "Engine, perfect"),
    ],
)
def test_a_players_title_is_a_sentence_and_english_where_it_is_kept(player, title):
    assert player.title == title
    assert isinstance(player.title, Sentence)


def test_what_was_replaced_in_a_player_is_a_sentence():
    read = Player.from_json({"searcher": "engine", "depth": 0})
    loa = Player(Level("alpha-beta", heuristic="orphans")).for_game(find_game("kalah"))

    assert isinstance(read.note, Sentence)
    assert isinstance(read.note.fields["reason"], Sentence)
    assert read.note == (
        "Cannot read a player of this game: A depth is a number from 1 to 8. A human plays instead."
    )
    assert isinstance(loa.note, Sentence)
    assert isinstance(loa.note.fields["problem"], Sentence)
    assert loa.note == (
        "Kalah has no heuristic 'orphans'; it has: kalah-difference. The computer uses the "
        "first of them."
    )


def test_paths_and_numbers_are_fields_as_they_are(german):
    sentence = QT_TRANSLATE_NOOP("Controllers", "{path} holds {n:.1f}").format(
        path=Path("a"), n=1.25
    )

    assert in_words(sentence) == "a holds 1.2"
