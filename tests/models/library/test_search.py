"""Games are found by words, names, facts, tags and positions, in any order."""

from dataclasses import replace

import pytest

from kalahloa.models.game.registry import find_game
from kalahloa.models.library import search
from kalahloa.models.library.game_rows import GameChanges, NewGame, rules_text
from kalahloa.models.library.positions import MoveCount, index_key, salt_of
from kalahloa.models.library.query import Query
from kalahloa.models.library.search import PlayerTotals, Totals
from kalahloa.models.library.selection import Selection
from kalahloa.models.record.annotation import Notes
from kalahloa.models.record.record import Record
from tests.models.library.games import play, record_of, reloaded


def key(record: Record) -> int:
    """Return the key of the current position of *record*."""
    return index_key(
        record.current.key, salt_of(record.game.key, rules_text(record.game, record.rules))
    )


@pytest.fixture(params=[20_000, 0], ids=["few", "many"])
def games(library, request, monkeypatch):
    """Ids of five games by a name for each; `MAX_LOOKED_UP` chooses how they are looked for."""
    monkeypatch.setattr(search, "MAX_LOOKED_UP", request.param)
    annotated = record_of("1 5 2 8", players=("Ágnes Nagy", "Bert"))
    annotated.annotate(annotated.nodes[2], Notes("A brilliant Übersehen, he_said"))
    annotated.annotate(annotated.root, Notes("Rootword"))
    kalah = find_game("kalah")
    standard = Record(kalah, kalah.rulebook.read("standard"), players=("Cleo", "Ágnes Varga"))
    play(standard, "1 2 3")
    news = {
        "annotated": NewGame.of(
            annotated, tags=("study", "best"), created=1e9, source="/tmp/paper.sgf"
        ),
        "won": NewGame.of(
            record_of("1 5 2 8 3", players=("Dora", "Emil"), details={"event": "Olympiad"}),
            tags=("best",),
            created=2e9,
        ),
        "lost": NewGame.of(record_of("1 3 2 5 9 7", details={"date": "1998-5"}), created=3e9),
        "standard": NewGame.of(standard, created=4e9),
        "short": NewGame.of(record_of("5"), created=5e9),
    }
    return dict(zip(news, library.add_many(news.values()), strict=True))


def names(library, games, query: Query, **order) -> list[str]:
    """Return the names of the games that *query* finds; the count must agree."""
    by_id = {number: name for name, number in games.items()}
    found = [by_id[header.id] for header in library.search(query, **order)]
    assert library.count(query) == len(found)
    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(), ["short", "standard", "lost", "won", "annotated"]),
        (Query(words="agnes"), ["standard", "annotated"]),
        (Query(words="ÁGN nag"), ["annotated"]),
        (Query(words="olymp dora"), ["won"]),
        (Query(words="brilliant best"), ["annotated"]),
        (Query(words="ubersehen"), ["annotated"]),
        (Query(words="rootword"), ["annotated"]),
        (Query(words="he_said"), ["annotated"]),
        (Query(words="paper.sgf"), ["annotated"]),
        (Query(words="brilliant olympiad"), []),
        (Query(words="tic-tac"), ["short", "lost", "won", "annotated"]),
        (Query(words='"; DROP TABLE games; -- *'), []),
        (Query(words='" * ( ^ :'), []),
        (Query(words="gnes"), ["standard", "annotated"]),
        (Query(words="lliant"), ["annotated"]),
        (Query(words="li"), []),
        (Query(words="br"), ["annotated"]),
        (Query(words="NEAR OR AND NOT"), []),
        (Query(player="Bert"), ["annotated"]),
        (Query(player="Olympiad"), []),
        (Query(comment="brilliant"), ["annotated"]),
        (Query(comment="Bert"), []),
        (Query(games=("kalah",)), ["standard"]),
        (Query(games=("kalah", "tictactoe"), results=("1-0", "0-1")), ["lost", "won"]),
        (Query(presets=("standard",), games=("kalah",)), ["standard"]),
        (Query(tags=("best",)), ["won", "annotated"]),
        (Query(tags=("best", "study")), ["annotated"]),
        (Query(tags=("bes",)), []),
        (Query(until="1998"), ["lost"]),
        (Query(since="1998-05", until="1998-05"), ["lost"]),
        (Query(since="1998-06", until="2010"), ["annotated"]),
    ],
)  # fmt: skip
def test_a_query_finds_what_it_says(library, games, query, expected):
    assert names(library, games, query) == expected


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", ["short", "lost", "won", "annotated"]),
        ("1", ["lost", "won", "annotated"]),
        ("1 5", ["won", "annotated"]),
        ("2 5 1", ["won", "annotated"]),
        ("1 5 2 8 3", ["won"]),
        ("9", []),
    ],
)
def test_a_position_is_found_in_whatever_way_it_was_reached(library, games, moves, expected):
    query = Query(position=key(record_of(moves)))

    assert names(library, games, query) == expected
    assert library.games_at(query.position) == sorted(games[name] for name in expected)


