"""Start, format, mend and explain the files that people write."""
