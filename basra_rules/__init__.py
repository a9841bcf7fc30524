"""Basra and its relatives: rules as data, one engine."""
