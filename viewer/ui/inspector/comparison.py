"""Several sheets side by side: one row for what they have in common, a cell for each actor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from viewer.ui.inspector.kept_rows import KeptRows
from viewer.ui.inspector.lamp_rows import lamp_by_lamp
from viewer.ui.inspector.sheet import Piece, Row, RowKind, Value
from viewer.ui.speed_unit import unit_shown

_ORDER = ("", "traffic_light", "trigger_volume", "motion", "control", "wheels", "biker", "walker")
"""Keys of the headings in the order of their sections; all others come after them, the actor's last."""
_LAST = "actor"
_OF_CONTROL = frozenset((RowKind.BAR, RowKind.MIDDLE_BAR, RowKind.LAMPS))
"""Kinds of rows that stand in the head of a single actor."""
_CONTROL = "control"
_NAMED = frozenset(("rotation", "size", "road_lane"))
"""Keys of rows whose parts have names that can stand for themselves."""
_SEPARATOR = Piece(" · ", unit=True)


class Comparison:
    """Puts sheets side by side, again and again: rows that would say the same are those of the last time."""

    def __init__(self) -> None:
        self._kept = KeptRows()
        self._keys: list[list[str]] = []
        self._order: list[str] = []

    def forget(self) -> None:
        """Make all rows again."""
        self._kept.forget()

    def rows(self, sheets: Sequence[Sequence[Row]]) -> list[Row]:
        """Return the rows of all sheets, each key once, in an order that keeps that of each sheet.

        A value of several numbers, such as a location, becomes a row for each of them: there is no room for
        all of them in a column, and each can be alike or differ.
        """
        sheets = [_controlled(sheet) for sheet in sheets]
        names = _names_of_parts(sheets)
        tables = [self._table(number, sheet, names) for number, sheet in enumerate(sheets)]
        keys = [list(table) for table in tables]
        if keys != self._keys:
            self._keys, self._order = keys, _ordered(tables)
        return [self._row(key, tuple(table.get(key) for table in tables)) for key in self._order]

    def _table(
        self, number: int, sheet: Sequence[Row], names: Mapping[str, tuple[str, ...]]
    ) -> dict[str, Row]:
        of = self._kept.of
        rows = (
            each
            for row in sheet
            for each in of(f"{number} {row.key}", (row, names.get(row.key)), partial(_single, row, names))
        )
        return {row.key: row for row in rows}

    def _row(self, key: str, rows: tuple[Row | None, ...]) -> Row:
        return self._kept.of(key, rows, lambda: (_row(rows),))[0]


def _ordered(tables: Sequence[Mapping[str, Row]]) -> list[str]:
    sections = [_sections(table) for table in tables]
    titles = _merged([list(each) for each in sections])
    titles.sort(key=_place)
    return [key for title in titles for key in _merged([each.get(title, []) for each in sections])]


def only_different(rows: Iterable[Row], differed: set[str]) -> Iterator[Row]:
    """Yield the rows that differ or once did, and the headings over them; ``differed`` takes up their keys.

    Those that did stay, so that rows do not come and go while time runs.
    """
    waiting: Row | None = None
    for row in rows:
        if row.kind is RowKind.HEADING:
            waiting = row
            continue
        if row.differs:
            differed.add(row.key)
        elif row.key not in differed:
            continue
        if waiting is not None:
            yield waiting
            waiting = None
        yield row


def _place(title: str) -> int:
    return _ORDER.index(title) if title in _ORDER else len(_ORDER) + (title == _LAST)


def _controlled(sheet: Sequence[Row]) -> list[Row]:
    """Return a sheet with what its head tells of the driver and the lamps in the section of control."""
    moved = [_with_parts(row) for row in sheet if row.kind in _OF_CONTROL]
    rows = [row for row in sheet if row.kind not in _OF_CONTROL]
    place = next((number for number, row in enumerate(rows) if row.key == _CONTROL), None)
    if place is None:
        return list(sheet)
    return [*rows[: place + 1], *moved, *rows[place + 1 :]]


