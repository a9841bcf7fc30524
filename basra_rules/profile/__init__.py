"""The profile file: models by rule area, inheritance, options, provenance."""
