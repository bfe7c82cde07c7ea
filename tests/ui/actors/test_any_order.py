"""The list after any order of wishes: what it shows, and what it tells those who show it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from PySide6.QtCore import Qt

from tests.ui.actors.plain_list import CAST, DELTA, FILTERS, FRAMES, NUMBER, ROWS, Wishes, scene
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.model import ActorTableModel

MOVING = ("id", "speed", "distance", "to_selected", "travelled", "state")
"""The columns that change, and the one that tells lines apart."""


class Watcher:
    """What somebody knows of a model who looks only at what it tells of."""

    def __init__(self, model: ActorTableModel) -> None:
        self.model = model
        self.read()
        model.modelReset.connect(self.read)
        model.dataChanged.connect(self.changed)

    def line(self, line: int) -> dict[str, str | None]:
        return {name: self.model.index(line, self.model.column_index[name]).data() for name in MOVING}

    def read(self) -> None:
        self.cells = [self.line(line) for line in range(self.model.rowCount())]

    def changed(self, first, last) -> None:
        for line in range(first.row(), last.row() + 1):
            for name, text in self.line(line).items():
                if first.column() <= self.model.column_index[name] <= last.column():
                    self.cells[line][name] = text


class Someone:
    """Asks for this and that, and looks each time whether that is what there is."""

    def __init__(self, index: RecordingIndex, seed: int) -> None:
        self.index, self.random = index, Random(seed)
        self.model, self.asked = ActorTableModel(), Wishes()
        self.model.set_recording(index)
        self.model.set_world(world_at(index, 0.0))
        self.watcher = Watcher(self.model)

    def somebody(self) -> int:
        return self.random.choice(ROWS)

    def filter(self):
        self.asked.filter = self.random.choice(FILTERS)
        self.asked.folded_in_filter.clear()
        self.model.filter_actors(ActorFilter(self.asked.filter))

    def look_in_another_way(self):
        self.asked.living = self.random.random() < 0.3
        self.model.set_living(self.asked.living)

    def sort(self):
        column = self.random.choice((None, *self.model.column_index, *MOVING))
        order = self.random.choice((*Qt.SortOrder,))
        self.model.sort(self.model.column_index.get(column, -1), order)
        self.asked.sort = None if column is None else (column, order == Qt.SortOrder.DescendingOrder)
        self.asked.put_in_order()

    def sort_again(self):
        self.asked.put_in_order()
        self.model.sort_again()

    def choose_hero(self):
        hero = self.random.choice((None, self.somebody()))
        if hero != self.asked.hero:
            self.asked.hero = hero
            self.asked.put_in_order()
        self.model.set_hero(hero)

    def select(self):
        self.asked.selected = self.random.choice([None, *ROWS])
        self.model.set_selected([self.asked.selected] if self.asked.selected is not None else [])

    def pin(self):
        self.asked.pinned = tuple({self.somebody() for _ in range(self.random.randrange(4))})
        self.model.set_pinned(self.asked.pinned)

    def read_more(self):
        self.asked.put_in_order()
        self.model.set_recording(self.index)

    def learn_ways(self):
        self.asked.ways = self.random.choice((None, [self.random.randrange(9) / 2 for _ in ROWS]))
        if self.asked.sort and self.asked.sort[0] == "travelled":
            self.asked.put_in_order()
        self.model.set_travelled(None if self.asked.ways is None else np.array(self.asked.ways))

    def go_on(self):
        before, self.asked.frame = self.shown(), self.random.randrange(FRAMES)
        other = self.model.set_world(world_at(self.index, self.asked.frame * DELTA))
        assert other or self.shown() == before

    def fold(self):
        group = self.random.choice([of for of in self.asked.lines() if isinstance(of, str)] or [None])
        if group is not None:
            self.asked.turn(group)
            self.model.toggle(~NUMBER[group])

    def reveal(self):
        row = self.somebody()
        line = self.model.unfold_to(row)
        assert (line is not None) == self.asked.passes(row)
        if line is not None:
            assert self.model.row_at(line) == row
            group = self.asked.group(row)
            if group is not None and not self.asked.open(group):
                self.asked.turn(group)

    def ask(self, wishes: int) -> None:
        often = [self.fold, self.reveal, self.go_on, self.filter]
        kinds = [*often, *often, self.look_in_another_way, self.sort, self.sort_again]
        kinds += [self.choose_hero, self.select, self.pin, self.read_more, self.learn_ways]
        for _ in range(wishes):
            self.random.choice(kinds)()
            self.look()
        for row in ROWS:
            texts = {name: self.model.text(row, name) for name in self.model.column_index}
            assert texts == self.asked.cells(row)

    def shown(self) -> list[int]:
        return self.model.shown.tolist()

    def look(self) -> None:
        asked, lines = self.asked, self.asked.lines()
        assert self.shown() == [NUMBER.get(of, of) for of in lines]
        for known, of in zip(self.watcher.cells, lines, strict=True):
            cells = {"id": asked.title(of)} if isinstance(of, str) else asked.cells(of)
            assert known == {name: cells.get(name) for name in MOVING}
            assert not isinstance(of, str) or self.model.is_open(~NUMBER[of]) == asked.open(of)
        found = [row for row in asked.order if asked.passes(row)]
        assert (self.model.found, self.model.found_rows) == (len(found), tuple(found))
        assert self.model.alive == sum(map(asked.alive, ROWS))


@pytest.fixture(scope="module")
def cast(tmp_path_factory):
    index = scene().index(tmp_path_factory.mktemp("cast") / "cast.log")
    assert index.actors.actor_id.tolist() == [life.id for life in CAST]
    return index


@pytest.mark.parametrize("seed", range(6))
def test_after_any_order_of_wishes_it_shows_what_was_asked_for(qapp, cast, seed):
    Someone(cast, seed).ask(100)


def test_who_is_selected_has_the_same_colour_whether_hero_or_selection_is_told_first(qapp, cast):
    def picture(*tell):
        model = ActorTableModel()
        model.set_recording(cast)
        for each in tell:
            each(model)
        index = model.index(model.line_of(hero), model.column_index["id"])
        return index.data(Qt.ItemDataRole.DecorationRole).pixmap(16).toImage()

    hero = next(row for row in ROWS if cast.actors.category[row] in MOVERS)
    told = (lambda model: model.set_hero(hero)), (lambda model: model.set_selected([hero]))

    assert picture(*told) == picture(*reversed(told)) != picture(told[1])
