"""A small document of sections and tables, as plain text or as Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from viewer.quick_dataclass import dataclass

_WIDTH = 100
_GAP = "  "
_LEAST_LAST_COLUMN = 24


@dataclass(frozen=True)
class DocumentTable:
    """A table; the last column may be long, the others are short."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A title of level 1 to 3, then paragraphs and tables."""

    title: str
    level: int
    parts: Sequence[str | DocumentTable] = ()


def as_text(sections: Iterable[Section]) -> str:
    """Return the document as text of at most 100 columns, where its words allow that."""
    return "\n\n".join("\n\n".join(_text_parts(section)) for section in sections) + "\n"


def as_markdown(sections: Iterable[Section]) -> str:
    """Return the document as Markdown."""
    return "\n\n".join("\n\n".join(_markdown_parts(section)) for section in sections) + "\n"


def _text_parts(section: Section) -> Iterator[str]:
    line = {1: "=", 2: "-"}.get(section.level)
    yield f"{section.title}\n{line * len(section.title)}" if line else section.title
    for part in section.parts:
        yield _text_grid(part) if isinstance(part, DocumentTable) else "\n".join(textwrap.wrap(part, _WIDTH))


def _text_grid(grid: DocumentTable) -> str:
    lines = [grid.head, *grid.rows] if any(grid.head) else list(grid.rows)
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)][:-1]
    indent = len(_GAP) + sum(width + len(_GAP) for width in widths)
    room = max(_WIDTH - indent, _LEAST_LAST_COLUMN)
    text = []
    for *cells, last in lines:
        start = _GAP + "".join(f"{cell:<{width}}{_GAP}" for cell, width in zip(cells, widths, strict=True))
        first, *more = textwrap.wrap(last, room) or [""]
        text += [(start + first).rstrip(), *(" " * indent + each for each in more)]
    return "\n".join(text)


def _markdown_parts(section: Section) -> Iterator[str]:
    yield f"{'#' * section.level} {section.title}"
    for part in section.parts:
        yield _markdown_grid(part) if isinstance(part, DocumentTable) else _escaped(part)


def _markdown_grid(grid: DocumentTable) -> str:
    rule = ["--"] * len(grid.head)
    return "\n".join(f"| {' | '.join(map(_escaped, row))} |" for row in (grid.head, rule, *grid.rows))


def _escaped(text: str) -> str:
    return text.replace("_", "\\_").replace("*", "\\*").replace("|", "\\|")
