"""Export formats as a table; the module ``to_NAME`` of each has the function ``write``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from viewer.cancellation import ShouldContinue, always
from viewer.export.errors import ExportError, MissingExtraError, require
from viewer.export.selection import Selection
from viewer.export.target import replacing
from viewer.installation import how_to_install


@dataclass(frozen=True)
class ExportFormat:
    """Format in which a selection of a recording can be exported.

    Attributes:
        name: name on the command line.
        ending: suffix of its files; empty if an export is a folder.
        title: name in the window.
        doc: contents of an export, in one line.
        extra: optional part (extra) of this program whose packages it needs; empty if it needs none.
        modules: names of the modules of these packages that it imports.
        tabular: whether single tables and signals can be exported.
    """

    name: str
    ending: str
    title: str
    doc: str
    extra: str = ""
    modules: tuple[str, ...] = ()
    tabular: bool = False


FORMATS: Mapping[str, ExportFormat] = {
    each.name: each
    for each in (
        ExportFormat(
            "csv", ".csv", "Table (CSV)",
            "one row per actor and frame, or a table of something else, or of signals", tabular=True,
        ),
        ExportFormat(
            "jsonl", ".jsonl", "Everything (JSON lines)", "all packets, a line for each frame"
        ),
        ExportFormat(
            "parquet", "", "Tables (Parquet)", "a folder of all tables, for pandas, polars and DuckDB",
            "parquet", ("pyarrow",), tabular=True,
        ),
        ExportFormat(
            "mcap", ".mcap", "Scene (MCAP)", "the scene, for Foxglove and Lichtblick",
            "mcap", ("mcap", "mcap_protobuf", "foxglove_schemas_protobuf"),
        ),
        ExportFormat("rrd", ".rrd", "Scene (Rerun)", "the scene, for Rerun", "rerun", ("rerun",)),
        ExportFormat(
            "xosc", ".xosc", "Trajectories (OpenSCENARIO)",
            "trajectories of vehicles and walkers, for other simulators", "xosc", ("scenariogeneration",),
        ),
    )
}  # fmt: skip


def export(
    selection: Selection, form: ExportFormat, target: Path, should_continue: ShouldContinue = always
) -> None:
    """Write ``selection`` to the file or folder ``target``, completely or not at all.

    Args:
        selection: frames, actors, tables and signals to export.
        form: the format.
        target: file, or folder for a format without ``ending``; replaced if it exists.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ExportError: this format cannot hold what is selected.
        MissingExtraError: a package is not installed, or cannot be imported.
        OSError: ``target`` cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    if (selection.tables or selection.signals) and not form.tabular:
        raise ExportError(f"{form.name} holds no tables: tables and signals go to csv or parquet")
    require(form.extra, form.modules, form.name)
    with replacing(target, folder=not form.ending) as partial:
        try:
            import_module(f"viewer.export.to_{form.name}").write(selection, partial, should_continue)
        except ImportError as error:  # the package is installed, but one of its dependencies is not
            raise MissingExtraError(f"{form.name}: {error}: {how_to_install(form.extra)}") from error
