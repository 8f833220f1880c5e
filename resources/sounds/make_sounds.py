"""Makes the sounds: run it by hand after a change, ``python make_sounds.py``."""

from pathlib import Path

from kalahloa.views.synthesis import STONE, frames_of, joined, knock, wav

FOLDER = Path(__file__).resolve().parent


def clicks(*beats: tuple[float, float, float]) -> list[float]:
    """Return clicks of stones; each of *beats* has its time in seconds, pitch and loudness."""
    return joined(
        [(time, knock(pitch, 0.07, 0.25, loudness, STONE)) for time, pitch, loudness in beats]
    )


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
    (FOLDER / f"{name}.wav").write_bytes(wav(frames_of(samples)))


if __name__ == "__main__":
    for name, samples in SOUNDS.items():
        write(name, samples)
