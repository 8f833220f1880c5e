"""What is proven of a position is asked in one place: nobody who speaks of it says otherwise."""

import json
from functools import cache
from typing import Any

import pytest

from kalahloa.cli.main import main
from kalahloa.models.knowledge import Knowledge, NothingKnown, ProofSource
from kalahloa.models.known import SessionKnowledge, known_moves, known_value
from kalahloa.models.record import Record
from kalahloa.models.registry import find_game
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import MoveValue, Valuer, value_of_result
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.strength.levels import PERFECT, at_level, sure_engine
from kalahloa.models.study.forced.by_margin import MarginProver
from kalahloa.models.study.forced.question import Question
from kalahloa.models.study.proven_page import page_of
from kalahloa.models.study.puzzles.exact import ExactValues, NotInTime
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings

KALAH = find_game("kalah")
RULES = KALAH.rulebook.default
PLACES = {
    "the start, in the book": "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S",
    "in the book, its moves are not": "",
    "in the tablebase": "<6,20,19,0,1,0,2,0,1,1,0,2,0,1,1> S",
    "just above the tablebase": "<6,16,15,1,1,2,0,2,2,3,0,2,1,1,2> N",
    "beside the end": "<6,22,20,0,0,0,0,0,1,1,0,1,0,1,2> S",
    "a sure win": "<6,30,4,0,0,1,0,2,1,3,1,2,1,1,2> S",
}


@cache
def knowledge() -> Knowledge:
    return KALAH.knowledge.to_play(RULES)


@cache
def edge_of_the_book() -> str:
    """Return a position whose value the book has, but not the values of all its moves."""
    position = KALAH.start(RULES)
    book = KALAH.knowledge.book(RULES)
    while True:
        inside = []
        for move in position.legal_moves():
            position.make(move)
            if not position.is_over() and book.probe(position) is not None:
                inside.append(move)
            position.unmake()
        if len(inside) < len(position.legal_moves()):
            return position.position_string()
        position.make(inside[0])


def position_at(place: str) -> Any:
    return KALAH.read(PLACES[place] or edge_of_the_book(), RULES)


@cache
def truth(place: str) -> dict[int, int]:
    """Return the exact values of the moves, by a solver that knows nothing before; {} if slow."""
    position = position_at(place)
    if position.in_pits(0) + position.in_pits(1) > 30:
        return {}
    moves = Solver(16).values(position).moves
    return {move: bounds.low for move, bounds in moves.items() if bounds.proven}


def said_by_values(position: Any) -> dict[int, MoveValue]:
    return Valuer().values(position, knowledge=knowledge(), stopped=Soon())


def said_by_lines(position: Any) -> dict[int, MoveValue]:
    limits = Limits(seconds=0.3)
    return dict(Valuer().analyse(position, limits=limits, knowledge=knowledge()).values)


def _choice(searcher: Any, position: Any) -> dict[int, MoveValue]:
    found = searcher.choose(position, Limits(seconds=0.3), KALAH.heuristic())
    return {found.move: value_of_result(found, True)}


def said_by_a_hint(position: Any) -> dict[int, MoveValue]:
    return _choice(sure_engine(Limits(), 0, KALAH.knowledge), position)


def said_by_the_perfect_level(position: Any) -> dict[int, MoveValue]:
    return _choice(at_level(PERFECT, 0, KALAH.knowledge), position)


def said_by_a_review(position: Any) -> dict[int, MoveValue]:
    record = Record(KALAH, RULES, position.position_string())
    move = position.legal_moves()[0]
    record.play(move)
    settings = ReviewSettings(Limits(seconds=0.3), mebibytes=16, cached=False)
    (ply,) = Reviewer(settings).review(GameLine.of(record)).plies
    return {ply.best: ply.best_value, ply.move: ply.value}


def said_by_the_book_page(position: Any) -> dict[int, MoveValue]:
    moves = page_of(knowledge(), position).moves
    return {
        one.move: MoveValue(one.value, True, str(one.value))
        for one in moves
        if one.value is not None
    }


