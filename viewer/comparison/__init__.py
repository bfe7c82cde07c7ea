"""Two recordings compared: partners, first differences, and what parted first."""
