"""Breaking the program on purpose, to see whether its tests notice."""
