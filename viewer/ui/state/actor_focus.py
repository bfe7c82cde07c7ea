"""Which actors matter now: who is selected, pointed at, followed, and who is the hero."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.ui.state.actor_ref import ActorRef, Refs, ref_of


class ActorFocus(QObject):
    """Observable: the one selection, and who else stands out.

    Attributes:
        selected: the selected actors in the order in which they were chosen, each once; the last one is the
            primary, of which panels that have room for one actor tell.
        hovered: who is pointed at, or None.
        followed: whom the map follows, or None.
        hero: the hero of the primary recording, or None.

    """

    selected_changed = Signal(object)
    """``selected`` is another tuple."""
    primary_changed = Signal(object)
    """After ``selected_changed``: ``primary`` is another actor, or None."""
    hover_changed = Signal(object)
    """``hovered`` is another actor, or None."""
    follow_changed = Signal(object)
    """``followed`` is another actor, or None."""
    hero_changed = Signal(object)
    """``hero`` is another actor, or None."""
    chosen = Signal()
    """Whom to select was decided here: nobody who was asked for earlier is to be selected any more."""
    follow_chosen = Signal()
    """Whom to follow was decided here, likewise."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.selected: Refs = ()
        self.hovered: ActorRef | None = None
        self.followed: ActorRef | None = None
        self.hero: ActorRef | None = None
        self._chosen_hero: int | None = None
        self._offered: Refs | None = None

    @property
    def primary(self) -> ActorRef | None:
        """The selected actor, of several the last one; None for nobody."""
        return self.selected[-1] if self.selected else None

    # -- who is selected

    @Slot(object)
    def select(self, actor: ActorRef | None) -> None:
        """Select an actor alone, or nobody."""
        self.select_all(() if actor is None else (actor,))

    @Slot(object)
    def select_all(self, actors: Refs) -> None:
        """Select these actors, the last one as the primary."""
        self._offered = None
        self.chosen.emit()
        self.take_selected(actors)

    def offer(self, actors: Refs) -> bool:
        """Select whom that is about where one went; return whether they are.

        Whom one has selected oneself stays; whom this selected before gives way.
        """
        is_free = bool(actors) and self.selected in ((), self._offered)
        if is_free:
            self.select_all(actors)
            self._offered = actors
        return is_free

    @Slot(object, bool)
    def click(self, actor: ActorRef | None, adds: bool) -> None:
        """Select an actor alone, or nobody; ``adds`` takes it into the selection or out of it."""
        if not adds:
            self.select(actor)
        elif actor in self.selected:
            self.select_all(tuple(each for each in self.selected if each != actor))
        elif actor is not None:
            self.select_all((*self.selected, actor))

    def take_selected(self, actors: Refs) -> None:
        """Select whom somebody asked for earlier."""
        if actors == self.selected:
            return
        before, self.selected = self.primary, actors
        self.selected_changed.emit(actors)
        if self.primary != before:
            self.primary_changed.emit(self.primary)

    # -- who else

    @Slot(object)
    def hover(self, actor: ActorRef | None) -> None:
        """Point at an actor, or at nobody."""
        if actor != self.hovered:
            self.hovered = actor
            self.hover_changed.emit(actor)

    @Slot(object)
    def follow(self, actor: ActorRef | None) -> None:
        """Let the map follow an actor, or stay."""
        self.follow_chosen.emit()
        self.take_followed(actor)

    def take_followed(self, actor: ActorRef | None) -> None:
        """Follow whom somebody asked for earlier."""
        if actor != self.followed:
            self.followed = actor
            self.follow_changed.emit(actor)

    @Slot(object)
    def go_with(self, actor: ActorRef | None) -> None:
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
            hero = ref_of(next(iter((*chosen, *actors.hero_rows)), None))
        self._set_hero(hero)

    def _set_hero(self, actor: ActorRef | None) -> None:
        if actor != self.hero:
            self.hero = actor
            self.hero_changed.emit(actor)

    def forget(self) -> None:
        """Mean nobody: rows are about to mean others."""
        self._chosen_hero = None
        self._set_hero(None)
        self.take_selected(())
        self.take_followed(None)
        self.hover(None)
