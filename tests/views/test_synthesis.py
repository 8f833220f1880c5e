"""Tones say where on the board they are, and how many stones there are."""

import cmath
import struct
import wave
from io import BytesIO
from itertools import groupby

import pytest

from kalahloa.views.synthesis import RATE, TICK_SECONDS, Tone, tone_wav

TICK = round(RATE * TICK_SECONDS)


def channels(*tones: Tone) -> tuple[list[int], list[int]]:
    """Return the samples on the left and on the right."""
    with wave.open(BytesIO(tone_wav(tones))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, RATE)
        count = file.getnframes()
        samples = struct.unpack(f"<{2 * count}h", file.readframes(count))
    return list(samples[::2]), list(samples[1::2])


def energy(samples: list[int]) -> float:
    return sum(sample * sample for sample in samples)


def pitch(samples: list[int]) -> int:
    """Return the strongest frequency of a tick, in hertz to within 10."""

    def strength(hertz: int) -> float:
        turn = cmath.exp(-2j * cmath.pi * hertz / RATE)
        return abs(sum(sample * turn**at for at, sample in enumerate(samples)))

    return max(range(100, 1600, 10), key=strength)


def ticks(samples: list[int]) -> list[list[int]]:
    return [samples[at : at + TICK] for at in range(0, len(samples), TICK)]


def test_a_tone_at_the_left_is_heard_on_the_left_only_and_in_the_middle_on_both_sides():
    left, right = channels(Tone(-1.0, 0.5))
    assert energy(left) > 0 and energy(right) == 0

    left, right = channels(Tone(1.0, 0.5))
    assert energy(left) < 1e-6 * energy(right)

    left, right = channels(Tone(0.0, 0.5))
    assert energy(left) == pytest.approx(energy(right), rel=0.01)


def test_a_tone_is_equally_loud_wherever_it_is():
    whole = [sum(map(energy, channels(Tone(pan, 0.5)))) for pan in (-1.0, -0.4, 0.0, 0.7, 1.0)]

    assert whole == pytest.approx([whole[0]] * 5, rel=0.01)


@pytest.mark.parametrize(("height", "hertz"), [(0.0, 330), (0.5, 660), (1.0, 1320)])
def test_what_is_higher_on_the_board_is_higher(height, hertz):
    left, _ = channels(Tone(-1.0, height))

    assert pitch(left) == pytest.approx(hertz, abs=10)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, [1]), (3, [1, 1, 1]), (5, [5]), (7, [5, 1, 1]), (13, [5, 5, 1, 1, 1])],
)
def test_each_stone_is_a_tick_and_five_are_a_low_one(count, expected):
    left, _ = channels(Tone(-1.0, 0.5, count))

    values = [5 if pitch(tick) < 500 else 1 for tick in ticks(left)]

    assert values == expected


def test_an_empty_place_is_softer_than_a_stone():
    stone, empty = (channels(Tone(-1.0, 0.5, count))[0] for count in (1, 0))

    assert len(empty) == len(stone)
    assert energy(empty) < 0.1 * energy(stone)


def test_the_sides_sound_otherwise():
    wood, stone = (channels(Tone(-1.0, 0.5, 1, side))[0] for side in (0, 1))

    assert wood != stone


def test_a_way_is_heard_from_its_beginning_to_its_end_with_a_rest_between():
    left, right = channels(Tone(-1.0, 0.2), Tone(1.0, 0.8))

    heard = ["left" if a else "right" for a, b in zip(left, right, strict=True) if a or b]

    assert [side for side, _ in groupby(heard)] == ["left", "right"]
    assert len(left) > 2 * TICK and len(left) < RATE / 2
