"""Tables of poses become recordings with the same poses, whatever their axes, angles, sizes and order."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from guide import GUIDE

from tests.importing import clips
from tests.importing.test_anno import imported, poses
from tests.recording.plain_reader import payload, records, start
from viewer import open_recording
from viewer.cli import main

__all__ = ["imported"]
pytest.importorskip("pyarrow")

KINEMATICS, BOX = 12, 13
FRAMES = 40
OWN = (
    "frame,elapsed,actor_id,x,y,z,pitch,yaw,roll,type_id,role_name,"
    "origin_x,origin_y,origin_z,extent_x,extent_y,extent_z"
)


def own_line(number, t, car, pose):
    x, y, z, roll, pitch, yaw = pose
    role = "hero" if car is clips.CARS[0] else ""
    values = (number + 1, t, car.id, x, y, z, pitch, yaw, roll, car.type_id, role, *car.center, *car.extent)
    return ",".join(map(str, values))


def own_table(tmp_path, frames=FRAMES):
    return clips.table(tmp_path / "poses.csv", OWN, [own_line(*row) for row in clips.truth_rows(frames)])


def iso_line(number, _t, car, pose):
    """As many tools write: y to the left, angles in radians, counter-clockwise, the middle of the box."""
    x, y, z, roll, pitch, yaw = pose
    up = np.array([0.0, 0.0, car.extent[2] if car.type_id.startswith("vehicle") else 0.0])
    x, y, z = np.array([x, y, z]) + clips.matrix(pose)[:3, :3] @ up
    size = ";".join(str(2 * half) for half in car.extent)
    turned = ";".join(str(math.radians(angle)) for angle in (roll, -pitch, -yaw))
    word = "Person" if "walker" in car.type_id else "Lorry"
    return f"{number};c{car.id};{100 * x};{-100 * y};{100 * z};{turned};{word};{size}"


ISO = """
rate = 10
delimiter = ";"
axes = "right-handed"
angles = "radians"
lengths = "cm"
position = "center"
ids = "text"
hero = "c205"
map = "Town03"

[columns]
frame = "n"
actor_id = "who"
x = "px"
y = "py"
z = "pz"
roll = "ro"
pitch = "pi"
yaw = "ya"
type_id = "kind"
length = "l"
width = "w"
height = "h"

