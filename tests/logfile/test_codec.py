"""A packet whose records vary in length is one row of the table: everything else derives from its codec."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np
import pytest

from viewer.cli.document import as_text
from viewer.cli.format import reference
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import ACTOR, Codec, Engine, Field, NumberPlaces, PacketKind, RecordPart, Shape
from viewer.logfile.payload import DamagedPayloadError
from viewer.logfile.tabulate import tabulate
from viewer.logfile.writer import encode_payload
from viewer.recording.check.varying_checks import VaryingChecks
from viewer.recording.problems import ProblemList
from viewer.recording.read.batches import Batch

HEAD = struct.Struct("<IH")
BEAM = Field("distance", "f32", "m", "to what is hit")


class Scan(NamedTuple):
    actor_id: int
    distances: tuple[float, ...]


class ScanCodec(Codec):
    """A u16 count; then for each sensor its id, a u16 count and so many distances."""

    parts = (RecordPart("Then, for each beam:", (BEAM,)),)
    columns = (*ACTOR.columns, *BEAM.columns)

    def decode(self, payload, engine):
        records, at = [], 2
        for _ in range(int.from_bytes(payload[:2], "little")):
            if at + HEAD.size > len(payload):
                raise DamagedPayloadError("a scan reaches beyond its packet", at)
            actor_id, count = HEAD.unpack_from(payload, at)
            at += HEAD.size
            records.append(Scan(actor_id, struct.unpack_from(f"<{count}f", payload, at)))
            at += 4 * count
        return records

    def encode(self, records, engine):
        parts = [HEAD.pack(a, len(d)) + struct.pack(f"<{len(d)}f", *d) for a, d in records]
        return len(parts).to_bytes(2, "little") + b"".join(parts)

    def rows(self, record):
        return [(record.actor_id, distance) for distance in record.distances]

    def numbers(self, payload, engine):
        starts, at = [], 2
        for record in self.decode(payload, engine):
            starts.append(at + HEAD.size)
            at += HEAD.size + 4 * len(record.distances)
        return NumberPlaces(starts, 2, np.dtype("<f4"))


SCAN = PacketKind(
    150, "Scan", "my fork", Shape.VARIABLE, (ACTOR, Field("beams", "u16", doc="how many follow")),
    "What each lidar hits.", codec=ScanCodec(),
)  # fmt: skip
DIALECT = Dialect(custom={150: SCAN})
WRITTEN = struct.pack("<HIH2fIH2f", 2, 7, 2, 1.5, 2.5, 8, 2, 3.5, 4.5)


def problems_of(*payloads):
    found = ProblemList()
    places = np.arange(len(payloads))
    batch = Batch(SCAN, SCAN.dtype(Engine.UE4), list(map(memoryview, payloads)), places, 100 * places)
    VaryingChecks(DIALECT, found).check(batch)
    return [(problem.what, problem.offset) for problem in found]


def test_it_is_written_and_shown_as_a_table():
    records = [Scan(7, (1.5, 2.5)), Scan(8, (3.5, 4.5))]
    assert encode_payload(SCAN, records, Engine.UE4) == WRITTEN
    table = tabulate(SCAN, WRITTEN, DIALECT)
    assert table.columns == (("actor id", ""), ("distance", "m"))
    assert list(table.rows) == [(7, 1.5), (7, 2.5), (8, 3.5), (8, 4.5)]
    assert list(table.actor_ids) == [7, 7, 8, 8]


def test_the_format_describes_it():
    text = " ".join(as_text(reference(CustomKinds({150: SCAN}))).split())
    described = text[text.index("150 Scan") :]
    assert "u16 beams how many follow" in described
    assert "Then, for each beam: type field unit meaning f32 distance m to what is hit" in described


def test_it_is_checked():
    endless = struct.pack("<HIH2fIH2f", 2, 7, 2, 1.5, float("inf"), 8, 2, 3.5, 4.5)
    assert problems_of(WRITTEN, WRITTEN) == []
    assert problems_of(WRITTEN, endless) == [("Scan: a number is NaN, infinite or absurd", 100)]
    assert problems_of(WRITTEN[:6]) == [("a scan reaches beyond its packet", 0)]


@pytest.mark.parametrize("kind", [kind for kind in packets.PACKETS if kind.codec], ids=lambda kind: kind.name)
def test_rows_of_the_table_have_a_value_for_each_column(kind):
    assert kind.shape is Shape.VARIABLE
    assert kind.codec.columns[0] == ("actor id", "")
    assert list(kind.codec.decode(kind.codec.encode((), Engine.UE4), Engine.UE4)) == []
