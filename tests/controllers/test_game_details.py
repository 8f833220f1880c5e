"""Details of a game: told, changed by an edit, kept, and taken back."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.controllers.session.typed import Interpreter
from kalahloa.models.game.registry import find_game
from kalahloa.models.library.library import Library
from kalahloa.models.record.json_record import MAX_NAME_TEXT
from kalahloa.models.record.record import Record
from kalahloa.models.study.edits import SetDetails, edit_from_json
from kalahloa.models.study.game_details import GameDetails
from kalahloa.models.text.errors import BadCommand, BadQuery

TICTACTOE = find_game("tictactoe")
words = st.text("ab –\n", max_size=3)
others: st.SearchStrategy[Mapping[str, str]] = st.dictionaries(
    st.sampled_from(["event", "date", "rank"]), st.text("ab\n", min_size=1, max_size=3)
)
details = st.builds(GameDetails, st.tuples(words, words), others)


@given(details, details)
def test_an_edit_of_details_is_taken_back_to_the_letter_also_from_a_file(before, after):
    record = Record(TICTACTOE)
    before.put_into(record)

    inverse = SetDetails(before, after).apply(record).inverse
    assert GameDetails.of(record) == after
    edit_from_json(inverse.to_json()).apply(record)

    assert GameDetails.of(record) == before


@given(details, details, details)
def test_what_another_has_written_meanwhile_comes_back_with_the_undo(before, after, now):
    record = Record(TICTACTOE)
    now.put_into(record)

    SetDetails(before, after).apply(record).inverse.apply(record)

    assert GameDetails.of(record) == now


@given(details, details, details)
def test_an_edit_of_details_leaves_what_another_has_written_besides(before, after, now):
    found = now.changed(before, after)

    for side in (0, 1):
        is_changed = before.names[side] != after.names[side]
        assert found.names[side] == (after if is_changed else now).names[side]
    for name in {*before.others, *after.others, *now.others}:
        is_changed = before.others.get(name) != after.others.get(name)
        assert found.others.get(name) == (after if is_changed else now).others.get(name)


def test_details_are_told_changed_and_taken_back_by_typed_words(document, app):
    document.new_game(find_game("loa"), names=("Anna", "Ben"))
    interpreter = Interpreter(app)

    assert interpreter.execute("details white Maria Curie") == "White: Maria Curie."
    interpreter.execute("details event Club evening")
    assert interpreter.execute("details") == "Black: Anna\nWhite: Maria Curie\nEvent: Club evening"
    interpreter.execute("details event")
    assert document.record.details == {}
    interpreter.execute("unedit")
    interpreter.execute("unedit")
    interpreter.execute("unedit")

    assert document.place.names == ("Anna", "Ben")
    assert document.place.details == {}


def test_a_typed_date_is_read_as_it_is_shown_or_refused(document, app):
    interpreter = Interpreter(app)

    assert interpreter.execute("details date 18/09/2026") == "Date: 2026-09-18."
    assert document.record.details == {"date": "2026-09-18"}
    with pytest.raises(BadQuery, match="“31/02/2026” is not a day, a month or a year, such as"):
        interpreter.execute("details date 31/02/2026")
    assert document.record.details == {"date": "2026-09-18"}


@pytest.mark.parametrize(
    "line", ["details nothing x", f"details black {'x' * (MAX_NAME_TEXT + 1)}"]
)
def test_details_that_cannot_be_are_refused_in_a_sentence(app, line):
    with pytest.raises(BadCommand) as refused:
        Interpreter(app).execute(line)

    assert str(refused.value).endswith(".")
    with pytest.raises(ValueError, match="too long"):
        GameDetails(("x" * (MAX_NAME_TEXT + 1), ""))


def test_details_of_a_game_in_the_library_are_changed_where_they_differ(tmp_path):
    record = Record(TICTACTOE, players=("Anna", "Ben"), details={"event": "Club", "rank": "3"})
    with Library.open(tmp_path / "library.sqlite") as library:
        number = library.add(record)
        before = GameDetails.of(record)
        after = before.with_name(1, "Berta").with_other("date", "2020-05-06")

        library.set_details(number, before.with_other("event", "older"), after)

        header = library.load(number).header
        assert header.players == ("Anna", "Berta")
        assert header.details == {"event": "Club", "rank": "3", "date": "2020-05-06"}
        assert header.date == "2020-05-06"
        (edit,) = library.edits(number)
        changed = library.load(number).to_record()
        edit_from_json(edit.data).apply(changed)
        assert GameDetails.of(changed) == before
        library.set_details(number, after, after)
        assert library.load(number).header.revision == header.revision


def test_details_that_are_taken_back_in_the_library_are_not_to_be_taken_back_in_the_game(tmp_path):
    record = Record(TICTACTOE, players=("Anna", "Ben"))
    with Library.open(tmp_path / "library.sqlite") as library:
        number = library.add(record)
        before = GameDetails.of(record)
        first = library.set_details(number, before, before.with_name(0, "Maria"))
        second = library.set_details(number, before, before.with_other("event", "Club"))

        assert library.take_back(second)
        assert [edit.undone for edit in library.edits(number)] == [False, True]
        assert library.take_back(first)

        assert [edit.undone for edit in library.edits(number)] == [True, True]
        assert library.load(number).header.players == ("Anna", "Ben")
