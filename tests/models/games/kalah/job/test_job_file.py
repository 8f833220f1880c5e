"""Files of jobs: what is kept through torn ends, damage and merging."""

from dataclasses import replace
from pathlib import Path

import pytest

from kalahloa.models.games.kalah.job.job_file import ValueJobFile, read_margin_job
from kalahloa.models.games.kalah.job.task import MarginAnswer, MarginTask, Unproven
from kalahloa.models.games.kalah.rules import KalahRules
from kalahloa.models.text.errors import BadFile

RULES = KalahRules(pits=3, stones=2)
KEYS = [bytes([0, 3, 3, 2, 2, 2]), bytes([2, 2, 2, 3, 0, 2]), bytes([1, 0, 1, 1, 0, 1])]
ANSWERS = [
    MarginAnswer(MarginTask(KEYS[0], 2), 4, 120, 0.5, "ab", 1),
    MarginAnswer(MarginTask(KEYS[1], 1), -3, 7, 0.25, "ab", 2),
    MarginAnswer(MarginTask(KEYS[0], 6), 4, 9, 0.125, "cd", 1),
]


def write(path: Path, *reports: MarginAnswer | Unproven) -> Path:
    with ValueJobFile(path, RULES) as file:
        for report in reports:
            file.write_given(report.task)
            file.write_reports(report)
    return path


def test_what_is_taken_is_there_again(tmp_path):
    tried = Unproven(MarginTask(KEYS[2], 0), 1000, 2.0)

    record = read_margin_job(write(tmp_path / "a.proof", *ANSWERS, tried), RULES)

    assert list(record.answers.values()) == ANSWERS
    assert record.unproven == {tried.task: tried}
    assert record.bounds() == {KEYS[0]: (4, 4), KEYS[1]: (-11, -3)}
    assert (record.nodes(), record.seconds()) == (1136, 2.875)
    assert set(record.given.values()) == {1}


def test_every_torn_end_is_cut_off_and_the_file_goes_on(tmp_path):
    path = write(tmp_path / "a.proof", *ANSWERS[:2])
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rindex(b"\n") + 1
    for length in range(last, len(whole)):
        path.write_bytes(whole[:length])

        write(path, ANSWERS[2])

        record = read_margin_job(path, RULES)
        assert list(record.answers.values()) == [ANSWERS[0], ANSWERS[2]]
        assert record.damaged == 0


def test_a_damaged_line_is_left_out(tmp_path):
    path = write(tmp_path / "a.proof", *ANSWERS)
    lines = path.read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines)):
        for place in (0, len(lines[number]) // 2, len(lines[number]) - 2):
            wrong = bytearray(lines[number])
            wrong[place] ^= 1
            path.write_bytes(b"".join([*lines[:number], wrong, *lines[number + 1 :]]))

            record = read_margin_job(path, RULES)

            assert record.damaged == 1
            assert set(record.answers.values()) <= set(ANSWERS)
            assert len(record.answers) >= 2


def test_two_files_of_the_same_job_are_merged(tmp_path):
    write(tmp_path / "a.proof", ANSWERS[0])
    other = read_margin_job(write(tmp_path / "b.proof", *ANSWERS), RULES)

    with ValueJobFile(tmp_path / "a.proof", RULES) as file:
        other.asked |= {0, 4}
        assert file.merge(other) == 2
        assert file.merge(other) == 0

    record = read_margin_job(tmp_path / "a.proof", RULES)
    assert list(record.answers.values()) == ANSWERS
    assert record.asked == {0, 4}


def test_files_that_contradict_each_other_are_not_merged(tmp_path):
    path = write(tmp_path / "a.proof", ANSWERS[0])
    before = path.read_bytes()
    wrong = MarginAnswer(MarginTask(KEYS[0], 4), 2, 1, 0.0, "ef", 1)
    other = read_margin_job(write(tmp_path / "b.proof", wrong), RULES)

    with ValueJobFile(path, RULES) as file, pytest.raises(BadFile, match="contradict each other"):
        file.merge(other)

    assert path.read_bytes() == before


def test_only_one_program_works_on_a_file(tmp_path):
    path = tmp_path / "a.proof"
    with ValueJobFile(path, RULES), pytest.raises(BadFile, match="worked on by another program"):
        ValueJobFile(path, RULES)
    with ValueJobFile(path, RULES):
        pass


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (replace(RULES, stones=3), "other rules: stones 2"),
        (replace(RULES, end="standard"), "other rules: end mover-empty"),
    ],
)
def test_a_file_of_other_rules_is_refused(tmp_path, rules, words):
    path = write(tmp_path / "a.proof")

    with pytest.raises(BadFile, match=words):
        ValueJobFile(path, rules)
    with pytest.raises(BadFile, match=words):
        read_margin_job(path, rules)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "it is no proof of Kalahloa"),
        (b"hello\n", "it is no proof of Kalahloa"),
        (b"[1]\t00000000\n", "it is no proof of Kalahloa"),
    ],
)
def test_what_is_no_proof_is_refused(tmp_path, text, words):
    path = tmp_path / "a.proof"
    path.write_bytes(text)

    with pytest.raises(BadFile, match=words):
        ValueJobFile(path, RULES)
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (MarginAnswer(MarginTask(bytes([2] * 8), 2), 4, 1, 0.0), "a position of another board"),
        (MarginAnswer(MarginTask(bytes([9] * 6), 2), 4, 1, 0.0), "a position of another board"),
        (MarginAnswer(MarginTask(KEYS[2], 2), 6, 1, 0.0), "a margin of 6 is impossible"),
    ],
)
def test_answers_that_cannot_be_are_refused(tmp_path, answer, words):
    path = write(tmp_path / "a.proof", answer)

    with pytest.raises(BadFile, match=words):
        read_margin_job(path, RULES)


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BadFile, match="cannot be used: No such file or directory"):
        ValueJobFile(tmp_path / "none" / "a.proof", RULES)
