"""Mined puzzles: added once, and never to a file that holds something else."""

from dataclasses import replace

import pytest

from kalahloa.models.study.puzzles.keeping import add_puzzles
from kalahloa.models.study.puzzles.puzzle import read_puzzles
from kalahloa.models.text.errors import BadFile
from tests.models.study.puzzles.puzzle_samples import keep_ten, win_in_3


def test_mined_puzzles_are_added_once_and_those_there_stay_as_they_are(tmp_path):
    path = tmp_path / "mined.puzzles"

    add_puzzles(path, [win_in_3()])
    everything = add_puzzles(path, [keep_ten(), replace(win_in_3(), rating=1)])

    assert everything == read_puzzles(path) == (win_in_3(), keep_ten())


def test_puzzles_are_not_added_to_a_file_that_holds_something_else(tmp_path):
    path = tmp_path / "mined.puzzles"
    path.write_text("my diary")

    with pytest.raises(BadFile):
        add_puzzles(path, [win_in_3()])

    assert path.read_text() == "my diary"
