"""Deals on a Dask cluster: its own executor takes the same stretches as any other."""

from __future__ import annotations

import re
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from basra_rules.errors import UsageError
from basra_rules.simulation.simulating import Crew

if TYPE_CHECKING:
    from collections.abc import Iterator

CLUSTER_CHUNK = 65_536
"""A stretch takes long enough that sending it does not matter."""
_ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?([^\s/:\[\]]+|\[[0-9a-fA-F:]+\]):\d{1,5}")


@contextmanager
def cluster_crew(address: str, chunk: int = CLUSTER_CHUNK, timeout: str = "10s") -> Iterator[Crew]:
    """Give a crew of all workers of the cluster whose scheduler is at `address`, such as tcp://10.0.0.1:8786.

    Raises:
        UsageError: dask is not installed, or there is no such cluster.
    """
    if not _ADDRESS.fullmatch(address):
        raise UsageError(f"`--cluster {address}`: expected the address of a scheduler, such as tcp://10.0.0.1:8786")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UsageError("`--cluster` needs dask: pip install 'basra-rules[cluster]'") from None
    try:
        client = distributed.Client(address, timeout=timeout, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise UsageError(f"no cluster answers at {address}: {error}") from None
    with client:
        # a deal is the same wherever it is played, so one that a lost worker had is simply played again
        executor = client.get_executor(pure=False, retries=3)
        hands = max(1, sum(client.nthreads().values()))
        yield Crew(executor, hands, chunk)
