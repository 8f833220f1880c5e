"""How a player has done is counted from the games, and agrees with counting them one by one."""

import random
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.move_fact import MoveFact
from kalahloa.models.library.analyses import REVIEWS
from kalahloa.models.library.game_rows import GameChanges, NewGame
from kalahloa.models.library.library import Library
from kalahloa.models.library.mistakes import MARKS, PHASES, Tally
from kalahloa.models.library.openings import openings
from kalahloa.models.library.player_facts import PlayerFacts
from kalahloa.models.library.query import Query
from kalahloa.models.library.selection import HUMAN_LEVEL, Selection, level_text
from kalahloa.models.library.statistics import MIN_GAMES, GameTally, PlayerName
from kalahloa.models.record.annotation import Mark
from tests.models.library.games import record_of
from tests.models.library.reviewed_games import LEVELS, NAMES, Given, add
from tests.sweeps import rounds

WON, LOST, DRAWN, OPEN = "1 5 2 8 3", "1 3 2 5 9 7", "1 2 3 5 4 6 8 7 9", "5 1"
"""Won and lost for the first side."""
YOU = Selection(you=True)
WEAK, STRONG = LEVELS[1:]


def engine_game(moves: str, level=WEAK, side: int = 0, **more) -> Given:
    """Return a game of a human on *side* against the engine."""
    name = NAMES[level["strength"]]
    if side == 0:
        return Given(moves, ("Human", name), (None, level), **more)
    return Given(moves, (name, "Human"), (level, None), **more)


def scores(groups) -> dict[str, GameTally]:
    return {group.key: group.score for group in groups}


# -- results -----------------------------------------------------------------------------------


def test_results_are_those_of_the_player_on_either_side(library):
    add(library, engine_game(WON))
    add(library, engine_game(WON, STRONG, side=1))
    add(library, engine_game(DRAWN, STRONG))
    add(library, engine_game(OPEN))

    results = library.results(YOU)

    assert results.total == GameTally(won=1, drawn=1, lost=1, open=1)
    assert scores(results.by_side) == {"0": GameTally(1, 1, 0, 1), "1": GameTally(0, 0, 1)}
    assert scores(results.by_level) == {
        level_text(WEAK): GameTally(1, 0, 0, 1),
        level_text(STRONG): GameTally(0, 1, 1),
    }
    assert [group.name for group in results.by_level] == list(NAMES.values())


def test_levels_stand_in_the_order_of_their_strength_humans_first(library):
    tenth = {"searcher": "engine", "strength": 10}
    for levels in ((None, tenth), (None, None), (None, STRONG), (None, {"depth": 2})):
        add(library, Given(WON, ("Anna", "Bert"), levels))

    results = library.results(Selection(player="Anna"))

    assert [group.key for group in results.by_level] == [
        HUMAN_LEVEL,
        *map(level_text, (STRONG, tenth, {"depth": 2})),
    ]


def test_a_name_is_exact_and_games_against_oneself_are_nobodys(library):
    add(library, Given(WON, ("Anna", "Bert")))
    add(library, Given(WON, ("Anna Ahn", "Bert")))
    add(library, Given(WON, ("Anna", "Anna")))

    assert library.results(Selection(player="Anna")).total == GameTally(won=1)


def test_you_are_the_human_against_a_computer_by_whatever_name(library):
    add(library, Given(WON, ("Human", "Human")))
    add(library, Given(WON, ("", "Bert")))
    add(library, replace(engine_game(LOST), players=("Anna", "Engine, level 3")))
    add(library, replace(engine_game(WON), players=("", "Engine, level 3")))
    add(library, Given(WON, ("Engine, level 3", "Engine, level 7"), (WEAK, STRONG)))

    assert library.results(YOU).total == GameTally(won=1, lost=1)


def test_a_name_is_found_whatever_its_case_and_accents(library):
    for name in ("Fritz Straße", "ILGAZ", "\u0131lgaz", "\u0131lgaz", "Åse", "Ase"):
        library.add(record_of("1", players=("Bert", name)))

    for given, known in (
        ("fritz strasse", "Fritz Straße"),
        ("Ilgaz", "\u0131lgaz"),  # with the most games
        ("ILGAZ", "ILGAZ"),  # to the letter
        ("åse", "Ase"),
        ("Ilg", "Ilg"),
        ("", ""),
    ):
        assert library.known_name(given) == known
        facts = PlayerFacts.of(library, Selection(player=given))
        assert facts.selection.player == known


