"""Random numbers by multiply-with-carry: an own stream for every deal, so that no order of work shows.

A state stays below 2**63 whatever happens, so that compiled and interpreted arithmetic agree.  A draw
takes 32 bits; what is left of them after one choice makes the next, so two choices from one draw are
uniform to one part in a million, and one play takes one draw whatever the rules.
"""

from __future__ import annotations

LOW = 0xFFFFFFFF
MULTIPLIER = 1967773755


def advance(state: int) -> int:
    """Return the state after `state`."""
    return MULTIPLIER * (state & LOW) + (state >> 32)


def bits(state: int) -> int:
    """Return the 32 random bits of `state`."""
    return (state ^ (state >> 32)) & LOW


def mix(word: int) -> int:
    """Return the 32 bits of `word` thoroughly mixed."""
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & LOW
    word = ((word ^ (word >> 16)) * 0x45D9F3B) & LOW
    return word ^ (word >> 16)


def stream(key: int, number: int, turn: int) -> int:
    """Return the state that deal `turn` under `number` starts from; `key` is the seed."""
    seed = mix((key & LOW) ^ mix((key >> 32) & LOW ^ 0x9E3779B9))
    word = mix((number & LOW) ^ mix((number >> 32) + seed) ^ mix(turn + 0x2545F491))
    return advance(advance((mix(word ^ 0x5BD1E995) & 0x3FFFFFFF) << 32 | word | 1))
