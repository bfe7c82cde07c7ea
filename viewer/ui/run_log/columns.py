"""Columns of the list of a text log's lines, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from viewer.lazy import LazySequence
from viewer.ui.format import TimeText
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn

if TYPE_CHECKING:
    from viewer.run_folder.log_lines import LogLines


def log_columns(time_text: TimeText) -> tuple[TableColumn, ...]:
    """Return the columns time, level and text; ``time_text`` formats times."""
    names = ("", tr("warning"), tr("error"))
    tip = tr("Of this line, or of the last one before that tells it")
    return (
        TableColumn("time", tr("Time"), time_text, tip, number=True),
        TableColumn("level", tr("Level"), names.__getitem__),
        TableColumn("text", tr("Line")),
    )


def log_values(lines: LogLines | None) -> Mapping[str, Sequence[Any]]:
    """Return the values of ``lines`` by column, each read when a cell needs it."""
    if lines is None:
        return {"time": (), "level": (), "text": ()}
    count = len(lines)
    return {
        "time": LazySequence(count, lines.time),
        "level": LazySequence(count, lambda number: int(lines.levels[number])),
        "text": LazySequence(count, lines.text),
    }
