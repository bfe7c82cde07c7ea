"""The story of a recording: a strip of chips over the map, and a panel with all that was found."""
