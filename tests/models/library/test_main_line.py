"""What the library says of a game is said of its main line, wherever somebody looks."""

import gzip
import random
from pathlib import Path

import pytest

from kalahloa.models.library.diagnosis import Condition, diagnose
from kalahloa.models.library.game_rows import NewGame, header_facts, node_row, rules_text
from kalahloa.models.library.kept_game import KeptGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.positions import salt_of
from kalahloa.models.library.tree import WINNERS, main_line
from kalahloa.models.record.record import Record
from tests.models.library.games import change_at_random, play, random_record, record_of


def save(library: Library, kept: KeptGame, record: Record) -> None:
    """Write what has changed in *record* to *library*."""
    salt = salt_of(record.game.key, rules_text(record.game, record.rules))
    rows = [node_row(node, salt) for node in record.pop_changes()]
    kept.save(library, rows, header_facts(record))


def index(library: Library, game: int) -> list[tuple[object, ...]]:
    """Return what the index of positions has of *game*."""
    return library._database.execute(
        "SELECT key, text, node, winner, score FROM positions WHERE game = ? ORDER BY key, text,"
        " node",
        (game,),
    ).fetchall()


def played(record: Record) -> tuple[object, ...]:
    """Return the result, the score and the length of the main line, played over again."""
    position = record.game.read(record.start, record.rules)
    node, plies = record.root, 0
    while node.children:
        node = min(node.children, key=lambda child: child.rank)
        position.make(position.read_move(node.text))
        plies += 1
    outcome = position.outcome()
    return ("*", None, plies) if outcome is None else (outcome.points, outcome.score, plies)


@pytest.mark.parametrize("game", ["kalah", "tictactoe"])
@pytest.mark.parametrize("seed", range(15))
def test_a_header_and_the_index_follow_the_main_line_and_nothing_else(library, game, seed):
    chance = random.Random(seed)
    record = random_record(seed, 30, game)
    new = NewGame.of(record)
    (number,) = library.add_many([new])
    kept = KeptGame.added(number, new)
    for _ in range(12):
        for _ in range(chance.randrange(1, 6)):
            change_at_random(record, chance)
        save(library, kept, record)

        header = library.headers([number])[0]
        assert (header.result, header.score, header.plies) == played(record)
        line = [node.text for node in record.main_line()]
        assert [text for _, text in main_line(library._database, number)] == ["", *line]
        winners = sorted(row[1] for row in index(library, number) if row[3] is not None)
        assert winners == (sorted(line) if header.result in WINNERS else [])
        (fresh,) = library.add_many([NewGame.of(record)])
        assert index(library, number) == index(library, fresh)


@pytest.mark.parametrize("current", range(10))
def test_where_somebody_looks_changes_no_result(library, current):
    record = record_of("1 5 2 8 3")
    record.jump(2)
    play(record, "9 3 2 7")  # which the second side wins
    record.jump(current)

    header = library.headers([library.add(record)])[0]

    assert (header.result, header.plies) == ("1-0", 5)


def test_an_accuracy_is_forgotten_with_the_main_line_that_it_is_of(library):
    record = record_of("1 5 2 8 3")
    record.pop_changes()
    new = NewGame.of(record)
    (number,) = library.add_many([new])
    kept = KeptGame.added(number, new)
    library.keep_accuracy(number, 5, (100.0, 50.0))
    record.jump(4)
    play(record, "9")
    save(library, kept, record)
    assert library.headers([number])[0].accuracy == (100.0, 50.0)

    record.place_child(record.current, 0)
    save(library, kept, record)

    header = library.headers([number])[0]
    assert (header.result, header.plies, header.accuracy) == ("*", 5, (None, None))


# -- what earlier versions have stored -------------------------------------------------------------

OLD = Path(__file__).parents[2] / "old_files" / "lines-4.sqlite.gz"
CORRECTED = {
    "own, ended after a try": (1, "1-0", "15283", None),
    "own, ended, left in a try": (2, "1-0", "15283", (100.0, 40.0)),
    "of others, with a try that ends": (3, "*", "142", None),
    "own, with two open lines": (4, "*", "15287", None),
    "own, ended after a try, in the trash": (5, "1-0", "15283", None),
    "own, given up, with a try that ends": (6, "0-1", "1528", None),
    "own, open, with a shorter try that ends": (7, "*", "15287964", None),
    "own, ended after a try, left in the middle": (10, "1-0", "15283", None),
}
"""The number in the library of a version that had no main line, and what there is to be."""


@pytest.fixture
def corrected(path):
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with Library.open(path) as library:
        yield library


@pytest.mark.parametrize("case", CORRECTED)
def test_an_old_game_tells_of_the_line_that_was_played(corrected, case):
    number, result, moves, accuracy = CORRECTED[case]

    header, record = corrected.headers([number])[0], corrected.load(number).to_record()

    assert (header.result, header.plies) == (result, len(moves))
    assert [node.text for node in record.main_line()] == list(moves)
    assert header.accuracy == (accuracy or (None, None))
    assert header.modified == 1e9
    fresh = corrected.add(record)
    if header.trashed is None:
        assert index(corrected, number) == index(corrected, fresh)
    else:
        assert index(corrected, number) == []


def test_what_was_right_or_cannot_be_read_stays_as_it_was(corrected):
    right, unknown = corrected.headers([8, 9])

    assert (right.revision, right.result, right.plies) == (1, "1-0", 5)
    assert (unknown.revision, unknown.result, unknown.plies) == (1, "1-0", 5)


def test_a_library_is_corrected_once(corrected, path):
    before = [header.revision for header in corrected.headers(range(1, 11))]
    corrected.close()

    assert diagnose(path, thorough=True).condition is Condition.WHOLE
    with Library.open(path) as again:
        assert [header.revision for header in again.headers(range(1, 11))] == before
