"""The program that trains the network of Lines of Action: its positions, and that it learns."""

from random import Random
from statistics import mean

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa.network_file import NAME, read_network
from kalahloa.models.games.loa.position import Loa
from kalahloa.models.games.loa.symmetry import symmetric_positions
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from tests.benchmarks.networks import LONGEST_GAME, results
from tests.benchmarks.train_loa import (
    ROW,
    WON,
    Samples,
    Trainer,
    add_positions,
    even_openings,
    images,
    main,
    played_game,
)


def board_of(own: int, other: int, side: int = 0):
    return Loa(own, other, side, find_game("loa").rulebook.default)


def test_games_are_kept_with_their_values_and_who_won():
    content = played_game(Engine(1), Limits(nodes=150), Random("some game"), None)

    rows = [ROW.unpack_from(content, at) for at in range(0, len(content), ROW.size)]
    assert len(rows) > 5
    assert [row[4] for row in rows] == list(range(rows[0][4], rows[0][4] + len(rows)))
    assert {row[3] for row in rows[::2]} | {-row[3] for row in rows[1::2]} == {rows[0][3]}
    for own, other, value, _, _ in rows:
        assert not own & other
        assert abs(value) <= WON
        board_of(own, other)
    assert all(abs(row[2]) < WON for row in rows[:-1])


def test_a_decided_game_ends_with_its_proven_winner():
    for number in range(20):
        content = played_game(Engine(1), Limits(nodes=300), Random(number), None)
        *_, last = [ROW.unpack_from(content, at) for at in range(0, len(content), ROW.size)]
        if abs(last[2]) == WON:
            assert last[3] == (1 if last[2] > 0 else -1)
            return
    pytest.fail("no game was decided")


def test_positions_are_added_to_the_file(tmp_path):
    file = tmp_path / "positions"

    add_positions(file, 1, 30, 60, None)
    first = file.read_bytes()
    add_positions(file, 2, 30, 60, None)

    assert len(first) >= 30 * ROW.size
    assert len(first) % ROW.size == 0
    assert file.read_bytes().startswith(first)
    assert len(file.read_bytes()) >= len(first) + 30 * ROW.size


def test_the_images_are_those_of_the_rules():
    np = pytest.importorskip("numpy")
    own, other = 0x0000000000420081, 0x0100000020000000
    expected = set(symmetric_positions(board_of(own, other)))

    found = set()
    for image in images(np):
        boards = [
            sum(1 << at for at in range(64) if board >> int(image[at]) & 1)
            for board in (own, other)
        ]
        found.add(board_of(*boards).position_string())

    assert found == expected
    assert len(found) == 8


def test_samples_are_the_boards_and_the_chances(tmp_path):
    np = pytest.importorskip("numpy")
    rows = [(1 << 9 | 1 << 63, 1 << 3, 0, 1, 4), (1, 2, WON, -1, 200), (1, 2, -WON, 1, 5)]
    (tmp_path / "rows").write_bytes(b"".join(ROW.pack(*row) for row in rows))

    samples = Samples(np, [tmp_path / "rows"])

    assert [at for at in range(64) if samples.own[0][at]] == [9, 63]
    assert [at for at in range(64) if samples.other[0][at]] == [3]
    assert samples.chances.tolist() == pytest.approx([0.7 * 0.5 + 0.3, 1.0, 0.0])


def test_the_slopes_are_those_of_the_error():
    np = pytest.importorskip("numpy")
    trainer = Trainer(np, 0.001, 100, 3)
    chance = np.random.default_rng(4)
    own, other = (chance.integers(0, 2, (6, 64), np.uint8) for _ in range(2))
    own[:, 20:], other[:, 20:] = 0, 0  # few pieces, so that units are not clipped
    chances = chance.random(6)
    for name, weights in trainer.weights.items():
        trainer.weights[name] = weights.astype(np.float64)

    slopes, _ = trainer.slopes(own, other, chances)

    for name, weights in trainer.weights.items():
        places = list(np.ndindex(weights.shape))
        for place in Random(name).sample(places, min(12, len(places))):
            before, errors = weights[place], []
            for shift in (1e-5, -1e-5):
                weights[place] = before + shift
                errors.append(((trainer.forward(own, other)[-1] - chances) ** 2).mean())
            weights[place] = before
            expected = (errors[0] - errors[1]) / 2e-5
            assert slopes[name][place] == pytest.approx(expected, rel=2e-3, abs=2e-6)


def test_the_network_learns_who_is_ahead(tmp_path, capsys):
    pytest.importorskip("numpy")
    chance = Random(2)
    rows = []
    for _ in range(6_000):
        squares = chance.sample(range(64), 14)
        own = sum(1 << at for at in squares[:7])
        other = sum(1 << at for at in squares[7:])
        # Whoever has more pieces in the middle is ahead.
        middle = 0x00003C3C3C3C0000
        lead = (own & middle).bit_count() - (other & middle).bit_count()
        result = (lead > 0) - (lead < 0)
        rows.append(ROW.pack(own, other, 120 * lead, result, 10))
    (tmp_path / "positions").write_bytes(b"".join(rows))
    files = [str(tmp_path / "positions"), "--output", str(tmp_path)]

    assert main(["fit", *files, "--epochs", "24", "--curve", str(tmp_path / "curve")]) == 0

    assert str(tmp_path / NAME) in capsys.readouterr().out
    network = read_network(tmp_path / NAME)
    in_the_middle, at_the_edge = 0x0000001818000000 | 1, 0x8100000000000081 & ~1
    assert network.value_of(in_the_middle, at_the_edge) > 150
    assert network.value_of(at_the_edge, in_the_middle) < -150
    curve = [line.split(",") for line in (tmp_path / "curve").read_text().splitlines()]
    assert curve[0] == ["epoch", "error", "held out"]
    assert len(curve) == 25
    assert float(curve[-1][2]) < float(curve[1][2]) / 2


def test_openings_of_a_match_differ_and_are_even():
    game = find_game("loa")
    start = game.start(game.rulebook.default)

    openings = list(even_openings(start, 6))

    assert len(set(openings)) == 6
    assert {len(moves) for moves in openings} <= {4, 6}


def test_a_match_is_between_the_two_and_counts_for_the_second():
    game = find_game("tictactoe")
    start = game.start(game.rulebook.default)
    asked: list[tuple[int, int]] = []

    def use(number: int):
        return lambda position: asked.append((number, position.side))

    found = list(results(start, [(5,), (1,)], (use(0), use(1)), Limits(depth=9), 1))

    assert len(found) == 4
    assert mean(found) == 0.5
    assert set(asked) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert LONGEST_GAME > 100
