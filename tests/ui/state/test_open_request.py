"""Where the user wanted to be: actors found again in another reading, and a file read piece by piece."""

from dataclasses import replace
from random import Random

import pytest

from tests.scenes import Scene, actor, pose
from viewer.recording.actor_name import ActorName
from viewer.replay.time.typed_time import TimeQuery
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_request import ActorKey, OpenRequest, PendingRequest, RequestApplier
from viewer.ui.state.playback import Playback

AUDI, MICRA = "vehicle.audi.tt", "vehicle.nissan.micra"
BEFORE = (1, AUDI, 0, "hero"), (2, AUDI, 10, "autopilot"), (3, AUDI, 20, "autopilot"), (4, MICRA, 30, "")


def recorded(path, *cars, late=()):
    """Return a recording in which cars are added in the first frame, and others in the third."""
    scene = Scene()
    for added in (cars, (), late, ()):
        scene.frame(add=[actor(each, kind, (x, 0, 0), role_name=role) for each, kind, x, role in added])
    return scene.index(path)


@pytest.fixture
def before(tmp_path):
    return recorded(tmp_path / "before.log", *BEFORE, late=[(4, MICRA, 40, "")])


def test_each_is_itself_in_the_same_recording_and_an_id_used_again_is_told_by_its_spawn(before, tmp_path):
    for row in range(len(before.actors)):
        assert ActorKey.of(before, row).find_same(before) == row
    after = recorded(tmp_path / "after.log", (4, MICRA, 30, ""))
    assert ActorKey.of(before, 4).find_same(after) is None


@pytest.mark.parametrize(
    ("row", "cars", "found"),
    [
        (1, [(2, MICRA, 10, "")], None),  # its id means another car
        (0, [(51, AUDI, 0, "autopilot"), (52, MICRA, 90, "hero")], 52),  # a role of its own counts most
        (  # of many with one role that added nearest
            1,
            [(51, MICRA, 10, "autopilot"), (52, AUDI, 10, "hero"), (53, AUDI, 60, "autopilot"),
             (54, AUDI, 12, "autopilot")],
            54,
        ),
        (4, [(51, MICRA, 200, "autopilot"), (52, MICRA, 45, "")], 52),  # without a role the blueprint alone
        *((row, [(51, "vehicle.bmw.isetta", 0, "")], None) for row in range(5)),
    ],
)  # fmt: skip
def test_who_is_taken_for_an_actor_in_a_recording_that_replaced_it(before, tmp_path, row, cars, found):
    key, after = ActorKey.of(before, row), recorded(tmp_path / "after.log", *cars)
    row = key.find_same(after)
    row = key.find_alike(after) if row is None else row
    assert (None if row is None else after.actors.actor_id[row]) == found


BORN = {11: 0, 12: 0, 13: 2, 14: 3, 15: 5}
"""Index of the frame in which each actor comes; their rows are in this order."""
FRAMES = 7
NOBODY, NO_FRAME = 19, 99


@pytest.fixture(scope="module")
def views(tmp_path_factory):
    """Function of how many frames have been read, and what is known of the rest: what there is then."""
    known = {}
    folder = tmp_path_factory.mktemp("views")
    for frames in range(1, FRAMES + 1):
        scene = Scene()
        for k in range(frames):
            scene.frame(
                0.1,
                add=[actor(each, f"vehicle.own.{each}") for each, born in BORN.items() if born == k],
                poses=[pose(each, (each, k, 0.0)) for each, born in BORN.items() if born <= k],
            )
        known[frames] = scene.index(folder / f"{frames}.log")
    return lambda frames, **more: replace(known[frames], **more)


class Account:
    """What is still wished, and where one is."""

    def __init__(self, request, others=()):
        self.moment, self.actor, self.follow, self.others = (
            request.moment, request.actor, request.follow, list(others),
        )  # fmt: skip
        self.again = request.again
        self.frame, self.selected, self.followed, self.told = 0, [], None, 0

    def read(self, frames, complete, growing):
        """So many frames have been read."""
        there = [each for each, born in BORN.items() if born < frames]
        may_come = self.again or growing or not complete
        if self.moment is not None:
            if self.moment <= frames:
                self.frame, self.moment = self.moment - 1, None
            elif complete:
                self.frame = frames - 1
            if self.moment is not None and not may_come:
                self.moment, self.told = None, self.told + 1
        if self.moment is None or complete:
            self._select(there, may_come, complete)
            if self.follow in there or not may_come:
                self.followed = (
                    (self.follow if self.follow in there else None) if self.follow else self.followed
                )
                self.follow = None

    def _select(self, there, may_come, complete):
        if self.actor in there:
            self.selected, self.actor = [self.actor], None
        elif self.actor and not may_come:
            self.told, self.actor, self.selected, self.others = self.told + 1, None, [], []
        if self.actor is None and self.selected:
            primary = self.selected[-1]
            self.selected = (
                [each for each in self.others if each in there] + [primary] if self.others else self.selected
            )
            self.others = [] if complete else self.others


