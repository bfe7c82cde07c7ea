"""The palette's lines as a model; entries are made when they are asked for."""

from __future__ import annotations

from viewer.ui import format as fmt
from viewer.ui.palette.entry import Entry
from viewer.ui.palette.lines import HitLines, LineKind
from viewer.ui.widgets.lines_model import LinesModel


class PaletteModel(LinesModel[HitLines]):
    """Lines to be shown, as text for those who hear them."""

    def spoken(self, line: int) -> str:
        """Return all that stands in a line."""
        entry = self.entry(line)
        return self.text(line) if entry is None else spoken(entry)

    def entry(self, line: int) -> Entry | None:
        """Return the entry of a line, None for other lines."""
        lines = self.lines
        return lines.hits(line).entry(lines.rank(line)) if lines.kind(line) is LineKind.ENTRY else None

    def text(self, line: int) -> str:
        """Return what stands first in a line."""
        hits = self.lines.hits(line)
        match self.lines.kind(line):
            case LineKind.HEADING:
                return hits.title
            case LineKind.MORE:
                return self.tr("{0} more").format(fmt.count(hits.count - self.lines.rank(line)))
            case LineKind.ENTRY:
                return hits.entry(self.lines.rank(line)).text


def spoken(entry: Entry) -> str:
    """Return an entry as it is read out."""
    return ", ".join(part for part in (entry.text, entry.detail, entry.aside, entry.keys) if part)
