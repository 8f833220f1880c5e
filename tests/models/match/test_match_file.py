"""Matches in files: what was played is there again, whatever happened meanwhile."""

import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kalahloa.models.game.registry import find_game
from kalahloa.models.heuristics.source import HeuristicSource
from kalahloa.models.match.match import Match, MatchConfig, MatchResult
from kalahloa.models.match.match_file import MatchFile, read_match
from kalahloa.models.match.match_store import list_matches, new_path
from kalahloa.models.match.openings import Openings
from kalahloa.models.match.participant import read_participant
from kalahloa.models.match.sprt import SequentialTest
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.calls import call_here
from tests.any_json import damaged
from tests.models.work.own_thread import OwnThread

KALAH = find_game("kalah")
TEXT = "HOME = 1.0\n\n\ndef evaluate(position):\n    return HOME * position.side\n"


def config(first: str = "engine:nodes=60", second: str = "random") -> MatchConfig:
    participants = [read_participant(text, KALAH) for text in (first, second)]
    rules = KALAH.rulebook.read(None, {"capture": "empty"})
    return MatchConfig("kalah", rules, *participants, Openings(3, 1), keep_moves=True)


def played(pairs: int = 4, stop_after: int | None = None, **settings) -> MatchResult:
    match = Match(config(), pairs, settings.pop("test", None), **settings)
    return match.play(
        OwnThread(call_here),
        stopped=lambda: stop_after is not None and len(match.result.pairs) >= stop_after,
    )


RESULTS: list[MatchResult] = []


@pytest.fixture(scope="module", autouse=True)
def result() -> MatchResult:
    RESULTS[:] = [played()]
    return RESULTS[0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "one.match"


def first_pairs(result: MatchResult, count: int) -> MatchResult:
    return replace(result, pairs=result.pairs[:count])


def write(path: Path, result: MatchResult) -> None:
    with MatchFile.create(path, result):
        pass


def test_a_match_is_read_as_it_was_written(path, result):
    whole = replace(result, test=SequentialTest(0, 30))

    write(path, whole)

    assert read_match(path) == whole
    assert read_match(path).pairs[2].games[1].moves == result.pairs[2].games[1].moves
    assert read_match(path).efforts[0].nodes == result.efforts[0].nodes > 0


def test_pairs_are_in_the_file_as_soon_as_they_are_taken(path, result):
    with MatchFile.create(path, first_pairs(result, 0)) as file:
        for count in range(1, 5):
            file.append_new(first_pairs(result, count))

            assert len(path.read_bytes().splitlines()) == 1 + count


def test_a_match_that_was_resumed_is_the_same_as_one_in_one_go(path, result):
    write(path, first_pairs(result, 0))
    with MatchFile(path) as file:
        file.append_new(first_pairs(result, 2))

    with MatchFile(path) as file:
        known = file.known
        rest = Match(known.config, known.wanted, known.test, played=known.pairs)
        rest.play(OwnThread(call_here), file.append_new)

    assert known.pairs == result.pairs[:2]
    assert rest.result == read_match(path) == result


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_was_not_written_to_its_end_is_played_again(path, result, cut):
    write(path, result)
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])

    with MatchFile(path) as file:
        known = file.known
        file.append_new(result)

    assert known.pairs == result.pairs[:3]
    assert path.read_bytes() == whole


def test_more_games_can_be_wanted_later(path, result):
    write(path, result)
    longer = replace(result, wanted=9)

    with MatchFile(path) as file:
        file.append_new(longer)

    assert read_match(path) == longer
    assert not read_match(path).complete


def test_the_text_of_a_heuristic_of_ones_own_is_in_the_file(path, result):
    own = HeuristicSource("mine", "kalah", TEXT)
    first = read_participant("engine:nodes=9:heuristic=file:mine", KALAH, own=lambda _: own)

    write(path, replace(result, config=replace(result.config, first=first)))

    known = read_match(path).config
    assert known.first.source == own
    assert known.first.text == "engine:nodes=9:heuristic=file:mine"
    assert known.second.source is None


def test_two_cannot_go_on_with_one_match(path, result):
    with MatchFile.create(path, result), pytest.raises(BadFile, match="Another program"):
        MatchFile(path)

    with MatchFile(path):
        pass


