"""Copying what a sheet says, as text or JSON for the clipboard, and the menu that offers it."""

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
"""Name of the section over the first heading."""
_OF_HEAD = {
    Kind.SPEED: "motion",
    Kind.BAR: "control",
    Kind.MIDDLE_BAR: "control",
    Kind.LAMPS: "control",
}
"""Sections of what stands over them only to be seen first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What the values on a clipboard are of.

    Attributes:
        recording: name of the file.
        frame: id of the frame, None if there is no moment.
        time: elapsed seconds, None if there is no moment.
        actors: id and blueprint of each; empty for values of the recording itself.

    """

    recording: str
    frame: int | None = None
    time: float | None = None
    actors: tuple[tuple[int, str], ...] = ()


def as_text(origin: Origin, rows: Iterable[Row]) -> str:
    """Return a title and a line for each row, with the minus that programs read.

    Values of several actors are separated by tabs.
    """
    title = "\t".join(f"{actor_id} {blueprint}" for actor_id, blueprint in origin.actors) or origin.recording
    if len(origin.actors) > 1:
        title = f"\t{title}"
    return copied("\n".join([title, *(row.text for _, row in _walk(rows, ""))]))


def as_json(origin: Origin, rows: Sequence[Row], section: str = TOP) -> str:
    """Return all values with units and sources by their names; numbers have all their digits.

    ``section`` is the name of the one in which rows stand that are in none of ``rows``.
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
    """Return a text as it is put on the clipboard: with the minus that programs read."""
    return text.replace("−", "-")


def _walk(rows: Iterable[Row], section: str) -> Iterator[tuple[str, Row]]:
    """Yield all rows that say something of their own, each with its section."""
    for row in rows:
        if row.kind is Kind.ASIDE:
            continue
        inside = _name(row) if row.kind is Kind.SECTION else section
        yield inside, row
        if not any(value and value.parts for value in row.cells):  # those are said by the row itself
            yield from _walk(row.children, inside)


def _sections(rows: Iterable[Row], number: int, section: str) -> dict[str, dict[str, Any]]:
    """Return the values of an actor, by section and name."""
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
    """Return a number with all its digits, None if it is none, or else the words."""
    if value.raw is None:
        return None if value.text == UNKNOWN else value.written
    return value.raw


class SheetMenu(QMenu):
    """What can be done with the rows as they were when the menu was opened; it deletes itself."""

    plot_requested = Signal(object)
    """SeriesKeys of values that are to be plotted."""

    pin_requested = Signal(int)
    """Column of an actor that is to be pinned, or no longer."""

    close_requested = Signal(int)
    """Column of an actor that is to be taken away."""

    def __init__(self, origin: Origin, rows: Sequence[Row], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._origin, self._rows = origin, tuple(rows)

    def offer_row(self, row: Row, section: Row) -> None:
        """Offer what there is to do with a row and its section, or all above the sections."""
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
        """Offer what there is to do with the actor of a column."""
        actor_id, blueprint = self._origin.actors[number]
        if len(self._origin.actors) > 1:
            pin = tr("Unpin {0}") if pinned else tr("Pin {0}: keep it here while others are selected")
            self.addAction(pin.format(actor_id), partial(self.pin_requested.emit, number))
            self.addAction(tr("Take {0} away").format(actor_id), partial(self.close_requested.emit, number))
        for text in (str(actor_id), blueprint):
            self._offer(tr("Copy {0}").format(text), partial(str, text))
        self.addSeparator()

    def offer_all(self) -> None:
        """Offer to copy everything."""
        self._offer(tr("Copy all as text"), lambda: as_text(self._origin, self._rows))
        self._offer(tr("Copy all as JSON"), lambda: as_json(self._origin, self._rows))

    def _offer(self, words: str, text: Callable[[], str]) -> QAction:
        """Offer to copy a text, which is made when it is asked for."""
        return self.addAction(words, lambda: QApplication.clipboard().setText(text()))
