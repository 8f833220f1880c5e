"""Puzzles as lines of JSON: what is written is read again, and nothing else is taken."""

import json
from dataclasses import replace

import pytest

from kalahloa.models.study.puzzles.puzzle import (
    MAX_LINE_BYTES,
    Goal,
    parse_puzzles,
    puzzle_id,
    puzzle_to_json,
    read_puzzles,
    write_puzzles,
)
from kalahloa.models.text.errors import BadFile
from tests.models.study.puzzles.puzzle_samples import KALAH, LOA, WIN_IN_3, keep_ten, win_in_3


def file_of(*puzzles) -> bytes:
    return "".join(write_puzzles(puzzles)).encode()


def test_what_is_written_is_read_again_also_of_several_games(tmp_path):
    puzzles = (win_in_3(), keep_ten())
    path = tmp_path / "some.puzzles"
    path.write_bytes(file_of(*puzzles))

    assert read_puzzles(path) == puzzles
    assert path.read_text().count("\n") == 4


def test_files_may_be_joined_one_after_the_other():
    assert parse_puzzles(file_of(keep_ten()) + b"\n" + file_of(win_in_3()), "both") == (
        keep_ten(),
        win_in_3(),
    )


def test_a_puzzle_tells_how_many_moves_are_to_be_found_and_what_others_lose():
    assert (win_in_3().moves_to_find, win_in_3().margin) == (2, None)
    assert (keep_ten().moves_to_find, keep_ten().margin) == (1, 4)


def test_turned_and_mirrored_positions_have_the_same_id_but_other_ones_have_not():
    rules = LOA.rulebook.default
    board, side = WIN_IN_3.split()
    mirrored = "/".join(rank[::-1] for rank in board.split("/"))
    turned = "/".join(reversed(board.split("/")))
    swapped = board.translate(str.maketrans("bw", "wb"))

    def identity(text: str, rules=rules) -> str:
        return puzzle_id(LOA, LOA.read(text, rules))

    assert identity(f"{mirrored} {side}") == identity(f"{turned} {side}") == win_in_3().id
    others = {identity(f"{swapped} {side}"), identity(f"{board} w")}
    others.add(identity(WIN_IN_3, LOA.rulebook.preset("olympiad").rules))
    assert len(others | {win_in_3().id}) == 4


def test_the_eight_symmetries_are_eight_boards_with_the_same_number_of_moves():
    position = LOA.read(WIN_IN_3, LOA.rulebook.default)
    images = set(LOA.symmetric(position))

    assert len(images) == 8
    assert WIN_IN_3 in images
    for text in images:
        image = LOA.read(text, LOA.rulebook.default)
        assert (image.perft(2), image.side) == (position.perft(2), position.side)
        assert image.position_string() == text


def test_kalah_has_no_symmetries():
    assert KALAH.symmetric is None


HEAD = next(write_puzzles([win_in_3()]))


def line_with(**changes) -> bytes:
    plain = puzzle_to_json(win_in_3())
    for name, value in changes.items():
        if value is None:
            del plain[name]
        else:
            plain[name] = value
    return (HEAD + json.dumps(plain) + "\n").encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n",
        b"no json",
        b"[]",
        b"[" * 100_000,
        b'{"format": "kalahloa record", "version": 2}',
        b'{"format": "kalahloa puzzles", "version": 2, "game": "loa", "rules": {}}',
        b'{"format": "kalahloa puzzles", "version": true, "game": "loa", "rules": {}}',
        b'{"format": "kalahloa puzzles", "version": 1, "game": "chess", "rules": {}}',
        b'{"format": "kalahloa puzzles", "version": 1, "game": ["loa"], "rules": {}}',
        b'{"format": "kalahloa puzzles", "version": 1, "game": "loa", "rules": {"no": 1}}',
        b'{"format": "kalahloa puzzles", "version": 1, "game": "loa", "rules": []}',
        b'{"format": "kalahloa puzzles", "version": 1, "game": "loa"}',
        json.dumps(puzzle_to_json(win_in_3())).encode(),
        HEAD.encode() + b'"text"',
        HEAD.encode() + b"{}",
        HEAD.encode() + b"\xff\xfe",
        HEAD.encode() + b" " * 10 + b"1" * (MAX_LINE_BYTES + 1),
        file_of(win_in_3(), win_in_3()),
        line_with(id="../../etc"),
        line_with(id="x" * 61),
        line_with(id=5),
        line_with(goal="draw"),
        line_with(goal=["win"]),
        line_with(position="8/8 b"),
        line_with(position=["8/8 b"]),
        line_with(position="b" * 3_000),
        line_with(solution=[]),
        line_with(solution=None),
        line_with(solution="c2-e4"),
        line_with(solution={"c2-e4": 1}),
        line_with(solution=["c2-e4", "h4xe4"]),
        line_with(solution=["c2-e5"]),
        line_with(solution=["c2-e4" + " " * 100]),
        line_with(solution=[1]),
        line_with(solution=["c2-e4", "h4xe4", "f2-f4", "e4-e5"]),
        line_with(rest=["e4-e5"]),
        line_with(rest=["a1-a2"] * 1_000),
        line_with(plies=0),
        line_with(plies=10**30),
        line_with(plies=3.0),
        line_with(plies=True),
        line_with(plies=None),
        line_with(bound=2),
        line_with(bound=-1),
        line_with(rating=11),
        line_with(rating="3"),
        line_with(source=["x"]),
        line_with(source="x" * 1_000),
        file_of(keep_ten()).replace(b'"next_best": 6', b'"next_best": 10'),
        file_of(keep_ten()).replace(b'"value": 10', b'"value": 1e1'),
        file_of(keep_ten()).replace(b'"value": 10', b'"value": null'),
        file_of(keep_ten()).replace(b'"keep"', b'"win"'),
    ],
)
def test_a_file_that_is_not_of_puzzles_is_refused_in_a_sentence(content):
    with pytest.raises(BadFile) as raised:
        parse_puzzles(content, "bad.puzzles")

    sentence = str(raised.value)
    assert sentence.startswith("bad.puzzles ")
    assert len(sentence) < 700
    assert sentence.isprintable()


def test_moves_are_read_leniently_but_kept_in_notation():
    (puzzle,) = parse_puzzles(line_with(solution=["c2 e4", "h4e4", "f2f4"]), "x")

    assert puzzle.solution == ("c2-e4", "h4xe4", "f2-f4")


def test_what_need_not_be_there_has_a_default():
    (puzzle,) = parse_puzzles(line_with(rest=None, rating=None, source=None), "x")

    assert puzzle == replace(win_in_3(), rating=0, source="")
    assert puzzle.goal is Goal.WIN
