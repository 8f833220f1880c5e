"""SGF in and out: what is written comes back, and what others write is read."""

import re

import pytest
from sgfmill import sgf, sgf_grammar

from kalahloa.models.game.registry import find_game
from kalahloa.models.notation.sgf import reader, scanner
from kalahloa.models.notation.sgf.reader import read_games
from kalahloa.models.notation.sgf.writer import write_games
from kalahloa.models.record.annotation import Drawing, Ink, Mark, Notes, Shape
from kalahloa.models.record.ending import agreed, ending_at, resigned
from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.study.random_records import as_values, random_record
from tests.oracles import oracle

ROUND_TRIPS = 200
LOA = find_game("loa")
SAMPLE: str = oracle("loa")["sgf_sample"]
"""The game of April 2000 among the recorded ones, as its page has it."""


def read(text: str | bytes, **others):
    """Return the only game in *text*, and what was not read."""
    data = text.encode() if isinstance(text, str) else text
    games = read_games(data, **others)
    assert len(games) == 1
    return games[0].record, games[0].problems


def moves(record: Record) -> list[str]:
    return [node.text for node in record.main_line()]


def loa(*properties: str) -> str:
    """Return a game of Lines of Action with nodes of the given properties."""
    return "(;FF[4]GM[9]" + "".join(properties) + ")"


# -- there and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", range(0, ROUND_TRIPS, 50))
def test_a_record_with_everything_in_it_comes_back_the_same(begin):
    for seed in range(begin, begin + 50):
        record = random_record(seed)

        again, problems = read(write_games([record]))

        assert as_values(again) == as_values(record), seed
        assert problems == ()


def test_what_is_written_is_the_same_each_time():
    for seed in range(40):
        written = write_games([random_record(seed)])

        assert write_games([read(written)[0]]) == written


def test_games_of_one_file_come_back_in_their_order():
    records = [random_record(seed) for seed in range(12)]

    games = read_games(write_games(records))

    assert [as_values(game.record) for game in games] == [as_values(given) for given in records]


def test_another_library_reads_what_is_written():
    for seed in range(60):
        record = random_record(seed)

        game = sgf.Sgf_game.from_bytes(write_games([record]))

        nodes = [game.get_root()]
        for node in nodes:
            nodes.extend(node)
        assert len(nodes) == sum(1 for _ in record.root.subtree())
        assert [node.get_raw_move()[0] for node in game.get_main_sequence()[1:]] == [
            "bw"[node.side] for node in record.main_line()
        ]


def test_the_scanner_reads_what_the_grammar_of_another_library_reads():
    for seed in range(60):
        data = write_games([random_record(seed)])

        raw = next(scanner.Scanner(data, lambda: False).games())

        assert isinstance(raw, scanner.RawGame)
        tree = sgf_grammar.parse_sgf_game(data)
        expected = []
        ahead = [tree]
        while ahead:
            part = ahead.pop()
            expected += part.sequence
            ahead += reversed(part.children)
        assert [dict(node) for node in raw.nodes] == expected


# -- what is written -----------------------------------------------------------------------------


def test_marks_and_drawings_are_written_as_the_specification_has_them():
    record = Record(LOA)
    node = record.play(record.position.read_move("b1-b3"))
    drawings = (
        Drawing(Shape.ARROW, "a1", "b2"),
        Drawing(Shape.LABEL, "c3", text="x:]"),
        Drawing(Shape.TRIANGLE, "d4", ink=Ink.RED),
    )
    record.annotate(node, Notes("a ] b \\", (Mark.BLUNDER,), drawings))

    tree = sgf_grammar.parse_sgf_game(write_games([record]))

    properties = tree.sequence[1]
    assert properties["B"] == [b"b1-b3"]
    assert properties["BM"] == [b"2"]
    assert properties["AR"] == [b"a1:b2"]
    assert properties["LB"] == [b"c3:x:\\]"]
    assert properties["TR"] == [b"d4"]
    assert sgf_grammar.text_value(properties["C"][0]) == b"a ] b \\"


def test_captures_and_set_ups_are_written_strictly():
    record = Record(LOA, start="8/2w5/1wbbb3/2wwbb2/3wbw2/2bw4/3w4/8 w")
    record.play(
        record.position.read_move(record.position.format_move(record.position.legal_moves()[0]))
    )

    root = sgf_grammar.parse_sgf_game(write_games([record])).sequence[0]

    assert root["GM"] == [b"9"]
    assert root["SU"] == [b"Custom"]
    assert sorted(root["AB"]) == [b"c3", b"c6", b"d6", b"e4", b"e5", b"e6", b"f5"]
    assert root["PL"] == [b"W"]
    assert root["CA"] == [b"UTF-8"]


