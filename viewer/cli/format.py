"""Printing the file format, from the tables that the reader and the writer use themselves."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from itertools import groupby

from viewer.cli.status import Status
from viewer.logfile import packets
from viewer.logfile.custom import CustomKinds, installed_kinds
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import VehicleLightState
from viewer.logfile.fields import (
    COUNT_SIZE,
    PACKET_HEADER,
    SCALARS,
    Engine,
    Field,
    PacketKind,
    Shape,
)
from viewer.logfile.header import FIXED_SIZE, MAGIC

_TEXT = "u16 length, then that many bytes of UTF-8"
_FIELD_HEAD = ("type", "field", "unit", "meaning")
_WIDTH = 100
_GAP = "  "
_LEAST_LAST_COLUMN = 24


@dataclass(frozen=True)
class DocumentTable:
    """A table; the last column may be long, the others are short."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A title of level 1 to 3, then paragraphs and tables."""

    title: str
    level: int
    parts: Sequence[str | DocumentTable] = ()


def make_parser(program: str) -> argparse.ArgumentParser:
    """Return the parser of this command's arguments."""
    parser = argparse.ArgumentParser(program, description="Print the format of CARLA's recordings.")
    parser.add_argument("--markdown", action="store_true", help="write Markdown instead of plain text")
    return parser


def run(options: argparse.Namespace) -> int:
    """Print the reference; return the exit status."""
    custom = installed_kinds()
    sections = reference(custom)
    print(as_markdown(sections) if options.markdown else as_text(sections), end="")
    for refusal in custom.refusals:
        print(f"{refusal}.", file=sys.stderr)
    return Status.FINE


def reference(custom: CustomKinds) -> list[Section]:
    """Return the whole reference: what is common, then every packet in the order of a frame."""
    return [
        Section(
            "CARLA recorder files",
            1,
            (
                _prose(
                    "The file begins with a header; then packets follow to its end.",
                    "Everything is little endian, without alignment. No index, no checksum, no end mark.",
                ),
            ),
        ),
        _types(),
        _header(),
        _packets(),
        _frames(),
        _engines(),
        _numberings(),
        *(section for kind in packets.FRAME_ORDER for section in _kind(kind)),
        *_others(custom),
    ]


def _prose(*sentences: str) -> str:
    return " ".join(sentences)


# -- what is common


def _types() -> Section:
    rows = [(name, _scalar_meaning(name)) for name in SCALARS]
    rows += [
        ("str", f"{_TEXT}, no terminator"),
        ("vec", "x, y, z: 3 × f32 (12 bytes) in UE4, 3 × f64 (24 bytes) in UE5"),
        ("vec32", "x, y, z: 3 × f32 (12 bytes) in both engines"),
        ("padN", "N bytes without a meaning"),
    ]
    return Section("Types", 2, (DocumentTable(("type", "meaning"), rows),))


def _scalar_meaning(name: str) -> str:
    size = int(SCALARS[name][-1])
    if name == "bool":
        return f"{size} byte, 0 or 1"
    kind = {"u": "unsigned integer", "i": "signed integer", "f": "IEEE float"}[name[0]]
    return f"{kind}, {size} byte{'s' if size > 1 else ''}"


def _header() -> Section:
    rows = (
        ("u16", "version", "", "1; 2 since UE4 0.9.16, which numbers attribute types one higher"),
        ("str", "magic", "", MAGIC.decode()),
        ("i64", "date", "s", "Unix time: since 1970-01-01 UTC"),
        ("str", "map", "", "name of the map, as Town05"),
    )
    return Section(
        "Header", 2, (f"{FIXED_SIZE} bytes and the name of the map.", DocumentTable(_FIELD_HEAD, rows))
    )


def _packets() -> Section:
    rows = (
        ("u8", "id", "", "the kind of packet; above 100 they are the users' own"),
        ("u32", "size", "bytes", f"of the payload; the {PACKET_HEADER.size} bytes before it do not count"),
    )
    return Section(
        "Packets",
        2,
        (
            "Each packet begins with these, then comes its payload. Unknown packets are skipped by size.",
            DocumentTable(_FIELD_HEAD, rows),
            _prose(
                f"Most payloads are a count of {COUNT_SIZE} bytes and so many records.",
                "Rotations are angles about x, y, z: roll, pitch, yaw.",
            ),
        ),
    )


