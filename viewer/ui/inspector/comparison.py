"""Several sheets side by side: one row for what they have in common, a cell for each actor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from viewer.ui.inspector.sheet import Piece, Row, RowKind, Value

_ORDER = ("", "motion", "control", "wheels", "biker", "traffic_light", "trigger_volume", "walker", "road")
"""Keys of the headings in the order of their sections; all others come after them."""
_SEPARATOR = Piece(" · ", unit=True)


def compared(sheets: Sequence[Sequence[Row]]) -> list[Row]:
    """Return the rows of all sheets, each key once, in an order that keeps that of each sheet.

    A value of several numbers, such as a location, becomes a row for each of them: there is no room for all
    of them in a column, and each can be alike or differ.
    """
    names = _names_of_parts(sheets)
    tables = [{row.key: row for row in _single(sheet, names)} for sheet in sheets]
    sections = [_sections(table) for table in tables]
    titles = _merged([list(each) for each in sections])
    titles.sort(key=lambda title: _ORDER.index(title) if title in _ORDER else len(_ORDER))
    keys = (key for title in titles for key in _merged([each.get(title, []) for each in sections]))
    return [_row([table.get(key) for table in tables]) for key in keys]


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


def _names_of_parts(sheets: Sequence[Sequence[Row]]) -> dict[str, tuple[str, ...]]:
    """Return for each key whose value has parts what they are called."""
    names: dict[str, tuple[str, ...]] = {}
    for row in (row for sheet in sheets for row in sheet):
        if row.value is not None and row.value.parts:
            names[row.key] = tuple(name for name, _ in row.value.parts)
    return names


def _single(sheet: Sequence[Row], names: dict[str, tuple[str, ...]]) -> Iterator[Row]:
    """Yield the rows of a sheet with a row for each part of a value."""
    for row in sheet:
        if row.key not in names or row.value is None:
            yield row
            continue
        parts = dict(row.value.parts)
        for name in names[row.key]:
            # what is unknown as a whole is unknown in each part
            value = parts.get(name) or Value(row.value.pieces, row.value.source, row.value.tip)
            label = (Piece(_label(row.label_text, name)),)
            yield Row(f"{row.key} {name}", label, value, row.kind, row.opened, row.depth, row.changes)


def _label(whole: str, part: str) -> str:
    """Return the label of a part; one that the whole's label names already stands alone.

    >>> _label("Location", "x"), _label("Pitch, yaw, roll", "yaw")
    ('Location x', 'Yaw')
    """
    is_named = part in whole.lower().split(", ")
    return part[:1].upper() + part[1:] if is_named else f"{whole} {part}"


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
    if first.kind not in {RowKind.VALUE, RowKind.FOLD}:
        return first
    label, shared = first.label, len(first.label)
    if any(row.label != label for row in there):
        pairs = enumerate(zip(*(row.label for row in there), strict=False))
        different = (number for number, pieces in pairs if len({piece.text for piece in pieces}) > 1)
        shared = next(different, min(len(row.label) for row in there))
        label = first.label[:shared]
    cells = tuple(None if row is None else _cell(row, shared) for row in rows)
    texts = {None if cell is None else cell.text for cell in cells}
    changes, differs = any(row.changes for row in there), len(texts) > 1
    return Row(first.key, label, None, first.kind, first.opened, first.depth, changes, cells, differs)


def _cell(row: Row, shared: int) -> Value:
    """Return the value, after what only this actor's label says."""
    value, rest = row.value or Value(), row.label[shared:]
    if not rest:
        return value
    return value.with_pieces((*rest, _SEPARATOR, *value.pieces))
