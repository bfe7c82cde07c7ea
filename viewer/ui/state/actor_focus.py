"""Which actors matter now: who is selected, pointed at, followed, and who is the hero."""

from __future__ import annotations

from viewer.recording.index import RecordingIndex
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_request import Wishes


class ActorFocus:
    """The one selection, and who else stands out; an actor is its row in the actor table.

    Attributes:
        selected: the selected actors in the order in which they were chosen, each once; the last one is the
            primary, of which panels that have room for one actor tell.
        hovered: who is pointed at, or None.
        followed: whom the map follows, or None.
        hero: the hero of the primary recording, or None.

    """

    def __init__(self, changes: Changes, wishes: Wishes) -> None:
        """Take who is told, and what else is asked for, which gives way to what is chosen here."""
        self._tell, self._wishes = changes.tell, wishes
        self.selected: tuple[int, ...] = ()
        self.hovered: int | None = None
        self.followed: int | None = None
        self.hero: int | None = None
        self._chosen_hero: int | None = None

    @property
    def primary(self) -> int | None:
        """The selected actor, of several the last one; None for nobody."""
        return self.selected[-1] if self.selected else None

    # -- who is selected

    def select(self, actor: int | None) -> None:
        """Select an actor alone, or nobody."""
        self.select_all(() if actor is None else (actor,))

    def select_all(self, actors: tuple[int, ...]) -> None:
        """Select these actors, the last one as the primary."""
        self._wishes.drop_actor()
        self.take_selected(actors)

    def click(self, actor: int | None, adds: bool) -> None:
        """Select an actor alone, or nobody; ``adds`` takes it into the selection or out of it."""
        if not adds:
            self.select(actor)
        elif actor in self.selected:
            self.select_all(tuple(each for each in self.selected if each != actor))
        elif actor is not None:
            self.select_all((*self.selected, actor))

    def take_selected(self, actors: tuple[int, ...]) -> None:
        """Select whom somebody asked for earlier."""
        if actors != self.selected:
            self.selected = actors
            self._tell(What.SELECTED)

    # -- who else

    def hover(self, actor: int | None) -> None:
        """Point at an actor, or at nobody."""
        if actor != self.hovered:
            self.hovered = actor
            self._tell(What.HOVERED)

    def follow(self, actor: int | None) -> None:
        """Let the map follow an actor, or stay."""
        self._wishes.drop_followed()
        self.take_followed(actor)

    def take_followed(self, actor: int | None) -> None:
        """Follow whom somebody asked for earlier."""
        if actor != self.followed:
            self.followed = actor
            self._tell(What.FOLLOWED)

    def go_with(self, actor: int | None) -> None:
        """Select an actor and follow it; None stops following and leaves the selection."""
        if actor is not None:
            self.select(actor)
        self.follow(actor)

    # -- the hero

    def choose_hero(self, actor_id: int | None) -> None:
        """Make an actor the hero by its id, when the recording is looked at next; None leaves it to that."""
        self._chosen_hero = actor_id

    def find_hero(self, index: RecordingIndex | None) -> None:
        """Find the hero of the primary recording: who was chosen, else who is called so."""
        hero = None
        if index is not None:
            actors = index.actors
            chosen = [] if self._chosen_hero is None else actors.rows_of(self._chosen_hero)
            hero = next(iter((*chosen, *actors.hero_rows)), None)
        if hero != self.hero:
            self.hero = hero
            self._tell(What.HERO)

    def forget(self) -> None:
        """Mean nobody: rows are about to mean others."""
        self._chosen_hero = None
        self.find_hero(None)
        self.take_selected(())
        self.take_followed(None)
        self.hover(None)
