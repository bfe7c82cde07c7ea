"""The timeline: an overview of the recording, a zoomable time axis, and lanes (strips of data) below."""