def test_a_position_and_other_terms_are_found_together(library, games):
    position = key(record_of("1 5"))

    assert names(library, games, Query(position=position, tags=("study",))) == ["annotated"]
    assert names(library, games, Query(position=position, words="emil")) == ["won"]
    assert names(library, games, Query(position=position, results=("1-0",))) == ["won"]


def test_words_of_one_search_may_stand_in_different_places_of_a_game(library, games):
    for words in ("agnes brilliant", "brilliant rootword", "best brilliant bert", "rootword study"):
        assert names(library, games, Query(words=words)) == ["annotated"], words
    assert names(library, games, Query(words="brilliant", player="bert")) == ["annotated"]
    assert names(library, games, Query(words="bert", comment="rootword")) == ["annotated"]
    assert names(library, games, Query(words="brilliant olympiad")) == []
    assert names(library, games, Query(words="best olympiad")) == ["won"]


def test_a_game_with_a_word_in_several_comments_counts_once(library, games):
    record = record_of("1 5 2")
    for node in record.nodes:
        record.annotate(node, Notes("Twice over"))
    number = library.add(record)

    assert library.count(Query(words="twice")) == 1
    assert [header.id for header in library.search(Query(words="twice over"))] == [number]


def test_a_game_that_comes_to_a_position_twice_counts_once(library):
    record = record_of("1 5")
    record.undo()
    play(record, "6")
    library.add(record)

    assert library.count(Query(position=key(record_of("1")))) == 1


def test_the_same_board_under_other_rules_is_another_position(library, games):
    assert names(library, games, Query(position=key(record_of("", "kalah")))) == []


@pytest.mark.parametrize("sort", search.SORTS)
def test_games_are_sorted_and_paged(library, games, sort):
    up = [header.id for header in library.search(sort=sort, descending=False)]
    down = [header.id for header in library.search(sort=sort)]

    assert up == down[::-1]
    assert sorted(up) == sorted(games.values())
    assert [header.id for header in library.search(sort=sort, limit=2, offset=3)] == down[3:]
    assert library.ids(Query(), sort, True, 2, 3) == down[3:5]


def test_games_are_sorted_by_names_as_people_do(library):
    names = ["", "åse", "Åse", "Berg", "Łoś", "Lot", "Nagy", "Ñandu", "Øre", "Zoe"]
    for name in names[::-1]:
        library.add(record_of("1", players=(name, name)))
    game = library.add(record_of("1", players=("Zoe", "Zoe")))
    library.save(game, 1, changes=GameChanges(players=("Öre", "Öre")))

    for sort, side in (("first", 0), ("second", 1)):
        found = [one.players[side] for one in library.search(sort=sort, descending=False)]
        assert found == [
            *("", "åse", "Åse", "Berg", "Łoś", "Lot", "Nagy", "Ñandu"),
            *("Öre", "Øre", "Zoe"),
        ]


def test_an_unknown_order_is_refused(library):
    with pytest.raises(ValueError, match="cannot be sorted"):
        library.search(sort="id; DROP TABLE games")


def test_totals_say_how_games_ended(library, games):
    assert library.totals() == Totals(5, 1, 0, 1)
    assert library.totals(Query(words="olympiad")) == Totals(1, 1, 0, 0)
    assert library.totals(Query(position=key(record_of("1 5 2")))) == Totals(2, 1, 0, 0)


# -- the explorer ----------------------------------------------------------------------------------


def test_games_are_counted_by_game_result_and_tag_without_the_trash(library, games):
    library.trash([games["short"]])

    counts = library.counts()

    assert counts.by_game == {"tictactoe": 3, "kalah": 1}
    assert counts.by_result == {"1-0": 1, "0-1": 1, "*": 2}
    assert counts.by_tag == {"best": 2, "study": 1}


