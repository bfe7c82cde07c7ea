"""Lines of text logs beside a run stand at the frame that they were written at."""

from __future__ import annotations

import os

import pytest

from tests.analysis.drives import hero, record
from tests.run_folder.folders import Maker
from tests.run_folder.test_run_folder import NAME, way
from viewer.api import open_recording
from viewer.cancellation import ReadingCancelledError

STEPS, OFFSET = 120, 11
LEADERBOARD = "=== [Agent] -- Wallclock = 2026-11-29 01:00:00.12 -- System time = 3.1 -- Game time = {:.3f}"
LEADERBOARD_1 = "======[Agent] Wallclock_time = 2026-11-29 / 2.5 / Sim_time = {:.2f} / 0.5x"
FORMS = {
    "logging": (
        "agent.log",
        lambda s: f"2026-11-29 01:00:00,123 - planner - INFO - step {s}: ok",
        "steps of the agent",
    ),
    "json": (
        "agent.txt",
        lambda s: f'{{"level": "info", "step": {s}, "message": "at {s}"}}',
        "steps of the agent",
    ),
    "leaderboard": ("stdout.out", lambda s: LEADERBOARD.format(0.05 * (s + 1)), "time of the Leaderboard"),
    "leaderboard 1": ("o.log", lambda s: LEADERBOARD_1.format(0.05 * (s + 1)), "time of the Leaderboard"),
    "elapsed": (
        "a.log",
        lambda s: f"[{0.05 * (s + OFFSET):.3f}] ok, took 0.031 s",
        "seconds at the beginning",
    ),
    "frame": ("a.err", lambda s: f"frame={s + OFFSET + 1} ok", "numbers of frames"),
}


@pytest.fixture
def beside(tmp_path):
    """Return a function that writes logs by path, and opens a recording with the folder of its run."""
    opened = []

    def make(logs, *, folder=True):
        log = tmp_path / "records" / "RouteScenario_1711_rep0.log"
        log.parent.mkdir()
        log.write_bytes(record([hero(way)], 8.0).bytes())
        if folder:
            run = tmp_path / "eval" / NAME
            run.mkdir(parents=True)
            Maker(run, way, STEPS, OFFSET).tcp()
        for name, lines in logs.items():
            path = tmp_path / name.format(run=f"eval/{NAME}")
            path.write_bytes(
                lines if isinstance(lines, bytes) else "".join(f"{each}\n" for each in lines).encode()
            )
        opened.append(open_recording(log))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.mark.parametrize("form", FORMS)
def test_each_line_stands_at_its_frame_and_others_at_the_last_one(beside, form):
    name, write, told = FORMS[form]
    lines = ["loading", *(line for s in range(1, STEPS) for line in (write(s), f"  detail of {s}"))]
    recording = beside({f"{{run}}/{name}": lines})
    (found,) = recording.run_folder.log_lines(recording.index)
    assert told in found.sentence
    elapsed = recording.index.elapsed
    assert found[0].elapsed is None
    expected = [float(elapsed[s + OFFSET]) for s in range(1, STEPS) for _ in range(2)]
    assert [each.elapsed for each in found][1:] == pytest.approx(expected)
    assert found[2].text == "  detail of 1"
    assert found.at(float(elapsed[50 + OFFSET]) + 1e-6) == 2 * 50
    assert found.at(0.0) is None


def test_the_levels_of_lines_are_told(beside):
    lines = {
        "step 1: WARNING too near": "warning",
        "step 2: ERROR no plan": "error",
        "step 3: 0 errors, no warnings": "",
        "Traceback (most recent call last):": "error",
        "ValueError: no path": "error",
        "x.py:3: UserWarning: slow": "warning",
        '{"step": 4, "level": "critical", "message": "lost"}': "error",
    }
    recording = beside({"{run}/a.log": lines})
    (found,) = recording.run_folder.log_lines(recording.index)
    assert [each.level for each in found] == [*lines.values()]
    assert found[6].text == "lost"


UNPLACED = {
    "wall clock alone": ([f"2026-11-29 01:00:{s:02d} speed 3" for s in range(50)], "no line tells"),
    "two runs": ([f"step {s}" for _ in range(2) for s in range(90)], "begin again"),
    "no counter": ([f"step {s * 7919 % 100}" for s in range(90)], "no line tells"),
    "durations": ([f"planning took time: {0.1 * s:.3f} s" for s in range(50)], "no line tells"),
    "another clock": ([f"frame {s + 50_000}" for s in range(50)], "outside the recording"),
}


@pytest.mark.parametrize("case", UNPLACED)
def test_a_log_without_a_usable_time_is_listed_and_that_is_said(beside, case):
    lines, why = UNPLACED[case]
    recording = beside({"{run}/a.log": lines})
    (found,) = recording.run_folder.log_lines(recording.index)
    assert why in found.sentence
    assert [(each.elapsed, each.text) for each in found] == [(None, line) for line in lines]


def test_of_a_log_of_many_routes_the_lines_of_this_one_count(beside):
    lines = ["begin"]
    for route in ("1710", "1711", "1712"):
        lines += [f"\x1b[1m========= Preparing RouteScenario_{route} (repetition 0) =========\x1b[0m"]
        lines += [LEADERBOARD.format(0.05 * (s + 1)) for s in range(STEPS)]
    other = record([hero(way)], 1.0).bytes()
    logs = {
        "records/all.txt": lines,
        "records/RouteScenario_1710_rep0.log": other,
        "records/a.txt": ["step 1"] * 9,
    }
    recording = beside(logs)
    (found,) = recording.run_folder.log_lines(recording.index)
    assert found[0].text == "========= Preparing RouteScenario_1711 (repetition 0) ========="
    assert len(found) == STEPS + 1
    assert found[1].elapsed == float(recording.index.elapsed[OFFSET])


def test_without_a_folder_a_log_beside_the_recording_is_its_run(beside):
    lines = [LEADERBOARD.format(0.05 * (s + 1)) for s in range(STEPS)]
    recording = beside({"records/RouteScenario_1711_rep0.txt": lines}, folder=False)
    folder = recording.run_folder
    assert (folder.contents.layout, folder.placement.matched) == ("logs", None)
    (found,) = folder.log_lines(recording.index)
    assert "not verified" in found.sentence
    assert found[0].elapsed == float(recording.index.elapsed[10])


def test_what_is_no_text_is_said_and_the_rest_is_there(beside, tmp_path):
    run = tmp_path / "eval" / NAME
    lines = [*(f"step {s}" for s in range(1, 9)), "step 9 \xff", "a" * 300_000, "step 10"]
    logs = {
        "{run}/binary.log": b"step 1\n\0\0step 2\n",
        "{run}/empty.log": b"",
        "{run}/latin.log": "\n".join(lines).encode("latin-1"),
    }
    recording = beside(logs)
    os.mkfifo(run / "pipe.log")
    (run / "gone.log").symlink_to(run / "nowhere")
    folder = recording.run_folder
    (found,) = folder.log_lines(recording.index)
    assert [found[number].text for number in (8, len(found) - 1)] == ["step 9 \ufffd", "step 10"]
    assert max(len(each.text) for each in found) == 2000
    (run / "latin.log").write_bytes(b"")
    assert found[0].text == ""
    with pytest.raises(ReadingCancelledError):
        folder.log_lines(recording.index, lambda _: False)
