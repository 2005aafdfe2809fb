"""Files of worked cases, answered by the engine: `check_cases` runs them.

An adapter reads the input of one kind of case, calls the public function that decides it and
gives the answer in the shape that the files expect. Adapters decide nothing themselves.
"""

from .checking import CheckedCase, CheckedFile, UnusableFile, check_case, check_file, check_text

__all__ = [
    "CheckedCase",
    "CheckedFile",
    "UnusableFile",
    "check_case",
    "check_file",
    "check_text",
]
