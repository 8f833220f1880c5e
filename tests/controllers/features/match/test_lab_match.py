"""Matches in the background: played, stopped, gone on with, told in words, and opened."""

from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from kalahloa.controllers.core.app_context import AppContext
from kalahloa.controllers.features.match import match_playing
from kalahloa.controllers.features.match.lab_match import LabMatch
from kalahloa.controllers.features.match.state import MatchOrder
from kalahloa.controllers.features.match.words import (
    interval_text,
    left_text,
    limits_of,
    pace_text,
    participant_name,
    participant_names,
    speed_text,
    speeds_text,
    title_sentence,
)
from kalahloa.controllers.session.commands import BY_KEY
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.fast import why_not_available
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.heuristics.store import HeuristicStore
from kalahloa.models.library.library import Library
from kalahloa.models.match.elo import Elo
from kalahloa.models.match.match_file import read_match
from kalahloa.models.match.match_store import list_matches, matches_folder
from kalahloa.models.text.errors import BadCommand
from tests.disk import Disk
from tests.models.heuristics.own_heuristics import PLAIN_TEXT, keep

KALAH = find_game("kalah")
MATCH = BY_KEY["match"]
QUICK = ["engine", "random", "nodes", "40", "openings", "random:3:1"]


class Player:
    """Plays matches in an app context, and hears what is said."""

    def __init__(self, app: AppContext, qtbot) -> None:
        self.app = app
        self.match = app[LabMatch]
        self.match.workers = 1
        self.qtbot = qtbot
        self.said: list[str] = []
        self.match.message.connect(self.said.append)

    def do(self, *words: str) -> str:
        return MATCH.perform(self.app, list(words))

    def ended(self) -> None:
        self.qtbot.waitUntil(lambda: not (self.match.running or self.match.is_busy), timeout=60_000)

    def play(self, *words: str) -> None:
        self.do(*words)
        self.ended()

    def until(self, true: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(true, timeout=60_000)


@pytest.fixture
def player(app: AppContext, qtbot) -> Player:
    app.document.new_game(KALAH)
    return Player(app, qtbot)


def kept() -> list[Path]:
    return [one.path for one in list_matches(matches_folder())]


# -- playing ---------------------------------------------------------------------------------------


def test_heuristics_are_compiled_before_the_first_game_and_that_is_shown(player, monkeypatch):
    keep("mine", PLAIN_TEXT)
    monkeypatch.setattr(match_playing, "find_spec", lambda name: name == "numba")
    seen: list[str] = []
    player.match.changed.connect(lambda: seen.append(pace_text(player.match.pace)))

    player.play(
        *("engine:heuristic=file:mine", "random", "nodes", "1000", "games", "2"),
        *("openings", "random:3:1"),
    )

    assert "Compiling the heuristics…" in seen
    assert seen[-1] != "Compiling the heuristics…"
    match = player.match
    assert match.complete and not match.error
    if why_not_available() is not None:  # in the processes that play
        assert "mine runs uncompiled: " in speeds_text(match.begun, match.pace)


def test_a_match_is_played_and_told(player):
    answer = player.do(*QUICK, "games", "6")
    assert answer.startswith("Match started")
    player.ended()

    match = player.match
    assert match.complete and match.games == 6
    assert [point.games for point in match.points] == [2, 4, 6]
    assert player.said[-1].startswith("Match over: ")
    lines = player.do().splitlines()
    assert lines[0] == "engine against random moves"
    assert lines[1].startswith("6 of 6 games: ")
    assert " Elo, " in lines[2] and lines[2].endswith("with 95 % confidence")
    assert match.pace.speeds[0] > 0 and match.pace.speeds[1] is None


def test_it_is_the_match_that_the_command_line_plays(player):
    player.play(*QUICK, "games", "4")

    (path,) = kept()
    result = read_match(path)
    assert result.pairs == tuple(player.match.pairs)
    assert result.config.first.text == "engine:nodes=40"
    assert all(game.moves for game in result.games)


def test_only_one_match_is_played_at_a_time(player):
    player.do(*QUICK, "games", "2000")

    with pytest.raises(BadCommand, match="stop it first"):
        player.do(*QUICK)

    player.do("stop")
    player.ended()


def test_a_match_that_was_stopped_goes_on(player):
    player.do(*QUICK, "games", "200")
    player.until(lambda: player.match.games >= 4)
    player.do("stop")
    player.ended()
    known = list(player.match.pairs)

    assert not player.match.complete
    assert player.said[-1].startswith("Match stopped: ")
    player.do("continue")
    player.until(lambda: player.match.games > 2 * len(known))
    player.do("stop")
    player.ended()

    assert player.match.pairs[: len(known)] == known
    assert len(kept()) == 1


def test_a_match_goes_on_after_a_restart(player, qtbot):
    player.do(*QUICK, "games", "60")
    player.until(lambda: player.match.games >= 4)
    player.app.shut_down()
    (path,) = kept()
    known = read_match(path).pairs

    again = Player(open_app(KALAH), qtbot)
    try:
        again.match.load_stock()
        again.until(lambda: bool(again.match.stock.matches))
        assert again.match.unfinished == path
        again.do("continue")
        again.ended()
        assert again.match.complete
        assert again.match.games == 60
        assert tuple(again.match.pairs[: len(known)]) == known
    finally:
        again.app.shut_down()


def test_shutting_down_stops_the_match_and_its_processes(player):
    player.do(*QUICK, "games", "2000")
    player.until(lambda: player.match.games >= 2)

    player.app.shut_down()

    assert not player.match.running
    assert not player.match._player.is_alive


def test_a_match_is_not_changed_by_another_game_on_the_board(player):
    player.do(*QUICK, "games", "20")
    player.app.document.new_game(find_game("loa"))
    player.ended()

    assert player.match.begun.config.game == "kalah"
    assert player.match.complete


def test_a_match_can_start_from_the_position_shown(player):
    player.app.turns.play_text("3")
    player.app.turns.play_text("1")
    shown = player.app.document.position.position_string()

    player.play(*QUICK, "here", "games", "2")

    assert player.match.begun.config.start == shown


def test_the_sequential_test_ends_the_match(player):
    player.play("engine", "random", "nodes", "200", "games", "400", "sprt", "-50", "150")

    assert player.match.complete
    assert player.match.games < 400
    assert player.match.test.accepted == 150
    assert "SPRT: +150 accepted" in player.do()


def test_there_are_as_many_games_as_openings(player):
    player.play("random", "random", "games", "100", "openings", "random:1:1")

    assert player.match.begun.wanted == player.match.games < 100
    assert player.match.complete


# -- heuristics ------------------------------------------------------------------------------------


def test_a_heuristic_of_ones_own_plays_as_it_was_when_the_match_began(player):
    old = keep("mine", PLAIN_TEXT)
    player.do("file:mine", "level1", "nodes", "30", "games", "8")
    player.until(lambda: player.match.begun is not None)

    keep("mine", PLAIN_TEXT + "\n")
    player.ended()

    assert player.match.begun.config.first.source == old
    assert player.match.title == "mine – level 1"


def test_a_heuristic_that_fails_ends_the_match_with_its_sentence(player):
    keep("mine", "def evaluate(position):\n    return 1 / 0\n")

    player.play("file:mine", "level1", "games", "4")

    assert "The heuristic 'mine' failed in line 2" in player.said[-1]
    assert player.match.error == player.said[-1]
    assert player.match.error in player.do()


def test_a_heuristic_that_ends_its_process_is_told(player):
    keep("mine", "import os\n\n\ndef evaluate(position):\n    os._exit(3)\n")

    player.play("file:mine", "level1", "games", "4")

    assert player.said[-1].startswith("A process that played games ended")


def test_a_heuristic_from_elsewhere_does_not_play(player):
    keep("mine", PLAIN_TEXT)
    HeuristicStore().path("kalah", "mine").write_text(PLAIN_TEXT + "# changed\n")

    player.play("file:mine", "level1", "games", "4")

    assert "was changed" in player.said[-1]
    assert player.match.games == 0


def test_a_match_with_code_from_elsewhere_is_not_gone_on_with(player):
    keep("mine", PLAIN_TEXT)
    player.do("file:mine", "level1", "nodes", "20", "games", "400")
    player.until(lambda: player.match.games >= 2)
    player.do("stop")
    player.ended()
    (path,) = kept()
    path.write_bytes(path.read_bytes().replace(b"float(position.side)", b"float(0.0)"))

    player.do("continue")
    player.ended()

    assert "comes from outside this program" in player.said[-1]


def test_two_versions_that_are_not_kept_play_each_other(player):
    new, old = (HeuristicSource(n, "kalah", PLAIN_TEXT + f"# {n}\n") for n in ("new", "old"))
    player.match.start(
        MatchOrder(
            "kalah",
            KALAH.rulebook.default,
            "engine:heuristic=file:new",
            "engine:heuristic=file:old",
            games=2,
            nodes=20,
            sources={"file:new": new, "file:old": old},
        )
    )
    player.ended()

    assert player.match.begun.config.first.source == new
    assert player.match.begun.config.second.source == old


# -- what is typed ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("engine", "A match needs two participants"),
        ("engine random games 0", "'0' is not a number from 2"),
        ("engine random games", "no setting 'games'"),
        ("engine random speed 4", "no setting 'speed'"),
        ("engine random sprt 5 1", "the smaller Elo difference first"),
        ("engine random sprt x 1", "'x' is not a number"),
        ("engine random seconds 0", "'0' is not a number"),
        ("stop", "No match is running"),
        ("stop now", "Too many arguments"),
        ("continue", "There is no match to resume"),
        ("game 1", "There is no game 1; the match has 0"),
        ("game x", "'x' is not a number"),
        ("keep", "No library is open here"),
    ],
)
def test_what_cannot_be_done_is_told(player, words, sentence):
    with pytest.raises(BadCommand, match=sentence):
        player.do(*words.split())

    assert not player.match.running


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("guess random", "There is no participant 'guess'"),
        ("level99 random", "A participant's level: '99'"),
        ("file:none random", "You have no heuristic called 'none'"),
        ("engine random openings 4", "'4' is not valid; type random"),
    ],
)
def test_what_only_the_worker_can_read_is_told_later(player, words, sentence):
    player.play(*words.split())

    assert sentence in player.said[-1]
    assert kept() == []


