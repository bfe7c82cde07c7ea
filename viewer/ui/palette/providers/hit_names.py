"""Names from a file, as they can stand in one line."""

from __future__ import annotations

from viewer.ui.format import plain

_LONGEST = 80


def shown(name: str) -> str:
    r"""Return a name of the file: whoever wrote it may have put anything into it.

    >>> shown("vehicle.tesla.model3"), shown("a\nb")
    ('vehicle.tesla.model3', 'a\\nb')
    """
    if len(name) > _LONGEST:
        name = name[: _LONGEST - 1] + "…"
    return plain(name)
