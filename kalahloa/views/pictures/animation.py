"""A game as moving pictures: a GIF or WebP file, one picture for each ply.

Qt reads such files and cannot write them; Pillow does, which is asked for only here.
"""

import io
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from PySide6.QtGui import QImage

from kalahloa.models.record.record import Record
from kalahloa.models.text.errors import BadFile
from kalahloa.models.text.sentence import QT_TRANSLATE_NOOP
from kalahloa.views.pictures.board_picture import BoardPicture
from kalahloa.views.pictures.job import Elsewhere, ExportStopped, Job, Slice, Stopped
from kalahloa.views.pictures.lines import scenes
from kalahloa.views.pictures.options import LAST_FRAME, AnimationOptions

MAX_BYTES = 500_000_000
"""The most memory that the pictures of an animation may take."""
_BYTES_A_PIXEL = {"GIF": 1, "WEBP": 3}
_SAMPLES = 3
_SAMPLE_WIDTH = 480
_COLOURS = 256
_OCTREE = 2
"""Pillow's number of the choice of colours that also sees small things, such as stones on wood."""
_QUALITY = 90
_ENCODING = 0.15
"""Which share of the work comes after the drawing, about."""


def animation(
    record: Record,
    options: AnimationOptions,
    kind: str,
    players: Sequence[str] = ("", ""),
) -> Job[bytes]:
    """Return *record* as moving pictures, the content of a file of *kind*: ``GIF`` or ``WEBP``.

    Raises `BadFile` if Pillow is missing, the game has no board, or there would be too many
    pictures for the memory.
    """
    line = [record.root, *(record.main_line() if options.main_line else record.line())]
    game, rules, start = record.game, record.rules, record.start
    yield Elsewhere(lambda _: _require_pillow(kind))
    picture = BoardPicture(game, options)
    try:
        yield Slice(0.0)
        first = next(scenes(game, rules, start, line, players))
        yield from picture.shown(first)
        size = picture.size
        _require_room(len(line), size.width() * size.height() * _BYTES_A_PIXEL[kind])
        frames = _Frames(kind)
        some = {len(line) * part // _SAMPLES for part in range(_SAMPLES)} | {len(line) - 1}
        samples = yield Elsewhere(lambda _: list(scenes(game, rules, start, line, players, some)))
        for scene in samples:
            yield from picture.shown(scene)
            image = yield from picture.painted()
            frames.sample(image)
        yield Elsewhere(frames.choose_colours)
        for index, scene in enumerate(scenes(game, rules, start, line, players)):
            share = (1 - _ENCODING) * index / len(line)
            yield from picture.shown(scene, share)
            image = yield from picture.painted(share)
            yield Elsewhere(partial(frames.add, image))
        yield Slice(1 - _ENCODING)
        return (yield Elsewhere(lambda stopped: frames.encoded(options.pace, stopped)))
    finally:
        picture.close()


def _require_room(frames: int, bytes_each: int) -> None:
    if frames * bytes_each > MAX_BYTES:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Pictures",
                "{count:,} pictures of this size do not fit in memory; make them smaller.",
            ).format(count=frames)
        )


def _pillow() -> Any:
    """Return Pillow's module of images; raise `BadFile` if it is not installed."""
    try:
        return import_module("PIL.Image")
    except ImportError as error:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Pictures",
                "Animations need Pillow. Install it with: pip install 'kalahloa[pictures]'",
            )
        ) from error


def _require_pillow(kind: str) -> None:
    pillow = _pillow()
    pillow.init()
    if kind not in pillow.SAVE_ALL:
        raise BadFile(
            QT_TRANSLATE_NOOP(
                "Pictures", "The installed version of Pillow cannot write {kind} files."
            ).format(kind=kind)
        )


class _Frames:
    """The pictures of an animation, as Pillow holds them; for any one thread at a time."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._samples: list[Any] = []
        self._colours: Any = None
        self._frames: list[Any] = []

    def sample(self, image: QImage) -> None:
        """Add the colours of *image* to the palette of the GIF."""
        self._samples.append(image.scaledToWidth(min(_SAMPLE_WIDTH, image.width())))

    def choose_colours(self, stopped: Stopped) -> None:
        """Choose the colours of all pictures: one choice, so that none of them flickers."""
        if self._kind != "GIF":
            return
        pillow = _pillow()
        samples = [_in_pillow(image) for image in self._samples]
        width = max(sample.width for sample in samples)
        sheet = pillow.new("RGB", (width, sum(sample.height for sample in samples)))
        top = 0
        for sample in samples:
            sheet.paste(sample, (0, top))
            top += sample.height
        self._colours = sheet.quantize(_COLOURS, method=_OCTREE)

    def add(self, image: QImage, stopped: Stopped) -> None:
        """Add *image* at the end."""
        frame = _in_pillow(image)
        if self._colours is not None:
            frame = frame.quantize(palette=self._colours, dither=0)
        self._frames.append(frame)

    def encoded(self, pace: int, stopped: Stopped) -> bytes:
        """Return the content of the file; each picture stays *pace* milliseconds."""

        def rest() -> Iterator[Any]:
            for frame in self._frames[1:]:
                if stopped():
                    raise ExportStopped
                yield frame

        durations = [pace] * len(self._frames)
        durations[-1] = LAST_FRAME * pace
        content = io.BytesIO()
        self._frames[0].save(
            content,
            self._kind,
            save_all=True,
            append_images=rest(),
            duration=durations if len(durations) > 1 else durations[0],
            loop=0,
            **({"quality": _QUALITY, "method": 2} if self._kind == "WEBP" else {}),
        )
        return content.getvalue()


def _in_pillow(image: QImage) -> Any:
    """Return a copy of *image*, whose pixels are 32 bits wide, for Pillow."""
    size = (image.width(), image.height())
    return _pillow().frombytes(
        "RGB", size, bytes(image.constBits()), "raw", "BGRX", image.bytesPerLine(), 1
    )
