"""Building the index of a recording from its bytes: finding frames, collecting actors and events."""
