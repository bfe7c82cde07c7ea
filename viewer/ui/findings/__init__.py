"""Views of the found events (found by rules, or read from results files): a strip, a panel and a card.

The strip above the map has a button for each incident (events of one occurrence), the panel lists all events,
the card over the map explains one.
"""
