"""What is known of a node: proven beats estimated, and the hint is what the values say."""

import gc
from dataclasses import dataclass
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.controllers.features.analysis.findings import Findings
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Node, Record
from kalahloa.models.search.move_values import FoundValues, Line, Values
from kalahloa.models.search.score import Score, ScoreKind
from kalahloa.models.study.forced.proven import ProvenMoves
from tests.scores import WINNER, estimate, exact, move_score


def node() -> Node:
    return Node(0, None, None, "", -1, 0, 0, 0, None)


def estimated(number: float, depth: int = 1) -> Score:
    return estimate(number, depth=depth)


def proven(number: int, plies: int | None = None) -> Score:
    kind = ScoreKind.MARGIN if plies is None else WINNER
    return exact(float(number), kind=kind, plies=plies, depth=1)


@pytest.fixture
def findings() -> Findings:
    return Findings()


@pytest.fixture
def here() -> Node:
    return node()


# -- merging ---------------------------------------------------------------------------------------


def test_of_an_unknown_node_nothing_is_known(findings, here):
    assert findings.values(here) == {}
    assert findings.hint(here) is None
    assert not findings.has_values(here)
    assert not findings.is_proven(here)
    assert not findings.is_final(here)


def test_values_are_kept_in_the_order_of_the_moves(findings, here):
    findings.add_hint(here, 3, estimated(5.0, 9))
    findings.add_values(here, {move: estimated(0.0) for move in (1, 2, 3)})

    assert list(findings.values(here)) == [1, 2, 3]


def test_a_proven_value_replaces_an_estimate_of_any_depth(findings, here):
    findings.add_values(here, {1: estimated(4.0, 30), 2: estimated(1.0, 30)})
    findings.add_values(here, {1: proven(-2), 2: estimated(1.5, 2)})

    assert findings.values(here) == {1: proven(-2), 2: estimated(1.0)}


def test_no_estimate_replaces_a_proven_value(findings, here):
    findings.add_values(here, {1: proven(-2)})
    findings.add_values(here, {1: estimated(7.0, 40)})

    assert findings.values(here) == {1: proven(-2)}


def test_what_a_book_has_replaces_estimates_and_says_whether_it_is_new(findings, here):
    findings.add_values(here, {1: estimated(4.0, 30), 2: estimated(1.0, 30)})
    lines = [Line(1, proven(-2), (1, 3))]

    assert findings.add_exact(here, [1, 2], lines, (0.0, 0.0))
    assert not findings.add_exact(here, [1, 2], lines, (0.0, 0.0))

    assert findings.values(here) == {1: proven(-2), 2: estimated(0.0)}
    assert findings.lines(here)[1] == Line(1, proven(-2), (1, 3))
    assert not findings.is_proven(here)
    findings.add_exact(here, [1, 2], [Line(2, proven(0), (2,))])
    assert findings.is_proven(here) and findings.is_final(here)


@pytest.mark.parametrize(
    ("first", "second", "kept"), [(4, 9, 2.0), (9, 4, 1.0), (4, 4, 2.0)], ids=str
)
def test_the_deeper_estimate_counts_and_of_equals_the_later(findings, here, first, second, kept):
    findings.add_values(here, {1: estimated(1.0, first)})
    findings.add_values(here, {1: estimated(2.0, second)})

    assert findings.values(here) == {1: estimated(kept)}


def test_a_win_that_is_proven_to_be_sooner_replaces_a_later_one(findings, here):
    for plies in (7, 3, 5):
        findings.add_values(here, {1: proven(1, plies)})

    assert findings.values(here)[1].plies == 3


def test_what_a_computer_player_thought_counts_least(findings, here):
    findings.add_values(here, {1: estimated(1.0, 3)})

    findings.add_choice(here, 1, estimated(9.0, 30))
    findings.add_choice(here, 2, estimated(0.5, 30))

    assert findings.values(here) == {1: estimated(1.0), 2: estimated(0.5)}


def test_what_a_computer_player_proved_counts(findings, here):
    findings.add_values(here, {1: estimated(1.0, 3), 2: estimated(0.0, 3)})

    findings.add_choice(here, 2, proven(4))

    assert findings.hint(here) == (2, proven(4))


# -- hints -----------------------------------------------------------------------------------------


def test_a_hint_beside_proven_values_is_one_of_them(findings, here):
    """ "6 +10.36, estimated" beside a proven +8."""
    findings.add_values(here, {5: proven(8), 6: proven(4)})

    findings.add_hint(here, 6, estimated(10.36, 22))

    assert findings.hint(here) == (5, proven(8))


