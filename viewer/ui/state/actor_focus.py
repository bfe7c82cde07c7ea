"""Selected, hovered and followed actors, and the hero (the ego actor of the recording)."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_request import PendingRequest


class ActorFocus:
    """Selected, hovered and followed actors and the hero (the ego actor), as rows of an actor table.

    It is the table of the primary recording, the one that the window has open, not of a compared one.

    Attributes:
        selected: rows of the selected actors in the order in which they were chosen, without duplicates; the
            last one is the primary actor, which panels for a single actor show.
        hovered: row of the actor under the mouse, or None.
        followed: row of the actor that the map follows, or None.
        hero: row of the hero, or None.
    """

    def __init__(self, changes: Changes, pending: PendingRequest) -> None:
        """Report changes to ``changes``; drop from ``pending`` requests that a choice of the user replaces.

        ``pending`` holds the actors that are still to be selected and followed in a file that is being
        opened.
        """
        self._changes, self._pending = changes, pending
        self.selected: tuple[int, ...] = ()
        self.hovered: int | None = None
        self.followed: int | None = None
        self.hero: int | None = None
        self._chosen_hero: int | None = None

    @property
    def primary(self) -> int | None:
        """Row of the primary actor, the last one of ``selected``; None if no actor is selected."""
        return self.selected[-1] if self.selected else None

    # -- selection

    def select(self, actor: int | None) -> None:
        """Select the actor in row ``actor`` of the actor table and no other; None clears the selection."""
        self.select_all(() if actor is None else (actor,))

    def select_all(self, actors: tuple[int, ...]) -> None:
        """Select the actors in the rows ``actors`` of the actor table; the last becomes the primary actor.

        The primary actor is the one that panels for a single actor show.
        """
        self._pending.drop_actor()
        self.set_selected(actors)

    def click(self, actor: int | None, adds: bool) -> None:
        """Select the actor in row ``actor`` of the actor table and no other, or none if ``actor`` is None.

        If ``adds`` is True, the other actors stay selected, and ``actor`` is added, or removed if it was
        selected; None then changes nothing.
        """
        if not adds:
            self.select(actor)
        elif actor in self.selected:
            self.select_all(tuple(each for each in self.selected if each != actor))
        elif actor is not None:
            self.select_all((*self.selected, actor))

    def set_selected(self, actors: tuple[int, ...]) -> None:
        """Select the actors in the rows ``actors`` of the actor table, without a choice of the user.

        Requests to select other actors in a file that is being opened stay.
        """
        if actors != self.selected:
            self.selected = actors
            self._changes.touch()

    # -- hovered and followed actor

    def hover(self, actor: int | None) -> None:
        """Store which actor is under the mouse: its row in the actor table, or None for no actor."""
        if actor != self.hovered:
            self.hovered = actor
            self._changes.touch()

    def follow(self, actor: int | None) -> None:
        """Make the map follow the actor in row ``actor`` of the actor table; None stops following.

        As the user's choice, it replaces the actor requested to be followed in a file that is being opened.
        """
        self._pending.drop_followed()
        self.set_followed(actor)

    def set_followed(self, actor: int | None) -> None:
        """Make the map follow the actor in row ``actor`` of the actor table (None stops), not by the user.

        Unlike ``follow``, this keeps a request to follow an actor in a file that is being opened.
        """
        if actor != self.followed:
            self.followed = actor
            self._changes.touch()

    def follow_and_select(self, actor: int | None) -> None:
        """Select the actor in row ``actor`` of the actor table, and let the map follow it.

        None stops following, and leaves the selection as it is.
        """
        if actor is not None:
            self.select(actor)
        self.follow(actor)

    # -- the hero

    def choose_hero(self, actor_id: int | None) -> None:
        """Store the id of the actor that the user chose as hero; None if there is no choice.

        The attribute ``hero`` does not change before ``find_hero`` is called. If there is no choice, that
        method looks for an actor whose role_name is ``hero``, ``ego_vehicle`` or the like.
        """
        self._chosen_hero = actor_id

    def find_hero(self, index: RecordingIndex | None) -> None:
        """Set ``hero`` to the row in ``index`` of the actor with the chosen id, or of the likeliest hero.

        The likeliest hero is the vehicle or walker with the role_name ``hero``. If there is none, it is one
        with ``ego_vehicle``, then one with a similar name. Without any, or if ``index`` is None (no
        recording), ``hero`` becomes None.
        """
        hero = None
        if index is not None:
            actors = index.actors
            chosen = [] if self._chosen_hero is None else actors.rows_of(self._chosen_hero)
            hero = next(iter((*chosen, *actors.hero_rows)), None)
        if hero != self.hero:
            self.hero = hero
            self._changes.touch()

    def forget(self) -> None:
        """Clear the selected, hovered and followed actors and the hero, because another recording is opened.

        It has other actors in the same rows.
        """
        self._chosen_hero = None
        self.find_hero(None)
        self.set_selected(())
        self.set_followed(None)
        self.hover(None)
