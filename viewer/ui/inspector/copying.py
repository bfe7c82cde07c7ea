"""Conversion of the inspector's rows to text and JSON for the clipboard, and the context menu for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.ui.format import UNKNOWN
from viewer.ui.inspector.row import Kind, Row, Source, Value
from viewer.ui.terms import DERIVED, offer_term
from viewer.ui.translation import tr

TOP = "identity"
"""Name that copied JSON gives to the section of those inspector rows that are above the first heading."""
_OF_HEAD = {
    Kind.SPEED: "motion",
    Kind.BAR: "control",
    Kind.MIDDLE_BAR: "control",
    Kind.LAMPS: "control",
}
"""Section of the copied JSON for rows that are above all sections in the inspector, by kind of row."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Recording, time and actors that copied values belong to.

    Attributes:
        recording: name of the file.
        frame: id of the frame, None if no time is shown.
        time: elapsed seconds, None if no time is shown.
        actors: id and blueprint of each actor; empty for values of the recording itself.
    """

    recording: str
    frame: int | None = None
    time: float | None = None
    actors: tuple[tuple[int, str], ...] = ()


def as_text(origin: Origin, rows: Iterable[Row]) -> str:
    """Return the inspector's ``rows`` as text for the clipboard: a title, and one line per row.

    Values of several actors are tab-separated; the minus sign is "-".
    """
    title = "\t".join(f"{actor_id} {blueprint}" for actor_id, blueprint in origin.actors) or origin.recording
    if len(origin.actors) > 1:
        title = f"\t{title}"
    return copied("\n".join([title, *(row.text for _, row in _walk(rows, ""))]))


def as_json(origin: Origin, rows: Sequence[Row], section: str = TOP) -> str:
    """Return all values of the inspector's ``rows`` as JSON, by section and name, with units and sources.

    Numbers have all their digits. ``origin`` is the recording, time and actors that the values belong to;
    ``section`` is the section name for those of ``rows`` that are in no section.
    """
    document: dict[str, Any] = {"recording": origin.recording}
    if origin.time is not None:
        document |= {"frame": origin.frame, "time": {"value": origin.time, "unit": "s"}}
    if origin.actors:
        document["actors"] = [
            {"id": actor_id, "blueprint": blueprint, "values": _sections(rows, number, section)}
            for number, (actor_id, blueprint) in enumerate(origin.actors)
        ]
    else:
        document["values"] = _sections(rows, 0, section)
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)


def copied(text: str) -> str:
    """Return ``text`` with "-" as the minus sign, which other programs can read."""
    return text.replace("−", "-")


def _walk(rows: Iterable[Row], section: str) -> Iterator[tuple[str, Row]]:
    """Yield (section name, row) for each row of the inspector's tree ``rows`` that is copied.

    ``section`` is the name for rows that are in no section. Rows that only repeat other rows, placeholders,
    and the parts of a value that its own text contains are left out.
    """
    for row in rows:
        if row.kind is Kind.ASIDE:
            continue
        inside = _name(row) if row.kind is Kind.SECTION else section
        yield inside, row
        if not any(value and value.parts for value in row.cells):  # parts are in the text of the row itself
            yield from _walk(row.children, inside)


def _sections(rows: Iterable[Row], number: int, section: str) -> dict[str, dict[str, Any]]:
    """Return the values of one actor in the inspector's ``rows``, by section and name.

    ``number`` is the index of the actor's cell in each row; ``section`` is the name for ``rows`` that are in
    no section.
    """
    result: dict[str, dict[str, Any]] = {}
    for inside, row in _walk(rows, section):
        value = row.cells[number] if row.cells else None
        if value is not None and value.text:
            result.setdefault(_OF_HEAD.get(row.kind, inside), {})[_name(row)] = _entry(value)
    return result


def _name(row: Row) -> str:
    return row.key.replace(" ", "_")


def _entry(value: Value) -> dict[str, Any]:
    entry: dict[str, Any]
    if value.parts and value.lamps is None:
        entry = {"value": {name: _plain(part) for name, part in value.parts}}
        unit = next((part.unit for _, part in value.parts), "")
    else:
        entry, unit = {"value": _plain(value)}, value.unit
    if unit:
        entry["unit"] = unit
    if value.source is not Source.UNMARKED:
        entry["source"] = value.source.name.lower()
    return entry


def _plain(value: Value) -> Any:  # noqa: ANN401 - whatever JSON has
    """Return ``value`` for JSON: its number or truth value, else its text with unit; None if unknown."""
    if value.raw is None:
        return None if value.text == UNKNOWN else value.written
    return value.raw


class InspectorTreeMenu(QMenu):
    """Context menu for rows of the inspector as they were when it was opened; deletes itself when closed."""

    plot_requested = Signal(object)
    """Emitted when signals are to be plotted, with a tuple of SeriesKey (signal name and actor rows)."""

    pin_requested = Signal(int)
    """Emitted with the index of the actor (among those side by side) that is to be pinned or unpinned."""

    close_requested = Signal(int)
    """Emitted to remove an actor from the inspector; carries its index among the actors shown side by side.
    """

    def __init__(self, origin: Origin, rows: Sequence[Row], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._origin, self._rows = origin, tuple(rows)

    def offer_row(self, row: Row, section: Row) -> None:
        """Add entries to plot, explain and copy ``row``, and to copy the section that it belongs to.

        ``section`` is the row of the section's heading. For a row that is above all headings it is the
        topmost row around it, and the section is all rows there.
        """
        is_section = section.kind is Kind.SECTION
        name = section.key if is_section else TOP
        together = [section] if is_section else [each for each in self._rows if each.kind is not Kind.SECTION]
        if row.signals:
            self.addAction(tr("Plot over time"), partial(self.plot_requested.emit, row.signals))
        offer_term(self, (*(key.name for key in row.signals), *([DERIVED] if row.derived else ())))
        self.addSeparator()
        value = self._offer(tr("Copy value"), lambda: copied(row.values))
        as_data = self._offer(tr("Copy value as JSON"), lambda: as_json(self._origin, (row,), name))
        for action in (value, as_data):
            action.setEnabled(bool(row.values.strip()))
        self.addSeparator()
        self._offer(tr("Copy section as text"), lambda: as_text(self._origin, together))
        self._offer(tr("Copy section as JSON"), lambda: as_json(self._origin, together))
        self.addSeparator()

    def offer_actor(self, number: int, *, pinned: bool) -> None:
        """Add entries to pin, remove and copy the actor with the index ``number``."""
        actor_id, blueprint = self._origin.actors[number]
        if len(self._origin.actors) > 1:
            pin = tr("Unpin {0}") if pinned else tr("Pin {0}: keep it here while others are selected")
            self.addAction(pin.format(actor_id), partial(self.pin_requested.emit, number))
            self.addAction(tr("Take {0} away").format(actor_id), partial(self.close_requested.emit, number))
        for text in (str(actor_id), blueprint):
            self._offer(tr("Copy {0}").format(text), partial(str, text))
        self.addSeparator()

    def offer_all(self) -> None:
        """Add menu entries that copy everything in the inspector, as text or as JSON."""
        self._offer(tr("Copy all as text"), lambda: as_text(self._origin, self._rows))
        self._offer(tr("Copy all as JSON"), lambda: as_json(self._origin, self._rows))

    def _offer(self, words: str, text: Callable[[], str]) -> QAction:
        """Add an entry labelled ``words`` to the menu; choosing it copies the text that ``text`` returns."""
        return self.addAction(words, lambda: QApplication.clipboard().setText(text()))
