"""The wheels of one vehicle, found without decoding all (FORMAT.md §3.22)."""

from __future__ import annotations

import struct

import pytest

from viewer.logfile.payload import DamagedPayloadError
from viewer.logfile.wheels import decode_wheels, wheels_of


def vehicle(actor_id: int, *wheels: tuple[int, float, float]) -> bytes:
    return struct.pack("<II", actor_id, len(wheels)) + b"".join(struct.pack("<Bff", *each) for each in wheels)


CAR = vehicle(192, (0, -3.5, -100.0), (1, -3.5, -100.0), (2, 0.0, -100.0), (3, 0.0, -100.0))
BICYCLE = vehicle(7, (0, 1.0, 50.0), (2, 0.0, 50.0))
PAYLOAD = struct.pack("<H", 2) + CAR + BICYCLE


def test_each_vehicle_has_its_own_wheels() -> None:
    assert len(PAYLOAD) == 2 + (8 + 9 * 4) + (8 + 9 * 2)
    assert wheels_of(PAYLOAD, 192)["place"].tolist() == [0, 1, 2, 3]
    assert wheels_of(PAYLOAD, 7).tolist() == [(7, 0, 1.0, 50.0), (7, 2, 0.0, 50.0)]
    assert len(wheels_of(PAYLOAD, 8)) == 0


@pytest.mark.parametrize("actor_id", [192, 7])
def test_it_tells_the_same_as_decoding_all(actor_id: int) -> None:
    every = decode_wheels(PAYLOAD)
    assert wheels_of(PAYLOAD, actor_id).tolist() == every[every["actor_id"] == actor_id].tolist()


def test_what_is_damaged_behind_a_vehicle_does_not_matter_to_it() -> None:
    cut = PAYLOAD[:-5]
    assert len(wheels_of(cut, 192)) == 4
    for actor_id in (7, 8):
        with pytest.raises(DamagedPayloadError, match="beyond"):
            wheels_of(cut, actor_id)


@pytest.mark.parametrize("counts", [(0,), (4, 0), (0, 4), (0, 0)])
def test_a_vehicle_without_wheels_is_a_vehicle(counts: tuple[int, ...]) -> None:
    """A trailer that has none may be the last one in its packet."""
    wheels = [(place, 0.0, 0.0) for place in range(4)]
    vehicles = [vehicle(1 + number, *wheels[:count]) for number, count in enumerate(counts)]
    assert len(decode_wheels(struct.pack("<H", len(counts)) + b"".join(vehicles))) == sum(counts)
