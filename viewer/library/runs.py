"""Files that runs left: results of the Leaderboard and of Bench2Drive, joined to the recordings."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from viewer.file_error import printable
from viewer.library.files import FoundFile
from viewer.regular_file import open_regular

_SNIFFED = 4096
"""Bytes at the beginning of a file in which results name themselves: other JSON may be large, and much."""
_MARK = b'"_checkpoint"'


class Run(NamedTuple):
    """A recording, and what is known of its run besides.

    Attributes:
        file: the recording.
        results: the file that its record is from, None without one.
        record: what the results say of it.

    """

    file: FoundFile
    results: Path | None = None
    record: dict[str, Any] | None = None

    @property
    def key(self) -> str:
        """What is another when the record is."""
        if self.record is None:
            return ""
        return hashlib.sha256(json.dumps(self.record, sort_keys=True).encode()).hexdigest()[:16]


class Joined(NamedTuple):
    """Runs in the order of their recordings, and a sentence for each record that belongs to none."""

    runs: tuple[Run, ...]
    unjoined: tuple[str, ...]


def join_runs(recordings: Sequence[FoundFile], files: Iterable[Path], given: Sequence[Path] = ()) -> Joined:
    """Return each recording with its record.

    A record belongs to the recording that is called as its route (``RouteScenario_1_rep0``) or its
    ``save_name``; the only record of a file also to the recording of the file's name, or to the only one in
    its folder. Of several records about one recording the last counts: a run that is resumed adds one.

    Args:
        recordings: all of them.
        files: JSON files that may be results.
        given: results that were named; one that cannot be read is told.

    """
    named: dict[str, list[FoundFile]] = defaultdict(list)
    beside: dict[Path, list[FoundFile]] = defaultdict(list)
    for file in recordings:
        named[file.path.stem].append(file)
        beside[file.path.parent].append(file)
    found: dict[str, Run] = {}
    unjoined: list[str] = []
    asked = set(given)
    results = dict.fromkeys((*(each for each in files if _may_be_results(each)), *given))
    if results:
        from viewer.analysis.result_files import ResultFileError, records_in
    for path in results:
        try:
            records = records_in(path)
        except ResultFileError as error:
            if path in asked:
                unjoined.append(f"{error}.")
            continue
        for record in records:
            names = [str(record[key]) for key in ("route_id", "save_name") if record.get(key)]
            fitting = _nearest(path, [file for name in names for file in named[name]])
            if not fitting and len(records) == 1:
                alone = beside[path.parent] if len(beside[path.parent]) == 1 else []
                fitting = _nearest(path, named[path.stem]) or alone
            if len(fitting) == 1:
                found[fitting[0].name] = Run(fitting[0], path, record)
            else:
                name = printable(" or ".join(dict.fromkeys(names)) or "a record without a route_id")
                reason = (
                    f"{len(fitting)} recordings are called so" if fitting else "no recording is called so"
                )
                unjoined.append(f"{printable(path)}: {name}: {reason}.")
    return Joined(tuple(found.get(file.name, Run(file)) for file in recordings), tuple(unjoined))


def _nearest(path: Path, files: Sequence[FoundFile]) -> list[FoundFile]:
    """Return those in the folder of the results where there are any: runs of other nights have their own."""
    distinct = list(dict.fromkeys(files))
    return [file for file in distinct if file.path.parent == path.parent] or distinct


def _may_be_results(path: Path) -> bool:
    try:
        with open_regular(path) as file:
            return _MARK in file.read(_SNIFFED)
    except OSError:
        return False
