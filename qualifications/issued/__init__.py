"""What the registry's papers say: from rows to a `documents.Paper`, and whether one still holds."""
