from __future__ import annotations

import numpy as np
import pytest

from viewer.analysis.carla_text.payloads import bones_texts
from viewer.logfile import packets
from viewer.logfile.fields import Engine
from viewer.logfile.nested import encode_nested

NONE = b" Walkers Bones: 0\n"


def encode(skeletons, engine):
    return encode_nested(packets.WALKER_BONES, skeletons, engine)


def make(walkers, bones):
    """Return skeletons whose numbers f32 holds exactly; the last walker has no bones."""
    numbers = iter((np.arange(6 * walkers * bones) / 8 - 500).tolist())

    def bone(number):
        location, rotation = (tuple(next(numbers) for _ in range(3)) for _ in range(2))
        return f"crl_{number}__C" if number else "", location, rotation

    skeletons = [(100 + walker, tuple(map(bone, range(bones)))) for walker in range(walkers)]
    return [*skeletons, (999, ())]


def plain(skeletons):
    lines = [f" Walkers Bones: {len(skeletons)}\n"]
    for actor_id, bones in skeletons:
        lines.append(f"  Id: {actor_id}\n")
        for name, *pose in bones:
            places = [", ".join(f"{number:g}" for number in each) for each in pose]
            lines.append('     Bone: "{}" relative: Loc({}) Rot({})\n'.format(name, *places))
    return "".join(lines).encode()


@pytest.mark.parametrize("engine", Engine)
def test_many_walkers_in_several_packets(engine):
    skeletons = [make(3, 67), [], make(90, 60)]
    payloads = [encode(each, engine) for each in skeletons]
    assert bones_texts(payloads, engine) == [plain(each) for each in skeletons]


def test_what_is_damaged_does_not_disturb_the_others():
    whole = encode(make(2, 3), Engine.UE4)
    assert bones_texts([whole, whole[:-3], whole], Engine.UE4) == [plain(make(2, 3)), NONE, plain(make(2, 3))]


def test_a_name_with_a_control_character_ends_nothing():
    skeletons = [(7, [("a\x01\0b", (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))]), *make(1, 2)]
    found = bones_texts([encode(skeletons, Engine.UE4)], Engine.UE4)[0].decode()
    assert found.count("\n") == 1 + 3 + 3
    assert 'Bone: "ab" relative' in found
