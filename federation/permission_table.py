"""The table of permissions as a page for people, made from `access.py` itself."""

import ast
import inspect
from collections.abc import Iterator

from federation import access
from federation.access import ALSO_NATIONAL, ANOTHER_PERSON, PERMISSIONS, Action
from federation.models import CommissionKind, Role

KINDS = (
    (CommissionKind.REGIONAL, "regional commission"),
    (CommissionKind.CITY, "city commission"),
    (CommissionKind.NATIONAL, "national commission"),
    (CommissionKind.MINISTRY, "ministry"),
)
HEAD = """# Who may do what

Made from `federation/access.py` by `manage.py permissions --write`; a test compares them. What
somebody may do hangs on a **mandate**: a person, a body, a role, from a day to a day (both
inclusive). Nobody may do anything without one; an administrator appoints in `/admin/` and has
no other right by that. A mandate reaches the tournaments of its own body and the players of its
own region; the national commission answers for the players of all regions. *Another* in the
last column: the same person who prepared it may not, whatever the role.

| What | Regional commission | City commission | National commission | Ministry | |
|---|---|---|---|---|---|
"""


def descriptions() -> dict[Action, str]:
    """The sentence below each action in the source."""
    body = ast.parse(inspect.getsource(access.Action)).body[0]
    assert isinstance(body, ast.ClassDef)  # noqa: S101  it is the source of a class
    found: dict[Action, str] = {}
    name = ""
    for node in body.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found[Action[name]] = " ".join(str(node.value.value).split())
    return found


def permission_page() -> str:
    """The whole page as Markdown."""
    return HEAD + "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    said = descriptions()
    for action, permission in PERMISSIONS.items():
        cells = [
            ", ".join(role.value for role in Role if role in permission.roles and _fits(role, kind))
            if kind in permission.kinds
            else "–"
            for kind, _name in KINDS
        ]
        notes = []
        if action in ANOTHER_PERSON:
            notes.append("another")
        if action in ALSO_NATIONAL:
            notes.append("the national commission for all")
        yield f"| {said[action]} | {' | '.join(cells)} | {', '.join(notes)} |"


def _fits(role: Role, kind: CommissionKind) -> bool:
    """Officers are the ministry's, the other roles are the commissions'."""
    return (role == Role.OFFICER) == (kind == CommissionKind.MINISTRY)
