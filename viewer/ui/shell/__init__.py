"""The window's own parts, around the map, the timeline and the panels."""
