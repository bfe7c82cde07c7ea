"""A folder of an agent's run without a recording opens as a recording of one actor."""

from __future__ import annotations

import math

import pytest

from tests.importing import clips
from tests.importing.test_anno import imported, poses
from tests.recording.plain_reader import start

__all__ = ["imported"]


def metric_info(folder, way):
    entries = {}
    for step in range(30):
        x, y, z, roll, pitch, yaw = way(step / 20)
        entries[str(step)] = {"location": [x, y, z], "rotation": [roll, pitch, yaw]}
    entries["7"] = {"location": None}
    clips.put_json(folder / "metric_info.json", entries)


def measurements(folder, way):
    for number in range(30):
        x, y, *_, yaw = way(number / 4)
        meta = {"pos_global": [x, y], "theta": math.radians(yaw + 90), "steer": 0.1, "brake": True}
        clips.put_json(folder / "measurements" / f"{number:04d}.json.gz", meta)
    (folder / "measurements" / "0007.json.gz").write_bytes(b"")


def flat(t):
    x, y, *_, yaw = clips.banked(t)
    return x, y, 0.0, 0.0, 0.0, yaw


@pytest.mark.parametrize(
    ("write", "step", "way"), [(metric_info, 0.05, clips.banked), (measurements, 0.25, flat)]
)
def test_the_vehicle_stands_where_the_agent_says(tmp_path, imported, capsys, write, step, way):
    folder = tmp_path / "RouteScenario_1_rep0"
    write(folder, clips.banked)
    frames = imported(folder, "--map", "Town03", status=3)
    assert "7" in capsys.readouterr().err
    assert len(frames) == 29  # the broken one is left out
    for number, frame in zip([n for n in range(30) if n != 7], frames, strict=True):
        (found,) = poses(frame).values()
        assert found[:5] == pytest.approx(way(number * step)[:5], abs=1e-3)
        assert math.remainder(found[5] - way(number * step)[5], 360) == pytest.approx(0, abs=1e-3)
        assert start(frame)[2] == pytest.approx(number * step, abs=1e-5)
