"""What was changed in a record by taking in what another program has written."""

from kalahloa.models.library.game_rows import News, node_row
from kalahloa.models.library.incoming_changes import Merged, merge_rows
from kalahloa.models.record.annotation import NO_NOTES, Notes
from kalahloa.models.record.record import Node, Record
from tests.models.library.games import play, record_of


def changed(node: Node, **fields: object) -> News:
    """Return the news that *node* has other *fields*."""
    row = node_row(node, 0)
    return News(row._replace(**fields), row)


def new(record: Record, number: int, parent: int, text: str, **fields: object) -> News:
    """Return the news of a node with *number* below *parent*, which *record* lacks."""
    row = node_row(record.root, 0)
    return News(row._replace(number=number, parent=parent, text=text, **fields))


def texts(record: Record) -> list[list[str]]:
    """Return the lines of *record*, each as the moves to its end."""
    return [
        [one.text for one in node.path()[1:]]
        for node in record.root.subtree()
        if not node.children and node.parent is not None
    ]


def test_a_line_that_comes_back_and_goes_again_with_what_is_above_has_done_neither():
    record = record_of("1 5")
    one, five = record.nodes[1:]
    record.jump(1)
    play(record, "2")
    two = record.nodes[3]
    record.remove(five)

    merged = merge_rows(record, [changed(five, removed=False), changed(two, removed=True)])

    assert (merged.came, merged.went) == ((five,), (two.number,))

    merged = merge_rows(record, [changed(one, removed=True), changed(five, removed=True)])

    assert merged.came == ()
    assert set(merged.went) == {one.number, five.number}


def test_a_new_line_below_one_that_was_removed_is_not_told_to_have_come():
    record = record_of("1")
    one = record.nodes[1]

    merged = merge_rows(record, [changed(one, removed=True), new(record, -3, 1, "5")])

    assert merged.came == ()
    assert merged.went == (one.number,)
    assert not record.root.children


def test_what_was_played_in_a_line_that_is_removed_comes_when_that_is_put_back():
    record = record_of("1")
    one = record.nodes[1]
    merge_rows(record, [changed(one, removed=True), new(record, -3, 1, "5")])

    merged = merge_rows(record, [changed(one, removed=False)])

    assert [node.text for node in merged.came] == ["1", "5"]
    assert texts(record) == [["1", "5"]]


def test_a_line_that_was_removed_before_it_was_seen_here_comes_when_it_is_put_back():
    record = record_of("1")
    merge_rows(record, [new(record, -3, 1, "5", removed=True), new(record, -4, -3, "2")])
    five = record.nodes[2]
    assert texts(record) == [["1"]]

    merge_rows(record, [changed(five, removed=False)])

    assert texts(record) == [["1", "5", "2"]]


def played_again() -> tuple[Record, Node, Node, Node]:
    """Return a record in which 1 was removed with 5, and then played again with 2."""
    record = record_of("1 5")
    removed = record.nodes[1]
    record.remove(removed)
    play(record, "1 2")
    return record, removed, *record.nodes[3:]


def test_lines_that_were_made_one_stand_below_the_one_that_stays():
    record, removed, again, two = played_again()

    merged = merge_rows(
        record,
        [
            changed(removed, removed=False),
            changed(again, removed=True),
            changed(two, parent=removed.number, rank=1),
        ],
    )

    assert texts(record) == [["1", "5"], ["1", "2"]]
    assert merged.came == (removed, record.nodes[2])
    assert merged.went == (again.number,)
    assert two in merged.edited
    assert record.current is two
    assert record.position.position_string() == record.replayed().position_string()


def test_one_goes_on_where_a_move_that_was_played_twice_was_made_one():
    record, removed, again, _ = played_again()
    record.jump(again.number)

    merge_rows(record, [changed(removed, removed=False), changed(again, removed=True)])

    assert record.current is removed
    assert record.position.position_string() == record.replayed().position_string()


def test_a_move_that_was_put_back_there_and_played_again_here_is_one_node():
    record, removed, again, two = played_again()
    stored = {0: 0, 1: 1, 2: 2}

    merge_rows(record, [changed(removed, removed=False)], stored, {again.number, two.number})

    assert texts(record) == [["1", "5"], ["1", "2"]]
    assert again.removed
    assert record.current is two


def test_a_move_that_was_played_here_and_there_is_one_node():
    record = record_of("1 5")

    merged = merge_rows(record, [new(record, -4, 1, "5"), new(record, -5, -4, "2")], {0: 0, 1: 1})

    assert texts(record) == [["1", "5", "2"]]
    assert merged.numbers == {2: -4, 3: -5}
    assert [node.text for node in merged.came] == ["2"]


def test_a_line_that_was_removed_there_stays_where_it_was_gone_on_with_here():
    record = record_of("1 5")
    one, five = record.nodes[1:]

    merged = merge_rows(record, [changed(one, removed=True)], {0: 0, 1: 1}, {five.number})

    assert not merged
    assert record.current is five


def test_what_was_removed_here_stays_removed_when_something_is_written_at_it_there():
    record = record_of("1 5")
    five = record.nodes[2]
    news = changed(five, notes=Notes("Said"))
    record.remove(five)

    merged = merge_rows(record, [news])

    assert five.removed
    assert five.comment == "Said"
    assert not merged.came


def test_a_comment_that_was_changed_there_only_replaces_the_old_one():
    record = record_of("1")
    one = record.nodes[1]
    record.annotate(one, Notes("Old"))
    record.jump(0)

    merged = merge_rows(record, [changed(one, notes=Notes("New"))])

    assert one.comment == "New"
    assert merged.edited == (one,)


def test_comments_that_were_changed_here_and_there_are_joined():
    record = record_of("1")
    one = record.nodes[1]
    record.annotate(one, Notes("Mine"))
    row = node_row(one, 0)

    merge_rows(record, [News(row._replace(notes=Notes("Yours")), row._replace(notes=NO_NOTES))])

    assert one.comment == "Mine\n\nYours"


def test_a_new_move_before_others_tells_that_these_have_another_place():
    record = record_of("1")
    one = record.nodes[1]
    record.set_rank(one, 1)

    merged = merge_rows(record, [new(record, -3, 0, "5", rank=0)])

    assert [child.text for child in record.root.children] == ["5", "1"]
    assert merged.edited == (one,)


def test_new_alternatives_come_in_their_order():
    record = record_of("1")

    merged = merge_rows(record, [new(record, -3, 1, "5", rank=1), new(record, -4, 1, "2", rank=0)])

    assert [node.text for node in merged.came] == ["2", "5"]


def test_a_move_that_cannot_be_made_here_is_left_out_with_what_follows():
    record = record_of("1")

    merged = merge_rows(record, [new(record, -3, 1, "1"), new(record, -4, -3, "5")])

    assert merged == Merged()
    assert len(record.nodes) == 2
