"""The version of the package, and of the profile and scenario format that it reads."""

__version__ = "0.1.0"
FORMAT = 1
