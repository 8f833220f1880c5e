"""The wins on small boards that are proven: what is known of positions, and that players follow."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kalahloa.models.game.knowledge import NO_KNOWLEDGE, BuildStopped, Known, ProofSource
from kalahloa.models.game.registry import find_game
from kalahloa.models.games.loa import knowledge as module
from kalahloa.models.games.loa.knowledge import LoaKnowledgeSource
from kalahloa.models.games.loa.symmetry import symmetric_positions
from kalahloa.models.search.known import known_line, known_moves, known_value
from kalahloa.models.search.levels.levels import HIGHEST, at_level, sure_engine
from kalahloa.models.search.limits import Limits
from kalahloa.resources import resource

LOA = find_game("loa")


def rules(size: int, preset: str = "olympiad", **options: object) -> Any:
    return LOA.rulebook.read(preset, {"size": size, **options})


def won(steps: int) -> Known:
    return Known(1, ProofSource.PROOF, steps)


@pytest.mark.parametrize(("size", "plies"), [(4, 3), (5, 21)])
def test_the_start_is_won_by_a_line_to_the_end_of_the_game(size: int, plies: int) -> None:
    start = LOA.start(rules(size))
    known = LOA.knowledge.to_play(rules(size))

    found = known_value(known, start)

    assert found == won(plies)
    assert found.plies == plies
    line = known_line(known, start)
    for move in line:
        start.make(move)
    assert len(line) == plies
    outcome = start.outcome()
    assert outcome is not None
    assert outcome.winner == 0


def test_every_reply_to_a_known_win_leads_to_another_that_is_nearer() -> None:
    known = LOA.knowledge.to_play(rules(5))
    random = Random(1)
    for _ in range(200):
        position = LOA.start(rules(5))
        steps = 22
        while position.outcome() is None:
            found = known_value(known, position)
            assert found is not None
            assert found.value == (1 if position.side == 0 else -1)
            assert found.steps is not None
            assert found.steps < steps
            steps = found.steps
            moves = known_moves(known, position)
            if position.side == 0:
                position.make(moves.best[0])
            else:
                assert moves.is_whole
                position.make(random.choice(position.legal_moves()))
        assert position.outcome().winner == 0


@pytest.mark.parametrize("preset", ["tutorial", "olympiad"])
def test_of_six_by_six_the_first_moves_are_known(preset: str) -> None:
    known = LOA.knowledge.to_play(rules(6, preset))
    position = LOA.start(rules(6, preset))

    found = known_value(known, position)
    assert found == won(10)
    assert found.plies is None  # the file ends before the game does
    line = known_line(known, position)
    assert len(line) == 10
    for move in line:
        value = known_value(known, position)
        assert value is not None
        assert value.value == (1 if position.side == 0 else -1)
        position.make(move)


def test_images_of_a_known_position_are_known() -> None:
    known = LOA.knowledge.to_play(rules(5))
    position = LOA.start(rules(5))
    position.make(position.read_move("b1-d3"))

    for image in symmetric_positions(position):
        assert known_value(known, LOA.read(image, rules(5))) == Known(-1, ProofSource.PROOF)


@pytest.mark.parametrize(
    "other", [rules(5, "tutorial"), rules(4, "tutorial"), rules(5, no_move="loses")], ids=str
)
def test_a_proof_holds_under_other_rules_that_never_come_into_it(other: Any) -> None:
    """No line of it connects both sides with one move, or leaves a side without a move."""
    known = LOA.knowledge.to_play(other)
    for seed in range(20):
        random = Random(seed)
        position = LOA.start(other)
        while position.outcome() is None:
            assert known_value(known, position) is not None
            best = known_moves(known, position).best[0]
            moves = position.legal_moves()
            position.make(best if position.side == 0 else random.choice(moves))
        assert position.outcome().winner == 0


@pytest.mark.parametrize(
    "other",
    [
        rules(5, repetition="second"),
        rules(5, "openspiel"),
        rules(5, start="scrambled-eggs"),
        rules(6, no_move="loses"),
        rules(7),
        rules(8, "tutorial"),
    ],
    ids=str,
)
def test_nothing_is_known_under_rules_by_which_nothing_is_proven(other: Any) -> None:
    known = LOA.knowledge.to_play(other)
    start = LOA.start(other)

    assert known_moves(known, start).value is None
    assert known.coverage == known.notes == ()


def test_nothing_is_known_where_a_file_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*parts: str) -> Path:
        raise FileNotFoundError(parts[-1])

    monkeypatch.setattr(module, "resource", missing)

    known = LoaKnowledgeSource(LOA).to_play(rules(5))

    assert known_value(known, LOA.start(rules(5))) is None
    assert known.notes == ()


def test_a_damaged_file_is_named_and_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    damaged = tmp_path / "loa-5.proof"
    damaged.write_bytes(resource("proofs", "loa-5.proof").read_bytes()[:-9])
    monkeypatch.setattr(module, "resource", lambda *_: damaged)

    known = LoaKnowledgeSource(LOA).to_play(rules(5))

    assert known_value(known, LOA.start(rules(5))) is None
    (note,) = known.notes
    assert "loa-5.proof" in note


def test_reading_can_be_stopped_and_nothing_is_read_by_what_must_return_at_once() -> None:
    source = LoaKnowledgeSource(LOA)

    assert known_value(source.book(rules(5)), LOA.start(rules(5))) is None
    with pytest.raises(BuildStopped):
        source.to_play(rules(5), lambda: True)
    source.open(rules(5), 0)
    assert known_value(source.book(rules(5)), LOA.start(rules(5))) == won(21)


def test_a_win_is_not_known_where_an_earlier_position_could_make_it_a_draw() -> None:
    known = LOA.knowledge.to_play(rules(5))
    position = LOA.start(rules(5))
    for move in ("b1-b3", "a2-c2", "b3-b1", "c2-a2"):
        position.make(position.read_move(move))
    assert known_value(known, position) == won(21)  # it is here the second time

    position.make(position.read_move("b1-d3"))

    assert known_value(known, position) is None
    alone = LOA.read(position.position_string(), rules(5))
    assert known_value(known, alone) == Known(-1, ProofSource.PROOF)


@pytest.mark.parametrize("name", ["hint", "level 9", "level 10"])
@pytest.mark.parametrize("seed", [1, 2])
def test_players_follow_a_proven_win(name: str, seed: int) -> None:
    level = {"level 9": 9, "level 10": HIGHEST}.get(name)
    limits = Limits(nodes=2_000)
    searcher = (
        sure_engine(limits, 0, LOA.knowledge)
        if level is None
        else at_level(level, 0, LOA.knowledge)
    )
    position = LOA.start(rules(5))
    random = Random(seed)
    while position.outcome() is None:
        if position.side == 0:
            found = searcher.choose(position, limits, LOA.heuristic())
            assert found.score.proven
            position.make(found.move)
        else:
            position.make(random.choice(position.legal_moves()))
    assert position.outcome().winner == 0


def test_players_avoid_a_proven_loss() -> None:
    """The engine alone plays into it, though White has moves after which nothing is proven."""
    known = LOA.knowledge.to_play(rules(5))
    random = Random(2)
    shallow = Limits(depth=1)
    alone, knowing = (sure_engine(shallow, 0, one) for one in (NO_KNOWLEDGE, LOA.knowledge))
    met = 0
    while met < 5:
        position = LOA.start(rules(5))
        for _ in range(random.choice((1, 3, 5))):
            if position.outcome() is None:
                position.make(random.choice(position.legal_moves()))
        if position.outcome() is not None or position.side == 0:
            continue
        moves = known_moves(known, position).moves
        lost = {move for move, one in moves.items() if one is not None and one.value < 0}
        if len(lost) < len(moves) and (
            alone.choose(position, shallow, LOA.heuristic()).move in lost
        ):
            met += 1
            found = knowing.choose(position, shallow, LOA.heuristic())
            assert found.move not in lost
