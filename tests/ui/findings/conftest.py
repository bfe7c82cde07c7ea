"""A crash to be told: the hero drives into a car that stands, after braking in vain."""

import pytest

from tests.analysis.drives import car, hero, record, standing, straight
from viewer.analysis.find_events import find_events
from viewer.ui.theme import load_theme


@pytest.fixture(scope="session")
def crash(tmp_path_factory):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0)), car(3, standing(0, 30))]
    durations = [0.05] * 50 + [0.5]
    return record(movers, 3, durations).index(tmp_path_factory.mktemp("story") / "crash.log")


@pytest.fixture(scope="session")
def found(crash):
    return find_events(crash)


@pytest.fixture
def theme():
    return load_theme("dark")
