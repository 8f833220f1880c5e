"""Text from outside in sentences: short, printable, and refused quickly where it is huge."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.match.openings import read_openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.record.record import Record
from kalahloa.models.search.levels.levels import at_level
from kalahloa.models.search.searchers import find_searcher
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.quotation import MAX_QUOTED, MAX_SENTENCE, is_printable, quote, shorten

HUGE = "z<img src='/etc/passwd'>\n" * 2000


@given(st.text() | st.integers() | st.just(10**5000) | st.just(HUGE))
def test_a_quotation_is_short_and_can_be_printed(text):
    quoted = quote(text)

    assert len(quoted) <= MAX_QUOTED
    assert quoted == "" or is_printable(quoted)


def test_short_text_is_quoted_as_it_is_and_long_text_ends_in_an_ellipsis():
    assert quote("b1-b3") == "b1-b3"
    assert quote("x" * MAX_QUOTED) == "x" * MAX_QUOTED
    assert quote("x" * (MAX_QUOTED + 1)) == "x" * (MAX_QUOTED - 1) + "…"
    assert shorten("two\nlines") == "two lines"


def test_joiners_and_marks_of_direction_stay_and_what_a_terminal_obeys_does_not():
    for text in ("👨\u200d👩\u200d👧", "नी\u200cक", "27\u200f/11\u200f/2026"):
        assert quote(text) == text
    assert quote("\x1b[31m\u202e\u2028") == "\ufffd[31m\ufffd "


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("text", [HUGE, "/".join(["..z"] * 3) + " " + "z" * 5000])
def test_sentences_of_a_game_quote_little_of_what_they_refuse(key, text):
    game = find_game(key)
    rules = game.rulebook.default
    option = next(iter(game.rulebook.options), None)
    readers = [
        game.start(rules).read_move,
        game.start(rules).read_turn,
        lambda text: game.read(text, rules),
        lambda text: game.read(f"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> {text.split()[-1]}", rules),
        game.heuristic,
        game.rulebook.preset,
        lambda text: game.rulebook.read(None, {text: 1}),
        find_game,
        find_searcher,
        at_level,
        lambda text: read_participant(text, game),
        read_openings,
    ]
    if option is not None:
        readers.append(option.read)

    for read in readers:
        with pytest.raises(KalahloaError) as refused:
            read(text)
        assert len(str(refused.value)) <= MAX_SENTENCE


@pytest.mark.parametrize("field", ["move", "start", "game"])
def test_a_text_of_20_mb_in_a_record_is_refused_in_a_short_sentence(field):
    record = Record(find_game("kalah"))
    record.play(3)
    plain = record_to_json(record)
    holder = plain["nodes"][0] if field == "move" else plain
    holder[field] = "<table>" * 3_000_000

    with pytest.raises(BadFile) as refused:
        record_from_json(plain)

    assert len(str(refused.value)) <= MAX_SENTENCE
