"""Comfort of the runs in results files, from the ``metric_info.json`` near them; computed once per file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from viewer.analysis.comfort import MetricInfoError, comfort
from viewer.cancellation import ShouldContinue, cancellable
from viewer.file_error import last_name, printable
from viewer.library.files import METRIC_INFO
from viewer.library.records import FiledRun, Unjoined

_RUN = "RouteScenario_"
"""Beginning of Bench2Drive's names of runs; some agents put the name of the routes file in front of it."""


class Comforts:
    """Comfort of runs by the rule of Bench2Drive, kept in the file ``kept_in`` if that is not None."""

    def __init__(self, kept_in: Path | None) -> None:
        self._kept_in = kept_in
        self._known: dict[str, list[Any]] = {}
        if kept_in is not None:
            with suppress(OSError, ValueError, RecursionError):
                known = json.loads(kept_in.read_bytes())
                self._known = known if isinstance(known, dict) else {}

    def fill(
        self, filed: Sequence[FiledRun], metrics: Iterable[Path], should_continue: ShouldContinue
    ) -> tuple[list[FiledRun], list[Unjoined]]:
        """Return ``filed`` with the comfort of each run, and why the files of others cannot be used.

        A run belongs to the ``metric_info.json`` in a folder that is called like it, below the searched
        folders or beside its results file; a run that is alone in its results file, to that beside it.

        Args:
            filed: runs in results files.
            metrics: paths of all ``metric_info.json`` in the searched folders.
            should_continue: called before each file; returns False to cancel.

        Raises:
            ReadingCancelledError: ``should_continue`` returned False.
        """
        beside = dict.fromkeys(each.file.path.parent for each in filed if not each.file.url)
        named = _by_name([*(path.parent for path in metrics), *chain.from_iterable(map(_folders_in, beside))])
        if not named and all(len(each.file.records) > 1 for each in filed):
            return [*filed], []
        found, troubles, before = [], [], len(self._known)
        for each in cancellable(filed, should_continue, 1):
            path = _metric_info(each, named)
            value, why = (None, "") if path is None else self._comfort(path)
            if why:
                troubles.append(Unjoined(printable(path or ""), each.name, why))
            found.append(each if value is None else each._replace(run=each.run._replace(comfort=value)))
        if len(self._known) != before:
            self._keep()
        return found, troubles

    def _comfort(self, path: Path) -> tuple[float | None, str]:
        """Return the comfort by the file ``path`` and an empty text, or None and a sentence that says why."""
        try:
            status = path.stat()
        except OSError:
            return None, ""
        key = f"{path} {status.st_size} {status.st_mtime_ns}"
        known = self._known.get(key)
        if not isinstance(known, list) or len(known) != len(("comfort", "why")):
            try:
                known = [comfort(path), ""]
            except MetricInfoError as error:
                known = [None, error.line().removeprefix(f"{path.name}: ")]
            self._known[key] = known
        return known[0], known[1]

    def _keep(self) -> None:
        if self._kept_in is not None:
            with suppress(OSError):  # it is only computed again
                self._kept_in.parent.mkdir(parents=True, exist_ok=True)
                partial = self._kept_in.with_suffix(f".{os.getpid()}")
                partial.write_text(json.dumps(self._known), encoding="utf-8")
                partial.replace(self._kept_in)


def _by_name(folders: Iterable[Path]) -> dict[str, list[Path]]:
    """Return ``folders`` by the name of the run that their names contain; others are left out."""
    found: dict[str, list[Path]] = {}
    for folder in dict.fromkeys(folders):
        at = folder.name.find(_RUN)
        if at >= 0:
            found.setdefault(folder.name[at:], []).append(folder)
    return found


def _folders_in(folder: Path) -> list[Path]:
    """Return the folders in ``folder``; none if it cannot be read."""
    try:
        return [Path(entry.path) for entry in os.scandir(folder) if _RUN in entry.name and entry.is_dir()]
    except OSError:
        return []


def _metric_info(filed: FiledRun, named: Mapping[str, Sequence[Path]]) -> Path | None:
    """Return the path of the ``metric_info.json`` of a run; None if there is none, or more than one."""
    name = last_name(str(filed.run.record.get("save_name") or ""))
    folders = named.get(name, ()) if name else ()
    if len(folders) > 1:
        results = filed.file.path.parent
        folders = [each for each in folders if results in each.parents]
    if len(folders) == 1:
        return folders[0] / METRIC_INFO
    return (
        filed.file.path.with_name(METRIC_INFO)
        if len(filed.file.records) == 1 and not filed.file.url
        else None
    )
