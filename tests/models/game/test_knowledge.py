"""What a game knows beyond its rules reaches everybody who asks, whatever game it is.

The game here is not the house's: it brings a book that is wrong on purpose, so that every answer
shows whether the book was asked.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from kalahloa.cli.main import main
from kalahloa.controllers.base.player import Level
from kalahloa.controllers.work.search_jobs import searcher_for
from kalahloa.models.game import registry as games
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import (
    BUDGETS,
    NO_KNOWLEDGE,
    OFF,
    BuildStopped,
    FairStarts,
    KnowledgeSource,
)
from kalahloa.models.game.registry import find_game
from kalahloa.models.match.match import Match, MatchConfig
from kalahloa.models.match.opening import OpeningOrigin
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.levels import perfect
from kalahloa.models.search.levels.levels import PERFECT, at_level
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Valuer
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.work.cancellation import never
from tests.models.stones_game import NO_IDEA, Stones
from tests.models.wrong_book import WrongSource

KEY = "noughts"
DEEP = Limits(depth=99)


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the perfect level begin without what it proved for other tests."""
    monkeypatch.setattr(perfect, "_kept", threading.local())


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game from outside, found by its key, with a source of its own."""
    made = replace(find_game("tictactoe"), key=KEY, title="Noughts", load_knowledge=WrongSource)
    points = {KEY: SimpleNamespace(load=lambda: made)}
    monkeypatch.setattr(games, "plugin_entry_points", lambda: points)
    find_game.cache_clear()
    yield made
    find_game.cache_clear()


def test_perfect_play_takes_its_values_from_the_games_book(game):
    position = game.start(game.rulebook.default)

    found = at_level(PERFECT, 0, game.knowledge).choose(position, DEEP, NO_IDEA)

    assert (found.move, lecture_value(found.score), found.score.proven) == (2, 100.0, True)


def test_perfect_play_has_the_position_use_the_games_tablebase(game):
    position = game.start(game.rulebook.default)

    at_level(PERFECT, 0, game.knowledge).choose(position, DEEP, NO_IDEA)

    assert [book.helped for book in game.knowledge.books] == [[position.position_string()]]


def test_perfect_play_stops_where_the_building_of_a_tablebase_was_stopped(game):
    class Stopped(WrongSource):
        def to_play(self, rules, stopped=never):
            raise BuildStopped

    with pytest.raises(SearchStopped):
        at_level(PERFECT, 0, Stopped()).choose(game.start(game.rulebook.default), DEEP, NO_IDEA)


def test_a_player_at_the_perfect_level_is_given_the_games_knowledge(game):
    searcher = searcher_for(Level.of_engine(PERFECT), 0, game.knowledge)

    assert searcher.choose(game.start(game.rulebook.default), DEEP, NO_IDEA).move == 2


def test_a_participant_at_the_perfect_level_is_given_the_games_knowledge(game):
    mover = read_participant("engine:level=perfect", game).mover(game, 1)

    assert mover(game.start(game.rulebook.default)) == 2


def test_values_are_proven_by_the_games_book(game):
    position = game.start(game.rulebook.default)
    book = game.knowledge.book(position.rules)

    values = Valuer().values(position, knowledge=book)

    assert {move for move, value in values.items() if value.number == 1} == {2}
    assert all(value.proven for value in values.values())


def test_even_openings_are_drawn_from_the_games_book(game):
    found = Openings(1, 1, even=True).first(game.start(game.rulebook.default), 8, game.knowledge)

    assert sorted(found) == [(1,), (3,), (4,), (5,), (6,), (7,), (8,), (9,)]


def test_a_match_takes_its_even_openings_from_the_games_book(game):
    players = [read_participant("random", game)] * 2

    match = Match(MatchConfig(KEY, game.rulebook.default, *players, Openings(1, 1, even=True)), 8)

    assert {opening.origin for opening in match.openings} == {OpeningOrigin.BOOK}
    assert sorted(opening.moves for opening in match.openings) == [
        (1,), (3,), (4,), (5,), (6,), (7,), (8,), (9,)
    ]  # fmt: skip


def test_the_command_line_proves_values_with_the_games_book(game, capsys):
    def winning(*options: str) -> list[str]:
        assert main(["analyse", KEY, "--exact", "--lines", "all", "--json", *options]) == 0
        found = json.loads(capsys.readouterr().out)
        return [row["move"] for row in found["moves"] if row["value"] == 1]

    assert winning() == ["2"]
    assert winning("--no-book") == []


def test_of_a_game_without_knowledge_nothing_is_known():
    rulebook = find_game("tictactoe").rulebook
    game = Game("heap", "Heap", ("First", "Second"), rulebook, Stones, Stones, "1", "")
    position = Stones(7)

    for known in (
        game.knowledge.book(None),
        game.knowledge.open(None, BUDGETS["large"]),
        game.knowledge.for_position(position),
        game.knowledge.to_play(None),
    ):
        known.use_tablebase(position)
        assert known.probe(position) is None
        assert known.look_up(position) is None
        assert not known.has_book
    assert not game.knowledge.available
    assert game.knowledge.fair_starts(None) == FairStarts()
    assert game.knowledge.size(None, BUDGETS["large"]).bytes == BUDGETS[OFF] == 0


def test_without_a_book_even_openings_are_solved(game):
    (found,) = Openings(1, 1, even=True).offered(game.start(game.rulebook.default), 1, NO_KNOWLEDGE)

    assert found.origin == OpeningOrigin.SOLVED


def test_a_games_knowledge_is_made_when_it_is_first_asked_for_and_once():
    made = []

    class Counted(KnowledgeSource):
        def __init__(self) -> None:
            made.append(self)

    game = replace(find_game("tictactoe"), load_knowledge=Counted)
    assert made == []

    assert game.knowledge is game.knowledge is made[0]
    assert len(made) == 1


def test_what_a_game_knows_is_imported_only_when_it_is_asked_for():
    program = (
        "import sys\n"
        "from kalahloa.models.game.registry import find_game\n"
        "game = find_game('kalah')\n"
        "before = set(sys.modules)\n"
        "game.knowledge\n"
        "print(*(name for name in set(sys.modules) - before if name.startswith('kalahloa.')))\n"
    )

    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert "knowledge" in found.stdout
    assert "book" in found.stdout


class _Unavailable(KnowledgeSource):
    @property
    def available(self) -> bool:
        raise OSError("no such file")


@pytest.mark.parametrize("load", [lambda: 1 // 0, _Unavailable, lambda: None])
def test_a_plugin_whose_knowledge_cannot_be_loaded_has_none_and_says_so(load):
    game = replace(find_game("tictactoe"), title="x" * 100, load_knowledge=load)

    source = game.knowledge

    assert not source.available
    (note,) = source.book(game.rulebook.default).notes
    assert "cannot be loaded" in note
    assert len(note) < 500
    assert source.for_position(game.start(game.rulebook.default)).notes == (note,)
