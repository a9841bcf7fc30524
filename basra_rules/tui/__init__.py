"""The game in a terminal: draws a view, asks for an action, holds no rule."""
