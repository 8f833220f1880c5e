"""Games in JSON become the same rows as by way of a record."""

import json
import random
from dataclasses import replace

import pytest

from kalahloa.models.library.game_rows import NewGame
from kalahloa.models.library.json_games import new_game_from_json
from kalahloa.models.record.json_record import record_from_json, record_to_json
from kalahloa.models.text.errors import BadFile
from kalahloa.models.work.cancellation import ReadingStopped
from tests.models.library.games import random_record, record_of


@pytest.mark.parametrize("game", ["loa", "kalah", "tictactoe"])
@pytest.mark.parametrize("seed", range(25))
def test_the_rows_are_those_of_the_record(game, seed):
    plain = json.loads(json.dumps(record_to_json(random_record(seed, 50, game))))

    expected = NewGame.of(record_from_json(plain))

    assert replace(new_game_from_json(plain), created=expected.created) == expected


def test_the_end_of_a_game_is_known():
    plain = record_to_json(record_of("1 5 2 8 3"))
    for current in range(6):
        plain["current"] = current
        new, expected = new_game_from_json(plain), NewGame.of(record_from_json(plain))
        assert replace(new, created=expected.created) == expected
    assert (new.result, new.score, new.plies) == ("1-0", 1, 5)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_refused_as_a_record_is_refused_with_the_same_sentence(seed):
    chance = random.Random(seed)
    plain = json.loads(json.dumps(record_to_json(random_record(seed, 12, "tictactoe"))))
    strange = [None, -1, 0, 1, 2, 99, True, "x", "5", [], {}, 1.5]
    for _ in range(chance.randrange(1, 3)):
        if plain["nodes"] and chance.random() < 0.6:
            entry = chance.choice(plain["nodes"])
            entry[chance.choice(["parent", "move", "comment", "marks"])] = chance.choice(strange)
        elif chance.random() < 0.5:
            plain[chance.choice(["followed", "current"])] = chance.choice(strange)
        else:
            plain["followed"] = [chance.choice(strange) for _ in range(2)]
    try:
        expected = NewGame.of(record_from_json(plain))
    except BadFile as error:
        with pytest.raises(BadFile) as caught:
            new_game_from_json(plain)
        if "The file is not a record" not in str(error):
            assert str(caught.value) == str(error)
    else:
        assert replace(new_game_from_json(plain), created=expected.created) == expected


def test_reading_stops_when_it_is_told_to():
    with pytest.raises(ReadingStopped):
        new_game_from_json(record_to_json(record_of("1 5")), lambda: True)
