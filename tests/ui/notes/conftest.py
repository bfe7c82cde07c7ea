"""The window with the little street open and its notes read."""

import pytest


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch):
    """Look often for what others write: nobody wants to wait for a second."""
    monkeypatch.setattr("viewer.ui.notes.note_writer.POLL", 0.05)


@pytest.fixture
def with_street(open_street, qtbot):
    qtbot.waitUntil(lambda: not open_street.notes.loading)
    return open_street
