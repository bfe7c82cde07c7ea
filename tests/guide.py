"""The guide's tables that are made from the code: ``python -m tests.guide`` writes them anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from viewer.analysis.kinds import KINDS, TABLE
from viewer.export.formats import FORMATS
from viewer.signals.table import SIGNALS
from viewer.ui.shortcuts import GESTURES, key_text, shortcut_rows

GUIDE = Path(__file__).resolve().parents[1] / "resources" / "guide"


def keys() -> Iterator[tuple[str, ...]]:
    """Yield shortcuts by menus, then what the mouse does by places."""
    yield "Keys, mouse", "What they do"
    for menu, actions in shortcut_rows():
        yield f"**{menu.text}**", ""
        for action in actions:
            tip = f" ({action.tip[0].lower()}{action.tip[1:]})" if action.tip else ""
            pressed = " or ".join(f"`{key_text(shortcut)}`" for shortcut in action.shortcuts)
            yield pressed, f"{action.text.rstrip('…')}{tip}"
    for place, gestures in GESTURES:
        yield f"**{place}**", ""
        yield from gestures


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


TABLES: dict[str, Callable[[], Iterable[tuple[str, ...]]]] = {
    "keys": keys, "events": kinds, "signals": signals, "formats": formats,
}  # fmt: skip
"""By the pages that they are in."""


def renewed(name: str) -> str:
    """Return a page with its table as it should be."""
    head, *rows = TABLES[name]()
    lines = [f"| {' | '.join(cells)} |".replace("|  |", "| |") for cells in (head, *rows)]
    table = "\n".join([lines[0], f"|{'--|' * len(head)}", *lines[1:], ""])
    text = (GUIDE / f"{name}.md").read_text(encoding="utf-8")
    return re.sub(
        r"(<!-- table:begin -->\n).*?(?=<!-- table:end -->)", rf"\g<1>{table}", text, flags=re.DOTALL
    )


if __name__ == "__main__":
    for each in TABLES:
        (GUIDE / f"{each}.md").write_text(renewed(each), encoding="utf-8")