def test_moves_of_one_side_in_a_row_are_nodes_of_its_colour():
    kalah = find_game("kalah")
    record = Record(kalah)
    for text in ("3", "6", "1"):
        record.play(record.position.read_move(text))

    data = write_games([record])

    assert b";B[3];B[6];W[1]" in data
    assert moves(read(data)[0]) == ["3", "6", "1"]


@pytest.mark.parametrize(
    ("outcome", "written"),
    [
        ({"result": "0-1", "termination": "resignation"}, b"RE[W+R]"),
        ({"result": "1-0", "termination": "time"}, b"RE[B+T]"),
        ({"result": "1/2-1/2"}, b"RE[0]"),
        ({"result": "*"}, b"RE[?]"),
    ],
)
def test_results_are_written_as_the_specification_has_them(outcome, written):
    assert written in write_games([Record(LOA, details=outcome)])


@pytest.mark.parametrize("told", [resigned(0), resigned(1), agreed()])
def test_a_game_that_the_players_ended_comes_back_with_how_they_did(told):
    record = Record(LOA, details={**told, "event": "Cup"})
    record.play(record.position.read_move("b1-b3"))

    again, problems = read(write_games([record]))

    assert problems == () and again == record
    assert ending_at(again, again.main_end) == ending_at(record, record.main_end)


# -- what is read --------------------------------------------------------------------------------


def test_the_published_sample_is_read_to_its_end():
    record, problems = read(SAMPLE)

    assert problems == ()
    assert moves(record) == [move.replace(":", "x") for move in oracle("loa")["games"][-1]["moves"]]
    assert record.players == ("Kerry Handscomb", "Debby (Mona+YL)")
    assert record.result == "0-1"
    assert record.details["termination"] == "resignation"


def _little_golem(moves: list[str]) -> str:
    nodes = (f";{'BW'[ply % 2]}[{re.sub('[-x:]', '', move)}]" for ply, move in enumerate(moves))
    return f"(;FF[4]EV[loa.in.1]PB[a]PW[b]SZ[8]SO[a site]GM[9]{''.join(nodes)})"


def _boardspace(moves: list[str]) -> str:
    nodes = (
        f"; {'BW'[ply % 2]}[{ply + 1} {move.upper().replace('X', ':')}  ]\n"
        for ply, move in enumerate(moves)
    )
    head = '(;\nGM[LOA] VV[1]\nDT[Apr 1 2000]\nGN[a-b]\nSU[Loa]\nP0[id "a"]\nP1[id "b"]\n'
    return f"{head}; P0[0 Start P0]\n{''.join(nodes)}; P0[time 0:05:13]\n)"


def _boardspace_by_player(moves: list[str]) -> str:
    nodes = (f"; P{ply % 2}[{ply + 1} {'BW'[ply % 2]} {move}]\n" for ply, move in enumerate(moves))
    return f'(;GM[9]SU[Standard]P0[id "a"]P1[id "b"]\n{"".join(nodes)})'


@pytest.mark.parametrize("number", range(7))
@pytest.mark.parametrize("write", [_little_golem, _boardspace, _boardspace_by_player])
def test_recorded_games_are_read_to_their_known_ends_in_every_dialect(write, number):
    game = oracle("loa")["games"][number]

    record, problems = read(write(game["moves"]))

    assert problems == ()
    assert record.players == ("a", "b")
    assert moves(record) == [move.replace(":", "x") for move in game["moves"]]
    if "final" in game:
        record.jump(record.main_line()[-1].number)
        assert record.position.position_string().split()[0] == game["final"]
        assert record.result == ("1-0" if game["returns_black_white"][0] > 0 else "0-1")


@pytest.mark.parametrize(
    "written",
    ["b1xb3", "b1:b3", "b1b3", "B1B3", "1. b1-b3", "12 B1-B3 ", "b1-b3+!", "b b1-b3", "bhbf"],
)
def test_a_move_is_read_in_any_spelling(written):
    record, problems = read(loa(f";B[{written}]"))

    assert (moves(record), problems) == (["b1-b3"], ())


