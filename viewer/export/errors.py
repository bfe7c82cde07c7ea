"""What can be wrong with an export that was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec


class ExportError(ValueError):
    """What was asked for cannot be written; the message is a sentence without its full stop."""


class MissingExtraError(ExportError):
    """A library that the format needs is not installed; the message says which, and how to get it."""


def require(extra: str, modules: Iterable[str], what: str) -> None:
    """Make sure that the modules of an extra are there.

    Args:
        extra: the extra of this program that brings them.
        modules: what is imported.
        what: what they are needed for, as the beginning of a sentence.

    Raises:
        MissingExtraError: one is not installed.

    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        from viewer.installation import how_to_install

        *others, last = missing
        names = f"{', '.join(others)} and {last}, which are" if others else f"{last}, which is"
        raise MissingExtraError(f"{what} needs {names} not installed: {how_to_install(extra)}")
