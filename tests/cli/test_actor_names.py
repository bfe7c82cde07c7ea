"""An actor is ``ID``, ``hero`` or ``role=NAME`` in every option, with one wording of errors."""

from __future__ import annotations

import json
import shlex

import pytest

from tests.scenes import Scene, actor, pose
from viewer.cli import main
from viewer.cli.terminal import Status

EGO, CAR, OTHER_CAR, AGAIN = 1, 2, 3, 4
FRAMES = 12


@pytest.fixture
def recording(tmp_path):
    """An ego that goes and comes back with another id, two of one role, and an id that is used again."""
    scene = Scene()
    lives = {
        (EGO, "ego_vehicle"): range(5),
        (9, "ego_vehicle"): range(7, FRAMES),
        (CAR, "npc"): range(FRAMES),
        (OTHER_CAR, "npc"): range(FRAMES),
        (AGAIN, "first"): range(4),
        (AGAIN, "second"): range(6, FRAMES),
    }
    for k in range(FRAMES):
        scene.frame(
            0.1,
            add=[
                actor(each, "vehicle.tesla.model3", (9.0 * each, 0.0, 0.0), role_name=role)
                for (each, role), life in lives.items()
                if k == life.start
            ],
            remove=[each for (each, _), life in lives.items() if k == life.stop],
            poses=[pose(each, (9.0 * each, 0.5 * k, 0.0)) for (each, _), life in lives.items() if k in life],
        )
    return scene.save(tmp_path / "roles.log")


ONE = [
    "render {file} -o {out}.png --size 64x64 --select {who}",
    "render {file} -o {out}.png --size 64x64 --center {who}",
    "clip {file} -o {out} --size 64x64 --range 0 0.1 --fps 10 --follow {who}",
    "clip {file} -o {out} --size 64x64 --range 0 0.1 --fps 10 --center {who}",
    "cut {file} -o {out}.log --as-hero {who}",
    "replay-file {file} --follow {who}",
]
MANY = [
    "export {file} --to csv -o {out}.csv --actors {who}",
    "cut {file} -o {out}.log --only {who}",
    "cut {file} -o {out}.log --without {who}",
]
NOBODY = {
    "7": "there is no actor 7",
    "role=nobody": "there is no actor with the role_name nobody",
    "ego": "no",
    "role=": "no",
    str(1 << 32): "no",
}
SEVERAL = "there are 2 actors with the role_name npc: give the id of one (2, 3)"


def ask(command, recording, out, who):
    words = command.format(file=recording, out=out, who=who)
    return main(shlex.split(words))


@pytest.mark.parametrize("command", ONE + MANY)
def test_a_name_is_taken_everywhere(command, recording, tmp_path, capsys):
    for who in ("role=ego_vehicle",) if "--size" in command else ("1", "hero", "role=ego_vehicle"):
        status = ask(command, recording, tmp_path / who, who)
        assert status == Status.FINE, capsys.readouterr().err


@pytest.mark.parametrize("command", ONE + MANY)
def test_nobody_of_the_name_is_one_sentence(command, recording, tmp_path, capsys):
    wrong = NOBODY if command in MANY else NOBODY | {"role=npc": SEVERAL}
    for who, sentence in wrong.items():
        assert ask(command, recording, tmp_path / "out", who) == Status.WRONG_USAGE
        assert sentence in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == [recording.name]


@pytest.mark.parametrize(
    ("who", "ids"),
    [("role=npc", {2, 3}), ("hero", {1, 9}), ("role=ego_vehicle,4", {1, 4, 9}), ("4,hero,4", {1, 4, 9})],
)
def test_several_names_are_everybody_of_them(recording, tmp_path, who, ids):
    assert ask(MANY[0], recording, tmp_path / "out", who) == Status.FINE
    rows = (tmp_path / "out.csv").read_text().splitlines()
    place = rows[0].split(",").index("actor_id")
    assert {int(row.split(",")[place]) for row in rows[1:]} == ids


@pytest.mark.parametrize(
    ("at", "who", "actor_id"),
    [
        ("0.1", "hero", 1),
        ("0.6", "hero", 1),
        ("0.9", "hero", 9),
        ("0.9", "role=ego_vehicle", 9),
        ("1", "1", 1),
    ],
)
def test_of_several_lives_it_is_the_one_at_that_time(recording, tmp_path, capsys, at, who, actor_id):
    words = ["replay-file", str(recording), "--follow", who, "--at", at]
    assert main(words) == Status.FINE
    assert capsys.readouterr().out.rstrip().endswith(f", {actor_id})")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--for", "7"], "there is no actor 7"),
        (["--for", "role=nobody"], "there is no actor with the role_name nobody"),
        (["--hero", "role=npc"], SEVERAL),
        (["--for", "hero", "--hero", "role=npc"], SEVERAL),
        (["--for", "role=npc"], ""),
        (["--for", "role=ego_vehicle"], ""),
        (["--for", "hero"], ""),
        (["--hero", "4"], ""),
    ],
)
def test_events_say_why_nobody_is_judged(recording, capsys, words, reason):
    main(["events", str(recording), "--json", "--kind", "teleport", *words])
    found = capsys.readouterr()
    assert ([each["reason"] for each in json.loads(found.out)[0]["not_judged"]] or [""]) == [reason]
