"""``metrics``: the command around the runner."""

from __future__ import annotations

import json

import pytest

from tests.scenes import HERO, OTHER, Scene, actor, street
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.installation import how_to_install
from viewer.metrics.carla_types import carla_package

SCRIPT = """
import json
from srunner.metrics.examples.basic_metric import BasicMetric

class Told(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        with open(criteria["out"], "w") as out:
            json.dump([log.get_actor_collisions(101), getattr(town_map, "name", None)], out)
"""


@pytest.fixture
def words(tmp_path):
    recording = street().save(tmp_path / "street.log")
    script, criteria = tmp_path / "told.py", tmp_path / "criteria.json"
    script.write_text(SCRIPT)
    criteria.write_text(json.dumps({"out": str(tmp_path / "out.json")}))
    return ["metrics", str(recording), "--metric", str(script), "--criteria", str(criteria)]


def told(tmp_path):
    return json.loads((tmp_path / "out.json").read_text())


def test_a_script_gets_the_log(words, tmp_path, capsys):
    assert main(words) == Status.FINE
    assert told(tmp_path) == [{"10": [OTHER], "11": [OTHER]}, None]
    found = capsys.readouterr()
    assert found.out == "street.log: told.py is done\n"
    assert "town_map is None: give the town's OpenDRIVE file with --roads" in found.err


def test_the_map_is_given_where_the_package_is(words, tmp_path, maps, capsys):
    assert main([*words, "--roads", str(maps / "Town03.xodr")]) == Status.FINE
    name = told(tmp_path)[1]
    if hasattr(carla_package(), "Map"):
        assert name == "Town03"
    else:
        assert name is None
        assert f"not installed: {how_to_install('carla')}." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--metric", "none.py"], "none.py: there is no such file"),
        (["--criteria", "none.json"], "none.json: there is no such file"),
        (["-o", "text.txt"], "text.txt cannot be written: File exists"),
    ],
)
def test_what_is_missing_is_a_sentence(words, monkeypatch, tmp_path, capsys, more, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").touch()
    assert main([*words, *more]) == Status.WRONG_USAGE
    found = capsys.readouterr()
    assert message in found.err
    assert "Traceback" not in found.err


def test_a_failing_metric_ends_neither_the_program_nor_the_other_files(words, tmp_path, capsys):
    (tmp_path / "told.py").write_text(SCRIPT.replace('criteria["out"]', 'criteria["in"]'))
    assert main([*words[:2], str(tmp_path / "none.log"), *words[2:]]) == Status.WRONG_USAGE
    found = capsys.readouterr().err
    assert "street.log: told.py, line 7: KeyError: 'in'" in found
    assert "none.log: there is no such file" in found


HERO_SCRIPT = """
import json
from srunner.metrics.examples.basic_metric import BasicMetric

class Told(BasicMetric):
    def _create_metric(self, town_map, log, criteria):
        with open(criteria["out"], "w") as out:
            json.dump([log.get_ego_vehicle_id(), log.get_actor_ids_with_role_name("hero")], out)
"""


@pytest.mark.parametrize(
    ("who", "actor_id"), [("102", 102), ("role=front", 109), ("hero", HERO), ("role=hero", HERO)]
)
def test_the_hero_is_who_is_named(words, tmp_path, who, actor_id):
    (tmp_path / "told.py").write_text(HERO_SCRIPT)
    assert main([*words, "--hero", who]) == Status.FINE
    assert told(tmp_path) == [actor_id, [actor_id]]


def test_a_recording_without_a_hero_says_how_to_name_one(words, tmp_path, capsys):
    (tmp_path / "told.py").write_text(HERO_SCRIPT)
    Scene().frame(add=[actor(1, "vehicle.audi.tt", role_name="ego_vehicle")]).save(tmp_path / "street.log")
    assert main(words) == Status.FINE
    assert told(tmp_path) == [1, []]
    assert "no actor has the role_name hero; --hero ID" in capsys.readouterr().err
    assert main([*words, "--hero", "role=ego_vehicle"]) == Status.FINE
    assert told(tmp_path) == [1, [1]]
    assert main([*words, "--hero", "role=driver"]) == Status.WRONG_USAGE
    assert "street.log: there is no actor with the role_name driver." in capsys.readouterr().err