def test_a_hint_beside_a_proven_draw_is_the_draw(findings, here):
    """ "-0.03" beside a proven 0."""
    findings.add_hint(here, 1, estimated(-0.03, 12))
    findings.add_values(here, {1: proven(0), 2: proven(-6)})

    assert findings.hint(here) == (1, proven(0))
    assert findings.values(here)[1].short == "0"


def test_a_deeper_hint_is_the_best_of_the_values_beside_it(findings, here):
    """Its search found no move better, so those that were thought to be are not."""
    findings.add_values(here, {1: estimated(0.4, 8), 2: estimated(0.6, 8), 3: estimated(-3.0, 8)})

    findings.add_hint(here, 1, estimated(-0.5, 12))

    assert findings.hint(here) == (1, estimated(-0.5))
    assert findings.values(here) == {
        1: estimated(-0.5),
        2: estimated(-0.5),
        3: estimated(-3.0),
    }


def test_values_that_look_deeper_than_the_hint_replace_it(findings, here):
    findings.add_hint(here, 1, estimated(0.3, 10))
    findings.add_values(here, {1: estimated(-0.2, 5), 2: estimated(0.8, 5)})
    assert findings.hint(here) == (1, estimated(0.3))

    findings.add_values(here, {1: estimated(0.1, 11), 2: estimated(0.9, 11)})

    assert findings.hint(here) == (2, estimated(0.9))


def test_where_the_best_move_is_proven_no_estimate_exceeds_it(findings, here):
    findings.add_values(here, {1: estimated(10.4, 20), 2: estimated(3.0, 20)})

    findings.add_hint(here, 2, proven(8))
    findings.add_values(here, {1: estimated(11.0, 25), 2: estimated(3.0, 25)})

    assert findings.values(here) == {1: estimated(8.0), 2: proven(8)}
    assert findings.hint(here) == (2, proven(8))


def test_among_proven_wins_the_soonest_is_the_hint_and_the_slowest_among_losses(findings):
    winning, losing = node(), node()

    findings.add_values(winning, {1: proven(1, 5), 2: proven(1, 3), 3: estimated(1.0, 9)})
    findings.add_values(losing, {1: proven(-1, 4), 2: proven(-1, 8)})

    assert findings.hint(winning) == (2, findings.values(winning)[2])
    assert findings.hint(losing) == (2, findings.values(losing)[2])


def test_of_equally_good_moves_the_one_that_was_searched_for_is_the_hint(findings, here):
    findings.add_values(here, {1: proven(2), 2: proven(2), 3: proven(2)})

    findings.add_hint(here, 2, estimated(1.0, 9))

    assert findings.hint(here) == (2, proven(2))


# -- when more cannot be known ---------------------------------------------------------------------


def test_values_are_final_when_all_are_proven_or_the_time_is_spent(findings, here):
    findings.add_values(here, {1: proven(2), 2: estimated(1.0)})
    assert not findings.is_final(here)
    findings.add_values(here, {1: proven(2), 2: estimated(1.0)}, finished=True)
    assert findings.is_final(here)
    assert not findings.is_proven(here)

    findings.reopen()
    assert not findings.is_final(here)
    assert findings.values(here) == {1: proven(2), 2: estimated(1.0)}

    findings.add_values(here, {1: proven(2), 2: proven(1)})
    findings.reopen()
    assert findings.is_final(here)
    assert findings.is_proven(here)


def test_a_single_proven_hint_does_not_make_the_values_final(findings, here):
    findings.add_hint(here, 1, proven(3))

    assert not findings.is_final(here)
    assert not findings.has_values(here)


# -- forgetting ------------------------------------------------------------------------------------


def test_nodes_are_told_apart_by_identity(findings, here):
    findings.add_values(here, {1: proven(1)})

    assert findings.values(node()) == {}


def test_what_is_known_goes_with_its_record(findings):
    record = Record(find_game("tictactoe"))
    record.play(1)
    findings.add_values(record.root, {1: proven(0)})
    findings.add_values(record.current, {2: proven(0)})

    del record
    gc.collect()

    assert len(findings._nodes) == 0


def test_the_oldest_nodes_are_forgotten_first():
    findings = Findings(max_nodes=3)
    nodes = [node() for _ in range(4)]
    for one in nodes[:3]:
        findings.add_values(one, {1: proven(1)})
    findings.add_values(nodes[0], {1: proven(1)})  # becomes the newest

    findings.add_values(nodes[3], {1: proven(1)})

    assert [bool(findings.values(one)) for one in nodes] == [True, False, True, True]


# -- whatever comes in whatever order --------------------------------------------------------------


@dataclass
class Truth:
    """True values of the moves of a position, and what honest searches may say of them."""

    values: dict[int, int]

    @property
    def best(self) -> int:
        return max(self.values.values())


_NUMBERS = st.floats(-90, 90, allow_nan=False)
_TRUTHS = st.dictionaries(st.integers(1, 6), st.integers(-20, 20), min_size=1).map(Truth)


