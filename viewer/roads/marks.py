"""Lane marks: which stretch of which boundary is painted how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import keys
from viewer.roads.kinds import MarkType
from viewer.roads.map_content import MapContent
from viewer.roads.network import Network

MARK = np.dtype(
    [
        ("lane", np.int64),  # row of the lane on whose outer boundary it is
        ("begin", np.float64),  # m along the road
        ("end", np.float64),
        ("type", np.int64),  # MarkType
        ("color", np.int64),  # MarkColor
        ("width", np.float64),  # m, of one line
    ]
)

_LEAST = 0.01  # m: a shorter mark is an artefact


@dataclass(frozen=True, eq=False)
class LaneMarks:
    """Stretches of lane boundaries that are painted alike.

    Attributes:
        rows: the stretches by lane and place, an array of ``MARK`` of shape (N,).
        lines: what the file says of their single lines: length, space, tOffset, sOffset, width; shape (K, 5).
        line_mark: to which stretches these lines belong, shape (K,).

    """

    rows: NDArray[Any]
    lines: Floats
    line_mark: Ints


def collect_marks(content: MapContent, network: Network) -> LaneMarks:
    """Return the painted marks of all lanes; neighbours that are painted alike become one."""
    lane, values = content.marks.owners, content.marks.values
    order = np.argsort(keys(lane, values[:, 0]), kind="stable")
    rows = np.zeros(len(order), MARK)
    rows["lane"] = lane[order]
    rows["begin"], rows["type"], rows["color"], rows["width"] = values[order].T
    section = network.lane_section[rows["lane"]]
    rows["end"] = network.section_end[section]
    # Each mark ends where the next one of its lane begins.
    onward = np.flatnonzero(rows["lane"][1:] == rows["lane"][:-1])
    rows["end"][onward] = np.minimum(rows["end"][onward], rows["begin"][onward + 1])
    rows["begin"] = np.maximum(rows["begin"], network.section_start[section])

    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    line_mark = place[content.mark_lines.owners]
    described = np.bincount(line_mark, minlength=len(rows)) > 0
    seen = np.flatnonzero(
        ((rows["type"] != MarkType.NONE) | described) & (rows["end"] - rows["begin"] > _LEAST)
    )
    first = _changes(rows[seen], described[seen])
    merged = rows[seen[first]]
    merged["end"] = rows["end"][seen[np.flatnonzero(np.append(first[1:], True)[: len(seen)])]]

    new_place = np.full(len(rows), -1)
    new_place[seen] = np.cumsum(first) - 1
    line_mark = new_place[line_mark]
    return LaneMarks(merged, content.mark_lines.values[line_mark >= 0], line_mark[line_mark >= 0])


def _changes(rows: NDArray[Any], described: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell which marks do not just go on as the one before them; those with lines of their own never do."""
    changes = np.ones(len(rows), np.bool_)
    changes[1:] = described[1:] | described[:-1] | (rows["begin"][1:] != rows["end"][:-1])
    for name in ("lane", "type", "color", "width"):
        changes[1:] |= rows[name][1:] != rows[name][:-1]
    return changes
