"""What can be written, as one table for the dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from viewer.export.errors import MissingExtraError, require
from viewer.export.formats import FORMATS
from viewer.export.video import EXTRA, MODULES, VIDEO_FORMATS
from viewer.ui.translation import tr


@dataclass(frozen=True, slots=True)
class ExportKind:
    """One thing that can be written.

    Attributes:
        command: the command of this program that writes it.
        ending: of its file; empty if it is a folder.
        title: what it is called.
        doc: what it holds, in a line.
        words: what the command is told besides.
        extra: the extra of this program that brings its libraries; empty if it needs none.
        modules: what is imported of them.
        tabular: whether tables and signals can be asked for.

    """

    command: str
    ending: str
    title: str
    doc: str
    words: tuple[str, ...] = ()
    extra: str = ""
    modules: tuple[str, ...] = ()
    tabular: bool = False

    @property
    def missing(self) -> str:
        """What must be installed first, as a sentence without its full stop; empty if nothing."""
        try:
            require(self.extra, self.modules, self.title)
        except MissingExtraError as error:
            return str(error)
        return ""


def export_kinds() -> Mapping[str, ExportKind]:
    """Return all kinds by the names that settings know them by, in the order in which they are offered."""
    titles = {
        "csv": (
            tr("Table (CSV)"),
            tr("One row per actor and frame, or a table of something else, or of signals"),
        ),
        "jsonl": (tr("Everything (JSON lines)"), tr("All packets, a line for each frame")),
        "parquet": (tr("Tables (Parquet)"), tr("A folder of all tables, for pandas, polars and DuckDB")),
        "mcap": (tr("Scene (MCAP)"), tr("For Foxglove and Lichtblick")),
        "rrd": (tr("Scene (Rerun)"), tr("For Rerun")),
        "xosc": (tr("Trajectories (OpenSCENARIO)"), tr("Of vehicles and walkers, for other simulators")),
    }
    kinds = {
        form.name: ExportKind(
            "export", form.ending, *titles.get(form.name, (form.name, form.doc)),
            words=("--to", form.name), extra=form.extra, modules=form.modules, tabular=form.tabular,
        )
        for form in FORMATS.values()
    }  # fmt: skip
    kinds["log"] = ExportKind(
        "cut", ".log", tr("Recording (CARLA)"), tr("A shorter recording that CARLA can replay")
    )
    for ending in VIDEO_FORMATS:
        kinds[ending[1:]] = ExportKind(
            "clip", ending, tr("Clip ({0})").format(ending[1:].upper()), tr("Video of the map"),
            extra=EXTRA, modules=MODULES,
        )  # fmt: skip
    kinds["png"] = ExportKind("clip", "", tr("Clip (PNG)"), tr("A folder of pictures of the map"))
    return kinds
