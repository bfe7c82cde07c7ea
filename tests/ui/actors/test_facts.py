"""Columns of texts: numbered, sorted, extended."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.scenes import HERO, street
from viewer.logfile.source import LogFile
from viewer.recording.actors import ActorTable
from viewer.recording.build.builder import build_index
from viewer.ui.actors.facts import ActorFacts, TextColumn

TEXTS = st.lists(st.none() | st.sampled_from(["", "a", "b", "B", "c"]) | st.text(max_size=3))


@given(TEXTS, TEXTS)
def test_a_column_holds_what_it_was_given(first, second):
    column = TextColumn(first)
    column.extend(second)
    assert [column[row] for row in range(len(column))] == first + second


@given(TEXTS)
def test_only_texts_that_pass_are_found(texts):
    found = TextColumn(texts).where(lambda text: "a" in text)
    assert found.tolist() == [text is not None and "a" in text for text in texts]


@given(TEXTS)
def test_ranks_sort_like_the_texts_and_leave_out_the_empty_ones(texts):
    ranks = TextColumn(texts).ranks()
    order = [texts[row] for row in np.argsort(ranks, kind="stable") if not np.isnan(ranks[row])]
    assert [text.casefold() for text in order] == sorted(text.casefold() for text in texts if text)


def test_a_growing_table_is_taken_in_piece_by_piece(tmp_path):
    views = list(build_index(LogFile(street().save(tmp_path / "street.log"))))
    whole = views[-1].actors
    facts, half = ActorFacts(), _first(whole, 4)
    facts.extend(half)
    assert facts.attribute("color").distinct == ("10,20,30", None)
    facts.extend(whole)
    assert [facts.ids[row] for row in range(len(facts))] == [str(i) for i in whole.actor_id]
    assert facts.ids[0] == str(HERO)
    assert facts.short_blueprints[0] == "lincoln mkz2017"
    assert len(facts.attribute("number_of_wheels")) == len(whole)


def _first(table: ActorTable, count: int) -> ActorTable:
    columns = {name: getattr(table, name)[:count] for name in ActorTable.__dataclass_fields__}
    return ActorTable(**columns)
