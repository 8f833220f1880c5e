"""What is written at a node, as properties of SGF and back.

SGF knows less than we do (no colours of drawings, one mark of a kind at a point), so that a node
whose notes would not come back the same gets all of them once more, as JSON, in a property of our
own.  It counts only while the standard properties beside it are those that we wrote with it: what
another program changes is what is read.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sgfmill import sgf_grammar

from kalahloa.models.notation.sgf.charsets import Charset, encode, encode_raw
from kalahloa.models.notation.sgf.games import COLOURS, SgfGame
from kalahloa.models.notation.sgf.scanner import Property
from kalahloa.models.record.annotation import (
    MAX_CELL_TEXT,
    MAX_COMMENT_TEXT,
    MAX_DRAWINGS,
    NO_NOTES,
    Drawing,
    Mark,
    Notes,
    Properties,
    Shape,
)
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP, Sentence

NOTES = "KN"
"""Our property: the notes of a node as JSON."""
ODD = "KX"
"""Our property: properties that are no SGF, as JSON."""
VIEW = "KV"
"""Our property: whether the node is the current one, and the one that redo goes to."""
_SHAPES = {
    "AR": Shape.ARROW,
    "LB": Shape.LABEL,
    "TR": Shape.TRIANGLE,
    "SQ": Shape.SQUARE,
    "CR": Shape.CIRCLE,
    "MA": Shape.CROSS,
    "SL": Shape.CELL,
}
_NAMES = {shape: name for name, shape in _SHAPES.items()}
_ONE_A_POINT = {Shape.TRIANGLE, Shape.SQUARE, Shape.CIRCLE, Shape.CROSS, Shape.CELL}
"""Of these SGF allows one at a point."""
_MARKS = {
    ("TE", 1): Mark.GOOD,
    ("TE", 2): Mark.BRILLIANT,
    ("BM", 1): Mark.MISTAKE,
    ("BM", 2): Mark.BLUNDER,
    ("IT", 1): Mark.INTERESTING,
    ("DO", 1): Mark.DUBIOUS,
    # A hot spot is a move of interest; it has two values as well.
    ("HO", 1): Mark.INTERESTING,
    ("HO", 2): Mark.INTERESTING,
}
_WRITTEN_MARKS = {
    Mark.GOOD: ("TE", b"1"),
    Mark.BRILLIANT: ("TE", b"2"),
    Mark.MISTAKE: ("BM", b"1"),
    Mark.BLUNDER: ("BM", b"2"),
    Mark.INTERESTING: ("IT", b""),
    Mark.DUBIOUS: ("DO", b""),
}
_GOOD_FOR = {"GB": 0, "GW": 1}
_POSITION_MARKS = ("HO", *_GOOD_FOR)
"""Properties of positions: read as a mark of the move where it has none, and kept."""
KNOWN = frozenset({"C", "TE", "BM", "IT", "DO", NOTES, ODD, VIEW, *_SHAPES})
"""The properties that are read into notes; of these, only what cannot be read is kept."""
_TAKEN = KNOWN | frozenset(COLOURS)


def write_notes(notes: Notes, game: SgfGame, side: int, taken: frozenset[str]) -> list[Property]:
    """Return the properties of a node with *notes*.

    *side* is who made the move to it, -1 at the root; *taken* are the names of properties that the
    node has besides, none of them one of the notes'.
    """
    if notes == NO_NOTES:
        return []
    written = _standard(notes, side)
    plain = replace(notes, properties=())
    kept = [(name, _raw(values)) for name, values in notes.properties]
    if _read_standard([*written, *kept], game, side, Charset("utf_8"), []) != plain:
        written.append((NOTES, [encode(_compact(plain.to_json()))]))
    return written + _write_properties(notes.properties, taken)


def read_notes(
    properties: Sequence[Property],
    game: SgfGame,
    side: int,
    charset: Charset,
    known: frozenset[str],
    problems: list[Sentence],
) -> Notes:
    """Return the notes in the *properties* of a node; add what was left out to *problems*.

    *side* is who made the move to it, -1 if none; *known* are properties with another meaning.
    """
    if len(properties) == 1 and properties[0][0] == "C" and len(properties[0][1]) == 1:
        text = charset.text(properties[0][1][0])  # the usual case, and the quickest
        if 0 < len(text) <= MAX_COMMENT_TEXT:
            return Notes(text)
    notes = _read_standard(properties, game, side, charset, problems)
    others: list[tuple[str, tuple[str, ...]]] = []
    odd: list[tuple[int, str, tuple[str, ...]]] = []
    for name, values in properties:
        if not values:
            continue
        if name == NOTES:
            own = _read_own(charset.text(values[0]))
            if own is not None:
                again = [*_standard(own, side), *_kept_marks(properties)]
                if _read_standard(again, game, side, Charset("utf_8"), []) == notes:
                    notes = own
        elif name == ODD:
            odd = _read_odd(charset.text(values[0]))
        elif name not in known:
            left = values if name not in KNOWN else _not_read(name, values, game, charset)
            if left:
                others.append((name, tuple(charset.decode(value) for value in left)))
    for index, name, given in odd:
        others.insert(index, (name, given))
    if others:
        sound = tuple(
            (name, values)
            for name, values in others
            if all(len(value) <= MAX_COMMENT_TEXT for value in (name, *values))
        )
        if len(sound) < len(others):
            problems.append(_TOO_LONG)
        notes = replace(notes, properties=sound)
    return notes


_TOO_LONG = QT_TRANSLATE_NOOP("Models", "Left out a property that is too long.")
_CUT_COMMENT = QT_TRANSLATE_NOOP("Models", "Shortened a comment that is too long.")
_TOO_MANY = QT_TRANSLATE_NOOP("Models", "Left out the last drawings; there are too many.")


def _kept_marks(properties: Iterable[Property]) -> list[Property]:
    return [given for given in properties if given[0] in _POSITION_MARKS]


def _compact(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def _raw(values: Iterable[str]) -> list[bytes]:
    return [encode_raw(value) for value in values]


def _standard(notes: Notes, side: int) -> list[Property]:
    """Return the standard properties of *notes*, without those kept from a file."""
    written: list[Property] = []
    if notes.comment:
        written.append(("C", [encode(notes.comment)]))
    judgement = notes.judgement
    if judgement is not None and side >= 0:
        name, value = _WRITTEN_MARKS[judgement]
        written.append((name, [value]))
    if not notes.drawings:
        return written
    found: dict[str, dict[bytes, None]] = {}
    marked: set[str] = set()
    labelled: set[str] = set()
    for drawing in notes.drawings:
        shape, cell = drawing.shape, drawing.cell
        # What the specification does not allow is in our own property only.
        if not cell or (shape in _ONE_A_POINT and cell in marked):
            continue
        value = encode(cell)
        if shape is Shape.ARROW:
            if drawing.to in ("", cell):
                continue
            value = sgf_grammar.compose(value, encode(drawing.to).replace(b":", b"\\:"))
        elif shape is Shape.LABEL:
            if not drawing.text or cell in labelled:
                continue
            labelled.add(cell)
            value = sgf_grammar.compose(value, encode(drawing.text))
        else:
            value = value.replace(b":", b"\\:")
            marked.add(cell)
        found.setdefault(_NAMES[shape], {})[value] = None
    return written + [(name, list(values)) for name, values in found.items()]


def _read_standard(
    properties: Iterable[Property],
    game: SgfGame,
    side: int,
    charset: Charset,
    problems: list[Sentence],
) -> Notes:
    """Return the notes in the standard properties, drawings in the order of their shapes."""
    comments: list[str] = []
    of_move: Mark | None = None
    of_position: Mark | None = None
    drawings: list[Drawing] = []
    for name, values in properties:
        if not values:
            continue
        if name == "C":
            comments += [charset.text(value) for value in values]
        elif name in _SHAPES:
            drawings += _read_drawings(_SHAPES[name], values, game, charset)
        elif name in _POSITION_MARKS:
            of_position = of_position or _read_mark(name, values[0], side)
        else:
            of_move = of_move or _read_mark(name, values[0], side)
    mark = of_move or of_position
    if not (comments or mark or drawings):
        return NO_NOTES
    comment = "\n\n".join(comments)
    if len(comment) > MAX_COMMENT_TEXT:
        problems.append(_CUT_COMMENT)
        comment = comment[:MAX_COMMENT_TEXT]
    drawings = list(dict.fromkeys(drawings))
    if len(drawings) > MAX_DRAWINGS:
        problems.append(_TOO_MANY)
    drawings.sort(key=_place_of)
    return Notes(comment, () if mark is None else (mark,), tuple(drawings[:MAX_DRAWINGS]))


def _place_of(drawing: Drawing) -> tuple[str, str, str, str]:
    return drawing.shape.value, drawing.cell, drawing.to, drawing.text


def _read_mark(name: str, value: bytes, side: int) -> Mark | None:
    strength = 2 if value.strip() == b"2" else 1
    if name in _GOOD_FOR:
        if side < 0:
            return None
        good = _GOOD_FOR[name] == side
        return _MARKS["TE" if good else "BM", strength]
    if name in ("IT", "DO"):
        strength = 1
    return _MARKS.get((name, strength))


def _read_drawings(
    shape: Shape, values: Iterable[bytes], game: SgfGame, charset: Charset
) -> Iterable[Drawing]:
    for value in values:
        first, second = sgf_grammar.parse_compose(value)
        try:
            cell = _cell(game, charset.simple_text(first))
            if shape is Shape.LABEL:
                if second is not None:
                    text = charset.simple_text(second)[:MAX_CELL_TEXT]
                    yield Drawing(shape, cell, text=text)
            elif shape is Shape.ARROW:
                if second is not None:
                    yield Drawing(shape, cell, _cell(game, charset.simple_text(second)))
            elif second is None:
                yield Drawing(shape, cell)
        except ValueError:
            continue


def _not_read(
    name: str, values: Sequence[bytes], game: SgfGame, charset: Charset
) -> Sequence[bytes]:
    """Return those of *values* of a known property that are no drawing on this board."""
    shape = _SHAPES.get(name)
    if shape is None:
        return ()
    return [value for value in values if not any(_read_drawings(shape, [value], game, charset))]


def _cell(game: SgfGame, text: str) -> str:
    if len(text) > MAX_CELL_TEXT:
        raise ValueError
    return game.read_cell(text)


def _read_own(text: str) -> Notes | None:
    try:
        return replace(Notes.from_json(json.loads(text)), properties=())
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


# -- properties that mean nothing here -----------------------------------------------------------


def _write_properties(properties: Properties, taken: frozenset[str]) -> list[Property]:
    """Return *properties*, kept from a file; those that are no SGF in a property of our own."""
    written: list[Property] = []
    often = Counter(name for name, _ in properties)
    odd: list[tuple[int, str, list[str]]] = []
    for index, (name, values) in enumerate(properties):
        if (
            name in _TAKEN
            or name in taken
            or often[name] > 1
            or not sgf_grammar.is_valid_property_identifier(name)
            or not values
            or not all(map(_is_raw, values))
        ):
            odd.append((index, name, list(values)))
        else:
            written.append((name, _raw(values)))
    if odd:
        written.append((ODD, [encode(_compact(odd))]))
    return written


def _is_raw(value: str) -> bool:
    raw = encode_raw(value)
    return raw.decode("utf-8") == value and sgf_grammar.is_valid_property_value(raw)


def _read_odd(text: str) -> list[tuple[int, str, tuple[str, ...]]]:
    """Return the properties in the value of `ODD`, each with its place among all."""
    try:
        return [
            (index, name, tuple(values))
            for index, name, values in json.loads(text)
            if isinstance(index, int)
            and isinstance(name, str)
            and isinstance(values, list)
            and all(isinstance(value, str) for value in values)
        ]
    except (ValueError, TypeError, RecursionError):
        return []
