"""Several actors side by side, shape by shape: titles over their columns, values at their right ends."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from tests.ui.drawn import drawn, shade
from viewer.replay.series.key import SeriesKey
from viewer.ui.inspector.columns import Columns, lay_out_cells
from viewer.ui.inspector.columns_head import ColumnsHead, ColumnTitle, two_lines
from viewer.ui.inspector.legend import Legend
from viewer.ui.inspector.sheet import Curve, Piece, Row, RowKind, Source, Swatch, Value
from viewer.ui.inspector.sheet_painter import SheetPainter
from viewer.ui.inspector.title import Title
from viewer.ui.inspector.values import plain, quantity
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")
TITLES = [
    ColumnTitle("101", "tesla model3", THEME.hero, pinned=True),
    ColumnTitle("102", "carlamotors carlacola", THEME.vehicle, pinned=False),
    ColumnTitle("103", "bh crossbike", THEME.bicycle, pinned=False),
    ColumnTitle("123456789012", "volkswagen-t2-2021 old", THEME.walker, pinned=False),
]


def painted(widget):
    flags = QWidget.RenderFlag(0)
    return drawn(
        lambda on: widget.render(on, QPoint(0, 0), renderFlags=flags), widget.width(), widget.height()
    )


def advance(text, size=13, **how):
    return QFontMetricsF(font(size, **how)).horizontalAdvance(text)


@pytest.fixture
def head(qtbot):
    """A function that shows titles."""
    head = ColumnsHead(THEME)
    qtbot.addWidget(head)

    def show(width, count=4, left_out=0, first=0):
        head.resize(width, head.height())
        head.set_titles(TITLES[:count], left_out)
        head.set_first_column(first)
        head.show()
        return head

    return show


def titles(head):
    """The shown titles from the left; a button of Qt's is none."""
    found = [each for each in head.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
             if not isinstance(each, QToolButton) and not each.isHidden()]  # fmt: skip
    return sorted(found, key=QWidget.x)


