"""Package of the layers that the map is drawn of (ground, actors, labels, …), one module each."""
