"""What the actions of the table do, a file for each menu."""
