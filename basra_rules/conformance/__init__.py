"""The reference scenarios for other programs: as a kit of files, and a runner that drives a program with them."""
