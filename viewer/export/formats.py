"""The table of formats: one row each, and a module ``to_NAME`` whose ``write`` writes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from viewer.cancellation import Proceed, always
from viewer.export.errors import ExportError, MissingExtraError, require
from viewer.export.selection import Part
from viewer.export.target import replacing
from viewer.installation import how_to_install


@dataclass(frozen=True)
class ExportFormat:
    """One format.

    Attributes:
        name: what it is asked for by.
        ending: of its files; none if it is a folder.
        title: what the window calls it.
        doc: what it holds, in a line.
        extra: the extra of this program that brings its libraries; empty if it needs none.
        modules: what is imported of them.
        tabular: whether tables and signals can be asked for.

    """

    name: str
    ending: str
    title: str
    doc: str
    extra: str = ""
    modules: tuple[str, ...] = ()
    tabular: bool = False

    def write(self, part: Part, path: Path, proceed: Proceed) -> None:
        """Write it where nothing is yet; errors as for ``export``."""
        import_module(f"viewer.export.to_{self.name}").write(part, path, proceed)


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


def export(part: Part, form: ExportFormat, target: Path, proceed: Proceed = always) -> None:
    """Write an export to a file or folder, all of it or nothing.

    Raises:
        ExportError: what was asked for cannot be written in this format.
        MissingExtraError: a library is not installed, or cannot be imported.
        OSError: the target cannot be written.
        RecordingError: the recording can no longer be read.
        ReadingCancelledError: ``proceed`` said no.

    """
    if (part.tables or part.signals) and not form.tabular:
        raise ExportError(f"{form.name} holds no tables: tables and signals go to csv or parquet")
    require(form.extra, form.modules, form.name)
    with replacing(target, folder=not form.ending) as partial:
        try:
            form.write(part, partial, proceed)
        except ImportError as error:  # it is there, but something that it needs itself is not
            raise MissingExtraError(f"{form.name}: {error}: {how_to_install(form.extra)}") from error
