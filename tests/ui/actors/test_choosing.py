"""Finding and choosing several actors, columns, the order; pins, the hidden, and who is below the road."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from tests.analysis.drives import car, hero, record, straight
from tests.scenes import BICYCLE, CAMERA, CONE, HERO, LATE, LIGHT, OTHER, SIGN, SPECTATOR, WALKER
from tests.ui.actors.conftest import cell, click, click_title, line_of, lines, middle, show_columns
from tests.ui.person import heard, row_of, rows_of
from viewer.replay.world.world import world_at
from viewer.ui.actors import ActorPanel
from viewer.ui.actors.facts import PresentColumns
from viewer.ui.actors.filter import ActorFilter
from viewer.ui.actors.model import ActorTableModel
from viewer.ui.map.geometry.footprints import footprints
from viewer.ui.signal_mime import signal_in

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


def test_ctrl_adds_and_shift_extends_from_the_last_one_chosen(panel, listing, field, index):
    focus = panel.told.focus
    for who, key, selected in (
        (HERO, None, (HERO,)),
        (BICYCLE, SHIFT, (HERO, OTHER, LATE, BICYCLE)),
        (WALKER, CTRL, (HERO, OTHER, LATE, BICYCLE, WALKER)),
        (OTHER, CTRL, (HERO, LATE, BICYCLE, WALKER)),
        (LATE, None, (LATE,)),
        ("Props · 1", None, (LATE,)),
        (HERO, None, (HERO,)),
    ):
        click(listing, who, *([key] if key else []))
        assert focus.selected == rows_of(index, *selected)
    field.setText("walker")  # who is filtered away stays selected while others are added
    click(listing, WALKER, CTRL)
    assert focus.selected == rows_of(index, HERO, WALKER)
    click(listing, WALKER)
    assert focus.selected == rows_of(index, WALKER)


def test_a_double_click_follows(panel, listing, index):
    for each in (OTHER, "Props · 1"):
        click(listing, each)
        QTest.mouseDClick(listing.viewport(), LEFT, pos=middle(listing, each))
    assert panel.told.focus.followed == row_of(index, OTHER)


def test_what_is_dragged_is_what_the_plots_take(listing, index):
    model, dragged = listing.model(), Qt.ItemFlag.ItemIsDragEnabled
    walker, heading = (model.index(line_of(listing, each), 0) for each in (WALKER, "Props · 1"))
    assert listing.dragEnabled()
    assert model.flags(walker) & dragged
    assert signal_in(model.mimeData([walker])) == (row_of(index, WALKER), "")
    assert not model.flags(heading) & (dragged | Qt.ItemFlag.ItemIsSelectable)


def test_who_hears_the_list_is_told_of_pins_and_of_who_is_hidden(panel, listing, index):
    hidden = np.zeros(len(index.actors), bool)
    hidden[row_of(index, WALKER)] = True
    panel.told.set_pinned(rows_of(index, WALKER, OTHER))
    panel.told.set_hidden(hidden)
    role = Qt.ItemDataRole.AccessibleTextRole
    words = [cell(listing, actor_id, "id", role) for actor_id in (WALKER, OTHER, HERO)]
    assert words == [f"{WALKER}, pinned, hidden on the map", f"{OTHER}, pinned", str(HERO)]


def test_the_menu_of_an_actor_is_asked_for_by_mouse_and_key(panel, listing, index):
    asked = heard(panel.menu_requested)
    place = middle(listing, OTHER)
    at = listing.viewport().mapToGlobal(place)
    for there in (place, middle(listing, "Props · 1")):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, there, at)
        QApplication.sendEvent(listing.viewport(), event)
    assert asked == [(row_of(index, OTHER), at)]
    click(listing, WALKER)
    listing.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.sendEvent(listing, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint()))
    assert [row for row, _ in asked[1:]] == [row_of(index, WALKER)]


@pytest.fixture
def wide(panel, listing):
    panel.resize(2200, 500)
    show_columns(listing, *listing.model().column_index)
    QApplication.processEvents()
    return panel


def test_titles_say_the_unit_of_numbers(wide, listing, index):
    """In frame 11 the other one stands 2 m beside the hero; one collision is recorded of both."""
    model = listing.model()
    wide.told.set_selected(rows_of(index, OTHER))
    wide.told.set_world(world_at(index, 0.52))
    for column, title, actor_id, text in (
        ("speed", "m/s", HERO, "10.0"),
        ("distance", "m to hero", OTHER, "2.0"),
        ("to_selected", "m to sel.", HERO, "2.0"),
        ("spawned", "s spawned", LATE, "0.25"),
        ("destroyed", "s destroyed", LATE, "0.75"),
        ("lifetime", "s alive", LATE, "0.50"),
        ("collisions", "Hits", OTHER, "1"),
        ("parent", "On", CAMERA, str(HERO)),
    ):
        assert model.headerData(model.column_index[column], Qt.Orientation.Horizontal) == title
        assert cell(listing, actor_id, column) == text


def test_ways_are_wanted_only_while_they_are_shown(panel, listing, index, qtbot):
    model, number = listing.model(), listing.model().column_index["travelled"]
    (shown,) = [each for each in listing.horizontalHeader().actions() if each.data() == number]
    assert not panel.told.tasks.busy
    shown.setChecked(True)
    assert panel.told.tasks.busy
    model.set_travelled_share(0.42)
    assert model.headerData(number, Qt.Orientation.Horizontal) == "42 % read"
    qtbot.waitUntil(lambda: not panel.told.tasks.busy)
    metres = np.full(len(index.actors), np.nan)
    metres[[*rows_of(index, HERO, OTHER)]] = 1234.5, 2000.0
    model.set_travelled(metres)
    assert model.headerData(number, Qt.Orientation.Horizontal) == "m travelled"
    for _ in range(2):
        click_title(listing, "travelled")
    assert lines(listing)[:2] == [str(OTHER), str(HERO)]
    panel.told.set_recording(index)  # more of it has been read
    assert cell(listing, HERO, "travelled") == "1,234.5"
    shown.setChecked(False)
    assert not panel.told.tasks.busy


def test_clicks_on_a_title_sort_up_down_and_not_at_all(panel, listing, index, qtbot):
    for expected in ([LATE, BICYCLE, HERO], [WALKER, OTHER, HERO], [HERO, OTHER, LATE]):
        click_title(listing, "blueprint")
        assert lines(listing)[:3] == [*map(str, expected)]
    for _ in range(2):
        click_title(listing, "speed")
    assert (lines(listing)[0], lines(listing)[4]) == (str(HERO), str(LATE))
    panel.told.set_world(world_at(index, 0.3))  # sorted again while time runs
    qtbot.waitUntil(lambda: lines(listing)[1] == str(LATE))


def visible_columns(listing):
    return [
        name for name, number in listing.model().column_index.items() if not listing.isColumnHidden(number)
    ]


def test_columns_are_chosen_by_a_right_click_on_the_titles_and_kept(panel, listing):
    assert panel.arrangement == ""
    titles = [each.text().partition(",")[0] for each in listing.horizontalHeader().actions()]
    assert "Distance to hero" in titles
    show_columns(listing, "distance")
    assert visible_columns(listing) == ["id", "distance"]
    again = ActorPanel(panel.told, panel)
    restored = again.findChild(QTableView)
    for arrangement in (panel.arrangement, "columns,of,another,version;AAAA"):
        again.arrange(arrangement)
        assert visible_columns(restored) == ["id", "distance"]
        numbers = range(listing.horizontalHeader().count())
        assert [*map(restored.columnWidth, numbers)] == [*map(listing.columnWidth, numbers)]


def test_names_stay_readable_in_a_narrow_list_and_beside_all_other_columns(panel, listing):
    header, column_index = listing.horizontalHeader(), listing.model().column_index
    for width in (240, 260, 300, 350, 240, 600):
        panel.resize(width, 400)
        assert header.length() <= listing.viewport().width() or width == 240  # no column is cut
        assert header.sectionSize(column_index["blueprint"]) >= 80
    assert not listing.isColumnHidden(column_index["role"])
    show_columns(listing, *column_index)
    assert header.length() > listing.viewport().width()
    assert header.sectionSize(column_index["blueprint"]) >= 80


def test_who_is_kept_far_below_says_so_and_has_neither_speed_nor_distance_nor_place(qapp, tmp_path):
    movers = [hero(straight(0, 0, 8)), car(2, lambda t: (10 * t, 5.0, -504.0, 0.0))]
    index = record(movers, 2).index(tmp_path / "below.log")
    world = world_at(index, 1.0)
    moment = PresentColumns(index.actors, world, hero=0)
    assert np.isnan([moment.speeds[1], moment.distances[1]]).all()
    model = ActorTableModel()
    model.set_recording(index)
    model.set_world(world)
    assert [model.text(row, "state") for row in (0, 1)] == ["alive", "504 m below"]
    assert footprints(world).rows.tolist() == [0]


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
