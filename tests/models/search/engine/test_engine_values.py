"""The engine's values: exact where they are called exact, and the shortest wins, in all games."""

from functools import cache
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game
from kalahloa.models.game.value import mate_in
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.tictactoe.position import TicTacToe
from kalahloa.models.search.engine.engine import AnalysisResult, Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from tests.models.random_play import start
from tests.oracles import oracle
from tests.scores import is_certain
from tests.sweeps import rounds

KALAH = oracle("kalah")
LOA = oracle("loa")
RULE_SETS = list(KALAH["rules"])
MAX_PER_SIDE = 12 if is_compiled() else 4
MAX_STONES = 9 if is_compiled() else 6
MAX_ENTRIES = 40 if is_compiled() else 4
MAX_ENDINGS = 8 if is_compiled() else 1
TO_THE_END = Limits(depth=100)
ALL = 512

engine = Engine(8)


def exact_margins(analysis: AnalysisResult) -> dict[str, int | None]:
    """Return the margin after each move, or None if the engine does not call it exact."""
    return {
        str(line.move): line.score.number if line.score.proven else None for line in analysis.lines
    }


def play_out(position: Position, moves: tuple[int, ...]) -> int:
    """Make *moves*, each of which must be legal, and unmake them; return the winner's margin.

    It is told for the side that is to move before; 0 where the game is not over after them.
    """
    side = position.side
    for move in moves:
        assert move in position.legal_moves()
        position.make(move)
    outcome = position.outcome()
    for _ in moves:
        position.unmake()
    return outcome.score_for(side) if outcome is not None else 0


# -- Kalah -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_small_kalah_boards_have_their_published_values(rules: str):
    sizes = [
        size
        for size in KALAH["small_boards"][rules]
        if int(size[0]) * int(size[2:]) <= MAX_PER_SIDE
    ]

    values = {}
    for size in sizes:
        pits, stones = size.split(",")
        analysis = engine.analyse(start("kalah", rules, pits=pits, stones=stones), TO_THE_END)
        best = analysis.lines[0]
        values[size] = best.score.number if best.score.proven else None

    assert len(sizes) > 4
    assert values == {size: KALAH["small_boards"][rules][size] for size in sizes}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_moves_of_a_solved_kalah_position_have_their_published_values(rules: str):
    entries = [
        entry
        for entry in KALAH["exact_positions"][rules]
        if sum(entry["pos"]) - entry["pos"][6] - entry["pos"][13] <= MAX_STONES
    ][:MAX_ENTRIES]
    rules_of_game = find_game("kalah").rulebook.read(rules)

    for entry in entries:
        position = Kalah(entry["pos"], 0, rules_of_game)
        every = engine.analyse(position, TO_THE_END, lines=ALL)
        best = engine.analyse(position, TO_THE_END).lines[0].score

        assert exact_margins(every) == entry["moves"]
        assert (best.proven, best.number) == (True, entry["value"])

    assert len(entries) >= 4


def test_a_margin_is_exact_only_if_no_better_one_is_possible():
    # South has 13 of 24 stones and has won at once; by how much takes a search.
    rules = find_game("kalah").rulebook.read(None, {"pits": 3, "stones": 4})
    position = Kalah([2, 0, 1, 13, 1, 4, 2, 1], 0, rules)

    shallow = engine.analyse(position, Limits(depth=1)).lines[0].score
    deep = engine.analyse(position, TO_THE_END).lines[0].score

    assert shallow.decided and not shallow.proven
    assert shallow.text.endswith(" or more")
    assert deep.proven
    assert deep.number == best_margin(position) >= shallow.number