@pytest.mark.parametrize(
    ("nodes", "result"),
    [(";B[b1b3];W[resigns]", "1-0"), (";B[resign]", "0-1"), (";B[3 Resigns]", "0-1")],
)
def test_who_resigns_loses(nodes, result):
    record, problems = read(loa(nodes))

    assert (record.result, record.details["termination"], problems) == (result, "resignation", ())


@pytest.mark.parametrize(
    ("white", "winner", "result"),
    [("Bert", "Anna", "1-0"), ("Bert", "Bert", "0-1"), ("Anna", "Anna", "*")],
)
def test_who_has_won_is_told_by_a_name_that_only_one_has(white, winner, result):
    record, problems = read(loa(f"PB[Anna]PW[{white}]RE[Game won by {winner}]", ";B[b1b3]"))

    assert (record.result, problems) == (result, ())


@pytest.mark.parametrize("word", ["pass", "", "tt"])
def test_a_pass_that_is_not_allowed_is_told(word):
    record, problems = read(loa(f";B[b1b3];W[{word}]"))

    assert moves(record) == ["b1-b3"]
    assert "may not pass" in problems[0]


@pytest.mark.parametrize(
    ("written", "mark"),
    [
        ("TE[1]", "!"),
        ("TE[2]", "!!"),
        ("BM[1]", "?"),
        ("BM[2]", "??"),
        ("IT[]", "!?"),
        ("DO[]", "?!"),
        ("IT[2]", "!?"),
        ("DO[2]", "?!"),
        ("HO[1]", "!?"),
        ("GB[1]", "!"),
        ("GW[2]", "??"),
        ("GB[2]BM[1]", "?"),
    ],
)
def test_marks_are_read(written, mark):
    record, _ = read(loa(f";B[b1b3]{written}"))

    notes = record.nodes[1].notes
    assert [given.value for given in notes.marks] == [mark]
    assert as_values(read(write_games([record]))[0]) == as_values(record)


def test_what_another_program_changes_beside_our_own_properties_is_what_counts():
    record = Record(LOA, players=("a\nb", "c"))
    node = record.play(record.position.read_move("b1-b3"))
    record.annotate(node, Notes("tab\there", (), (Drawing(Shape.CIRCLE, "a1", ink=Ink.RED),)))
    data = write_games([record])

    again, _ = read(data.replace(b"CR[a1]", b"CR[a2]").replace(b"PB[a", b"PB[x"))

    assert again.nodes[1].notes.drawings == (Drawing(Shape.CIRCLE, "a2"),)
    assert again.players == ("x b", "c")


def test_unknown_properties_stay_at_their_node():
    text = loa("ST[2]", ";B[b1b3]ZZ[a\\]b][c]C[x]", "(;W[h4f4]Q[1])", "(;W[a4c4]R[])")
    record, _ = read(text)

    data = write_games([read(text)[0]])

    assert record.nodes[1].notes.properties == (("ZZ", ("a\\]b", "c")),)
    tree = sgf_grammar.parse_sgf_game(data)
    assert tree.sequence[0]["ST"] == [b"2"]
    assert tree.sequence[1]["ZZ"] == [b"a\\]b", b"c"]
    assert [child.sequence[0].keys() - {"W"} for child in tree.children] == [{"Q"}, {"R"}]


def test_drawings_that_mean_nothing_on_this_board_stay_at_their_node():
    record, _ = read(loa(";B[c1-c3]LB[aa:1][a1:2]TR[zz]AR[c1:q9][c1:c3]", ";W[h2-f2]"))
    again, _ = read(write_games([record]))

    for one in (record, again):
        notes = one.nodes[1].notes
        assert notes.properties == (("LB", ("aa:1",)), ("TR", ("zz",)), ("AR", ("c1:q9",)))
        assert notes.drawings == (
            Drawing(Shape.ARROW, "c1", "c3"),
            Drawing(Shape.LABEL, "a1", text="2"),
        )


def test_texts_are_unescaped_with_their_soft_line_breaks():
    record, _ = read(loa(r";B[b1b3]C[a\]b\\c\:d", "\\\nsoft\nhard\ttab]"))

    assert record.nodes[1].comment == "a]b\\c:dsoft\nhard tab"


def test_markup_is_text():
    assert read(loa("C[<b>x</b>]"))[0].root.comment == "<b>x</b>"


