"""Makes the sounds: run it by hand after a change, ``python make_sounds.py``.

Plain Python.  Each sound is made of short knocks: a few decaying partials and a little noise at
the start.  Wood is low and dull, stone high and bright.
"""

import math
import random
import struct
import wave
from pathlib import Path

RATE = 22_050
FOLDER = Path(__file__).resolve().parent


WOOD = ((1.0, 0.6, 45.0), (2.76, 0.3, 80.0), (5.4, 0.1, 140.0))
"""Partials of a bar of wood: multiple of the pitch, share, and decay a second."""
STONE = ((1.0, 0.5, 110.0), (1.58, 0.3, 130.0), (2.24, 0.2, 170.0), (2.92, 0.1, 240.0))
"""Partials of two pebbles that touch."""
Partials = tuple[tuple[float, float, float], ...]


def knock(
    pitch: float, seconds: float, noise: float, loudness: float, partials: Partials = WOOD
) -> list[float]:
    """Return samples from -1 to 1 of a knock of *pitch* hertz."""
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


def clicks(*beats: tuple[float, float, float]) -> list[float]:
    """Return clicks of stones; each of *beats* has its time in seconds, pitch and loudness."""
    return joined(
        [(time, knock(pitch, 0.07, 0.25, loudness, STONE)) for time, pitch, loudness in beats]
    )


def joined(parts: list[tuple[float, list[float]]]) -> list[float]:
    """Return *parts*, each begun at its time in seconds, mixed."""
    length = max(round(RATE * begin) + len(samples) for begin, samples in parts)
    mixed = [0.0] * length
    for begin, samples in parts:
        for number, sample in enumerate(samples, round(RATE * begin)):
            mixed[number] += sample
    return mixed


SOUNDS = {
    "move": knock(520.0, 0.14, 0.35, 0.5),
    "capture": joined([(0.0, knock(430.0, 0.14, 0.4, 0.5)), (0.06, knock(610.0, 0.14, 0.3, 0.45))]),
    "sowing": clicks((0.0, 2350.0, 0.4), (0.09, 2680.0, 0.3), (0.17, 2190.0, 0.35)),
    "gathering": clicks(
        (0.0, 2350.0, 0.4),
        (0.1, 2680.0, 0.3),
        (0.19, 1930.0, 0.4),
        (0.22, 2790.0, 0.3),
        (0.26, 2240.0, 0.35),
        (0.31, 1840.0, 0.35),
    ),
    "end": joined(
        [
            (0.0, knock(392.0, 0.3, 0.1, 0.4)),
            (0.12, knock(494.0, 0.3, 0.1, 0.4)),
            (0.24, knock(587.0, 0.4, 0.1, 0.4)),
        ]
    ),
}


def write(name: str, samples: list[float]) -> None:
    """Write *samples* as a mono WAV file called *name*."""
    whole = [round(32_000 * max(-1.0, min(1.0, sample))) for sample in samples]
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(whole)}h", *whole))


if __name__ == "__main__":
    for name, samples in SOUNDS.items():
        write(name, samples)
