"""Where state, background work and panels meet; nothing else connects them."""