def test_totals_of_a_player_are_those_of_the_sides_that_the_player_had(library):
    for moves, players in (
        ("1 4 2 5 3", ("Ágnes Nagy", "Bert")),
        ("1 4 2 5 3", ("Bert", "Ágnes Varga")),
        ("1 4 2 5 9 6", ("Cleo", "ÁGNES")),
        ("1 4 2 5 9 6", ("Agnes", "Agnes")),
        ("1 2 3 5 4 6 8 7 9", ("Agnes", "Cleo")),
        ("5", ("Agnes", "Cleo")),
        ("1 4 2 5 3", ("Bert", "Cleo")),
    ):
        library.add(record_of(moves, players=players))

    assert library.player_totals(Query(player="agnes")) == PlayerTotals(6, 2, 1, 1)
    assert library.player_totals(Query(player="agn", results=("1-0",))) == PlayerTotals(2, 1, 1, 0)
    assert library.player_totals(Query(player="nagy ag")) == PlayerTotals(1, 1, 0, 0)
    assert library.player_totals(Query()) is None


def test_moves_at_a_position_are_counted_with_their_results(library, games):
    assert library.moves_at(key(record_of(""))) == [
        MoveCount("1", 3, 1, 0, 1, 0.0),
        MoveCount("5", 1, 0, 0, 0, None),
    ]
    assert library.moves_at(key(record_of("1 5 2 8"))) == [MoveCount("3", 1, 1, 0, 0, 1.0)]
    assert library.moves_at(key(record_of("1 5 2 8 3"))) == []


def test_scores_are_the_mean_of_the_games(library):
    kalah = find_game("kalah")
    scores = []
    for seed in range(3):
        record = Record(kalah)
        record.play(record.position.legal_moves()[0])
        while record.current.outcome is None:
            moves = record.position.legal_moves()
            record.play(moves[(seed * 7 + len(record.nodes)) % len(moves)])
        scores.append(record.current.outcome.score)
        library.add(record)

    (count,) = library.moves_at(key(Record(kalah)))

    assert (count.count, count.mean_score) == (3, sum(scores) / 3)
    assert count.first_wins == sum(score > 0 for score in scores)
    assert count.draws == sum(score == 0 for score in scores)
    assert count.second_wins == sum(score < 0 for score in scores)


def test_wins_draws_and_losses_are_told_apart(library):
    for result, score in (("1-0", 1), ("1-0", 1), ("1/2-1/2", 0), ("0-1", -1), ("*", None)):
        game = library.add(record_of("1 5"))
        library.save(game, 1, changes=GameChanges(result=result, score=score))

    assert library.moves_at(key(record_of(""))) == [MoveCount("1", 5, 2, 1, 1, 0.25)]


def test_a_variation_is_counted_but_has_no_part_in_the_result(library):
    record = record_of("1 5 2 8 3")
    record.jump(1)
    play(record, "9 2")
    record.jump(5)
    library.add(record)

    assert library.moves_at(key(record_of("1"))) == [
        MoveCount("5", 1, 1, 0, 0, 1.0),
        MoveCount("9", 1, 0, 0, 0, None),
    ]


def test_the_result_counts_once_it_is_known(library):
    record = record_of("1 5 2 8")
    game = library.add(record)
    start = key(record_of(""))
    assert library.moves_at(start) == [MoveCount("1", 1, 0, 0, 0, None)]

    library.save(game, 1, changes=GameChanges(result="0-1", score=None))

    assert library.moves_at(start) == [MoveCount("1", 1, 0, 0, 1, None)]


def test_removed_lines_and_games_in_the_trash_are_not_counted(library):
    record = record_of("1 5")
    record.remove(record.nodes[1])
    game = library.add(record)
    assert library.moves_at(key(record_of(""))) == []
    other = library.add(record_of("9"))
    assert [count.text for count in library.moves_at(key(record_of("")))] == ["9"]

    library.trash([other])

    assert library.moves_at(key(record_of(""))) == []
    assert library.games_at(key(record_of(""))) == [game]
    library.restore([other])
    assert [count.text for count in library.moves_at(key(record_of("")))] == ["9"]


# -- the trash -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (Query(trashed=True), ["won", "annotated"]),
        (Query(words="nagy", trashed=True), ["annotated"]),
        (Query(player="emil", trashed=True), ["won"]),
        (Query(words="olymp", trashed=True), ["won"]),
        (Query(comment="BRILLIANT", trashed=True), ["annotated"]),
        (Query(tags=("study",), trashed=True), ["annotated"]),
        (Query(position=0, trashed=True), []),
    ],
)
def test_games_in_the_trash_are_found_there_only(library, games, query, expected):
    library.trash([games["annotated"]])
    library.trash([games["won"]])

    assert names(library, games, query) == expected
    assert "annotated" not in names(library, games, Query(words="agnes"))


