"""CARLA's questions about collisions and blocked actors, answered correctly."""
