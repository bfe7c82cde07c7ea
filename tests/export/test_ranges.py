"""A part of a recording is exported as it stands in the export of all of it, both ends included."""

from __future__ import annotations

import csv
import json

import pytest

from tests.extras import need
from viewer.export.formats import FORMATS, export
from viewer.export.selection import make_selection
from viewer.replay.time.typed_time import parse_moment

SPANS = [(1, 1), (20, 20), (5, 11), (13, 20), (6, 15)]
"""Frames: collisions are in 10 and 11, somebody lives from 6 to 15, a light turns in 13."""


def exported(recording, name, target, first, last):
    """Export from one frame to another."""
    part = make_selection(recording.index, (parse_moment(f"#{first}"), parse_moment(f"#{last}")))
    export(part, FORMATS[name], target)
    return target


def rows_of_csv(path):
    with path.open(encoding="utf-8", newline="") as stream:
        return {"poses": [(int(row["frame"]), row) for row in csv.DictReader(stream)]}


def rows_of_jsonl(path):
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {"frames": [(line["frame"], line) for line in lines if "frame" in line]}


def rows_of_parquet(folder):
    import pyarrow.parquet as pq  # noqa: PLC0415

    tables = {path.stem: pq.read_table(path).to_pylist() for path in folder.iterdir()}
    return {
        name: [(row["frame"], repr(row)) for row in rows]  # a NaN is none but itself
        for name, rows in tables.items()
        if name not in ("actors", "recordings", "problems")
    }


def rows_of_mcap(path):
    from mcap.reader import make_reader  # noqa: PLC0415

    found = {}
    with path.open("rb") as stream:
        for _, channel, message in make_reader(stream).iter_messages():
            if channel.topic in ("/tf", "/events"):
                number = round((message.log_time % 10**9) / 5e7) + 1
                found.setdefault(channel.topic, []).append((number, (message.log_time, message.data)))
    return found


def rows_of_rrd(path):
    from rerun.chunk import RrdReader  # noqa: PLC0415

    found = {}
    for chunk in RrdReader(str(path)).stream():
        if chunk.entity_path.startswith(("/world/prop", "/world/traffic_sign")):
            continue  # told once, when the part begins
        batch = chunk.to_record_batch()
        for name in ("Transform3D:translation", "Scalars:scalars", "TextLog:text", "TextLog:level"):
            if name in batch.schema.names and "frame" in batch.schema.names:
                values = zip(batch.column("frame").to_pylist(), batch.column(name).to_pylist(), strict=True)
                found.setdefault((chunk.entity_path, name), []).extend(values)
    return found


READ = {
    "csv": (rows_of_csv, []),
    "jsonl": (rows_of_jsonl, []),
    "parquet": (rows_of_parquet, ["pyarrow"]),
    "mcap": (rows_of_mcap, ["mcap", "mcap_protobuf", "foxglove_schemas_protobuf"]),
    "rrd": (rows_of_rrd, ["rerun"]),
}


@pytest.mark.parametrize("name", READ)
def test_a_part_is_that_part_of_the_whole(scene, tmp_path, name):
    read, modules = READ[name]
    need(FORMATS[name].extra, *modules)
    whole = read(exported(scene, name, tmp_path / "whole", 1, 20))
    assert sum(map(len, whole.values())) >= 20
    for first, last in SPANS:
        part = read(exported(scene, name, tmp_path / f"{first}-{last}", first, last))
        expected = {key: [row for row in rows if first <= row[0] <= last] for key, rows in whole.items()}
        found = {key: rows for key, rows in part.items() if rows}
        assert found == {key: rows for key, rows in expected.items() if rows}, (first, last)
