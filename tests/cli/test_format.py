"""The printed reference has every row and field of the table, in the order of a frame."""

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
    """Return what stands under a title of level 2, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert found is not None, title
    return found[1].replace("\\", "")


ORDER = [0, 20, 2, 3, 4, 5, 23, 6, 7, 8, 9, 10, 11, 21, 22, 24, 12, 13, 17, 14, 15, 16, 19, 1]


def test_packets_come_in_the_order_of_a_frame(text: str) -> None:
    assert [int(number) for number in re.findall(r"^## (\d+) [A-Z]\w+$", text, re.MULTILINE)] == ORDER


def test_every_row_of_the_table_is_printed_with_every_field(text: str) -> None:
    for kind in packets.PACKETS:
        words = section(text, f"{kind.id} {kind.name}")
        for field in kind.fields:
            told = (
                f"{field.name}: {field.kind} count" if field.entries else f"| {field.kind} | {field.name} |"
            )
            assert told in words


def test_a_packet_of_another_package_is_described_too() -> None:
    fields = (Field("actor_id", "u32"), Field("range", "f32", "m", "to what is ahead"))
    radar = PacketKind(150, "Radar", "my fork", Shape.RECORDS, fields, "What the radar sees.")
    title, facts, doc, table = [*reference(CustomKinds({150: radar}))][-4:]
    assert title == "## 150 Radar"
    assert "my fork" in facts
    assert "8 bytes each" in facts
    assert doc == "What the radar sees."
    assert "to what is ahead" in table


def test_it_has_titles_and_tables(text: str) -> None:
    assert "\n## 6 Position\n" in text
    assert "\n### PhysicsControl, UE5\n" in text
    assert "| vec | location | cm | in the world |" in text
    assert r"| u32 | actor\_id |" in text
