"""Opening books of Kalah: what they hold, how they are built, and that damage is noticed."""

from pathlib import Path

import pytest

from kalahloa.models.games.kalah.book import book as kalah_book
from kalahloa.models.games.kalah.book.book import (
    Book,
    book_key,
    book_name,
    fixed_score,
    open_book,
    position_of,
    read_book,
    write_book,
)
from kalahloa.models.games.kalah.book.builder import (
    BookBuilder,
    WorkFile,
    after_turns,
    coverage,
    turn_ends,
    whole_book,
)
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import BadFile
from tests.models.games.kalah.book.one_by_one import one_by_one
from tests.models.games.kalah.kalah_minimax import minimax

RULES = KalahRules(pits=3, stones=2)


def solved(position: Kalah) -> int | None:
    return fixed_score(position) + minimax(position.copy(), {})


def built(turns: int, rules: KalahRules = RULES) -> Book:
    margins: dict[bytes, int] = {}
    assert BookBuilder(rules, margins, one_by_one(solved), lambda key, margin: None).run(turns)
    return whole_book(rules, margins)


def positions_within(position: Kalah, turns: int) -> list[Kalah]:
    """Return the positions whose games go on from *position* up to so many turns later."""
    if position.is_over():
        return []
    found = [position.copy()]
    side = position.side
    for move in position.legal_moves():
        position.make(move)
        left = turns - (position.side != side)
        if left > 0 or (left == 0 and position.side != side):
            found += positions_within(position, left)
        position.unmake()
    return found


@pytest.mark.parametrize("end", ["mover-empty", "standard"])
@pytest.mark.parametrize("capture", ["opposite", "empty"])
def test_all_positions_up_to_a_turn_are_in_the_book_with_their_values(end, capture):
    rules = KalahRules(3, 2, end, capture)
    book = built(2, rules)

    positions = positions_within(start_position(rules), 2)
    assert len(positions) > 20
    for position in positions:
        assert book.value(position) == solved(position)


def test_a_position_from_the_other_side_is_the_same_position():
    book = built(1)
    position = start_position(RULES)
    turned = Kalah(position.stones(), 1, RULES)

    assert book.value(turned) == book.value(position) is not None
    assert book_key(position_of(book_key(turned), RULES)) == book_key(position)


def test_what_is_not_in_the_book_has_no_value():
    book = built(1)

    assert book.value(Kalah([0, 0, 1, 0, 1, 0, 0, 0], 0, RULES)) is None
    assert book.value(start_position(KalahRules(3, 2, "standard"))) is None
    assert book.value(start_position(KalahRules(4, 2))) is None


def test_the_values_under_the_pie_rule_follow_from_the_book():
    book = built(2)
    position = start_position(KalahRules(pits=3, stones=2, pie="yes"))
    found = Solver(1).values(position)

    best = Solver(1).solve(position).bounds.value
    assert book.value(position) == best
    for move, bounds in found.moves.items():
        side = position.side
        position.make(move)
        value = book.value(position)
        assert value is not None
        assert bounds.value == (value if position.side == side else -value)
        position.unmake()


def test_coverage_counts_the_turns():
    rows = coverage(RULES, built(2).margin, 5)

    assert [(row.turns, row.known == row.positions) for row in rows[:3]] == [
        (0, True),
        (1, True),
        (2, True),
    ]
    assert all(row.known < row.positions for row in rows[3:])


def test_coverage_ends_where_not_all_is_known():
    first = coverage_keys(1)
    known = {book_key(start_position(RULES)), *first[1:]}

    rows = coverage(RULES, lambda key: 0 if key in known else None, 9)

    assert [(row.turns, row.known) for row in rows] == [(0, 1), (1, len(first) - 1)]


def test_the_likeliest_positions_come_first():
    searched: list[bytes] = []
    margins: dict[bytes, int] = {}
    BookBuilder(RULES, margins, one_by_one(solved), lambda key, margin: searched.append(key)).run(2)
    book = whole_book(RULES, margins)
    start = start_position(RULES)
    best = book.value(start)
    first_turn = set(coverage_keys(1))

    second = next(key for key in searched if key not in first_turn)

    parents = [
        position
        for position in positions_after_turn(start)
        if second in {book_key(end) for end in positions_after_turn(position)}
    ]
    assert any(-(book.value(position) or 0) == best for position in parents)


def positions_after_turn(position: Kalah) -> list[Kalah]:
    return [end.copy() for end in after_turns(position) if not end.is_over()]


def coverage_keys(turns: int) -> list[bytes]:
    level = [start_position(RULES)]
    for _ in range(turns):
        level = turn_ends(level)
    return [book_key(position) for position in level]


def test_a_search_takes_values_from_the_book():
    book = built(3)
    knowledge = KalahKnowledge(RULES, None, (), book)
    solver = Solver(1, probe=knowledge.probe)
    position = start_position(RULES)

    found = solver.values(position)

    assert found.proven
    assert found.nodes == 0
    assert {move: bounds.value for move, bounds in found.moves.items()} == {
        move: bounds.value for move, bounds in Solver(1).values(position).moves.items()
    }
    assert all(len(line) >= 3 for line in found.lines.values())


