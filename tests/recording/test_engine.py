"""Which engine wrote a file is told by its first packets."""

from __future__ import annotations

import pytest

from tests.scenes import Scene, actor, pose, read, street
from viewer.logfile import packets
from viewer.logfile.fields import Engine

each_engine = pytest.mark.parametrize("engine", Engine, ids=lambda engine: engine.value)


@each_engine
def test_by_the_actors(scratch, engine):
    index = street(engine=engine).index(scratch)
    assert index.engine is engine
    assert index.problems == ()
    assert len(index.actors) == 10


@each_engine
@pytest.mark.parametrize("count", [1, 7, 13, 100])
def test_by_positions(scratch, engine, count):
    """7 records of 52 bytes are as long as 13 of 28: only the count tells."""
    index = Scene(engine).frame().frame(poses=[pose(k, (1, 2, 3)) for k in range(count)]).index(scratch)
    assert index.engine is engine
    assert index.read_frame(1).records(packets.POSITION)["location"][:, 2].tolist() == [300.0] * count


@each_engine
def test_by_actors_that_come_late(scratch, engine):
    scene = Scene(engine)
    for _ in range(30):
        scene.frame()
    assert scene.frame(add=[actor(1)]).index(scratch).engine is engine


def test_a_file_that_does_not_tell_is_of_ue4(scratch):
    assert Scene(Engine.UE5).frame().frame().index(scratch).engine is Engine.UE4
    assert Scene(Engine.UE5).index(scratch).engine is Engine.UE4


@each_engine
def test_frames_that_were_cut_do_not_tell(scratch, engine):
    data = Scene(engine).frame(add=[actor(1)]).bytes()
    for size in range(34, len(data)):
        assert len(read(data[:size], scratch).heads) == 0
