"""Columns of texts: numbered, sorted, extended."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import HERO, street
from viewer.ui.actors.facts import ActorFacts, TextColumn

TEXTS = st.lists(st.none() | st.sampled_from(["", "a", "b", "B", "c"]) | st.text(max_size=3))


def column_of(texts):
    """Return a column in which each text is there twice, the last one of no row."""
    return TextColumn([*texts, *texts, "more"], np.arange(len(texts)))


@given(TEXTS)
def test_a_column_holds_what_it_was_given(texts):
    column = column_of(texts)
    assert [column[row] for row in range(len(texts))] == texts


@given(TEXTS)
def test_only_texts_that_pass_are_found(texts):
    found = column_of(texts).where(lambda text: "a" in text)
    assert found.tolist() == [text is not None and "a" in text for text in texts]


@given(TEXTS)
def test_ranks_sort_like_the_texts_and_leave_out_the_empty_ones(texts):
    ranks = column_of(texts).ranks()
    order = [texts[row] for row in np.argsort(ranks, kind="stable") if not np.isnan(ranks[row])]
    assert [text.casefold() for text in order] == sorted(text.casefold() for text in texts if text)


def test_the_texts_are_those_of_the_table(tmp_path):
    actors = street().index(tmp_path / "street.log").actors
    facts = ActorFacts(actors)
    assert [facts.ids[row] for row in range(len(facts))] == [str(i) for i in actors.actor_id]
    assert facts.ids[0] == str(HERO)
    assert facts.short_blueprints[0] == "lincoln mkz2017"
    assert [facts.blueprints[row] for row in range(len(facts))] == [
        each.type_id for each in actors.descriptions
    ]
    colors = [each.attributes.get("color") for each in actors.descriptions]
    assert [facts.attribute("color")[row] for row in range(len(facts))] == colors
    assert "10,20,30" in colors
    assert len(ActorFacts()) == 0
