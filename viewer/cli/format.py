"""Command ``format``: print the file format as Markdown, from the tables that reader and writer use.

How builds differ, and oddities of packets, are described in ``resources/guide/format.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby

from viewer.cli import arguments
from viewer.cli.terminal import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds, installed_kinds
from viewer.logfile.enums import VehicleLightState
from viewer.logfile.fields import SCALARS, Engine, Field, PacketKind, Shape
from viewer.logfile.header import MAGIC

_NUMBERS = {"u": "unsigned integer", "b": "0 or 1", "i": "signed integer", "f": "IEEE float"}
_TYPES = (
    ("str", "u16 length, then that many bytes of UTF-8, no terminator"),
    ("vec", "x, y, z: 3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5"),
    ("vec32", "x, y, z: 3 × f32 (12 bytes) in both engines"),
    ("padN", "N bytes without a meaning"),
)
_HEADER = (
    Field("version", "u16", doc="1; 2 since UE4 0.9.16, which numbers attribute types one higher"),
    Field("magic", "str", doc=MAGIC.decode()),
    Field("date", "i64", "s", "Unix time: since 1970-01-01 UTC"),
    Field("map", "str", doc="name of the map, as Town05"),
)
_PACKET = (
    Field("id", "u8", doc="the kind of packet; above 100 they are the users' own"),
    Field("size", "u32", "bytes", "of the payload, which follows; what is not known is skipped by it"),
)


PARSER = arguments.parser("Print the format of CARLA's recordings as Markdown.")


def run(_options: argparse.Namespace) -> int:
    """Print the format of recordings, and return the exit status."""
    custom = installed_kinds()
    print("\n\n".join(reference(custom)))
    for refusal in custom.refusals:
        print(f"{refusal}.", file=sys.stderr)
    return Status.FINE


def reference(custom: CustomKinds) -> Iterator[str]:
    """Yield the file format in Markdown, as titles, paragraphs and tables.

    Common parts come first, then each packet in the order of a frame, at last those in ``custom``: the kinds
    of packets that installed packages add.
    """
    yield "# CARLA recorder files"
    yield "A header, then packets to the end of the file. Everything is little endian, without alignment."
    yield "## Types"
    scalars = ((name, f"{_NUMBERS[name[0]]}, bytes: {code[-1]}") for name, code in SCALARS.items())
    yield _table("type, meaning", *scalars, *_TYPES)
    yield "## Header"
    yield from _fields(_HEADER)
    yield "## Packets"
    yield from _fields(_PACKET)
    yield "## Frames"
    yield "From FrameStart to FrameEnd, written in this order; any other order is possible."
    order = ((_ids(kind), kind.name, _since(kind), kind.when) for kind in packets.PACKETS)
    yield _table("id, packet, builds, written", *order)
    for kind in packets.PACKETS:
        yield from _kind(kind)
    yield "## Packets of others"
    yield "Ids above 100 belong to users of CARLA. Known to occur, and not CARLA's own in files:"
    yield _table("id, whose", *((str(packet_id), name) for packet_id, name in packets.FOREIGN.items()))
    for kind in custom.kinds.values():
        yield from _kind(kind)


def _kind(kind: PacketKind) -> Iterator[str]:
    yield f"## {kind.id} {kind.name}"
    numbers = f"; id {_ids(kind)}" if kind.other_id is not None else ""
    yield _escaped(f"Builds: {_since(kind)}; written: {kind.when}; payload: {_payload(kind)}{numbers}.")
    if kind.doc:
        yield _escaped(kind.doc)
    yield from () if kind.layouts else _fields(kind.fields)
    if kind is packets.VEHICLE_LIGHT:
        lamps = ((f"{lamp:#x}", _words(lamp.name or "")) for lamp in VehicleLightState if lamp)
        yield _table("bit, lamp", *lamps)
    for layout in kind.layouts:
        yield f"### {kind.name}, {layout.name}"
        yield from _fields(layout.fields)


def _fields(fields: Sequence[Field]) -> Iterator[str]:
    """Yield Markdown tables of a packet's fields; the entries of a list follow in a table of their own."""
    for is_list, group in groupby(fields, lambda field: bool(field.entries)):
        if not is_list:
            rows = ((each.kind, each.name, each.unit, _meaning(each)) for each in group)
            yield _table("type, field, unit, meaning", *rows)
            continue
        for field in group:
            size = "" if any(not each.is_fixed for each in field.entries) else f" of {_sizes(field.entries)}"
            yield _escaped(f"Then {field.name}: {field.kind} count, records{size}:")
            yield from _fields(field.entries)


def _payload(kind: PacketKind) -> str:
    is_fixed = kind.shape in {Shape.SINGLE, Shape.RECORDS}
    return f"{kind.shape.value}, {_sizes(kind.fields)} each" if is_fixed else kind.shape.value


def _sizes(fields: tuple[Field, ...]) -> str:
    ue4, ue5 = (PacketKind(0, "", "", Shape.SINGLE, fields).dtype(engine).itemsize for engine in Engine)
    return f"{ue4} bytes" if ue4 == ue5 else f"{ue4} bytes (UE4) or {ue5} (UE5)"


def _ids(kind: PacketKind) -> str:
    return str(kind.id) if kind.other_id is None else f"{kind.id} or {kind.other_id}"


def _since(kind: PacketKind) -> str:
    return f"from {kind.builds}" if kind.builds[0].isdigit() else kind.builds


def _meaning(field: Field) -> str:
    members = ", ".join(f"{int(member)} {_words(member.name)}" for member in field.enum or ())
    return "; ".join(part for part in (members, field.doc) if part)


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


def _table(head: str, *rows: tuple[str, ...]) -> str:
    names = head.split(", ")
    lines = (names, ["--"] * len(names), *rows)
    return "\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines)


def _escaped(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*").replace("|", "\\|")