def test_without_a_player_each_game_counts_for_both_sides(library):
    add(library, engine_game(WON))
    add(library, Given(LOST, ("Anna", "Bert")))

    results = library.results(Selection())

    assert results.total == GameTally(won=1, lost=1)
    assert scores(results.by_side) == {"0": GameTally(1, 0, 1), "1": GameTally(1, 0, 1)}
    # One has won against the engine, the engine has lost against a human, and these are two more.
    assert scores(results.by_level) == {
        HUMAN_LEVEL: GameTally(1, 0, 2),
        level_text(WEAK): GameTally(1),
    }


def test_the_selection_leaves_out_games_rules_days_sides_levels_and_the_trash(library):
    wanted = add(library, engine_game(WON, date="2026-05-04"))
    for other in (
        engine_game(WON, date="2026-05-03"),
        engine_game(WON, date="2026-05-05"),
        engine_game(WON, STRONG, date="2026-05-04"),
        engine_game(LOST, side=1, date="2026-05-04"),
        engine_game("1 2 3", game="kalah", date="2026-05-04"),
    ):
        add(library, other)
    library.trash([add(library, engine_game(WON, date="2026-05-04"))])
    selection = Selection(
        you=True,
        game="tictactoe",
        since="2026-05-04",
        until="2026-05-04",
        side=0,
        level=level_text(WEAK),
    )

    assert library.results(selection).total == GameTally(won=1)
    assert [header.id for header in library.search(Query(within=selection))] == [wanted]
    assert library.results(Selection(you=True, until="2026-05")).total.games == 6
    assert library.results(Selection(you=True, preset="lecture")).total.games == 1


def test_what_finds_the_games_of_a_group_finds_as_many(library):
    for level in (WEAK, STRONG):
        for side in (0, 1):
            add(library, engine_game(WON, level, side))
            add(library, engine_game(OPEN, level, side))
    results = library.results(YOU)

    for group in (*results.by_side, *results.by_level):
        assert library.count(Query(within=group.found_by)) == group.score.games == 4


def test_a_percentage_is_told_from_enough_games_on():
    assert GameTally(won=MIN_GAMES - 1).percent is None
    assert GameTally(won=MIN_GAMES - 1, open=5).percent is None
    assert GameTally(won=4, drawn=2, lost=4).percent == 50.0


def test_the_users_own_name_comes_first_and_computers_are_none(library):
    add(library, engine_game(WON))
    for _ in range(2):
        add(library, Given(WON, ("Anna", "Bert")))
    add(library, Given(WON, ("Cleo", "Anna")))

    assert library.player_names() == (
        PlayerName("", 1, you=True),
        PlayerName("Anna", 3),
        PlayerName("Bert", 2),
        PlayerName("Cleo", 1),
    )


def test_damaged_levels_are_those_of_humans(library):
    game = add(library, Given(WON, ("Anna", "Bert")))
    for text in ("nonsense", "[1]", "{}", "[null,null,null]"):
        library._database.execute("UPDATE games SET levels = ? WHERE id = ?", (text, game))

        assert scores(library.results(Selection(player="Anna")).by_level) == {
            HUMAN_LEVEL: GameTally(1)
        }


# -- openings ----------------------------------------------------------------------------------


def test_openings_are_positions_whatever_the_order_of_moves(library):
    for _ in range(3):
        add(library, Given("1 5 2 3 7 4 6"))  # open
    for moves, result in (("1 5 2 8 3", "1-0"), ("2 5 1 8 3", "1-0"), ("1 5 2 9 3", "1-0")):
        add(library, Given(moves, result=result))

    found = openings(library._database, Selection(game="tictactoe"), min_games=3)

    assert found.plies == 3
    assert [(group.name, group.score) for group in found.groups] == [("1 5 2", GameTally(won=3))]
    assert library.count(Query(within=found.groups[0].found_by)) == 3


def test_openings_are_as_deep_as_leaves_half_of_the_games_in_groups(library):
    for moves in (WON, WON, LOST, DRAWN, "5 1 2 8 9 7 3 6 4"):
        add(library, Given(moves))

    deep = openings(library._database, Selection(game="tictactoe"), min_games=2)
    shallow = openings(library._database, Selection(game="tictactoe"), min_games=3)

    # Two of five games, after the second ply, are less than half of them.
    assert (deep.plies, shallow.plies) == (1, 1)
    assert [(group.name, group.score.games) for group in deep.groups] == [("1", 4), ("5", 1)]
    assert deep.others == GameTally()


