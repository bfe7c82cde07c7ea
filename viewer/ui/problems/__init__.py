"""What is wrong with a recording, or odd about it, as a panel."""
