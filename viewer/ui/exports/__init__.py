"""Export from the window: the dialog, and the process that writes."""