def test_limits_are_for_participants_without_one(player):
    player.play("engine:nodes=30", "alpha-beta", "depth", "1", "games", "2")

    assert player.match.begun.first == "engine:nodes=30"
    assert player.match.begun.second == "alpha-beta:depth=1"


def test_nothing_was_played_yet(player):
    assert player.do() == "No match played yet."
    assert player.do("games") == "No game is finished yet."


def test_the_games_are_listed_from_the_first_participants_view(player):
    player.play(*QUICK, "games", "4")

    lines = player.do("games").splitlines()

    assert len(lines) == 4
    assert [line.split()[0] for line in lines] == ["1.", "2.", "3.", "4."]
    words = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
    for line, game in zip(
        lines, [g for pair in player.match.pairs for g in pair.games], strict=True
    ):
        assert f" {words[game.points]}, {game.plies} plies" in line


def test_earlier_matches_are_listed(player):
    answers: list[str] = []
    player.match.answered.connect(answers.append)
    player.play(*QUICK, "games", "2")

    player.do("list")
    player.until(lambda: bool(answers))

    assert answers[0].startswith("engine against random moves: 2 of 2 games, ")


# -- versions of a heuristic -----------------------------------------------------------------------


def play_mine(player: Player, text: str) -> None:
    """Have the heuristic with *text*, which is kept, play a match."""
    keep("mine", PLAIN_TEXT + text)
    player.play("file:mine", "random", "games", "2", "nodes", "20", "openings", "random:3:1")


