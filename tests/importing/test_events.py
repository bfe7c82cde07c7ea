"""What happens in a recording happens in a clip of it, too, at the same time to a frame."""

from __future__ import annotations

import pytest

from tests.analysis.drives import CAR, Mover, hero, record
from tests.importing import clips
from viewer import open_recording

SECONDS = 12.0


def braking(t):
    """13 m/s, then 7 m/s² down to a stand at 5 s, behind which the other one bumps into it."""
    slow = min(max(t - 5.0, 0.0), 13.0 / 7.0)
    return 13.0 * min(t, 5.0) + 13.0 * slow - 3.5 * slow * slow, 0.0, 0.0, 0.0


def bumping(t):
    return min(-12.0 + 11.0 * t, braking(SECONDS)[0] - 2.0 * CAR[0] + 0.4), 0.0, 0.0, 0.0


def annotations(t):
    rows = []
    for number, way in ((1, braking), (2, bumping)):
        x, y, z, yaw = way(t)
        rows.append(
            {
                "class": "vehicle" if rows else "ego_vehicle", "id": str(number), "state": "dynamic",
                "type_id": "vehicle.tesla.model3", "location": [x, y, z], "rotation": [0.0, 0.0, yaw],
                "bbx_loc": [0.0, 0.0, CAR[2]], "extent": [*CAR],
            }
        )  # fmt: skip
    return {"bounding_boxes": rows}


def test_events_are_those_of_the_recording_to_a_frame(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    movers = [hero(braking), Mover(2, bumping)]
    log = tmp_path / "run.log"
    log.write_bytes(record(movers, SECONDS).bytes())
    for number in range(int(SECONDS * 10)):
        path = tmp_path / "clip_Town01" / "anno" / f"{number:05d}.json.gz"
        clips.put_json(path, annotations(number / 10))
    found = []
    for path in (log, tmp_path / "clip_Town01"):
        with open_recording(path) as recording:
            events = recording.find_events().events
            found.append([(event.kind, event.start) for event in events])
    assert {"harsh_braking", "ttc", "contact"} < {kind for kind, _ in found[0]}
    assert [kind for kind, _ in found[1]] == [kind for kind, _ in found[0]]
    for (_, start), (_, truth) in zip(found[1], found[0], strict=True):
        assert start == pytest.approx(truth, abs=0.1001)
