"""The palette: one field that finds actions, actors, events, times and places."""
