"""The reference scenarios as a kit for other programs, and the runner that drives one."""
