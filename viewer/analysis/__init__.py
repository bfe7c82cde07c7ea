"""What a recording tells when it is asked: CARLA's queries, and what is found in it."""
