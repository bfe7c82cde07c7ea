"""Handlers of the actions in the menus, one module per menu."""
