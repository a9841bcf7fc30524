"""Tell the rules of a profile as a person would, in several languages."""
