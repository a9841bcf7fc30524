"""Millions of deals a second: a kernel over flat tables, and the statistics that make them useful."""
