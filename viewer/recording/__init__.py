"""A recording as an index one can ask; the bytes stay on disk."""
