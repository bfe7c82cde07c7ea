"""The line of Python that shows a moment in the simulator."""

from __future__ import annotations

import ast
from pathlib import PurePosixPath, PureWindowsPath

import pytest

from viewer.replay.time.server_call import LEAD, ServerFolder, replay_call, server_path

FOLDERS = [ServerFolder("/data", "/srv/carla"), ServerFolder("/data/deep", "D:\\recordings\\")]


@pytest.mark.parametrize(
    ("path", "there"),
    [
        (PurePosixPath("/data/a.log"), "/srv/carla/a.log"),
        (PurePosixPath("/data/deep/b/a.log"), "D:\\recordings\\b\\a.log"),
        (PurePosixPath("/database/a.log"), "/database/a.log"),
        (PureWindowsPath("C:\\a.log"), "C:\\a.log"),
    ],
)
def test_a_path_is_that_of_the_longest_folder(path, there):
    assert server_path(path, FOLDERS) == there


@pytest.mark.parametrize(
    ("elapsed", "actor_id", "arguments"),
    [(8.47, 2763, (6.47, 0.0, 2763)), (1.0, None, (0.0, 0.0, 0))],
)
def test_the_call_is_python_and_begins_two_seconds_before(elapsed, actor_id, arguments):
    path = "C:\\with 'quotes'\\a.log"
    call = ast.parse(replay_call(path, elapsed - LEAD, None, actor_id), mode="eval").body
    assert ast.unparse(call.func) == "client.replay_file"
    assert tuple(ast.literal_eval(each) for each in call.args) == (path, *arguments)
