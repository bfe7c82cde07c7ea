"""Where the parts of a workspace tell what has changed."""

import pytest

from viewer.ui.state.changes import Changes


@pytest.fixture
def changes(qapp):
    """Who is told."""
    return Changes()


@pytest.fixture
def told(changes):
    """A function that tells whether anything has changed since it was called last."""

    def now():
        pending = changes.pending
        changes.flush()
        return pending

    return now