def test_a_file_that_exists_is_not_overwritten(path, result):
    write(path, result)

    with pytest.raises(BadFile, match="exists"):
        MatchFile.create(path, result)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}\n",
        b"[1]\n",
        b"\xff\xfe\n",
        b'{"format": "kalahloa match", "version": 2}\n',
        b'{"format": "kalahloa match", "version": 1, "game": "chess"}\n',
    ],
)
def test_what_is_no_match_is_refused_with_a_sentence(path, content):
    path.parent.mkdir()
    path.write_bytes(content)

    with pytest.raises(BadFile, match=r"The match in .* cannot be used: "):
        read_match(path)
    with pytest.raises(BadFile):
        MatchFile(path)

    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules", {"pits": 99}),
        ("first", {"text": "guess", "source": None}),
        ("first", {"text": "engine:heuristic=file:mine", "source": None}),
        ("openings", "random"),
        ("wanted", -1),
        ("wanted", True),
        ("start", "nonsense"),
        ("sprt", [3, 1]),
    ],
)
def test_a_heading_with_wrong_values_is_refused(path, result, field, value):
    write(path, result)
    head, rest = path.read_bytes().split(b"\n", 1)
    plain = {**json.loads(head), field: value}
    path.write_bytes(json.dumps(plain).encode() + b"\n" + rest)

    with pytest.raises(BadFile, match="cannot be used"):
        read_match(path)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("first", 7, "'7' is no participant"),
        ("second", {"text": "engine:nodes=9", "source": [1]}, r"'\[1\]' is no heuristic"),
        ("sprt", {"elo0": 0}, "is no list of bounds"),
    ],
)
def test_a_value_of_another_type_is_told_as_what_it_is_not(path, result, field, value, reason):
    write(path, result)
    head, rest = path.read_bytes().split(b"\n", 1)
    plain = {**json.loads(head), field: value}
    path.write_bytes(json.dumps(plain).encode() + b"\n" + rest)

    with pytest.raises(BadFile, match=rf"cannot be used: .*{reason}"):
        read_match(path)


def test_a_file_that_is_not_there_is_told(path):
    with pytest.raises(BadFile, match="No such file"):
        read_match(path)


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_value_of_any_type_in_a_file_is_refused_with_a_sentence_and_hides_no_other_match(data):
    folder = Path(tempfile.mkdtemp(dir=os.environ["HOME"]))
    whole, other = folder / "2.match", folder / "1.match"
    write(whole, replace(RESULTS[0], test=SequentialTest(0, 30)))
    lines = [json.loads(line) for line in whole.read_text(encoding="utf-8").splitlines()]
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number] = data.draw(damaged(lines[number]))
    other.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")

    try:
        with MatchFile(other) as file:
            found = file.known
        assert found.elo is None or isinstance(found.elo.text, str)
    except BadFile as error:
        assert str(other) in str(error)

    assert whole in [one.path for one in list_matches(folder)]


# -- the folder ------------------------------------------------------------------------------------


def test_the_newest_matches_come_first_and_what_is_none_is_left_out(tmp_path, result):
    paths = []
    for count in (1, 4):
        paths.append(new_path(tmp_path))
        write(paths[-1], first_pairs(result, count))
    (tmp_path / "zzz.match").write_bytes(b"nothing")

    listed = list_matches(tmp_path)

    assert [one.path for one in listed] == paths[::-1]
    assert [(one.games, one.wanted, one.complete) for one in listed] == [
        (8, 8, True),
        (2, 8, False),
    ]
    assert listed[0].first == "engine:nodes=60"
    assert listed[0].elo == result.elo


def test_a_folder_that_is_not_there_has_no_matches(tmp_path):
    assert list_matches(tmp_path / "none") == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path, result):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(BadFile, match="Permission denied"):
            MatchFile.create(tmp_path / "one.match", result)
    finally:
        tmp_path.chmod(0o700)


def test_nothing_is_left_of_what_was_not_written_to_its_end(path, result):
    write(path, result)
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * 100_000)

    with MatchFile(path) as file:
        assert file.known == result

    assert path.read_bytes() == whole
