"""What was changed in a record by taking in what another program has written."""

from kalahloa.models.library.merging import take_in
from kalahloa.models.library.rows import row_of
from kalahloa.models.record import Node, Record
from tests.models.library.games import play, record_of


def changed(record: Record, node: Node, **fields: object):
    """Return the row of *node* with other *fields*."""
    return row_of(node, 0)._replace(**fields)


def test_a_line_that_comes_back_and_goes_again_with_what_is_above_has_done_neither():
    record = record_of("1 5")
    one, five = record.nodes[1:]
    record.jump(1)
    play(record, "2")
    two = record.nodes[3]
    record.remove(five)

    merged = take_in(
        record,
        [changed(record, five, removed=False), changed(record, two, removed=True)],
    )

    assert (merged.came, merged.went) == ((five,), (two.number,))

    merged = take_in(
        record,
        [changed(record, one, removed=True), changed(record, five, removed=True)],
    )

    assert merged.came == ()
    assert set(merged.went) == {one.number, five.number}


def test_a_new_line_below_one_that_was_removed_is_not_told_to_have_come():
    record = record_of("1")
    one = record.nodes[1]
    new = changed(record, one, number=-3, parent=1, text="5")

    merged = take_in(record, [changed(record, one, removed=True), new])

    assert merged.came == ()
    assert merged.went == (one.number,)
    assert not record.root.children
