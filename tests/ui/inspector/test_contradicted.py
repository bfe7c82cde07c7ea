"""What is recorded of motion and not believed: the derived value is shown, and the recorded one beside it."""

from __future__ import annotations

import pytest

from tests.recording.driven import CIRCLES, HERO, MOTIONS, STANDS, recording, zero
from tests.scenes import LIGHT, Scene, actor
from tests.ui.inspector.sheets import row_of, text, told
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.signals.table import read_series
from viewer.ui.inspector.row import Source


def source(rows, name):
    return rows[name].cells[0].source


@pytest.mark.parametrize(
    ("actor_id", "key", "derived", "recorded"),
    [
        (HERO, "velocity", "10.00, 0.00, 0.00 m/s", "0.00, 0.00, 0.00 m/s"),
        (CIRCLES, "angular_velocity", "0.0, 0.0, 57.3 °/s", "0.0, 0.0, 0.0 °/s"),
    ],
)
def test_the_derived_value_stands_beside_the_recorded_one(scratch, actor_id, key, derived, recorded):
    rows = told(recording(scratch, dict.fromkeys(MOTIONS, zero)), actor_id, 4.0)
    assert (text(rows, key), text(rows, f"recorded_{key}")) == (derived, recorded)
    sources = [source(rows, name) for name in ("speed", key, f"recorded_{key}")]
    assert sources == [Source.DERIVED, Source.DERIVED, Source.RECORDED]


def test_what_is_believed_is_shown_once(scratch, tmp_path):
    for index, actor_id in (
        (recording(scratch, MOTIONS), HERO),
        (recording(tmp_path / "zero.log", dict.fromkeys(MOTIONS, zero)), STANDS),
    ):
        rows = told(index, actor_id, 4.0)
        assert source(rows, "speed") is Source.RECORDED
        assert not {"recorded_velocity", "recorded_angular_velocity"} & set(rows)


def test_how_long_a_light_has_been_red_by_its_changes(scratch):
    """As recorded it is 0 while the light waits for others of its group."""
    scene = Scene()
    for k in range(200):
        state = TrafficLightState.GREEN if k < 40 else TrafficLightState.RED
        scene.frame(
            0.05,
            add=[actor(LIGHT, "traffic.traffic_light")] if k == 0 else [],
            extra={packets.TRAFFIC_LIGHT_STATE: [(LIGHT, False, 0.0, state)]},
        )
    index = scene.index(scratch)
    row = row_of(index, LIGHT)
    (series,) = read_series(index, ["time_since_change"], row)
    rows = told(index, LIGHT, 9.0, series=(series,))
    assert text(rows, "time_in_state") == "0.0 s"
    assert text(rows, "time_since_change") == "7.0 s"
    assert (source(rows, "time_in_state"), source(rows, "time_since_change")) == (
        Source.RECORDED, Source.DERIVED,
    )  # fmt: skip
