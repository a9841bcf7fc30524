"""The checks of a profile's meaning, one a file, each with its page in docs/diagnostics/."""
