"""The printed reference; what is expected stands in the format's description, not in the program."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from viewer.cli import main
from viewer.cli.format import reference
from viewer.cli.status import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds
from viewer.logfile.event_add import Attribute
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


def test_the_header_is_described(text: str) -> None:
    header = section(text, "Header")
    assert "u16 version" in header
    assert "str magic CARLA_RECORDER" in header
    assert "i64 date s Unix time" in header
    assert "str map" in header
    assert "28 bytes and the name of the map" in header  # 34 for a map of six letters


def test_strings_vectors_and_packet_headers_are_described(text: str) -> None:
    types = section(text, "Types")
    assert "str u16 length, then that many bytes of UTF-8, no terminator" in types
    assert "3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5" in types
    assert "u8 id" in section(text, "Packets")
    assert "u32 size" in section(text, "Packets")


ORDER = [0, 20, 2, 3, 4, 5, 23, 6, 7, 8, 9, 10, 11, 21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 1]


def test_packets_come_in_the_order_of_a_frame(text: str) -> None:
    assert [int(number) for number in re.findall(r"^(\d+) [A-Z]\w+\n-+$", text, re.MULTILINE)] == ORDER


@pytest.mark.parametrize(
    ("title", "payload"),
    [
        ("0 FrameStart", "one record of 24 bytes"),
        ("1 FrameEnd", "none"),
        ("3 EventDel", "records of 4 bytes"),
        ("4 EventParent", "records of 8 bytes"),
        ("5 Collision", "records of 14 bytes"),
        ("6 Position", "records of 28 bytes (UE4) or 52 (UE5)"),
        ("7 TrafficLightState", "records of 10 bytes"),
        ("8 AnimVehicle", "records of 21 bytes"),
        ("9 AnimWalker", "records of 8 bytes"),
        ("10 VehicleLight", "records of 8 bytes"),
        ("11 SceneLight", "records of 26 bytes"),
        ("12 Kinematics", "records of 28 bytes (UE4) or 52 (UE5)"),
        ("13 BoundingBox", "records of 28 bytes (UE4) or 52 (UE5)"),
        ("14 PlatformTime", "one record of 8 bytes"),
        ("16 TrafficLightTime", "records of 16 bytes"),
        ("17 TriggerVolume", "records of 28 bytes (UE4) or 52 (UE5)"),
        ("20 VisualTime", "one record of 8 bytes"),
        ("22 AnimBiker", "records of 12 bytes"),
        ("23 VehicleDoor", "records of 6 bytes"),
        ("24 Weather", "records of 56 bytes"),
    ],
)
def test_sizes(text: str, title: str, payload: str) -> None:
    facts = re.search(r"payload: ([^.;]*)[.;]", section(text, title))
    assert facts is not None
    assert facts[1].removeprefix("u16 count, then ") == payload


@pytest.mark.parametrize(
    ("title", "builds", "written"),
    [
        ("6 Position", "all", "always"),
        ("10 VehicleLight", "from 0.9.10", "always"),
        ("11 SceneLight", "from 0.9.10", "with records"),
        ("13 BoundingBox", "from 0.9.10", "additional data"),
        ("16 TrafficLightTime", "from 0.9.10", "additional data, with records"),
        ("20 VisualTime", "from 0.9.14", "always"),
        ("23 VehicleDoor", "after 0.9.15", "always"),
        ("24 Weather", "from 2026", "with records"),
    ],
)
def test_since_when_and_in_which_frames(text: str, title: str, builds: str, written: str) -> None:
    assert f"Builds: {builds}; written: {written};" in section(text, title)


def test_fields_have_types_units_and_meanings(text: str) -> None:
    assert "vec location cm" in section(text, "6 Position")
    assert "f32 speed cm/s" in section(text, "9 AnimWalker")
    assert "vec velocity m/s" in section(text, "12 Kinematics")
    assert "vec angular_velocity °/s" in section(text, "12 Kinematics")
    state = "u8 state 0 red, 1 yellow, 2 green, 3 off, 4 unknown"
    assert state in section(text, "7 TrafficLightState")
    doors = "0 front left, 1 front right, 2 rear left, 3 rear right, 4 hood, 5 trunk, 6 all"
    assert doors in section(text, "23 VehicleDoor")
    assert "0 none, 1 vehicle, 2 street, 3 building, 4 other" in section(text, "11 SceneLight")
    lamps = section(text, "10 VehicleLight")
    assert "0x10 right blinker 0x20 left blinker" in lamps
    assert "0x80 fog 0x100 interior" in lamps


def test_the_three_numberings(text: str) -> None:
    numberings = section(text, "Ids 21 to 23")
    assert "AnimVehicleWheels 21 22 21" in numberings
    assert "AnimBiker 22 23 22" in numberings
    assert "VehicleDoor – 21 23" in numberings


def test_event_add_with_its_attributes(text: str) -> None:
    actors = section(text, "2 EventAdd")
    assert "0 other, 1 vehicle, 2 walker, 3 traffic light, 4 traffic sign, 5 sensor" in actors
    assert "str type_id" in actors
    assert "0 bool, 1 int, 2 float, 3 string, 4 rgb color; one more each with header version 2" in actors
    for name in Attribute._fields:
        assert f" {name} " in actors.partition("Then attributes: u16 count")[2]


def test_physics_in_its_three_layouts(text: str) -> None:
    physics = section(text, "15 PhysicsControl")
    newer, older, ue5 = re.split(r"PhysicsControl, UE\d", physics)[1:]
    assert "wheels: u32 count, records of 48 bytes" in newer
    assert "wheels: u32 count, records of 36 bytes" in older
    assert "wheels: u32 count, records of 208 bytes" in ue5
    assert "lat_stiff_value" in newer
    assert "lat_stiff_value" not in older
    assert "vec32 center_of_mass m" in older
    assert "vec32 position cm" in older
    assert "torque_curve: u32 count, records of 8 bytes" in older


def test_wheels_and_bones(text: str) -> None:
    wheels = section(text, "21 AnimVehicleWheels")
    assert "Then wheels: u32 count, records of 9 bytes" in wheels
    assert "0 front left, 1 front right, 2 back left, 3 back right" in wheels
    bones = section(text, "19 WalkerBones")
    assert "Then bones: u16 count, records:" in bones
    assert "str name vec location cm relative to its parent bone vec rotation °" in bones


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


def test_it_needs_no_qt() -> None:
    program = "import sys; from viewer.cli import main; main(['format']); sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0
