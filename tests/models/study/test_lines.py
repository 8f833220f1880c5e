"""Lines of moves as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.controllers.commands.study_commands import insert
from kalahloa.controllers.features.analysis.live_commands import follow_line, insert_at
from kalahloa.controllers.session.open_app import open_app
from kalahloa.models.game.game import Game
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.study.line_words import line_words
from kalahloa.models.study.lines import MAX_LINE_TEXT, line_text, read_line
from kalahloa.models.study.turn_numbers import number_of, turn_numbers
from kalahloa.models.text.errors import IllegalMove
from tests.models.stones_game import Stones


def played(game: str, *texts: str) -> Record:
    record = Record(find_game(game))
    for text in texts:
        record.play(record.position.read_move(text))
    return record


def test_a_line_is_written_with_the_numbers_of_its_moves_and_read_again():
    record = played("kalah", "3", "6", "2", "1", "5")
    text = line_text(record.main_line())

    assert text == "1. 3-6 2-1 2. 5"
    assert read_line(Record(record.game).position, text) == ("3", "6", "2", "1", "5")


class Spoken(Stones):
    """A game in whose notation moves have blanks."""

    def format_move(self, move: int) -> str:
        return f"take {move} please"

    def parse_move(self, text: str) -> int:
        words = text.split()
        if len(words) != 3 or (words[0], words[2]) != ("take", "please"):
            raise IllegalMove("Say please.")
        return super().parse_move(words[1])

    def diagram(self, flipped: bool = False) -> str:
        return "o" * self.count


SPOKEN = Game(
    key="spoken",
    title="Spoken stones",
    sides=("First", "Second"),
    rulebook=find_game("tictactoe").rulebook,
    start=lambda rules: Spoken(9),
    read=lambda text, rules: Spoken(int(text.split()[0])),
    example="take 1 please",
    hint="Say please.",
)


def test_moves_whose_notation_has_blanks_are_read_as_text_and_as_values():
    position = Spoken(9)
    texts = ("take 1 please", "take 2 please", "take 3 please")

    assert read_line(position, texts) == texts
    assert read_line(position, " ".join(texts)) == texts
    assert read_line(position, f"1. {texts[0]} {texts[1]}!? 2.{texts[2]}") == texts
    with pytest.raises(IllegalMove, match="Move 2 of the text, take: Say please"):
        read_line(position, "take 1 please take")


def test_lines_of_such_a_game_are_taken_into_its_record(qapp):
    app = open_app(SPOKEN)
    number = str(app.document.record.root.number)

    insert_at(app, [number, "take 1 please", "take 2 please"])
    insert(app, "take 2 please take 1 please".split())
    follow_line(app, [number, "take", "3", "please", "take 1 please"])

    (first, second, third) = app.document.record.root.children
    assert [node.text for node in (first, *first.children)] == ["take 1 please", "take 2 please"]
    assert [node.text for node in (second, *second.children)] == ["take 2 please", "take 1 please"]
    assert app.document.node is third.children[0]
    app.shut_down()


def test_a_line_that_begins_in_the_middle_says_so():
    record = played("loa", "b1-b3", "a4-c4", "c1xc4", "a5-c5")
    line = record.main_line()

    assert line_text(line[1:]) == "1… a4-c4 2. c1xc4 a5-c5"
    assert line_text(line[2:]) == "2. c1xc4 a5-c5"
    assert line_text([]) == ""


def test_a_game_that_is_over_has_its_result_at_the_end():
    record = played("tictactoe", "1", "4", "2", "5", "3")
    text = line_text(record.main_line())

    assert text == "1. 1 4 2. 2 5 3. 3 1-0"
    assert read_line(Record(record.game).position, text) == ("1", "4", "2", "5", "3")


@pytest.mark.parametrize(
    "text", ["b1-b3 a4-c4 c1xc4", "1.b1-b3! a4-c4?? 2.c1xc4 *", "1. b1-b3\n1... a4-c4 N\n2. c1xc4□"]
)
def test_marks_and_numbers_are_passed_over(text):
    position = Record(find_game("loa")).position
    before = position.position_string()

    assert read_line(position, text) == ("b1-b3", "a4-c4", "c1xc4")
    assert position.position_string() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no moves"),
        ("1. 1-0", "no moves"),
        ("b1-b3 b3-b4", "Move 2 of the text, b3-b4: "),
        ("hello", "Move 1"),
        ("x" * (MAX_LINE_TEXT + 1), "too long"),
    ],
)
def test_what_cannot_be_read_is_explained(text, said):
    with pytest.raises(IllegalMove, match=said):
        read_line(Record(find_game("loa")).position, text)


@pytest.mark.parametrize("start", [None, "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> N"])
@given(st.lists(st.integers(0, 11), min_size=1, max_size=12), st.integers(0, 12))
def test_all_that_writes_lines_numbers_moves_as_the_list_does(start, choices, split):
    game = find_game("kalah")
    record = Record(game, None, start)
    for choice in choices:
        moves = record.position.legal_moves()
        if moves:
            record.play(moves[choice % len(moves)])
    nodes = record.main_line()
    numbers = turn_numbers([record.root, *nodes])[1:]
    turns = [node for node in nodes if node.side != node.parent.side]  # the root's is of neither

    assert [number_of(node) for node in nodes] == numbers
    seconds = nodes[0].side == 1
    assert [number_of(node) for node in turns] == [
        1 + (at + seconds) // 2 for at in range(len(turns))
    ]
    assert line_text(nodes).split()[0] == f"1{'.' if nodes[0].side == 0 else '…'}"
    split = min(split, len(nodes) - 1)
    before = record.root if not split else nodes[split - 1]
    words = line_words(before, record.position_at(before), [node.move for node in nodes[split:]])
    for word in words:
        number = word.number.rstrip(".…")
        assert not number or int(number) == numbers[split + word.plies - 1]
