"""Tests for `kalahloa.models.study.review.reviewer`: any game, in parts, stopped and resumed."""

import json
from dataclasses import replace
from random import Random

import pytest

from kalahloa.compiled import is_compiled
from kalahloa.models.game.game import Game
from kalahloa.models.game.rulebook import Preset, Rulebook
from kalahloa.models.record.annotation import Mark
from kalahloa.models.record.record import Record
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.score import ScoreKind
from kalahloa.models.search.solver.solution import Bounds, Solution
from kalahloa.models.study.explanation import moves_of
from kalahloa.models.study.review.appraisal import Best
from kalahloa.models.study.review.judgement import FAULTS
from kalahloa.models.study.review.reviewed import Review
from kalahloa.models.study.review.reviewer import GameLine, Reviewer
from kalahloa.models.study.review.settings import ReviewSettings
from kalahloa.models.study.review.solving import SOLVER_SHARE, SolverAppraiser
from kalahloa.models.text.errors import BadCommand
from kalahloa.models.work.cancellation import Stop
from tests.models.games.kalah.true_facts import CHECKS, Lines
from tests.models.random_play import start
from tests.models.stones_game import NO_IDEA, Stones
from tests.models.study.review.games import ending, kalah_rules, played, random_game
from tests.oracles import oracle
from tests.scores import exact

NODES = Limits(nodes=4_000 if is_compiled() else 150)
_QUICK = ReviewSettings(NODES, mebibytes=1)
_EXACT = ReviewSettings(exact=True, mebibytes=1, cached=False)


def _loa(plies: int | None = None) -> Record:
    return played("loa", oracle("loa")["games"][0]["moves"][:plies])


def test_a_recorded_game_is_reviewed_to_its_end():
    record = _loa() if is_compiled() else _loa(6)
    total = len(record.main_line())

    review = Reviewer(_QUICK).review(GameLine.of(record))

    assert review.complete
    assert [ply.number for ply in review.plies] == list(range(1, total + 1))
    assert [ply.text for ply in review.plies] == [node.text for node in record.main_line()]
    assert not review.by_margin
    for ply in review.plies:
        assert ply.loss >= 0
        assert ply.line[0] == ply.best_text
        assert (ply.loss == 0) == (ply.best == ply.move)
        assert bool(ply.reasons) <= (ply.mark in FAULTS)
    for accuracy in review.accuracy:
        assert 0 <= accuracy.percent <= 100


@pytest.mark.skipif(not is_compiled(), reason="a whole game takes long")
def test_the_plies_of_a_forced_win_at_the_end_are_proven_and_lead_to_it():
    review = Reviewer(_QUICK).review(GameLine.of(_loa()))

    last = review.plies[-1]
    assert (last.value.number, last.value.plies, last.refutation) == (1, 1, ())
    for ply, following in zip(review.plies, review.plies[1:], strict=False):
        if following.best_value.proven:
            assert ply.value.proven
            assert ply.value.number == -following.best_value.number
            assert ply.value.plies == following.best_value.plies + 1
            assert ply.refutation == following.line


def test_a_blunder_of_tic_tac_toe_is_explained():
    record = played("tictactoe", ["1", "2", "5", "3", "9"])

    review = Reviewer(_EXACT).review(GameLine.of(record))

    blunder = review.plies[1]
    assert (blunder.mark, blunder.loss, blunder.proven) == (Mark.BLUNDER, 1, True)
    assert "X could then win by force." in blunder.reasons
    assert review.exact
    assert review.accuracy[0].percent == 100


def test_what_is_told_of_mistakes_is_true_and_something_is_told_of_each():
    record = ending(random_game(kalah_rules("lecture"), Random(1)), 24 if is_compiled() else 8)
    position = record.game.read(record.start, record.rules)

    review = Reviewer(_EXACT).review(GameLine.of(record))

    keys = set()
    for ply in review.plies:
        assert bool(ply.facts) == (ply.mark in FAULTS)
        lines = Lines(
            position.copy(),
            moves_of(position, (ply.text, *ply.refutation)),
            moves_of(position, ply.line),
        )
        for fact in ply.facts:
            keys.add(fact.key)
            if fact.key in CHECKS:
                lines.check(fact)
        position.make(ply.move)
    assert not is_compiled() or keys >= {"missed-extra-turn", "missed-capture"}


