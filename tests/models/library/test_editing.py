"""Each edit of the library is taken back exactly, and no other edit with it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.library.editing import GameFacts, out_of_trash, to_trash, with_tags
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query
from tests.models.library.games import random_record, record_of
from tests.models.library.test_duplicates import state_of
from tests.models.library.test_indexing import index_of, right_index_of

TAGS = st.lists(st.sampled_from(["a", "b", "c"]), max_size=2)
NAMES = st.sampled_from(["Anna", "Bert", "Cleo"])


def told(first, second, event):
    facts = GameFacts(players=(first, second), details={"event": event})
    return lambda header: facts


EDITS = st.one_of(
    st.builds(with_tags, TAGS, TAGS),
    st.sampled_from([to_trash, out_of_trash]),
    st.builds(told, NAMES, NAMES, st.sampled_from(["Cup", "Open"])),
)


@settings(max_examples=40, deadline=None)
@given(edits=st.lists(st.tuples(st.integers(0, 1), EDITS), max_size=8))
def test_edits_are_taken_back_one_by_one_to_what_was_before_each(tmp_path_factory, edits):
    folder = tmp_path_factory.mktemp("library")
    with Library.open(folder / "library.sqlite") as library:
        games = [library.add(random_record(1, 10), tags=("a",)), library.add(record_of("1 5"))]
        states, done = [], []
        for place, wanted in edits:
            before = state_of(library)
            edit = library.edit(games[place], wanted)
            if edit is None:
                assert state_of(library) == before
            else:
                states.append(before)
                done.append(edit)
            assert index_of(library) == right_index_of(library)
        for edit, before in zip(reversed(done), reversed(states), strict=True):
            assert library.take_back(edit)
            assert state_of(library) == before
            assert index_of(library) == right_index_of(library)


def test_an_edit_is_not_taken_back_where_the_same_was_edited_since(library):
    game = library.add(record_of("1 5"), tags=("a",))
    tagged = library.edit(game, with_tags(["b"], ["a"]))
    named = library.edit(game, told("Anna", "Bert", "Cup"))
    library.edit(game, with_tags(["c"], []))

    assert not library.take_back(tagged)
    assert library.headers([game])[0].tags == ("b", "c")
    assert library.take_back(named)
    assert library.headers([game])[0].players == ("", "")


def test_an_edit_of_a_game_that_is_gone_is_not_taken_back(library):
    game = library.add(record_of("1 5"))
    edit = library.edit(game, to_trash)
    library.delete_trashed(game)

    assert not library.take_back(edit)


def test_a_word_of_a_tag_finds_a_game_only_while_it_has_the_tag(library):
    game = library.add(record_of("1 5"))
    edit = library.edit(game, with_tags(["brilliant"], []))
    assert library.count(Query(words="brilliant")) == 1

    library.take_back(edit)

    assert library.count(Query(words="brilliant")) == 0
