"""The files of translations with all texts of the program; ``generate.py`` writes them.

All texts that the window shows get into the files of translations: the literals that ``tr`` and ``counted``
are called with, the texts of tables, and messages from below the window. What is gone from the program goes.
Qt's ``lupdate`` does not see what stands within an f-string, nor tables.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from viewer.analysis.criteria import CRITERIA
from viewer.analysis.event_kinds import KINDS, TABLE
from viewer.export.formats import FORMATS
from viewer.export.tables import DERIVED
from viewer.importing.sources import SOURCES
from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.roads.lane_types import LaneType
from viewer.signals.table import SIGNALS
from viewer.tables.column import Column
from viewer.tables.criteria import CRITERIA as CRITERION_COLUMNS
from viewer.tables.events import EVENTS
from viewer.tables.recordings import RECORDINGS
from viewer.ui.action_table import MENUS
from viewer.ui.event_text import EVENT_WORDS
from viewer.ui.library.columns import TITLES
from viewer.ui.menus.row import Action, Menu
from viewer.ui.panels import PANELS
from viewer.ui.shell.status_bar import ACTOR_WORDS
from viewer.ui.shortcuts import GESTURES
from viewer.ui.timeline.lanes import LANES
from viewer.ui.timeline.preset_lanes import DEFAULT_LANES
from viewer.ui.translation import MESSAGES, WINDOW

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "resources" / "i18n").glob("*.ts"))
_BELOW = (
    *(f"{name}.py" for name in ("file_error", "file_kinds", "installation", "regular_file")),
    "analysis/*.py", "importing/*.py", "logfile/*.py", "library/*.py", "notes/*.py", "recording/**/*.py",
    "replay/**/*.py", "roads/*.py",
    *(f"comparison/{name}.py" for name in ("clock", "comparison", "sentence")),
    "tables/recordings.py",
    *(
        f"run_folder/{name}.py"
        for name in (
            *("agent_signals", "folder", "holdings", "json_files", "listing", "log_lines", "opv2v"),
            *("placement", "search", "signal_tables", "text_log", "video_reader", "videos"),
        )
    ),
    *(f"export/{name}.py" for name in ("cut", "errors", "selection", "signals", "target", "to_csv", "video")),
)  # fmt: skip
"""What says something that the window shows."""
_TABLES = (
    "analysis/event_kinds.py",
    "importing/sources.py",
    "library/columns.py",
    "library/summary.py",
    "logfile/physics.py",
)
"""Of these it shows texts of tables, or none."""
_SEVERAL_WORDS = re.compile(r"[a-z]{2} [a-z]|[}\d] [a-z]{2}|[a-z]{2} \{")
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


def of_tables() -> Iterator[str]:
    """Yield the texts of the tables that the window shows."""
    entries: list[Action | Menu | None] = list(MENUS)
    for entry in entries:
        if isinstance(entry, Action):
            yield from (entry.text, entry.tip)
        elif isinstance(entry, Menu):
            yield entry.text
            entries += entry.entries
    for place, gestures in GESTURES:
        yield place
        for gesture in gestures:
            yield from gesture
    yield from (criterion.label for criterion in CRITERIA)
    for kind in KINDS.values():
        yield from (kind.title, kind.label, kind.rule, kind.measured, kind.sentence)
    yield from (threshold.doc for threshold in TABLE)
    tables: list[Sequence[Column[Any]]] = [RECORDINGS, EVENTS, CRITERION_COLUMNS]
    yield from (column.doc for column in chain(*tables, *(table.columns for table in DERIVED)))
    yield from (lane_type.label for lane_type in LaneType)
    for signal in SIGNALS.values():
        yield from filter(None, (signal.label, signal.pair, *(signal.states or ())))
    yield from map(str, TrafficLightState)
    yield from (category.label for category in Category)
    for row in PANELS:
        yield from (row.title, row.tip)
    for form in FORMATS.values():
        yield from (form.title, form.doc)
    yield from (title for _, title in LANES.values())
    yield from (preset.hint for preset in DEFAULT_LANES.values())
    yield from TITLES.values()
    yield from chain.from_iterable((source.label, *source.unknown) for source in SOURCES)


def of_window() -> Iterator[tuple[str, bool]]:
    """Yield the literals that functions of translation are called with, and whether they are plurals."""
    for words in EVENT_WORDS.values():
        yield from ((words.title, False), (words.one, False), (words.many, True), (words.brief, True))
    for one, many in ACTOR_WORDS.values():
        yield from ((one, False), (many, True))
    for path in (ROOT / "viewer" / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                literals = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
                if name == "tr":
                    yield from ((text, False) for text in literals[:1])
                elif name == "counted":
                    yield from zip(literals, (False, True), strict=False)


def of_messages() -> Iterator[str]:
    """Yield all that may be a message in what is below the window: texts of several words."""
    for folder in _BELOW:
        for path in set((ROOT / "viewer").glob(folder)) - {ROOT / "viewer" / name for name in _TABLES}:
            for text in _literals(ast.parse(path.read_text(encoding="utf-8"))):
                if _SEVERAL_WORDS.search(text) and not set(text) & set("\n\\|"):
                    yield text


def _literals(node: ast.AST) -> Iterator[str]:
    """Yield the literals in a piece of code, with a place for each value, without what documents it."""
    inside = list(ast.iter_child_nodes(node))
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.JoinedStr():
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
            inside = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
        case ast.Call(func=ast.Name(id="Column")):
            return
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(between)), attr="join")):
            yield f"{{}}{between}{{}}"
        case ast.Constant(value=str(text)):
            yield re.sub(r"\{\w*(:.*?)?\}", "{}", text)
    for each in inside:
        yield from _literals(each)


def texts() -> dict[str, dict[str, bool]]:
    """Return for each context all texts, sorted, and of each whether it has plurals."""
    window = dict(of_window())
    window |= {text: False for text in of_tables() if text not in window}
    found = {WINDOW: window, MESSAGES: dict.fromkeys(of_messages(), False)}
    return {
        context: {text: those[text] for text in sorted(those) if any(map(str.isalpha, text))}
        for context, those in found.items()
    }


def translations(file: str) -> dict[tuple[str, str], str]:
    """Return what a file says for each context and text; nothing for what is not translated yet."""
    said = {}
    for context in ET.fromstring(file).iter("context"):  # noqa: S314 - our own
        for message in context.iter("message"):
            numerus = "/numerusform" if message.get("numerus") else ""
            key = context.findtext("name", ""), message.findtext("source", "")
            said[key] = message.findtext(f"translation{numerus}", "")
    return said


def updated(file: str) -> str:
    """Return a file of translations with all texts of the program, and no others."""
    said = translations(file)
    root = ET.fromstring(file)  # noqa: S314 - our own
    for context in root.findall("context"):
        root.remove(context)
    for name, those in texts().items():
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for text, numerus in those.items():
            message = ET.SubElement(context, "message", {"numerus": "yes"} if numerus else {})
            ET.SubElement(message, "source").text = text
            words = said.get((name, text), "")
            new = ET.SubElement(message, "translation", {} if words else {"type": "unfinished"})
            (ET.SubElement(new, "numerusform") if numerus else new).text = words
    ET.indent(root, "    ")
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n"


def made() -> Iterator[tuple[Path, str]]:
    """Yield the path of each file of translations, and what it should be."""
    for path in FILES:
        yield path, updated(path.read_text(encoding="utf-8"))
