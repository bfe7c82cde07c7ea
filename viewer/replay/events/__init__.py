"""What happened when: kinds of events, their times, and going from one to the next."""
