"""The guide's tables and pictures, made by the program; ``generate.py`` writes them."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PySide6.QtGui import QImage, qRgb
from translations import translations

from viewer import open_recording
from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.cli import main
from viewer.export.formats import FORMATS
from viewer.export.tables import DERIVED, PACKET_TABLES
from viewer.logfile import packets
from viewer.signals.table import SIGNALS
from viewer.tables.column import Column
from viewer.tables.criteria import CRITERIA
from viewer.tables.events import EVENTS
from viewer.tables.recordings import RECORDINGS
from viewer.ui.app import make_application
from viewer.ui.render import pixels_of
from viewer.ui.shortcuts import key_text, keys_page
from viewer.ui.translation import CHINESE, ENGLISH, set_language

GUIDE = Path(__file__).resolve().parents[1] / "resources" / "guide"
KEYS, COLUMNS = "keys", "tables"
LANGUAGES = ENGLISH, CHINESE


def kinds() -> Iterator[tuple[str, ...]]:
    """Yield each kind of event with its rule and thresholds."""
    yield "`--kind`", "When it happens", "Thresholds (`--set`)"
    rows = {row.name: row for row in TABLE}
    for kind in KINDS.values():
        map_needed = "; needs the map" if kind.finder.needs_roads else ""
        usual = (f"`{name}` {rows[name].default:g} {rows[name].unit}" for name in kind.thresholds)
        yield f"`{kind.name}`", f"{kind.rule}{map_needed}", ", ".join(usual)


def signals() -> Iterator[tuple[str, ...]]:
    """Yield each signal with its unit."""
    yield "Signal", "What it is", "Unit", ""
    for signal in SIGNALS.values():
        told = "recorded" if signal.recorded else "derived"
        about = f"{told}; of {signal.scope.value}" if signal.scope.name != "ACTOR" else told
        yield f"`{signal.name}`", signal.label, signal.unit, about


def formats() -> Iterator[tuple[str, ...]]:
    """Yield each format with the extra that it needs."""
    yield "`--to`", "What it is", "Extra"
    for form in FORMATS.values():
        yield f"`{form.name}`", form.doc, f"`{form.extra}`" if form.extra else ""


def columns() -> Iterator[tuple[str, str, Iterable[Column[Any]]]]:
    """Yield each table: its name, where it is written, and its columns."""
    yield "recordings", "`library`; `info`, `check`, `export` have what the file alone tells", RECORDINGS
    of_info = {"actors": "`info`; `library` without positions and boxes", "problems": "`check`, `library`"}
    for table in (each for each in DERIVED if each.name != "recordings"):
        yield table.name, ", ".join(filter(None, ("`export`", of_info.get(table.name)))), table.columns
    yield "events", "`events`, `library`", EVENTS
    yield "criteria", "`events --criteria`", CRITERIA
    for table in PACKET_TABLES.values():
        yield table.name, f"`export`: {table.doc}", table.columns


def columns_page(language: str) -> str:
    """Return the page with the columns of all tables; what is above the first table stays."""
    said = in_chinese if language == CHINESE else str
    head = " | ".join(map(said, ("Column", "Type", "Unit", "What it is")))
    lines = [page_of(COLUMNS, language).read_text(encoding="utf-8").partition("\n## ")[0]]
    for name, where, of_table in columns():
        lines += [f"## {name}", "", said(where), "", f"| {head} |", "|--|--|--|--|"]
        lines += [
            f"| `{each.name}` | {each.type} | {said(each.unit)} | {said(each.doc)} |" for each in of_table
        ]
        lines.append("")
    return "\n".join(lines).replace("|  |", "| |")


def page_of(name: str, language: str) -> Path:
    """Return the file of a page."""
    return (GUIDE if language == ENGLISH else GUIDE / language) / f"{name}.md"


TABLES: dict[str, Callable[[], Iterable[tuple[str, ...]]]] = {
    "events": kinds, "signals": signals, "formats": formats,
}  # fmt: skip
"""By the pages that they are in."""


HEADINGS = {
    "When it happens": "何时发生", "Thresholds (`--set`)": "阈值 (`--set`)", "needs the map": "需要地图",
    "Signal": "信号", "What it is": "含义", "Unit": "单位", "Extra": "附加组件",
    "of two actors": "两个参与者之间", "of the recording": "整个录制",
    "Column": "列", "Type": "类型", "bytes": "字节", "unit": "单位",
    "`library` without positions and boxes": "`library` 不含位置与边界框",
    "`info`, `check`, `export` have what the file alone tells":
        "`info`、`check`、`export` 有仅由文件得知的内容",
}  # fmt: skip
"""What only the tables of the guide say, in Chinese."""


@cache
def chinese() -> dict[str, str]:
    """Return all texts in Chinese, whatever they are of."""
    file = (GUIDE.parent / "i18n" / f"carla_replay_viewer_{CHINESE}.ts").read_text(encoding="utf-8")
    return {text: said for (_, text), said in translations(file).items()} | HEADINGS


def in_chinese(cell: str) -> str:
    """Return a cell of a table in Chinese, part for part."""
    return chinese().get(cell) or "; ".join(chinese().get(part, part) for part in cell.split("; "))


def renewed(name: str, language: str = ENGLISH) -> str:
    """Return a page with its table as it should be; in Chinese the window makes the table of keys."""
    text = page_of(name, language).read_text(encoding="utf-8")
    if name == KEYS:
        return keys_page(text, str, key_text) if language == ENGLISH else text
    head, *rows = TABLES[name]()
    if language == CHINESE:
        head, *rows = [tuple(map(in_chinese, cells)) for cells in (head, *rows)]
    lines = [f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in (head, *rows)]
    table = "\n".join([lines[0], f"|{'--|' * len(head)}", *lines[1:], ""])
    return re.sub(
        r"(<!-- table:begin -->\n).*?(?=<!-- table:end -->)", rf"\g<1>{table}", text, flags=re.DOTALL
    )


PICTURES: dict[str, tuple[str, tuple[int, int], tuple[int, int, int, int]]] = {
    "window": ("--at 12", (1000, 620), (0, 0, 1000, 620)),
    "collision": ("--at collision:1", (1360, 800), (304, 48, 712, 460)),
    "compare": ("--at collision:1", (1360, 800), (1018, 48, 342, 460)),
    "parting": ("--at 11 --select 55 --center 55 --span 40 --with", (1200, 720), (0, 0, 1200, 720)),
}
"""The words of the command ``render``, the size of the window, and which part of it is shown.

