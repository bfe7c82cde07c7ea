"""Sources of the entries of the palette (search box), by kind: actions, recorded things, signals, times."""
