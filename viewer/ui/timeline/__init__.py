"""The timeline: an overview of the whole recording above a zoomable axis with lanes."""
