"""Recordings whose numbers and texts are at the edges of what their fields hold are exported and cut."""

from __future__ import annotations

import pytest

from tests.extras import need
from tests.scenes import Scene, actor, box, hit, pose
from viewer.cli import main
from viewer.cli.terminal import Status
from viewer.export.formats import FORMATS
from viewer.logfile import packets

FARTHEST = 3.4e36  # in metres: the file has centimetres in 32 bits
DATES = (-(2**63), 2**63 - 1, 253_402_300_800, 9_223_372_037)
NASTY = "<img src='/etc/passwd'>\n\x1b[2J\u202e\x00\ufffe"


def far() -> Scene:
    """Return a scene with someone at the end of the world, and a light of which no state is told."""
    there = (FARTHEST, -FARTHEST, float("nan"))
    scene = Scene().frame(
        add=[actor(1, role_name="hero"), actor(2, "walker.x"), actor(3, "traffic.traffic_light")],
        boxes=[box(1, there, there)],
    )
    for k in range(6):
        kinematics = {packets.KINEMATICS: [(1, there, there)], packets.TRIGGER_VOLUME: [(3, there, there)]}
        scene.frame(poses=[pose(1, there if k == 3 else (k, 0, 0), there)], extra=kinematics)
    return scene


def strange() -> Scene:
    """Return a scene with the largest ids, someone on their own child, and texts that are more than text."""
    most, middle = 0xFFFFFFFF, 0x80000000
    added = [
        actor(most, NASTY, role_name=NASTY),
        actor(0, "", color=NASTY),
        actor(middle, "vehicle." + NASTY),
    ]
    scene = Scene(map_name=NASTY).frame(add=added, parents=[(0, most), (most, 0), (middle, middle)])
    for k in range(4):
        hits = [hit(most, 0), hit(0, 0), hit(middle, most - 1)]
        scene.frame(poses=[pose(most, (k, 0, 0)), pose(middle, (k, 3, 0))], collisions=hits)
    return scene


def doubled() -> Scene:
    """Return a scene in which everything is said twice."""
    scene = Scene().frame(add=[actor(1, role_name="hero")] * 2)
    for k in range(4):
        scene.frame(
            add=[actor(1), actor(2)] * 2, remove=[1, 1, 2, 77], poses=[pose(1, (k, 0, 0))] * 2,
            collisions=[hit(1, 1)] * 2,
        )  # fmt: skip
    return scene


def dated(date: int) -> Scene:
    """Return a scene of another time."""
    scene = Scene(timestamp=date).frame(add=[actor(1, role_name="hero")])
    for k in range(4):
        scene.frame(poses=[pose(1, (k, 0, 0))])
    return scene


SCENES = {"far": far, "strange": strange, "doubled": doubled}
SCENES |= {f"of {date}": lambda date=date: dated(date) for date in DATES}


@pytest.mark.parametrize("form", [*FORMATS, "cut"])
@pytest.mark.parametrize("make", SCENES.values(), ids=SCENES)
def test_it_is_written_or_refused_in_a_sentence(tmp_path, capfd, make, form) -> None:
    path, target = make().save(tmp_path / "edge.log"), str(tmp_path / "out.log")
    if form == "cut":
        words = ["cut", str(path), "--range", "0", "0.1", "-o", target]
    else:
        need(FORMATS[form].extra or form, *FORMATS[form].modules)
        words = ["export", str(path), "--to", form, "-o", target.replace(".log", FORMATS[form].ending)]
    status = main(words)
    said = capfd.readouterr()
    assert status in {Status.FINE, Status.DAMAGED} or (form == "xosc" and "edge.log: " in said.err)
    assert "Traceback" not in said.err
