"""The scenario files here are faulty on purpose: they are samples, and no tests."""

collect_ignore_glob = ["*.scenarios.yaml"]