The part is given by left, top, width and height. After ``--with`` comes another run, made by ``write_other``.
"""
_MOVED, _SINCE, _ASIDE = 55, 9.0, 80.0
"""Actor of the other run that is elsewhere, from when on in seconds, and how far in centimetres."""


def write_other(path: Path) -> None:
    """Write a copy of the sample, in which a car is aside from a time on, as if it were another run."""
    sample = GUIDE.parent / "sample.log"
    data, elapsed = bytearray(sample.read_bytes()), 0.0
    with open_recording(sample) as recording:
        at = int(recording.index.offsets[0])
    while at < len(data):
        kind, size = struct.unpack_from("<BI", data, at)
        at += 5
        if kind == packets.FRAME_START.id:
            elapsed = struct.unpack_from("<Qdd", data, at)[2]
        elif kind == packets.POSITION.id and elapsed >= _SINCE:
            for record in range(at + 2, at + size, 28):
                actor_id, x, y = struct.unpack_from("<Iff", data, record)
                if actor_id == _MOVED:
                    struct.pack_into("<ff", data, record + 4, x + _ASIDE, y + _ASIDE)
        at += size
    path.write_bytes(data)


def draw(name: str, folder: Path) -> None:
    """Make a picture by the command ``render``, in 256 colours, so that it is small."""
    words, (width, height), part = PICTURES[name]
    with TemporaryDirectory() as other:
        path = Path(other) / "again.log"
        write_other(path)
        command = ["render", str(GUIDE.parent / "sample.log"), "--window", *words.split()]
        command += [str(path)] if words.endswith("--with") else []
        main([*command, "--size", f"{width}x{height}", "-o", str(folder / f"{name}.png")])
    picture = QImage(str(folder / f"{name}.png")).copy(*part)
    pixels = pixels_of(picture.convertToFormat(QImage.Format.Format_RGB32)).reshape(-1, 4)
    colors, counts = np.unique(pixels, axis=0, return_counts=True)
    most = colors[np.argsort(-counts)[:256]].astype(int)
    table = [qRgb(red, green, blue) for blue, green, red, _ in most.tolist()]
    picture.convertToFormat(QImage.Format.Format_Indexed8, table).save(str(folder / f"{name}.png"))


def draw_all() -> None:
    """Draw all pictures in each language, in the typeface of this machine."""
    for language in LANGUAGES:
        set_language(make_application(), language)
        for each in PICTURES:
            draw(each, page_of(each, language).parent / "pictures")


def made() -> Iterator[tuple[Path, str]]:
    """Yield the path of each page with a table that the program makes, and what the page should be."""
    for language in LANGUAGES:
        yield page_of(COLUMNS, language), columns_page(language)
    for each in (KEYS, *TABLES):
        for language in LANGUAGES:
            yield page_of(each, language), renewed(each, language)