def test_games_from_elsewhere_and_shorter_ones_are_others(library):
    for _ in range(2):
        add(library, Given(WON))
    other = record_of("2 4", start="X.O/.X./... O")
    library.save(library.add(other), 1, changes=GameChanges(result="1-0", score=1))

    found = openings(library._database, Selection(game="tictactoe"), min_games=2)

    assert found.plies == 5
    assert [(group.name, group.score) for group in found.groups] == [
        ("1 5 2 8 3", GameTally(won=2))
    ]
    assert found.others == GameTally(won=1)


def test_games_that_ended_before_a_move_have_no_opening(library):
    library.save(library.add(record_of("")), 1, changes=GameChanges(result="1-0", score=1))

    found = openings(library._database, Selection(game="tictactoe"))

    assert (found.plies, found.groups, found.others) == (0, (), GameTally(won=1))


def test_openings_are_the_players(library):
    add(library, engine_game(WON, side=1))
    add(library, Given(WON, ("Anna", "Bert")))

    found = library.openings(replace(YOU, game="tictactoe"))

    assert [(group.name, group.score) for group in found.groups] == [("1", GameTally(lost=1))]


# -- accuracy ----------------------------------------------------------------------------------


def test_accuracies_are_the_players_by_date_with_a_moving_mean(library):
    clean, sloppy = ((0.0, None),) * 5, ((2.0, Mark.DUBIOUS), (0.0, None)) * 2 + ((0.0, None),)
    later = add(library, engine_game(WON, date="2026-05-04", losses=sloppy))
    earlier = add(library, engine_game(WON, date="2026-05-03", losses=clean))
    add(library, engine_game(WON, date="2026-05-02"))
    add(library, engine_game(WON, date="2026-05-02", losses=clean[:3]))

    rated = library.rated_games(YOU)

    assert [(one.game, one.date) for one in rated] == [
        (earlier, "2026-05-03"),
        (later, "2026-05-04"),
    ]
    assert [one.percent for one in rated] == pytest.approx([100, 100 / 3])
    assert [one.mean for one in rated] == pytest.approx([100, 200 / 3])


def test_the_moving_mean_is_of_the_last_ten_games(library):
    for number in range(12):
        loss = (1.0, Mark.DUBIOUS) if number < 2 else (0.0, None)
        add(library, engine_game(WON, date=f"2026-05-{number + 1:02}", losses=(loss,) * 5))

    means = [one.mean for one in library.rated_games(YOU)]

    assert means == pytest.approx([0, 0, *(100 * n / (n + 2) for n in range(1, 9)), 90, 100])


# -- mistakes ----------------------------------------------------------------------------------


def test_mistakes_are_counted_by_part_kind_and_mark(library):
    losses = (
        (0.0, None),
        (9.0, Mark.BLUNDER),  # the engine's
        (3.0, Mark.MISTAKE),
        (0.0, None),
        (1.0, Mark.DUBIOUS),
        (0.0, None),
    )
    facts = (
        MoveFact("missed-win", "X could have won by force.", kind=MistakeKind.MISSED_WIN),
        MoveFact("allowed-win", "O could then win by force.", kind=MistakeKind.ALLOWED_WIN),
        MoveFact("difference", "The best move ends better."),
    )
    game = add(library, engine_game(LOST, losses=losses, facts=facts))

    found = library.mistakes(YOU)

    assert found.total == Tally(3, (1, 1, 0), 4.0, (game,))
    assert dict(zip(PHASES, found.by_phase, strict=True)) == {
        PHASES[0]: Tally(1),
        PHASES[1]: Tally(1, (0, 1, 0), 3.0, (game,)),
        PHASES[2]: Tally(1, (1, 0, 0), 1.0, (game,)),
    }
    assert {kind: tally.mistakes for kind, tally in found.by_kind} == {
        MistakeKind.MISSED_WIN: 2,
        MistakeKind.ALLOWED_WIN: 2,
    }
    assert {mark: tally.mistakes for mark, tally in found.by_mark} == {
        Mark.DUBIOUS: 1,
        Mark.MISTAKE: 1,
        Mark.BLUNDER: 0,
    }
    assert [(one.game, one.moves, one.given) for one in found.over_time] == [(game, 3, 4.0)]
    assert (found.by_margin, found.reviewed) == (True, 1)