def best_margin(position: Position) -> int:
    """Return the margin under perfect play for the side to move, by full minimax."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.score_for(position.side)
    values = []
    for move in position.legal_moves():
        side = position.side
        position.make(move)
        value = best_margin(position)
        values.append(value if position.side == side else -value)
        position.unmake()
    return max(values)


def test_boards_with_very_many_stones_are_searched_without_overflow():
    rules = find_game("kalah").rulebook.read(None, {"pits": 3, "stones": 4})
    for own, other in ((9000, 0), (0, 9000), (4000, 4500), (300, 200)):
        position = Kalah([1, 0, 1, own, 1, 0, 1, other], 0, rules)

        best = engine.analyse(position, TO_THE_END).lines[0].score

        assert best.proven
        assert (best.number > 0) - (best.number < 0) == (own > other) - (own < other)


# -- Tic-tac-toe -------------------------------------------------------------------------------


@cache
def tictactoe_value(text: str) -> int:
    """Return 100 - n for a win in n plies, n - 100 for a loss, 0 for a draw; best play is known."""
    game = find_game("tictactoe")
    position = game.read(text, game.rulebook.default)
    outcome = position.outcome()
    if outcome is not None:
        return 100 * outcome.score_for(position.side)
    values = []
    for move in position.legal_moves():
        position.make(move)
        value = -tictactoe_value(position.position_string())
        values.append(value - 1 if value > 0 else value + 1 if value < 0 else 0)
        position.unmake()
    return max(values)


def tictactoe_positions() -> list[str]:
    """Return the text of every position whose game is not over."""
    found = {start("tictactoe").position_string(): None}
    for text in found_while_growing(found):
        game = find_game("tictactoe")
        position = game.read(text, game.rulebook.default)
        for move in position.legal_moves():
            position.make(move)
            if not position.is_over():
                found[position.position_string()] = None
            position.unmake()
    return list(found)


def found_while_growing(found: dict[str, None]):
    """Yield the keys of *found* in order, including those added during the iteration."""
    number = 0
    while number < len(found):
        batch = list(found)[number:]
        number += len(batch)
        yield from batch


def in_hundreds(value: int) -> int:
    """Return an engine's value on the scale of `tictactoe_value`."""
    won = mate_in(0) - 100
    return value - won if value > 0 else value + won if value < 0 else 0


def test_every_tictactoe_position_has_its_minimax_value():
    positions = tictactoe_positions()
    step = 1 if is_compiled() else 40
    game = find_game("tictactoe")

    for text in positions[::step]:
        position = game.read(text, game.rulebook.default)
        best = engine.analyse(position, TO_THE_END).lines[0]

        assert in_hundreds(search_value(best.score)) == tictactoe_value(text), text
        assert best.score.proven
        assert best.score.plies is None or len(best.line) == best.score.plies

    assert len(positions) == 4520


def test_every_tictactoe_move_has_its_minimax_value():
    step = 60 if is_compiled() else 900
    game = find_game("tictactoe")

    for text in tictactoe_positions()[::step]:
        position = game.read(text, game.rulebook.default)
        analysis = engine.analyse(position, TO_THE_END, lines=ALL)

        assert sorted(line.move for line in analysis.lines) == position.legal_moves()
        for line in analysis.lines:
            position.make(line.move)
            value = -tictactoe_value(position.position_string())
            position.unmake()
            value = value - 1 if value > 0 else value + 1 if value < 0 else 0
            assert in_hundreds(search_value(line.score)) == value


# -- Lines of Action ---------------------------------------------------------------------------


def before_the_end(entry: dict, plies: int, preset: str = "tutorial") -> Position:
    """Return the position *plies* before the recorded end of a game."""
    position = start("loa", preset)
    for text in entry["moves"][:-plies]:
        position.make(position.read_move(text))
    return position


def wins_by_the_mover() -> list[dict]:
    return LOA["endings"]["mover_wins"][:MAX_ENDINGS]


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_a_recorded_win_is_found_by_its_last_move(preset: str):
    for entry in wins_by_the_mover():
        position = before_the_end(entry, 1, preset)

        best = engine.analyse(position, Limits(depth=3)).lines[0]

        assert best.score.text == "wins in 1"
        assert best.score.proven
        assert play_out(position, best.line) > 0


@pytest.mark.parametrize("plies", [2, 3] if is_compiled() else [2])
def test_wins_and_losses_near_the_end_have_the_mate_distance_of_full_search(plies: int):
    for entry in wins_by_the_mover():
        position = before_the_end(entry, plies)
        expected = forced(position, plies)

        score = engine.analyse(position, Limits(depth=plies + 1)).lines[0].score

        if expected:
            assert score.plies == 100 - abs(expected)
            assert (score.number > 0) == (expected > 0)
        else:
            assert score.plies is None or score.plies > plies


def forced(position: Position, depth: int) -> int:
    """Return 100 - n for a win in n <= *depth* plies, n - 100 for a loss, 0 where neither."""
    outcome = position.outcome()
    if outcome is not None:
        return 100 * outcome.score_for(position.side)
    if depth == 0:
        return 0
    best = -100
    for move in position.legal_moves():
        position.make(move)
        value = -forced(position, depth - 1)
        position.unmake()
        best = max(best, value - 1 if value > 0 else value + 1 if value < 0 else 0)
        if best == 99:
            break
    return best


def few_pieces(seed: int, preset: str) -> Loa:
    """Return a random position of some pieces, in which nobody has won."""
    random = Random(seed)
    rules = find_game("loa").rulebook.read(preset)
    while True:
        central = [square for square in range(64) if square % 8 in range(1, 7)]
        squares = random.sample(central, random.randint(5, 8))
        half = len(squares) // 2
        black = sum(1 << square for square in squares[:half])
        white = sum(1 << square for square in squares[half:])
        position = Loa(black, white, random.randrange(2), rules)
        if not position.is_over():
            return position


