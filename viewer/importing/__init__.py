"""Clips and tables of poses, made into recordings: no Qt, no simulator."""
