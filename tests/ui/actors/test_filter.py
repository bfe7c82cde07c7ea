"""The language of the filter field."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, LIGHT, OTHER, SIGN, SPECTATOR, WALKER
from viewer.ui.actors.filter import ActorFilter

EVERYBODY = {HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, SPECTATOR, CONE, CAMERA, LATE}
VEHICLES = {HERO, OTHER, BICYCLE, LATE}


def found(text, facts, alive=None):
    alive = np.ones(len(facts), bool) if alive is None else alive
    passed = ActorFilter(text).matches(facts, alive)
    return {int(facts.ids[row]) for row in np.flatnonzero(passed)}


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # anywhere in id, blueprint, role or category
        (["tesla", "TESLA", "esl", "tesla*3", "auto tesla"], {OTHER}),
        (["hero", '"hero', 'role="her"', "ROLE=Hero", "role:hero", "lincoln*", f"id={HERO}"], {HERO}),
        (["", "   ", "10", "*", "!nobody"], EVERYBODY),
        (["auto", "role=auto"], {OTHER, LATE}),
        (["traffic_light", '"traffic.traffic"', "traffic light"], {LIGHT}),
        (["prop"], {CONE}),
        # wildcards cover whole words
        (["110", "11?", "t?", "type=vehicle.audi.tt"], {LATE}),
        (["id=10?", "!11?"], EVERYBODY - {LATE}),
        (["!10?"], {LATE}),
        # keys and attributes
        (["type=vehicle"], VEHICLES),
        (["category=walker"], {WALKER}),
        (["category=traffic", "category:traffic"], {LIGHT, SIGN}),
        ([f"number_of_wheels={value}" for value in ("2", "2.0", "", "?")], {BICYCLE}),
        (["color=10,*"], {HERO}),
        (["color=20"], {HERO}),
        # not
        (["!vehicle"], EVERYBODY - VEHICLES),
        (["-role=hero vehicle"], VEHICLES - {HERO}),
        # nobody
        (["nobody", "hero tesla", '"auto tesla"', "1?", "esl*", "id=1", "type=udi", "-"], set()),
        (["color=2", "color=nan", "color:20", "no_such_attribute=1", "=tesla"], set()),
        (["!number_of_wheels=2 bicycle"], set()),
    ],
)
def test_who_is_found(texts, expected, facts):
    assert {text: found(text, facts) for text in texts} == dict.fromkeys(texts, expected)


@pytest.mark.parametrize("typed", ["alive=no", "alive=n", "alive=false", "alive=0", "ALIVE=No"])
def test_those_who_are_not_alive(typed, facts):
    alive = np.ones(len(facts), bool)
    alive[-1] = False
    assert found(typed, facts, alive) == {LATE}
    assert found("alive=yes", facts, alive) == EVERYBODY - {LATE}
    assert found("alive=", facts, alive) == EVERYBODY
    assert found("alive=maybe", facts, alive) == set()


@given(text=st.text(max_size=12))
def test_any_text_is_understood(facts, text):
    assert found(text, facts) <= EVERYBODY


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("tesla hero", ""),  # each of them finds somebody
        ("alive=no", ""),
        ("!alive=no", ""),
        ("colour=10", "No actor has an attribute “colour”"),
        ("hero alive=maybe", "“alive” is yes or no, not “maybe”"),
        ("role=driver", "No actor has “driver” as its role"),
        ("color=nan", "No actor has “nan” as its color"),
        ("hero teslaa", "“teslaa” is in no id, blueprint, role or category"),
        ("hero !1??", "“1??” excludes all actors"),
    ],
)
def test_a_term_that_nobody_can_meet_is_named(text, hint, facts):
    assert ActorFilter(text).hint(facts) == hint
