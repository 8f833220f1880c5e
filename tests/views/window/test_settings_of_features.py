"""What is chosen in panels is as it was left, in another session."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from kalahloa.controllers.base.settings_reader import SettingsReader
from kalahloa.controllers.features.analysis.analysis import Analysis
from kalahloa.controllers.features.comparison.comparison import (
    Comparisons,
    ComparisonSettings,
    Positions,
)
from kalahloa.controllers.features.proofs.proofs import Proofs
from kalahloa.controllers.features.proofs.state import ProofLimits
from kalahloa.controllers.features.puzzles.puzzles import Puzzles
from kalahloa.controllers.features.reviews.reviews import Reviews
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.settings_writer import SettingsWriter
from kalahloa.models.game.registry import find_game
from kalahloa.models.search.searchers import searchers
from kalahloa.models.study.puzzles.puzzle_set import PuzzleSet
from kalahloa.views.window.switches import Switches


class Session:
    """The context of a game whose choices are kept in a file."""

    def __init__(self, path: Path) -> None:
        settings = QSettings(str(path), QSettings.Format.IniFormat)
        self.reader = SettingsReader(settings)
        self.writer = SettingsWriter(settings)
        self.app = open_app(find_game("kalah"))
        self.switches = Switches(self.app, self.reader, self.writer)

    def end(self) -> None:
        self.writer.shut_down()
        self.app.shut_down()


@pytest.fixture
def path(qapp, tmp_path) -> Path:
    return tmp_path / "settings.ini"


def test_at_first_all_is_as_usual_and_nothing_is_written(path):
    session = Session(path)

    session.end()

    assert not session.reader.damaged and not path.exists()
    assert session.app[Comparisons].settings == ComparisonSettings()
    assert session.app[Proofs].limits == ProofLimits()
    assert session.app[Puzzles].collection.stock.chosen is PuzzleSet.SHIPPED


def test_what_was_chosen_is_there_again(path):
    first = Session(path)
    chosen = ComparisonSettings(
        (searchers()[2].name, searchers()[4].name), 5, "", Positions.RANDOM, 50, 5.0
    )
    first.app[Comparisons].settings = replace(chosen, heuristic="kalah-difference")
    first.app[Proofs].set_limits(ProofLimits(600, 16))
    first.app[Puzzles].collection.choose(PuzzleSet.FAILED)
    first.end()

    again = Session(path)
    again.end()

    assert not again.reader.damaged
    assert again.app[Comparisons].settings == chosen
    assert again.app[Proofs].limits == ProofLimits(600, 16)
    assert again.app[Puzzles].collection.stock.chosen is PuzzleSet.FAILED


@pytest.mark.parametrize("shown", [False, True])
def test_switches_are_as_they_were_left(path, shown):
    first = Session(path)
    first.app[Analysis].set_wanted(shown)
    first.app[Reviews].set_marks_wanted(shown)
    first.app.study.list_comments(shown)
    first.switches.write()
    first.end()

    again = Session(path)
    again.end()

    assert again.app[Analysis].wanted is shown
    assert again.app[Reviews].marks_wanted is shown
    assert again.app.study.comments_listed is shown


def test_searchers_that_are_gone_are_left_out(path):
    known = searchers()[1].name
    path.write_text(f"[compared]\nsearchers=quantum {known}\n")

    session = Session(path)
    session.end()

    assert session.app[Comparisons].settings.searchers == (known,)


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
    assert session.app[Comparisons].settings == ComparisonSettings()
    assert session.app[Proofs].limits == ProofLimits()
    assert session.app[Puzzles].collection.stock.chosen is PuzzleSet.SHIPPED
