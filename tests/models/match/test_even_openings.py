"""Even openings: where they come from, and that they are what they are called."""

import pytest

from kalahloa.models.game.knowledge import FairStarts, KnowledgeSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.match import even_openings
from kalahloa.models.match.games import record_of
from kalahloa.models.match.match import Match, MatchConfig, play_pair
from kalahloa.models.match.match_file import MatchFile, read_match
from kalahloa.models.match.opening import Opening, OpeningOrigin, after, origins_text
from kalahloa.models.match.openings import Openings, read_openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.search.engine.engine import Engine
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.solver.solver import Solver
from kalahloa.models.text.errors import BadCommand
from tests.models.random_play import start

KALAH, LOA, TICTACTOE = map(find_game, ("kalah", "loa", "tictactoe"))


def offered(key: str, count: int, text: str = "", **options) -> list[Opening]:
    """Return *count* even openings of the game by its usual rules, from its usual start."""
    game = find_game(key)
    position = start(key, **options)
    openings = read_openings(text or f"even:{count}")
    return openings.offered(
        position, count, game.knowledge, read=lambda text: game.read(text, position.rules)
    )


def config(first: str, second: str, openings: Openings) -> MatchConfig:
    players = (read_participant(text, KALAH) for text in (first, second))
    return MatchConfig("kalah", KALAH.rulebook.default, *players, openings, keep_moves=True)


class StartsOnly(KnowledgeSource):
    """Knows two fair starts of Kalah with four pits and three stones, and nothing else."""

    starts = ("<4,0,0,3,3,2,4,3,3,2,4> S", "<4,0,0,4,2,3,3,4,2,3,3> S")

    def fair_starts(self, rules):
        return FairStarts(self.starts)


def test_fair_starts_come_before_what_has_to_be_solved():
    position = start("kalah", pits=4, stones=3)

    found = Openings(0, 1, True, 4).offered(
        position, 4, StartsOnly(), read=lambda text: KALAH.read(text, position.rules)
    )

    assert [one.origin for one in found] == [OpeningOrigin.START] * 2 + [OpeningOrigin.SOLVED] * 2
    assert {one.start for one in found[:2]} == set(StartsOnly.starts)


def test_a_match_from_a_position_of_its_own_has_no_fair_starts():
    position = start("kalah", pits=4, stones=3)

    found = Openings(0, 1, True, 4).offered(position, 4, StartsOnly())

    assert {one.origin for one in found} == {OpeningOrigin.SOLVED}


def test_a_fair_start_of_the_book_is_not_offered_twice():
    openings = offered("kalah", 130)
    begin, starts = start("kalah"), KALAH.knowledge.fair_starts(KALAH.rulebook.default).starts
    boards = {after(begin, one.moves).position_string() for one in openings}

    assert boards & set(starts)
    assert len(boards) == len(openings) == 130


def test_without_a_book_draws_are_solved_on_the_spot():
    begin = start("kalah", pits=4, stones=3)

    found = offered("kalah", 12, pits=4, stones=3)

    assert {opening.origin for opening in found} == {OpeningOrigin.SOLVED}
    for opening in found:
        value = Solver(16).solve(after(begin, opening.moves)).bounds.value
        assert value == 0
    assert len({after(begin, one.moves).position_string() for one in found}) == 12


def test_openings_of_the_length_asked_for_come_first():
    found = offered("tictactoe", 20, "even:3:7")

    lengths = [len(opening.moves) for opening in found]
    assert lengths[0] == 3
    assert lengths == sorted(lengths)
    begin = TICTACTOE.start(TICTACTOE.rulebook.default)
    for opening in found:
        assert Solver(1).solve(after(begin, opening.moves)).bounds.value == 0


def test_a_game_that_may_go_on_for_ever_has_balanced_openings(monkeypatch):
    monkeypatch.setattr(even_openings, "DEEP_NODES", 4_000)
    begin = start("loa")

    found = offered("loa", 4)

    assert {opening.origin for opening in found} == {OpeningOrigin.BALANCED}
    for opening in found:
        position = after(begin, opening.moves)
        score = Engine(4).analyse(position, Limits(nodes=4_000)).lines[0].score
        assert abs(score.number) <= even_openings.MAX_IMBALANCE
        assert len(opening.moves) == even_openings.BALANCED_PLIES


@pytest.mark.parametrize("key", ["kalah", "tictactoe"])
def test_the_openings_are_the_same_every_time(key):
    assert offered(key, 15) == offered(key, 15) == offered(key, 30, "even:30")[:15]


def test_nothing_is_looked_for_once_it_was_stopped():
    position = start("kalah", pits=4, stones=3)
    told: list[int] = []

    found = Openings(0, 1, True, 50).offered(
        position, 50, KALAH.knowledge, report=told.append, stopped=lambda: len(told) >= 3
    )

    assert len(found) == len(told) == 3


def test_too_few_even_openings_are_told():
    with pytest.raises(
        BadCommand, match="There are only 30 openings for even:30, enough for 60 games"
    ):
        offered("kalah", 31, "even:30")


def test_origins_are_counted_in_words():
    openings = [Opening((), origin=OpeningOrigin.BOOK)] * 2 + [
        Opening((1,), origin=OpeningOrigin.SOLVED)
    ]

    assert origins_text(openings) == (
        "2 drawn by the book, 1 solved for the match, which are proven draws"
    )


def test_a_pair_from_a_fair_start_is_kept_with_its_start(tmp_path):
    opening = Opening((), "<6,0,0,3,5,4,4,4,4,3,5,4,4,4,4> S", OpeningOrigin.START)
    setting = config("engine:nodes=50", "random", Openings(0, 1, True, 1))

    pair = play_pair(setting, 3, opening.moves, opening.start)

    assert pair.start == opening.start
    record = record_of(setting.beginning(pair.start), 3, True, pair.games[1])
    assert record.start == opening.start

    match = Match(setting, 1, played=(pair,))
    with MatchFile.create(tmp_path / "a.match", match.result):
        pass
    assert read_match(tmp_path / "a.match").pairs == (pair,)
