"""Tables of poses: a row per actor and frame, read in blocks with pyarrow.

Rows are sorted by frame; of a smaller table, tracks may also follow one another.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.importing.csv_mapping import TableMapping, read_mapping
from viewer.importing.errors import SourceError, need
from viewer.importing.frames import ActorIds, Clip, FrameBatch, Notes, boxes, new_actor, positions, records_of
from viewer.importing.placing import Placed, place_boxes
from viewer.logfile import packets
from viewer.logfile.packets import ActorRecord
from viewer.recording.actors import categorise
from viewer.recording.usual_boxes import usual_box
from viewer.regular_file import open_regular, unreadable

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 1 << 20
"""Bytes of the blocks in which a table is read."""
_LARGEST_UNSORTED = 200 << 20
"""Bytes of the largest file that is sorted in memory."""
_TEXTS = ("type_id", "role_name")
_ADVICE = "Name the columns in a mapping file; the guide shows one."
_SORT = (
    "Sort its rows by frame first, for example with duckdb: COPY (FROM 'in.csv' ORDER BY frame) TO 'out.csv'."
)
_FARTHEST = 1e7


class _Rows(NamedTuple):
    """Rows of whole frames.

    Attributes:
        keys: number or time of the frame of each row, ascending, shape (N,).
        columns: values by the name of a column, each of shape (N,).
        first_line: line of the file of the first row; 0 if the rows were sorted.
    """

    keys: Floats
    columns: Mapping[str, NDArray[Any]]
    first_line: int

    def part(self, which: Flags | slice) -> _Rows:
        """Return the rows of the mask or slice ``which``; lines are kept only by slices."""
        line = self.first_line + (which.start or 0) if isinstance(which, slice) and self.first_line else 0
        return _Rows(self.keys[which], {name: each[which] for name, each in self.columns.items()}, line)


def open_table(path: Path, mapping: Path | None) -> Clip:
    """Return the table of poses in the csv file ``path``.

    ``mapping`` is a mapping file; without it, one beside the table is used that has its name, but ends in
    ``.toml``.

    Raises:
        SourceError: the file, or the mapping, cannot be read, a column that is needed is missing, or pyarrow
            is not installed.
    """
    need(path, "pyarrow", "reading a csv")
    beside = path.with_suffix(".toml")
    if mapping is None and beside.is_file():
        mapping = beside
    meaning = TableMapping() if mapping is None else read_mapping(mapping)
    try:
        with open_regular(path) as file:
            head = file.readline(1 << 16)
    except OSError as error:
        raise unreadable(path, error, SourceError) from error
    names = next(csv.reader([head.decode("utf-8-sig", "replace")], delimiter=meaning.delimiter), [])
    names = [each.strip() for each in names]
    columns = {name: column for name, column in meaning.columns.items() if column in names}
    missing = [column for name, column in meaning.columns.items() if mapping and name not in columns]
    if not missing:
        missing = [name for name in ("actor_id", "x", "y") if name not in columns]
    if missing or not {"frame", "elapsed"} & columns.keys():
        what = f"it has no column {missing[0]}" if missing else "it has no column of frames or seconds"
        found = ", ".join(map(printable, names[:20]))
        raise SourceError(path, what, found=found, line_number=1, advice=_ADVICE)
    if "elapsed" not in columns and meaning.rate is None:
        advice = "Write it into a mapping file: rate = 25."
        raise SourceError(path, "no column has seconds, and the rate is not known", advice=advice)
    notes = Notes()
    reader = _Table(path, meaning, columns, notes)
    files = [path] if mapping is None else [path, mapping]
    return Clip(path, "csv", meaning.town, meaning.rate, files, reader.batches, notes)


class _Table:
    """Reader of one table."""

    def __init__(self, path: Path, meaning: TableMapping, columns: Mapping[str, str], notes: Notes) -> None:
        self._path, self._meaning, self._columns, self._notes = path, meaning, columns, notes
        self._ids = ActorIds()
        self._own: dict[int, str] = {}
        self._here: dict[int, str] = {}  # blueprints of actors that were added
        self._words: list[str] = []
        self._codes: dict[str, int] = {}
        self._skipped = 0
        self._key = "frame" if "frame" in columns else "elapsed"

    def batches(self, should_continue: ShouldContinue) -> Iterator[FrameBatch]:
        """Yield the frames of the table; raises SourceError if it cannot be read to its end."""
        import pyarrow as pa  # noqa: PLC0415 - an extra

        try:
            for rows, share in self._whole_frames(should_continue):
                yield self._batch(rows, share)
        except pa.ArrowInvalid as error:
            raise self._explained(str(error), should_continue) from error
        except OSError as error:
            raise unreadable(self._path, error, SourceError) from error

    # -- reading

    def _whole_frames(self, should_continue: ShouldContinue) -> Iterator[tuple[_Rows, float]]:
        """Yield rows of whole frames with the fraction of the file that was read."""
        size = max(self._path.stat().st_size, 1)
        held: list[_Rows] = []
        line = 2
        for block, share in self._blocks(size, should_continue):
            rows = self._rows(block, line + self._skipped)
            if not len(rows.keys):
                continue
            line += len(rows.keys)
            before = held[-1].keys[-1:] if held else rows.keys[:0]
            falls = np.flatnonzero(np.diff(np.append(before, rows.keys)) < 0)
            if len(falls):
                if self._here or size > _LARGEST_UNSORTED:
                    raise self._unsorted(rows.first_line + int(falls[0]) + 1 - len(before))
                yield from self._sorted(size, should_continue)
                return
            cut = int(np.searchsorted(rows.keys, rows.keys[-1]))
            if cut:
                yield _joined([*held, rows.part(slice(0, cut))]), share
                held = []
            held.append(rows.part(slice(cut, None)))
        if held:
            yield _joined(held), 1.0

    def _blocks(self, size: int, should_continue: ShouldContinue) -> Iterator[tuple[pa.RecordBatch, float]]:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import csv as arrow_csv  # noqa: PLC0415 - an extra

        def skip(row: arrow_csv.InvalidRow) -> str:
            where = f"line {row.number}" if row.number is not None else f"the line {printable(row.text[:40])}"
            self._skipped += 1
            self._notes.add(
                f"{printable(self._path)}: {where} has {row.actual_columns} cells, not "
                f"{row.expected_columns}; it is left out."
            )
            return "skip"

        texts = {self._columns[name]: pa.string() for name in _TEXTS if name in self._columns}
        if self._meaning.value("ids"):
            texts[self._columns["actor_id"]] = pa.string()
        numbers = {
            column: pa.float64()
            for name, column in self._columns.items()
            if name not in _TEXTS and name != "actor_id"
        }
        with open_regular(self._path) as file:
            reader = arrow_csv.open_csv(
                file,
                read_options=arrow_csv.ReadOptions(block_size=_BLOCK, use_threads=False),
                parse_options=arrow_csv.ParseOptions(
                    delimiter=self._meaning.delimiter, invalid_row_handler=skip
                ),
                convert_options=arrow_csv.ConvertOptions(
                    column_types=texts | numbers, include_columns=[*self._columns.values()]
                ),
            )
            for block in reader:
                share = file.tell() / size
                check(should_continue, share)
                yield block, share

    def _rows(self, block: pa.RecordBatch, line: int) -> _Rows:
        values = {name: block.column(at) for at, name in enumerate(self._columns)}
        columns = {name: self._column(name, each) for name, each in values.items()}
        return _Rows(columns[self._key], columns, line)

    def _column(self, name: str, values: pa.Array) -> NDArray[Any]:
        """Return a column as numbers: actor ids of the recording, codes of words, or what it holds."""
        if name in _TEXTS:
            return _coded(values, self._code)
        if name == "actor_id":
            return _coded(values, self._id)
        return np.asarray(values.to_numpy(zero_copy_only=False), np.float64)

    def _code(self, word: object) -> int:
        text = "" if word is None else str(word)
        if text not in self._codes:
            self._codes[text] = len(self._words)
            self._words.append(text)
        return self._codes[text]

    def _id(self, own: object) -> int:
        if own is None or own == "":
            return -1
        actor_id = self._ids.of(own)
        self._own[actor_id] = str(own)
        return actor_id

    def _sorted(self, size: int, should_continue: ShouldContinue) -> Iterator[tuple[_Rows, float]]:
        """Yield the whole table, read into memory and sorted by frame."""
        rows = _joined([self._rows(block, 0) for block, _ in self._blocks(size, should_continue)])
        order = np.argsort(rows.keys, kind="stable")
        rows = _Rows(rows.keys[order], {name: each[order] for name, each in rows.columns.items()}, 0)
        yield rows, 1.0

    def _unsorted(self, line: int) -> SourceError:
        what = "the frame of this row is before that of the row above"
        return SourceError(self._path, what, line_number=line, advice=_SORT)

    def _explained(self, message: str, should_continue: ShouldContinue) -> SourceError:
        """Return an error with the line of the first cell that is no number; ``message`` is pyarrow's."""
        with self._path.open(newline="", encoding="utf-8", errors="replace") as file:
            rows = csv.reader(file, delimiter=self._meaning.delimiter)
            names = [each.strip("\ufeff ") for each in next(rows, [])]
            wanted = [
                (names.index(column), column) for name, column in self._columns.items() if name not in _TEXTS
            ]
            for number, row in enumerate(rows):
                if not number % 4096:
                    check(should_continue, 0.0)
                for at, column in wanted:
                    if at < len(row) and not _is_number(row[at]):
                        if column == self._columns["actor_id"] and not number:
                            continue
                        what = f"{column} is no number"
                        advice = 'Ids that are texts are read with ids = "text" in a mapping file.'
                        return SourceError(
                            self._path, what, found=printable(row[at][:40]), line_number=rows.line_num,
                            advice=advice if column == self._columns["actor_id"] else "",
                        )  # fmt: skip
        return SourceError(self._path, f"this is no csv: {printable(message)}")

    # -- frames

    def _batch(self, rows: _Rows, share: float) -> FrameBatch:
        rows = self._usable(rows)
        if not len(rows.keys):
            return FrameBatch(np.empty(0), {}, share=share)
        frames = _frames(rows.keys)
        ids = rows.columns["actor_id"]
        own, first, which = np.unique(ids, return_index=True, return_inverse=True)
        new = [at for at in np.sort(first).tolist() if int(ids[at]) not in self._here]
        types = {int(ids[at]): self._type(rows.columns, at) for at in new}
        self._here.update(types)
        usual = np.array([_usual_extent(self._here[each]) for each in own.tolist()])[which]
        walkers = np.array([self._here[each].startswith("walker.") for each in own.tolist()])[which]
        placed = place_boxes(self._meaning, rows.columns, usual, walkers)
        found = {packets.POSITION: (frames, positions(ids, placed.locations, placed.rotations))}
        if placed.velocities is not None:
            columns = {"velocity": placed.velocities, "angular_velocity": np.zeros((len(ids), 3))}
            found[packets.KINEMATICS] = frames, records_of(packets.KINEMATICS, actor_id=ids, **columns)
        if placed.extents is not None and placed.centers is not None and new:
            found[packets.BOUNDING_BOX] = (
                frames[new],
                boxes(ids[new], placed.centers[new], placed.extents[new]),
            )
        added = [
            (int(frames[at]), self._actor(int(ids[at]), types[int(ids[at])], rows.columns, placed, at))
            for at in new
        ]
        firsts = np.flatnonzero(np.diff(frames, prepend=-1))
        if "elapsed" in rows.columns:
            times = np.maximum.accumulate(rows.columns["elapsed"][firsts])
        else:
            times = rows.keys[firsts] / (self._meaning.rate or 1.0)
        return FrameBatch(times, found, added, share)

    def _usable(self, rows: _Rows) -> _Rows:
        """Return ``rows`` without those without a pose or an id, and second rows of an actor in a frame."""
        good: Flags = np.isfinite(rows.keys) & (rows.columns["actor_id"] >= 0)
        for name in ("elapsed", "x", "y", "z", "roll", "pitch", "yaw"):
            if name in rows.columns:
                with np.errstate(invalid="ignore"):
                    good &= np.abs(rows.columns[name]) < _FARTHEST
        rows = self._without(rows, good, "has no usable pose; it is left out")
        if not len(rows.keys):
            return rows
        numbers = _frames(rows.keys) * (int(rows.columns["actor_id"].max()) + 1) + rows.columns["actor_id"]
        order = np.argsort(numbers, kind="stable")
        again = np.zeros(len(numbers), np.bool_)
        again[order[1:]] = np.diff(numbers[order]) == 0
        return self._without(rows, ~again, "has an actor a second time in its frame; the first row counts")

    def _without(self, rows: _Rows, good: Flags, what: str) -> _Rows:
        """Return the rows that are ``good``; add a note that says ``what`` the first other one is."""
        if good.all():
            return rows
        bad = np.flatnonzero(~good)
        where = f"line {rows.first_line + int(bad[0]):,}" if rows.first_line else f"{len(bad):,} rows"
        self._notes.add(f"{printable(self._path)}: {where} {what}.")
        return rows.part(good)

    def _type(self, columns: Mapping[str, NDArray[Any]], row: int) -> str:
        """Return the blueprint of the actor in ``row``."""
        kind = self._word(columns, "type_id", row)
        return self._meaning.types.get(kind, kind if "." in kind else self._meaning.usual_type)

    def _word(self, columns: Mapping[str, NDArray[Any]], name: str, row: int) -> str:
        return self._words[int(columns[name][row])] if name in columns else ""

    def _actor(
        self, actor_id: int, type_id: str, columns: Mapping[str, NDArray[Any]], placed: Placed, row: int
    ) -> ActorRecord:
        """Return the record that adds the actor of ``row``."""
        own = self._own[actor_id]
        role = "hero" if own == self._meaning.hero else self._word(columns, "role_name", row)
        return new_actor(
            actor_id, type_id, placed.locations[row], placed.rotations[row],
            role_name=role, source_id="" if own == str(actor_id) else own,
        )  # fmt: skip


