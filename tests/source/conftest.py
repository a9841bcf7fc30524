"""Both parsers of PyYAML, for tests that hold under either."""

from __future__ import annotations

import pytest

from basra_rules.source import loaders

LOADERS = {"libyaml": loaders.LOADER, "python": loaders.PythonLoader}


@pytest.fixture(params=sorted(LOADERS))
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(loaders, "LOADER", LOADERS[request.param])
    return str(request.param)
