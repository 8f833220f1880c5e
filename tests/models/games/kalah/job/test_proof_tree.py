"""The proof as a graph: bounds, and which tasks are needed, against plain minimax."""

from functools import cache
from random import Random

import pytest

from kalahloa.models.games.kalah.book.book import position_of
from kalahloa.models.games.kalah.job.job import start_key
from kalahloa.models.games.kalah.job.proof_tree import ProofTree
from kalahloa.models.games.kalah.job.task import MarginTask, rounded_up, stones_in
from kalahloa.models.games.kalah.job.turns import Estimates, Turns
from kalahloa.models.games.kalah.rules import RULEBOOK, KalahRules

BOARDS = [("lecture", 3, 3), ("standard", 3, 2), ("empty-capture", 2, 4), ("lecture", 4, 2)]


def rules_of(preset: str, pits: int, stones: int) -> KalahRules:
    return RULEBOOK.read(preset, {"pits": pits, "stones": stones})


def rough(key: bytes) -> float:
    """Return an estimate without a search: the stones of one side less those of the other."""
    half = len(key) // 2
    return float(sum(key[:half]) - sum(key[half:]))


class Minimax:
    """The margins of a small board, found without windows."""

    def __init__(self, rules: KalahRules) -> None:
        self._turns = Turns(rules)
        self.margin = cache(self._margin)

    def _margin(self, key: bytes) -> int:
        ends = self._turns.ends(key)
        values = [won - self.margin(child) for child, won in ends.after]
        return max([*values, *([] if ends.finished is None else [ends.finished])])


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_question_is_answered_rightly_and_no_piece_is_needless(board, seed):
    rules = rules_of(*board)
    minimax = Minimax(rules)
    start = start_key(rules)
    chance = Random(seed)
    guesses: dict[bytes, float] = {}

    def guess(key: bytes) -> float:
        return guesses.setdefault(key, minimax.margin(key) + chance.gauss(0, 4))

    value = minimax.margin(start)
    for at_least in range(value - 5, value + 6):
        tree = ProofTree(Turns(rules), guess, start, 3, {})
        question = tree.question(at_least)
        asked = []
        while (task := tree.next_task(question)) is not None:
            low, high = tree.bounds(task.key)
            assert low < task.at_least <= high
            assert (task.at_least + stones_in(task.key)) % 2 == 0
            margin = minimax.margin(task.key)
            stones = stones_in(task.key)
            yes = margin >= task.at_least
            found = (task.at_least, stones) if yes else (-stones, task.at_least - 2)
            tree.prove(task.key, found)
            asked.append(task)

        low, high = tree.bounds()
        assert low <= value <= high
        assert (low >= at_least) == (value >= at_least)
        assert low >= at_least or high < at_least
        assert len(set(asked)) == len(asked)


def test_with_right_estimates_only_the_expected_pieces_are_asked():
    rules = rules_of("lecture", 3, 3)
    minimax = Minimax(rules)
    start = start_key(rules)
    value = minimax.margin(start)
    for at_least in (value, value + 2):
        tree = ProofTree(Turns(rules), minimax.margin, start, 3, {})
        question = tree.question(at_least)
        expected = set(tree.expected_tasks(question))
        count = 0
        while (task := tree.next_task(question)) is not None:
            margin = minimax.margin(task.key)
            tree.prove(task.key, (margin, margin))
            count += 1
            left = tree.expected_tasks(question)
            assert len(left) <= len(expected)

        assert tree.is_expected_below(question) == (value >= at_least)
        assert 0 < count <= 2 * len(expected)
        assert tree.expected_tasks(question) == []


def test_pieces_that_workers_have_are_not_given_again():
    rules = rules_of("lecture", 4, 3)
    tree = ProofTree(Turns(rules), rough, start_key(rules), 3, {})
    question = tree.question(0)
    busy: list[MarginTask] = []
    for _ in range(6):
        task = tree.next_task(question, frozenset(one.key for one in busy))
        if task is not None:
            busy.append(task)

    assert len(busy) == 6
    assert len({task.key for task in busy}) == 6


def test_numbers_that_are_kept_are_those_computed_anew():
    rules = rules_of("lecture", 4, 3)
    chance = Random(4)
    tree = ProofTree(Turns(rules), rough, start_key(rules), 3, {})
    questions = [tree.question(number) for number in (-2, 0, 2, 4)]
    busy: list[bytes] = []
    for _ in range(60):
        question = chance.choice(questions)
        task = tree.next_task(question, frozenset(busy))
        tree._bring_up_to_date()
        numbers = dict(tree._numbers)
        tree._numbers.clear()
        assert {one: tree._current(one) for one in numbers} == numbers
        if task is None:
            busy.clear()
            continue
        choice = chance.random()
        if choice < 0.4:
            busy.append(task.key)
        elif choice < 0.5:
            tree.cut(task.key)
        else:
            stones = stones_in(task.key)
            yes = chance.random() < 0.5
            found = (task.at_least, stones) if yes else (-stones, task.at_least - 2)
            tree.prove(task.key, found)


def test_a_position_that_is_cut_is_followed_for_a_turn_more():
    rules = rules_of("lecture", 4, 3)
    tree = ProofTree(Turns(rules), rough, start_key(rules), 1, {})
    question = tree.question(0)
    first = tree.next_task(question)
    before = tree.open_pieces(1000)

    tree.cut(first.key)
    second = tree.next_task(question)

    assert first.key in [child for child, _ in Turns(rules).ends(tree.start).after]
    assert second.key != first.key
    assert tree.open_pieces(1000) > before
    assert tree.open_pieces(before) is None


def test_bounds_of_the_start_follow_from_those_after_its_turns():
    rules = rules_of("lecture", 3, 3)
    turns = Turns(rules)
    minimax = Minimax(rules)
    start = start_key(rules)
    proven = {child: (minimax.margin(child),) * 2 for child, _ in turns.ends(start).after}
    tree = ProofTree(turns, lambda key: 0.0, start, 1, proven)

    tree.next_task(tree.question(0))

    assert tree.bounds() == (minimax.margin(start),) * 2
    assert tree.next_task(tree.question(0)) is None
    assert tree.open_pieces(1) == 0


def test_the_engine_estimates_margins():
    rules = rules_of("lecture", 3, 3)
    estimate = Estimates(rules, 20_000)
    minimax = Minimax(rules)
    start = start_key(rules)

    assert estimate(start) == minimax.margin(start)
    assert position_of(start, rules).in_kalah(0) == 0


@pytest.mark.parametrize(("margin", "stones", "up"), [(3, 8, 4), (4, 8, 4), (-3, 8, -2), (0, 5, 1)])
def test_a_number_is_rounded_to_one_that_a_margin_can_be(margin, stones, up):
    assert rounded_up(margin, stones) == up
