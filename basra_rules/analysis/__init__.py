"""What a profile means, proved by enumeration: its situations, and what stands on them."""