def test_a_match_says_which_version_of_a_heuristic_played(player):
    play_mine(player, "")
    assert title_sentence(player.match.begun) == "mine against random moves"

    play_mine(player, "# two\n")

    assert title_sentence(player.match.begun) == "mine (version 2) against random moves"
    assert player.match.title == "mine (version 2) – random moves"
    assert player.do().splitlines()[0] == "mine (version 2) against random moves"
    assert "mine (version 2) " in speeds_text(player.match.begun, player.match.pace)


def test_the_list_says_which_versions_played_also_of_the_first_one(player):
    answers: list[str] = []
    player.match.answered.connect(answers.append)
    play_mine(player, "")
    play_mine(player, "# two\n")

    player.do("list")
    player.until(lambda: bool(answers))

    assert [line.partition(":")[0] for line in answers[0].splitlines()] == [
        "mine (version 2) against random moves",
        "mine (version 1) against random moves",
    ]


def test_a_version_that_is_no_longer_kept_is_another_one(player):
    play_mine(player, "")
    Path(HeuristicStore().path("kalah", "mine")).write_text("# of another program\n")

    (summary,) = list_matches(matches_folder())

    assert participant_names(summary) == ("mine (another version)", "random moves")


def test_games_that_are_kept_say_which_version_played(player, tmp_path):
    disk = Disk(tmp_path / "library.sqlite")
    player.match.open_library = disk.open
    opened: list[str] = []
    player.app.open_text = opened.append
    play_mine(player, "")
    play_mine(player, "# two\n")

    player.do("keep")
    player.ended()
    player.do("game", "2")
    player.until(lambda: bool(opened))

    mine = "engine:nodes=20:heuristic=file:mine (version 2)"
    with disk.open() as library:
        records = [library.load(one.id).to_record() for one in library.search()]
    assert {record.players for record in records} == {(mine, "random"), ("random", mine)}
    assert {record.details["event"] for record in records} == {f"Match: {mine} – random"}
    assert mine in opened[0]


