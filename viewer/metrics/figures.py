"""Pictures of matplotlib written to files, where a script would show them in a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from pathlib import Path


@contextmanager
def saved_figures(folder: Path, name: str) -> Iterator[list[Path]]:
    """Let ``pyplot.show`` write ``name N.png`` in a folder for each figure; yield the list of what it wrote.

    No file is overwritten. Without matplotlib nothing happens.
    """
    written: list[Path] = []
    try:
        matplotlib, pyplot = import_module("matplotlib"), import_module("matplotlib.pyplot")
    except ImportError:
        yield written
        return

    def save(*_: object, **__: object) -> None:
        for number in pyplot.get_fignums():
            path = _free(folder, name)
            pyplot.figure(number).savefig(path)
            written.append(path)
        pyplot.close("all")

    backend, show = matplotlib.get_backend(), pyplot.show
    pyplot.switch_backend("Agg")  # needs no display
    pyplot.show = save  # type: ignore[attr-defined]
    try:
        yield written
    finally:
        pyplot.close("all")
        pyplot.show = show  # type: ignore[attr-defined]
        pyplot.switch_backend(backend)


def _free(folder: Path, name: str) -> Path:
    """Return the first such path at which there is nothing."""
    return next(path for number in count(1) if not (path := folder / f"{name} {number}.png").exists())
