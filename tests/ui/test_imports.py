"""What importing the window costs."""

from __future__ import annotations

import subprocess
import sys

_COUNT = """
import linecache, sys
read = []
updatecache = linecache.updatecache
linecache.updatecache = lambda name, *rest: (read.append(name), updatecache(name, *rest))[1]
from viewer.ui.quick_imports import import_quickly
import_quickly()
import viewer.ui.app
print(sum("viewer" in name for name in read))
"""


def test_hardly_any_source_of_the_program_is_read_to_import_it():
    """What brings the hook may have been looked at before it is there: two modules of some five hundred."""
    found = subprocess.run([sys.executable, "-c", _COUNT], capture_output=True, text=True, check=True)
    assert int(found.stdout) <= 2
