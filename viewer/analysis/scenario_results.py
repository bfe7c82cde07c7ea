"""Results of ScenarioRunner: criteria by name, from each of the files that it writes about one run.

With ``--record`` it writes ``<scenario>.json``, with ``--json`` and ``--junit`` ``<scenario><date>.json`` and
``.xml``, without a separator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

from viewer.analysis.route_run import finite_number

Criteria = Mapping[str, Mapping[str, Any]]
"""``test_status`` (SUCCESS, FAILURE, …) and ``actual_value`` of each criterion, by its name."""
_DATED = re.compile(r"(.+?)(\d{4}(?:-\d\d){5})\.(json|xml)", re.DOTALL)
_VALUE = re.compile(r"Exact Value: (\S+) = (\S+)")
FAILED = "FAILURE"


def criteria_in(document: Any) -> Criteria | None:  # noqa: ANN401 - any JSON
    """Return the criteria in a JSON ``document`` of ScenarioRunner, in either form; None if it is none."""
    if not isinstance(document, dict) or not document:
        return None
    listed = document.get("criteria")
    if isinstance(listed, list) and "scenario" in document:
        each_of = ((each.get("name"), each.get("actual"), each.get("success")) for each in _objects(listed))
        return _by_name((str(name), value, success is True) for name, value, success in each_of)
    if all(isinstance(each, dict) and "test_status" in each for each in document.values()):
        return document
    return None


def junit_criteria(data: bytes) -> Criteria | None:
    """Return the criteria in a JUnit file of ScenarioRunner; None if ``data`` is no such file."""
    if b"<!ENTITY" in data.replace(b"\0", b""):  # entities can grow without bound
        return None
    try:
        root = fromstring(data)  # noqa: S314 - it has no entities
    except (ParseError, ValueError):
        return None
    if root.tag != "testsuites":
        return None
    found = []
    for case in root.iter("testcase"):
        value = _VALUE.search("".join(case.itertext()))
        name = value[1] if value else str(case.get("name", "")).partition("_")[0]
        actual = _number(value[2]) if value else _number(case.get("time", ""))
        found.append((name, actual, case.find("failure") is None))
    return _by_name(iter(found))


def _objects(listed: list[Any]) -> Iterator[Mapping[str, Any]]:
    return (each for each in listed if isinstance(each, dict))


def _by_name(results: Iterator[tuple[str, object, bool]]) -> Criteria:
    """Return the criteria by name, from name, value and success of each; of one name, the failed one."""
    found: dict[str, dict[str, Any]] = {}
    for name, value, success in results:
        if name not in found or not success:
            found[name] = {"test_status": "SUCCESS" if success else FAILED, "actual_value": value}
    return found


def _number(text: str) -> float | None:
    try:
        return finite_number(float(text))
    except ValueError:
        return None


def dated_results(folder: Path) -> dict[str, Path]:
    """Return the newest of ScenarioRunner's dated results in ``folder`` by the name of the scenario.

    The server overwrites the recording at each run, so that it is of the newest. JSON comes before JUnit.
    """
    found: dict[str, tuple[str, bool, Path]] = {}
    try:
        paths = [*folder.iterdir()]
    except OSError:
        return {}
    for path in paths:
        if match := _DATED.fullmatch(path.name):
            stem, date, suffix = match.groups()
            found[stem] = max(found.get(stem, ("", False, folder)), (date, suffix == "json", path))
    return {stem: path for stem, (_, _, path) in found.items()}
