"""Joining the folders that agents wrote to the recordings of their runs, by names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path

from viewer.analysis.route_run import route_key
from viewer.run_folder.holdings import AgentFolder


def join_agents(
    recordings: Iterable[Path], agents: Sequence[AgentFolder]
) -> tuple[Mapping[Path, AgentFolder], list[AgentFolder]]:
    """Return the agent's folder of each recording that has one, and the folders of no recording.

    A folder belongs to a recording whose route and repetition its name tells, or that is named like it or by
    its route alone; else to those in it, and to those beside it whose names tell no route. Of several, the
    nearest counts.
    """
    by_name: dict[object, list[AgentFolder]] = defaultdict(list)
    for each in agents:
        name = each.path.name.casefold()
        by_name[route_key(name) or name].append(each)
        by_name[each.path].append(each)
        if route_key(name) is None:
            by_name[("in", each.path.parent)].append(each)
    joined: dict[Path, AgentFolder] = {}
    used: set[Path] = set()
    for path in recordings:
        route = route_key(path.stem)
        keys: list[object] = [path.stem.casefold(), path.parent]
        keys += [route, route[0]] if route else [("in", path.parent)]
        found = [each for key in keys for each in by_name.get(key, ())]
        used.update(each.path for each in found)
        if found:
            joined[path] = max(found, key=lambda each: _common(each.path, path))
    return joined, [each for each in agents if each.path not in used]


def _common(one: Path, other: Path) -> int:
    """Return the number of folders that two paths have in common."""
    pairs = zip(one.parts, other.parts, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
