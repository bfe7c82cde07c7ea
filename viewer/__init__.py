"""Replay viewer for recordings of the CARLA simulator."""
