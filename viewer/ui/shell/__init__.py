"""Parts of the main window around the map, the timeline and the panels."""
