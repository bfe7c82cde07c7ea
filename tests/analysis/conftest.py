from __future__ import annotations

from functools import cache

import pytest

from tests.analysis.criteria import criteria_of
from tests.extras import need
from viewer.roads import open_map


@pytest.fixture(scope="module")
def runner(scenario_runner):
    """ScenarioRunner's criteria, and the stage that they look at."""
    need("carla", "carla")
    with criteria_of(scenario_runner) as (criteria, stage):
        yield criteria, stage


@pytest.fixture(scope="module")
def town(runner, maps):
    """A map, as the package and as we read it."""
    _, stage = runner

    @cache
    def load(name):
        path = maps / f"{name}.xodr"
        return stage.carla.Map(name, path.read_text(encoding="utf-8")), open_map(path)

    return load
