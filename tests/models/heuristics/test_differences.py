"""What differs between two texts, line by line."""

from hypothesis import given
from hypothesis import strategies as some

from kalahloa.models.heuristics.differences import (
    CONTEXT,
    DiffLine,
    LineKind,
    changed_lines,
    differences,
)


def test_equal_texts_have_no_differences():
    assert differences("a\nb\n", "a\nb\n") == ()


def test_a_changed_line_is_one_removed_and_one_added_with_numbers_in_both():
    assert differences("a\nb\nc", "a\nx\nc") == (
        DiffLine(LineKind.SAME, "a", 1, 1),
        DiffLine(LineKind.REMOVED, "b", old=2),
        DiffLine(LineKind.ADDED, "x", new=2),
        DiffLine(LineKind.SAME, "c", 3, 3),
    )


def test_equal_lines_far_from_a_difference_are_a_gap():
    old = [str(number) for number in range(30)]
    new = [*old[:15], "new", *old[15:]]

    shown = differences("\n".join(old), "\n".join(new))

    assert [line.kind for line in shown] == [
        LineKind.GAP,
        *[LineKind.SAME] * CONTEXT,
        LineKind.ADDED,
        *[LineKind.SAME] * CONTEXT,
        LineKind.GAP,
    ]
    assert changed_lines(shown) == (1, 0)


def test_two_differences_near_the_ends_have_one_gap_between():
    old = [str(number) for number in range(30)]
    new = ["first", *old, "last"]

    kinds = [line.kind for line in differences("\n".join(old), "\n".join(new))]

    assert kinds.count(LineKind.GAP) == 1
    assert kinds[0] is LineKind.ADDED and kinds[-1] is LineKind.ADDED


lines = some.lists(some.sampled_from(["", "a", "b", "    return 1"]), max_size=30)


@given(lines, lines)
def test_with_all_lines_shown_either_text_can_be_read_from_the_differences(old, new):
    before, after = "\n".join(old), "\n".join(new)

    shown = differences(before, after, context=100)

    if before != after:
        kept = [line.text for line in shown if line.kind is not LineKind.ADDED]
        now = [line.text for line in shown if line.kind is not LineKind.REMOVED]
        assert "\n".join(kept) == before and "\n".join(now) == after
