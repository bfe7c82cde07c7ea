"""The menu of an actor, whoever is selected, followed, pinned, hidden or alive, and of many."""

from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QTableView, QTreeView

from tests.scenes import (
    BICYCLE,
    CAMERA,
    CONE,
    HERO,
    LATE,
    LIGHT,
    OTHER,
    SIGN,
    SPECTATOR,
    WALKER,
    Scene,
    actor,
    pose,
)
from tests.ui.actors.conftest import line_of, middle
from tests.ui.conftest import turn
from tests.ui.person import open_in, press, row_of, wait_for_another

pytestmark = pytest.mark.usefixtures("one_window")

ALL = (HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, SPECTATOR, CONE, CAMERA, LATE)
MOVE = {HERO, OTHER, BICYCLE, WALKER, LATE}
NAMES = {
    HERO: "lincoln mkz2017", OTHER: "tesla model3", BICYCLE: "bh crossbike", LATE: "audi tt",
    WALKER: "walker 0001", CAMERA: "camera rgb", CONE: "prop trafficcone01", SPECTATOR: "spectator",
}  # fmt: skip
BORN, DEAD = {CAMERA: 2, LATE: 5}, {LATE: 15}
ROLES = {HERO: "hero", OTHER: "autopilot", LATE: "autopilot", CAMERA: "front"}


def alive(actor_id, frame):
    return BORN.get(actor_id, 0) <= frame < DEAD.get(actor_id, 99)


def texts(actor_id, chosen, selected, pinned, hidden):
    """Yield what the entries are to say, None for one that is not there."""
    several = len(chosen) > 1
    yield "Select this one alone" if several else "Select"
    yield "Take out of selection" if actor_id in selected else "Add to selection"
    yield "Follow"
    yield "Use as hero"
    yield "Unpin" if chosen <= pinned else "Pin"
    yield "Plot"
    yield f"Go to spawn · {0.05 * BORN.get(actor_id, 0):.3f} s"
    yield f"Go to destruction · {0.05 * DEAD[actor_id]:.3f} s" if actor_id in DEAD else ""
    yield "Isolate"
    yield "Hide"
    yield "Show on map" if chosen & hidden else ""
    yield "Copy ids" if several else "Copy id"
    yield "Copy carla.Transform"
    yield "Copy client.replay_file(…)"


class Walk:
    """The street, and what a person would say of it after some orders."""

    def __init__(self, viewer):
        self.viewer, self.focus = viewer, viewer.focus
        self.row_of = {each: viewer.recording.index.actors.rows_of(each)[0] for each in ALL}
        self.id_of = {row: each for each, row in self.row_of.items()}
        self.selected, self.followed, self.hero, self.pinned = [], None, HERO, set()
        self.plotted, self.called = [], []
        viewer.actor_menu.plot_requested.connect(lambda actor: self.plotted.append(self.id_of[actor]))
        viewer.actor_menu.call_requested.connect(lambda actor: self.called.append(self.id_of[actor]))

    def go(self, frame, selected):
        """Show a frame and select some."""
        self.viewer.playback.jump_to_frame(frame)
        self.frame, self.selected = frame, selected
        self.focus.select_all(tuple(self.row_of[each] for each in selected))

    def open(self, who):
        """Open the menu of an actor, and close it; keep what stands in it."""
        self.who = who
        self.of = list(self.selected) if who in self.selected else [who]
        self.hidden = self.hidden_now()
        self.viewer.actor_menu.open(self.row_of[who], QPoint(100, 100))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        self.title, *self.entries = (each for each in menu.actions() if not each.isSeparator())
        menu.close()

    def hidden_now(self):
        rows = self.viewer.workspace.visibility.hidden_rows
        return {each for each in ALL if rows[self.row_of[each]]}

    def compare_words(self):
        """Hold what the menu says against what it is to say."""
        chosen, several = set(self.of), len(self.of) > 1
        said = [each.text() if each.isVisible() else "" for each in self.entries]
        assert said == list(texts(self.who, chosen, self.selected, self.pinned, self.hidden))
        name = f"{self.who}  {NAMES.get(self.who, '')}"
        assert self.title.text() == f"{len(chosen)} actors" if several else self.title.text().startswith(name)

    def compare_use(self):
        """Hold what can be chosen against what makes sense."""
        can = [each.isEnabled() for each in self.entries]
        alone, lives = self.selected == [self.who], alive(self.who, self.frame)
        follow, hero = self.who != self.followed and lives, self.who != self.hero and self.who in MOVE
        assert not self.title.isEnabled()
        assert can[:4] == [not alone, bool(self.selected) and not alone, follow, hero]
        assert can[-2:] == [lives, lives]  # a pose to copy, and one to follow in the simulator
        assert can[4:-2] == [each.isVisible() for each in self.entries[4:-2]]

    def choose(self, entry):
        """Choose an entry; say what is to come of it."""
        word = entry.text().split(" · ")[0]
        entry.trigger()
        if word in ("Select", "Select this one alone", "Follow", "Go to spawn", "Go to destruction"):
            self.selected = [self.who]
        elif word == "Add to selection":
            self.selected = [*self.selected, self.who]
        elif word == "Take out of selection":
            self.selected = [each for each in self.selected if each != self.who]
        elif word == "Use as hero":
            self.hero = self.who
        elif word in ("Pin", "Unpin"):
            self.pinned ^= set(self.of) - (self.pinned if word == "Pin" else set())
        self.followed = self.who if word == "Follow" else self.followed
        return word

    def compare_deeds(self, word):
        """Hold what came of it against that."""
        copied = QGuiApplication.clipboard().text()
        frames = {"Go to spawn": BORN.get(self.who, 0), "Go to destruction": DEAD.get(self.who)}
        assert self.viewer.playback.transport.frame == frames.get(word, self.frame)
        assert self.plotted == (self.of if word == "Plot" else [])
        assert self.called == ([self.who] if word.startswith("Copy client") else [])
        assert not word.startswith("Copy id") or copied == " ".join(map(str, self.of))
        assert word != "Copy carla.Transform" or copied.startswith("carla.Transform(carla.Location(x=")
        assert self.hidden_now() == self.hidden - (set(self.of) if word == "Show on map" else set())
        self.plotted.clear()
        self.called.clear()

    def compare_who(self):
        """Hold everybody's part against that."""
        followed = self.focus.followed
        assert [self.id_of[each] for each in self.focus.selected] == self.selected
        assert (self.id_of[followed] if followed is not None else None) == self.followed
        assert self.id_of[self.focus.hero] == self.hero
        assert {self.id_of[each] for each in self.viewer.workspace.pins.pinned} == self.pinned

    def rules(self, name):
        """Return the entries of the menu that hides or isolates, and whom each means."""
        who, role = self.who, ROLES.get(self.who)
        menu = next(each.menu() for each in self.entries if each.text() == name)
        meant = {"This actor": {who, *([CAMERA] if who == HERO else [])}}  # the camera is the hero's
        if role:
            meant[f"Role {role}"] = {each for each in ALL if ROLES.get(each) == role}
        if len(self.of) > 1:
            meant["Selected actors"] = set(self.of) | ({CAMERA} if HERO in self.of else set())
        offered = {each.text(): each for each in menu.actions()}
        apart = {each for each in offered if each.startswith(("This", "Selected", "Role"))}
        assert apart == meant.keys()
        return offered, meant


