"""What a tooltip calls an actor."""

from __future__ import annotations

import pytest

from viewer.recording.actors import ActorDescription
from viewer.ui.map.actor_text import absent_actor_tooltip

CHAIR = "/Game/Carla/Static/Dynamic/Garden/SM_PlasticChair.SM_PlasticChair"


@pytest.mark.parametrize(
    ("type_id", "attributes", "name"),
    [
        ("static.prop.mesh", {"mesh_path": CHAIR, "mass": "0.5"}, "PlasticChair"),
        ("static.prop.mesh", {"mesh_path": ""}, "prop mesh"),
        ("static.prop.dirtdebris01", {}, "prop dirtdebris01"),
    ],
)
def test_a_prop_is_called_by_its_blueprint_or_by_what_it_is_made_of(qapp, type_id, attributes, name):
    description = ActorDescription(type_id, 0, attributes, actor_id=59, uid=195)
    first = absent_actor_tooltip(description, 2.0, 1.0)[0]
    assert [span.text.strip() for span in first] == ["59", name]