# -- games -----------------------------------------------------------------------------------------


def test_a_game_is_opened_as_it_was_played(player):
    opened: list[str] = []
    player.app.open_text = opened.append
    player.play(*QUICK, "games", "4")

    assert player.do("game", "2") == ""
    player.until(lambda: bool(opened))

    assert opened[0].startswith("(;")
    assert "random" in opened[0] and "engine:nodes=40" in opened[0]


def test_where_no_game_can_be_opened_its_moves_are_told(player):
    player.app.open_text = None
    player.play(*QUICK, "games", "2")

    assert player.do("game", "2").split() == list(player.match.pairs[0].games[1].moves)


def test_games_are_kept_in_the_library_once(player, tmp_path):
    disk = Disk(tmp_path / "library.sqlite")
    player.match.open_library = disk.open
    player.play(*QUICK, "games", "6")

    player.do("keep")
    player.ended()
    with pytest.raises(BadCommand, match="no games to save"):
        player.do("keep")

    assert player.said[-1] == "Saved 6 games of the match in the library."
    with Library.open(tmp_path / "library.sqlite") as library:
        games = library.search()
        assert len(games) == 6
        assert {one.source for one in games} == {"match"}
        record = library.load(games[0].id).to_record()
    assert record.details["event"] == "Match: engine:nodes=40 – random"


def test_the_games_of_the_next_match_are_kept_as_well(player, tmp_path):
    player.match.open_library = Disk(tmp_path / "library.sqlite").open
    for _ in range(2):
        player.play(*QUICK, "games", "2")
        player.do("keep")
        player.ended()
        assert player.said[-1] == "Saved 2 games of the match in the library."


def test_games_that_could_not_be_kept_can_be_tried_again(player, tmp_path):
    def fail():
        raise OSError("The disk is gone.")

    player.match.open_library = fail
    player.play(*QUICK, "games", "2")
    player.do("keep")
    player.ended()
    assert "The disk is gone" in player.said[-1]

    player.match.open_library = Disk(tmp_path / "library.sqlite").open
    player.do("keep")
    player.ended()

    assert player.said[-1] == "Saved 2 games of the match in the library."


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "limits"),
    [
        ("engine:level=4", "level 4", ""),
        ("engine:level=perfect", "level perfect", ""),
        ("engine:nodes=20000", "engine", "20,000 nodes per move"),
        ("engine:depth=3:heuristic=mix", "mix", "depth 3"),
        ("engine:nodes=9:heuristic=file:My own", "My own", "9 nodes per move"),
        ("alpha-beta:seconds=0.5", "alpha-beta", "0.5 s per move"),
        ("random", "random moves", ""),
    ],
)
def test_participants_have_short_names(text, name, limits):
    assert participant_name(text) == name
    assert limits_of(text) == limits


def test_times_and_speeds_are_rounded():
    assert [left_text(s) for s in (0.2, 70, 240, 8000)] == [
        "about 1 s left",
        "about 70 s left",
        "about 4 min left",
        "about 2 h left",
    ]
    assert [speed_text(s) for s in (950, 12_000, 2_500_000)] == [
        "950 nodes/s",
        "12 k nodes/s",
        "2.5 M nodes/s",
    ]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-110.0, 35.0, "−110 to +35 with 95 % confidence"),
        (-110.0, inf, "above −110 with 95 % confidence"),
        (-inf, 35.0, "below +35 with 95 % confidence"),
        (-inf, inf, "not enough games yet"),
    ],
)
def test_an_interval_that_is_open_says_so(low, high, said):
    assert interval_text(Elo(0.0, low, high)) == said