@pytest.mark.parametrize(
    ("charset", "comment"),
    [
        ("UTF-8", "表能功本 ½ 😀"),
        ("ISO-8859-1", "Zürich"),
        ("windows-1251", "Москва"),
        ("Shift_JIS", "表ソ能本"),  # of which some have a byte like a backslash
        ("GBK", "表能功本"),
        ("Big5", "功許蓋"),
        ("EUC-JP", "日本語"),
    ],
)
def test_any_charset_is_read(charset, comment):
    data = loa(f"CA[{charset}]", f"C[{comment}];B[b1b3]").encode(charset)

    record, problems = read(data)

    assert (record.root.comment, moves(record), problems) == (comment, ["b1-b3"], ())


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-8", "latin-1"])
def test_a_charset_that_is_not_named_is_found_out(codec):
    assert read(loa("C[Zürich]").encode(codec))[0].root.comment == "Zürich"


@pytest.mark.parametrize("name", ["zip", "hex", "rot13", "nonsense", "idna", "utf-16", "cp037", ""])
def test_a_charset_that_is_none_does_no_harm(name):
    assert read(loa(f"CA[{name}]C[ab]"))[0].root.comment == "ab"


def test_a_text_that_is_not_in_its_charset_is_told():
    record, problems = read(loa("CA[UTF-8]", "C[Zürich]").encode("latin-1"))

    assert record.root.comment == "Zürich"
    assert "character set" in problems[0]


def test_set_ups_are_read_from_stones_or_from_our_position():
    stones = "AB[a5][b2:c2]AW[h8][h1]PL[W]"
    record, problems = read(loa("SU[Custom]", stones, ";W[h8h6]"))

    assert record.start == "7w/8/8/b7/8/8/1bb5/7w w"
    assert problems == ()
    changed, _ = read(loa("SU[Custom]KS[8/8/8/8/8/8/wb6/8 b]", stones))
    assert changed.start == record.start


def test_the_first_mover_may_be_white():
    record, problems = read(loa(";W[h4f4]"))

    assert (moves(record), problems) == (["h4-f4"], ())
    assert record.start.endswith(" w")


def test_games_that_begin_alike_have_starts_of_their_own():
    white, _ = read(loa(";W[h4f4]"))
    black, _ = read(loa(";B[b1b3]"))
    stones, _ = read(loa("SU[Custom]AB[b2]AW[a2][h7]PL[B]"))
    other, _ = read(loa("SU[Custom]AB[b3]AW[a2][h7]PL[B]"))
    rules, _ = read(loa("RU[olympiad]", ";B[b1b3]"))

    assert [record.start[-1] for record in (white, black, stones)] == ["w", "b", "b"]
    assert "wb6" in stones.start and "1b6" in other.start
    assert rules.rules != black.rules
    assert read(loa(";W[h4f4]"))[0].start == white.start


def test_a_root_that_is_said_to_follow_something_is_read_all_the_same():
    record, problems = read(loa("KV[followed][current]", ";B[b1b3]"))

    assert (moves(record), record.current, problems) == (["b1-b3"], record.root, ())


def test_where_redo_goes_is_read_whatever_the_current_node_is():
    text = "(;GM[9](;B[b1b3];W[h4f4]KV[current])(;B[b1h1]KV[followed];W[h4f4](;B[c1c3])(;B[d1d3])))"
    (game,) = read_games(text.encode())
    record = game.record

    assert [node.text for node in record.current.path()[1:]] == ["b1-b3", "h4-f4"]
    assert record.root.followed.text == "b1-h1"
    assert record.root.followed.followed.followed.text == "c1-c3"
    assert record.position.hash == record.replayed().hash


def test_scrambled_eggs_is_a_rule_here():
    record, _ = read(loa("SU[Scrambled-Eggs]"))

    assert record.rules.start == "scrambled-eggs"


# -- what cannot be read -------------------------------------------------------------------------


def test_an_illegal_variation_is_left_out_and_told():
    text = loa(";B[b1b3]\n", "(;W[h4f4])", "(;W[a4c4];B[a1a2];W[h4f4])", "(;W[a5c5])")
    record, problems = read(text)

    texts = [node.text for node in record.root.subtree()]
    assert texts == ["", "b1-b3", "h4-f4", "a4-c4", "a5-c5"]
    assert len(problems) == 1
    assert problems[0].startswith("Game 1, line 2: Left out a variation at 'a1a2': No piece")


