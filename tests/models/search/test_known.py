"""What is proven of a position is asked in one place: nobody who speaks of it says otherwise."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from kalahloa.cli.main import main
from kalahloa.models.game.game import Game
from kalahloa.models.game.knowledge import Knowledge, ProofSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.known import SessionKnowledge, known_moves, known_value
from kalahloa.models.search.levels.levels import HIGHEST, PERFECT, at_level, sure_engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.move_values import Valuer
from kalahloa.models.search.score import Score
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.study.book_page import page_of
from kalahloa.models.study.forced.proven import proven_at
from kalahloa.models.study.forced.prover import prover_for
from kalahloa.models.study.forced.question import WinQuestion
from kalahloa.models.study.puzzles.exact import ExactValues, NotInTime
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.work.cancellation import never
from tests.oracles import loa_endgames
from tests.scores import exact

KALAH, LOA, TICTACTOE = (find_game(key) for key in ("kalah", "loa", "tictactoe"))
RULES = KALAH.rulebook.default
FIVE, SIX = (LOA.rulebook.read("olympiad", {"size": size}) for size in (5, 6))
WON_ENDGAME = min(
    (row for row in loa_endgames() if row["rules"] == "tutorial"),
    key=lambda row: (row["plies"], row["nodes"]),
)


@dataclass(frozen=True)
class Place:
    """A position; without *text*, the start after *moves*."""

    game: Game
    rules: Any
    text: str | None = None
    moves: str = ""

    def position(self) -> Any:
        if self.text is not None:
            return self.game.read(self.text, self.rules)
        position = self.game.start(self.rules)
        for move in self.moves.split():
            position.make(position.read_move(move))
        return position


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


PLACES = {
    "the start, in the book": Place(KALAH, RULES),
    "in the book, its moves are not": Place(KALAH, RULES, edge_of_the_book()),
    "in the tablebase": Place(KALAH, RULES, "<6,20,19,0,1,0,2,0,1,1,0,2,0,1,1> S"),
    "just above the tablebase": Place(KALAH, RULES, "<6,16,15,1,1,2,0,2,2,3,0,2,1,1,2> N"),
    "beside the end": Place(KALAH, RULES, "<6,22,20,0,0,0,0,0,1,1,0,1,0,1,2> S"),
    "a sure win": Place(KALAH, RULES, "<6,30,4,0,0,1,0,2,1,3,1,2,1,1,2> S"),
    "a win within reach": Place(LOA, LOA.rulebook.read("tutorial"), WON_ENDGAME["position"]),
    "a proven start": Place(LOA, FIVE),
    "a proven start, turned round": Place(LOA, FIVE, moves="d5-b3"),
    "inside a proof": Place(LOA, FIVE, moves="b1-d3 a3xd3"),
    "outside this program": Place(LOA, FIVE, moves="b1-b3"),
    "the start of a larger proof": Place(LOA, SIX),
    "noughts and crosses, won": Place(TICTACTOE, TICTACTOE.rulebook.default, "XX./OO./... X"),
    "noughts and crosses, drawn": Place(TICTACTOE, TICTACTOE.rulebook.default, "XOX/XO./.X. O"),
}


@cache
def knowledge(place: str) -> Knowledge:
    one = PLACES[place]
    return one.game.knowledge.to_play(one.rules)


@cache
def truth(place: str) -> dict[int, int]:
    """Return the exact values of the moves, by a solver that knows nothing before; {} if slow."""
    position = PLACES[place].position()
    if can_be_solved(position) and len(position.legal_moves()) < 6:
        moves = Solver(16).values(position, seconds=20.0).moves
        return {move: bounds.low for move, bounds in moves.items() if bounds.proven}
    return {}


Said = dict[int, Score]


def said_by_values(place: str, position: Any) -> Said:
    return Valuer().values(position, knowledge=knowledge(place), stopped=Soon())


def said_by_lines(place: str, position: Any) -> Said:
    limits = Limits(seconds=0.3)
    return dict(Valuer().analyse(position, limits=limits, knowledge=knowledge(place)).values)


def _choice(place: str, searcher: Any, position: Any) -> Said:
    found = searcher.choose(position, Limits(seconds=0.3), PLACES[place].game.heuristic())
    return {found.move: found.score}


def said_by_a_hint(place: str, position: Any) -> Said:
    return _choice(place, sure_engine(Limits(), 0, PLACES[place].game.knowledge), position)


def said_by_the_strongest_level(place: str, position: Any) -> Said:
    level = PERFECT if can_be_solved(position) else HIGHEST
    return _choice(place, at_level(level, 0, PLACES[place].game.knowledge), position)


def said_by_a_review(place: str, position: Any) -> Said:
    one = PLACES[place]
    said = {}
    for move in position.legal_moves()[:2]:
        record = Record(one.game, one.rules, position.position_string())
        record.play(move)
        settings = ReviewSettings(Limits(seconds=0.3), mebibytes=16, cached=False)
        (ply,) = Reviewer(settings).review(GameLine.of(record)).plies
        said |= {ply.best: ply.best_value, ply.move: ply.value}
    return said


def said_by_the_book_page(place: str, position: Any) -> Said:
    moves = page_of(knowledge(place), position).moves
    return {one.move: exact(one.value) for one in moves if one.value is not None}


def said_by_the_proof_panel(place: str, position: Any) -> Said:
    known = SessionKnowledge(knowledge(place))
    limits = Limits(seconds=0.3 if can_be_solved(position) else 2.0)
    question = WinQuestion(position.side, None, limits)
    prover = prover_for(PLACES[place].game, position, question, lambda: known)
    verdict = prover.prove(never, lambda _: None)
    proven = proven_at(prover, verdict, position)
    return {} if proven is None else dict(proven.values)


def said_by_puzzles(place: str, position: Any) -> Said:
    if not can_be_solved(position):
        return {}
    known = ExactValues(PLACES[place].game, 0.5)
    try:
        known.begin(position)
        values = known.values(position)
    except NotInTime:
        return {}
    return {move: exact(value) for move, value in values.items()}


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
    said_by_the_strongest_level,
    said_by_a_review,
    said_by_the_book_page,
    said_by_the_proof_panel,
    said_by_puzzles,
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_nobody_contradicts_what_is_known(speaker: Any, place: str) -> None:
    position = PLACES[place].position()
    known, exact = known_moves(knowledge(place), position), truth(place)

    said = speaker(place, position)

    for move, value in said.items():
        here = known.moves[move]
        if here is not None:
            assert (value.number, value.proven) == (here.value, True)
        elif value.proven and exact:
            assert value.number == exact[move]
        if known.value is not None and can_be_solved(position):
            assert value.number <= known.value.value
        if known.value is not None and set(said) & set(known.best):
            best = max(said.values(), key=lambda value: value.order)
            assert best.number == known.value.value


@pytest.mark.parametrize("speaker", [said_by_a_hint, said_by_lines, said_by_the_proof_panel])
def test_all_find_the_win_that_is_within_reach(speaker: Any) -> None:
    place = "a win within reach"
    position = PLACES[place].position()

    said = speaker(place, position)

    best = max(said, key=lambda move: said[move].order)
    assert (said[best].number, said[best].proven) == (1, True)


@pytest.mark.parametrize("place", PLACES)
def test_the_command_line_says_what_is_known(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    one = PLACES[place]
    position = one.position()
    known = known_moves(knowledge(place), position)
    options = one.game.rulebook.as_mapping(one.rules)
    asked = [one.game.key, "--position", position.position_string()]
    for name, value in options.items():
        asked += [f"--{name.replace('_', '-')}", str(value)]
    asked += ["--json", "--time", "0.1"]

    assert main(["analyse", *asked, "--lines", "all"]) == 0
    rows = {row["move"]: row for row in json.loads(capsys.readouterr().out)["moves"]}
    for move, one_known in known.moves.items():
        row = rows[position.format_move(move)]
        if one_known is not None:
            assert (row["value"], row["proven"]) == (one_known.value, True)
        elif known.value is not None and can_be_solved(position):
            assert row["value"] <= known.value.value
    if known.best:
        assert position.read_move(next(iter(rows))) in known.best

    assert main(["best", *asked, "--searcher", "engine"]) == 0
    found = json.loads(capsys.readouterr().out)
    best = position.read_move(found["move"])
    if known.best:
        assert best in known.best
        assert found["proven"]


class OneValue(Knowledge):
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
    session = SessionKnowledge(Knowledge(RULES))
    position = PLACES[place].position()
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
    session = SessionKnowledge(Knowledge(RULES))
    position = PLACES["just above the tablebase"].position()
    exact = truth("just above the tablebase")
    least = min(exact, key=exact.__getitem__)

    session.remember(position, {least: exact[least]})

    assert known_value(session, position) is None
    one = known_moves(session, position).moves[least]
    assert one is not None
    assert one.value == exact[least]
