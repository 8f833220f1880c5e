"""How much memory this process has in use."""

import os
import sys


def resident_bytes() -> int:
    """Return the memory that this process has in use; 0 where the system does not say."""
    if not sys.platform.startswith("linux"):
        return 0
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
