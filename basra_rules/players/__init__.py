"""Bots, and the loop that asks them."""
