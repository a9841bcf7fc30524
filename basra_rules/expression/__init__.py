"""The expression language: patterns, conditions and numbers; the only home of lark."""
