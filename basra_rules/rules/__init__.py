"""A profile, compiled to what the engine obeys."""
