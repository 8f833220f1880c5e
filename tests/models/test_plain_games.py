"""What a game in plain Python tells the engine besides its rules is obeyed, compiled or not."""

from typing import Any

import pytest

from kalahloa.models.game.outcome import Outcome
from kalahloa.models.game.plain_position import PlainPosition
from kalahloa.models.game.repetition import Repetition
from kalahloa.models.game.searchable import SearchPosition
from kalahloa.models.game.value import (
    DECIDED,
    INFINITE,
    MAX_MARGIN,
    MAX_MARGIN_VALUE,
    WON,
    value_of_margin,
)
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.engine.pvs import Search
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import search_value
from kalahloa.models.search.solver.solvable import can_be_solved
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.search.transposition_table import TranspositionTable
from kalahloa.models.text.errors import BadGame
from tests.models.stones_game import Stones

engine = Engine(1)


class Cards(PlainPosition):
    """Both sides take one of the cards in turn; the sum that is higher at the end wins by so much.

    A move is the number of a card.
    """

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.cards = cards
        self.taken: list[int] = []
        super().__init__()

    def list_moves(self) -> list[int]:
        return [number for number in range(len(self.cards)) if number not in self.taken]

    def do_move(self, move: int) -> None:
        self.taken.append(move)
        self.side = 1 - self.side

    def undo_move(self, move: int) -> None:
        self.taken.pop()

    def lead(self) -> int:
        """Return by how much the first side leads."""
        return sum(self.cards[move] * (-1) ** turn for turn, move in enumerate(self.taken))

    def board_outcome(self) -> Outcome | None:
        if len(self.taken) < len(self.cards):
            return None
        lead = self.lead()
        return Outcome(None if not lead else int(lead < 0), lead, "The cards are taken.")

    def always_ends(self) -> bool:
        return True

    def position_string(self) -> str:
        return f"{self.cards} {self.taken}"


class Judged(Cards):
    """Is judged by the lead, without a heuristic."""

    def evaluate(self) -> int:
        return 100 * (self.lead() if self.side == 0 else -self.lead())


class Ordered(Cards):
    """Would have the last card searched first."""

    def order_score(self, move: int) -> int:
        return move


class Counted(Cards):
    """Is worth its margin, however long it takes."""

    def terminal_value(self, score: int, ply: int) -> int:
        return value_of_margin(score)


class Foreseen(Judged):
    """Is settled as soon as the lead cannot be made up for."""

    def static_bound(self, alpha: int, beta: int) -> int:
        left = sum(card for number, card in enumerate(self.cards) if number not in self.taken)
        least = (self.lead() if self.side == 0 else -self.lead()) - left
        return beta if least > 0 and beta <= DECIDED else -32768


def test_an_evaluation_is_obeyed():
    best = engine.analyse(Judged((3, 9, 4, 1)), Limits(depth=1)).lines[0]

    assert (best.move, search_value(best.score)) == (1, 900)


def test_without_an_evaluation_nothing_is_estimated():
    assert search_value(engine.analyse(Cards((3, 9, 4, 1)), Limits(depth=1)).lines[0].score) == 0


def test_an_order_score_is_obeyed():
    equal = (1, 1, 1, 1, 1)

    plain, ordered = (
        engine.analyse(game(equal), Limits(depth=1)).lines[0].move for game in (Cards, Ordered)
    )

    assert (plain, ordered) == (0, 4)


@pytest.mark.parametrize("score", [1 << 12, 1_000_000])
def test_a_large_order_score_is_obeyed(score: int, monkeypatch):
    monkeypatch.setattr(Ordered, "order_score", lambda self, move: score if move == 4 else 0)

    best = engine.analyse(Ordered((1, 1, 1, 1, 1)), Limits(depth=1)).lines[0]

    assert best.move == 4


def test_the_move_of_the_table_comes_before_any_order_score(monkeypatch):
    order: list[int] = []
    take = Cards.do_move
    monkeypatch.setattr(Ordered, "order_score", lambda self, move: 1_000_000 if move == 4 else 0)
    monkeypatch.setattr(
        Ordered, "do_move", lambda self, move: order.append(move) or take(self, move)
    )
    search = Search(Ordered((1, 1, 9, 1, 1)), TranspositionTable(1))
    search.begin_with(2)

    search.run(1, -INFINITE, INFINITE)

    assert order[0] == 2


