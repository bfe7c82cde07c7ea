"""Comfort of runs in the results, from the ``metric_info.json`` in their folders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import eq
from pathlib import Path
from typing import NamedTuple

from viewer.analysis.comfort import MetricInfoError, comfort
from viewer.analysis.route_run import RouteRun, as_text
from viewer.cancellation import ShouldContinue, always, cancellable

_MARK = "RouteScenario_"


class ResultsRun(NamedTuple):
    """One run of a route in the results: the results file, the run, and whether it is alone in the file."""

    path: Path
    run: RouteRun
    is_alone: bool


class Comforts(NamedTuple):
    """Comfort of each run, 0 to 1, by the id of its route, and sentences on files that cannot be used."""

    by_route: dict[str, list[float]]
    troubles: list[str]


def comforts_of(
    runs: Iterable[ResultsRun], metric_infos: Iterable[Path], should_continue: ShouldContinue = always
) -> Comforts:
    """Return the comfort of those of ``runs`` to which one of the files ``metric_infos`` belongs.

    It does if its folder has the ``save_name`` of the run, alone or after the name of the routes file; else,
    if it lies beside a results file with one run. Of several, it is the one nearest to the results file.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in metric_infos:
        name = path.parent.name
        by_name[name[max(name.rfind(_MARK), 0) :]].append(path)
    beside = {path.parent: path for paths in by_name.values() for path in paths}
    found: list[tuple[str, Path]] = []
    for path, run, is_alone in runs:
        name = as_text(run.record.get("save_name") or "")
        nearest = _nearest(path, by_name.get(name, ()))
        if nearest is None and is_alone:
            nearest = beside.get(path.parent)
        if nearest is not None and run.route:
            found.append((run.route, nearest))
    comforts = Comforts(defaultdict(list), [])
    for route, path in cancellable(found, should_continue, 1):
        try:
            comforts.by_route[route].append(comfort(path))
        except MetricInfoError as error:  # noqa: PERF203 - an error in one file does not end the loop
            comforts.troubles.append(f"comfort: {path.parent.name}/{error.line()}")
    return comforts


def _nearest(file: Path, paths: Sequence[Path]) -> Path | None:
    """Return the one of ``paths`` whose folder is nearest to ``file``; None if there is not exactly one."""
    if len(paths) <= 1:
        return next(iter(paths), None)
    around = file.absolute().parts
    shared = [[*map(eq, around, path.parts), False].index(False) for path in paths]
    best = [path for path, parts in zip(paths, shared, strict=True) if parts == max(shared)]
    return best[0] if len(best) == 1 else None
