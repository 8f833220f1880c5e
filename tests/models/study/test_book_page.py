"""What is proven of a position and its moves: every number equals what minimax finds."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from kalahloa.models.game.knowledge import Knowledge, ProofSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.kalah.book.book import Book, book_key, fixed_score
from kalahloa.models.games.kalah.game import start_position
from kalahloa.models.games.kalah.knowledge import KalahKnowledge, book_alone
from kalahloa.models.games.kalah.position import Kalah
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.games.kalah.tablebase.builder import build_tablebase
from kalahloa.models.study.book_page import ProvenMove, keeping_moves, page_of
from tests.models.games.kalah.kalah_minimax import Memo, minimax
from tests.oracles import oracle

RULES = KalahRules(pits=3, stones=2)
EXACT = oracle("kalah")["exact_positions"]
MAX_STONES = 9
"""Of the tablebase that the positions of the oracle are looked up in."""


@cache
def with_tablebase(rules: KalahRules, stones: int) -> KalahKnowledge:
    return KalahKnowledge(rules, build_tablebase(rules, stones))


def below(position: Kalah, turns: int) -> list[Kalah]:
    """Return *position* and all that follow up to so many moves later, over or not."""
    found = [position.copy()]
    if turns and not position.is_over():
        for move in position.legal_moves():
            position.make(move)
            found += below(position, turns - 1)
            position.unmake()
    return found


def value_of(position: Kalah, memo: Memo) -> int:
    """Return what *position* is worth for the side to move, by minimax."""
    return fixed_score(position) + minimax(position.copy(), memo)


def brute_force(position: Kalah, memo: Memo) -> dict[int, int]:
    """Return what each move of *position* is worth for the side that makes it, by minimax."""
    values = {}
    side = position.side
    for move in position.legal_moves():
        position.make(move)
        value = value_of(position, memo)
        values[move] = value if position.side == side else -value
        position.unmake()
    return values


@pytest.mark.parametrize("end", ["mover-empty", "standard"])
@pytest.mark.parametrize("capture", ["opposite", "empty"])
def test_all_values_losses_and_counts_are_those_of_minimax(end, capture):
    rules = replace(RULES, end=end, capture=capture)
    knowledge = with_tablebase(rules, 12)
    memo: Memo = {}

    for position in below(start_position(rules), 4):
        text = position.position_string()
        page = page_of(knowledge, position)

        assert position.position_string() == text
        assert page.side == position.side
        if position.is_over():
            assert page.moves == () and page.value == fixed_score_at_the_end(position)
            continue
        values = brute_force(position, memo)
        best = max(values.values())
        assert page.value == best == value_of(position, memo)
        assert {move.move: move.value for move in page.moves} == values
        assert {move.move: move.loss for move in page.moves} == {
            move: best - value for move, value in values.items()
        }
        keeping = [move for move, value in values.items() if value == best]
        assert [move.move for move in page.keeping] == keeping
        assert page.is_only_move == (len(keeping) == 1 and len(values) > 1)
        assert keeping_moves(knowledge, position) == (keeping, len(values))
        for move in page.moves:
            _check_after(position, move, memo)


def fixed_score_at_the_end(position: Kalah) -> int:
    outcome = position.outcome()
    assert outcome is not None
    return outcome.score_for(position.side)


def _check_after(position: Kalah, move: ProvenMove, memo: Memo) -> None:
    position.make(move.move)
    if position.is_over():
        assert (move.to_move, move.keepers, move.source) == (None, None, ProofSource.RULES)
    else:
        values = list(brute_force(position, memo).values())
        assert move.to_move == position.side
        assert (move.keepers, move.choices) == (values.count(max(values)), len(values))
        assert move.leaves_only_move == (values.count(max(values)) == 1 and len(values) > 1)
    position.unmake()


def test_the_rest_of_a_turn_keeps_the_value_of_its_first_move():
    knowledge = with_tablebase(RULES, 12)
    memo: Memo = {}
    longer = 0

    for position in below(start_position(RULES), 4):
        for move in page_of(knowledge, position).moves:
            side, made = position.side, position.copy()
            for one in move.turn:
                assert made.side == side and not made.is_over()
                made.make(one)
            assert made.is_over() or made.side != side
            value = fixed_score_at_the_end(made) if made.is_over() else -value_of(made, memo)
            if made.is_over() and made.side != side:
                value = -value
            assert value == move.value
            longer += len(move.turn) > 1

    assert longer > 20


@pytest.mark.parametrize("preset", sorted(EXACT))
def test_the_values_in_the_tablebase_are_those_of_another_solver(preset):
    game = find_game("kalah")
    rules = game.rulebook.read(preset)
    knowledge = with_tablebase(rules, MAX_STONES)
    looked_at = 0

    for entry in EXACT[preset]:
        stones = entry["pos"]
        position = Kalah(stones, 0, rules)
        if position.in_pits(0) + position.in_pits(1) > MAX_STONES:
            continue
        page = page_of(knowledge, position)
        assert page.value == entry["value"]
        assert {move.text: move.value for move in page.moves} == entry["moves"]
        assert page.source is ProofSource.TABLEBASE
        looked_at += 1

    assert looked_at > 5


def test_the_start_is_in_the_book_that_is_shipped():
    page = page_of(book_alone(KalahRules()), start_position(KalahRules()))

    assert (page.value, page.source) == (8, ProofSource.BOOK)
    values = {move.text: move.value for move in page.moves}
    assert values == {"1": -14, "2": -10, "3": 8, "4": -2, "5": -8, "6": 4}
    assert page.is_only_move and [move.text for move in page.keeping] == ["3"]
    assert page.keeping[0].turn == (3, 6)
    assert all(move.leaves_only_move for move in page.moves)


def test_where_the_book_ends_nothing_is_made_up():
    rules = KalahRules()
    position = start_position(rules)
    for move in (3, 6, 2, 1, 2):
        position.make(move)
    known = book_alone(rules)

    page = page_of(known, position)
    position.make(3)
    after = page_of(known, position)

    assert page.value == -8 and not page.is_whole and not page.knows_moves
    assert all(move.loss is None and move.keepers is None for move in page.moves)
    assert not page.is_only_move and page.keeping == ()
    assert after.value is None and after.source is None
    assert keeping_moves(known, position) is None


def test_a_value_that_is_missing_follows_from_those_of_all_moves_only():
    position = start_position(RULES)
    memo: Memo = {}
    margins = {}
    for move in position.legal_moves():
        position.make(move)
        margins[book_key(position)] = minimax(position.copy(), memo)
        position.unmake()
    whole = KalahKnowledge(RULES, book=Book.of(RULES, margins))
    margins.popitem()
    part = KalahKnowledge(RULES, book=Book.of(RULES, margins))

    page = page_of(whole, position)
    less = page_of(part, position)

    assert (page.value, page.source) == (value_of(position, memo), ProofSource.MOVES)
    assert less.value is None and not less.is_whole
    assert sum(move.value is not None for move in less.moves) == len(less.moves) - 1
    assert all(move.loss is None for move in less.moves)


def test_what_a_search_has_proven_is_used_where_nothing_else_is_known():
    position = start_position(RULES)
    values = brute_force(position, {})

    page = page_of(Knowledge(RULES), position, values)

    assert {move.move: move.value for move in page.moves} == values
    assert {move.source for move in page.moves} == {ProofSource.SEARCH}
    assert (page.value, page.source) == (max(values.values()), ProofSource.MOVES)


def test_what_is_in_the_book_is_not_replaced_by_a_search():
    knowledge = with_tablebase(RULES, 12)
    position = start_position(RULES)
    wrong: dict[int, int] = dict.fromkeys(position.legal_moves(), 99)

    assert page_of(knowledge, position, wrong) == page_of(knowledge, position)


@pytest.mark.parametrize("stones", [2, 3])
def test_under_the_pie_rule_values_are_those_with_the_swap(stones):
    rules = KalahRules(pits=2, stones=stones, pie="yes")
    knowledge = with_tablebase(rules, 4 * stones)

    for position in below(start_position(rules), 3):
        if position.is_over():
            continue
        page = page_of(knowledge, position)
        if page.value is not None:
            assert page.value == _plain_minimax(position)
        for move in page.moves:
            if move.value is not None:
                side, after = position.side, position.copy()
                after.make(move.move)
                value = _plain_minimax(after)
                assert move.value == (value if after.side == side else -value)


def _plain_minimax(position: Any) -> int:
    """Return the value of *position* for the side to move, by its rules alone."""
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome.score_for(position.side))
    side, values = position.side, []
    for move in position.legal_moves():
        position.make(move)
        value = _plain_minimax(position)
        values.append(value if position.side == side else -value)
        position.unmake()
    return max(values)
