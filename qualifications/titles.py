"""Titles of FIDE for players, in their order."""

FIDE_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""The highest first."""
