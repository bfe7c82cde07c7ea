"""What the tests are watched with: a plugin of pytest that writes which test takes how long, and passes.

Coverage follows threads of Python's alone. Here it follows those of Qt's too, once they run Python. What a
test takes is told in seconds of the processor: what else the machine does decides about no test.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import threading
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

TARGET = "TESTS_SEEN"
"""Variable that names the file: a JSON object of seconds by the id of a test; None if it did not pass."""


def _spent() -> float:
    """Return the seconds of the processor that this process and those it started have had."""
    return sum(os.times()[:4])


class _Watch:
    def __init__(self) -> None:
        self._seconds: dict[str, float | None] = {}
        self._before = 0.0

    def pytest_collection_finish(self) -> None:
        """Follow the threads of all classes that are known now."""
        self._before = _spent()
        core = sys.modules.get("PySide6.QtCore")
        classes = [] if core is None else list(core.QThread.__subclasses__())
        for each in classes:
            classes += each.__subclasses__()
            if "run" in vars(each):
                each.run = _followed(each.run)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Tell what a part of a test has cost."""
        report = yield
        now = _spent()
        report.duration, self._before = now - self._before, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what a test takes, with what is done before and after it."""
        before = self._seconds.get(report.nodeid, 0.0)
        fine = report.passed and before is not None
        self._seconds[report.nodeid] = before + report.duration if fine and before is not None else None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write it: where the tests run in several processes, the first one hears of all of them."""
        if not hasattr(session.config, "workerinput"):
            Path(os.environ[TARGET]).write_text(json.dumps(self._seconds), encoding="utf-8")


def _followed(run: Callable[[Any], None]) -> Callable[[Any], None]:
    @functools.wraps(run)
    def followed(thread: Any) -> None:  # noqa: ANN401 - whatever runs
        sys.settrace(threading.gettrace())
        try:
            run(thread)
        finally:
            sys.settrace(None)

    return followed


def pytest_configure(config: pytest.Config) -> None:
    """Watch."""
    config.pluginmanager.register(_Watch())
