"""Measurements of the heavy things. No test reads the clock; these lines are for people."""