def _frames() -> Section:
    rows = [(_ids(kind), kind.name, _since(kind), kind.when) for kind in packets.FRAME_ORDER]
    return Section(
        "Frames",
        2,
        (
            _prose(
                "A frame is everything from FrameStart to FrameEnd, written in this order.",
                "Readers must accept any other order, and that packets are missing.",
            ),
            DocumentTable(("id", "packet", "builds", "written"), rows),
        ),
    )


def _numberings() -> Section:
    middle = Dialect(doors_first=True)
    rows = [
        (
            kind.name,
            "–" if kind is packets.VEHICLE_DOOR else str(kind.id),
            str(middle.id_of(kind)),
            str(kind.id),
        )
        for kind in packets.RENUMBERED
    ]
    return Section(
        "Ids 21 to 23",
        2,
        (
            _prose(
                "They were numbered three ways. The place in the frame tells which numbering a file has:",
                "doors are written before Position, wheels and bikers after AnimWalker.",
            ),
            DocumentTable(("packet", "0.9.15", "until 3/2025; UE5 until 5/2026", "0.9.16; UE5 since"), rows),
        ),
    )


def _engines() -> Section:
    early = Dialect(Engine.UE5, early_ue5=True)
    rows = [
        (packets.BY_ID[packet_id].name, f"{said} a record", f"{has} a record")
        for packet_id, (said, has) in early.lying_sizes.items()
    ]
    ue4, ue5 = (packets.POSITION.dtype(engine).itemsize for engine in Engine)
    return Section(
        "UE4 or UE5",
        2,
        (
            _prose(
                "The file does not say which engine wrote it; the first Position with n > 0 records tells:",
                f"its size is {COUNT_SIZE} + {ue4} n bytes in UE4 and {COUNT_SIZE} + {ue5} n in UE5.",
            ),
            "For a while UE5 wrote f64 in Position only, and these packets are shorter than they say:",
            DocumentTable(("packet", "size says", "bytes written"), rows),
        ),
    )


# -- packets


def _kind(kind: PacketKind) -> Iterator[Section]:
    """Yield the section of a packet, and those of what is in it."""
    parts: list[str | DocumentTable] = [_facts(kind), kind.doc] if kind.doc else [_facts(kind)]
    if kind is packets.VEHICLE_LIGHT:
        yield _section(
            kind, [*parts, *_fields(kind.fields), DocumentTable(("bit", "lamp"), _bits(VehicleLightState))]
        )
    elif kind.layouts:
        yield _section(kind, parts)
        for layout in kind.layouts:
            yield Section(f"{kind.name}, {layout.name}", 3, _fields(layout.fields))
    else:
        yield _section(kind, [*parts, *_fields(kind.fields)])


def _section(kind: PacketKind, parts: Sequence[str | DocumentTable]) -> Section:
    return Section(f"{kind.id} {kind.name}", 2, parts)


def _facts(kind: PacketKind) -> str:
    numbers = f"; id {_ids(kind)}, see above" if kind in packets.RENUMBERED else ""
    return f"Builds: {_since(kind)}; written: {kind.when}; payload: {_shape(kind)}{numbers}."


def _shape(kind: PacketKind) -> str:
    if kind.shape is Shape.EMPTY:
        return "none"
    if kind.shape is Shape.VARIABLE:
        return "u16 count, then so many records of varying length"
    size = _sizes(kind.fields)
    return f"one record of {size}" if kind.shape is Shape.SINGLE else f"u16 count, then records of {size}"


def _sizes(fields: tuple[Field, ...]) -> str:
    """Return how many bytes a record has, in both engines if they differ."""
    ue4, ue5 = (PacketKind(0, "", "", Shape.SINGLE, fields).dtype(engine).itemsize for engine in Engine)
    return f"{ue4} bytes" if ue4 == ue5 else f"{ue4} bytes (UE4) or {ue5} (UE5)"


