"""How wide a board is for its height."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardForm:
    """How wide the board is for its height, and the pixels that stand above it."""

    ratio: float
    above: int

    def width_at(self, height: int) -> int:
        """Return the width at which the board fills *height*."""
        return round(max(0, height - self.above) * self.ratio)

    def height_at(self, width: int) -> int:
        """Return the height that the board needs in *width*."""
        return round(width / self.ratio) + self.above
