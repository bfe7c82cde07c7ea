"""What a key and a turn of the wheel cost on the page of very many recordings, against a list of Qt."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

import numpy as np
from PySide6.QtCore import QSortFilterProxyModel
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTableView

from tests.benchmarks.measure import Context, interleave
from tests.benchmarks.report import Row, timed
from tests.benchmarks.windows import delete
from viewer.analysis.kinds import KINDS
from viewer.library.columns import Columns, add_row, empty
from viewer.library.library import Library, Progress
from viewer.ui.app import make_application
from viewer.ui.library.page import LibraryPage
from viewer.ui.library.table import ROW

_RECORDINGS = 10_000
_ROWS = 15
"""Rows that a turn of the wheel goes on."""


class _Made(Library):
    """A library whose tables are made up."""

    def __init__(self, count: int, context: Context) -> None:
        super().__init__((), kept_in=context.scratch / "none")
        self._tables = {table: empty(table) for table in ("recordings", "events", "files")}
        rng, kinds = np.random.default_rng(1), list(KINDS)
        for number in range(count):
            name = f"RouteScenario_{number}_rep0.log"
            row = {
                "path": f"/runs/{name}", "name": name, "map": f"Town{number % 7:02}", "length": rng.random(),
                "collisions": int(rng.integers(3)), "worst": kinds[number % len(kinds)], "worst_at": 3.0,
                "not_judged": ["red_light: there is no road map"],
            }  # fmt: skip
            add_row(self._tables["recordings"], row)
            way = np.cumsum(rng.normal(size=128)).tolist()
            add_row(self._tables["files"], {"path": row["path"], "way": way})

    def refresh(self, progress: Callable[[Progress], bool] = lambda _: True, **_: object) -> None:
        progress(Progress(0, 0, 1.0, None))

    def columns(self, table: str) -> Columns:
        return self._tables[table]

    def kinds(self) -> dict[str, dict[str, int]]:
        paths = self._tables["recordings"]["path"]
        return {kind: dict.fromkeys(paths[at :: len(KINDS)], 1) for at, kind in enumerate(KINDS)}


def measure_library_page(context: Context) -> Iterator[Row]:
    """A key in the field, and a page of rows: each is to be seen within three frames of 16 ms."""
    app, count = make_application(), context.scaled(_RECORDINGS)
    page = LibraryPage(_Made(count, context), lambda *_: None)
    page.resize(1280, 720)
    page.show()
    while page.busy:
        app.processEvents()
    stock, proxy = QTableView(), QSortFilterProxyModel()
    proxy.setSourceModel(_texts(page))
    proxy.setFilterKeyColumn(-1)
    stock.setModel(proxy)
    stock.verticalHeader().setDefaultSectionSize(ROW)
    stock.resize(page.view.size())
    stock.show()
    app.processEvents()

    def typing(take: Callable[[str], None]) -> Callable[[], None]:
        texts = itertools.cycle(("Route", "RouteS", "_77", "Town03"))
        return lambda: (take(next(texts)), app.processEvents())  # type: ignore[return-value]

    def scrolling(view: QTableView) -> Callable[[], None]:
        places = itertools.cycle(range(0, count // 2, _ROWS))
        return lambda: (view.verticalScrollBar().setValue(next(places)), app.processEvents())  # type: ignore[return-value]

    tasks = {
        "filtered": (typing(page.field.setText), typing(proxy.setFilterFixedString)),
        "scrolled": (scrolling(page.view), scrolling(stock)),
    }
    for name, (ours, theirs) in tasks.items():
        page.field.clear()
        proxy.setFilterFixedString("")
        samples = interleave({"ours": ours, "stock": theirs}, 4 * context.rounds, time.process_time)
        what = f"The page of {count:,} recordings, {name}"
        yield timed(what, samples["ours"], "a proxy model of Qt, texts alone", samples["stock"])
    page.shut_down()
    for widget in (page, stock):
        delete(widget)


def _texts(page: LibraryPage) -> QStandardItemModel:
    """Return what the page says as items of Qt."""
    model, made = page.model, QStandardItemModel()
    for row in range(model.rowCount()):
        cells = (model.index(row, column).data() for column in range(model.columnCount()))
        made.appendRow([QStandardItem(text) for text in cells])
    return made
