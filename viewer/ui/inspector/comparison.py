"""Several sheets side by side: one row for what they have in common, a cell for each actor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from viewer.ui.format import capital
from viewer.ui.inspector.lamp_rows import lamp_by_lamp, light_by_part
from viewer.ui.inspector.sheet import Piece, Row, RowKind, Value
from viewer.ui.speed_unit import unit_shown

_ORDER = ("", "traffic_light", "trigger_volume", "motion", "control", "wheels", "biker", "walker")
"""Keys of the headings in the order of their sections; all others come after them, the actor's last."""
_LAST = "actor"
_OF_CONTROL = frozenset((RowKind.BAR, RowKind.MIDDLE_BAR, RowKind.LAMPS))
"""Kinds of rows that stand in the head of a single actor."""
_CONTROL = "control"
_LIGHT = "light_ahead"
_NAMED = frozenset(("rotation", "size", "road_lane", _LIGHT))
"""Keys of rows whose parts have names that can stand for themselves."""
_SEPARATOR = Piece(" · ", unit=True)


class Comparison:
    """Puts sheets side by side, again and again: only what says something else is put together anew."""

    def __init__(self) -> None:
        self._sheets: list[Sequence[Row]] = []
        self._names: dict[str, tuple[str, ...]] = {}
        self._tables: list[dict[str, Row]] = []
        self._rows: dict[str, Row] = {}

    def rows(self, sheets: Sequence[Sequence[Row]]) -> list[Row]:
        """Return the rows of all sheets, each key once, in an order that keeps that of each sheet.

        A value of several numbers, such as a location, becomes a row for each of them: there is no room for
        all of them in a column, and each can be alike or differ.
        """
        sheets = [_controlled(sheet) for sheet in sheets]
        keys = self._changed(sheets)
        if keys is None:
            self._names = _names_of_parts(sheets)
            self._tables = [
                {each.key: each for row in sheet for each in _single(row, self._names)} for sheet in sheets
            ]
            keys = _ordered(self._tables)
            self._rows = {}
        for key in keys:
            self._rows[key] = _row([table.get(key) for table in self._tables])
        self._sheets = sheets
        return list(self._rows.values())

    def _changed(self, sheets: Sequence[Sequence[Row]]) -> list[str] | None:
        """Take up what changed and return its keys, None if there are other rows than before."""
        if list(map(len, sheets)) != list(map(len, self._sheets)):
            return None
        changed = [
            (table, row, before)
            for table, now, last in zip(self._tables, sheets, self._sheets, strict=True)
            for row, before in zip(now, last, strict=True)
            if row is not before and row != before
        ]
        if any(_shape(row) != _shape(before) for _, row, before in changed):
            return None
        parts = [(table, part) for table, row, _ in changed for part in _single(row, self._names)]
        for table, part in parts:
            table[part.key] = part
        return list(dict.fromkeys(part.key for _, part in parts))


def _shape(row: Row) -> tuple[object, ...]:
    """Return what of a row says into how many it is parted, and where those stand."""
    return row.key, row.kind, row.value and [name for name, _ in row.value.parts]


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
    moved, rows, place = [], [], None
    for row in sheet:
        if row.kind in _OF_CONTROL:
            moved.append(_with_parts(row))
        else:
            rows.append(_with_parts(row))
            if row.key == _CONTROL:
                place = len(rows) - 1
    if place is None:
        return [row if row.kind in _OF_CONTROL else _with_parts(row) for row in sheet]
    return [*rows[: place + 1], *moved, *rows[place + 1 :]]


def _with_parts(row: Row) -> Row:
    if row.value is not None and row.value.lamps:
        return row._replace(value=lamp_by_lamp(row.value))
    if row.value is not None and row.key == _LIGHT:
        return row._replace(value=light_by_part(row.value))
    return row


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
        text = capital(name) if row.key in _NAMED else f"{row.label_text} {name}"
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
        cells = tuple([None if row is None else row.value for row in rows])
        return first._replace(label=label, value=None, cells=cells)
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
    return value._replace(pieces=(*rest, _SEPARATOR, *value.pieces))
