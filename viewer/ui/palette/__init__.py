"""The command palette: a text field that finds actions, actors, events, times and coordinates."""
