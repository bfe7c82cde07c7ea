"""Who collided with whom, as a panel."""
