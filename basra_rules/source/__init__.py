"""YAML text to located nodes; the only home of yaml."""
