"""The file itself: what is wrong with it, the packets of the frame that is shown, and all of them counted."""
