"""The language server: diagnostics, completion, hover and fixes while a file is typed."""
