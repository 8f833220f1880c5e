"""Records to measure with."""

from random import Random

from kalahloa.models.game.registry import find_game
from kalahloa.models.record.record import Record


def random_record(key: str, count: int) -> Record:
    """Return a record of *count* nodes: random games that go on from random nodes."""
    record = Record(find_game(key))
    choices = Random(1)
    while len(record.nodes) < count:
        if record.current.outcome is not None or choices.random() < 0.02:
            record.jump(choices.randrange(len(record.nodes)))
        if record.current.outcome is None:
            record.play(choices.choice(record.position.legal_moves()))
    return record


def comb_record(key: str, count: int) -> Record:
    """Return a record of *count* nodes at most: long lines from the root that grew in turn."""
    record = Record(find_game(key))
    choices = Random(1)
    ends = []
    for move in record.position.legal_moves():
        record.jump(0)
        ends.append(record.play(move).number)
    while ends and len(record.nodes) < count:
        for number in list(ends):
            record.jump(number)
            ends.remove(number)
            if record.current.outcome is None and len(record.nodes) < count:
                ends.append(record.play(choices.choice(record.position.legal_moves())).number)
    return record
