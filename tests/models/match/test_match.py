"""Matches: participants, openings, pairs, and repeatable results."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.match.match import (
    GamePlayed,
    Match,
    MatchConfig,
    MatchResult,
    PairPlayed,
    play_game,
    play_pair,
)
from kalahloa.models.match.openings import Openings, read_openings
from kalahloa.models.match.participant import Participant, read_participant
from kalahloa.models.match.sprt import SequentialTest, SprtStatus
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.text.errors import BadCommand, KalahloaError
from kalahloa.models.work.calls import call_here, call_processes
from kalahloa.models.work.pool import TaskT
from tests.models.stones_game import Stones
from tests.models.work.own_thread import OwnThread

KALAH = find_game("kalah")
FEW = Openings(3, 1)


def kalah(first: str, second: str, openings: Openings = FEW, max_plies: int = 300) -> MatchConfig:
    """Return the configuration of a match of Kalah with the default rules."""
    participants = [read_participant(text, KALAH) for text in (first, second)]
    return MatchConfig("kalah", KALAH.rulebook.default, *participants, openings, None, max_plies)


@pytest.fixture
def pool() -> OwnThread:
    """One worker in this process."""
    return OwnThread(call_here)


# -- participants ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "participant"),
    [
        ("random", Participant("random")),
        ("engine", Participant("engine", Limits(nodes=20_000))),
        ("engine:seconds=0.1", Participant("engine", Limits(seconds=0.1))),
        ("Engine:depth=6", Participant("engine", Limits(depth=6))),
        ("engine:nodes=500:depth=3", Participant("engine", Limits(depth=3, nodes=500))),
        ("engine:level=7", Participant("engine", level=7)),
        ("engine:nodes=5:network=off", Participant("engine", Limits(nodes=5), network=False)),
        ("engine:level=perfect", Participant("engine", level=11)),
        (
            "engine:nodes=9:heuristic=kalah-difference",
            Participant("engine", Limits(nodes=9), None, "kalah-difference"),
        ),
        ("alpha-beta", Participant("alpha-beta", Limits(depth=4))),
        ("alpha-beta:depth=2", Participant("alpha-beta", Limits(depth=2))),
        (
            "alpha-beta-ordered:seconds=0.5:heuristic=kalah-difference",
            Participant("alpha-beta-ordered", Limits(seconds=0.5), None, "kalah-difference"),
        ),
    ],
)
def test_a_participant_is_read_and_written_back(text, participant):
    assert read_participant(text, KALAH) == participant
    assert read_participant(participant.text, KALAH) == participant


def test_the_default_limits_are_for_participants_without_limits():
    usual = Limits(seconds=0.2)

    texts = ["engine", "engine:depth=6", "engine:level=3", "alpha-beta", "random"]
    read = [read_participant(text, KALAH, usual).text for text in texts]

    assert read == ["engine:seconds=0.2", *texts[1:3], "alpha-beta:seconds=0.2", "random"]


@pytest.mark.parametrize("key", ["loa", "kalah"])
def test_an_engine_goes_by_its_network_unless_that_is_turned_off(key):
    game = find_game(key)
    position = game.start(game.rulebook.default)

    def nodes(text: str) -> int:
        told: list[int] = []
        move = read_participant(text, game).mover(game, 1, lambda effort: told.append(effort.nodes))
        move(position)
        return told[0]

    limits = Limits(depth=4)
    terms = Engine(1).analyse(position, limits, for_play=True).nodes
    assert nodes("engine:depth=4:network=off") == terms
    assert nodes("engine:depth=4") != terms


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no participant ''; choose one of: "),
        ("guess:depth=4", "There is no participant 'guess:depth=4'; choose one of: "),
        ("random:depth=4", "random has no settings"),
        ("engine:", "its settings are level, depth, seconds, nodes, clock"),
        ("engine:7", "its settings are"),
        ("engine:heuristic=mix", "has no heuristic 'mix'"),
        ("engine:level=7:heuristic=kalah-difference", "has a level; it takes no heuristic"),
        ("engine:depth=4:depth=5", "each at most once"),
        ("engine:level=7:nodes=5", "has a level"),
        ("engine:level=7:network=off", "does not use the network; remove network=off"),
        ("engine:heuristic=kalah-difference:network=off", "does not use the network"),
        ("engine:network=no", "network is on or off, not 'no'"),
        ("alpha-beta:network=off", "its settings are depth, seconds, heuristic"),
        ("engine:level=12", "level: '12' is not a number from 1 to 11"),
        ("engine:depth=0", "depth: '0'"),
        ("engine:nodes=-3", "nodes: '-3'"),
        ("engine:nodes=٣", "nodes: '٣'"),
        ("engine:seconds=nan", "seconds cannot be 'nan'"),
        ("engine:clock=0", "A clock has more than 0"),
        ("alpha-beta:clock=9", "its settings are depth, seconds, heuristic"),
        ("alpha-beta:nodes=4", "its settings are depth, seconds, heuristic"),
        ("alpha-beta:heuristic=guess", "has no heuristic 'guess'"),
    ],
)
def test_an_invalid_participant_is_rejected_with_a_message(text, sentence):
    with pytest.raises(KalahloaError, match=r".") as caught:
        read_participant(text, KALAH)

    assert sentence in str(caught.value)


def test_a_node_limit_is_rejected_for_searchers_without_one():
    with pytest.raises(BadCommand, match="does not count nodes"):
        read_participant("alpha-beta", KALAH, Limits(nodes=100))


def test_in_a_game_without_an_evaluation_the_engine_uses_the_heuristic():
    tictactoe = find_game("tictactoe")
    position = tictactoe.read("XX./OO./... X", tictactoe.rulebook.default)

    for text in ("engine:nodes=500", "engine:level=5", "alpha-beta:depth=2"):
        move = read_participant(text, tictactoe).mover(tictactoe, seed=1)(position.copy())
        assert position.format_move(move) == "3"


def test_the_engine_uses_the_heuristic_of_its_participant():
    loa = find_game("loa")
    position = loa.start(loa.rulebook.default)

    moves = {
        read_participant(f"engine:depth=2{heuristic}", loa).mover(loa, seed=1)(position)
        for heuristic in ("", ":heuristic=captures")
    }

    assert len(moves) == 2


# -- openings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["loa", "kalah", "tictactoe"])
def test_openings_are_distinct_and_none_is_over(key):
    game = find_game(key)
    start = game.start(game.rulebook.default)
    before = start.position_string()

    openings = Openings(5, 3).first(start, 20)

    boards = set()
    for moves in openings:
        position = start.copy()
        for move in moves:
            assert move in position.legal_moves()
            position.make(move)
        assert not position.is_over()
        boards.add(position.position_string())
    assert len(boards) == len(openings) == 20
    assert start.position_string() == before


def test_more_openings_begin_with_the_same_ones():
    start = KALAH.start(KALAH.rulebook.default)

    assert Openings(4, 7).first(start, 30)[:10] == Openings(4, 7).first(start, 10)
    assert Openings(4, 7).first(start, 10) != Openings(4, 8).first(start, 10)


def test_more_openings_than_positions_are_rejected():
    start = KALAH.start(KALAH.rulebook.default)

    assert Openings(0, 1).first(start, 1) == [()]
    with pytest.raises(BadCommand, match="only 6 openings for random:1:5"):
        Openings(1, 5).first(start, 7)


def test_openings_are_read_and_written_back():
    assert read_openings("random:6:42") == Openings(6, 42)
    assert Openings(6, 42).text == "random:6:42"
    assert read_openings("even:5:1") == Openings(5, 1, even=True)
    assert Openings(5, 1, even=True).text == "even:5:1"
    assert read_openings("even:200").text == "even:200"
    assert read_openings("even:200").count == 200


def test_even_openings_are_draws_by_the_book():
    start = KALAH.start(KALAH.rulebook.default)
    book = KALAH.knowledge.book(KALAH.rulebook.default)

    openings = Openings(4, 1, even=True).first(start, 10, KALAH.knowledge)

    assert len(set(openings)) == 10
    for moves in openings:
        position = start.copy()
        for move in moves:
            position.make(move)
        assert book.probe(position) == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "random",
        "random:4",
        "book:4:1",
        "random:-1:1",
        "random:99:1",
        "even",
        "even:0",
        "even:1:2:3",
    ],
)
def test_invalid_openings_are_rejected_with_a_message(text):
    with pytest.raises(BadCommand, match="random:PLIES:SEED"):
        read_openings(text)


# -- games and pairs -------------------------------------------------------------------------------


def takes_the_rest_of_four(position: Stones) -> int:
    """Return an optimal move in the game of stones."""
    return position.count % 4 or 1


def test_each_move_is_chosen_by_the_mover_of_the_side_to_move():
    assert play_game(Stones(9), [takes_the_rest_of_four, lambda position: 1]) == 1
    assert play_game(Stones(9), [lambda position: 1, takes_the_rest_of_four]) == 0


def test_an_illegal_move_raises():
    with pytest.raises(ValueError, match="not legal"):
        play_game(Stones(9), [lambda position: 4, lambda position: 4])


def test_a_game_that_is_too_long_is_drawn():
    config = kalah("random", "random", max_plies=10)

    pair = play_pair(config, 0, ())

    assert pair.games == (GamePlayed(0.5, 10, True), GamePlayed(0.5, 10, True))
    assert pair.outcome == 2


def test_the_second_game_of_a_pair_has_the_sides_swapped():
    opening = FEW.first(kalah("random", "random").position(), 1)[0]

    one = play_pair(kalah("engine:nodes=300", "engine:depth=1"), 0, opening)
    other = play_pair(kalah("engine:depth=1", "engine:nodes=300"), 0, opening)

    assert one.opening == other.opening
    assert [game.plies for game in one.games] == [game.plies for game in other.games[::-1]]
    assert [game.points for game in one.games] == [1 - game.points for game in other.games[::-1]]


def test_a_participant_against_itself_scores_half(pool):
    config = kalah("engine:nodes=200", "engine:nodes=200")

    result = Match(config, 4).play(pool)

    assert result.pentanomial == (0, 0, 4, 0, 0)
    assert result.elo.difference == 0


def test_the_engine_beats_chance(pool):
    result = Match(kalah("engine:nodes=300", "random"), 10).play(pool)

    assert result.score >= 19
    assert result.elo.low > 100


# -- matches ---------------------------------------------------------------------------------------


def test_one_and_two_processes_give_the_same_result():
    config = kalah("engine:level=2", "engine:level=1")
    results = []
    for workers in (1, 2):
        with call_processes(workers) as pool:
            results.append(Match(config, 8).play(pool).to_json())

    assert results[0] == results[1]
    assert results[0]["repeatable"]
    assert json.loads(json.dumps(results[0])) == results[0]


class Shuffling(OwnThread):
    """A pool of six workers that do their tasks in random order."""

    def __init__(self, chance: Random) -> None:
        super().__init__(call_here, 6)
        self._chance = chance

    def wait(self, seconds: float) -> list[tuple[TaskT, Any]]:
        self._chance.shuffle(self._given)
        return super().wait(seconds)


def test_pairs_are_counted_in_the_order_of_their_openings(pool):
    config = kalah("engine:level=3", "engine:level=1")

    here = Match(config, 12).play(pool)
    mixed = Match(config, 12).play(Shuffling(Random(5)))

    assert mixed == here
    assert [len(pair.games) for pair in here.pairs] == [2] * 12


def test_the_sequential_test_ends_a_match_at_the_same_pair_with_any_workers(pool):
    config = kalah("engine:nodes=300", "random", Openings(4, 2))
    report: list[MatchResult] = []

    few = Match(config, 200, SequentialTest(0, 100)).play(pool, report.append)
    many = Match(config, 200, SequentialTest(0, 100)).play(OwnThread(call_here, 40))

    assert few == many
    assert few.complete
    assert few.status is SprtStatus.STRONGER
    assert len(few.pairs) == len(report) < 50
    assert report[-2].status is SprtStatus.OPEN


def test_an_interrupted_match_keeps_its_result(pool):
    match = Match(kalah("random", "random"), 50)

    def interrupt(result: MatchResult) -> None:
        if len(result.pairs) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.play(pool, interrupt)

    assert len(match.result.pairs) == 3
    assert not match.result.complete
    assert match.result.to_json()["games"] == 6


def test_an_error_in_a_worker_reaches_the_caller(pool):
    broken = Participant("alpha-beta", Limits(depth=1), heuristic="guess")
    config = replace(kalah("random", "random"), first=broken)

    with pytest.raises(KalahloaError, match="no heuristic 'guess'"):
        Match(config, 2).play(pool)


def test_a_result_counts_games_and_pairs():
    won, lost, drawn, long = (
        GamePlayed(1, 30, False),
        GamePlayed(0, 31, False),
        GamePlayed(0.5, 40, False),
        GamePlayed(0.5, 300, True),
    )
    pairs = tuple(
        PairPlayed(("1",), games)
        for games in [(won, won), (won, lost), (drawn, long), (lost, drawn), (won, drawn)]
    )

    plain = MatchResult(kalah("random", "random"), 5, None, pairs).to_json()

    assert plain["pentanomial"] == [0, 1, 2, 1, 1]
    assert (plain["wins"], plain["draws"], plain["losses"]) == (4, 4, 2)
    assert plain["score"] == 6
    assert plain["cut_off"] == 1
    assert plain["complete"]
    assert plain["elo_low"] < plain["elo"] < plain["elo_high"]
    assert plain["rules"] == {
        "pits": 6,
        "stones": 4,
        "end": "mover-empty",
        "capture": "opposite",
        "pie": "no",
        "remaining": "owner",
    }
