"""How a bot plays, by name."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """Greedy bots take the most they can get now, random ones play by chance."""

    GREEDY = "greedy"
    RANDOM = "random"