def test_a_game_in_plain_python_that_always_ends_is_exact():
    game = _stones()
    record = Record(game)
    for move in (1, 3, 3):
        record.play(move)

    review = Reviewer(_EXACT).review(GameLine.of(record))

    assert review.exact
    assert [(ply.value.number, ply.best_value.number, ply.mark) for ply in review.plies] == [
        (1, 1, Mark.ONLY),
        (-1, -1, None),
        (-1, 1, Mark.BLUNDER),
    ]


def test_with_a_limit_too_small_to_prove_anything_values_are_estimates():
    record = random_game(kalah_rules("lecture", stones=6), Random(3))
    line = GameLine.of(record, record.main_line()[:4])

    review = Reviewer(ReviewSettings(Limits(seconds=0.02), mebibytes=1, cached=False)).review(line)

    assert review.complete
    assert not review.exact
    for ply in review.plies:
        assert ply.loss == pytest.approx(ply.best_value.number - ply.value.number)
        assert "." in ply.value.short or ply.value.proven


class _AtOnce:
    """A solver that answers everything with a draw at once, and notes how long it might take."""

    def __init__(self) -> None:
        self.allowed: list[float] = []

    def solve(self, position, *, seconds, **_):
        self.allowed.append(seconds)
        return Solution(Bounds(0, 0), (), 1, 0.0)

    def moves_at_least(self, position, value, **_):
        return dict.fromkeys(position.legal_moves(), True)


def test_time_that_plies_do_not_need_is_left_for_those_that_come(monkeypatch):
    monkeypatch.setattr("kalahloa.models.study.review.solving.monotonic", lambda: 100.0)
    solver = _AtOnce()
    prover = SolverAppraiser(solver, None, 1.0, ScoreKind.MARGIN, 4)
    position = start("kalah")

    for _ in range(4):
        prover.appraise(position, 1, Best(exact(0.0, 1 - position.side)))

    assert solver.allowed == [pytest.approx(SOLVER_SHARE + spared) for spared in (0, 1, 2, 3)]


def test_a_default_review_of_the_usual_game_is_exact():
    """Alone it takes about a twentieth of the time that it may take."""
    record = random_game(kalah_rules("lecture"), Random(4))
    line = GameLine.of(record, record.main_line()[-16:])
    lead = tuple(node.move for node in record.main_line()[:-16])

    settings = ReviewSettings(cached=False)
    assert Reviewer(settings).review(replace(line, lead=lead)).exact


def test_an_exact_review_of_a_game_without_end_is_refused():
    with pytest.raises(BadCommand, match="may never end"):
        Reviewer(_EXACT).review(GameLine.of(_loa(2)))


def test_a_game_without_moves_has_an_empty_review():
    review = Reviewer(_QUICK).review(GameLine.of(_loa(0)))

    assert (review.plies, review.total, review.complete) == ((), 0, True)


def test_the_position_after_the_last_ply_counts_though_the_game_is_not_over():
    (ply,) = Reviewer(_QUICK).review(GameLine.of(_loa(1))).plies

    assert ply.refutation
    assert not ply.proven