[types]
Lorry = "truck"
Person = "pedestrian"
"""


def iso_table(tmp_path):
    lines = [iso_line(*row) for row in clips.truth_rows(FRAMES)]
    (tmp_path / "iso.toml").write_text(ISO.replace('lengths = "cm"', 'lengths = "cm"'), encoding="utf-8")
    sizes = "n;who;px;py;pz;ro;pi;ya;kind;l;w;h"
    cm = [
        ";".join([*line.split(";")[:9], *(str(100 * float(v)) for v in line.split(";")[9:])])
        for line in lines
    ]
    return clips.table(tmp_path / "iso.csv", sizes, cm)


PAGE = (GUIDE / "clips.md").read_text(encoding="utf-8")
IN_D, SUMO = re.findall(
    r"^```toml\n(.*?)^```", (GUIDE / "clips.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)
"""The mapping files that the guide shows."""


def test_the_columns_of_our_own_export_need_no_mapping(tmp_path, imported):
    frames = imported(own_table(tmp_path), "--map", "Town03")
    assert len(frames) == FRAMES
    for number, frame in enumerate(frames):
        assert start(frame)[2] == pytest.approx(number / 10, abs=1e-6)
        found = poses(frame)
        assert {*found} == {car.id for car, _ in clips.seen(number / 10)}
        for car, pose in clips.seen(number / 10):
            assert found[car.id] == pytest.approx(pose, abs=1e-3)
    boxes = {row[0]: np.array(row[1:]) / 100 for row in records(payload(frames[0], BOX), "I6f")}
    for car in clips.CARS:
        assert boxes[car.id] == pytest.approx([*car.center, *car.extent], abs=1e-4)
    with open_recording(tmp_path / "out.log") as found:
        assert found.hero.id == 205
        assert len(found.actors) == 4
        assert not found.problems


def test_a_turned_and_banked_car_of_other_axes_and_units_stands_alike(tmp_path, imported):
    frames = imported(iso_table(tmp_path), "--mapping", str(tmp_path / "iso.toml"))
    with open_recording(tmp_path / "out.log") as found:
        own = {actor.attributes["source_id"]: actor.actor_id for actor in found.actors.descriptions[1:]}
        assert found.hero.id == own["c205"]
        assert {each.type_id for each in found.actors.descriptions[1:]} == {
            "vehicle.carlamotors.carlacola", "walker.pedestrian.0001",
        }  # fmt: skip
    boxes = {row[0]: np.array(row[1:]) / 100 for row in records(payload(frames[0], BOX), "I6f")}
    for number, frame in enumerate(frames):
        positions = poses(frame)
        for car, pose in clips.seen(number / 10):
            actor_id = own[f"c{car.id}"]
            assert positions[actor_id] == pytest.approx(pose, abs=2e-3)
            assert boxes[actor_id][3:] == pytest.approx(car.extent, abs=1e-4)


def test_compass_angles_and_the_front_bumper_as_sumo_writes(tmp_path, imported):
    # A van 5.92 m long drives east, then north: angles are 90 and 0, its place that of the front bumper.
    lines = ["0.0;f.1;10;5;90;van", "0.5;f.1;20;5;90;van", "1.0;f.1;20;9;0;van"]
    (tmp_path / "sumo.toml").write_text(SUMO, encoding="utf-8")
    header = "timestep_time;vehicle_id;vehicle_x;vehicle_y;vehicle_angle;vehicle_type"
    frames = imported(
        clips.table(tmp_path / "fcd.csv", header, lines), "--mapping", str(tmp_path / "sumo.toml")
    )
    found = [next(iter(poses(frame).values())) for frame in frames]
    assert found[0] == pytest.approx((10 - 5.92 / 2, -5, 0, 0, 0, 0), abs=1e-3)
    assert found[2] == pytest.approx((20, -(9 - 5.92 / 2), 0, 0, 0, -90), abs=1e-3)
    assert [start(frame)[2] for frame in frames] == [0.0, 0.5, 1.0]


def test_the_mapping_of_the_guide_for_ind_fits_its_columns(tmp_path, imported):
    (tmp_path / "ind.toml").write_text(IN_D, encoding="utf-8")
    header = (
        "recordingId,trackId,frame,trackLifetime,xCenter,yCenter,heading,width,length,xVelocity,yVelocity"
    )
    lines = [f"7,{track},{n},{n},{10 + n},-20,90,1.8,4.2,0,-5" for track in (3, 4) for n in (0, 1)]
    source = clips.table(tmp_path / "07_tracks.csv", header, lines)
    frames = imported(source, "--mapping", str(tmp_path / "ind.toml"))
    assert [start(frame)[2] for frame in frames] == [0.0, pytest.approx(1 / 25)]
    assert poses(frames[1])[4] == (11, 20, 0, 0, 0, -90)
    assert records(payload(frames[0], KINEMATICS), "I6f")[1] == (4, 0, 5, 0, 0, 0, 0)
    assert records(payload(frames[0], BOX), "I6f")[1][4:6] == pytest.approx((210, 90))


def test_tracks_one_after_another_and_a_cut_table_are_sorted(tmp_path, imported):
    rows = sorted(clips.truth_rows(FRAMES), key=lambda row: row[2].id)
    frames = imported(clips.table(tmp_path / "tracks.csv", OWN, [own_line(*row) for row in rows]))
    assert [*map(poses, frames)] == [*map(poses, imported(own_table(tmp_path)))]


def test_velocities_of_the_table_are_recorded(tmp_path, imported):
    header = "frame,elapsed,actor_id,x,y,velocity_x,velocity_y"
    frame, *_ = imported(clips.table(tmp_path / "v.csv", header, ["1,0,7,1,2,3,-4", "2,0.1,7,1,2,3,-4"]))
    assert records(payload(frame, KINEMATICS), "I6f") == [(7, 3, -4, 0, 0, 0, 0)]


def test_blocks_of_a_long_table_join_to_the_same_frames(tmp_path, imported, monkeypatch):
    whole = [*map(poses, imported(own_table(tmp_path)))]
    monkeypatch.setattr("viewer.importing.csv_poses._BLOCK", 1000)
    assert [*map(poses, imported(own_table(tmp_path)))] == whole


LINES = [own_line(*row) for row in clips.truth_rows(6)]


def changed(line, at, value):
    """Return LINES with one cell replaced; ``line`` counts from 1, the header included."""
    cells = LINES[line - 2].split(",")
    cells[at] = value
    return [*LINES[: line - 2], ",".join(cells), *LINES[line - 1 :]]


@pytest.mark.parametrize(
    ("lines", "status", "told"),
    [
        (changed(5, 3, "NaN"), 3, "poses.csv: line 5 has no usable pose"),
        (changed(5, 3, "1e300"), 3, "poses.csv: line 5 has no usable pose"),
        (changed(5, 3, "left"), 2, "poses.csv: x is no number (found left, in line 5)"),
        (changed(6, 2, "205"), 3, "poses.csv: line 6 has an actor a second time in its frame"),
        ([*LINES[:3], "1,2,3", *LINES[3:]], 3, "poses.csv: line 5 has 3 cells, not 17"),
        ([], 2, "there are no frames in it"),
    ],
)
def test_a_bad_row_is_told_with_its_line(tmp_path, capsys, lines, status, told):
    source = clips.table(tmp_path / "poses.csv", OWN, lines)
    out = tmp_path / "out.log"
    assert main(["import", str(source), "-o", str(out), "--map", "Town03"]) == status
    assert told in capsys.readouterr().err
    assert out.exists() == (status == 3)


def test_an_id_that_is_a_text_after_many_numbers_is_told_with_its_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("viewer.importing.csv_poses._BLOCK", 300)
    source = clips.table(tmp_path / "poses.csv", OWN, changed(15, 2, "car7"))
    assert main(["import", str(source), "-o", str(tmp_path / "out.log")]) == 2
    assert "actor_id is no number (found car7, in line 15). Ids that are texts" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [source]


def test_rows_out_of_order_after_frames_were_written_are_told(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("viewer.importing.csv_poses._BLOCK", 300)
    source = clips.table(tmp_path / "poses.csv", OWN, [*LINES, LINES[0]])
    assert main(["import", str(source), "-o", str(tmp_path / "out.log")]) == 2
    assert f"before that of the row above (in line {len(LINES) + 2})" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [source]


@pytest.mark.parametrize(
    ("header", "toml", "told"),
    [
        ("frame,actor_id,x,y", "", "the rate is not known"),
        ("elapsed,x,y", "", "it has no column actor_id"),
        ("actor_id,x,y", "", "it has no column of frames or seconds"),
        ("elapsed,actor_id,x,y", "[columns]\nx = 'px'", "it has no column px"),
        (
            "elapsed,actor_id,x,y",
            "axes = 'up'",
            "axes has no such word (expected left-handed or right-handed",
        ),
        ("elapsed,actor_id,x,y", "colour = 'red'", "there is no key colour"),
        ("elapsed,actor_id,x,y", "[columns]\nw = 'width'", "there is no column w"),
        ("elapsed,actor_id,x,y", "rate = -1", "the rate is a number of frames per second"),
        ("elapsed,actor_id,x,y", "a = ", "this is no TOML"),
    ],
)
def test_a_header_or_mapping_that_does_not_fit_is_told(tmp_path, capsys, header, toml, told):
    source = clips.table(tmp_path / "poses.csv", header, ["1,2,3,4"])
    words = []
    if toml:
        (tmp_path / "m.toml").write_text(toml, encoding="utf-8")
        words = ["--mapping", str(tmp_path / "m.toml")]
    assert main(["import", str(source), "-o", str(tmp_path / "out.log"), *words]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out.log").exists()
