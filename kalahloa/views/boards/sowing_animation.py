"""The animation of a move of Kalah: stones are sown one by one, then captures are carried."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QAbstractAnimation, QPointF

from kalahloa.models.game.transition import Action, Step
from kalahloa.views.boards.kalah_layout import KalahLayout
from kalahloa.views.boards.stones import FLYING_Z, Stone, Stones

# All times are in milliseconds at speed 1.
_MAX_HOP = 230.0
_MIN_HOP = 80.0
_MAX_SOWING = 3200.0
_PAUSE = 160.0
_FLIGHT = 420.0
_STAGGER = 45.0
_MAX_STAGGER = 500.0
_REST = 120.0

_LIFT = 20.0
_HAND_SCALE = 1.1


class _Stage:
    """A part of the animation; parts follow one another, and each lasts *duration*."""

    def __init__(self, duration: float) -> None:
        self.duration = duration

    def begin(self) -> None:
        """Start this part; all earlier parts have ended."""

    def show(self, elapsed: float) -> None:
        """Show the state *elapsed* milliseconds (0 to the duration) after the start."""

    def end(self) -> None:
        """Show the state at the end of this part."""


class _Hand:
    """The stones being sown, and where they are held relative to the hand's middle."""

    def __init__(self, spread: float) -> None:
        self.stones: list[Stone] = []
        self.spread = spread

    def offset(self, index: int) -> tuple[float, float]:
        """Return where the stone with *index* is held: close together, as in a fist."""
        distance = self.spread * math.sqrt(index)
        return distance * math.cos(2.4 * index), distance * math.sin(2.4 * index)


class _Hop(_Stage):
    """The hand goes on by one cell, and one stone is dropped there."""

    def __init__(
        self,
        stones: Stones,
        layout: KalahLayout,
        hand: _Hand,
        index: int,
        path: Sequence[int],
        duration: float,
    ) -> None:
        super().__init__(duration)
        self._stones = stones
        self._layout = layout
        self._hand = hand
        self._index = index
        self._origin = path[index]
        self._target = path[index + 1]
        self._from = layout.cells[self._origin].center()
        self._to = layout.cells[self._target].center()
        self._starts: list[QPointF] = []
        self._end = (0.0, 0.0)
        self._end_scale = 1.0

    def begin(self) -> None:
        if self._index == 0:
            self._hand.stones = self._stones.lift(self._origin)
        carried = self._hand.stones[self._index :]
        self._starts = [stone.item.pos() for stone in carried]
        there = self._stones.count(self._target)
        heap = self._stones.heap(self._target, there + 1)
        x, y = heap.places[there]
        self._end = (self._to.x() + x, self._to.y() + y)
        self._end_scale = heap.radius / carried[0].radius

    def show(self, elapsed: float) -> None:
        part = _eased(elapsed / self.duration)
        rise = _LIFT * math.sin(math.pi * part)
        hand = self._hand
        to_x, to_y = self._to.x(), self._to.y()
        for index, start in enumerate(self._starts):
            stone = hand.stones[self._index + index]
            if index:
                x, y = hand.offset(self._index + index)
                x, y, scale = to_x + x, to_y + y, _HAND_SCALE
            else:
                x, y = self._end
                scale = _HAND_SCALE + (self._end_scale - _HAND_SCALE) * part
            stone.item.setPos(
                start.x() + (x - start.x()) * part,
                start.y() + (y - start.y()) * part - rise,
            )
            stone.item.setScale(scale)

    def end(self) -> None:
        self.show(self.duration)
        self._stones.drop(self._hand.stones[self._index], self._target)


