"""The features of each game, which heuristics are made of, and the examples made of them."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game, own_games
from kalahloa.models.games.kalah.overlays import facts as kalah_facts
from kalahloa.models.games.loa.evaluation import features as evaluated
from kalahloa.models.games.loa.overlays import facts as loa_facts
from kalahloa.models.games.loa.squares import line_through
from kalahloa.models.games.tictactoe.position import LINES
from kalahloa.models.search.lecture.scale import MAX_ESTIMATED
from kalahloa.resources import resource
from tests.models.random_play import GAME_RULES, random_position, start

GAMES = [game.key for game in own_games()]
EXAMPLES = [(game.key, name) for game in own_games() for name in game.features.examples]
SEEDS = range(60)


def features(key: str) -> Any:
    found = find_game(key).features
    assert found is not None
    return found


def view(position: Position, key: str) -> Any:
    return features(key).view(position)


def read(key: str, text: str) -> Any:
    game = find_game(key)
    return view(game.read(text, game.rulebook.default), key)


def positions(key: str, preset: str | None = None) -> list[Any]:
    return [random_position(key, seed, seed % 50, preset) for seed in SEEDS]


def example(key: str, name: str) -> Callable[[Position], float]:
    """Return the example *name* as a function of a position."""
    code: dict[str, Any] = {}
    exec(resource("heuristics", key, f"{name}.py").read_text(encoding="utf-8"), code)
    return lambda position: code["evaluate"](view(position, key))


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_each_feature_has_its_signature_and_a_sentence(key: str):
    position = view(start(key), key)

    for feature in features(key).features:
        method = getattr(position, feature.name)
        assert tuple(inspect.signature(method).parameters) == feature.parameters
        assert feature.sentence.endswith(".")
        assert method.__doc__.startswith("Return ")
        assert features(key).find(feature.name) is feature
    assert features(key).find("no such feature") is None


@pytest.mark.parametrize("key", GAMES)
def test_all_that_can_be_asked_is_in_the_table(key: str):
    public = {name for name in vars(features(key).view) if not name.startswith("_")}

    assert public - {"side", "words"} == set(features(key).names)


@pytest.mark.parametrize("key", GAMES)
def test_features_are_of_the_type_that_the_table_says(key: str):
    kinds = {"int": int, "float": float, "list[int]": list, "tuple[float, float]": tuple}
    for position in positions(key)[:20]:
        for feature in features(key).features:
            given = [0] * len(feature.parameters)
            assert type(getattr(view(position, key), feature.name)(*given)) is kinds[feature.result]


@pytest.mark.parametrize("key", GAMES)
def test_a_signature_is_written_as_it_is_called(key: str):
    first = features(key).features[0]

    assert first.signature == f"{first.name}(side)"
    assert first.takes_side


def test_features_of_no_side_say_so():
    assert not features("loa").find("line_count").takes_side
    assert features("loa").find("line_count").signature == "line_count(a, b)"
    assert features("kalah").find("pit_count").signature == "pit_count()"


@pytest.mark.parametrize("key", GAMES)
def test_asking_leaves_the_position_alone(key: str):
    position = random_position(key, 3, 7)
    before = position.position_string(), position.hash, position.ply, position.side

    seen = view(position, key)
    for feature in features(key).features:
        getattr(seen, feature.name)(*[1] * len(feature.parameters))

    assert (position.position_string(), position.hash, position.ply, position.side) == before
    assert seen.side == position.side


# -- Lines of Action -------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
def test_features_of_lines_of_action_count_what_is_on_the_board(side: int):
    for position in positions("loa"):
        seen = view(position, "loa")
        facts = loa_facts(position)
        moves = position.piece_moves(side)
        other = position.pieces(1 - side)
        groups = [len(group.squares) for group in facts.groups if group.side == side]
        squares = position.squares(side)

        assert seen.squares(side) == squares
        assert seen.piece_count(side) == len(squares)
        assert seen.groups(side) == groups == position.groups(side)
        assert (seen.group_count(side), seen.largest_group(side)) == (len(groups), groups[0])
        assert seen.mobility(side) == len(moves)
        assert seen.captures(side) == sum(other >> (move >> 6) & 1 for move in moves)
        assert seen.orphans(side) == len([s for s in squares if s in facts.stuck])
        assert seen.centre_of_mass(side) == pytest.approx(facts.centres[side])
        rows = [max(abs(s % 8 - 3.5), abs(s // 8 - 3.5)) for s in squares]
        assert seen.centralisation(side) == pytest.approx(-sum(rows) / len(rows))


@pytest.mark.parametrize("side", [0, 1])
def test_some_features_of_lines_of_action_are_those_of_the_engines_evaluation(side: int):
    for position in positions("loa"):
        seen = view(position, "loa")
        terms = evaluated(position.pieces(side), position.pieces(1 - side))

        assert seen.quads(side) == terms[3]
        assert seen.walls(side) == terms[5]
        assert 8 * seen.neighbours(side) == terms[6]
        assert seen.uniformity(side) == terms[7]


def test_connectedness_is_the_share_of_the_largest_group_less_the_other_groups():
    seen = read("loa", "8/8/bb5b/8/8/8/ww1w3w/8 b")

    assert seen.connectedness(0) == pytest.approx(10 * 2 / 3 - 1)
    assert seen.connectedness(1) == pytest.approx(10 * 2 / 4 - 2)


def test_concentration_is_nought_for_pieces_that_could_be_no_closer():
    seen = read("loa", "8/8/2bbb3/2bbb3/2bbb3/8/w6w/8 b")

    assert seen.concentration(0) == 0
    # The centre of mass, e2, is 4 and 3 squares away; the least for two pieces is 1.
    assert seen.concentration(1) == -(4 + 3 - 1) / 2


def test_a_line_has_its_pieces_counted():
    for position in positions("loa")[20:60:20]:
        seen = view(position, "loa")
        taken = position.pieces(0) | position.pieces(1)
        for a in range(64):
            for b in range(64):
                line = line_through(a, b)
                on_line = [s for s in range(64) if s == a or line_through(a, s) == line]
                expected = sum(taken >> s & 1 for s in on_line) if line >= 0 else 0
                assert seen.line_count(a, b) == expected


# -- Kalah -----------------------------------------------------------------------------------------

KALAH_RULES = [preset for key, preset in GAME_RULES if key == "kalah"]


@pytest.mark.parametrize("preset", KALAH_RULES)
@pytest.mark.parametrize("side", [0, 1])
def test_features_of_kalah_count_what_is_on_the_board(preset: str, side: int):
    for position in positions("kalah", preset):
        seen = view(position, "kalah")
        pits = position.rules.pits
        cells = position.stones()[side * (pits + 1) :][: pits + 1]

        assert seen.pits(side) == cells[:pits]
        assert seen.kalah(side) == cells[pits] == position.in_kalah(side)
        assert seen.stones(side) == sum(cells[:pits]) == position.in_pits(side)
        assert seen.mobility(side) == sum(1 for stones in cells[:pits] if stones)
        assert seen.pit_count() == pits


@pytest.mark.parametrize("options", [{}, {"pits": 3, "stones": 9}, {"pits": 12, "stones": 2}])
@pytest.mark.parametrize("preset", KALAH_RULES)
def test_what_is_on_offer_in_kalah_is_what_sowings_do(preset: str, options: dict[str, int]):
    some = 0
    for seed in SEEDS:
        position = start("kalah", preset, **options)
        for _ in range(seed % 25):
            if position.is_over():
                break
            moves = position.legal_moves()
            position.make(moves[seed * 7 % len(moves)])
        if position.is_over():
            continue
        seen = view(position, "kalah")
        pits = position.rules.pits
        sowings = kalah_facts(position).sowings.values()
        for side in (0, 1):
            own = [sown for sown in sowings if int(sown.origin > pits) == side]
            theirs = [sown for sown in sowings if int(sown.origin > pits) != side]
            kalah = side * (pits + 1) + pits
            stones = position.stones()
            taken = {sown.captured_from for sown in theirs if sown.captured}
            assert seen.captures(side) == max((sown.captured for sown in own), default=0)
            assert seen.extra_turns(side) == sum(sown.path[-1] == kalah for sown in own)
            assert seen.at_risk(side) == sum(stones[cell] for cell in taken)
            some += seen.captures(side) + seen.at_risk(side)
    assert some > 50


# -- tic-tac-toe -----------------------------------------------------------------------------------


def test_features_of_tic_tac_toe_count_what_is_on_the_board():
    for position in positions("tictactoe"):
        seen = view(position, "tictactoe")
        for side in (0, 1):
            own, other = position.marks(side), position.marks(1 - side)
            assert seen.marks(side) == [cell for cell in range(9) if own >> cell & 1]
            assert seen.open_lines(side) == sum(not other & line for line in LINES)
            assert seen.twos(side) == sum(
                not other & line and (own & line).bit_count() == 2 for line in LINES
            )
            assert seen.centre(side) == (4 in seen.marks(side))
            assert seen.corners(side) == len({0, 2, 6, 8} & set(seen.marks(side)))


# -- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_examples_are_the_files_that_are_there(key: str):
    files = {path.stem for path in resource("heuristics", key).glob("*.py")}

    assert files == set(features(key).examples)
    assert {heuristic.name for heuristic in find_game(key).heuristics} <= files


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_an_example_says_what_it_measures_and_names_its_weights(key: str, name: str):
    tree = ast.parse(resource("heuristics", key, f"{name}.py").read_text(encoding="utf-8"))
    weights = [
        node.targets[0].id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]

    assert (ast.get_docstring(tree) or "").partition("\n")[0].endswith(".")
    assert weights and all(weight.isupper() for weight in weights)


@pytest.mark.parametrize(("key", "name"), EXAMPLES)
def test_an_example_values_no_position_as_much_as_a_finished_game(key: str, name: str):
    evaluate = example(key, name)
    values = [evaluate(position) for position in positions(key)]

    assert max(map(abs, values)) < MAX_ESTIMATED
    assert len(set(values)) > 2


@pytest.mark.parametrize(
    ("key", "name"),
    [(game.key, heuristic.name) for game in own_games() for heuristic in game.heuristics],
)
def test_the_examples_of_the_sources_are_the_heuristics_of_their_names(key: str, name: str):
    heuristic = find_game(key).heuristic(name)
    evaluate = example(key, name)

    for position in positions(key):
        # Some heuristics round to two or three digits.
        assert evaluate(position) == pytest.approx(heuristic(position), abs=0.00501)


# -- the heuristics as they were before they were made of features ---------------------------------


def _mix(position: Any, side: int) -> float:
    squares = position.squares(side)
    count = len(squares)
    file = round(sum(square % 8 for square in squares) / count)
    rank = round(sum(square // 8 for square in squares) / count)
    distances = sum(max(abs(square % 8 - file), abs(square // 8 - rank)) for square in squares)
    least = min(count - 1, 8) + 2 * max(count - 9, 0)
    off_centre = [max(abs(square % 8 - 3.5), abs(square // 8 - 3.5)) for square in squares]
    mobility = len(position.piece_moves(side))
    return -8.0 * ((distances - least) / count) + 1.5 * (-sum(off_centre) / count) + 0.15 * mobility


def _connectedness(position: Any, side: int) -> float:
    groups = position.groups(side)
    return 10.0 * groups[0] / sum(groups) - (len(groups) - 1)


def _orphans(position: Any, side: int) -> int:
    movable = {move & 63 for move in position.piece_moves(side)}
    return len(movable) - len(position.squares(side))


FORMULAS: dict[tuple[str, str], tuple[Callable[[Any, int], float], int]] = {
    ("loa", "mix"): (_mix, 3),
    ("loa", "connectedness"): (_connectedness, 2),
    ("loa", "orphans"): (_orphans, 0),
    ("loa", "captures"): (lambda position, side: len(position.squares(side)), 0),
    ("kalah", "kalah-difference"): (lambda position, side: position.in_kalah(side), 0),
    (
        "tictactoe",
        "open-lines",
    ): (lambda position, side: sum(position.marks(1 - side) & line == 0 for line in LINES), 0),
}


@pytest.mark.parametrize(("key", "name"), FORMULAS)
def test_the_heuristics_have_the_values_that_they_always_had(key: str, name: str):
    one_side, digits = FORMULAS[key, name]
    heuristic = find_game(key).heuristic(name)

    for seed in range(300):
        position = random_position(key, seed, seed % 60)
        me = position.side
        assert heuristic(position) == round(
            one_side(position, me) - one_side(position, 1 - me), digits
        )
