"""Where the parts of a workspace tell what has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from viewer.ui.state.changes import Changes


@pytest.fixture
def changes(qapp) -> Changes:
    """Who is told."""
    return Changes()


@pytest.fixture
def told(changes) -> Callable[[], bool]:
    """A function that tells whether anything has changed since it was called last."""

    def now() -> bool:
        pending = changes.pending
        changes.flush()
        return pending

    return now
