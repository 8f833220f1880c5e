"""The deck: positions in which the user went wrong, to be repeated, in a file of the user's own."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kalahloa.models.game.game import Game
from kalahloa.models.game.mistake_kind import MistakeKind
from kalahloa.models.game.position import Position
from kalahloa.models.game.registry import find_game, known_game
from kalahloa.models.record.json_record import MAX_MOVE_TEXT, MAX_START_TEXT
from kalahloa.models.record.record import Record
from kalahloa.models.storage.json_file import read_bytes, shown_path
from kalahloa.models.storage.json_text import TooMuch, decode_json, encode_json
from kalahloa.models.storage.user_data import data_folder
from kalahloa.models.study.training.kinds import ExerciseKind, item_id
from kalahloa.models.study.training.own_files import is_newer, locked, rename_damaged, write_text
from kalahloa.models.study.training.results import MAX_TIME
from kalahloa.models.study.training.schedule import FAILED, Attempt, due, merged
from kalahloa.models.text.errors import BadFile, KalahloaError
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

FORMAT = "kalahloa training deck"
VERSION = 1
MAX_ITEMS = 5_000
"""The most positions that are kept; beyond, the oldest are forgotten."""
MAX_GAME_TEXT = 60
KINDS = (ExerciseKind.MISTAKES, ExerciseKind.OPENINGS)
"""The kinds of exercises that repeat what is in the deck."""

_UNREADABLE = (TooMuch, ValueError, RecursionError, KeyError, TypeError, AttributeError)
"""What is raised by values that are not what they should be."""


@dataclass(frozen=True, slots=True)
class DeckItem:
    """A position of the game with the key `game` in which `played` was wrong.

    `played` is in notation, or empty where the answer was shown.  `id` is that of `item_id`;
    `time` is when it was played last, in milliseconds since 1970, UTC.  `mistake` is what kind of
    mistake it was, None if that is not known or of no kind.
    """

    id: str
    kind: ExerciseKind
    game: str
    rules: Any
    position: str
    played: str
    time: int
    mistake: MistakeKind | None = None

    def record(self) -> Record:
        """Return a new record that begins at the position."""
        return Record(find_game(self.game), self.rules, self.position)


@dataclass(frozen=True, slots=True)
class Deck:
    """The items, the oldest first; `others` are those of games that are not installed, as read.

    `notes` are sentences for the user about what went wrong.
    """

    items: tuple[DeckItem, ...] = ()
    others: tuple[Any, ...] = ()
    notes: tuple[Sentence, ...] = ()


def deck_path() -> Path:
    """Return the path of the user's deck; raises what `data_folder` raises."""
    return data_folder() / "training" / "deck.json"


def make_item(
    kind: ExerciseKind,
    game: Game,
    position: Position,
    played: str,
    time: int,
    mistake: MistakeKind | None = None,
) -> DeckItem:
    """Return the item of *kind* for *position*, in which *played* was wrong at *time*."""
    identity = item_id(kind, game, position)
    text = position.position_string()
    return DeckItem(identity, kind, game.key, position.rules, text, played, time, mistake)


def pick_item(
    items: Iterable[DeckItem],
    attempts: Iterable[Attempt],
    until: int,
    shown: Mapping[str, int],
    game: str = "",
) -> DeckItem | None:
    """Return the item that comes next, by *attempts*; None if there are none.

    First come those that are due at *until*, the longest due first, and of *game* before others;
    then the one that was played wrongly last.  Those that were *shown*, at so many milliseconds
    since 1970, and not attempted since, come after all others.
    """
    by_id = {item.id: item for item in items}
    known = scheduled(by_id.values(), attempts)
    last = {attempt.item: attempt.time for attempt in known}
    fresh = {
        identity: item
        for identity, item in by_id.items()
        if identity not in shown or shown[identity] <= last.get(identity, -1)
    }
    chosen = fresh or by_id
    waiting = [chosen[identity] for identity in due(known, until) if identity in chosen]
    for some in (waiting, sorted(chosen.values(), key=lambda item: -item.time)):
        own = [item for item in some if item.game == game]
        if own or some:
            return (own or some)[0]
    return None


def latest(*lists: Iterable[DeckItem]) -> tuple[DeckItem, ...]:
    """Return the items of all *lists*, the oldest first: of each id the latest, if not too many.

    What kind of mistake it was, any item with the id may tell.
    """
    found: dict[str, DeckItem] = {}
    for item in sorted((item for items in lists for item in items), key=lambda one: one.time):
        before = found.pop(item.id, None)  # the latest stands last
        if before is not None and item.mistake is None:
            item = replace(item, mistake=before.mistake)
        found[item.id] = item
    return tuple(found.values())[-MAX_ITEMS:]


