"""Running the script of a metric written for ScenarioRunner, unchanged."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from io import BytesIO
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from viewer.installation import how_to_add
from viewer.metrics.carla_types import carla_package
from viewer.metrics.log import MetricsLog
from viewer.recording.actor_name import ActorNotFoundError

_METRIC = "srunner.metrics.examples.basic_metric"
_LOG = "srunner.metrics.tools.metrics_log"
_BASE = "BasicMetric"


class MetricError(Exception):
    """Error for a metric that cannot be run; the message is a sentence without a full stop.

    ``trace`` is the traceback within the script, line by line; empty if the script did not fail.
    """

    def __init__(self, what: str, trace: str = "") -> None:
        """Store ``what`` as the message of the error, and ``trace``, the traceback to print."""
        self.trace = trace
        super().__init__(what)


def run_metric(
    script: Path,
    log: MetricsLog,
    town_map: Any = None,  # noqa: ANN401 - carla has no annotations
    criteria: Any = None,  # noqa: ANN401 - any JSON
    *,
    pictures: Path,
    name: str,
) -> list[Path]:
    """Run the metric in a script, and return the pictures that it wanted to show, saved as files.

    Args:
        script: Python file with a class derived from ScenarioRunner's ``BasicMetric``.
        log: the recording.
        town_map: a ``carla.Map``, or None.
        criteria: content of ScenarioRunner's file of criteria, or None.
        pictures: folder for the pictures.
        name: beginning of the names of the pictures.

    Raises:
        MetricError: the script cannot be read, has no metric, or fails.
    """
    with saved_figures(pictures, name) as written, script_modules(script):
        try:
            _metric_of(_load(script))(town_map, log, criteria)
        except MetricError:
            raise
        except SystemExit as ended:
            if ended.code not in (None, 0):
                raise MetricError(f"{script.name} ends with exit status {ended.code}") from ended
        except ModuleNotFoundError as error:
            advice = f"{how_to_add(['PACKAGE'])} (the package that has it), or name its folder in PYTHONPATH"
            raise MetricError(
                f"{script.name} needs {error.name}, which is not installed: {advice}"
            ) from error
        except ActorNotFoundError as error:
            raise MetricError(f"{script.name}{_script_line(script, error)[0]}: {error}") from error
        except Exception as error:
            line, trace = _script_line(script, error)
            raise MetricError(f"{script.name}{line}: {type(error).__name__}: {error}", trace) from error
    return written


def _load(script: Path) -> ModuleType:
    """Run the file ``script`` as a module, and return it; raise MetricError if there is no such file."""
    spec = spec_from_file_location(script.stem, script)
    if spec is None or spec.loader is None or not script.is_file():
        raise MetricError(f"{script}: there is no such script, a file that ends with .py")
    module = module_from_spec(spec)
    sys.modules[script.stem] = module
    spec.loader.exec_module(module)
    return module


def _metric_of(module: ModuleType) -> type:
    """Return the class derived from BasicMetric in ``module``, a metric script.

    Of several, it is the first by name; classes of the script itself come before imported ones.
    """
    classes = [each for _, each in sorted(vars(module).items()) if isinstance(each, type)]
    metrics = [each for each in classes if any(base.__name__ == _BASE for base in each.__mro__[1:])]
    if not metrics:
        raise MetricError(f"{module.__name__}.py has no metric: a class derived from {_BASE} is expected")
    return next((each for each in metrics if each.__module__ == module.__name__), metrics[0])


def _script_line(script: Path, error: Exception) -> tuple[str, str]:
    """Return as text the line of the metric's script that raised ``error``, and the traceback from it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [at for at, each in enumerate(frames) if Path(each.filename) in (script, script.resolve())]
    if not own:
        return "", ""
    return f", line {frames[own[-1]].lineno}", "".join(traceback.format_list(frames[own[0] :]))


# -- figures


@contextmanager
def saved_figures(folder: Path, name: str) -> Iterator[list[Path]]:
    """Make ``pyplot.show`` save each figure as ``name N.png`` in ``folder``; yield the list of saved files.

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
            path = next(each for n in count(1) if not (each := folder / f"{name} {n}.png").exists())
            picture = BytesIO()
            pyplot.figure(number).savefig(picture, format="png")
            _write_new(path, picture.getvalue())
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


def _write_new(path: Path, data: bytes) -> None:
    """Write ``data`` to the new file ``path``; if that fails, delete it and raise OSError with its name."""
    try:
        path.write_bytes(data)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


# -- modules that scripts import


class BasicMetric:
    """Stand-in for ScenarioRunner's base class of metrics, if ScenarioRunner is not installed.

    A derived class does its work in ``_create_metric``, which the constructor calls.
    """

    def __init__(self, town_map: Any, log: Any, criteria: Any = None) -> None:  # noqa: ANN401 - as in ScenarioRunner
        """Create the metric and run it at once, as ScenarioRunner does: this calls ``_create_metric``.

        Args:
            town_map: a ``carla.Map``, or None.
            log: a ``MetricsLog``.
            criteria: content of ScenarioRunner's file of criteria, or None.
        """
        self._create_metric(town_map, log, criteria)

    def _create_metric(self, town_map: Any, log: Any, criteria: Any) -> None:  # noqa: ANN401 - as in ScenarioRunner
        raise NotImplementedError("a metric does its work in _create_metric, which this one does not have")


@contextmanager
def script_modules(script: Path) -> Iterator[None]:
    """Let imports in the block find modules beside a script, and CARLA's and ScenarioRunner's or stand-ins.

    These are ``carla`` and ``srunner.metrics``. The script's folder comes last on Python's path, so that no
    file in it hides a module of Python or of an installed package. After the block, path and modules are as
    before.
    """
    modules, path = dict(sys.modules), list(sys.path)
    sys.path.append(str(script.resolve().parent))
    sys.modules["carla"] = carla_package()
    try:
        is_there = find_spec(_METRIC) is not None
    except (ImportError, ValueError):  # a parent package is missing, or not a package
        is_there = False
    if not is_there:
        sys.modules.update(_scenario_runner())
    try:
        yield
    finally:
        sys.path[:] = path
        for name in [name for name, each in sys.modules.items() if modules.get(name) is not each]:
            file = getattr(sys.modules[name], "__file__", None)
            # The next script may have another module of the same name beside it.
            beside = file is not None and Path(file).parent == script.parent.resolve()
            if name in modules:
                sys.modules[name] = modules[name]
            elif name.partition(".")[0] in ("carla", "srunner") or beside:
                del sys.modules[name]


def _scenario_runner() -> dict[str, ModuleType]:
    """Return modules by name that take the place of those of ScenarioRunner that metrics import."""
    packages = ("srunner", "srunner.metrics", "srunner.metrics.examples", "srunner.metrics.tools")
    modules = {name: ModuleType(name) for name in (*packages, _METRIC, _LOG)}
    for name, module in modules.items():
        if name in packages:
            module.__path__ = []
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    vars(modules[_METRIC])["BasicMetric"] = BasicMetric
    vars(modules[_LOG])["MetricsLog"] = MetricsLog
    return modules
