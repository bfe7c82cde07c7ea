"""Who is drawn where, and how large: arrays, before any paint."""
