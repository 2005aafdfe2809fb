"""Points as files write them, in half-points."""


def half_points_of(value: str) -> int | None:
    """Half-points of `11.5`, `6,5`, `6½`, `6`; None where it is not a number of them."""
    if value.endswith("½"):
        value = (value[:-1] or "0") + ".5"
    whole, _, part = value.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit() or len(value) > 12:
        return None
    if part.rstrip("0") not in ("", "5"):
        return None
    return 2 * int(whole or "0") + (1 if part.rstrip("0") else 0)


def points_text(half_points: int) -> str:
    """`4`, `4.5`."""
    sign = "-" if half_points < 0 else ""
    half_points = abs(half_points)
    return f"{sign}{half_points // 2}.5" if half_points % 2 else f"{sign}{half_points // 2}"


def written_points(half_points: int) -> str:
    """`4.0`, `4.5`: the form of a Tournament Report File."""
    return f"{half_points // 2}.{5 * (half_points % 2)}"