def test_a_recalled_value_comes_with_as_much_of_the_line_as_is_known():
    solver = Solver(1, probe=KalahKnowledge(RULES, None, (), built(1)).probe)

    found = solver.solve(start_position(RULES))
    longer = solver.solve(start_position(RULES), plies=7)

    assert found.bounds.proven
    assert found.nodes == 0
    assert 1 <= len(found.line) < len(longer.line) == 7
    assert longer.nodes > 0


# -- files -------------------------------------------------------------------------------------


def test_a_book_comes_back_from_its_file(tmp_path):
    book = built(2)
    path = tmp_path / "folder" / book_name(RULES)

    write_book(book, path)

    assert read_book(path, RULES).records == book.records
    assert len(read_book(path, RULES)) == len(book) > 20


def test_any_flipped_byte_of_a_book_is_noticed(tmp_path):
    path = tmp_path / "a.book"
    write_book(built(1), path)
    whole = path.read_bytes()

    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 8]) + whole[place + 1 :])
        with pytest.raises(BadFile, match=r"is damaged|is of other"):
            read_book(path, RULES)


@pytest.mark.parametrize("margin", [13, -14, 999, 11])
def test_a_book_with_a_value_that_no_position_can_have_is_refused(tmp_path, margin):
    path = tmp_path / "a.book"
    write_book(Book.of(RULES, {bytes([2] * 6): margin}), path)

    with pytest.raises(BadFile, match="an impossible value"):
        read_book(path, RULES)


@pytest.mark.parametrize("size", [0, 10, 47, 48, 60])
def test_a_truncated_book_is_noticed(tmp_path, size):
    path = tmp_path / "a.book"
    write_book(built(1), path)
    path.write_bytes(path.read_bytes()[:size])

    with pytest.raises(BadFile, match="is damaged"):
        read_book(path, RULES)


def test_a_book_of_other_rules_is_refused(tmp_path):
    path = tmp_path / "a.book"
    write_book(built(1), path)

    with pytest.raises(BadFile, match="other rules"):
        read_book(path, KalahRules(pits=3, stones=2, end="standard"))


def test_a_book_that_cannot_be_written_is_told_of_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(BadFile, match="cannot be written"):
        write_book(built(1), tmp_path / "file" / "a.book")


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return where one's own book and the shipped one lie, neither of them there yet."""
    own = tmp_path / "cache" / book_name(RULES)
    shipped = tmp_path / "books" / book_name(RULES)
    monkeypatch.setenv("KALAHLOA_CACHE", str(own.parent))

    def resource(*parts: str) -> Path:
        if not shipped.exists():
            raise FileNotFoundError
        return shipped

    monkeypatch.setattr(kalah_book, "resource", resource)
    return own, shipped


def test_the_larger_of_two_books_is_used(places):
    own, shipped = places
    write_book(built(1), own)
    write_book(built(2), shipped)

    assert open_book(RULES).path == shipped

    write_book(built(3), own)

    assert open_book(RULES).path == own


def test_a_damaged_book_is_passed_over_with_a_sentence(places):
    own, shipped = places
    write_book(built(3), own)
    write_book(built(1), shipped)
    own.write_bytes(own.read_bytes()[:-1])

    opened = open_book(RULES)

    assert opened.path == shipped
    (note,) = opened.notes
    assert note.startswith(f"{own} is damaged: ")


def test_there_need_be_no_book(places):
    assert open_book(RULES) == kalah_book.OpenedBook(None, None, ())


# -- the work file -----------------------------------------------------------------------------


def test_a_build_goes_on_where_it_was_stopped(tmp_path):
    path = tmp_path / "a.work"
    asked: list[bytes] = []

    def solve(position: Kalah) -> int | None:
        asked.append(book_key(position))
        return None if len(asked) == 8 else solved(position)

    work = WorkFile(path, RULES)
    assert not BookBuilder(RULES, work.margins, one_by_one(solve), work.keep).run(2)
    work.close()
    same_side = WorkFile(path, RULES)
    assert len(same_side.margins) == 7
    assert BookBuilder(RULES, same_side.margins, one_by_one(solve), same_side.keep).run(2)
    same_side.close()

    assert len(asked) == len(set(asked)) + 1
    assert whole_book(RULES, WorkFile(path, RULES).margins).records == built(2).records


@pytest.mark.parametrize("cut", range(1, 13))
def test_what_a_killed_build_has_half_written_is_cut_off(tmp_path, cut):
    path = tmp_path / "a.work"
    work = WorkFile(path, RULES)
    for number in range(3):
        work.keep(bytes([number] * 6), number - 1)
    work.close()
    path.write_bytes(path.read_bytes()[:-cut])

    same_side = WorkFile(path, RULES)
    same_side.keep(bytes([9] * 6), 9)
    same_side.close()

    assert WorkFile(path, RULES).margins == {
        bytes([0] * 6): -1,
        bytes([1] * 6): 0,
        bytes([9] * 6): 9,
    }


def test_work_on_other_rules_is_begun_anew(tmp_path):
    path = tmp_path / "a.work"
    work = WorkFile(path, RULES)
    work.keep(bytes([1] * 6), 1)
    work.close()

    other = WorkFile(path, KalahRules(pits=3, stones=3))
    other.close()

    assert other.margins == {}
    assert WorkFile(path, RULES).margins == {}


def test_a_work_file_that_cannot_be_made_is_told_of_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(BadFile, match="cannot be used"):
        WorkFile(tmp_path / "file" / "a.work", RULES)
