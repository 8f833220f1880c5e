"""A computer player with a heuristic of the user's: it plays, is stopped, and its failures said."""

import os
from collections.abc import Iterator
from time import sleep

import pytest

from kalahloa.controllers.base.player import HUMAN, Level, Player
from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.session.open_app import open_app
from kalahloa.controllers.work.search_jobs import SearchNews
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.stages import STAGES
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.search.levels.levels import PERFECT
from kalahloa.models.search.request import SearchStopped
from kalahloa.models.text.errors import BadRules
from tests.controllers.conftest import texts

OWN = "file:mine"


def keep(text: str, game: str = "tictactoe") -> None:
    HeuristicStore().save(HeuristicSource("mine", game, text))


@pytest.fixture
def app(qapp) -> Iterator[AppContext]:
    """A game between humans; the computers are the real ones."""
    made = open_app(find_game("tictactoe"))
    made.turns.minimum_think_seconds = 0.0
    yield made
    made.shut_down()


@pytest.fixture
def said(app) -> list[str]:
    sentences: list[str] = []
    app.turns.message.connect(sentences.append)
    return sentences


def let_it_play(app: AppContext, level: Level, game: str = "tictactoe") -> None:
    app.document.new_game(find_game(game), players=(Player(level), HUMAN))


@pytest.mark.parametrize(
    "level",
    [
        Level("alpha-beta", depth=2, heuristic=OWN),
        Level("engine", depth=3, heuristic=OWN),
        Level("engine", depth=None, seconds=0.2, heuristic=OWN),
        Level("engine", depth=None, strength=4, heuristic=OWN),
    ],
    ids=lambda level: level.title,
)
def test_the_computer_plays_by_it(app, said, qtbot, level):
    keep("def evaluate(position): return 0.25")

    let_it_play(app, level)

    qtbot.waitUntil(lambda: len(texts(app)) == 1, timeout=20_000)
    assert not app.turns.thinking
    assert said == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def evaluate(p):\n    return 1 / 0", "The heuristic 'mine' failed in line 2: "),
        ("def evaluate(p): return 'x'", "The heuristic 'mine' returned a value of "),
        ("import os\ndef evaluate(p): os._exit(3)", "The heuristic 'mine' ended its process: "),
        ("def evaluate(p) return", "The heuristic 'mine' cannot be read: "),
    ],
)
def test_a_failure_gives_one_sentence_and_play_is_held(app, said, qtbot, text, sentence):
    keep(text)

    let_it_play(app, Level("alpha-beta", depth=2, heuristic=OWN))

    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert len(said) == 1
    assert said[0].startswith(sentence)
    assert app.document.place.held
    assert not app.turns.thinking
    assert texts(app) == []


def test_after_a_failure_the_game_can_go_on_once_the_heuristic_is_mended(app, said, qtbot):
    keep("def evaluate(p): return 1 / 0")
    let_it_play(app, Level("alpha-beta", depth=2, heuristic=OWN))
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)

    keep("def evaluate(p): return 0.5")
    app.turns.continue_play()

    qtbot.waitUntil(lambda: len(texts(app)) == 1, timeout=20_000)


def test_after_undo_another_heuristic_plays_than_one_that_never_returns(app, qtbot):
    keep("def evaluate(p):\n    while True: pass", "loa")
    app.document.new_game(
        find_game("loa"), players=(HUMAN, Player(Level("negamax", depth=1, heuristic=OWN)))
    )
    app.turns.play_text("b1-b3")
    sandbox = app.service._sandbox()
    qtbot.waitUntil(lambda: sandbox.pid is not None, timeout=20_000)
    pid = sandbox.pid

    app.navigation.undo()
    assert not app.turns.thinking

    keep("def evaluate(p): return 0.5", "loa")
    app.turns.play_text("b1-b3")
    qtbot.waitUntil(lambda: len(texts(app)) == 2)
    assert not exists(pid)


def test_the_window_closes_whatever_the_heuristic_does(app, qtbot):
    keep("def evaluate(p): return 10 ** 10 ** 10", "loa")
    let_it_play(app, Level("negamax", depth=3, heuristic=OWN), "loa")
    sandbox = app.service._sandbox()
    qtbot.waitUntil(lambda: sandbox.pid is not None, timeout=20_000)
    pid = sandbox.pid

    app.shut_down()  # which would wait for ever for an answer of the heuristic

    assert not exists(pid)


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_that_was_changed_outside_does_not_play(app, said, qtbot):
    keep("def evaluate(p): return 0.5")
    HeuristicStore().path("tictactoe", "mine").write_text("import os\n")

    let_it_play(app, Level("alpha-beta", depth=2, heuristic=OWN))

    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert "or was changed there: open it in the lab" in said[0]
    assert app.document.place.held


# -- levels and players ----------------------------------------------------------------------------


def test_a_level_names_the_users_heuristic():
    assert Level("alpha-beta", depth=4, heuristic=OWN).title == (
        "Alpha-beta, depth 4, heuristic 'mine'"
    )
    assert Level("engine", depth=None, strength=7, heuristic=OWN).title == (
        "Engine, level 7, heuristic 'mine'"
    )


def test_a_player_with_it_is_kept_and_read_again():
    player = Player(Level("alpha-beta", depth=4, heuristic=OWN))

    assert Player.from_json(player.to_json()) == player


def test_a_player_whose_heuristic_is_gone_takes_the_games_first():
    game = find_game("tictactoe")
    player = Player(Level("alpha-beta", depth=4, heuristic=OWN))

    gone = player.for_game(game)
    keep("def evaluate(p): return 0.5")

    assert gone.level.heuristic is None
    assert "has no heuristic 'file:mine'" in gone.note
    assert player.for_game(game) is player


def test_the_perfect_level_takes_none():
    with pytest.raises(BadRules, match="uses no heuristic"):
        Level("engine", depth=None, strength=PERFECT, heuristic=OWN)


# -- while it is compiled --------------------------------------------------------------------------


class Compiling:
    """A sandbox that says that it compiles, and then finds no move before it is stopped."""

    def search(self, order, stopped, report, tell):
        tell(STAGES[1])
        while not stopped():
            sleep(0.005)
        raise SearchStopped

    def __call__(self) -> "Compiling":
        return self

    def close(self) -> None:
        pass


def test_what_is_done_before_the_search_is_told_and_can_be_stopped(app, qtbot):
    keep("def evaluate(p): return 0.0")
    app.service._sandbox = Compiling()
    news: list[SearchNews] = []
    app.turns.progressed.connect(news.append)

    let_it_play(app, Level("engine", depth=None, strength=9, heuristic=OWN))
    qtbot.waitUntil(lambda: bool(news))
    assert (news[0].progress, news[0].preparing) == (None, STAGES[1])
    assert app.turns.thinking
    app.turns.pause()

    assert not app.turns.thinking
    qtbot.waitUntil(lambda: not app.service._jobs)
