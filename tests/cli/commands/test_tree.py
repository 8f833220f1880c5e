"""The command that shows a search tree: its facts, its pictures, and what it refuses."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from kalahloa.cli.main import main
from kalahloa.controllers.features.trees.search_state import TreeOrder, TreeRun
from kalahloa.controllers.features.trees.search_words import short_words, signed_words
from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record
from kalahloa.models.search.lecture.scale import lecture_value
from kalahloa.models.search.limits import Limits
from kalahloa.models.search.searchers import find_searcher, lecture_searchers

SVG = "{http://www.w3.org/2000/svg}"
WON = ("tictactoe", "--position", "XX./OO./... X")
NAMES = [searcher.name for searcher in lecture_searchers()]


@pytest.fixture
def tree(capsys):
    """What the command prints for these arguments."""

    def ask(*arguments: str) -> str:
        assert main(["tree", *arguments]) == 0
        return capsys.readouterr().out

    return ask


def nodes_of(plain: dict) -> list[dict]:
    return [plain, *(node for child in plain["children"] for node in nodes_of(child))]


def values_by_path(plain: dict, line: tuple[str, ...] = ()) -> list[tuple[tuple, float]]:
    """Return the value of each node of a printed tree with the moves that lead to it."""
    found = [(line, plain["value"])]
    for child in plain["children"]:
        found += values_by_path(child, (*line, child["move"]))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("key", ["tictactoe", "kalah"])
def test_the_facts_are_those_of_a_search_that_is_not_recorded(tree, name, key):
    game = find_game(key)
    plain = find_searcher(name).choose(
        game.start(game.rulebook.default), Limits(depth=3), game.heuristic()
    )

    found = json.loads(tree(key, "--searcher", name, "--depth", "3", "--json"))

    assert found["nodes"] == plain.nodes == sum(one["nodes"] for one in found["passes"])
    assert found["value"] == lecture_value(plain.score) == found["tree"]["value"]
    assert (found["searcher"], found["depth"], found["unrecorded"]) == (name, 3, 0)
    last = nodes_of(found["tree"])
    assert len(last) == found["passes"][-1]["nodes"]
    assert sum(node["cut"] for node in last) == found["passes"][-1]["cutoffs"]
    assert (
        sum(node["kind"] in ("estimated", "finished") for node in last)
        == (found["passes"][-1]["leaves"])
    )
    assert found["leaves"] == sum(one["leaves"] for one in found["passes"])


def test_values_windows_and_cuts_are_those_of_the_lecture(tree):
    found = json.loads(tree(*WON, "--depth", "2", "--json"))

    root = found["tree"]
    assert (root["move"], root["alpha"], root["beta"]) == (None, None, None)
    assert [child["move"] for child in root["children"]] == ["3", "6", "7", "8", "9"]
    won, after = root["children"][:2]
    assert (won["kind"], won["value"], won["cut"]) == ("finished", 99.99, False)
    assert (after["alpha"], after["beta"]) == (99.99, None)
    assert (after["cut"], after["pruned"], len(after["children"])) == (True, 3, 1)


def test_the_names_of_facts_are_those_that_programs_rely_on(tree):
    found = json.loads(tree(*WON, "--depth", "2", "--json"))

    assert {"nodes", "leaves", "cutoffs", "tree"} <= found.keys()
    for node in nodes_of(found["tree"]):
        assert {"move", "value", "alpha", "beta", "cut", "children"} <= node.keys()


def test_the_tree_is_printed_with_why_moves_were_cut_off(tree):
    shown = tree(*WON, "--depth", "2").splitlines()

    assert shown[0] == "All values are for X (MAX)."
    assert shown[1] == "X: +1 in 1  (MAX, inner, window [−∞, +∞])"
    assert shown[2] == "  3: +1 in 1  (MIN, finished, window [−∞, +∞])"
    assert shown[4].strip() == (
        "✂ 3 moves. Cut off: elsewhere X already has a win in 1, here O can hold X to −2.00."
    )
    assert shown[-1].startswith("10 nodes in 1 pass, 5 leaves, 4 cut-offs, ")


@pytest.mark.parametrize("name", ["game-tree", "alpha-beta", "negascout"])
@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("tictactoe", "X.O/.../..X O"),
        ("kalah", "<6,9,8,1,0,2,3,0,1,0,2,1,0,4,1> N"),
        ("kalah", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"),
    ],
)
def test_every_format_has_the_values_that_the_window_shows(tree, tmp_path, key, text, name):
    game = find_game(key)
    position = game.read(text, game.rulebook.default)
    order = TreeOrder(name, 3)
    result = find_searcher(name).choose(
        position.copy(), Limits(depth=3), game.heuristic(), record_tree=True
    )
    run = TreeRun.of(order, game, Record(game).root, position, result)
    shown = [signed_words(node, run.max_side) for node in run.tree.root.walk()]
    asked = (key, "--position", text, "--searcher", name, "--depth", "3")
    path = tmp_path / "tree.svg"

    plain = json.loads(tree(*asked, "--json"))
    rows = tree(*asked, "--levels", "99").splitlines()
    dot = tree(*asked, "--dot")
    tree(*asked, "--svg", str(path))

    whole = json.loads(tree(*asked[:3], "--searcher", "game-tree", "--depth", "3", "--json"))
    exact = dict(values_by_path(whole["tree"]))
    for (line, value), words in zip(values_by_path(plain["tree"]), shown, strict=True):
        assert exact[line] <= value or words[0] != "≤"
        assert exact[line] >= value or words[0] != "≥"
        assert exact[line] == value or words[0] in "≤≥"
    side = game.sides[position.side]
    nodes = nodes_of(plain["tree"])
    assert plain["value_for"] == side
    assert [short_words(node["value"]) for node in nodes] == [
        words.removeprefix("≥ ").removeprefix("≤ ") for words in shown
    ]
    if name == "game-tree":
        for node in nodes:
            values = [child["value"] for child in node["children"]]
            if values:
                assert node["value"] == (max if node["role"] == "MAX" else min)(values)
    assert rows[0] == f"All values are for {side} (MAX)."
    printed = [row.partition(": ")[2].partition("  (")[0] for row in rows[1:] if "window [" in row]
    assert printed == shown
    assert f'label="Values for {side} (MAX)"' in dot
    drawn = re.findall(r'n\d+ \[shape=\w+, label="([^"\\]*)', dot)
    assert drawn == shown
    texts = [one.text for one in ElementTree.parse(path).getroot().iter(f"{SVG}text")]
    assert texts[0] == f"Values for {side} (MAX)"
    assert texts[-len(shown) :] == shown


def test_as_many_levels_are_printed_as_one_asks_for(tree):
    shown = [tree("kalah", "--depth", "2", "--levels", str(levels)) for levels in (0, 1)]

    assert [len(text.splitlines()) for text in shown] == [3, 9]


def test_graphviz_gets_each_node_and_each_move(tree):
    facts = json.loads(tree(*WON, "--depth", "2", "--json"))

    shown = tree(*WON, "--depth", "2", "--dot")

    assert shown.startswith("digraph tree {") and shown.rstrip().endswith("}")
    assert shown.count("shape=box") + shown.count("shape=oval") == facts["nodes"]
    assert shown.count(" -> n") == facts["nodes"] - 1
    assert shown.count("✂ 3") == facts["cutoffs"]


def test_a_picture_has_a_box_for_each_node_and_none_lies_on_another(tree, tmp_path):
    path = tmp_path / "tree.svg"

    said = tree("tictactoe", "--position", "X.O/.../..X O", "--depth", "3", "--svg", str(path))

    assert said == f"The tree is in {path}.\n"
    root = ElementTree.parse(path).getroot()
    boxes = [
        (float(rect.get("y")), float(rect.get("x")), float(rect.get("width")))
        for group in root.iter(f"{SVG}g")
        for rect in group.findall(f"{SVG}rect")
        if rect.get("rx") is not None
    ]
    facts = json.loads(tree("tictactoe", "--position", "X.O/.../..X O", "--depth", "3", "--json"))
    assert len(boxes) == facts["nodes"]
    boxes.sort()
    for (row, left, width), (other, right, _) in pairwise(boxes):
        assert row != other or left + width < right
    across = float(root.get("width"))
    assert all(left > 0 and left + width < across for _, left, width in boxes)
    numbers = [text.text for text in root.iter(f"{SVG}text") if (text.text or "").startswith("✂")]
    assert len(numbers) == facts["cutoffs"] and numbers


def test_finished_games_are_green_and_have_thicker_boxes_than_others(tree, tmp_path):
    path = tmp_path / "tree.svg"

    tree("tictactoe", "--position", "X.O/.../..X O", "--depth", "3", "--svg", str(path))

    rects = ElementTree.parse(path).getroot().iter(f"{SVG}rect")
    boxes = [(rect.get("stroke"), float(rect.get("stroke-width", "0"))) for rect in rects]
    thick = {colour for colour, width in boxes if width == 3}
    assert thick == {"#2e7d32"}
    assert "#2e7d32" not in {colour for colour, width in boxes if width < 3}


def test_a_picture_of_a_large_tree_leaves_out_what_is_deepest_and_says_so(capsys, tmp_path):
    path = tmp_path / "tree.svg"

    assert main(["tree", "loa", "--depth", "2", "--searcher", "game-tree", "--svg", str(path)]) == 0

    said = capsys.readouterr()
    assert "are drawn" not in said.err
    assert main(["tree", "kalah", "--depth", "5", "--searcher", "negamax", "--svg", str(path)]) == 0
    said = capsys.readouterr()
    assert "plies are drawn: a picture has 2,000 nodes at most." in said.err
    assert path.stat().st_size < 2_000_000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--searcher", "engine"), "The engine does not record its tree; choose one of:"),
        (("--depth", "9"), "The depth: '9' is not a number from 1 to 8."),
        (("--json", "--dot"), "--json, --dot and --svg cannot be combined."),
        (("--levels=-1",), "The number of levels: '-1' is not a number from 0 to"),
        (("--svg", "/nowhere/tree.svg"), "/nowhere/tree.svg cannot be written: No such file"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(capsys, arguments, sentence):
    assert main(["tree", "tictactoe", *arguments]) == 2

    assert sentence in capsys.readouterr().err
