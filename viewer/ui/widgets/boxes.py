"""Functions that make a Qt box layout and fill it with widgets in one call."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH = None
"""Entry of a box layout that stands for a stretchable space, which takes what the other entries leave."""

USUAL = -1
"""Value of ``spacing`` in functions that make box layouts, for the usual spacing of the Qt style."""

Item = QWidget | QLayout
Part = Item | tuple[Item, int] | int | None
"""Entry of a box layout: widget or layout, alone or as (item, stretch); space in pixels; or ``STRETCH``."""

Margins = tuple[int, int, int, int]
B = TypeVar("B", bound=QBoxLayout)


def in_row(
    parent: QWidget | None, *parts: Part, spacing: int = 0, margins: Margins = (0, 0, 0, 0)
) -> QHBoxLayout:
    """Return a layout of ``parts`` from left to right, set as the layout of ``parent`` unless None.

    Args:
        parent: widget that gets the layout.
        parts: widgets or layouts, each alone or as (item, stretch); pixels of space; or ``STRETCH``.
        spacing: pixels between neighbours.
        margins: left, top, right and bottom margin in pixels.
    """
    return _filled(QHBoxLayout(), parent, parts, spacing, margins)


def in_column(
    parent: QWidget | None, *parts: Part, spacing: int = 0, margins: Margins = (0, 0, 0, 0)
) -> QVBoxLayout:
    """Return a layout of ``parts`` from top to bottom, set as the layout of ``parent`` unless None.

    Args:
        parent: widget that gets the layout.
        parts: widgets or layouts, each alone or as (item, stretch); pixels of space; or ``STRETCH``.
        spacing: pixels between neighbours.
        margins: left, top, right and bottom margin in pixels.
    """
    return _filled(QVBoxLayout(), parent, parts, spacing, margins)


def _filled(box: B, parent: QWidget | None, parts: tuple[Part, ...], spacing: int, margins: Margins) -> B:
    if parent is not None:
        parent.setLayout(box)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, 0)
        if item is STRETCH:
            box.addStretch(1)
        elif isinstance(item, int):
            box.addSpacing(item)
        elif isinstance(item, QWidget):
            box.addWidget(item, stretch)
        else:
            box.addLayout(item, stretch)
    return box
