"""Which versions of CARLA a recording may come from."""

from __future__ import annotations

from io import BytesIO

import pytest

from tests.sample.writer import RecordingWriter
from tests.scenes import actor, pose, read
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Engine
from viewer.logfile.header import make_header
from viewer.recording.indexing.detect import carla_version

WHEELS, DOORS, WEATHER = packets.ANIM_VEHICLE_WHEELS, packets.VEHICLE_DOOR, packets.WEATHER
UE4, UE5 = Dialect(), Dialect(Engine.UE5)


@pytest.mark.parametrize(
    ("dialect", "kinds", "version"),
    [
        (UE4, {WHEELS}, "CARLA 0.9.15"),
        (Dialect(doors_first=True), {WHEELS, DOORS}, "CARLA after 0.9.15, before 0.9.16"),
        (UE4, {WHEELS, DOORS}, "CARLA 0.9.16+"),
        (Dialect(header_version=2), {WHEELS, DOORS}, "CARLA 0.9.16+"),
        (Dialect(header_version=2), {WHEELS, DOORS, WEATHER}, "CARLA after 0.9.16, since 2026"),
        (UE5, {WHEELS}, "CARLA 0.10+"),
        (Dialect(Engine.UE5, doors_first=True), {WHEELS, DOORS}, "CARLA 0.10+"),
        (UE5, {WHEELS, DOORS, WEATHER}, "CARLA for UE5, since 2026"),
        (Dialect(Engine.UE5, early_ue5=True), {WHEELS}, "CARLA for UE5, before 0.10"),
    ],
)
def test_packets_and_their_ids_tell_the_version(scratch, dialect, kinds, version):
    index = read(recording(dialect, kinds), scratch)
    assert carla_version(index) == version


def test_one_damaged_id_is_no_door(scratch):
    data = bytearray(recording(UE4, {WHEELS}))
    data[read(bytes(data), scratch).offsets[1] + 29] = DOORS.id
    assert carla_version(read(bytes(data), scratch)) == "CARLA 0.9.15"


def recording(dialect, kinds):
    """Return a recording of five frames that have packets of these kinds besides those of all builds."""
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town10", 0, dialect.header_version), dialect=dialect)
    for k in range(5):
        content = {packets.EVENT_ADD: [actor(1)] if k == 0 else [], packets.POSITION: [pose(1, (1, 2, 3))]}
        writer.add_frame(0.05, content | {kind: [(1.0,) * 14] if kind is WEATHER else [] for kind in kinds})
    writer.finish()
    return stream.getvalue()
