"""Sentences are values: English texts that remember how they were made."""

import copy
import json
import pickle

import pytest

from kalahloa.models.game.outcome import FIRST
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.search.levels.levels import HIGHEST, at_level
from kalahloa.models.text.errors import BadCommand, IllegalMove
from kalahloa.models.text.quotation import shorten
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

SIDE = QT_TRANSLATE_NOOP("Models", "South")
WINS = QT_TRANSLATE_NOOP("Models", "{side} wins by {most:,} to {least}.")


def test_a_filled_sentence_is_the_english_text():
    sentence = WINS.format(side=SIDE, most=1200, least=24)

    assert sentence == "South wins by 1,200 to 24."
    assert f"{sentence}" == str(sentence) == "South wins by 1,200 to 24."


def test_a_sentence_keeps_its_template_and_its_fields():
    sentence = WINS.format(side=SIDE, most=40, least=32)

    assert (sentence.context, sentence.template) == ("Models", WINS)
    assert sentence.fields == {"side": SIDE, "most": 40, "least": 32}
    assert isinstance(sentence.fields["side"], Sentence)


@pytest.mark.parametrize(
    ("template", "number", "words"),
    [
        ("%n stone(s)", 1, "1 stone"),
        ("%n stone(s)", 0, "0 stones"),
        ("%n stone(s)", 21, "21 stones"),
        ("{line}: %n piece(s) (stands|stand) there", 1, "b: 1 piece stands there"),
        ("{line}: %n piece(s) (stands|stand) there", 2, "b: 2 pieces stand there"),
    ],
)
def test_a_counted_sentence_has_the_english_plural(template, number, words):
    assert QT_TRANSLATE_NOOP("Models", template).counted(number, line="b") == words


def test_fields_may_have_any_name_and_values_with_braces_and_signs_of_plurals():
    sentence = QT_TRANSLATE_NOOP("Models", "%n (s): {self}, {number}")

    assert sentence.counted(2, self="{x} (s) %n", number=3) == "2 s: {x} (s) %n, 3"


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copied_sentence_is_still_one(copied):
    sentence = QT_TRANSLATE_NOOP("Models", "{side}: %n move(s)").counted(3, side=SIDE)

    twin = copied(sentence)

    assert twin == sentence == "South: 3 moves"
    assert (twin.template, twin.fields, twin.number) == (sentence.template, {"side": SIDE}, 3)
    assert isinstance(twin.fields["side"], Sentence)


def test_a_sentence_is_written_to_files_as_its_english_text():
    assert json.dumps({"side": SIDE}) == '{"side": "South"}'


def test_an_error_carries_its_sentence():
    error = IllegalMove(WINS.format(side=SIDE, most=2, least=1))

    assert isinstance(error.sentence, Sentence)
    assert str(error) == error.sentence == "South wins by 2 to 1."
    assert (BadCommand("plain").sentence, BadCommand().sentence) == ("plain", "")


def test_shortening_keeps_a_sentence_only_where_nothing_is_changed():
    short = shorten(IllegalMove(WINS.format(side=SIDE, most=2, least=1)))
    long = shorten(QT_TRANSLATE_NOOP("Models", "{names}").format(names="x" * 500))
    torn = shorten(QT_TRANSLATE_NOOP("Models", "{names}").format(names="a\nb"))

    assert isinstance(short, Sentence)
    assert (type(long), len(long), long[-1]) == (str, 400, "…")
    assert (type(torn), torn) == (str, "a b")


# -- what the models say ---------------------------------------------------------------------------


def _outcome(key: str, text: str):
    game = find_game(key)
    return game.read(text, game.rulebook.default).outcome()


@pytest.mark.parametrize(
    ("key", "position", "reason"),
    [
        ("kalah", "<6,40,32,0,0,0,0,0,0,0,0,0,0,0,0> S", "South wins by 40 to 32."),
        ("kalah", "<6,20,52,0,0,0,0,0,0,0,0,0,0,0,0> N", "North wins by 52 to 20."),
        ("kalah", "<6,36,36,0,0,0,0,0,0,0,0,0,0,0,0> S", "Draw: 36 stones in each kalah."),
        ("tictactoe", "XXX/OO./... O", "X wins: three in a row."),
        ("tictactoe", "OOO/XX./X.. X", "O wins: three in a row."),
        ("tictactoe", "XOX/XOO/OXX O", "Draw: all cells are taken."),
        ("loa", "8/8/8/3bb3/8/8/8/w6w w", "Black wins: all its pieces are connected."),
    ],
)
def test_the_reason_of_an_outcome_is_a_sentence(key, position, reason):
    outcome = _outcome(key, position)

    assert outcome.reason == reason
    assert isinstance(outcome.reason, Sentence)


def test_the_score_of_a_won_game_is_the_margin_of_the_first_side():
    south = _outcome("kalah", "<6,40,32,0,0,0,0,0,0,0,0,0,0,0,0> S")
    north = _outcome("kalah", "<6,32,40,0,0,0,0,0,0,0,0,0,0,0,0> S")

    assert (south.winner, south.score, north.score) == (FIRST, 8, -8)


@pytest.mark.parametrize("game", own_games(), ids=lambda game: game.key)
def test_what_a_game_says_are_sentences(game):
    position = game.start(game.rulebook.default)
    move = position.legal_moves()[0]
    with pytest.raises(IllegalMove) as refused:
        position.read_move("zz zz zz")
    said = [
        game.title,
        game.hint,
        position.status(0),
        position.describe(move),
        position.why_illegal(move),
        refused.value.sentence,
        *(preset.sentence for preset in game.rulebook.presets),
        *(option.title for option in game.rulebook.options),
        *(one for heuristic in game.heuristics for one in (heuristic.title, heuristic.sentence)),
        *(
            one
            for option in game.rulebook.options
            for one in getattr(option, "values", {"": getattr(option, "sentence", "")}).values()
        ),
    ]

    assert [one for one in said if not isinstance(one, Sentence)] == []


def test_what_levels_say_are_sentences():
    engines = [at_level(number) for number in range(1, HIGHEST + 2)]

    assert all(isinstance(one.title, Sentence) for one in engines)
    assert all(isinstance(one.sentence, Sentence) for one in engines)
    assert engines[0].sentence == "The engine, playing like a beginner."
    assert engines[5].sentence == "The engine, playing like a strong club player."