def said_by_the_proof_panel(position: Any) -> dict[int, MoveValue]:
    known = SessionKnowledge(knowledge(), {})
    question = Question(position.side, None, Limits(seconds=0.3))
    verdict = MarginProver(position, question, lambda: known).prove(lambda: False, lambda _: None)
    if verdict.low is None or verdict.low != verdict.high or not verdict.line:
        return {}
    return {verdict.line[0]: MoveValue(verdict.low, True, str(verdict.low))}


def said_by_puzzles(position: Any) -> dict[int, MoveValue]:
    exact = ExactValues(KALAH, 0.5)
    try:
        exact.begin(position)
        values = exact.values(position)
    except NotInTime:
        return {}
    return {move: MoveValue(value, True, str(value)) for move, value in values.items()}


class Soon:
    """A stop that comes after some asking."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > 300


SPEAKERS = [
    said_by_values,
    said_by_lines,
    said_by_a_hint,
    said_by_the_perfect_level,
    said_by_a_review,
    said_by_the_book_page,
    said_by_the_proof_panel,
    said_by_puzzles,
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_nobody_contradicts_what_is_known(speaker: Any, place: str) -> None:
    position = position_at(place)
    known, exact = known_moves(knowledge(), position), truth(place)

    said = speaker(position)

    for move, value in said.items():
        here = known.moves[move]
        if here is not None:
            assert (value.number, value.proven) == (here.value, True)
        elif value.proven and exact:
            assert value.number == exact[move]
        if known.value is not None:
            assert value.number <= known.value.value
        if known.value is not None and set(said) & set(known.best):
            assert max(value.number for value in said.values()) == known.value.value


@pytest.mark.parametrize("place", PLACES)
def test_the_command_line_says_what_is_known(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    position = position_at(place)
    known = known_moves(knowledge(), position)
    text = position.position_string()
    asked = ["kalah", "--position", text, "--json", "--time", "0.1"]

    assert main(["analyse", *asked, "--lines", "all"]) == 0
    rows = {row["move"]: row for row in json.loads(capsys.readouterr().out)["moves"]}
    for move, one in known.moves.items():
        row = rows[position.format_move(move)]
        if one is not None:
            assert (row["value"], row["proven"]) == (one.value, True)
        elif known.value is not None:
            assert row["value"] <= known.value.value

    assert main(["best", *asked, "--searcher", "engine"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = position.read_move(found["move"])
    if known.best:
        assert best in known.best
        assert found["proven"]


class OneValue(NothingKnown):
    """Knows the value of the given position only."""

    def __init__(self, position: Any, value: int) -> None:
        super().__init__(position.rules)
        self._text = position.position_string()
        self._value = value

    def probe(self, position: Any) -> int | None:
        return self._value if position.position_string() == self._text else None


def test_no_move_is_estimated_above_the_proven_value_of_its_position() -> None:
    position = KALAH.start(RULES)
    limits = Limits(seconds=0.0)
    free = Valuer().analyse(position, limits=limits).values
    value = round(max(one.number for one in free.values())) - 5

    found = Valuer().analyse(position, limits=limits, knowledge=OneValue(position, value)).values

    assert set(found) == set(position.legal_moves())
    assert max(one.number for one in found.values()) == value
    assert not any(one.proven for one in found.values())


@pytest.mark.parametrize("place", ["beside the end", "in the tablebase"])
def test_what_was_proven_in_a_session_is_known_of_positions_and_of_the_moves_to_them(
    place: str,
) -> None:
    session = SessionKnowledge(NothingKnown(RULES), {})
    position = position_at(place)
    exact = truth(place)
    before = position.position_string()
    assert known_value(session, position) is None

    session.remember(position, exact)

    assert position.position_string() == before
    found = known_moves(session, position)
    assert found.value is not None
    assert (found.value.value, found.value.source) == (max(exact.values()), ProofSource.SEARCH)
    assert {move: one.value for move, one in found.moves.items() if one is not None} == exact


def test_a_part_of_the_moves_says_nothing_of_the_position() -> None:
    session = SessionKnowledge(NothingKnown(RULES), {})
    position = position_at("just above the tablebase")
    exact = truth("just above the tablebase")
    least = min(exact, key=exact.__getitem__)

    session.remember(position, {least: exact[least]})

    assert known_value(session, position) is None
    one = known_moves(session, position).moves[least]
    assert one is not None
    assert one.value == exact[least]
