"""Pictures beside a clip stand at the frames that they show."""

from __future__ import annotations

import math

import pytest

from tests.importing import clips
from viewer import open_recording

FRAMES = 40


@pytest.fixture(autouse=True)
def _kept(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def anno(folder):
    clip = clips.anno(folder, FRAMES)
    return clip, [clip / "camera" / "rgb_front" / f"{number:05d}.jpg" for number in range(FRAMES)]


def opv2v(folder):
    pytest.importorskip("yaml")
    clip = clips.opv2v(folder, FRAMES)
    return clip, [clip / "205" / f"{2 * number + 60:06d}_camera0.png" for number in range(FRAMES)]


def measured(folder):
    clip = folder / "route_1"
    for number in range(FRAMES):
        x, y, *_, yaw = clips.banked(number / 4)
        meta = {"pos_global": [x, y], "theta": math.radians(yaw + 90)}
        clips.put_json(clip / "measurements" / f"{number:04d}.json.gz", meta)
    return clip, [clip / "rgb" / f"{number:04d}.jpg" for number in range(FRAMES)]


@pytest.mark.parametrize("make", [anno, opv2v, measured])
def test_picture_k_stands_at_frame_k(tmp_path, make):
    clip, pictures = make(tmp_path)
    for path in pictures:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"a picture that nothing here decodes")
    with open_recording(clip) as recording:
        folder = recording.run_folder
        (stream,) = folder.contents.streams
        shown = [folder.picture_at(stream, frame, recording.index.elapsed) for frame in range(FRAMES)]
    assert folder.placement.matched == "poses"
    assert [stream.paths[each.number] for each in shown] == pictures
    assert {each.age for each in shown} == {0.0}
