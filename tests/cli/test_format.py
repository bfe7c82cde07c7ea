"""The printed reference; what is expected stands in the format's description, not in the program."""

from __future__ import annotations

import re

import pytest

from viewer.cli import main
from viewer.cli.format import reference
from viewer.cli.terminal import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds
from viewer.logfile.fields import Field, PacketKind, Shape


@pytest.fixture
def text(capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["format"]) == Status.FINE
    return capsys.readouterr().out


def section(text: str, title: str) -> str:
    """Return what stands under a title, up to the next one, in single blanks."""
    found = re.search(
        rf"^{re.escape(title)}\n(?:-+\n)?(.*?)(?=^\S[^\n]*\n-+$|\Z)", text, re.DOTALL | re.MULTILINE
    )
    assert found is not None, title
    return re.sub(r"\s+", " ", found[1])


SECTIONS = {
    "Header": "28 bytes and the name of the map|u16 version|str magic CARLA_RECORDER|i64 date s Unix|str map",
    "Types": "str u16 length, then that many bytes|3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5",
    "Packets": "u8 id|u32 size",
    "Ids 21 to 23": "AnimVehicleWheels 21 22 21|AnimBiker 22 23 22|VehicleDoor – 21 23",
    "0 FrameStart": "one record of 24 bytes",
    "1 FrameEnd": "payload: none",
    "2 EventAdd": "0 other, 1 vehicle, 2 walker, 3 traffic light, 4 traffic sign, 5 sensor|str type_id|"
    "4 rgb color; one more each with header version 2|Then attributes: u16 count",
    "3 EventDel": "records of 4 bytes",
    "4 EventParent": "records of 8 bytes",
    "5 Collision": "records of 14 bytes",
    "6 Position": "records of 28 bytes (UE4) or 52 (UE5)|Builds: all; written: always;|vec location cm",
    "7 TrafficLightState": "records of 10 bytes|u8 state 0 red, 1 yellow, 2 green, 3 off, 4 unknown",
    "8 AnimVehicle": "records of 21 bytes",
    "9 AnimWalker": "records of 8 bytes|f32 speed cm/s",
    "10 VehicleLight": "records of 8 bytes|Builds: from 0.9.10; written: always;|0x10 right blinker 0x20 "
    "left blinker|0x80 fog 0x100 interior",
    "11 SceneLight": "records of 26 bytes|written: with records;|0 none, 1 vehicle, 2 street, 3 building",
    "12 Kinematics": "records of 28 bytes (UE4) or 52 (UE5)|vec velocity m/s|vec angular_velocity °/s",
    "13 BoundingBox": "records of 28 bytes (UE4) or 52 (UE5)|written: additional data;",
    "14 PlatformTime": "one record of 8 bytes",
    "15 PhysicsControl": "wheels: u32 count, records of 48 bytes|wheels: u32 count, records of 36 bytes|"
    "wheels: u32 count, records of 208 bytes|vec32 center_of_mass m|torque_curve: u32 count, records of 8",
    "16 TrafficLightTime": "records of 16 bytes|written: additional data, with records;",
    "17 TriggerVolume": "records of 28 bytes (UE4) or 52 (UE5)",
    "19 WalkerBones": "Then bones: u16 count, records:|str name vec location cm relative to its parent bone",
    "20 VisualTime": "one record of 8 bytes|Builds: from 0.9.14;",
    "21 AnimVehicleWheels": "Then wheels: u32 count, records of 9 bytes|0 front left, 1 front right, 2 back",
    "22 AnimBiker": "records of 12 bytes",
    "23 VehicleDoor": "records of 6 bytes|Builds: after 0.9.15;|0 front left, 1 front right, 2 rear left, 3 "
    "rear right, 4 hood, 5 trunk, 6 all",
    "24 Weather": "records of 56 bytes|Builds: from 2026; written: with records;",
}  # fmt: skip
"""What is said of each part, as the format's description has it."""


@pytest.mark.parametrize("title", SECTIONS)
def test_each_part_is_described(text: str, title: str) -> None:
    told = section(text, title)
    assert [each for each in SECTIONS[title].split("|") if each not in told] == []


ORDER = [0, 20, 2, 3, 4, 5, 23, 6, 7, 8, 9, 10, 11, 21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 1]


def test_packets_come_in_the_order_of_a_frame(text: str) -> None:
    assert [int(number) for number in re.findall(r"^(\d+) [A-Z]\w+\n-+$", text, re.MULTILINE)] == ORDER


def test_every_row_of_the_table_is_printed_with_every_field(text: str) -> None:
    for kind in packets.PACKETS:
        words = section(text, f"{kind.id} {kind.name}")
        for field in kind.fields:
            told = f"{field.name}: {field.kind} count" if field.entries else f"{field.kind} {field.name}"
            assert told in words


def test_a_packet_of_another_package_is_described_too() -> None:
    fields = (Field("actor_id", "u32"), Field("range", "f32", "m", "to what is ahead"))
    radar = PacketKind(150, "Radar", "my fork", Shape.RECORDS, fields, "What the radar sees.")
    last = reference(CustomKinds({150: radar}))[-1]
    assert last.title == "150 Radar"
    assert "my fork" in str(last.parts)
    assert "records of 8 bytes" in str(last.parts)
    assert "to what is ahead" in str(last.parts)


def test_lines_stay_readable_in_a_terminal(text: str) -> None:
    assert max(map(len, text.splitlines())) <= 100


def test_markdown_has_titles_and_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["format", "--markdown"]) == Status.FINE
    text = capsys.readouterr().out
    assert "\n## 6 Position\n" in text
    assert "\n### PhysicsControl, UE5\n" in text
    assert "| vec | location | cm | in the world |" in text
    assert r"| u32 | actor\_id |" in text
