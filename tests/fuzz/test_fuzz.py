"""Whatever the bytes say: errors of ours alone, an end, memory in proportion, and what is whole is read.

``--fuzz N`` tries N damaged small recordings instead of 500, and N / 8 damaged pieces of real ones besides.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from tests.fuzz.corpus import Original, pieces, small_recordings
from tests.fuzz.trial import Case, Trials
from viewer.cli import main
from viewer.cli.terminal import Status

SMALL = {original.name: original for original in small_recordings()}
OF_REAL = 8  # so many cases of small recordings are tried for one of pieces of real ones
REAL_PIECES = 10  # of five recordings
BATCH = 200


def numbers(config: pytest.Config, share: float) -> list[range]:
    """Return which cases of a recording to try, given its share of all, in batches that do not take long."""
    wanted: str | None = config.getoption("--fuzz-case")
    if wanted is not None:
        number = int(wanted.rsplit(":", 2)[1])
        return [range(number, number + 1)]
    cases = math.ceil(config.getoption("--fuzz") * share)
    return [range(first, min(first + BATCH, cases)) for first in range(0, cases, BATCH)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "batch" in metafunc.fixturenames:
        share = 1 / (OF_REAL * REAL_PIECES) if "recording_file" in metafunc.fixturenames else 1 / len(SMALL)
        metafunc.parametrize("batch", numbers(metafunc.config, share), ids=lambda batch: str(batch.start))


@pytest.fixture(scope="session")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """What tries damaged recordings."""
    return Trials(tmp_path_factory.mktemp("fuzz"), small_recordings())


def run(trials: Trials, config: pytest.Config, original: Original, batch: range) -> None:
    wanted: str | None = config.getoption("--fuzz-case")
    name, _, seed = wanted.rsplit(":", 2) if wanted else (original.name, "", config.getoption("--fuzz-seed"))
    if name != original.name:
        pytest.skip("another case is asked for")
    for number in batch:
        trials.run(Case(original, number, seed))


@pytest.mark.parametrize("name", SMALL)
def test_a_small_recording_damaged_in_any_way(
    name: str, batch: range, trials: Trials, pytestconfig: pytest.Config
) -> None:
    run(trials, pytestconfig, SMALL[name], batch)


@pytest.mark.parametrize("place", [0, 1], ids=["beginning", "middle"])
def test_a_piece_of_a_real_recording_damaged_in_any_way(
    recording_file: Path, place: int, batch: range, trials: Trials, pytestconfig: pytest.Config
) -> None:
    run(trials, pytestconfig, pieces(recording_file)[place], batch)


@pytest.mark.parametrize("name", SMALL)
def test_check_says_of_any_file_what_it_is(name: str, tmp_path: Path, trials: Trials, capsys) -> None:
    verdicts = {Status.FINE: "fine", Status.DAMAGED: "damaged", Status.NOTHING: "nothing usable"}
    for number in range(5):
        path, target = tmp_path / "damaged.log", tmp_path / "repaired.log"
        path.write_bytes(trials.mutant_of(Case(SMALL[name], number, "check")).data)
        status = main(["check", "--json", str(path), "--repair", str(target), "--force"])
        (report,) = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
        assert report["status"] == verdicts[Status(status)]
        assert "fails on this file" not in str(report["error"])
