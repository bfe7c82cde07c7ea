"""Brings ``resources/i18n`` up to date: ``python packaging/translations.py``.

All texts that the window shows get into the files of translations: the literals that ``tr``, ``counted`` and
``message`` are called with, and the texts of tables. What is gone from the program goes. Qt's ``lupdate``
does not see what stands within an f-string, nor tables.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from viewer.analysis.kinds import KINDS, TABLE  # noqa: E402 - found by the line above
from viewer.logfile.enums import TrafficLightState  # noqa: E402
from viewer.recording.actors import Category  # noqa: E402
from viewer.signals.table import SIGNALS  # noqa: E402
from viewer.ui.action_table import MENUS, with_menus  # noqa: E402
from viewer.ui.event_words import EVENT_WORDS  # noqa: E402
from viewer.ui.library.columns import TITLES  # noqa: E402
from viewer.ui.panels import PANELS  # noqa: E402
from viewer.ui.shell.status_bar import ACTOR_WORDS  # noqa: E402
from viewer.ui.shortcuts import GESTURES  # noqa: E402
from viewer.ui.timeline.lanes import LANES  # noqa: E402
from viewer.ui.translation import CONTEXT  # noqa: E402

FILES = sorted((ROOT / "resources" / "i18n").glob("*.ts"))
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


def of_tables() -> Iterator[str]:
    """Yield the texts of the tables that the window shows."""
    for path, action in with_menus(MENUS):
        yield from (*path, action.text, action.tip)
    for place, gestures in GESTURES:
        yield place
        for gesture in gestures:
            yield from gesture
    for kind in KINDS.values():
        yield from (kind.title, kind.label, kind.rule, kind.measured, kind.detail.value, kind.said)
    yield from (threshold.doc for threshold in TABLE)
    for signal in SIGNALS.values():
        yield from (signal.label, *(signal.states or ()))
    yield from map(str, TrafficLightState)
    yield from (category.label for category in Category)
    yield from (row.title for row in PANELS)
    yield from (title for _, title in LANES.values())
    yield from TITLES.values()


def of_code() -> Iterator[tuple[str, bool]]:
    """Yield the literals that functions of translation are called with, and whether they are plurals."""
    for words in EVENT_WORDS.values():
        yield from ((words.title, False), (words.one, False), (words.many, True), (words.brief, True))
    for one, many in ACTOR_WORDS.values():
        yield from ((one, False), (many, True))
    for path in sorted((ROOT / "viewer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                literals = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
                if name in {"tr", "message"}:
                    yield from ((text, False) for text in literals[:1])
                elif name == "counted":
                    yield from zip(literals, (False, True), strict=False)


def texts() -> dict[str, bool]:
    """Return all texts, sorted, and of each whether it has plurals."""
    found = dict(of_code())
    found |= {text: False for text in of_tables() if text not in found}
    return {text: found[text] for text in sorted(found) if any(map(str.isalpha, text))}


def translations(file: str) -> dict[str, str]:
    """Return what a file of translations says for each text; nothing for what is not translated yet."""
    said = {}
    for message in ET.fromstring(file).iter("message"):  # noqa: S314 - our own
        numerus = "/numerusform" if message.get("numerus") else ""
        said[message.findtext("source", "")] = message.findtext(f"translation{numerus}", "")
    return said


def updated(file: str) -> str:
    """Return a file of translations with all texts of the program, and no others."""
    said = translations(file)
    root = ET.fromstring(file)  # noqa: S314 - our own
    for context in root.findall("context"):
        root.remove(context)
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = CONTEXT
    for text, numerus in texts().items():
        message = ET.SubElement(context, "message", {"numerus": "yes"} if numerus else {})
        ET.SubElement(message, "source").text = text
        words = said.get(text, "")
        new = ET.SubElement(message, "translation", {} if words else {"type": "unfinished"})
        (ET.SubElement(new, "numerusform") if numerus else new).text = words
    ET.indent(root, "    ")
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n"


def main() -> None:
    """Update all files."""
    for path in FILES:
        path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
