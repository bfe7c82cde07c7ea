"""Running metrics that were written for ScenarioRunner, without a simulator."""

from viewer.metrics.log import MetricsLog

__all__ = ["MetricsLog"]