def test_what_an_end_is_worth_is_obeyed():
    cards = (5, 2, 8, 1)

    plain, counted = (
        engine.analyse(game(cards), Limits(depth=9)).lines[0].score for game in (Cards, Counted)
    )

    assert (plain.text, plain.number) == ("wins in 4", 1)
    assert (counted.text, counted.number) == ("wins by 4", 4)


def test_a_static_bound_ends_the_search():
    cards = (50, 2, 8, 1, 3, 1)

    searched, foreseen = (
        engine.analyse(game(cards), Limits(depth=6)) for game in (Judged, Foreseen)
    )

    assert foreseen.nodes < searched.nodes
    assert foreseen.lines[0].move == searched.lines[0].move == 0


class Broken(Judged):
    """Fails in the method called `name`."""

    name = ""

    def _fail(self, name: str) -> None:
        if name == self.name and len(self.taken) > 1:
            raise KeyError(f"a fault in {name}")

    def evaluate(self) -> int:
        self._fail("evaluate")
        return super().lead()

    def order_score(self, move: int) -> int:
        self._fail("order_score")
        return 0

    def terminal_value(self, score: int, ply: int) -> int:
        self._fail("terminal_value")
        return 100 * score

    def static_bound(self, alpha: int, beta: int) -> int:
        self._fail("static_bound")
        return -32768

    def null_move(self) -> int:
        self._fail("null_move")
        return -1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "name", ["evaluate", "order_score", "terminal_value", "static_bound", "null_move"]
)
def test_what_such_a_method_raises_comes_out_as_it_is(name: str, threads: int, monkeypatch):
    monkeypatch.setattr(Broken, "name", name)

    with pytest.raises(KeyError, match=f"a fault in {name}"):
        Engine(1, threads).analyse(Broken((3, 9, 4, 1, 2)), Limits(depth=5))


@pytest.mark.parametrize("answer", ["much", None])
def test_what_is_no_number_is_told(answer: Any, monkeypatch):
    monkeypatch.setattr(Judged, "evaluate", lambda self: answer)

    with pytest.raises(TypeError):
        engine.analyse(Judged((3, 9, 4, 1)), Limits(depth=2))


@pytest.mark.parametrize(("game", "name"), [(Judged, "evaluate"), (Counted, "terminal_value")])
@pytest.mark.parametrize("answer", [31_001, -1_000_000])
def test_more_than_a_win_is_no_value(game: type[Cards], name: str, answer: int, monkeypatch):
    monkeypatch.setattr(game, name, lambda self, *_: answer)

    with pytest.raises(
        ValueError, match=r"The value -?\d+ of a position is out of range: a win is worth 31000\."
    ):
        engine.analyse(game((3, 9)), Limits(depth=2 if name == "terminal_value" else 1))


@pytest.mark.parametrize("answer", [MAX_MARGIN_VALUE + 1, WON - 1])
def test_an_evaluation_is_never_read_as_a_distance(answer: int, monkeypatch):
    monkeypatch.setattr(Judged, "evaluate", lambda self: answer if self.side else -answer)

    score = engine.analyse(Judged((3, 9, 4, 1)), Limits(depth=1)).lines[0].score

    assert (score.plies, score.text) == (None, f"loses by {MAX_MARGIN} or more")


def test_a_margin_beyond_all_values_is_told_as_a_bound(monkeypatch):
    monkeypatch.setattr(
        Counted, "terminal_value", lambda self, score, ply: value_of_margin(score * MAX_MARGIN)
    )

    score = engine.analyse(Counted((9, 1)), Limits(depth=9)).lines[0].score

    assert (score.proven, score.decided) == (False, True)
    assert score.text == f"wins by {MAX_MARGIN} or more"


def test_what_an_end_is_worth_is_never_read_as_a_distance_from_elsewhere(monkeypatch):
    monkeypatch.setattr(Counted, "terminal_value", lambda self, score, ply: WON - 50)

    score = engine.analyse(Counted((3, 9)), Limits(depth=5)).lines[0].score

    assert (search_value(score), score.plies) == (MAX_MARGIN_VALUE, None)


def test_a_game_that_says_nothing_more_is_played_as_before():
    assert engine.analyse(Stones(7), Limits(depth=9)).lines[0].move == 3


# -- what the author of a game is told -------------------------------------------------------------


