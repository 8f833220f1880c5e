"""The commands that write a whole proof to a file, and that check and walk it."""

import json

import pytest

from kalahloa.cli.main import main
from tests.oracles import oracle


@pytest.fixture
def proof(tmp_path, capsys):
    path = tmp_path / "small.proof"
    assert main(["prove", "loa", "--size", "4", "--rules", "olympiad", "--output", str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Black wins by force: ")
    assert path.is_file()
    return path


def ask(capsys, *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_proof_is_checked_and_told_in_words(capsys, proof):
    assert main(["check-proof", str(proof)]) == 0

    first, position, rest = capsys.readouterr().out.splitlines()
    assert first == "Black wins Lines of Action by force (olympiad, size 4), from"
    assert position == "1bb1/w2w/w2w/1bb1 b"
    assert rest.startswith("The proof is right: ")


def test_where_margins_count_the_least_one_is_told(capsys, tmp_path):
    path = tmp_path / "kalah.proof"
    ask(capsys, "prove", "kalah", "--pits", "3", "--stones", "3", "--output", str(path))

    margin = ask(capsys, "check-proof", str(path))["margin"]
    main(["check-proof", str(path)])

    assert 1 <= margin <= oracle("kalah")["small_boards"]["lecture"]["3,3"]
    assert f"All of them are won by {margin} or more." in capsys.readouterr().out


def test_the_answers_hold_under_other_rules_as_well(capsys, proof):
    found = ask(capsys, "check-proof", str(proof), "--rules", "tutorial")

    assert (found["right"], found["rules"]) == (True, "tutorial, size 4")
    assert found["plies"] == 3


def test_a_proof_is_walked_against_any_reply(capsys, proof):
    first = ask(capsys, "check-proof", str(proof), "--line", "")["replies"][""]
    replies = ask(capsys, "check-proof", str(proof), "--line", first)["replies"]

    assert len(replies) > 3
    for reply, answer in replies.items():
        after = ask(capsys, "check-proof", str(proof), "--line", f"{first} {reply}")["replies"]
        assert after == {"": answer}
    main(["check-proof", str(proof), "--line", first])
    assert f"{reply}: {answer}" in capsys.readouterr().out


def test_a_wrong_proof_fails_with_the_place(capsys, proof):
    line, _, packed = proof.read_bytes().partition(b"\n")
    header = json.loads(line)
    header["rules"]["size"] = 5
    proof.write_bytes(json.dumps(header).encode() + b"\n" + packed)

    assert main(["check-proof", str(proof)]) == 1
    assert capsys.readouterr().out.startswith("The proof is wrong. After ")
    assert main(["check-proof", str(proof), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["right"] is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["{missing}"], "cannot be opened: No such file"),
        (["{other}"], "is not a proof file."),
        (["{proof}", "--rules", "chess"], "There are no rules called 'chess'"),
        (["{proof}", "--line", "b1-b9"], "'b9' is not a square; squares are a1 to d4."),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_line(
    capsys, proof, tmp_path, arguments, sentence
):
    other = tmp_path / "other"
    other.write_text("(;GM[9])")
    places = {"missing": tmp_path / "missing", "other": other, "proof": proof}

    assert main(["check-proof", *(word.format(**places) for word in arguments)]) == 2
    assert sentence in capsys.readouterr().err


def test_no_file_is_written_where_no_win_is_found(capsys, tmp_path):
    path = tmp_path / "none.proof"

    found = ask(capsys, "prove", "tictactoe", "--output", str(path))
    assert (found["proven"], found["value"], found["answers"]) == (False, "no win", None)
    assert main(["prove", "loa", "--nodes", "500", "--output", str(path)]) == 0

    assert "Whether Black can force a win is not known." in capsys.readouterr().out
    assert not path.exists()