def _ids(kind: PacketKind) -> str:
    other = Dialect(doors_first=True).id_of(kind)
    return str(kind.id) if other == kind.id else f"{kind.id} or {other}"


def _since(kind: PacketKind) -> str:
    if kind.builds[0].isdigit():
        return f"from {kind.builds}"
    return kind.builds


def _fields(fields: Sequence[Field]) -> list[str | DocumentTable]:
    """Return tables of the fields; what a list has comes after a sentence of its own."""
    shown: list[str | DocumentTable] = []
    for is_list, group in groupby(fields, lambda field: bool(field.entries)):
        if not is_list:
            rows = [(field.kind, field.name, field.unit, _meaning(field)) for field in group]
            shown.append(DocumentTable(_FIELD_HEAD, rows))
            continue
        for field in group:
            size = "" if any(not each.is_fixed for each in field.entries) else f" of {_sizes(field.entries)}"
            shown += [f"Then {field.name}: {field.kind} count, records{size}:", *_fields(field.entries)]
    return shown


def _meaning(field: Field) -> str:
    return "; ".join(part for part in (_members(field.enum) if field.enum else "", field.doc) if part)


def _members(enum: type[IntEnum], more: int = 0) -> str:
    return ", ".join(f"{member + more} {_words(member.name)}" for member in enum)


def _bits(enum: type[IntFlag]) -> list[tuple[str, str]]:
    return [(f"{member:#x}", _words(member.name or "")) for member in enum if member]


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


# -- packets of others


def _others(custom: CustomKinds) -> Iterator[Section]:
    rows = [(str(packet_id), name) for packet_id, name in packets.FOREIGN.items()]
    parts: tuple[str | DocumentTable, ...] = (
        "Ids above 100 belong to users of CARLA. Known to occur, and not CARLA's own in files:",
        DocumentTable(("id", "whose"), rows),
    )
    yield Section("Packets of others", 2, parts)
    for kind in custom.kinds.values():
        yield from _kind(kind)


# -- as text and as Markdown


def as_text(sections: Iterable[Section]) -> str:
    """Return the document as text of at most 100 columns, where its words allow that."""
    return "\n\n".join("\n\n".join(_text_parts(section)) for section in sections) + "\n"


def as_markdown(sections: Iterable[Section]) -> str:
    """Return the document as Markdown."""
    return "\n\n".join("\n\n".join(_markdown_parts(section)) for section in sections) + "\n"


def _text_parts(section: Section) -> Iterator[str]:
    line = {1: "=", 2: "-"}.get(section.level)
    yield f"{section.title}\n{line * len(section.title)}" if line else section.title
    for part in section.parts:
        yield _text_grid(part) if isinstance(part, DocumentTable) else "\n".join(textwrap.wrap(part, _WIDTH))


def _text_grid(grid: DocumentTable) -> str:
    lines = [grid.head, *grid.rows] if any(grid.head) else list(grid.rows)
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)][:-1]
    indent = len(_GAP) + sum(width + len(_GAP) for width in widths)
    room = max(_WIDTH - indent, _LEAST_LAST_COLUMN)
    text = []
    for *cells, last in lines:
        start = _GAP + "".join(f"{cell:<{width}}{_GAP}" for cell, width in zip(cells, widths, strict=True))
        first, *more = textwrap.wrap(last, room) or [""]
        text += [(start + first).rstrip(), *(" " * indent + each for each in more)]
    return "\n".join(text)


def _markdown_parts(section: Section) -> Iterator[str]:
    yield f"{'#' * section.level} {section.title}"
    for part in section.parts:
        yield _markdown_grid(part) if isinstance(part, DocumentTable) else _escaped(part)


def _markdown_grid(grid: DocumentTable) -> str:
    rule = ["--"] * len(grid.head)
    return "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in (grid.head, rule, *grid.rows))


def _escaped(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*").replace("|", "\\|")
