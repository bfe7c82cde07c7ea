"""Running metrics: our own scripts, and ScenarioRunner's examples where they are."""

from __future__ import annotations

import json
import sys

import pytest

from tests.extras import need
from tests.scenes import HERO, Scene, actor, pose, street
from viewer.metrics import MetricsLog
from viewer.metrics.runner import MetricError, run_metric

SCRIPT = """
import carla
from srunner.metrics.examples.basic_metric import BasicMetric
from srunner.metrics.tools.metrics_log import MetricsLog
from helper import NAME

class Speed(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        place = log.get_actor_transform(log.get_ego_vehicle_id(), 3).location
        assert isinstance(place, carla.Location)
        with open(criteria["out"], "w") as out:
            print(NAME, place.x, town_map, file=out)
"""


@pytest.fixture
def log(tmp_path):
    with MetricsLog(street().save(tmp_path / "street.log")) as opened:
        yield opened


def write(tmp_path, text, name="metric.py"):
    path = tmp_path / name
    path.write_text(text)
    return path


def run(path, log, criteria=None, town_map=None):
    return run_metric(path, log, town_map, criteria, pictures=path.parent, name="street metric")


def test_a_script_runs_with_what_it_imports_and_leaves_nothing_behind(tmp_path, log):
    write(tmp_path, "NAME = 'beside the script'", "helper.py")
    script = write(tmp_path, SCRIPT)
    modules, path = set(sys.modules), list(sys.path)

    assert run(script, log, {"out": str(tmp_path / "out.txt")}) == []

    assert (tmp_path / "out.txt").read_text() == "beside the script 1.0 None\n"
    assert {"srunner", "helper", "metric"} & (set(sys.modules) - modules) == set()
    assert sys.path == path


@pytest.mark.parametrize(("own", "runs"), [("Zebra", "Zebra"), ("Aardvark", "Aardvark"), ("", "Lion")])
def test_a_script_runs_its_own_metric_before_one_that_it_imports(tmp_path, log, own, runs):
    """Whatever they are called; of several the first by name, and an imported one where it has none."""
    one = """
class {}(Base):
    def _create_metric(self, town_map, log, criteria):
        with open(criteria["out"], "a") as out:
            out.write(type(self).__name__)
"""
    base = "from srunner.metrics.examples.basic_metric import BasicMetric as Base"
    write(tmp_path, base + one.format("Lion") + one.format("Monkey"), "helper.py")
    own_text = one.format(own) + one.format("Zoo") if own else ""
    script = write(tmp_path, f"from helper import *\n{base}\n{own_text}")
    run(script, log, {"out": str(tmp_path / "out.txt")})
    assert (tmp_path / "out.txt").read_text() == runs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "metric.py has no metric: a class derived from BasicMetric is expected"),
        ("import nothing_of_this_name", "needs nothing_of_this_name, which is not installed"),
        ("\n\n1 / 0", "metric.py, line 3: ZeroDivisionError: division by zero"),
        ("x = (", "metric.py"),
        ("import sys; sys.exit(4)", "ends with exit status 4"),
        (
            "from srunner.metrics.examples.basic_metric import BasicMetric\nclass Mine(BasicMetric): pass",
            "a metric does its work in _create_metric",
        ),
    ],
)
def test_what_is_wrong_with_a_script_is_a_sentence(tmp_path, log, text, message):
    with pytest.raises(MetricError) as raised:
        run(write(tmp_path, text), log)
    assert message in str(raised.value)


def test_a_script_that_is_not_there(tmp_path, log):
    with pytest.raises(MetricError, match="there is no such script"):
        run(tmp_path / "none.py", log)


def test_a_failure_tells_the_way_from_the_script(tmp_path, log):
    text = SCRIPT.replace("place = ", "log.get_actor_transform(7, 99)\n        place = ")
    write(tmp_path, "NAME = 1", "helper.py")
    with pytest.raises(MetricError, match="line 9: IndexError") as raised:
        run(write(tmp_path, text), log)
    assert raised.value.trace.count("File ") >= 2


PLOT = """
import matplotlib.pyplot as plt
from srunner.metrics.examples.basic_metric import BasicMetric

class Plot(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        plt.plot([1, 2])
        plt.show()
        plt.figure()
        plt.figure()
        plt.show()
"""


def test_what_would_be_shown_is_written_and_nothing_is_overwritten_or_left(tmp_path, log):
    pyplot = need("metrics", "matplotlib.pyplot")
    (tmp_path / "street metric 2.png").write_bytes(b"of somebody else")
    pyplot.switch_backend("svg")
    before = pyplot.show, []

    written = run(write(tmp_path, PLOT), log)

    assert [path.name for path in written] == [f"street metric {number}.png" for number in (1, 3, 4)]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in written)
    assert (tmp_path / "street metric 2.png").read_bytes() == b"of somebody else"
    with pytest.raises(MetricError, match="figure size"):
        run(write(tmp_path, PLOT.replace("plt.figure()", "plt.figure(figsize=(-1, 1))")), log)
    assert (pyplot.show, pyplot.get_fignums()) == before
    assert pyplot.get_backend().lower() == "svg"


def test_without_matplotlib_a_script_that_needs_it_says_so(tmp_path, log, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MetricError, match="needs matplotlib"):
        run(write(tmp_path, PLOT), log)


# -- ScenarioRunner's examples


@pytest.fixture
def examples(scenario_runner, tmp_path, monkeypatch):
    """Their folder; what they write goes to a folder where they are run."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "srunner" / "metrics" / "data").mkdir(parents=True)
    return scenario_runner / "srunner" / "metrics" / "examples"


def test_the_example_of_criteria(examples, log, tmp_path):
    known = {"test_status": "SUCCESS", "actual_value": 0, "success_value": 0}
    run(examples / "criteria_filter.py", log, {"CollisionTest": {**known, "name": "left out"}})
    written = tmp_path / "srunner" / "metrics" / "data" / "CriteriaFilter_results.json"
    assert json.loads(written.read_text()) == {"CollisionTest": known}


def test_the_example_of_distances(examples, tmp_path):
    need("metrics", "matplotlib")
    scene = Scene()
    for k in range(5):
        add = [actor(HERO, role_name="hero"), actor(7, role_name="scenario")] if k == 0 else []
        scene.frame(add=add, poses=[pose(HERO, (k, 0, 0)), pose(7, (9, 0, 0))])
    with MetricsLog(scene.save(tmp_path / "two.log")) as log:
        (picture,) = run_metric(examples / "distance_between_vehicles.py", log, pictures=tmp_path, name="two")
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_example_of_lanes(examples, recordings, maps, tmp_path):
    carla = need("carla", "carla.libcarla", "carla")
    town = carla.Map("Town01", (maps / "Town01.xodr").read_text())
    with MetricsLog(recordings / "town01_carla0913_additional_data.log") as log:
        run(examples / "distance_to_lane_center.py", log, town_map=town)
        _, last = log.get_actor_alive_frames(log.get_ego_vehicle_id())
    written = tmp_path / "srunner" / "metrics" / "data" / "DistanceToLaneCenter_results.json"
    found = json.loads(written.read_text())
    assert found["frames"] == list(range(1, last + 1))
    assert max(map(abs, found["distance"])) < 2.5  # half a lane of Town01, and some
