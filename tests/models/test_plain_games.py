"""What a game in plain Python tells the engine besides its rules is obeyed, compiled or not."""

from typing import Any

import pytest

from kalahloa.models.outcome import Outcome
from kalahloa.models.search.engine import Engine, EngineLimits
from kalahloa.models.search.score import DECIDED
from kalahloa.models.searchable import SearchPosition
from tests.models.stones_game import Stones

engine = Engine(1)


class Cards(SearchPosition):
    """Both sides take one of the cards in turn; the sum that is higher at the end wins by so much.

    A move is the number of a card.
    """

    def __init__(self, cards: tuple[int, ...]) -> None:
        self.side = 0
        self.cards = cards
        self.taken: list[int] = []

    def legal_moves(self) -> list[int]:
        return [number for number in range(len(self.cards)) if number not in self.taken]

    def make(self, move: int) -> None:
        self.taken.append(move)
        self.side = 1 - self.side

    def unmake(self) -> None:
        self.taken.pop()
        self.side = 1 - self.side

    def is_over(self) -> bool:
        return len(self.taken) == len(self.cards)

    def lead(self) -> int:
        """Return by how much the first side leads."""
        return sum(self.cards[move] * (-1) ** turn for turn, move in enumerate(self.taken))

    def outcome(self) -> Outcome | None:
        if not self.is_over():
            return None
        lead = self.lead()
        return Outcome(None if not lead else int(lead < 0), lead, "The cards are taken.")

    def copy(self) -> "Cards":
        twin = type(self)(self.cards)
        for move in self.taken:
            twin.make(move)
        return twin

    def position_string(self) -> str:
        return f"{self.cards} {self.taken}"


class Judged(Cards):
    """Is judged by the lead, without a heuristic."""

    def has_evaluation(self) -> bool:
        return True

    def evaluate(self) -> int:
        return 100 * (self.lead() if self.side == 0 else -self.lead())


class Ordered(Cards):
    """Would have the last card searched first."""

    def promise(self, move: int) -> int:
        return move


class Counted(Cards):
    """Is worth its margin, however long it takes."""

    def worth(self, score: int, ply: int) -> int:
        return 0 if score == 0 else (DECIDED + 10 * abs(score)) * (1 if score > 0 else -1)


class Foreseen(Judged):
    """Is settled as soon as the lead cannot be made up for."""

    def settled(self, alpha: int, beta: int) -> int:
        left = sum(card for number, card in enumerate(self.cards) if number not in self.taken)
        least = (self.lead() if self.side == 0 else -self.lead()) - left
        return beta if least > 0 and beta <= DECIDED else -32768


def test_an_evaluation_is_obeyed():
    best = engine.analyse(Judged((3, 9, 4, 1)), EngineLimits(depth=1)).lines[0]

    assert (best.move, best.score.value) == (1, 900)


def test_without_an_evaluation_nothing_is_estimated():
    assert engine.analyse(Cards((3, 9, 4, 1)), EngineLimits(depth=1)).lines[0].score.value == 0


def test_a_promise_is_obeyed():
    equal = (1, 1, 1, 1, 1)

    plain, ordered = (
        engine.analyse(game(equal), EngineLimits(depth=1)).lines[0].move
        for game in (Cards, Ordered)
    )

    assert (plain, ordered) == (0, 4)


def test_what_an_end_is_worth_is_obeyed():
    cards = (5, 2, 8, 1)

    plain, counted = (
        engine.analyse(game(cards), EngineLimits(depth=9)).lines[0].score
        for game in (Cards, Counted)
    )

    assert (plain.text, plain.margin) == ("wins in 4", 1)
    assert (counted.text, counted.margin) == ("wins by 4", 4)


def test_what_is_settled_is_not_searched():
    cards = (50, 2, 8, 1, 3, 1)

    searched, foreseen = (
        engine.analyse(game(cards), EngineLimits(depth=6)) for game in (Judged, Foreseen)
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

    def promise(self, move: int) -> int:
        self._fail("promise")
        return 0

    def worth(self, score: int, ply: int) -> int:
        self._fail("worth")
        return 100 * score

    def settled(self, alpha: int, beta: int) -> int:
        self._fail("settled")
        return -32768

    def recurs(self, since: int) -> bool:
        self._fail("recurs")
        return False


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", ["evaluate", "promise", "worth", "settled", "recurs"])
def test_what_such_a_method_raises_comes_out_as_it_is(name: str, threads: int, monkeypatch):
    monkeypatch.setattr(Broken, "name", name)

    with pytest.raises(KeyError, match=f"a fault in {name}"):
        Engine(1, threads).analyse(Broken((3, 9, 4, 1, 2)), EngineLimits(depth=5))


@pytest.mark.parametrize("answer", ["much", None])
def test_what_is_no_number_is_told(answer: Any, monkeypatch):
    monkeypatch.setattr(Judged, "evaluate", lambda self: answer)

    with pytest.raises(TypeError):
        engine.analyse(Judged((3, 9, 4, 1)), EngineLimits(depth=2))


@pytest.mark.parametrize(("game", "name"), [(Judged, "evaluate"), (Counted, "worth")])
@pytest.mark.parametrize("answer", [30_001, -1_000_000])
def test_more_than_a_win_is_no_value(game: type[Cards], name: str, answer: int, monkeypatch):
    monkeypatch.setattr(game, name, lambda self, *_: answer)

    with pytest.raises(
        ValueError, match=r"A position cannot be worth -?\d+: a win is worth 30000\."
    ):
        engine.analyse(game((3, 9)), EngineLimits(depth=2 if name == "worth" else 1))


def test_a_game_that_says_nothing_more_is_played_as_before():
    class Heap(Stones):
        def copy(self) -> "Heap":
            return Heap(self.count)

    assert engine.analyse(Heap(7), EngineLimits(depth=9)).lines[0].move == 3
