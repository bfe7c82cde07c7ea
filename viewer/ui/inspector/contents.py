"""Contents of the inspector, without any widget: the actors that are shown, and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from viewer.logfile.errors import RecordingError
from viewer.recording.index import same_opening
from viewer.replay.world.snapshot import ActorDetails
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.actor_rows import event_rows, identity_rows, lifetime_row
from viewer.ui.inspector.agent_rows import agent_rows
from viewer.ui.inspector.changing_rows import NEEDED, changing_rows
from viewer.ui.inspector.copying import Origin
from viewer.ui.inspector.detail_rows import bones_row, has_bones, physics_row
from viewer.ui.inspector.recording_rows import folded_scene, scene_rows, summary_rows
from viewer.ui.inspector.row import Kind, Row, Value, section, shown
from viewer.ui.inspector.values import ActorNow, InspectorContext
from viewer.ui.state.actor_styles import ActorStyles
from viewer.ui.state.view_state import ViewState
from viewer.ui.translation import tr

Rows = tuple[int, ...]
"""Rows of several actors in the actor table."""
MOST = 4
"""Maximum number of actors that the inspector shows side by side."""
_ORDER = ("traffic_light", "trigger_volume", "motion", "control", "wheels", "biker", "walker")
"""Keys of the sections that the inspector shows first, in this order.

The section on the actor's identity comes last, all others between.
"""
_LAST = "actor"


class Contents:
    """Source of the inspector's rows: of the pinned and selected actors side by side, else of the recording.

    Attributes:
        context: the data that rows are made from.
        other: the same for the recording that this one is compared with; it stays empty without one.
    """

    def __init__(self) -> None:
        self.context = InspectorContext()
        self.other = InspectorContext(opened=self.context.opened)
        self._other_seen: set[str] = set()
        self._seen: dict[int, set[str]] = {}
        self._bones: dict[tuple[bool, int], int] = {}

    @property
    def rows(self) -> Rows:
        """Actor-table rows of the actors that the inspector shows: first pinned ones, then selected ones.

        At most four. If there are more, up to two pinned ones stay, and the actors that were selected last
        get the other places. The selected ones are in ascending order.
        """
        view = self.context.view
        others = tuple(row for row in view.selected if row not in view.pinned)
        pinned = view.pinned[: max(MOST - len(others), MOST // 2)]
        return (*pinned, *sorted(others[len(others) - min(len(others), MOST - len(pinned)) :]))

    @property
    def partner(self) -> int | None:
        """Row in B of the partner of the one actor that is shown, if this recording is compared with B."""
        reference = self.context.view.reference
        if len(self.rows) != 1 or reference is None or reference.comparison is None:
            return None
        to_b, row = reference.comparison.partner_rows[0], self.rows[0]
        return int(to_b[row]) if row < len(to_b) and to_b[row] >= 0 else None

    @property
    def columns(self) -> int:
        """Number of columns of values: one per actor, and one for the partner in B."""
        return max(len(self.rows), 1) + (self.partner is not None)

    @property
    def left_out(self) -> int:
        """Number of pinned or selected actors for which the inspector has no room."""
        return len({*self.context.view.pinned, *self.context.view.selected}) - len(self.rows)

    @property
    def categories(self) -> tuple[int, ...]:
        """Categories of the actors that the inspector shows, ascending, each once."""
        return tuple(sorted({int(self.context.index.actors.category[row]) for row in self.rows}))

    @property
    def signals(self) -> tuple[SeriesKey, ...]:
        """Signals (quantities over time) that must be read from the file for the actors in the inspector."""
        return tuple(key for row in self.rows for name in NEEDED for key in self.context.keys(name, row))

    @property
    def other_signals(self) -> tuple[SeriesKey, ...]:
        """Signals that must be read from B for the partner of the actor in the inspector."""
        row = self.partner
        return () if row is None else tuple(key for name in NEEDED for key in self.other.keys(name, row))

    def set_view(self, view: ViewState) -> None:
        """Show the actors and the recording of ``view``."""
        before, self.context.view = self.context.view.index, view
        self._set_other()
        if view.index is not before:
            self._bones.clear()
        if not same_opening(before, view.index):
            self.context.series.clear()
            self._seen.clear()

    def _set_other(self) -> None:
        """Make what the rows of B's actor are made from."""
        reference, row, before = self.context.view.reference, self.partner, self.other.view
        if reference is None or reference.comparison is None or row is None:
            self.other.view = ViewState()
        else:
            heroes, index = reference.comparison.b.heroes, reference.recording
            hero = heroes[0] if heroes else None
            styles = before.actors
            if not (styles.index is index and styles.selected == (row,)):
                styles = ActorStyles(index, (row,), hero)
            self.other.view = replace(
                self.context.view, index=index, world=reference.world, selected=(row,), pinned=(), hero=hero,
                actors=styles, signals=SIGNALS, reference=None,
            )  # fmt: skip
        self.other.time_text = self.context.time_text
        if self.other.view.selected != before.selected or not same_opening(
            before.index, self.other.view.index
        ):
            self.other.series.clear()
            self._other_seen.clear()

    def tree(self) -> tuple[Row, ...]:
        """Return all rows of the inspector at the current time, as a tree."""
        context, view = self.context, self.context.view
        if view.index is None:
            return ()
        self._seen = {row: self._seen.get(row, set()) for row in self.rows}
        if self.rows:
            trees = [self._of_actor(context, row, self._seen[row]) for row in self.rows]
            partner = self.partner
            if partner is not None:
                trees.append(_without_links(self._of_actor(self.other, partner, self._other_seen)))
            return side_by_side(trees)
        summary = summary_rows(view.index, view.problems, checking=view.checking)
        return (*summary, *(() if view.world is None else scene_rows(context, view.world)))

    def _of_actor(self, context: InspectorContext, row: int, seen: set[str]) -> list[Row]:
        identity = section(_LAST, tr("Actor"), identity_rows(context, row))
        world = context.view.world
        if world is None:
            return [identity]
        lifetime = lifetime_row(context, row, world.frame_index)
        rows, also = [] if lifetime is None else [lifetime], []
        details = ActorDetails(world, row)
        with suppress(RecordingError):  # the file has changed, which making the next world reports, too
            snapshot = world.snapshot(row)
            if snapshot is not None:
                rows += shown(changing_rows(ActorNow(context, world, snapshot, details)), seen)
        with suppress(RecordingError):
            if details.physics is not None:
                also.append(physics_row(details.physics, context.opened))
            if has_bones(context, row):
                key = context is self.other, row
                if key not in self._bones:  # decoding all skeletons in every frame takes too long
                    self._bones[key] = len(details.bones)
                also.append(bones_row(details, self._bones[key], context.opened))
        also += folded_scene(context, world)
        sections = (
            section("agent", tr("Written by the agent"), agent_rows(context, row)),
            section("events", tr("Events"), event_rows(context, row)),
            section("also", tr("Also recorded"), also),
        )
        return [*rows, *(each for each in sections if each.children), identity]

    @property
    def origin(self) -> Origin:
        """Recording, frame and actors of the values in the inspector; copied together with them."""
        index, world = self.context.view.index, self.context.view.world
        if index is None:
            return Origin("")
        described = [index.actors.descriptions[row] for row in self.rows]
        partner, other = self.partner, self.other.view.index
        if partner is not None and other is not None:
            described.append(other.actors.descriptions[partner])
        actors = tuple((each.actor_id, each.type_id) for each in described)
        if world is None:
            return Origin(index.path.name, actors=actors)
        return Origin(index.path.name, int(world.frame), world.elapsed, actors)


