"""Props by their kind: the names are those of CARLA's blueprints and meshes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.scenes import Scene, actor, pose
from viewer.ui.map.geometry.prop_shapes import PropKind, body, inside, prop_kinds

GARDEN = "/Game/Carla/Static/Dynamic/Garden/"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("static.prop.trafficcone01", PropKind.CONE),
        ("static.prop.constructioncone", PropKind.CONE),
        ("static.prop.streetbarrier", PropKind.BARRIER),
        ("static.prop.chainbarrierend", PropKind.BARRIER),
        ("static.prop.bench02", PropKind.SEAT),
        ("static.prop.trashcan04", PropKind.ROUND),
        ("static.prop.bin", PropKind.ROUND),
        ("static.prop.plantpot08", PropKind.ROUND),
        ("static.prop.creasedbox02", PropKind.BOX),
        ("static.prop.container", PropKind.BOX),
        ("static.prop.trafficwarning", PropKind.SIGN),
        ("static.prop.warningconstruction", PropKind.SIGN),
        ("static.prop.dirtdebris01", PropKind.LITTER),
        ("static.prop.trashbag", PropKind.LITTER),
        ("static.prop.gnome", PropKind.UNKNOWN),
        ("static.prop", PropKind.UNKNOWN),
        ("vehicle.carlamotors.boxcart", PropKind.UNKNOWN),
    ],
)
def test_the_blueprint_tells_the_kind(tmp_path, name, kind):
    index = Scene().frame(add=[actor(1, name)], poses=[pose(1, (0, 0, 0))]).index(tmp_path / "a.log")
    assert prop_kinds(index.actors).tolist() == [kind]


def test_of_a_mesh_its_name_tells_it_not_the_folder(tmp_path):
    paths = [f"{GARDEN}SM_{name}.SM_{name}" for name in ("PlasticChair", "PlasticTable", "ConstructionCone")]
    added = [actor(id_, "static.prop.mesh", mesh_path=path) for id_, path in enumerate(paths, 1)]
    index = Scene().frame(add=added, poses=[pose(1, (0, 0, 0))]).index(tmp_path / "a.log")
    assert prop_kinds(index.actors).tolist() == [PropKind.SEAT, PropKind.ROUND, PropKind.CONE]


@pytest.mark.parametrize("kind", PropKind)
def test_a_prop_is_as_large_as_its_box_and_nothing_of_it_is_beyond(kind):
    place = np.array([[100.0, 50.0]]), np.zeros(1), np.array([[30.0, 10.0]])
    (outline,) = body(kind, *place)
    assert np.ptp(outline, axis=0) == pytest.approx((60.0, 20.0), rel=0.1)
    for (line,) in inside(kind, *place):
        assert (line >= outline.min(axis=0) - 1e-9).all()
        assert (line <= outline.max(axis=0) + 1e-9).all()