def _with_parts(row: Row) -> Row:
    if row.value is None or not row.value.lamps:
        return row
    return Row(row.key, row.label, lamp_by_lamp(row.value), row.kind)


def _names_of_parts(sheets: Sequence[Sequence[Row]]) -> dict[str, tuple[str, ...]]:
    """Return for each key whose value has parts what they are called."""
    names: dict[str, tuple[str, ...]] = {}
    for row in (row for sheet in sheets for row in sheet):
        if row.value is not None and row.value.parts:
            names[row.key] = tuple(name for name, _ in row.value.parts)
    return names


def _single(row: Row, names: Mapping[str, tuple[str, ...]]) -> Iterator[Row]:
    """Yield a row as one for each part of its value, if its key has such.

    Those of a vector, or of lamps, stand under its name; others have names that stand for themselves.
    """
    if row.key not in names or row.value is None:
        yield row
        return
    group = ""
    if row.kind is RowKind.LAMPS or all(len(name) == 1 for name in names[row.key]):
        group = row.label_text
        unit = next((unit_shown(part.unit) for _, part in row.value.parts if part.unit), "")
        label = (Piece(group), Piece(f" {unit}", unit=True)) if unit else (Piece(group),)
        yield Row(row.key, label, Value(source=row.value.source), RowKind.GROUP)
    parts = dict(row.value.parts)
    for name in names[row.key]:
        # what is unknown as a whole is unknown in each part
        value = parts.get(name) or Value(row.value.pieces, row.value.source, row.value.tip)
        alone = name[:1].upper() + name[1:]
        text = alone if row.key in _NAMED else f"{row.label_text} {name}"
        key = f"{row.key} {name}"
        yield Row(key, (Piece(text),), value, RowKind.VALUE, row.opened, row.depth, group=group)


def _sections(table: Mapping[str, Row]) -> dict[str, list[str]]:
    """Return the keys of the rows by that of the heading over them, which is the first of them."""
    sections: dict[str, list[str]] = {}
    title = ""
    for key, row in table.items():
        title = key if row.kind is RowKind.HEADING else title
        sections.setdefault(title, []).append(key)
    return sections


def _merged(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return all keys: what another list has besides comes after what stands before it there."""
    keys: list[str] = []
    for others in lists:
        known = set(keys)
        place = 0
        for key in others:
            if key in known:
                place = max(place, keys.index(key) + 1)
            else:
                keys.insert(place, key)
                place += 1
    return keys


def _row(rows: Sequence[Row | None]) -> Row:
    """Return one row for those of all actors under one key."""
    there = [row for row in rows if row is not None]
    first = there[0]
    if first.kind in {RowKind.HEADING, RowKind.NOTE}:
        return first
    if first.kind is RowKind.GROUP:
        label = max((row.label for row in there), key=len)  # one that is unknown has no unit
        return replace(
            first, label=label, value=None, cells=tuple(None if row is None else row.value for row in rows)
        )
    label, shared = first.label, len(first.label)
    if any(row.label != label for row in there):
        pairs = enumerate(zip(*(row.label for row in there), strict=False))
        different = (number for number, pieces in pairs if len({piece.text for piece in pieces}) > 1)
        shared = next(different, min(len(row.label) for row in there))
        label = first.label[:shared]
    cells = tuple(None if row is None else _cell(row, shared) for row in rows)
    texts = {None if cell is None else cell.text for cell in cells}
    differs = len(texts) > 1
    return Row(first.key, label, None, first.kind, first.opened, first.depth, cells, differs, first.group)


def _cell(row: Row, shared: int) -> Value:
    """Return the value, after what only this actor's label says."""
    value, rest = row.value or Value(), row.label[shared:]
    if not rest:
        return value
    return value.with_pieces((*rest, _SEPARATOR, *value.pieces))
