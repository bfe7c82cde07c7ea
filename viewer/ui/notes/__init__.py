"""Notes in the window: what keeps them while it is open, and what lists them."""