def test_a_position_is_found_in_the_trash(library, games):
    library.trash([games["lost"]])

    query = Query(position=key(record_of("1 3 2")), trashed=True)

    assert names(library, games, query) == ["lost"]


# -- what is written later -------------------------------------------------------------------------


def test_words_follow_what_is_changed(library):
    record = record_of("1 5")
    game = library.add(record, tags=("old",))
    row = library.load(game).nodes[1]

    def found(words: str) -> int:
        return library.count(Query(words=words))

    library.save(game, 1, [row._replace(notes=Notes("first thought"))])
    assert found("thought") == 1
    row = library.load(game).nodes[1]
    library.save(game, 2, [row._replace(notes=Notes("second idea"))])
    assert (found("thought"), found("idea")) == (0, 1)
    library.save(game, 3, changes=GameChanges(players=("Zoë", ""), details={"event": "Gala"}))
    assert (found("zoe"), found("gala"), found("idea")) == (1, 1, 1)
    library.set_tags(game, ["new"])
    assert (found("old"), found("new"), found("idea")) == (0, 1, 1)
    assert library.counts().by_tag == {"new": 1}
    row = library.load(game).nodes[1]
    library.save(game, 4, [row._replace(removed=True)])
    assert found("idea") == 0
    library.save(game, 5, [row._replace(removed=False)])
    assert found("idea") == 1


# -- accuracy ----------------------------------------------------------------------------------


def by_accuracy(library, games, descending: bool = True, **more) -> list[str]:
    by_id = {number: name for name, number in games.items()}
    found = library.search(sort=search.ACCURACY, descending=descending, **more)
    return [by_id[header.id] for header in found]


def test_games_are_sorted_by_the_mean_accuracy_those_without_one_behind(library, games):
    library.keep_accuracy(games["annotated"], 4, (90.0, 50.0))
    library.keep_accuracy(games["won"], 5, (80.0, 70.0))
    library.keep_accuracy(games["standard"], 3, (None, 60.0))
    library.keep_accuracy(games["lost"], 99, (100.0, 100.0))  # of another line

    assert by_accuracy(library, games) == ["won", "annotated", "standard", "short", "lost"]
    assert by_accuracy(library, games, descending=False) == [
        *("standard", "annotated", "won", "lost", "short")
    ]


@pytest.mark.parametrize("accuracies", [(None, 76.0), (76.0, None)])
def test_where_one_side_is_judged_the_other_does_not_count(library, games, accuracies):
    library.keep_accuracy(games["annotated"], 4, (90.0, 50.0))
    library.keep_accuracy(games["won"], 5, (80.0, 70.0))
    library.keep_accuracy(games["standard"], 3, accuracies)

    assert by_accuracy(library, games)[:3] == ["standard", "won", "annotated"]


def test_pages_of_games_by_accuracy_are_parts_of_one_order(library, games):
    library.keep_accuracy(games["annotated"], 4, (90.0, 50.0))
    library.keep_accuracy(games["won"], 5, (80.0, 70.0))
    whole = by_accuracy(library, games)

    pages = [by_accuracy(library, games, limit=2, offset=offset) for offset in (0, 1, 2, 4, 6)]

    assert pages == [whole[0:2], whole[1:3], whole[2:4], whole[4:], []]


def test_games_by_accuracy_are_filtered_like_others(library, games):
    library.keep_accuracy(games["annotated"], 4, (90.0, 50.0))
    library.keep_accuracy(games["won"], 5, (80.0, 70.0))
    library.trash([games["short"]])

    assert by_accuracy(library, games, query=Query(tags=("best",))) == ["won", "annotated"]
    assert by_accuracy(library, games, query=Query(words="nagy")) == ["annotated"]
    assert by_accuracy(library, games, query=Query(player="Agnes")) == ["annotated", "standard"]
    assert by_accuracy(library, games, query=Query(games=("kalah",))) == ["standard"]
    assert by_accuracy(library, games, query=Query(trashed=True)) == ["short"]


# -- within a selection --------------------------------------------------------------------------


