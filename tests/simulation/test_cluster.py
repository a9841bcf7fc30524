"""Deals on a Dask cluster: the same numbers, also where a worker is lost on the way."""

from __future__ import annotations

import os
import signal
import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from basra_rules.errors import UsageError
from basra_rules.simulation.simulating import Request, Simulator, simulate
from basra_rules.simulation.worktable import Way
from tests.simulation.games import shipped

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed"),
    pytest.mark.filterwarnings("ignore"),
]


def test_a_cluster_gives_the_same_numbers_though_a_worker_is_killed() -> None:
    from basra_rules.simulation.cluster import cluster_crew  # noqa: PLC0415

    rules = shipped("egyptian")
    request = Request(2, 600, seed=12)
    alone = simulate(rules, request, way=Way.INTERPRETED)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        distributed: Any = import_module("distributed")
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
            ) as cluster,
            cluster_crew(cluster.scheduler_address, chunk=20) as crew,
        ):
            simulator = Simulator(rules, request, crew, way=Way.INTERPRETED)
            for number, _ in enumerate(simulator.advance(600)):
                if number == 3:
                    os.kill(worker_process(cluster), signal.SIGKILL)
    assert simulator.simulation.totals == alone.totals
    assert simulator.simulation.carries == alone.carries


def worker_process(cluster: Any) -> int:
    """Return the process of one worker, which this test has started."""
    nanny = next(iter(cluster.workers.values()))
    return int(nanny.pid)


def test_a_cluster_that_does_not_answer_is_an_error_in_a_line() -> None:
    from basra_rules.simulation import cluster  # noqa: PLC0415

    with (
        pytest.raises(UsageError, match=r"no cluster answers at tcp://127\.0\.0\.1:9"),
        cluster.cluster_crew("tcp://127.0.0.1:9", timeout="1s"),
    ):
        pass
