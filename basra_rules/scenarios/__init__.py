"""Scenario files: model, runner, report."""
