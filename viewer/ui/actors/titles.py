"""What columns, groups and states of the actor list are called."""

from __future__ import annotations

from viewer.ui.actors.lines import Group
from viewer.ui.actors.listing import Column
from viewer.ui.actors.moment import Life
from viewer.ui.speed_unit import speed_unit
from viewer.ui.translation import tr


def column_title(column: Column) -> str:
    """Return the name of a column in a word or two: numbers are named by their unit."""
    return {
        Column.ID: tr("Id"),
        Column.CATEGORY: tr("Category"),
        Column.BLUEPRINT: tr("Blueprint"),
        Column.ROLE: tr("Role"),
        Column.CARRIER: tr("On"),
        Column.SPEED: speed_unit(),
        Column.DISTANCE: tr("m to hero"),
        Column.TO_SELECTED: tr("m to sel."),
        Column.TRAVELLED: tr("m travelled"),
        Column.COLLISIONS: tr("Hits"),
        Column.SPAWNED: tr("s spawned"),
        Column.DESTROYED: tr("s destroyed"),
        Column.LIFETIME: tr("s alive"),
        Column.STATE: tr("State"),
    }[column]


def long_title(column: Column) -> str:
    """Return what a column is called where there is room for words."""
    return {
        Column.CARRIER: tr("Attached to"),
        Column.SPEED: tr("Speed"),
        Column.DISTANCE: tr("Distance to hero, between centres"),
        Column.TO_SELECTED: tr("Distance to selected actor, between centres"),
        Column.TRAVELLED: tr("Distance travelled"),
        Column.COLLISIONS: tr("Number of collisions"),
        Column.SPAWNED: tr("Spawn time"),
        Column.DESTROYED: tr("Destroy time"),
        Column.LIFETIME: tr("Lifetime"),
    }.get(column) or column_title(column)


def life_title(life: Life) -> str:
    """Return what the state of an actor is called."""
    return {
        Life.ALIVE: tr("alive"),
        Life.NOT_SPAWNED: tr("not spawned"),
        Life.DESTROYED: tr("destroyed"),
    }[life]


def group_name(group: Group) -> str:
    """Return what the heading of a group says."""
    return {
        Group.WALKERS: tr("Walkers"),
        Group.SENSORS: tr("Sensors"),
        Group.TRAFFIC_LIGHTS: tr("Traffic lights"),
        Group.TRAFFIC_SIGNS: tr("Signs"),
        Group.PROPS: tr("Props"),
        Group.CONTROLLERS: tr("Controllers"),
        Group.OTHERS: tr("Other"),
    }[group]
