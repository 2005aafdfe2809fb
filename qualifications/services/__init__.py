"""Writes about the law's consequences; each module is one part of the work of a commission."""
