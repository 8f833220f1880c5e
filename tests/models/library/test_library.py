"""Games go into the library, and come out of it as they were."""

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.library.bulk import empty_trash
from kalahloa.models.library.game_rows import GameChanges, NewGame, header_facts, node_row
from kalahloa.models.library.library import Library
from kalahloa.models.library.query import Query
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile, UnknownGame
from tests.models.library.games import facts, play, random_record, record_of, reloaded


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
def test_a_record_comes_back_as_it_was(library, game, seed):
    record = random_record(seed, 40, game)

    number = library.add(record)

    assert facts(reloaded(library, number)) == facts(record)


def test_names_details_rules_and_start_come_back(library):
    game = find_game("kalah")
    rules = game.rulebook.read("standard", {"stones": 3, "pits": 4})
    record = Record(game, rules, players=("Ánna", "Bert"), details={"event": "Cup", "round": "2"})
    play(record, "2 1")
    levels = ({"searcher": "engine", "strength": 7}, None)

    number = library.add(record, levels, "cup.sgf", ("final", "best"), created=86_400.5)
    (header,) = library.headers([number])

    assert facts(reloaded(library, number)) == facts(record)
    assert (header.players, header.levels, header.source) == (("Ánna", "Bert"), levels, "cup.sgf")
    assert header.tags == ("best", "final")
    assert header.preset == game.rulebook.name_of(rules)
    assert header.created == header.modified == 86_400.5
    assert (header.plies, header.node_count, header.revision) == (2, 3, 1)


def test_notes_of_all_kinds_come_back(library):
    record = record_of("1 5")
    notes = Notes(
        "Well\n\nplayed \ud800 \U0001f600",
        (Mark.BRILLIANT, Mark.NOVELTY),
        (Drawing(Shape.ARROW, "1", "9", Ink.RED), Drawing(Shape.LABEL, "2", text="x")),
        (("XY", ("one", "two")),),
    )
    record.annotate(record.current, notes)

    assert reloaded(library, library.add(record)).current.notes == notes


def test_a_game_is_there_after_the_library_was_closed(path):
    record = record_of("1 5 2 8 3")
    with Library.open(path) as library:
        number = library.add(record)
    with Library.open(path) as library:
        assert facts(reloaded(library, number)) == facts(record)
        (header,) = library.headers([number])
        assert (header.result, header.score, header.plies) == ("1-0", 1, 5)


def test_plies_are_saved_one_by_one(library):
    record = record_of("")
    game = library.add(record)
    salt_rows = NewGame.of(record).nodes
    assert len(salt_rows) == 1
    record.pop_changes()
    revision = 1

    for text in "1 5 2 8 3".split():
        play(record, text)
        rows = [
            row if row.number < record.current.number else row._replace(number=-2 - row.number)
            for row in (NewGame.of(record).nodes[node.number] for node in record.pop_changes())
        ]
        rows = [
            row._replace(followed=-2 - row.followed)
            if row.followed == record.current.number
            else row
            for row in rows
        ]
        changes = header_facts(record)
        saved = library.save(game, revision, rows, _current_new(changes))
        assert saved.foreign == ()
        assert saved.numbers == {-2 - record.current.number: record.current.number}
        revision = saved.revision

    assert facts(reloaded(library, game)) == facts(record)
    (header,) = library.headers([game])
    assert (header.result, header.plies, header.node_count) == ("1-0", 5, 6)


def _current_new(changes: GameChanges) -> GameChanges:
    return GameChanges(
        changes.players,
        None,
        changes.details,
        changes.result,
        changes.score,
        changes.plies,
        -2 - (changes.current or 0),
    )


def test_only_newer_rows_are_changes(library):
    record = record_of("1 5")
    game = library.add(record)
    row = library.load(game).nodes[2]

    saved = library.save(game, 1, [row._replace(notes=Notes("Aha"))])

    assert [row.number for row in library.changes(game, 1).nodes] == [2]
    assert library.changes(game, saved.revision).nodes == ()


def test_a_game_that_is_not_there_is_unknown(library):
    for ask in (
        library.load,
        lambda game: library.save(game, 1),
        lambda game: library.trash([game]),
    ):
        with pytest.raises(UnknownGame, match="no game 7"):
            ask(7)
    with pytest.raises(UnknownGame, match="no game 7"):
        library.add_edit(7, {})
    assert library.headers([7]) == []


@pytest.mark.parametrize("number", [99, -5])
def test_a_row_of_no_node_is_refused_and_nothing_is_written(library, number):
    game = library.add(record_of("1 5"))
    row = library.load(game).nodes[1]

    with pytest.raises(ValueError, match="no node"):
        library.save(
            game, 1, [row._replace(notes=Notes("x")), row._replace(number=-9, parent=number)]
        )

    assert library.load(game).header.revision == 1
    assert library.load(game).nodes[1] == row


def test_edits_are_kept_with_whether_they_were_undone(path):
    with Library.open(path) as library:
        game = library.add(record_of("1"))
        first = library.add_edit(game, {"remove": 1})
        library.add_edit(game, {"restore": [1, None, "é"]})
        library.mark_undone(first)
    with Library.open(path) as library:
        edits = library.edits(game)
        assert [(edit.data, edit.undone) for edit in edits] == [
            ({"remove": 1}, True),
            ({"restore": [1, None, "é"]}, False),
        ]
        library.mark_undone(first, False)
        assert not library.edits(game)[0].undone


def test_a_game_in_the_trash_is_found_only_there_and_comes_back(library):
    kept, trashed = library.add(record_of("1")), library.add(record_of("5"))

    library.trash([trashed])
    assert [header.id for header in library.search()] == [kept]
    (found,) = library.search(Query(trashed=True))
    assert found.id == trashed and found.trashed is not None
    library.restore([trashed])

    assert library.search(Query(trashed=True)) == []
    assert {header.id for header in library.search()} == {kept, trashed}


def test_the_trash_is_emptied_for_good(library):
    kept, trashed = library.add(record_of("1")), library.add(record_of("5"))
    library.add_edit(trashed, 1)
    library.trash([trashed])

    assert empty_trash(library) == 1

    assert [header.id for header in library.headers([kept, trashed])] == [kept]
    assert library.edits(trashed) == []
    assert library.add(record_of("9")) > trashed


def test_playing_on_takes_a_game_out_of_the_trash(library):
    game = library.add(record_of("1"))
    library.trash([game])
    row = library.load(game).nodes[1]

    library.save(game, 1, [row._replace(number=-2, parent=1, text="5")])

    assert [header.id for header in library.search()] == [game]


def test_a_game_of_an_unknown_plug_in_is_kept_and_said(library):
    new = NewGame.of(record_of("1"))
    game = library.add_many([NewGame(**{**vars(new), "game": "hex"})])[0]

    assert library.headers([game])[0].game == "hex"
    with pytest.raises(BadFile, match="no game 'hex'"):
        reloaded(library, game)


def test_row_of_gives_the_same_row_as_adding(library):
    record = record_of("1 5")
    new = NewGame.of(record)

    assert library.load(library.add(record)).nodes == tuple(
        row._replace(revision=1) for row in new.nodes
    )
    assert node_row(record.root, 0).key != new.nodes[0].key
