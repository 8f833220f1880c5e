"""Tuning weights in the background: told, matched against the old ones, and kept."""

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.words import participant_names, title_sentence
from kalahloa.controllers.features.tuning.tuning import TuningController
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import MAX_NAME
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.match.match_store import list_matches, matches_folder
from kalahloa.models.text.errors import BadCommand
from tests.models.heuristics.own_heuristics import PLAIN_TEXT, keep

KALAH = find_game("kalah")
TUNE, MATCH = BY_KEY["tune"], BY_KEY["match"]
FEW = ["mine", "games", "12", "nodes", "40"]


class Tuner:
    """Tunes weights in an app context, and hears what is said."""

    def __init__(self, app: AppContext, qtbot) -> None:
        self.app = app
        self.tuning = app[TuningController]
        app[LabMatch].workers = 1
        self.qtbot = qtbot
        self.said: list[str] = []
        self.tuning.message.connect(self.said.append)

    def do(self, *words: str) -> str:
        return TUNE.perform(self.app, list(words))

    def done(self) -> None:
        match = self.app[LabMatch]
        self.qtbot.waitUntil(
            lambda: (
                not (self.tuning.running or self.tuning.keeping or match.running or match.is_busy)
            ),
            timeout=60_000,
        )


@pytest.fixture
def tuner(app: AppContext, qtbot) -> Tuner:
    app.document.new_game(KALAH)
    return Tuner(app, qtbot)


@pytest.fixture
def tuned(tuner: Tuner) -> Tuner:
    keep("mine")
    tuner.do(*FEW)
    tuner.done()
    return tuner


def test_weights_are_tuned_and_told(tuner):
    keep("mine")

    answer = tuner.do(*FEW)
    running = tuner.do()
    tuner.done()

    assert answer == "Tuning the weights of mine on 12 games."
    assert running == "Tuning the weights…"
    result = tuner.tuning.result
    assert result.games == 12
    assert tuner.said[-1].startswith("The new weights of mine predict games ")
    lines = tuner.do().splitlines()
    assert lines[1].startswith("Tuned on 12 games, ")
    assert lines[2].startswith("HOME: 1 before, ")
    assert lines[4] == "UNUSED: 0.25 before, 0.25 now (not enough games yet)"


def test_the_same_seed_gives_the_same_weights(tuned):
    first = tuned.tuning.result

    tuned.do(*FEW, "seed", "1")
    tuned.done()
    second = tuned.tuning.result
    tuned.do(*FEW, "seed", "2")
    tuned.done()

    assert second == first
    assert tuned.tuning.result.weights != first.weights


def test_tuning_can_be_stopped(tuner):
    keep("mine")
    tuner.do("mine", "games", "5000", "nodes", "100")
    tuner.qtbot.waitUntil(lambda: tuner.tuning.progress is not None, timeout=60_000)
    assert " games, " in tuner.do()

    tuner.do("stop")
    tuner.done()

    assert tuner.tuning.result is None
    assert tuner.said[-1] == "Tuning stopped; no weight has changed."


def test_only_one_is_tuned_at_a_time(tuner):
    keep("mine")
    tuner.do("mine", "games", "5000")

    with pytest.raises(BadCommand, match="stop it first"):
        tuner.do("mine")

    tuner.app.shut_down()
    assert not tuner.tuning.running


def test_new_weights_play_against_the_old(tuned):
    answer = tuned.do("match", "4")
    tuned.done()

    assert answer.startswith("New weights play the old ones")
    begun = tuned.app[LabMatch].begun
    assert begun.config.first.source.weights == tuned.tuning.result.tuned.weights
    assert begun.config.second.source.weights == tuned.tuning.source.weights
    assert title_sentence(begun) == "new weights of mine against mine"
    assert tuned.tuning.verdict.startswith("New against old after 4 games: ")
    assert tuned.do().splitlines()[-1] == tuned.tuning.verdict


