from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.extras import need
from tests.scenes import HERO, SPECTATOR
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.export.tables import tables_of
from viewer.logfile import packets


@pytest.fixture(autouse=True)
def _pyarrow() -> None:
    need("parquet", "pyarrow")


def tables_in(folder) -> dict:
    import pyarrow.parquet as pq  # noqa: PLC0415

    return {path.stem: pq.read_table(path) for path in folder.iterdir()}


def export_to(recording, folder, **request):
    part = request.pop("part", None) or make_selection(recording.index)
    export(replace(part, **request), FORMATS["parquet"], folder)
    return tables_in(folder)


def test_all_tables_with_their_units(recording, tmp_path) -> None:
    tables = export_to(recording, tmp_path / "out")
    assert set(tables) == set(tables_of(recording.index))
    poses = tables["poses"]
    assert poses.schema.names == ["frame", "elapsed", "actor_id", "x", "y", "z", "pitch", "yaw", "roll"]
    units = {field.name: (field.metadata or {}).get(b"unit", b"").decode() for field in poses.schema}
    assert (units["elapsed"], units["x"], units["yaw"]) == ("s", "m", "°")


def test_poses_are_those_of_the_api(recording, tmp_path) -> None:
    poses = export_to(recording, tmp_path / "out")["poses"]
    columns = {name: poses[name].to_numpy() for name in poses.schema.names}
    assert (np.diff(columns["elapsed"]) >= 0).all()
    for frame in range(0, len(recording.frames), 5):
        world = recording.world_at(float(recording.index.elapsed[frame]))
        here = columns["frame"] == world.frame
        ids = columns["actor_id"][here]
        assert ids.tolist() == world.records(packets.POSITION)["actor_id"].tolist()
        places = [world.index_of(world.row_of(each)) for each in ids.tolist()]
        for axis, name in enumerate("xyz"):
            assert (columns[name][here] == world.locations[places, axis].astype(np.float32)).all()
        for axis, name in enumerate(("pitch", "yaw", "roll")):
            assert (columns[name][here] == world.rotations[places, axis].astype(np.float32)).all()


def test_a_reader_fetches_a_range_by_row_groups(scene, tmp_path, monkeypatch) -> None:
    import pyarrow.parquet as pq  # noqa: PLC0415

    from viewer.export import to_parquet  # noqa: PLC0415
    from viewer.recording.read import records  # noqa: PLC0415

    monkeypatch.setattr(to_parquet, "_ROW_GROUP", 10)
    monkeypatch.setattr(records, "_BLOCK", 2_000)
    export_to(scene, tmp_path / "out")
    metadata = pq.ParquetFile(tmp_path / "out" / "poses.parquet").metadata
    spans = [
        (statistics.min, statistics.max)
        for statistics in (metadata.row_group(i).column(1).statistics for i in range(metadata.num_row_groups))
    ]
    assert len(spans) > 3
    assert spans == sorted(spans)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(spans))


def test_tables_without_a_row_are_there_with_their_columns(scene, tmp_path) -> None:
    part = make_selection(scene.index, actors=[SPECTATOR])
    controls = export_to(scene, tmp_path / "out", part=part)["controls"]
    assert len(controls) == 0
    assert [str(controls.schema.field(name).type) for name in ("throttle", "gear", "hand_brake")] == [
        "float",
        "int32",
        "bool",
    ]


def test_signals(scene, tmp_path) -> None:
    tables = export_to(
        scene, tmp_path / "out", signals=("x", "brake"), part=make_selection(scene.index, actors=[HERO])
    )
    assert set(tables) == {"signals"}
    series = scene.series("x", HERO)
    assert tables["signals"][f"x_{HERO}"].to_pylist() == series.values.tolist()
    assert tables["signals"]["elapsed"].to_pylist() == series.elapsed.tolist()
