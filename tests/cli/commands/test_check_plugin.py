"""`kalahloa check-plugin`, in this process."""

import os
import sys
from pathlib import Path

import pytest

from kalahloa.cli.main import main
from tests import plugin

pytestmark = pytest.mark.usefixtures("qapp", "brief")
MODULE = "connect_four.game"


def test_a_game_without_a_fault_is_said_to_have_none(tmp_path, capsys):
    before = dict(os.environ), list(sys.path)
    with plugin.installed(tmp_path):
        assert main(["check-plugin", MODULE, "--steps", "40", "--seed", "3"]) == 0

    told = "No fault was found in the game connect-four (seed 3, walks of 40 steps).\n"
    assert capsys.readouterr().out == told
    assert (dict(os.environ), list(sys.path)) == before


def test_each_fault_is_one_sentence_with_the_actions_that_lead_there(tmp_path, capsys, monkeypatch):
    with plugin.installed(tmp_path):
        from connect_four.position import ConnectFour

        undo = ConnectFour.undo_move
        monkeypatch.setattr(
            ConnectFour, "undo_move", lambda position, move: undo(position, move % 3)
        )
        assert main(["check-plugin", MODULE, "--steps", "40"]) == 1

    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("connect-four, with the rules classic: ")
    assert " It happens after: " in told[0]
    assert len(set(told)) == len(told)


def test_a_game_that_the_program_does_not_find_is_a_fault(capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(plugin.SOURCE))

    assert main(["check-plugin", MODULE, "--steps", "5"]) == 1

    assert capsys.readouterr().out == (
        "connect-four: the program does not find it by this key; no entry point of the group "
        "kalahloa.games has that name.\n"
    )


def test_the_commands_of_a_feature_are_tried(capsys):
    module = "kalahloa.controllers.features.clock.feature"

    assert main(["check-plugin", module, "--steps", "20"]) == 0

    assert capsys.readouterr().out.startswith("No fault was found in the feature ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nowhere"], "The module 'nowhere' cannot be imported: No module named 'nowhere'"),
        (["broken"], "The module 'broken' raises ZeroDivisionError: division by zero"),
        (["json"], "The module 'json' has no Game and no FeatureDeclaration."),
        (["json", "--steps", "0"], "The number of steps: '0' is not a number from 1 to"),
        (["json", "--seed", "x"], "The seed: 'x' is not a number from 0 to"),
    ],
)
def test_what_cannot_be_checked_is_refused(tmp_path: Path, capsys, monkeypatch, words, sentence):
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)  # where modules are found, too

    assert main(["check-plugin", *words]) == 2

    assert sentence in capsys.readouterr().err
