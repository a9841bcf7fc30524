"""Standard output for one purpose alone."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO


def claim_output() -> BinaryIO:
    """Return standard output for a protocol; whatever else is printed goes to standard error."""
    claimed = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return claimed
