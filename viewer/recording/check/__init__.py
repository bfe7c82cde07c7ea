"""Defects of single records, found when everything is decoded."""
