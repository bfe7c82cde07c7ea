"""What the mouse means on the map."""
