"""The rules against independent sources: perft, legal moves, played games, solved positions."""

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.text.errors import IllegalMove
from tests.models.random_play import start
from tests.oracles import oracle

LOA = oracle("loa")
KALAH = oracle("kalah")
LOA_DEPTHS = range(1, 6 if is_compiled() else 4)
KALAH_DEPTH = 7 if is_compiled() else 5
TURN_DEPTH = 4 if is_compiled() else 3
MAX_STONES = 9 if is_compiled() else 7
MAX_PER_SIDE = 8 if is_compiled() else 6
RULE_SETS = list(KALAH["rules"])


def loa_game(entry: dict, preset: str) -> Position:
    """Return the position after the moves of *entry*, each of which must be legal in its turn."""
    position = start("loa", preset)
    for text in entry["moves"]:
        position.make(position.read_move(text))
    return position


def board(entry: dict) -> str:
    return f"{entry['rules']}-{entry['pits']}-{entry['stones']}"


def final_board(position: Position) -> str:
    return position.position_string().split()[0]


def all_endings() -> list:
    return [
        pytest.param(kind, entry, id=f"{kind}-{number}")
        for kind, entries in LOA["endings"].items()
        for number, entry in enumerate(entries)
    ]


@pytest.mark.parametrize("depth", LOA_DEPTHS)
def test_perft_of_lines_of_action_is_that_of_the_sources(depth: int):
    position = start("loa")

    assert position.perft(depth) == LOA["perft_start"][str(depth)]


@pytest.mark.parametrize("depth", LOA_DEPTHS)
def test_perft_with_draws_by_repetition_stops_where_a_position_comes_back(depth: int):
    with_draws = {**LOA["perft_start"], "5": LOA["perft5_with_threefold_repetition_draw"]}

    assert start("loa", "openspiel").perft(depth) == with_draws[str(depth)]


def test_perft_of_lines_of_action_divides_among_the_first_moves_as_in_the_sources():
    depth = 4 if is_compiled() else 2
    by_depth = {4: LOA["divide_depth4"]}
    position = start("loa")

    divided = {}
    for move in position.legal_moves():
        text = position.format_move(move)
        position.make(move)
        divided[text] = position.perft(depth - 1)
        position.unmake()

    assert sorted(divided) == sorted(LOA["divide_depth4"])
    assert divided == by_depth.get(depth, divided)
    assert sum(divided.values()) == LOA["perft_start"][str(depth)]


@pytest.mark.parametrize("entry", LOA["positions"], ids=lambda entry: entry["position"])
def test_the_legal_moves_of_a_sampled_position_are_those_of_the_sources(entry: dict):
    game = find_game("loa")
    position = game.read(entry["position"], game.rulebook.default)

    moves = sorted(position.format_move(move) for move in position.legal_moves())

    assert moves == entry["legal"]


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
@pytest.mark.parametrize(("kind", "entry"), all_endings())
def test_a_recorded_ending_has_its_result_under_every_preset(kind: str, entry: dict, preset: str):
    position = loa_game(entry, preset)
    mover = 1 - position.side

    outcome = position.outcome()

    assert final_board(position) == entry["final"].split()[0]
    if kind == "opponent_wins_by_movers_own_move":
        assert outcome.winner == position.side
        assert "own move" in outcome.reason or "a single piece" in outcome.reason
    elif kind == "both_connected_mover_wins" and preset == "olympiad":
        assert outcome.winner is None
        assert "both sides" in outcome.reason
    else:
        assert outcome.winner == mover


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
@pytest.mark.parametrize("entry", LOA["games"], ids=lambda entry: entry["name"])
def test_a_published_game_has_its_result_under_every_preset(entry: dict, preset: str):
    position = loa_game(entry, preset)

    outcome = position.outcome()

    if "returns_black_white" in entry:
        assert final_board(position) == entry["final"].split()[0]
        assert outcome.score == entry["returns_black_white"][0]
    else:
        assert outcome is None  # a side resigned


def test_a_published_game_cannot_go_on_after_its_end():
    position = loa_game(LOA["games"][0], "tutorial")

    with pytest.raises(IllegalMove, match="The game is over: White wins"):
        position.read_move("b4-b5")


@pytest.mark.parametrize("entry", KALAH["perft"], ids=board)
def test_perft_of_kalah_is_that_of_the_sources(entry: dict):
    position = start("kalah", entry["rules"], pits=entry["pits"], stones=entry["stones"])

    counts = [position.perft(depth) for depth in range(1, KALAH_DEPTH + 1)]

    assert counts == entry["perft"][:KALAH_DEPTH]


def count_turns(position: Position, turns: int) -> int:
    """Return the ways to play *turns* whole turns, each of one sowing or more."""
    if turns == 0:
        return 1
    side = position.side
    count = 0
    for move in position.legal_moves():
        position.make(move)
        count += count_turns(position, turns - (position.side != side))
        position.unmake()
    return count


@pytest.mark.parametrize("entry", KALAH["perft"], ids=board)
def test_kalah_has_as_many_turns_as_in_the_sources(entry: dict):
    position = start("kalah", entry["rules"], pits=entry["pits"], stones=entry["stones"])

    counts = [count_turns(position, turns) for turns in range(1, TURN_DEPTH + 1)]

    assert counts == entry["turn_perft"][:TURN_DEPTH]


def solved(position: Position, known: dict[int, int]) -> int:
    """Return the result under perfect play for the side to move: all moves, to the very end."""
    key = position.hash
    if key not in known:
        outcome = position.outcome()
        side = position.side
        if outcome is not None:
            known[key] = outcome.score_for(side)
        else:
            values = []
            for move in position.legal_moves():
                position.make(move)
                value = solved(position, known)
                values.append(value if position.side == side else -value)
                position.unmake()
            known[key] = max(values)
    return known[key]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_small_kalah_boards_are_worth_what_the_sources_say(rules: str):
    small = {
        size: value
        for size, value in KALAH["small_boards"][rules].items()
        if int(size[0]) * int(size[2:]) <= MAX_PER_SIDE
    }

    values = {}
    for size in small:
        pits, stones = size.split(",")
        values[size] = solved(start("kalah", rules, pits=pits, stones=stones), {})

    assert len(small) > 4
    assert values == small


@pytest.mark.parametrize("rules", RULE_SETS)
def test_solved_kalah_positions_are_worth_what_the_sources_say(rules: str):
    entries = [
        entry
        for entry in KALAH["exact_positions"][rules]
        if sum(entry["pos"]) - entry["pos"][6] - entry["pos"][13] <= MAX_STONES
    ]
    rules_of_game = find_game("kalah").rulebook.read(rules)
    known: dict[int, int] = {}

    for entry in entries:
        position = Kalah(entry["pos"], 0, rules_of_game)
        values = {}
        for move in position.legal_moves():
            position.make(move)
            value = solved(position, known)
            values[str(move)] = value if position.side == 0 else -value
            position.unmake()
        assert values == entry["moves"], entry
        assert max(values.values()) == entry["value"]

    assert len(entries) >= 4
