"""The list after any order of wishes: what it shows, and what it tells those who show it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from tests.ui.actors.plain_list import CAST, DELTA, FAMILY, FILTERS, FRAMES, NUMBER, ROWS, Wishes, scene
from viewer.recording.index import RecordingIndex
from viewer.replay.world.world import world_at
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.listing import Column
from viewer.ui.actors.model import STEP, ActorTableModel

MOVING = (
    Column.ID, Column.SPEED, Column.DISTANCE, Column.TO_SELECTED, Column.TRAVELLED, Column.STATE
)  # fmt: skip
"""The columns that change, and the one that tells lines apart."""


class Watcher:
    """What somebody knows of a model who looks only at what it tells of."""

    def __init__(self, model: ActorTableModel) -> None:
        self.model = model
        self.read()
        model.modelReset.connect(self.read)
        model.layoutChanged.connect(self.read)
        model.dataChanged.connect(self.changed)
        model.rowsInserted.connect(self.inserted)
        model.rowsRemoved.connect(self.removed)

    def line(self, line: int) -> dict[Column, str | None]:
        return {column: self.model.index(line, column).data() for column in MOVING}

    def read(self) -> None:
        self.cells = [self.line(line) for line in range(self.model.rowCount())]

    def changed(self, first, last) -> None:
        for line in range(first.row(), last.row() + 1):
            now = self.line(line).items()
            self.cells[line].update((c, text) for c, text in now if first.column() <= c <= last.column())

    def inserted(self, _parent, first, last) -> None:
        self.cells[first:first] = [self.line(line) for line in range(first, last + 1)]

    def removed(self, _parent, first, last) -> None:
        del self.cells[first : last + 1]


class Someone:
    """Asks for this and that, and looks each time whether that is what there is."""

    def __init__(self, index: RecordingIndex, seed: int) -> None:
        self.index, self.random = index, Random(seed)
        self.model, self.asked = ActorTableModel(), Wishes()
        self.model.set_recording(index)
        self.model.set_world(world_at(index, 0.0))
        self.watcher = Watcher(self.model)
        self.pointer, self.at = QPersistentModelIndex(), None

    def somebody(self) -> int:
        return self.random.choice(self.random.choice((ROWS, FAMILY)))

    def filter(self):
        self.asked.filter = self.random.choice(FILTERS)
        self.asked.folded_in_filter.clear()
        self.model.set_filter(ActorFilter(self.asked.filter))

    def look_in_another_way(self):
        self.asked.living, self.asked.tree = self.random.random() < 0.3, self.random.random() < 0.7
        self.model.set_living(self.asked.living)
        self.model.set_tree(self.asked.tree)

    def have_room(self):
        self.asked.room = self.random.randrange(50)
        self.model.set_room(self.asked.room)

    def sort(self):
        column, descending = self.random.choice((None, *Column, *MOVING)), self.random.random() < 0.5
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.model.sort(-1 if column is None else column, order)
        sort = None if column is None else (column, descending)
        if self.asked.sort != sort:
            self.asked.sort = sort
            self.asked.put_in_order()

    def sort_again(self):
        self.asked.put_in_order()
        self.model.sort_again()

    def choose_hero(self):
        hero = self.random.choice((None, self.somebody()))
        if hero != self.asked.hero:
            self.asked.hero = hero
            self.asked.unfolded |= {hero} - {None}
            self.asked.put_in_order()
        self.model.set_hero(hero)

    def select(self):
        self.asked.selected = self.random.choice([None, *ROWS])
        self.model.set_selected(self.asked.selected)

    def pin(self):
        self.asked.pinned = tuple({self.somebody() for _ in range(self.random.randrange(4))})
        self.model.set_pinned(self.asked.pinned)

    def read_more(self):
        self.asked.put_in_order()
        self.model.set_recording(self.index)

    def learn_ways(self):
        self.asked.ways = self.random.choice((None, [self.random.randrange(9) / 2 for _ in ROWS]))
        if self.asked.sort and self.asked.sort[0] is Column.TRAVELLED:
            self.asked.put_in_order()
        self.model.set_travelled(None if self.asked.ways is None else np.array(self.asked.ways))

    def go_on(self):
        before, self.asked.frame = self.shown(), self.random.randrange(FRAMES)
        other = self.model.set_world(world_at(self.index, self.asked.frame * DELTA))
        assert other or self.shown() == before

    def fold(self):
        of = self.random.choice([of for of, _, folds in self.asked.lines() if folds] or [None])
        if of is not None:
            self.asked.turn(of)
            self.model.toggle(NUMBER.get(of, of))

    def reveal(self):
        row = self.somebody()
        line = self.model.reveal(row)
        assert (line is not None) == self.asked.passes(row)
        if line is not None:
            assert self.model.lines.row_at(line) == row
            for of in (*self.asked.above(row), self.asked.group(row)):
                if of is not None and not self.asked.open(of):
                    self.asked.turn(of)

    def point(self):
        lines = self.asked.lines()
        if lines:
            line = self.random.randrange(len(lines))
            self.at = lines[line][0]
            self.pointer = QPersistentModelIndex(self.model.index(line, Column.STATE))

    def ask(self, wishes: int) -> None:
        often = [self.fold, self.reveal, self.go_on, self.filter]
        kinds = [*often, *often, self.look_in_another_way, self.have_room, self.sort, self.sort_again]
        kinds += [self.choose_hero, self.select, self.pin, self.point, self.read_more, self.learn_ways]
        for _ in range(wishes):
            self.random.choice(kinds)()
            self.look()
        for row in ROWS:
            assert {column: self.model.text(row, column) for column in Column} == self.asked.cells(row)

    def shown(self) -> list[int]:
        return self.model.lines.numbers.tolist()

    def look(self) -> None:
        asked, lines = self.asked, self.asked.lines()
        assert self.shown() == [NUMBER.get(of, of) for of, *_ in lines]
        for known, (of, *_) in zip(self.watcher.cells, lines, strict=True):
            cells = {Column.ID: asked.title(of)} if isinstance(of, str) else asked.cells(of)
            assert known == {column: cells.get(column) for column in MOVING}
        a_tree = any(folds and isinstance(of, int) for of, _, folds in lines)
        for line, (of, depth, folds) in enumerate(lines):
            assert self.model.lines.is_foldable(line) == folds
            assert not folds or self.model.is_open(NUMBER.get(of, of)) == asked.open(of)
            assert self.model.indent_of(line) == (STEP * (depth + 1) if a_tree else 0)
        found = [row for row in asked.order if asked.passes(row)]
        assert (self.model.found, self.model.found_rows) == (len(found), tuple(found))
        assert self.model.alive == sum(map(asked.alive, ROWS))
        assert not self.pointer.isValid() or self.shown()[self.pointer.row()] == NUMBER.get(self.at, self.at)


@pytest.fixture(scope="module")
def cast(tmp_path_factory):
    index = scene().index(tmp_path_factory.mktemp("cast") / "cast.log")
    assert index.actors.actor_id.tolist() == [life.id for life in CAST]
    return index


@pytest.mark.parametrize("seed", range(6))
def test_after_any_order_of_wishes_it_shows_what_was_asked_for(qapp, cast, seed):
    Someone(cast, seed).ask(100)