@cache
def _usual_extent(type_id: str) -> tuple[float, float, float]:
    """Return the usual half extents of an actor with the blueprint ``type_id``, in metres."""
    return usual_box(type_id, {}, categorise(type_id, 0, {}))[1]


def _coded(values: pa.Array, code: Callable[[object], int]) -> Ints:
    """Return ``code`` of each of ``values``, called once for equal ones; that of None for nulls."""
    encoded = values.dictionary_encode()
    codes = np.array([*map(code, encoded.dictionary.to_pylist()), code(None)], np.int64)
    indices: Ints = encoded.indices.fill_null(len(codes) - 1).to_numpy(zero_copy_only=False)
    return codes[indices]


def _frames(keys: Floats) -> Ints:
    """Return the frame, from 0, of each row with the number or time ``keys``, ascending."""
    return np.cumsum(np.diff(keys, prepend=keys[:1]) > 0)


def _joined(parts: list[_Rows]) -> _Rows:
    """Return successive ``parts`` as one."""
    if len(parts) == 1:
        return parts[0]
    columns = {name: np.concatenate([each.columns[name] for each in parts]) for name in parts[0].columns}
    return _Rows(np.concatenate([each.keys for each in parts]), columns, parts[0].first_line)


def _is_number(text: str) -> bool:
    try:
        float(text or "nan")
    except ValueError:
        return False
    return True
