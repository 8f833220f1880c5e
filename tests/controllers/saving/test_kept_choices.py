"""What is chosen in panels is as it was left, in another session."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.desk import Desk
from kalahloa.controllers.features.comparison.comparison import ComparisonSettings, Positions
from kalahloa.controllers.features.proofs.state import ProofLimits
from kalahloa.controllers.saving.kept_choices import KeptChoices
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.searchers import searchers
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet


class Session:
    """A desk whose choices are kept in a file."""

    def __init__(self, path: Path) -> None:
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        self.reader = SettingsReader(settings)
        self.writer = SettingsWriter(settings)
        self.desk = Desk.of(find_game("kalah"))
        self.choices = KeptChoices(self.desk, self.reader, self.writer)

    def end(self) -> None:
        self.writer.shut_down()
        self.desk.shut_down()


@pytest.fixture
def path(qapp, tmp_path) -> Path:
    return tmp_path / "settings.ini"


def test_at_first_all_is_as_usual_and_nothing_is_written(path):
    session = Session(path)

    session.end()

    assert not session.reader.damaged and not path.exists()
    assert session.desk.comparisons.settings == ComparisonSettings()
    assert session.desk.proofs.limits == ProofLimits()
    assert session.desk.puzzles.collection.stock.chosen is PuzzleSet.SHIPPED


def test_what_was_chosen_is_there_again(path):
    first = Session(path)
    chosen = ComparisonSettings(
        (searchers()[2].name, searchers()[4].name), 5, "", Positions.RANDOM, 50, 5.0
    )
    first.desk.comparisons.settings = replace(chosen, heuristic="kalah-difference")
    first.desk.proofs.set_limits(ProofLimits(600, 16))
    first.desk.puzzles.collection.choose(PuzzleSet.FAILED)
    first.end()

    again = Session(path)
    again.end()

    assert not again.reader.damaged
    assert again.desk.comparisons.settings == chosen
    assert again.desk.proofs.limits == ProofLimits(600, 16)
    assert again.desk.puzzles.collection.stock.chosen is PuzzleSet.FAILED


def test_searchers_that_are_gone_are_left_out(path):
    known = searchers()[1].name
    path.write_text(f"[compared]\nsearchers=quantum {known}\n")

    session = Session(path)
    session.end()

    assert session.desk.comparisons.settings.searchers == (known,)


@pytest.mark.parametrize(
    "content",
    [
        "[comparison]\ndepth=99\n",
        "[comparison]\npositions=elsewhere\n",
        "[proof]\nseconds=-3\n",
        "[puzzles]\nset=none\n",
    ],
)
def test_what_is_damaged_is_as_usual(path, content):
    path.write_text(content)

    session = Session(path)
    session.end()

    assert session.reader.damaged
    assert session.desk.comparisons.settings == ComparisonSettings()
    assert session.desk.proofs.limits == ProofLimits()
    assert session.desk.puzzles.collection.stock.chosen is PuzzleSet.SHIPPED
