"""What was true over time: where actors went, and what followed from it."""