class _Carry(_Stage):
    """Stones of one or more cells fly to others, one a little after the other."""

    def __init__(self, stones: Stones, layout: KalahLayout, steps: Sequence[Step]) -> None:
        self._stones = stones
        self._layout = layout
        self._steps = steps
        count = sum(step.count for step in steps)
        self._stagger = min(_STAGGER, _MAX_STAGGER / max(1, count - 1))
        self._flights: list[tuple[Stone, int, QPointF, QPointF, float]] = []
        super().__init__(_FLIGHT + self._stagger * (count - 1))

    def begin(self) -> None:
        coming = {step.target: 0 for step in self._steps}
        total = {
            target: self._stones.count(target)
            + sum(self._stones.count(step.origin) for step in self._steps if step.target == target)
            for target in coming
        }
        for step in self._steps:
            middle = self._layout.cells[step.target].center()
            there = self._stones.count(step.target)
            heap = self._stones.heap(step.target, total[step.target])
            for stone in self._stones.lift(step.origin):
                x, y = heap.places[there + coming[step.target]]
                coming[step.target] += 1
                self._flights.append(
                    (
                        stone,
                        step.target,
                        stone.item.pos(),
                        middle + QPointF(x, y),
                        heap.radius / stone.radius,
                    )
                )
        for index, flight in enumerate(self._flights):
            flight[0].item.setZValue(FLYING_Z + len(self._flights) - index)

    def show(self, elapsed: float) -> None:
        for index, (stone, _, start, end, scale) in enumerate(self._flights):
            part = (elapsed - index * self._stagger) / _FLIGHT
            if part <= 0.0:
                break
            part = _eased(min(part, 1.0))
            way = start + (end - start) * part
            stone.item.setPos(way.x(), way.y() - 1.5 * _LIFT * math.sin(math.pi * part))
            stone.item.setScale(1.0 + (scale - 1.0) * part)

    def end(self) -> None:
        self.show(self.duration)
        for stone, target, *_ in self._flights:
            self._stones.drop(stone, target)


class SowingAnimation(QAbstractAnimation):
    """Shows the *steps* of a move with *stones* that lie as they did before it.

    *speed* is 1 for the usual pace, more for a faster one.  It can be stopped at any moment:
    `Stones.place` then puts every stone where it belongs.
    """

    def __init__(
        self, stones: Stones, layout: KalahLayout, steps: Sequence[Step], speed: float
    ) -> None:
        super().__init__()
        self._speed = speed
        self._stages = _stages(stones, layout, steps)
        self._whole = sum(stage.duration for stage in self._stages)
        self._next = 0
        self._began = False
        self._stage_start = 0.0

    def duration(self) -> int:
        """Return the milliseconds that it takes at its speed."""
        return max(1, math.ceil(self._whole / self._speed))

    def updateCurrentTime(self, current: int) -> None:
        now = current * self._speed
        while self._next < len(self._stages):
            stage = self._stages[self._next]
            if not self._began:
                stage.begin()
                self._began = True
            if now < self._stage_start + stage.duration:
                stage.show(now - self._stage_start)
                return
            stage.end()
            self._stage_start += stage.duration
            self._next += 1
            self._began = False


def _stages(stones: Stones, layout: KalahLayout, steps: Sequence[Step]) -> list[_Stage]:
    sown = [step for step in steps if step.action is Action.SOW]
    carried = [step for step in steps if step.action is Action.COLLECT]
    turned = [step for step in steps if step.action is Action.EXCHANGE]
    stages: list[_Stage] = []
    if turned:
        stages.append(_Carry(stones, layout, turned))
    if sown:
        hop = min(_MAX_HOP, max(_MIN_HOP, _MAX_SOWING / len(sown)))
        hand = _Hand(0.62 * layout.stone)
        path = [sown[0].origin, *(step.target for step in sown)]
        stages += [_Hop(stones, layout, hand, index, path, hop) for index in range(len(sown))]
    while carried:
        # The stones of a capture go first, then one side's at a time the last ones.
        target = carried[0].target
        capture = bool(sown) and carried[0].origin == sown[-1].target
        together = [step for step in carried if step.target == target]
        if capture:
            opposite = 2 * layout.pits - carried[0].origin
            together = [step for step in together if step.origin in (carried[0].origin, opposite)]
            sown = []
        carried = [step for step in carried if step not in together]
        stages += [_Stage(_PAUSE), _Carry(stones, layout, together)]
    stages.append(_Stage(_REST))
    return stages


def _eased(part: float) -> float:
    """Return *part* (0 to 1) of a way that starts and ends slowly."""
    return part * part * (3.0 - 2.0 * part)
