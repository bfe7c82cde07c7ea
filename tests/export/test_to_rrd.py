from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.extras import need
from tests.scenes import HERO, LATE, LIGHT
from viewer.cancellation import always
from viewer.export.boxes import quaternions
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection


@pytest.fixture(autouse=True)
def _rerun() -> None:
    need("rerun", "rerun")


def chunks(recording, path, actor_ids=None) -> dict:
    """Export, and return the tables of each entity, read by Rerun's own reader."""
    from rerun.chunk import RrdReader  # noqa: PLC0415

    export(make_selection(recording.index, actors=actor_ids), FORMATS["rrd"], path)
    found: dict = {}
    for chunk in RrdReader(str(path)).stream():
        found.setdefault(chunk.entity_path, []).append(chunk.to_record_batch())
    return found


def column(batches, name) -> tuple[np.ndarray, list]:
    """Return frames and values of a component of one entity."""
    frames, values = [], []
    for batch in batches:
        if name in batch.schema.names:
            frames += batch.column("frame").to_pylist()
            values += batch.column(name).to_pylist()
    return np.array(frames), values


def test_the_way_of_each_mover_is_that_of_the_api(recording, tmp_path) -> None:
    found = chunks(recording, tmp_path / "a.rrd")
    moving = np.flatnonzero(np.isin(recording.actors.category, (0, 1, 2)))
    assert len(moving) > 0
    for row in moving[:5].tolist():
        actor_id = int(recording.actors.actor_id[row])
        category = ("vehicle", "bicycle", "walker")[recording.actors.category[row]]
        batches = found[f"/world/{category}/{actor_id}"]
        _, locations, rotations = recording.trajectory(actor_id)
        _, places = column(batches, "Transform3D:translation")
        np.testing.assert_array_equal(
            np.array(places).reshape(-1, 3), (locations * (1, -1, 1)).astype(np.float32)
        )
        _, turns = column(batches, "Transform3D:quaternion")
        np.testing.assert_array_equal(
            np.array(turns).reshape(-1, 4), quaternions(rotations).astype(np.float32)
        )
        (sizes,) = column(batches, "Boxes3D:half_sizes")[1]
        np.testing.assert_allclose(np.ravel(sizes), recording.actors.box_extent[row], rtol=1e-6)


def test_lives_lights_and_speeds(scene, tmp_path) -> None:
    found = chunks(scene, tmp_path / "a.rrd")
    frames, _ = column(found[f"/world/vehicle/{LATE}"], "Transform3D:translation")
    assert frames.tolist() == list(range(6, 16))
    cleared, _ = column(found[f"/world/vehicle/{LATE}"], "Clear:is_recursive")
    assert cleared.tolist() == [16]
    lights, _ = column(found[f"/world/traffic_light/{LIGHT}"], "Points3D:colors")
    assert lights.tolist() == [1, 13]
    (speeds,) = (batch.column("Scalars:scalars").to_pylist() for batch in found[f"/speed/{HERO}"])
    assert np.ravel(speeds) == pytest.approx(10.0, abs=1e-3)
    _, texts = column(found["/events"], "TextLog:text")
    assert [f"collision: {HERO} (vehicle.lincoln.mkz2017) – 102 (vehicle.tesla.model3)"] in texts


def test_chosen_actors_only(scene, tmp_path) -> None:
    found = chunks(scene, tmp_path / "a.rrd", actor_ids=[HERO])
    assert [each for each in found if each.startswith("/world/")] == [f"/world/vehicle/{HERO}"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_an_error_of_the_system(scene, tmp_path) -> None:
    from viewer.export import to_rrd  # noqa: PLC0415

    (tmp_path / "a.rrd").symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        to_rrd.write(make_selection(scene.index), tmp_path / "a.rrd", always)
