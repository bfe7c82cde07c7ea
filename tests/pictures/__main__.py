"""Approve the present pictures: write anew what differs, list it, and drop what no test asks for.

    python -m tests.pictures [-k WORDS]

Look at what is listed before it is committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.exit(
    pytest.main([str(Path(__file__).parent), "--approve", "-q", "-p", "no:cacheprovider", *sys.argv[1:]])
)