def test_a_selection_is_joined_with_the_other_terms(library, games):
    dora = Selection(player="Dora")

    assert names(library, games, Query(within=dora)) == ["won"]
    assert names(library, games, Query(within=dora, tags=("best",))) == ["won"]
    assert names(library, games, Query(within=dora, tags=("study",))) == []
    assert names(library, games, Query(within=dora, games=("kalah",))) == []
    assert names(library, games, Query(within=Selection(game="kalah"))) == ["standard"]
    chosen = Selection(ids=(games["won"], games["lost"]))
    assert names(library, games, Query(within=chosen)) == ["lost", "won"]
    assert names(library, games, Query(within=chosen, player="Dora")) == ["won"]
    assert names(library, games, Query(within=chosen, trashed=True)) == []
    assert library.totals(Query(within=chosen)) == Totals(2, 1, 0, 1)


def test_a_name_that_most_games_have_is_counted_like_a_rare_one(library, monkeypatch):
    def add(first: str, second: str, result: str, count: int = 1) -> None:
        new = NewGame.of(record_of("1 5", players=(first, second)))
        library.add_many([replace(new, result=result)] * count)

    add("Anna Ahn", "Bert", "1-0", 3)
    add("Cleo", "anna", "1-0", 2)
    add("Ánna", "Bert", "1/2-1/2")
    add("Anna", "Anna Ahn", "0-1")
    add("Ahn", "Anna", "0-1", 4)
    add("Bert", "Cleo", "1-0")
    add("Hanna", "Joanna", "1-0")
    queries = [
        Query(player=player, results=results)
        for player in ("anna", "Anna Ahn", "an ah", "bert", "cle", "x")
        for results in ((), ("1-0",))
    ]
    one_by_one = [library.player_totals(query) for query in queries]

    monkeypatch.setattr(search, "MAX_LOOKED_UP", 0)

    assert [library.player_totals(query) for query in queries] == one_by_one
    # Anna has won three games and, as the second side, four; two are lost, and one is her own;
    # and the names of Hanna and Joanna have hers in them, on both sides.
    assert one_by_one[0] == PlayerTotals(12, won=7, lost=2, drawn=1)
    assert [found.games for found in one_by_one[::2]] == [
        library.count(query) for query in queries[::2]
    ]


def test_games_at_a_position_are_counted_by_result_also_where_it_is_in_a_variation(
    library, monkeypatch
):
    monkeypatch.setattr(search, "MAX_LOOKED_UP", 0)  # as if there were many
    start = Record(find_game("tictactoe"))
    for moves, variation in (
        ("1 4 2 5 3", "9"),
        ("1 2 4 5 7", ""),
        ("5 1 9", ""),
        ("1 4 2 5 9 6", ""),
    ):
        record = Record(find_game("tictactoe"))
        for move in moves.split():
            record.play(record.position.read_move(move))
        if variation:
            record.jump(0)
            record.play(record.position.read_move(variation))
            record.jump(len(moves.split()))
        library.add(record)
    salt = salt_of("tictactoe", rules_text(start.game, start.rules))
    keys = [index_key(start.root.key, salt)]
    for move in ("1", "9"):
        start.jump(0)
        keys.append(index_key(start.play(start.position.read_move(move)).key, salt))
    counted = [
        [library.count(Query(position=key, results=results)) for key in keys]
        for results in (("1-0",), ("0-1",), ("*",), ("1-0", "0-1"), ("1-0", "*"), ())
    ]
    assert counted == [[2, 2, 1], [1, 1, 0], [1, 0, 0], [3, 3, 1], [3, 2, 1], [4, 3, 1]]


def test_games_on_boards_of_different_sizes_are_found_apart(library):
    game = find_game("loa")
    records = {}
    for size in (5, 6, 8):
        record = Record(game, game.rulebook.read(None, {"size": size}))
        record.play(record.position.read_move("b1-b3"))
        records[library.add(record)] = record

    for number, record in records.items():
        found = library.search(Query(position=key(record)))
        assert [header.id for header in found] == [number]
        assert reloaded(library, number).rules == record.rules
    assert [header.preset for header in library.headers(list(records))] == [
        "tutorial, size 5",
        "tutorial, size 6",
        "tutorial",
    ]


def test_what_was_kept_before_there_were_sizes_is_found_as_before():
    # The keys of the index were made of these words.
    kept = '{"no_move":"pass","repetition":"third","simultaneous":"mover","start":"standard"}'
    game = find_game("loa")

    assert rules_text(game, game.rulebook.default) == kept