def test_the_match_says_which_version_had_the_old_weights(tuner):
    keep("mine", PLAIN_TEXT)
    keep("mine")
    tuner.do(*FEW)
    tuner.done()

    tuner.do("match", "2")
    tuner.done()
    keep("mine", PLAIN_TEXT + "# later\n")

    begun = tuner.app[LabMatch].begun
    assert title_sentence(begun) == "new weights of mine against mine (version 2)"
    (kept,) = list_matches(matches_folder())
    assert participant_names(kept) == ("new weights of mine", "mine (version 2)")


def test_new_weights_of_a_heuristic_with_a_long_name_have_a_name(tuner):
    keep("m" * MAX_NAME)
    tuner.do("m" * MAX_NAME, *FEW[1:])
    tuner.done()

    tuner.do("match", "2")
    tuner.done()

    name = tuner.app[LabMatch].begun.config.first.source.name
    assert name.startswith("new weights of mmmmm") and len(name) <= MAX_NAME
    assert tuner.tuning.verdict


def test_another_match_says_nothing_of_the_weights(tuned):
    MATCH.perform(tuned.app, ["engine", "random", "nodes", "30", "games", "2"])
    tuned.done()

    assert tuned.tuning.verdict == ""


def test_new_weights_are_kept_as_a_new_version_once(tuned):
    heard: list[str] = []
    tuned.tuning.kept.connect(heard.append)

    tuned.do("keep")
    tuned.done()
    with pytest.raises(BadCommand, match="already saved as mine 2"):
        tuned.do("keep")

    store = HeuristicStore()
    assert heard == ["mine 2"]
    assert store.names("kalah") == ["mine", "mine 2"]
    kept = store.load_trusted("kalah", "mine 2")
    assert kept.weights == tuned.tuning.result.tuned.weights
    assert store.load("kalah", "mine").weights["HOME"] == 1.0
    assert tuned.said[-1] == "Saved the new weights as mine 2."


def test_weights_that_could_not_be_kept_can_be_tried_again(tuned):
    folder = HeuristicStore().folder / "kalah"
    folder.rename(folder.with_name("away"))
    folder.write_text("in the way")
    tuned.do("keep")
    tuned.done()
    assert tuned.tuning.kept_as == ""

    folder.unlink()
    folder.with_name("away").rename(folder)
    tuned.do("keep")
    tuned.done()

    assert tuned.tuning.kept_as == "mine 2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PLAIN_TEXT, "'mine' has no weights to tune"),
        ("A = 1\n\n\ndef evaluate(position):\n    return A / 0\n", "failed in line 5"),
        ("A = 1\nimport os\n\n\ndef evaluate(position):\n    os._exit(1)\n", "ended unexpectedly"),
    ],
)
def test_what_cannot_be_tuned_is_told(tuner, text, sentence):
    keep("mine", text)

    tuner.do(*FEW)
    tuner.done()

    assert sentence in tuner.said[-1]
    assert tuner.tuning.error == tuner.said[-1] == tuner.do()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("mine games 0", "'0' is not a number from 1"),
        ("mine games", "no setting 'games'"),
        ("mine library speed", "no setting 'speed'"),
        ("stop", "No tuning is running"),
        ("match", "You have tuned no weights"),
        ("keep", "You have tuned no weights"),
    ],
)
def test_what_cannot_be_done_is_told_at_once(tuner, words, sentence):
    with pytest.raises(BadCommand, match=sentence):
        tuner.do(*words.split())


def test_names_of_several_words_are_read(tuner):
    keep("my own one")

    tuner.do("my", "own", "one", "games", "30", "nodes", "40")
    tuner.done()

    assert tuner.tuning.source.name == "my own one"


def test_there_are_no_games_of_a_library_without_one(tuner):
    keep("mine")

    tuner.do("mine", "library")
    tuner.done()

    assert tuner.said[-1] == "No library is open here."


def test_nothing_was_tuned_yet(tuner):
    assert tuner.do() == "You have tuned no weights yet."
