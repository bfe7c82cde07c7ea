"""A new recording from what can be read of a damaged one."""
