"""Where the parts of a workspace tell what has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from viewer.ui.state.changes import Change, Changes


@pytest.fixture
def changes(qapp) -> Changes:
    """Who is told."""
    return Changes()


@pytest.fixture
def told(changes) -> Callable[[], Change]:
    """A function that tells what has changed since it was called last."""
    log: list[Change] = []
    changes.changed.connect(log.append)

    def now() -> Change:
        changes.flush()
        found, log[:] = list(log), []
        return found[0] if found else Change(0)

    return now
