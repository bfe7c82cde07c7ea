"""Which family of fonts the window is written in: the system's own, unless a better one is at hand."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

_WIDE = "DejaVu Sans"
"""What systems fall back on; a tenth wider than the others, so that much would have to be shortened."""
_BETTER = ("Inter", "Noto Sans", "Ubuntu", "Cantarell", "Roboto", "Liberation Sans")


@lru_cache(maxsize=8)
def families(systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the families to write in where the system's own are these, the best first."""
    face = QFont()
    face.setFamilies(systems)
    if QFontInfo(face).family() != _WIDE:
        return systems
    return (*(family for family in _BETTER if QFontDatabase.hasFamily(family)), *systems)
