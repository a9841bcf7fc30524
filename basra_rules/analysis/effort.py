"""How much may still be looked at: one budget that the searches of a whole command share.

What is counted are plays and tries, never seconds, so that the same files give the same answers everywhere.
Where a budget is used up, its searches say that they are not complete, and nothing is proved by them.
"""

from __future__ import annotations

from dataclasses import dataclass

_MOST_STEPS = 64_000
_PART = 5
"""A search may use so much of what is left: the first as much as any needs, and the last is not left without."""
_LEAST = 1_000


@dataclass(slots=True)
class Effort:
    """What the searches of a command may still spend, in plays that are looked at."""

    left: int = _MOST_STEPS

    def share(self) -> Effort:
        """Return what one search may spend; give the rest back by `settle`."""
        part = max(self.left // _PART, min(self.left, _LEAST))
        self.left -= part
        return Effort(part)

    def settle(self, share: Effort) -> None:
        """Take back what a search left."""
        self.left += max(share.left, 0)

    def spend(self, steps: int = 1) -> bool:
        """Take some steps; False where there are none left."""
        self.left -= steps
        return self.left >= 0