def scheduled(items: Iterable[DeckItem], attempts: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """Return *attempts*, and that each of *items* was failed when it was played."""
    return merged(attempts, (Attempt(item.time, item.id, FAILED) for item in items))


# -- the file --------------------------------------------------------------------------------------


def read_deck(path: Path) -> Deck:
    """Return the deck in the file at *path*; an empty one if there is no file.

    Raises `BadFile` if it cannot be read.
    """
    if not path.exists():
        return Deck()
    try:
        return _parse(decode_json(read_bytes(path)))
    except BadFile:
        raise
    except (*_UNREADABLE, KalahloaError) as error:  # or a position that the game does not have
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Models", "{path} has no exercises to repeat, or it is damaged."
            ).format(path=shown_path(path))
        ) from error


def add_items(path: Path, items: Iterable[DeckItem]) -> Deck:
    """Add *items* to the deck at *path*, durably, and return all; the latest of each id stays.

    Notes say which item cannot be read again, and is left out, as it would damage the file; and
    that a damaged file is kept aside under another name.  Raises `BadFile` if another program keeps
    the file locked, it cannot be written, or a newer version wrote it.
    """
    notes: tuple[Sentence, ...] = ()
    sound: list[DeckItem] = []
    unreadable: list[DeckItem] = []
    for item in items:
        (sound if _is_readable(item) else unreadable).append(item)
    with locked(path):
        try:
            known = read_deck(path)
        except BadFile as error:
            if is_newer(path, FORMAT, VERSION):
                raise
            notes, known = (rename_damaged(path, error),), Deck()
        kept = latest(known.items, sound)
        if notes or kept != known.items:
            data = {
                "format": FORMAT,
                "version": VERSION,
                "items": [*known.others, *map(_to_json, kept)],
            }
            write_text(path, encode_json(data))
    sentence = QT_TRANSLATE_NOOP(
        "Models", "{game} cannot read this position back, so it will not come again."
    )
    said = dict.fromkeys(sentence.format(game=find_game(item.game).title) for item in unreadable)
    return Deck(kept, known.others, (*notes, *said))


def _is_readable(item: DeckItem) -> bool:
    """Return whether *item* will be read again from the file."""
    try:
        data = decode_json("".join(encode_json(_to_json(item))).encode())
        return _read_item(data, find_game(item.game)).id == item.id
    except (*_UNREADABLE, KalahloaError):
        return False


def _to_json(item: DeckItem) -> dict[str, Any]:
    mistake = {} if item.mistake is None else {"mistake": item.mistake.value}
    return {
        "kind": item.kind.value,
        "game": item.game,
        "rules": find_game(item.game).rulebook.as_mapping(item.rules),
        "position": item.position,
        "played": item.played,
        "time": item.time,
        **mistake,
    }


def _parse(data: Any) -> Deck:
    """Return the deck of *data*; raise `ValueError` or the like unless all is right."""
    if data["format"] != FORMAT or type(data["version"]) is not int:
        raise ValueError("This is no deck.")
    if data["version"] != VERSION or not isinstance(data["items"], list):
        raise ValueError("This is a deck of another version.")
    items: dict[str, DeckItem] = {}
    others = []
    for one in data["items"][-2 * MAX_ITEMS :]:
        key = _text(one["game"], MAX_GAME_TEXT)
        if known_game(key) is None:
            others.append(one)
        else:
            item = _read_item(one, find_game(key))
            items[item.id] = item
    ordered = sorted(items.values(), key=lambda item: item.time)
    return Deck(tuple(ordered), tuple(others[-MAX_ITEMS:]))


def _read_item(data: Any, game: Game) -> DeckItem:
    rules = game.rulebook.read(None, data["rules"])
    position = game.read(_text(data["position"], MAX_START_TEXT), rules)
    played, time = _text(data["played"], MAX_MOVE_TEXT), data["time"]
    if type(time) is not int or not 0 <= time <= MAX_TIME:
        raise ValueError("This is no time.")
    kind = ExerciseKind(data["kind"])
    if kind not in KINDS or position.is_over():
        raise ValueError("There is nothing to repeat.")
    if played:
        played = position.format_move(position.read_move(played))
    elif kind is ExerciseKind.MISTAKES:
        raise ValueError("This is no mistake.")
    mistake = None
    with suppress(ValueError):  # a kind of a newer version
        mistake = MistakeKind(data.get("mistake"))
    return make_item(kind, game, position, played, time, mistake)


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise ValueError("This is no text, or too long.")
    return value
