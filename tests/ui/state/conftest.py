"""Where the parts of a workspace tell what has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from viewer.ui.state.changes import Changes, What


@pytest.fixture
def changes(qapp) -> Changes:
    """Who is told."""
    return Changes()


@pytest.fixture
def told(changes) -> Callable[[], What]:
    """A function that tells what has changed since it was called last."""
    log: list[What] = []
    changes.changed.connect(log.append)

    def now() -> What:
        changes.give()
        found, log[:] = list(log), []
        return found[0] if found else What(0)

    return now