def test_what_a_class_lacks_is_told_by_name():
    class Unfinished(PlainPosition):
        def do_move(self, move: int) -> None: ...
        def undo_move(self, move: int) -> None: ...

    with pytest.raises(
        BadGame, match=r"^Unfinished lacks list_moves, board_outcome and position_string\.$"
    ):
        Unfinished()


def test_what_the_base_keeps_is_not_to_be_defined():
    class Meddling(Stones):
        def make(self, move: int) -> None: ...
        def is_repetition(self, since: int) -> bool:
            return False

    with pytest.raises(
        BadGame,
        match=r"^Meddling defines make and is_repetition, which PlainPosition keeps; it is to "
        r"define do_move and repetition instead\.$",
    ):
        Meddling(3)


def test_a_game_not_derived_from_the_bridge_is_told_what_to_derive_from():
    class Bare(SearchPosition):
        pass

    with pytest.raises(BadGame, match=r"^Bare lacks .* derives from PlainPosition\.$"):
        Bare().legal_moves()


def test_a_history_that_was_not_begun_is_told():
    class Early(Stones):
        def __init__(self) -> None:
            self.count = 3

    with pytest.raises(BadGame, match=r"^Early.__init__ does not end with super\(\).__init__"):
        Early().legal_moves()


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("list_moves", [65535], "A move is a number from 0 to 65534, not 65535"),
        ("list_moves", [-1], "A move is a number from 0 to 65534, not -1"),
        ("list_moves", list(range(513)), "at most 512 legal moves, not 513"),
        ("board_outcome", Outcome(0, -1, ""), "above 0 where side 0 wins"),
        ("board_outcome", Outcome(0, 10000, ""), "at most 9999 in size"),
        ("order_score", 1_000_001, "An order score is at most 1000000 in size"),
        ("key", [], "a tuple of these, not a list"),
        ("null_move", 1, "A null move is none of the legal moves"),
    ],
)
def test_an_answer_out_of_range_is_told(name: str, answer: Any, reason: str):
    game = type("Odd", (Stones,), {name: lambda self, *_: answer})

    with pytest.raises(BadGame, match=reason):
        engine.analyse(game(3), Limits(depth=3))


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ({"repetition": "third"}, "repetition is 'third'; it is a Repetition, or None"),
        ({"repetition": Repetition(3)}, r"\(always_ends\) and what happens then \(repetition\)"),
        (
            {"repetition": Repetition(2, any_side=True), "always_ends": lambda self: False},
            "lacks key: positions are the same whoever is to move",
        ),
    ],
)
def test_statements_that_do_not_fit_are_told(attributes: dict[str, Any], reason: str):
    with pytest.raises(BadGame, match=reason):
        type("Odd", (Stones,), attributes)(3)


def test_a_game_that_always_ends_is_solved_and_another_is_not():
    class Unsaid(Stones):
        def always_ends(self) -> bool:
            return False

    assert [can_be_solved(game(7)) for game in (Stones, Unsaid)] == [True, False]
    assert Solver(1).solve(Stones(7)).bounds.value == 1
    assert Solver(1).solve(Stones(8)).bounds.value == -1


def test_a_draw_is_proven_only_where_the_game_says_what_it_depends_on():
    class Even(Cards):
        """Says nothing about what its ends depend on."""

        def always_ends(self) -> bool:
            return False

    drawn = (2, 2)

    scores = [engine.analyse(game(drawn), Limits(depth=3)).lines[0].score for game in (Cards, Even)]

    assert [(score.text, score.proven) for score in scores] == [("draw", True), ("0.00", False)]


def test_a_copy_has_its_own_board_and_history():
    position = Cards((3, 9, 4))
    position.make(1)

    twin = position.copy()
    twin.make(0)

    assert (position.taken, position.move_stack(), position.ply) == ([1], [1], 1)
    assert (twin.taken, twin.move_stack(), twin.side) == ([1, 0], [1, 0], 0)
    twin.unmake()
    assert twin.hash == position.hash == position.hash_from_scratch()


def test_after_a_move_that_fails_the_position_is_as_before(monkeypatch):
    position = Stones(5)
    position.make(1)
    key = position.hash

    def fail(self: Stones, move: int) -> None:
        self.side = 1 - self.side
        raise KeyError("a fault in do_move")

    with monkeypatch.context() as patched:
        patched.setattr(Stones, "do_move", fail)
        with pytest.raises(KeyError, match="a fault in do_move"):
            position.make(2)

    assert (position.side, position.ply, position.hash) == (1, 1, key)
    position.unmake()
    assert position == Stones(5)
