"""Who finds things for the palette, one module for each kind."""
