"""The rule by which names of towns are compared, in headers, map files, route files and saved views."""

from __future__ import annotations

from viewer.file_error import last_name

_LAYERED = "_opt"  # CARLA's layered maps have the roads of the map without this


def town_name(name: str) -> str:
    r"""Return the town that ``name`` names: without folders and without the suffix ``_Opt``, in any case.

    Folders may be those of Windows.

    >>> town_name("Carla/Maps/Town10HD_Opt"), town_name(r"C:\maps\Town05")
    ('Town10HD', 'Town05')
    """
    short = last_name(name)
    return short[: -len(_LAYERED)] if short.casefold().endswith(_LAYERED) else short


def town_key(name: str) -> str:
    """Return a text that is equal for two names of one town: its ``town_name`` in lower case."""
    return town_name(name).casefold()
