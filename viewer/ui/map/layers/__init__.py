"""What is painted on the map, one layer each, from the ground upwards."""
