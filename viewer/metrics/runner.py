"""Running the script of a metric that was written for ScenarioRunner, unchanged."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from viewer.metrics.importing import script_modules
from viewer.metrics.log import MetricsLog

_BASE = "BasicMetric"


class MetricError(Exception):
    """A metric cannot be run; the message is a sentence without its full stop.

    ``trace`` is where in the script it failed, line by line, empty if it did not.
    """

    def __init__(self, what: str, trace: str = "") -> None:
        """Say what is wrong."""
        self.trace = trace
        super().__init__(what)


def run_metric(
    script: Path,
    log: MetricsLog,
    town_map: Any = None,  # noqa: ANN401 - a class of a package without types
    criteria: Any = None,  # noqa: ANN401 - whatever JSON holds
    *,
    pictures: Path,
    name: str,
) -> list[Path]:
    """Make the metric of a script, which does its work; return the pictures that it wanted to show.

    Args:
        script: a module with a class derived from ScenarioRunner's ``BasicMetric``.
        log: what the metric asks.
        town_map: a ``carla.Map``, or None.
        criteria: what the file of criteria holds, or None.
        pictures: folder for the pictures.
        name: what their names begin with.

    Raises:
        MetricError: the script cannot be read, has no metric, or fails.

    """
    with script_modules(script), saved_figures(pictures, name) as written:
        try:
            _metric_of(_load(script))(town_map, log, criteria)
        except MetricError:
            raise
        except SystemExit as ended:
            if ended.code not in (None, 0):
                raise MetricError(f"{script.name} ends with exit status {ended.code}") from ended
        except ModuleNotFoundError as error:
            advice = "pip install it, or name its folder in PYTHONPATH"
            raise MetricError(
                f"{script.name} needs {error.name}, which is not installed: {advice}"
            ) from error
        except Exception as error:
            what = f"{script.name}{_line(script, error)}: {type(error).__name__}: {error}"
            raise MetricError(what, _trace(script, error)) from error
    return written


def _load(script: Path) -> ModuleType:
    spec = spec_from_file_location(script.stem, script)
    if spec is None or spec.loader is None or not script.is_file():
        raise MetricError(f"{script}: there is no such script, a file that ends with .py")
    module = module_from_spec(spec)
    sys.modules[script.stem] = module
    spec.loader.exec_module(module)
    return module


def _metric_of(module: ModuleType) -> type:
    """Return the first class by name that is derived from BasicMetric, if possible the script's own."""
    classes = [each for _, each in sorted(vars(module).items()) if isinstance(each, type)]
    metrics = [each for each in classes if any(base.__name__ == _BASE for base in each.__mro__[1:])]
    if not metrics:
        raise MetricError(f"{module.__name__}.py has no metric: a class derived from {_BASE} is expected")
    return next((each for each in metrics if each.__module__ == module.__name__), metrics[0])


def _line(script: Path, error: Exception) -> str:
    """Return where in the script it failed."""
    lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if _is(each.filename, script)]
    return f", line {lines[-1]}" if lines else ""


def _trace(script: Path, error: Exception) -> str:
    """Return the way from the script to what failed."""
    frames = traceback.extract_tb(error.__traceback__)
    start = next((at for at, each in enumerate(frames) if _is(each.filename, script)), len(frames))
    return "".join(traceback.format_list(frames[start:]))


def _is(filename: str, script: Path) -> bool:
    return Path(filename) == script or Path(filename) == script.resolve()


# -- figures


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
