"""Time in the window: the form it is shown in, going to a moment that is typed, and back to where one was."""