@pytest.mark.parametrize("width", [204, 260, 340, 420, 700])
@pytest.mark.parametrize("first", [0, 1, 9])
def test_titles_stand_over_their_columns(head, width, first):
    """Columns of 72 px at least share the room beside 116 px of labels; as many are seen as fit."""
    shown = titles(head(width, first=first))
    room = width - 16 - 116
    fitting = min(max(room // 72, 1), 4)
    begin = min(first, 4 - fitting)
    assert [each.accessibleName().split()[0] for each in shown] == [
        title.actor_id for title in TITLES[begin : begin + fitting]
    ]
    for place, each in enumerate(shown):
        assert each.x() == 116 + place * room // fitting + 12
        assert each.x() + each.width() == 116 + (place + 1) * room // fitting
        assert each.y() == 42


@pytest.mark.parametrize("width", [340, 420, 700])
def test_a_title_is_a_square_the_id_and_its_name_in_two_lines_at_the_right(head, width):
    for place, each in enumerate(titles(head(width))):
        title = TITLES[place]
        found = painted(each)
        texts = [part for part in found if part.text]
        (square,) = (part for part in found if part.kind == "rect" and part.size == (10.0, 10.0))
        assert square.fill == shade(title.color)
        assert square.box[0] == 0.0
        assert 22 < square.box[1] < square.box[3] < 38
        for text in texts:
            bold = text is texts[0]
            size = 13 if bold else 11
            end = text.points[0, 0] + advance(text.text, size, bold=bold)
            assert end == pytest.approx(each.width(), abs=1.5)
            assert text.ink == shade(THEME.text if bold else THEME.secondary)
        heights = [text.points[0, 1] for text in texts]
        assert 22 + 10 < heights[0] < 22 + 16
        for before, after in itertools.pairwise(heights):
            assert after - before == pytest.approx(16.0, abs=1.0)
        assert len(texts) <= 3
        assert texts[0].text == title.actor_id or texts[0].text.startswith("…")
        pin, close = sorted(each.findChildren(QToolButton), key=QWidget.x)
        assert close.geometry().getRect() == (each.width() - 14, 2, 18, 18)
        assert pin.geometry().getRect() == (each.width() - 32, 2, 18, 18)
        assert pin.isChecked() is title.pinned
        assert title.actor_id in pin.accessibleName()
        assert title.actor_id in close.accessibleName()


@pytest.mark.parametrize(("width", "count", "left_out", "first", "said"), [
    (700, 3, 0, 0, "3 actors"), (700, 4, 2, 0, "1–4 of 6"), (340, 4, 0, 0, "1–2 of 4"),
    (340, 4, 0, 1, "2–3 of 4"), (340, 4, 0, 9, "3–4 of 4"), (340, 2, 0, 0, "2 actors"),
])  # fmt: skip
def test_it_is_said_how_many_there_are_or_which_are_seen(head, width, count, left_out, first, said):
    shown = head(width, count, left_out, first)
    scrolls = (width - 132) // 72 < count
    line = next(each for each in painted(shown) if each.fill == shade(THEME.hairline) and each.size[1] == 1)
    assert line.box == (0.0, 41.0, width, 42.0)
    text = next(each for each in painted(shown) if each.text and each.points[0, 1] < 42)
    assert text.text == said
    left = 16 + 24 if scrolls else 16
    assert text.points[0, 0] == left
    back, forward = (
        next(each for each in shown.findChildren(QToolButton) if words in each.accessibleName())
        for words in ("further left", "further right")
    )
    assert back.isHidden() is forward.isHidden() is not scrolls
    if scrolls:
        assert back.x() == 12
        assert 0 <= forward.x() - (left + advance(text.text, bold=True)) <= 6
        begin = min(first, count - (width - 132) // 72)
        assert back.isEnabled() is (begin > 0)
        assert forward.isEnabled() is (begin + (width - 132) // 72 < count)


@pytest.mark.parametrize("width", [340, 500])
def test_buttons_stand_at_the_right_in_the_middle_of_their_line(head, width):
    shown = head(width)
    more, only = (
        next(each for each in shown.findChildren(QToolButton) if words in each.accessibleName())
        for words in ("Copy as", "Only differences")
    )
    assert more.geometry().right() + 1 == width - 12
    assert only.geometry().right() + 1 == more.x() - 4
    for each in (more, only):
        assert each.geometry().center().y() == pytest.approx(20.5, abs=1.0)


def test_clicks_tell_whose_column_it_is(head):
    shown = head(340, first=1)
    asked = []
    shown.pin_requested.connect(lambda number: asked.append(("pin", number)))
    shown.close_requested.connect(lambda number: asked.append(("close", number)))
    shown.columns_moved.connect(lambda by: asked.append(("moved", by)))
    for place, each in enumerate(titles(shown)):
        pin, close = sorted(each.findChildren(QToolButton), key=QWidget.x)
        QTest.mouseClick(pin, Qt.MouseButton.LeftButton)
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
        assert asked[-2:] == [("pin", 1 + place), ("close", 1 + place)]
    for words, by in (("further left", -1), ("further right", 1)):
        found = next(each for each in shown.findChildren(QToolButton) if words in each.accessibleName())
        QTest.mouseClick(found, Qt.MouseButton.LeftButton)
        assert asked[-1] == ("moved", by)


@pytest.mark.parametrize("width", range(20, 200, 9))
def test_a_name_is_broken_where_its_longer_half_is_shortest(qapp, width):
    metrics = QFontMetrics(font(11))
    for name in ("carlamotors carlacola", "a bb ccc dddd", "volkswagen-t2-2021", "tesla", "one two-three"):
        found = two_lines(name, metrics, width)
        if metrics.horizontalAdvance(name) <= width or not set(name) & set(" -"):
            assert found == (name,)
            continue
        ways = [
            (name[: n + (sign == "-")].strip(), name[n + 1 :].strip())
            for n, sign in enumerate(name) if sign in " -"
        ]  # fmt: skip
        assert found in ways
        widest = [max(map(metrics.horizontalAdvance, way)) for way in ways]
        assert max(map(metrics.horizontalAdvance, found)) == min(widest)


# -- rows


def row_of(values, kind=RowKind.VALUE, label="Speed", **more):
    return Row("x", (Piece(label),), None, kind, cells=tuple(values), **more)


def shown(row, columns, height=22):
    painter = SheetPainter(THEME)
    layout = lay_out_cells(row, columns, painter.fonts)
    rect = QRect(0, 0, columns.width, height)
    return drawn(lambda on: painter.paint_row(on, rect, row, layout, None, rect), columns.width, 200)


@pytest.mark.parametrize("width", [260, 340, 420])
@pytest.mark.parametrize("count", [2, 4])
def test_values_end_where_their_columns_end_and_the_unit_stands_with_the_label(qapp, width, count):
    values = [quantity(float(n), 2, "m") for n in range(count)]
    columns = Columns(width, count)
    found = [each for each in shown(row_of(values, differs=True), columns) if each.text]
    room = width - 132
    fitting = len(columns.shown)
    for place, number in enumerate(columns.shown):
        text = f"{number:.2f}"
        each = next(each for each in found if each.text == text)
        end = 116 + (place + 1) * room // fitting
        assert each.points[0, 0] + advance(text, medium=True) == pytest.approx(end, abs=1.5)
        assert each.ink == shade(THEME.text)
    label, unit = (next(each for each in found if each.text == text) for text in ("Speed", "m"))
    assert (label.points[0, 0], label.ink) == (16.0, shade(THEME.secondary))
    assert unit.points[0, 0] == pytest.approx(16 + advance("Speed") + 6, abs=1.5)
    assert unit.ink == shade(THEME.secondary)


@pytest.mark.parametrize(("texts", "quiet"), [
    (("1", "1", "2"), "1"), (("1", "2", "2"), "2"), (("1", "2", "3"), None), (("1", "1", "1"), "1"),
    (("1", None, None), None), (("1", "1", None), "1"),
])  # fmt: skip
def test_what_most_have_in_common_is_grey(qapp, texts, quiet):
    """Equal values in secondary, different ones in text at 500; two against two are none."""
    values = [None if text is None else plain(text) for text in texts]
    found = shown(row_of(values, differs=len(set(texts)) > 1), Columns(420, 3))
    for each in found:
        if each.text in {"1", "2", "3"}:
            assert each.ink == shade(THEME.secondary if each.text == quiet else THEME.text)


def test_a_swatch_stands_before_its_value_in_its_column(qapp):
    values = [Value((Piece(text),), swatch=Swatch("light_red", round=True)) for text in ("red", "green")]
    found = shown(row_of(values, differs=True), Columns(420, 2))
    spots = sorted((each for each in found if each.kind == "ellipse"), key=lambda each: each.box[0])
    for spot, text in zip(spots, ("red", "green"), strict=True):
        word = next(each for each in found if each.text == text)
        assert word.points[0, 0] - spot.box[2] == pytest.approx(6.0, abs=0.51)


def test_bars_and_curves_fill_their_columns_below_the_figures(qapp):
    columns = Columns(420, 3)
    bars = [Value((Piece("0.5"),), raw=0.5) for _ in range(3)]
    found = shown(row_of(bars, RowKind.BAR, differs=True), columns, 30)
    tracks = [each for each in found if each.fill == shade(THEME.lane_grid)]
    for track, number in zip(tracks, range(3), strict=True):
        assert (track.box[0], track.box[2]) == columns.span(number)
        assert track.size[1] == pytest.approx(4.0)
        assert track.box[3] == 26.0
    for word in (each for each in found if each.text == "0.5"):
        assert word.points[0, 1] < 22.0
    curve = Curve(SeriesKey("x", 0), None, 0.0, 10.0, 5.0, "text", None)
    row = row_of([Value((Piece("–"),), curve=curve)] * 3, RowKind.CURVE, differs=True)
    found = shown(row, columns, 40)
    fields = [each for each in found if each.fill == shade(THEME.lane)]
    for field, number in zip(fields, range(3), strict=True):
        left, right = columns.span(number)
        assert field.box == (left, 0.0, right, 36.0)
    assert [each.text for each in found if each.text] == ["±5 s"]


def test_rows_of_a_group_are_set_in_behind_a_hairline_and_say_their_part_alone(qapp):
    values = [plain("1"), plain("2")]
    found = shown(row_of(values, label="Location x", group="Location", differs=True), Columns(420, 2))
    label = next(each for each in found if each.text == "x")
    assert label.points[0, 0] == 32.0
    line = next(each for each in found if each.fill == shade(THEME.hairline))
    assert line.box == (20.0, 0.0, 21.0, 22.0)


def test_the_sign_of_what_is_derived_stands_five_pixels_from_the_left(qapp):
    values = [quantity(1.0, 1, "m", Source.DERIVED), quantity(2.0, 1, "m", Source.DERIVED)]
    (sign,) = (each for each in shown(row_of(values, differs=True), Columns(420, 2)) if each.text == "ƒ")
    assert sign.points[0, 0] == 5.0


# -- title and legend


@pytest.mark.parametrize("width", [200, 340])
@pytest.mark.parametrize("pinned", [None, False, True])
@pytest.mark.parametrize("colored", [False, True])
def test_the_title_is_a_square_the_id_and_the_blueprint_before_the_buttons(qtbot, width, pinned, colored):
    title = Title(THEME)
    qtbot.addWidget(title)
    title.resize(width, title.height())
    title.set_pinned(pinned)
    title.set_content("101", "a long blueprint of a vehicle", THEME.hero if colored else None)
    title.show()
    found = painted(title)
    squares = [each for each in found if each.kind == "rect" and each.size == (10.0, 10.0)]
    assert [each.box[0] for each in squares] == [24.0] * colored
    first, second = (each for each in found if each.text)
    begin = 24 + 18 * colored
    assert (first.text, first.points[0, 0], first.ink) == ("101", begin, shade(THEME.text))
    assert second.points[0, 0] == pytest.approx(begin + advance("101", bold=True) + 8, abs=1.0)
    assert second.ink == shade(THEME.secondary)
    buttons = [each for each in title.findChildren(QToolButton) if not each.isHidden()]
    assert len(buttons) == 1 + (pinned is not None)
    end = min(each.x() for each in buttons) - 8
    assert second.points[0, 0] + advance(second.text) <= end + 1
    assert second.text == "a long blueprint of a vehicle" or "…" in second.text
    for each in (*squares, first, second):
        assert 13 < each.points[:, 1].mean() < 28


@pytest.mark.parametrize(("derived", "compared"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("width", [240, 420])
def test_the_legend_explains_what_is_there(qtbot, derived, compared, width):
    """One legend per panel (ƒ derived, not recorded)."""
    legend = Legend(THEME, None)
    qtbot.addWidget(legend)
    legend.resize(width, legend.height())
    legend.explain(derived=derived, compared=compared)
    found = painted(legend)
    line = next(each for each in found if each.fill == shade(THEME.hairline))
    assert line.box == (0.0, 0.0, width, 1.0)
    places = {each.text: each.points[0, 0] for each in found if each.text}
    assert ("ƒ" in places) is derived
    if derived:
        gutter, left = (5.0, 16.0) if compared else (9.0, 24.0)
        assert (places["ƒ"], places["computed, not recorded"]) == (gutter, left)
    grey = "grey: shared values"
    if compared:
        used = 16 + (advance("computed, not recorded", 11) + 12 if derived else 0)
        fits = used + advance(grey, 11) <= width - 16
        assert (grey in places) is fits
        if fits:
            assert places[grey] + advance(grey, 11) == pytest.approx(width - 16, abs=1.0)
    else:
        assert grey not in places


@pytest.mark.parametrize("width", [240, 260, 300, 340])
def test_an_id_that_is_too_long_gives_way_to_the_square(head, width):
    """Whatever is left of it stands 6 px behind the square of 10 px, and at the right edge."""
    widget = head(width)
    widget.set_titles([replace(title, actor_id="4294967295") for title in TITLES[:2]], 0)
    for each in titles(widget):
        text = next(part for part in painted(each) if part.text)
        assert text.points[0, 0] >= 15.5
        assert text.text == "4294967295" or text.text.startswith("…")
        assert text.text.endswith("5")
