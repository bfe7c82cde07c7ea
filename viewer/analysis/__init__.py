"""What a recording tells when it is asked: CARLA's queries, and events found by rules in what it holds."""