@st.composite
def _sequences(draw: st.DrawFn) -> tuple[Truth, list[tuple[str, Values, int, bool]]]:
    """Return true values, and results of searches: estimates are arbitrary, proofs true."""
    truth = draw(_TRUTHS)
    moves = sorted(truth.values)
    steps = []
    for _ in range(draw(st.integers(1, 8))):
        kind = draw(st.sampled_from(["values", "lines", "hint", "choice"]))
        depth = draw(st.integers(0, 30))
        if kind == "values":
            found = {
                move: proven(truth.values[move])
                if draw(st.booleans())
                else estimated(draw(_NUMBERS), depth)
                for move in moves
            }
            steps.append((kind, found, 0, draw(st.booleans())))
            continue
        if kind == "lines":
            best = draw(st.lists(st.sampled_from(moves), min_size=1, unique=True))
            found = {move: estimated(draw(_NUMBERS), depth) for move in best}
            steps.append((kind, found, 0, False))
            continue
        exact = draw(st.booleans())
        allowed = moves
        if kind == "hint" and exact:
            allowed = [move for move in moves if truth.values[move] == truth.best]
        move = draw(st.sampled_from(allowed))
        value = proven(truth.values[move]) if exact else estimated(draw(_NUMBERS), depth)
        steps.append((kind, {move: value}, move, False))
    return truth, steps


def _add(findings: Findings, here: Node, step: tuple[str, Values, int, bool]) -> None:
    kind, found, move, finished = step
    if kind == "values":
        findings.add_values(here, found, finished)
    elif kind == "lines":
        depth = max(value.depth for value in found.values())
        lines = {move: (move, 99) for move in found}
        findings.add_found(
            here, FoundValues((1, 2, 3, 4, 5, 6, 7, 8), found, lines, tuple(found), depth)
        )
    elif kind == "hint":
        findings.add_hint(here, move, found[move])
    else:
        findings.add_choice(here, move, found[move])


@given(_sequences())
def test_a_hint_never_contradicts_the_values_beside_it(sequence):
    truth, steps = sequence
    findings, here = Findings(), node()
    was_proven: Values = {}
    knows_best = False
    for step in steps:
        _add(findings, here, step)
        knows_best = knows_best or (step[0] == "hint" and step[1][step[2]].proven)

        values = findings.values(here)
        move, value = findings.hint(here)
        assert value == values[move]
        lines = findings.lines(here)
        assert {line.move: line.value for line in lines} == values
        assert (lines[0].move, lines[0].value) == (move, value)
        assert [line.value.number for line in lines] == sorted(
            (line.value.number for line in lines), reverse=True
        )
        assert all(line.moves[0] == line.move for line in lines)
        assert value.number == max(one.number for one in values.values())
        if any(one.proven and one.number == value.number for one in values.values()):
            assert value.proven
        for one, known in values.items():
            assert not known.text.startswith(("-0.0", "+0.0")) or float(known.text) != 0
            if known.proven:
                assert known.number == truth.values[one]
            elif knows_best:
                assert known.number <= truth.best
        assert was_proven.items() <= values.items()
        was_proven = {one: known for one, known in values.items() if known.proven}
        if findings.has_values(here):
            assert set(values) == set(truth.values)
        if findings.is_proven(here):
            assert value.number == truth.best


@given(_sequences())
def test_the_hint_of_the_deepest_search_is_shown_unless_a_proof_says_otherwise(sequence):
    _, steps = sequence
    findings, here = Findings(), node()
    for step in steps:
        _add(findings, here, step)

    findings.add_hint(here, min(findings.values(here)), estimated(1.0, 99))

    move, value = findings.hint(here)
    assert value.proven or value.number <= 1.0
    if not any(known.proven for known in findings.values(here).values()):
        assert (move, value.number) == (min(findings.values(here)), 1.0)


@given(_sequences(), _sequences())
def test_nodes_do_not_mix(first, second):
    together, apart = Findings(), Findings()
    here, there = node(), node()
    for step in first[1]:
        _add(together, here, step)
        _add(apart, here, step)
    for step in second[1]:
        _add(together, there, step)

    assert together.values(here) == apart.values(here)
    assert together.hint(here) == apart.hint(here)


# -- lines -----------------------------------------------------------------------------------------


def found(values: Values, best: tuple[int, ...] = (), depth: int = 0) -> FoundValues:
    followed = {move: (move, 9) for move in values}
    return FoundValues((1, 2, 3), values, followed, best, depth, 1000, 0.5)


