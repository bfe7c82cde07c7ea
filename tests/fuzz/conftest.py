from __future__ import annotations

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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the figures of the fuzz test, if it has run."""
    figures = config.stash.get(_FIGURES, None)
    if figures is not None and figures.cases:
        terminalreporter.section("damaged recordings")
        for line in figures.lines():
            terminalreporter.line(line)