def test_a_single_move_is_reviewed_with_what_came_before_it():
    record = played("loa", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2".split())
    assert record.current.outcome is not None  # the third time

    (ply,) = Reviewer(_QUICK).review(GameLine.to(record, record.current)).plies

    assert (ply.number, ply.text, ply.refutation) == (8, "c2-a2", ())
    assert ply.value.proven and ply.value.number == 0


def test_the_tablebase_for_one_move_does_not_stay_for_a_whole_game(monkeypatch):
    record = random_game(kalah_rules("lecture", pits=4, stones=3), Random(3))
    game = record.game
    asked = []
    for_position = game.knowledge.for_position

    def noted(position, *, seconds, **rest):
        asked.append(seconds)
        return for_position(position, seconds=seconds, **rest)

    monkeypatch.setattr(game.knowledge, "for_position", noted, raising=False)
    settings = ReviewSettings(Limits(seconds=0.01), mebibytes=1)
    reviewer = Reviewer(settings)

    reviewer.review(GameLine.to(record, record.main_line()[-1]))
    reviewer.review(GameLine.to(record, record.main_line()[-2]))
    reviewer.review(GameLine.of(record))
    reviewer.review(GameLine.to(record, record.main_line()[-3]))

    assert asked == [pytest.approx(0.01), pytest.approx(0.01 * len(record.main_line()))]


def test_a_best_move_that_is_not_found_in_time_is_not_called_proven(monkeypatch):
    # The book knows the position before the last move, and ends there.
    record = played("kalah", "3 6 2 1 5 5".split())
    deadlines = []

    def no_line(_prover, position, value, deadline, stopped):
        deadlines.append(deadline)
        return ()

    monkeypatch.setattr(SolverAppraiser, "_line", no_line)
    settings = ReviewSettings(Limits(seconds=0.02), mebibytes=1)

    (ply,) = Reviewer(settings).review(GameLine.to(record, record.current)).plies

    assert ply.line and not ply.proven and not ply.best_value.proven
    assert None not in deadlines


@pytest.mark.parametrize("settings", [_QUICK, _EXACT])
def test_a_review_in_two_parts_is_that_of_one_run(settings):
    if settings.exact:
        record = random_game(kalah_rules("lecture", pits=4, stones=2), Random(5))
    else:
        record = _loa(6)
    line = GameLine.of(record)
    whole = Reviewer(settings).review(line)
    stop = Stop()

    def stop_at_third(progress) -> None:
        if progress.done == 3:
            stop.set()

    part = Reviewer(settings).review(line, stopped=stop, report=stop_at_third)
    kept = Review.from_json(json.loads(json.dumps(part.to_json())))
    known = {ply.number: ply for ply in kept.plies}
    reported = []
    rest = Reviewer(settings).review(line, known, report=reported.append)

    assert (len(part.plies), part.complete) == (3, False)
    assert part.plies == whole.plies[-3:]
    assert rest.plies == whole.plies
    assert rest.accuracy == whole.accuracy
    assert [progress.done for progress in reported] == list(range(4, whole.total + 1))


def test_a_review_that_is_known_is_not_worked_on_again():
    line = GameLine.of(_loa(4))
    whole = Reviewer(_QUICK).review(line)
    known = {ply.number: ply for ply in whole.plies}

    again = Reviewer(_QUICK).review(line, known, report=lambda _: pytest.fail("worked on again"))

    assert again.plies == whole.plies


def test_what_is_known_of_another_move_is_not_taken_over():
    line = GameLine.of(_loa(2))
    other = GameLine.of(played("loa", ["b1-b3", "a2-c2"]))
    known = {ply.number: ply for ply in Reviewer(_QUICK).review(other).plies}

    review = Reviewer(_QUICK).review(line, known)

    assert [ply.text for ply in review.plies] == ["c8-c6", "h4-f2"]


def test_a_review_that_is_stopped_at_once_has_no_plies():
    for record in (_loa(3), random_game(kalah_rules("lecture", pits=3, stones=2), Random(1))):
        review = Reviewer(_QUICK).review(GameLine.of(record), stopped=lambda: True)

        assert review.plies == ()
        assert not review.complete


def test_progress_is_told_from_the_last_ply_to_the_first():
    told = []

    Reviewer(_QUICK).review(GameLine.of(_loa(3)), report=told.append)

    assert [(p.done, p.total, p.newest.number) for p in told] == [(1, 3, 3), (2, 3, 2), (3, 3, 1)]


def _stones() -> Game:
    return Game(
        key="stones",
        title="Stones",
        sides=("First", "Second"),
        rulebook=Rulebook((), (Preset("usual", "Take one to three.", None),)),
        start=lambda rules: Stones(9),
        read=lambda text, rules: Stones(int(text.split()[0])),
        example="1",
        hint="",
        heuristics=(NO_IDEA,),
    )
