"""What becomes of a file while it is open: it grows, is replaced, cut or deleted."""
