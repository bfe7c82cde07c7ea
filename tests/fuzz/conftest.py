from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from tests.fuzz.corpus import small_recordings
from tests.fuzz.trial import Figures, Trials

_FIGURES = pytest.StashKey[Figures]()


@pytest.fixture(scope="session")
def trials(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """What tries damaged recordings, and counts what comes of it."""
    trials = Trials(tmp_path_factory.mktemp("fuzz"), small_recordings())
    request.config.stash[_FIGURES] = trials.figures
    return trials


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the figures to the process that prints, if this is one of several that test."""
    figures = session.config.stash.get(_FIGURES, None)
    if figures is not None and hasattr(session.config, "workeroutput"):
        session.config.workeroutput["fuzz"] = asdict(figures)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the figures of a process that has ended to those of the others."""
    sent = getattr(node, "workeroutput", {}).get("fuzz")
    if sent is not None:
        figures = node.config.stash.setdefault(_FIGURES, Figures())
        figures.add(Figures(**{name: tuple(v) if isinstance(v, list) else v for name, v in sent.items()}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the figures of the fuzz test, if it has run."""
    figures = config.stash.get(_FIGURES, None)
    if figures is not None and figures.cases:
        terminalreporter.section("damaged recordings")
        for line in figures.lines():
            terminalreporter.line(line)
