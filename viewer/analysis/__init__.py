"""What happened in a recording: events found by rules in poses, boxes, states and the road map."""
