"""The table of what was tried."""

from collections.abc import Iterable
from typing import NamedTuple

_TITLES = ("Where", "Command", "User", "Python", "numpy", "PySide6", "Time", "Result")


class Outcome(NamedTuple):
    """What came of a trial; ``versions`` are those of Python, numpy and PySide6, separated by spaces."""

    command: str
    user: str
    versions: str
    seconds: float
    notes: str
    failed: bool = False
    was_run: bool = True


def row(where: str, outcome: Outcome) -> str:
    """Return the row of the table for a trial."""
    versions = [*outcome.versions.split(), "–", "–", "–"][:3]
    minutes, seconds = divmod(round(outcome.seconds), 60)
    result = ("FAILED" if outcome.failed else "passed") if outcome.was_run else "not run"
    cells = (
        *(where, f"`{outcome.command}`", outcome.user, *versions),
        f"{minutes}:{seconds:02}" if outcome.was_run else "–",
        f"{result}: {outcome.notes}" if outcome.notes else result,
    )
    return _line(cells)


def head() -> str:
    """Return the head of the table."""
    return f"{_line(_TITLES)}\n{_line(['-'] * len(_TITLES))}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
