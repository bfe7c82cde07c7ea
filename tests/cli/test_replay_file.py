"""``replay-file``: the line for the simulator."""

from __future__ import annotations

import ast

import pytest

from tests.scenes import HERO, Scene, street
from viewer.cli import main
from viewer.cli.terminal import Status


@pytest.fixture
def recording(tmp_path):
    return street(frames=100).save(tmp_path / "street.log")


def arguments(line):
    call = ast.parse(line, mode="eval").body
    assert ast.unparse(call.func) == "client.replay_file"
    return tuple(ast.literal_eval(each) for each in call.args)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ([], (0.0, 0.0, 0)),
        (["--at", "3"], (1.0, 0.0, 0)),
        (["--at", "collision:1", "--follow", "hero"], (0.0, 0.0, HERO)),
        (["--range", "1", "#61", "--follow", str(HERO)], (1.0, 2.0, HERO)),
        (["--range", "-2", "-1"], (2.95, 1.0, 0)),
        (["--range", "1", "1"], (1.0, 0.001, 0)),
    ],
)
def test_moments_and_ranges(recording, capsys, words, numbers):
    assert main(["replay-file", str(recording), *words]) == Status.FINE
    assert arguments(capsys.readouterr().out) == (str(recording), *numbers)


def test_files_of_a_folder_as_the_simulator_sees_them(recording, tmp_path, capsys):
    Scene().frame().save(tmp_path / "a.log")
    assert main(["replay-file", str(tmp_path), "--server", f"{tmp_path}=D:\\logs"]) == Status.FINE
    lines = capsys.readouterr().out.splitlines()
    assert [arguments(line)[0] for line in lines] == ["D:\\logs\\a.log", "D:\\logs\\street.log"]


def test_nobody_is_the_hero(tmp_path, capsys):
    path = Scene().frame().save(tmp_path / "a.log")
    assert main(["replay-file", str(path), "--follow", "hero"]) == Status.WRONG_USAGE
    assert "there is no hero" in capsys.readouterr().err