@pytest.mark.parametrize("seed", range(4))
def test_what_it_says_and_does_after_any_order_of_wishes(open_street, seed):
    random, walk = Random(seed), Walk(open_street)
    done = set()
    for _ in range(16):
        selected = random.sample(ALL, random.randint(0, 3)) if random.random() < 0.6 else walk.selected
        walk.go(random.choice([0, 1, 2, 4, 5, 14, 15, 19]), selected)
        walk.open(random.choice(selected or ALL) if random.random() < 0.5 else random.choice(ALL))
        walk.compare_words()
        walk.compare_use()
        usable = [each for each in walk.entries if each.isVisible() and each.isEnabled() and not each.menu()]
        done.add(word := walk.choose(random.choice(usable)))
        walk.compare_deeds(word)
        walk.compare_who()
        name = random.choice(["Hide", "Isolate"])
        offered, meant = walk.rules(name)
        if random.random() < 0.3:
            rule = random.choice(list(meant))
            offered[rule].trigger()
            others = set(ALL) - meant[rule]
            assert meant[rule] <= walk.hidden_now() if name == "Hide" else walk.hidden_now() == others
    assert len(done) > 4


@pytest.fixture
def listing(open_street):
    return open_street.window.actor_panel.findChild(QTableView)


def test_a_right_click_opens_it_until_the_file_is_read_again(open_street, listing, qtbot):
    place, before = middle(listing, LATE), open_street.recording.index
    at = listing.viewport().mapToGlobal(place)
    QApplication.sendEvent(listing.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, at))
    menu = QApplication.activePopupWidget()
    assert menu.actions()[0].text().startswith(str(LATE))  # who is not alive has a menu, too
    Scene().frame().save(before.path)  # nobody is in it any more
    open_street.workspace.reload()
    wait_for_another(open_street, qtbot, before)
    assert not menu.isVisible()


def test_all_whom_the_filter_finds_are_selected_by_the_key(open_street, listing, qtbot):
    open_street.window.actor_panel.focus_filter()
    field = open_street.window.focusWidget()
    qtbot.keyClicks(field, "vehicle !auto")
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)  # the text, in a text field
    assert open_street.focus.selected == ()
    field.clearFocus()
    press(open_street, "Ctrl+A")
    assert len(open_street.focus.selected) == 2
    assert open_street.focus.primary == row_of(open_street, HERO)
    qtbot.waitUntil(lambda: listing.selectionModel().isRowSelected(line_of(listing, HERO)))


def test_of_many_selected_actors_a_few_are_compared(viewer, qtbot, tmp_path):
    everybody = range(1, 61)
    scene = Scene().frame(
        add=[actor(each) for each in everybody], poses=[pose(each, (3.0 * each, 0, 0)) for each in everybody]
    )
    open_in(viewer, qtbot, scene.save(tmp_path / "many.log"))
    viewer.window.actions_by_id["select_listed"].trigger()
    assert len(viewer.focus.selected) == 60
    turn()
    assert viewer.window.inspector.findChild(QTreeView).model().columnCount() == 1 + 4 + 1