def test_an_illegal_move_ends_the_main_line_and_is_told_with_its_place():
    record, problems = read(loa(";B[b1b3]\n", ";W[h8h7]\n", ";B[c1c2]"))

    assert moves(record) == ["b1-b3"]
    assert len(problems) == 1
    assert problems[0].startswith("Game 1, line 2: Reading stopped at 'h8h7': No piece")


def test_a_file_of_which_nothing_can_be_read_is_refused():
    with pytest.raises(BadFile, match="line 1: Reading stopped at 'a1a2'"):
        read(loa(";B[a1a2]"))
    with pytest.raises(BadFile, match="number '1' is not"):
        read("(;FF[4]GM[1];B[dd])")
    with pytest.raises(BadFile, match="none starts with"):
        read("hello")


def test_a_game_that_cannot_be_read_is_told_among_those_that_can():
    games = read_games(f"(;GM[1])\n{SAMPLE}\n(;GM[9]SU[Gemma])".encode())

    assert [len(game.record.nodes) for game in games] == [27]
    assert "Game 1, line 1" in games[0].problems[0]
    assert "Game 3, line 3: The set-up 'gemma'" in games[0].problems[1]


@pytest.mark.parametrize("end", range(12, len(SAMPLE), 37))
def test_a_file_that_was_cut_off_is_read_as_far_as_it_goes(end):
    record, problems = read(SAMPLE[:end])

    whole = moves(read(SAMPLE)[0])
    assert moves(record) == whole[: len(moves(record))]
    assert len(moves(record)) >= SAMPLE[:end].count("];") - 6
    assert any("incomplete" in problem for problem in problems)


def test_what_is_no_sgf_is_passed_over():
    record, problems = read("mail text (;GM[9]junk;B[b1b3]?? C[x] ;W[h4f4]) the end")

    assert moves(record) == ["b1-b3", "h4-f4"]
    assert record.nodes[1].comment == "x"
    assert len(problems) == 2


def test_a_property_after_words_that_are_no_sgf_is_read():
    record, problems = read("(;GM[9];two words B[b1b3];more junk\nW[h4f4])")

    assert moves(record) == ["b1-b3", "h4-f4"]
    assert [problem.partition("'")[2].partition("'")[0] for problem in problems] == [
        "two words",
        "more junk",
    ]


def test_nesting_of_100_000_levels_is_read():
    record, problems = read("(;GM[9]C[a]" + "(;N[x]" * 100_000 + ";B[b1b3]" + ")" * 100_001)

    assert (moves(record), problems) == (["b1-b3"], ())


@pytest.mark.parametrize(
    "data",
    [
        b"(;GM[9]" + b"(;B[b1b3])" * 300_000 + b")",
        b"(;GM[9]" + b"(" * 300_000,
        b"(" + b";" * 300_000,
        b"(;" + b"A[]" * 600_000,
        b"(;A" + b"[]" * 600_000,
    ],
    ids=["variations", "parentheses", "nodes", "properties", "values"],
)
def test_bombs_are_refused_with_their_place(data):
    with pytest.raises(BadFile, match=r"Game 1, line 1: The game has more than \d00,000 "):
        read_games(data)


def test_a_property_of_many_megabytes_is_left_out_and_told():
    record, problems = read(b"(;GM[9]\nC[" + b"\\]" * 2_500_000 + b"];B[b1b3])")

    assert moves(record) == ["b1-b3"]
    assert problems[0].startswith("Game 1, line 2: Left out a value of 5,000,000 bytes")


def test_a_file_beyond_the_limit_is_refused():
    with pytest.raises(BadFile, match="65 MB; at most 64 MB"):
        read_games(bytes(reader.MAX_FILE_BYTES + 1_000_000))


def test_reading_stops_when_it_is_told_to_and_says_how_far_it_is():
    told: list[tuple[int, int]] = []
    data = SAMPLE.encode() * 200

    assert len(read_games(data, progress=lambda done, total: told.append((done, total)))) == 200

    assert told == sorted(told)
    assert told[-1][1] == len(data)
    polls = iter([False] * 20)
    with pytest.raises(ReadingStopped):
        read_games(data, stopped=lambda: next(polls, True))


def test_games_beyond_the_limit_are_told(monkeypatch):
    monkeypatch.setattr(reader, "MAX_ALL_NODES", 60)

    games = read_games(SAMPLE.encode() * 3)

    assert len(games) == 2
    assert games[1].problems[0].startswith("Stopped before game 3")
    assert sum(1 for _ in reader.each_game(SAMPLE.encode() * 3)) == 3
