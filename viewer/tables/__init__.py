"""Tables of the program, each said once: names, types, units, meanings and values of their columns."""
