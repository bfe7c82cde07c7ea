"""The language of the filter field."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, LIGHT, OTHER, SIGN, SPECTATOR, WALKER
from viewer.ui.actors.filter import ActorFilter

EVERYBODY = {HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, SPECTATOR, CONE, CAMERA, LATE}


def found(text, facts, alive=None):
    alive = np.ones(len(facts), bool) if alive is None else alive
    passed = ActorFilter(text).matches(facts, alive)
    return {int(facts.ids[row]) for row in np.flatnonzero(passed)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", EVERYBODY),
        ("   ", EVERYBODY),
        # anywhere in id, blueprint, role or category
        ("tesla", {OTHER}),
        ("TESLA", {OTHER}),
        ("esl", {OTHER}),
        ("hero", {HERO}),
        ("auto", {OTHER, LATE}),
        ("10", EVERYBODY),
        ("110", {LATE}),
        ("traffic_light", {LIGHT}),
        ("prop", {CONE}),
        ("nobody", set()),
        # all terms
        ("auto tesla", {OTHER}),
        ("traffic light", {LIGHT}),
        ("hero tesla", set()),
        # wildcards cover whole words
        ("*", EVERYBODY),
        ("11?", {LATE}),
        ("1?", set()),
        ("tesla*3", {OTHER}),
        ("lincoln*", {HERO}),
        ("esl*", set()),
        ("t?", {LATE}),
        # keys
        (f"id={HERO}", {HERO}),
        ("id=1", set()),
        ("id=10?", EVERYBODY - {LATE}),
        ("type=vehicle", {HERO, OTHER, BICYCLE, LATE}),
        ("type=vehicle.audi.tt", {LATE}),
        ("type=udi", set()),
        ("role=auto", {OTHER, LATE}),
        ("ROLE=Hero", {HERO}),
        ("category=walker", {WALKER}),
        ("category=traffic", {LIGHT, SIGN}),
        # attributes
        ("number_of_wheels=2", {BICYCLE}),
        ("number_of_wheels=2.0", {BICYCLE}),
        ("number_of_wheels=", {BICYCLE}),
        ("number_of_wheels=?", {BICYCLE}),
        ("color=10,*", {HERO}),
        ("color=20", {HERO}),
        ("color=2", set()),
        ("color=nan", set()),
        ("no_such_attribute=1", set()),
        ("=tesla", set()),
        # quotes
        ('"traffic.traffic"', {LIGHT}),
        ('role="her"', {HERO}),
        ('"auto tesla"', set()),
        ('"hero', {HERO}),
        # a colon after the keys of the program
        ("role:hero", {HERO}),
        ("category:traffic", {LIGHT, SIGN}),
        ("color:20", set()),
        # not
        ("!vehicle", EVERYBODY - {HERO, OTHER, BICYCLE, LATE}),
        ("-role=hero vehicle", {OTHER, BICYCLE, LATE}),
        ("!number_of_wheels=2 bicycle", set()),
        ("!nobody", EVERYBODY),
        ("-", set()),
        ("!10?", {LATE}),
    ],
)
def test_who_is_found(text, expected, facts):
    assert found(text, facts) == expected


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