class Walk:
    """A Restore and its account, of one reading."""

    def __init__(self, qapp):
        changes, wishes, self.told = Changes(), PendingRequest(), []
        self.playback, self.focus = Playback(changes, wishes, lambda: 0.0), ActorFocus(changes, wishes)
        self.restore = RequestApplier(wishes, self.playback, self.focus, self.told.append)

    def ask(self, request):
        moment = request.moment and TimeQuery("frame", request.moment)
        actor, follow = (each and ActorName(each) for each in (request.actor, request.follow))
        self.restore.request(replace(request, moment=moment, actor=actor, follow=follow))
        self.account = Account(request)

    def read(self, index):
        self.playback.set_elapsed(index.elapsed)
        self.restore.apply(index)
        self.account.read(len(index.elapsed), index.complete, index.growing)

    def choose(self, random):
        """Let the user do something meanwhile."""
        account, what = self.account, random.choice(["seek", "select", "follow", "nothing", "nothing"])
        if what == "seek":
            self.playback.jump_to_frame(0)
            account.moment, account.frame = None, 0
        elif what == "select":
            self.focus.select_all((1,))
            account.actor = account.follow = None
            account.selected, account.others = [12], []
        elif what == "follow":
            self.focus.follow(0)
            account.follow, account.followed = None, 11

    def compare(self):
        ids, account, followed = list(BORN), self.account, self.focus.followed
        assert [ids[row] for row in self.focus.selected] == account.selected
        assert (ids[followed] if followed is not None else None) == account.followed
        assert self.playback.transport.frame == account.frame
        assert len(self.told) == account.told


def piecewise(random):
    """Yield how many frames have been read, whether that is all there is now, and whether more may come."""
    grows, frames = random.random() < 0.5, 0
    while frames < FRAMES:
        frames = min(frames + random.randint(1, 3), FRAMES)
        yield frames, grows or frames == FRAMES, grows
    yield frames, True, False


def read_on(walk, random, views, *, goes_on):
    """Read piece by piece; the user does something meanwhile or not."""
    for frames, complete, growing in piecewise(random):
        walk.read(views(frames, complete=complete, growing=growing))
        walk.compare()
        if goes_on:
            walk.choose(random)
            walk.compare()


def test_what_is_asked_for_comes_as_soon_as_it_is_there_unless_the_user_goes_elsewhere(qapp, views):
    for seed in range(120):
        random, walk = Random(seed), Walk(qapp)
        moment = random.choice([None, 1, 4, 7, NO_FRAME])
        actor, follow = (random.choice([None, *BORN, NOBODY]) for _ in range(2))
        walk.ask(OpenRequest(moment, actor, follow, again=random.random() < 0.3))
        read_on(walk, random, views, goes_on=seed % 2)


def test_in_another_reading_all_come_back_the_primary_first(qapp, views):
    whole, rows = views(FRAMES), {each: row for row, each in enumerate(BORN)}
    for seed in range(60):
        random, walk = Random(seed), Walk(qapp)
        walk.ask(OpenRequest())
        walk.read(whole)
        selected = random.sample(list(BORN), random.randint(0, 3))
        followed, frame = random.choice([None, *BORN]), random.randrange(FRAMES)
        walk.focus.select_all(tuple(rows[each] for each in selected))
        walk.focus.follow(rows[followed] if followed else None)
        walk.playback.jump_to_frame(frame)
        walk.restore.request_again(whole)
        primary = selected[-1] if selected else None
        walk.account = Account(OpenRequest(frame + 1, primary, followed, again=True), selected[:-1])
        walk.focus.forget()
        walk.playback.begin(None, keep_range=True)
        read_on(walk, random, views, goes_on=seed % 2)