def test_thirds_are_those_of_the_plies_of_the_game(library):
    add(library, engine_game(WON, losses=((0.0, None),) * 5))

    found = library.mistakes(Selection())

    # Of five plies the first two begin in the first third, and the last one in the last.
    assert [tally.moves for tally in found.by_phase] == [2, 2, 1]


def test_mistakes_of_variations_and_of_other_moves_do_not_count(library):
    game = add(library, engine_game(WON, losses=((3.0, Mark.MISTAKE),) * 5))
    record = library.load(game).to_record()
    record.jump(2)
    record.play(record.position.read_move("9"))
    record.jump(5)
    kept = library.analyses(game, REVIEWS)
    library.save(game, 1, [row._replace() for row in _rows(library, record)])
    library.keep_analyses(game, {6: kept[3] | {"number": 6, "text": "9"}}, REVIEWS)
    library.keep_analyses(game, {1: kept[1] | {"text": "7"}}, REVIEWS)

    found = library.mistakes(YOU)

    assert (found.total.moves, found.total.marks) == (2, (0, 2, 0))


def _rows(library, record):
    """Return the rows of the nodes of *record* that were not stored yet."""
    from kalahloa.models.library.game_rows import node_row, rules_text
    from kalahloa.models.library.positions import salt_of

    salt = salt_of(record.game.key, rules_text(record.game, record.rules))
    return [node_row(record.nodes[6], salt)._replace(number=-8)]


def test_damaged_reviews_are_passed_over(library):
    game = add(library, engine_game(WON, losses=((3.0, Mark.MISTAKE),) * 5))
    first, third, fifth = (1, 3, 5)
    kept = library.analyses(game, REVIEWS)
    library.keep_analyses(game, {first: {**kept[first], "loss": "much"}}, REVIEWS)
    library.keep_analyses(game, {third: {**kept[third], "version": 9}}, REVIEWS)
    library._database.execute("UPDATE reviews SET plain = '[' WHERE node = ?", (fifth,))

    assert library.mistakes(YOU).total == Tally()


def test_losses_of_games_with_different_units_are_not_added(library):
    add(library, engine_game(WON, losses=((3.0, Mark.MISTAKE),) * 5))
    loa = "b1-b3 a2-c2"
    add(library, engine_game(loa, game="loa", losses=((12.5, Mark.MISTAKE),) * 2))

    both, loa_only = library.mistakes(YOU), library.mistakes(replace(YOU, game="loa"))

    assert (both.by_margin, both.total.given, both.over_time) == (None, 0.0, ())
    assert both.total.mistakes == 4
    assert (loa_only.by_margin, loa_only.total.given) == (False, 12.5)


# -- against counting one by one ---------------------------------------------------------------

NAMES_GIVEN = ("Anna", "Bert", "Human", "")
MARKS_GIVEN = ((0.0, None), (1.0, Mark.DUBIOUS), (4.0, Mark.MISTAKE), (8.0, Mark.BLUNDER))
GIVEN = st.builds(
    Given,
    st.sampled_from((WON, LOST, DRAWN, OPEN, "5 2 1 8 9", "2 5 1 8 3")),
    st.tuples(st.sampled_from(NAMES_GIVEN), st.sampled_from(NAMES_GIVEN)),
    st.tuples(st.sampled_from(LEVELS), st.sampled_from(LEVELS)),
    date=st.sampled_from(("2026-01-01", "2026-02-02", "2025-03-03")),
    losses=st.lists(st.sampled_from(MARKS_GIVEN), max_size=9).map(tuple),
)
SELECTIONS = st.builds(
    Selection,
    player=st.sampled_from(("", "Anna", "Bert")),
    since=st.sampled_from(("", "2026", "2026-02")),
    until=st.sampled_from(("", "2025", "2026-01")),
    side=st.sampled_from((None, 0, 1)),
    level=st.sampled_from(("", *map(level_text, LEVELS))),
) | st.builds(Selection, you=st.just(True), side=st.sampled_from((None, 0, 1)))