def _without_links(rows: Iterable[Row]) -> list[Row]:
    """Return ``rows`` of an actor of the other recording without links and signals, which are of this one."""

    def plain(value: Value | None) -> Value | None:
        return value and value._replace(link=None, signals=())

    return [
        row._replace(
            cells=tuple(map(plain, row.cells)), subject=row.subject._replace(link=None),
            children=tuple(_without_links(row.children)),
        )
        for row in rows
    ]  # fmt: skip


def side_by_side(trees: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """Return the inspector's rows of several actors merged into one tree, with a cell per actor.

    Each of ``trees`` has the rows of one actor. Rows with the same key become one row, and the order of rows
    in each tree is kept.
    """
    if len(trees) == 1:
        return tuple(trees[0])
    tables = [{row.key: row for row in tree} for tree in trees]
    keys: list[str] = []
    for table in tables:
        position = 0
        for key in table:
            if key not in keys:
                keys.insert(position, key)
            position = max(position, keys.index(key) + 1)
    rows = [_beside([table.get(key) for table in tables]) for key in keys]
    return tuple(sorted(rows, key=_section_rank))


def _section_rank(row: Row) -> int:
    if row.kind is not Kind.SECTION:
        return -1
    return _ORDER.index(row.key) if row.key in _ORDER else len(_ORDER) + (row.key == _LAST)


def _beside(rows: Sequence[Row | None]) -> Row:
    """Return one inspector row that joins the ``rows`` of several actors, with a cell for each actor.

    All have the same key. None in ``rows`` is an actor without such a row; its cell is None.
    """
    first = next(row for row in rows if row is not None)
    children = side_by_side([() if row is None else row.children for row in rows])
    if first.kind is Kind.SECTION:
        return first._replace(children=children)
    if any(row is not None and row.subject != first.subject for row in rows):
        cells = tuple(None if row is None else _with_subject(row) for row in rows)
        return Row(first.key, first.name, cells, first.kind, children)
    return first._replace(
        cells=tuple(None if row is None else row.cells[0] for row in rows), children=children
    )


def _with_subject(row: Row) -> Value | None:
    """Return the value of ``row``, preceded by the name of the actor that the row's title mentions.

    The row "Collision with 51: 8.470 s" gets the value "51 · 8.470 s", because the title does not name the
    actor while rows of several actors are merged.
    """
    value = row.cells[0]
    return value and value._replace(text=f"{row.subject.text} · {value.text}")


def only_different(rows: Iterable[Row], differed: set[str]) -> tuple[Row, ...]:
    """Return those of the inspector's rows whose values differ between actors now, or did earlier.

    Rows that contain such rows are returned, too. ``differed`` is a set of the keys of rows that have
    differed, to which new ones are added; these rows stay visible while time runs.
    """
    result = []
    for row in rows:
        children = only_different(row.children, differed)
        if row.differs:
            differed.add(row.key)
        if children or row.key in differed:
            result.append(row._replace(children=children))
    return tuple(result)