def test_what_is_not_among_the_best_lines_is_worth_no_more_than_these(findings, here):
    findings.add_values(here, {1: estimated(1.0, 6), 2: estimated(0.5, 6), 3: estimated(2.0, 6)})

    findings.add_found(here, found({1: estimated(1.5, 10), 2: estimated(1.0, 10)}, (1, 2), 10))

    assert {move: value.number for move, value in findings.values(here).items()} == {
        1: 1.5,
        2: 1.0,
        3: 1.0,
    }
    assert [line.move for line in findings.lines(here)] == [1, 2, 3]  # the deeper before the rest
    assert [line.move for line in findings.lines(here, 2)] == [1, 2]


def test_a_deeper_line_replaces_a_shallower_one_and_no_shallower_one_a_deeper(findings, here):
    findings.add_found(here, found({1: estimated(0.4, 5)}, (1,), 5))
    findings.add_values(here, {1: estimated(0.9, 3)})
    assert findings.lines(here)[0].moves == (1, 9)

    findings.add_values(here, {1: estimated(0.9, 8)})

    (line,) = findings.lines(here)
    assert (line.value.number, line.moves) == (0.9, (1,))  # the old line is not what this is worth


def test_a_proven_value_has_the_longest_line_that_was_found(findings, here):
    value = proven(4)
    findings.add_values(here, {1: value})
    findings.add_found(here, found({1: value}))
    findings.add_values(here, {1: value})

    assert findings.lines(here)[0].moves == (1, 9)


def test_the_effort_is_that_of_the_last_analysis(findings, here):
    assert findings.effort(here) == (0, 0, 0.0)

    findings.add_found(here, found({1: estimated(0.4, 5)}, (1,), 5), done="task")

    assert findings.effort(here) == (5, 1000, 0.5)
    assert findings.is_done(here, "task")
    assert not findings.is_done(here, "other")
    findings.reopen()
    assert not findings.is_done(here, "task")


def test_a_proven_loss_is_no_hint_however_bad_the_others_are_estimated(findings, here):
    findings.add_values(here, {1: proven(-1, 6), 2: estimated(-7.0, 6), 3: estimated(-9.0, 6)})

    hint = findings.hint(here)

    assert hint is not None and hint[0] == 2
    assert [line.move for line in findings.lines(here)] == [2, 3, 1]


def test_where_the_best_move_loses_all_do_and_it_stays_the_best(findings, here):
    findings.add_values(here, {1: estimated(-2.0, 6), 2: estimated(-7.0, 6), 3: estimated(-9.0, 6)})

    findings.add_found(here, found({3: proven(-1, 10)}, (3,), 8))

    assert [line.move for line in findings.lines(here)] == [3, 1, 2]


def test_where_a_hint_is_a_proven_loss_it_stays_the_best(findings, here):
    findings.add_values(here, {1: estimated(-2.0, 6), 2: estimated(-7.0, 6), 3: estimated(-9.0, 6)})

    findings.add_hint(here, 3, proven(-1, 10))

    assert findings.hint(here) == (3, proven(-1, 10))


@given(
    numbers=st.dictionaries(st.integers(1, 6), st.floats(-20, 20), min_size=2),
    low=st.integers(-15, 15),
    span=st.integers(0, 10),
    proof_first=st.booleans(),
)
def test_estimates_never_leave_what_is_proven_of_the_best_move(numbers, low, span, proof_first):
    findings, here = Findings(), node()
    proof = ProvenMoves((float(low), float(low + span)), ranges={min(numbers): (-inf, low - 1.0)})
    if proof_first:
        findings.add_proof(here, list(numbers), proof)
    findings.add_values(here, {move: estimated(number) for move, number in numbers.items()})
    findings.add_proof(here, list(numbers), proof)

    values = findings.values(here)
    assert low <= max(value.number for value in values.values()) <= low + span
    assert values[min(numbers)].number < low


def test_a_bound_says_nothing_of_the_move_that_a_player_chose(findings, here):
    findings.add_choice(here, 1, estimated(-4.0))
    findings.add_proof(here, [1, 2], ProvenMoves((3.0, inf)))

    assert findings.values(here)[1].number == -4.0


def test_a_win_that_is_counted_replaces_one_that_is_not_and_beats_any_estimate(findings, here):
    uncounted, counted = move_score(1.0, True, None, False, 0), move_score(1.0, True, 7, False, 0)
    findings.add_values(here, {1: estimated(9.0), 2: estimated(0.0), 3: estimated(0.0)})

    findings.add_proof(here, [1, 2, 3], ProvenMoves((1.0, inf), {2: uncounted}))
    assert findings.hint(here) == (2, uncounted)
    findings.add_hint(here, 3, counted)
    assert findings.hint(here) == (3, counted)
    findings.add_hint(here, 2, counted)
    findings.add_proof(here, [1, 2, 3], ProvenMoves((1.0, inf), {2: uncounted}))
    assert findings.values(here)[2].text == "wins in 7"