def views(selection: Selection, one: Given) -> list[int]:
    """Return the sides of *one* that *selection* is about."""
    if selection.since and one.date < selection.since:
        return []
    if selection.until and one.date[: len(selection.until)] > selection.until:
        return []
    found = []
    for side in (0, 1):
        level, opponent = one.levels[side], one.levels[1 - side]
        is_you = level is None and opponent is not None
        is_named = one.players[side] == selection.player and len(set(one.players)) == 2
        if (
            (selection.side in (None, side))
            and (not selection.you or is_you)
            and (not selection.player or is_named)
            and (not selection.level or level_text(opponent) == selection.level)
        ):
            found.append(side)
    return found


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_sides_and_levels_add_up_to_the_whole_whoever_had_which_colour(library, seed):
    chance = random.Random(seed)
    names = chance.sample(("Anna", "Bert", "Cleo", "Human", "", "Engine, level 3"), 3)
    levels = chance.sample((*LEVELS, None), 2)
    games = [NewGame.of(record_of(moves)) for moves in (WON, LOST, DRAWN, OPEN)]
    new = [
        replace(
            chance.choice(games),
            players=(chance.choice(names), chance.choice(names)),
            levels=(chance.choice(levels), chance.choice(levels)),
        )
        for _ in range(chance.randrange(60))
    ]
    library.add_many(new)

    given = [Given("", one.players, one.levels, result=one.result) for one in new]
    for selection in (Selection(), YOU, *(Selection(player=name) for name in names if name)):
        results, sides, levels_of = library.results(selection), [GameTally(), GameTally()], {}
        for one in given:
            points = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(one.result)
            for side in views(selection, one):
                score = GameTally.of(points if not side or points is None else -points)
                sides[side] += score
                level = level_text(one.levels[1 - side])
                levels_of[level] = levels_of.get(level, GameTally()) + score
        assert scores(results.by_side) == {"0": sides[0], "1": sides[1]}
        assert scores(results.by_level) == levels_of
        if selection.has_player:
            assert results.total == sides[0] + sides[1]
        else:
            assert results.total == sides[0] and results.total.games == len(given)
        counted = [library.count(Query(within=group.found_by)) for group in results.by_side]
        assert counted == [side.games for side in sides]


def test_a_level_has_the_name_that_most_games_call_it(library):
    for name in ("Old engine", *["Engine, level 3"] * 2):
        add(library, Given(WON, ("Anna", name), (None, WEAK)))
        add(library, Given(WON, (name, "Anna"), (WEAK, None)))

    results = library.results(Selection(player="Anna"))

    assert [(group.name, group.score) for group in results.by_level] == [
        ("Engine, level 3", GameTally(won=3, lost=3))
    ]


@settings(max_examples=40, deadline=None)
@examples(st.lists(GIVEN, max_size=8), SELECTIONS)
def test_counting_agrees_with_counting_one_by_one(games, selection):
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder) / "library.sqlite") as library,
    ):
        ids = [add(library, one) for one in games]
        results, found = library.results(selection), library.mistakes(selection)
        listed = {header.id for header in library.search(Query(within=selection))}

    wanted = [(game, one, views(selection, one)) for game, one in zip(ids, games, strict=True)]
    assert listed == {game for game, _, sides in wanted if sides}
    total, by_side, by_level = GameTally(), {}, {}
    moves, marks, phases = 0, [0, 0, 0], [0, 0, 0]
    for _, one, sides in wanted:
        record = one.record
        points = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}.get(record.result)
        for side in sides:
            score = GameTally.of(points if not side or points is None else -points)
            total += score if side == sides[0] else GameTally()
            by_side[str(side)] = by_side.get(str(side), GameTally()) + score
            level = level_text(one.levels[1 - side])
            by_level[level] = by_level.get(level, GameTally()) + score
        line = record.line()
        for ply, (node, (_, mark)) in enumerate(zip(line, one.losses, strict=False)):
            if node.side in sides:
                moves += 1
                phases[[3 * ply < part * len(line) for part in (1, 2, 3)].index(True)] += 1
                if mark is not None:
                    marks[MARKS.index(mark)] += 1
    assert results.total == total
    assert {key: one for key, one in scores(results.by_side).items() if one.games} == by_side
    assert scores(results.by_level) == by_level
    assert found.total.moves == moves
    assert list(found.total.marks) == marks
    assert [tally.moves for tally in found.by_phase] == phases
