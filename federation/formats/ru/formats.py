"""Dates as people write them."""

DATE_FORMAT = "d.m.Y"
SHORT_DATE_FORMAT = "d.m.Y"
DATETIME_FORMAT = "d.m.Y H:i"
DATE_INPUT_FORMATS = ["%d.%m.%Y", "%Y-%m-%d"]
