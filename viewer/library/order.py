"""The order in which recordings are looked at: the worst first."""

from __future__ import annotations

import math
from typing import Any

from viewer.analysis.kinds import KINDS
from viewer.library.columns import Columns

_RANKS = {kind: (row.weight, rank) for rank, (kind, row) in enumerate(KINDS.items())}
_NONE = (math.inf, math.inf)


def worst_first(columns: Columns) -> list[int]:
    """Return the places of the rows of ``recordings`` by what was worst, then penalty, incidents and path.

    Files that cannot be used come last.
    """
    rows = zip(*(columns[name] for name in ("error", "worst", "penalty", "incidents", "path")), strict=True)

    def weight(row: tuple[Any, ...]) -> tuple[Any, ...]:
        error, worst, penalty, incidents, path = row
        factor = 1.0 if penalty is None else penalty
        return error is not None, _RANKS.get(worst, _NONE), factor, -(incidents or 0), path

    keys = list(map(weight, rows))
    return sorted(range(len(keys)), key=keys.__getitem__)
