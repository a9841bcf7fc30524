"""One fishing-game engine: pure functions over frozen values."""
