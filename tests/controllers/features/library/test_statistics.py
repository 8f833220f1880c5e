"""What is asked of the library about players: the latest question is answered, part by part."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kalahloa.controllers.features.library.statistics import LibraryStatistics
from kalahloa.models.library.library import Library
from kalahloa.models.library.player_facts import PlayerFacts
from kalahloa.models.library.selection import Selection
from kalahloa.models.text.errors import LibraryUnavailable
from tests.models.library.reviewed_games import Given, add

GAMES = (
    Given("1 5 2 8 3", ("Anna", "Bert")),
    Given("1 3 2 5 9 7", ("Anna", "Bert")),
    Given("5 1", ("Cleo", "")),
)


class Heard:
    """Statistics of a library, and what they have told."""

    def __init__(self, path: Path, qtbot) -> None:
        self.path = path
        self.qtbot = qtbot
        self.error: LibraryUnavailable | None = None
        self.statistics = LibraryStatistics(self._open)
        self.found: list[PlayerFacts] = []
        self.named: list[tuple] = []
        self.answers: list[str] = []
        self.failures: list[str] = []
        for signal, told in (
            (self.statistics.found, self.found),
            (self.statistics.named, self.named),
            (self.statistics.answered, self.answers),
            (self.statistics.failed, self.failures),
        ):
            signal.connect(told.append)

    def _open(self) -> Library:
        if self.error is not None:
            raise self.error
        return Library.open(self.path)


@pytest.fixture
def heard(tmp_path, qtbot) -> Iterator[Heard]:
    path = tmp_path / "library.sqlite"
    with Library.open(path) as library:
        for game in GAMES:
            add(library, game)
    made = Heard(path, qtbot)
    yield made
    made.statistics.shut_down()


def _is_whole(facts: PlayerFacts) -> bool:
    return None not in (facts.results, facts.rated, facts.mistakes)


@pytest.mark.parametrize("game", ["", "tictactoe"])
def test_all_parts_are_told_and_openings_of_one_game_only(game, heard, qtbot):
    selection = Selection(player="Anna", game=game)
    heard.statistics.show(selection)

    qtbot.waitUntil(lambda: bool(heard.found) and _is_whole(heard.found[-1]))

    with Library.open(heard.path) as library:
        assert heard.found[-1] == PlayerFacts.of(library, selection) == heard.statistics.facts
    assert heard.found[0].results is not None and heard.found[0].mistakes is None
    assert len(heard.found) == (4 if game else 3)


def test_only_the_latest_question_is_answered_and_nothing_is_kept_of_the_others(heard, qtbot):
    for player in ("Anna", "Bert", "Cleo"):
        heard.statistics.show(Selection(player=player))

    qtbot.waitUntil(lambda: bool(heard.found) and _is_whole(heard.found[-1]))

    assert {facts.selection.player for facts in heard.found} == {"Cleo"}
    assert not heard.statistics._finder.is_busy


def test_names_are_listed(heard, qtbot):
    heard.statistics.list_names()

    qtbot.waitUntil(lambda: bool(heard.named))

    assert [name.name for name in heard.named[0]] == ["Anna", "Bert", "Cleo"]


def test_a_report_is_told_as_text_and_it_is_busy_until_then(heard, qtbot):
    heard.statistics.report(Selection(player="Anna"))
    assert heard.statistics.is_busy

    qtbot.waitUntil(lambda: bool(heard.answers))

    assert heard.answers[0].startswith("2 games: 1 won, 0 drawn, 1 lost")
    assert not heard.statistics.is_busy
    assert heard.found == []


def test_why_there_is_no_report_is_told_and_the_next_is_tried_anew(heard, qtbot):
    heard.error = LibraryUnavailable("The library cannot be opened.")
    heard.statistics.report(Selection())
    qtbot.waitUntil(lambda: bool(heard.failures))
    assert heard.failures == ["The library cannot be opened."]
    assert not heard.statistics.is_busy

    heard.error = None
    heard.statistics.report(Selection())
    qtbot.waitUntil(lambda: bool(heard.answers))
