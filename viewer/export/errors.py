"""Errors of exports, and a check for packages that an export needs."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec


class ExportError(ValueError):
    """An export that was asked for is not possible; the message is a sentence without its full stop."""


class MissingExtraError(ExportError):
    """A package that a format needs is not installed; the message says which, and how to install it."""


def require(extra: str, modules: Iterable[str], what: str) -> None:
    """Raise MissingExtraError if one of ``modules`` is not installed.

    Args:
        extra: extra of this program that installs them.
        modules: names of modules that are imported.
        what: what needs them, as the subject of the error's sentence.
    """
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        from viewer.installation import how_to_install

        *others, last = missing
        names = f"{', '.join(others)} and {last}, which are" if others else f"{last}, which is"
        raise MissingExtraError(f"{what} needs {names} not installed: {how_to_install(extra)}")
