"""Who stood still for long, as a panel."""
