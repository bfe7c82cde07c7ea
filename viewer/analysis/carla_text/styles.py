"""In which builds' words the texts are written."""

from __future__ import annotations

from types import MappingProxyType

from viewer.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between builds (``resources/guide/format.md``).

    Attributes:
        name: the first build of the style.
        colons: whether a colon stands behind ``Rotation`` and ``Brake``.
        doors: whether doors are printed; scenario_runner's parser then loses what follows them.
        latest: whether weather is printed, and a blank line at the end of each frame but none after bones.

    """

    name: str
    colons: bool = True
    doors: bool = False
    latest: bool = False


USUAL = Style("0.9.15")
"""The style that existing programs parse."""

STYLES = MappingProxyType(
    {
        each.name: each
        for each in (
            Style("0.9.14", colons=False),
            USUAL,
            Style("0.9.16", doors=True),
            Style("latest", doors=True, latest=True),
        )
    }
)
"""The styles by their names."""
