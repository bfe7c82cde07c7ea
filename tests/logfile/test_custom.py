"""Packets of others: how a package of one's own teaches the program to read packet 150."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from io import BytesIO
from pathlib import Path

import pytest

from tests.sample.writer import RecordingWriter
from tests.scenes import read
from viewer.cli import main
from viewer.logfile.custom import GROUP, installed_kinds, load_kinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Field, PacketKind, Shape
from viewer.logfile.header import make_header
from viewer.ui.file.packet_table import tabulate

RADAR = PacketKind(
    150,
    "Radar",
    "my fork",
    Shape.RECORDS,
    (Field("actor_id", "u32"), Field("range", "f32", "m"), Field("hit", "vec", "cm")),
    "What each radar sees.",
)
CLOCK = PacketKind(151, "Clock", "my fork", Shape.SINGLE, (Field("time", "f64", "s"),))
MINE = [RADAR, CLOCK]

PAYLOAD = struct.pack("<HIf3fIf3f", 2, 7, 12.5, 100, 200, 300, 8, 0.5, 1, 2, 3)
"""Two records of packet 150, as a fork of CARLA would write them."""


def fork() -> bytes:
    """Return a recording of one frame with packet 150."""
    stream = BytesIO()
    writer = RecordingWriter(stream, make_header("Town01", 0))
    writer.add_frame(0.05, {}, raw=[(150, PAYLOAD)])
    writer.finish()
    return stream.getvalue()


def point(name: str, module: str = __name__) -> EntryPoint:
    return EntryPoint("mine", f"{module}:{name}", GROUP)


def test_a_row_in_another_package_decodes_packet_150() -> None:
    found = load_kinds([point("RADAR")])

    kind = Dialect(custom=found.kinds).kind_of(150)
    assert kind is RADAR
    table = tabulate(kind, PAYLOAD, Dialect(custom=found.kinds))
    assert table.columns == (
        ("actor id", ""),
        ("range", "m"),
        ("hit x", "cm"),
        ("hit y", "cm"),
        ("hit z", "cm"),
    )
    assert list(table.rows) == [(7, 12.5, 100.0, 200.0, 300.0), (8, 0.5, 1.0, 2.0, 3.0)]
    assert list(table.actor_ids) == [7, 8]
    assert found.refusals == ()


RESERVED = PacketKind(6, "Position", "my fork", Shape.SINGLE)
BARE = PacketKind(152, "Bare", "my fork", Shape.VARIABLE)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("RESERVED", "id 6 is not free"),
        ("BARE", "no fields"),
        ("PAYLOAD", "no PacketKind"),
        ("NOWHERE", "cannot be loaded"),
    ],
)
def test_what_cannot_be_used_is_refused_and_keeps_nobody_else_away(name: str, why: str) -> None:
    found = load_kinds([point(name), point("CLOCK")])
    assert found.kinds == {151: CLOCK}
    assert len(found.refusals) == 1
    assert why in found.refusals[0]
    assert "'mine'" in found.refusals[0]


@pytest.fixture
def installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with an entry point, as pip leaves it behind."""
    (tmp_path / "my_package.py").write_text(
        "from viewer.logfile.fields import Field, PacketKind, Shape\n"
        "FIELDS = (Field('actor_id', 'u32'), Field('range', 'f32', 'm'), Field('hit', 'vec', 'cm'))\n"
        "RADAR = PacketKind(150, 'Radar', 'my fork', Shape.RECORDS, FIELDS)\n"
    )
    facts = tmp_path / "my_package-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[{GROUP}]\nradar = my_package:RADAR\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(tmp_path)
    installed_kinds.cache_clear()
    yield
    installed_kinds.cache_clear()


@pytest.mark.usefixtures("installed_package")
def test_an_installed_package_is_found_and_used_for_every_recording(tmp_path: Path) -> None:
    assert [each.name for each in entry_points(group=GROUP)] == ["radar"]
    index = read(fork(), tmp_path / "fork.log")

    kind = index.dialect.kind_of(150)
    assert kind is not None
    assert kind.name == "Radar"
    records = index.read_frame(0).records(kind)
    assert records["range"].tolist() == [12.5, 0.5]
    assert not [problem for problem in index.problems if "150" in problem.what]


@pytest.mark.usefixtures("installed_package")
def test_what_is_refused_is_told_in_one_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (facts,) = tmp_path.glob("*-info/entry_points.txt")
    facts.write_text(f"[{GROUP}]\nyours = my_package:YOURS\nmine = my_package:MINE\n")
    path = tmp_path / "fork.log"
    path.write_bytes(fork())
    assert main(["check", str(path)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "whole file" in line]
    assert ["'mine'" in line for line in told] == [True, False]


def test_without_a_decoder_the_packet_keeps_its_bytes(tmp_path: Path) -> None:
    index = read(fork(), tmp_path / "fork.log")

    assert index.dialect.kind_of(150) is None
    frame = index.read_frame(0)
    places = [(offset, size) for packet_id, offset, size in frame.layout.packets if packet_id == 150]
    assert [frame.data[offset : offset + size] for offset, size in places] == [PAYLOAD]
