"""The class that metrics are derived from, where ScenarioRunner is not installed."""

from __future__ import annotations

from typing import Any


class BasicMetric:
    """A metric: what is derived from it does its work in ``_create_metric``, when it is made."""

    def __init__(self, town_map: Any, log: Any, criteria: Any = None) -> None:  # noqa: ANN401 - see below
        """Take a ``carla.Map`` or None, a ``MetricsLog``, and what the file of criteria holds."""
        self._create_metric(town_map, log, criteria)

    def _create_metric(self, town_map: Any, log: Any, criteria: Any) -> None:  # noqa: ANN401 - the same
        raise NotImplementedError("a metric does its work in _create_metric, which this one does not have")