# Won in three plies by a move of low order score, which reductions used to miss.
HIDDEN_WINS = [
    "3b2w1/1wwwwb2/3w4/3bwbb1/2wwbwb1/4w3/6w1/8 w",
    "1b3b2/2b4w/4w1bb/5wbw/6ww/2bw2b1/b7/2b5 w",
    "2b5/8/3bwbb1/3bwbbw/6w1/7w/7w/8 b",
    "2bw4/3ww3/5b2/4wwbw/3bww2/3b1wb1/3b4/8 w",
    "2b2b2/ww5w/www3w1/wb3w2/w1wbbw2/3bbb2/8/2b5 w",
    "8/1ww5/wwwb2b1/www2w2/w1wbbb2/3bbb2/8/8 w",
    "1b6/3wwbw1/4b1b1/3wbb2/3bbb2/3b2b1/8/8 b",
    "8/1b1ww1w1/4b1b1/3wbb1b/3bbb2/3b2b1/8/8 b",
]


@pytest.mark.parametrize("text", HIDDEN_WINS if is_compiled() else HIDDEN_WINS[:1])
def test_a_shallow_search_misses_no_win_within_its_horizon(text: str):
    game = find_game("loa")
    position = game.read(text, game.rulebook.default)
    assert forced(position, 3) == 97

    for depth in (3, 4) if is_compiled() else (3,):
        for threads in (1, 2):
            analysis = Engine(1, threads).analyse(position, Limits(depth=depth))
            best = analysis.lines[0]

            assert best.score.text == "wins in 3"
            assert best.score.proven
            assert play_out(position, best.line) > 0


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_the_shortest_win_and_the_longest_loss_are_found(preset: str):
    depth = 4 if is_compiled() else 2
    seen = set()

    for seed in range(rounds(6 if is_compiled() else 4)):
        position = few_pieces(seed, preset)
        expected = forced(position, depth)
        for limits in (Limits(depth=depth), Limits(depth=depth + 3, nodes=20_000)):
            best = engine.analyse(position, limits).lines[0]

            if expected:
                assert best.score.proven
                assert best.score.plies == 100 - abs(expected), position
                assert (best.score.number > 0) == (expected > 0)
                assert len(best.line) == best.score.plies
                assert play_out(position, best.line) * expected > 0
            else:
                assert best.score.plies is None or best.score.plies > depth
        seen.add(expected)

    assert len(seen) > (2 if is_compiled() else 0)


def test_a_win_is_never_taken_back_by_a_deeper_search():
    plies = range(1, 7) if is_compiled() else range(1, 3)
    for entry in wins_by_the_mover():
        for back in plies:
            position = before_the_end(entry, back)
            scores = [
                engine.analyse(position, Limits(depth=depth, nodes=100_000)).lines[0].score
                for depth in range(1, 9 if is_compiled() else 4)
            ]
            decided = [score for score in scores if score.decided]

            # From the first on, all say the same winner, in the same number of plies.
            assert scores[len(scores) - len(decided) :] == decided
            assert len({score.plies for score in decided}) <= 1
            assert len({score.number > 0 for score in decided}) <= 1


@pytest.mark.parametrize("preset", ["tutorial", "olympiad", "openspiel"])
def test_proven_lines_of_random_positions_can_be_played_out(preset: str):
    for seed in range(rounds(15 if is_compiled() else 3)):
        position = few_pieces(100 + seed, preset)

        analysis = engine.analyse(position, Limits(nodes=30_000, depth=9), lines=3)

        for line in analysis.lines:
            result = play_out(position, line.line)
            if line.score.plies is not None and len(line.line) == line.score.plies:
                assert (result > 0) == (line.score.number > 0)


def test_a_draw_by_repetition_is_no_proof():
    # Black can repeat moves for ever, but what White could do instead was not searched.
    for seed in range(20 if is_compiled() else 2):
        best = engine.analyse(few_pieces(200 + seed, "tutorial"), Limits(depth=5)).lines[0]

        assert best.score.decided or not is_certain(best.score)


def test_a_tictactoe_position_searched_to_the_end_has_no_heuristic_leaf():
    position = TicTacToe(0, 0, 0, find_game("tictactoe").rulebook.default)

    best = engine.analyse(position, TO_THE_END).lines[0]

    assert best.score.text == "draw"
    assert is_certain(best.score)
    assert len(best.line) == 9
