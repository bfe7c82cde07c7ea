"""What is wrong with a recording, or odd about it, as a panel."""

from viewer.ui.problems.panel import ProblemsPanel

__all__ = ["ProblemsPanel"]
