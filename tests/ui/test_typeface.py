from __future__ import annotations

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo

from viewer.ui import typeface


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch):
    typeface.families.cache_clear()
    yield
    typeface.families.cache_clear()


@pytest.fixture
def installed(monkeypatch, qapp):
    """Say what the system writes in, and what else there is."""

    def say(system, *others):
        monkeypatch.setattr(QFontInfo, "family", lambda _: system)
        monkeypatch.setattr(QFontDatabase, "hasFamily", lambda family: family in (system, *others))

    return say


def test_a_good_font_of_the_systems_stays(installed):
    installed("Cantarell", "Inter")
    assert typeface.families(("Sans",)) == ("Sans",)


def test_the_first_better_one_takes_the_place_of_a_wide_one(installed):
    installed("DejaVu Sans", "Liberation Sans", "Ubuntu", "Comic Sans MS")
    assert typeface.families(("Sans",)) == ("Ubuntu", "Liberation Sans", "Sans")


def test_without_a_better_one_it_is_the_systems(installed):
    installed("DejaVu Sans")
    assert typeface.families(("Sans",)) == ("Sans",)
