"""Makes sounds of wood and stone, as samples from -1 to 1, and tones that tell where and how many.

Each sound is made of short knocks: a few decaying partials and a little noise at the start.  Wood
is low and dull, stone high and bright.
"""

import math
import random
import struct
import wave
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

RATE = 22_050
"""Samples per second."""
Partials = tuple[tuple[float, float, float], ...]
WOOD: Partials = ((1.0, 0.6, 45.0), (2.76, 0.3, 80.0), (5.4, 0.1, 140.0))
"""Partials of a bar of wood: multiple of the pitch, share, and decay a second."""
STONE: Partials = (
    *((1.0, 0.5, 110.0), (1.58, 0.3, 130.0)),
    *((2.24, 0.2, 170.0), (2.92, 0.1, 240.0)),
)
"""Partials of two pebbles that touch."""

LOWEST, OCTAVES = 330.0, 2.0
"""The pitch in hertz at the lower edge of a board, and how much higher it is at the upper one."""
TICK_SECONDS, REST_SECONDS = 0.07, 0.06
"""The time from tick to tick, and between two tones."""
GROUP = 5
"""A low tick stands for so many stones."""
_SOFT, _LOUD = 0.12, 0.5


def knock(
    pitch: float, seconds: float, noise: float, loudness: float, partials: Partials = WOOD
) -> list[float]:
    """Return samples of a knock of *pitch* hertz."""
    chance = random.Random(round(pitch))
    samples = []
    for number in range(round(RATE * seconds)):
        time = number / RATE
        tone = sum(
            share * math.sin(2 * math.pi * pitch * multiple * time) * math.exp(-time * decay)
            for multiple, share, decay in partials
        )
        hiss = noise * chance.uniform(-1, 1) * math.exp(-time * 220.0)
        samples.append(loudness * (tone + hiss) * min(1.0, time * 2000))
    return samples


def joined(parts: Iterable[tuple[float, Sequence[float]]]) -> list[float]:
    """Return *parts*, each begun at its time in seconds, mixed."""
    mixed: list[float] = []
    for begin, samples in parts:
        first = round(RATE * begin)
        mixed.extend([0.0] * (first + len(samples) - len(mixed)))
        for number, sample in enumerate(samples, first):
            mixed[number] += sample
    return mixed


def wav(frames: bytes, channels: int = 1) -> bytes:
    """Return the contents of a WAV file with *frames*, of one channel or of left and right."""
    data = BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(frames)
    return data.getvalue()


def frames_of(*channels: Sequence[float]) -> bytes:
    """Return the samples of *channels*, which are equally long, as frames of 16 bits."""
    whole = [
        round(32_000 * max(-1.0, min(1.0, sample)))
        for samples in zip(*channels, strict=True)
        for sample in samples
    ]
    return struct.pack(f"<{len(whole)}h", *whole)


@dataclass(frozen=True, slots=True)
class Tone:
    """The sound of a place on a board, and of what is there.

    `pan` is from -1 (left) to 1 (right), `height` from 0 (the lower edge) to 1.  Of `count` stones,
    each is a tick, and each five a low one; an empty place is one soft tick.  Those of side 1
    sound like stone, others like wood.
    """

    pan: float
    height: float
    count: int = 1
    side: int | None = None


def tone_wav(tones: Sequence[Tone]) -> bytes:
    """Return the contents of a WAV file with *tones*, one after the other."""
    rest = bytes(4 * round(RATE * REST_SECONDS))
    return wav(rest.join(_tone_frames(tone) for tone in tones), channels=2)


def _tone_frames(tone: Tone) -> bytes:
    pitch = LOWEST * 2 ** (OCTAVES * tone.height)
    if not tone.count:
        return _tick(pitch, tone.side, _SOFT, tone.pan)
    groups, ones = divmod(tone.count, GROUP)
    frames = b""
    if groups:
        frames += groups * _tick(pitch / 2, tone.side, _LOUD, tone.pan)
    if ones:
        frames += ones * _tick(pitch, tone.side, _LOUD, tone.pan)
    return frames


@lru_cache(maxsize=256)
def _tick(pitch: float, side: int | None, loudness: float, pan: float) -> bytes:
    """Return the frames of a knock at *pan*; made once, in about 3 ms."""
    samples = knock(pitch, TICK_SECONDS, 0.1, loudness, STONE if side == 1 else WOOD)
    angle = (max(-1.0, min(1.0, pan)) + 1) * math.pi / 4
    return frames_of(
        *([share * sample for sample in samples] for share in (math.cos(angle), math.sin(angle)))
    )
