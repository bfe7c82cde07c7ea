"""What floats over the map: furniture, chips and the tooltip."""
