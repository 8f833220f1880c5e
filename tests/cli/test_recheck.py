"""What commands share that solve many positions again: what is drawn, and what came of it."""

import signal
from argparse import Namespace

import pytest

from kalahloa.cli.arguments import Parser
from kalahloa.cli.failures import FAILED
from kalahloa.cli.interrupt import INTERRUPTED, Interrupt
from kalahloa.cli.progress import ProgressLine
from kalahloa.cli.recheck import Check, add_recheck, draw_sample
from kalahloa.models.text.errors import BadCommand


def checked(*right: bool | None) -> Check[int]:
    """Return the check of as many numbers, each *right* or not, as it stands afterwards."""
    check = Check[int]()
    check.run(range(len(right)), lambda number: right[number], str, ProgressLine())
    return check


def test_the_same_number_draws_the_same():
    assert draw_sample(range(999), 5, 1) == draw_sample(range(999), 5, 1)
    assert draw_sample(range(999), 5, 1) != draw_sample(range(999), 5, 2)


def test_no_more_is_drawn_than_there_is():
    assert sorted(draw_sample("abc", 5, None)) == ["a", "b", "c"]


@pytest.mark.parametrize(("sample", "seed"), [("0", None), ("x", None), ("1", "-1")])
def test_what_cannot_be_drawn_is_refused(sample, seed):
    parser = Parser("kalahloa", "", "")
    add_recheck(parser, "positions", "book", least=1)

    with pytest.raises(BadCommand, match="is not a number"):
        parser.parse_args(["--sample", sample, *([] if seed is None else ["--seed", seed])])


def test_a_check_ends_where_it_is_told_to():
    check = checked(True, False, None, False)

    assert (check.solved, check.wrong) == (2, ["1"])


@pytest.mark.parametrize(("right", "code"), [((True, True), 0), ((True, False), FAILED), ((), 0)])
def test_the_exit_code_says_whether_anything_is_wrong(capsys, right, code):
    with Interrupt() as interrupt:
        assert (
            checked(*right).print_result(Namespace(json=False), interrupt, {}, "All known, ")
            == code
        )

    assert capsys.readouterr().out.startswith(f"All known, {len(right)} solved again in ")


def test_an_interrupt_is_told_before_anything_else(capsys):
    with Interrupt() as interrupt:
        signal.raise_signal(signal.SIGINT)
        code = checked(False).print_result(Namespace(json=True), interrupt, {"known": 3}, "")

    assert code == INTERRUPTED
    assert '"known": 3, "solved": 1, "wrong": ["0"], "right": false' in capsys.readouterr().out
