"""The palette: groups, the current line, what cannot be done now."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget

from tests.pictures.conftest import both
from viewer.ui.palette.entry import Entry, Provider, Results
from viewer.ui.palette.palette import Palette


class Fixed(Provider):
    """Finds the same for every query."""

    def __init__(self, title, *entries, best=500):
        super().__init__()
        self._hits = Results.of(title, entries, best)

    def find(self, query):
        return self._hits if query else None

    def recall(self, key):
        return None


def nothing():
    return None


@pytest.fixture
def palette(put, theme, alone):
    host = put(QWidget(), 700, 420)
    palette = Palette(alone, host)
    palette.add_provider(
        Fixed(
            "Actions",
            Entry("a", "Fit the map", "shows all that moves", keys="F", run=nothing),
            Entry("b", "Follow end", "a recording that grows"),
            best=900,
        )
    )
    many = [Entry(f"c{n}", f"{n} tesla model3", "autopilot", f"{n}.0 m", run=nothing) for n in range(12)]
    palette.add_provider(Fixed("Actors", *many))
    palette.open_palette()
    return palette


@both
def test_what_is_found(palette, looks):
    palette.findChild(QLineEdit).setText("fo")
    looks(palette.parentWidget())
