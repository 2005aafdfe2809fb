"""Many facts in memory at once, without the collector walking over them again and again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No search for cycles within the block, or within the function that is decorated.

    Facts of lives hold no cycles and go when nobody names them any more. Searching them for some,
    as Python does whenever there are many new objects, takes as long as reading them.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
