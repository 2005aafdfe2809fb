"""A browser without a screen: reads the forms of a page and sends them as a person would."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client


@dataclass
class Form:
    """A form as it stands on a page: where it goes, and what it would send untouched."""

    action: str
    method: str
    values: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open: Form | None = None
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._textarea: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(a.get("action", ""), a.get("method", "get").lower())
            self.forms.append(self._open)
        if self._open is None or "disabled" in a:
            return
        if tag == "input" and a.get("name"):
            kind = a.get("type", "text")
            if kind not in ("checkbox", "radio", "file", "submit"):
                self._add(a["name"], a.get("value", ""))
            elif kind in ("checkbox", "radio") and "checked" in a:
                self._add(a["name"], a.get("value", "on"))
        elif tag == "button" and a.get("type", "submit") == "submit":
            self._open.buttons.append((a.get("name", ""), a.get("value", "")))
        elif tag == "select" and a.get("name"):
            self._select, self._options = a["name"], []
        elif tag == "option" and self._select:
            self._options.append((a.get("value", ""), "selected" in a))
        elif tag == "textarea" and a.get("name"):
            self._textarea = a["name"]
            self._open.values.setdefault(self._textarea, [""])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select" and self._select:
            chosen = [value for value, selected in self._options if selected]
            first = [value for value, _selected in self._options[:1]]
            for value in chosen or first:
                self._add(self._select, value)
            self._select = None
        elif tag == "textarea":
            self._textarea = None

    def handle_data(self, data: str) -> None:
        if self._textarea and self._open:
            self._open.values[self._textarea][0] += data

    def _add(self, name: str, value: str) -> None:
        assert self._open is not None
        self._open.values.setdefault(name, []).append(value)


def forms(response: HttpResponse) -> list[Form]:
    parser = _Forms()
    parser.feed(response.content.decode())
    return parser.forms


def form_with(response: HttpResponse, name: str) -> Form:
    """The one form of the page that has a field or a button of that name, or goes to that address.

    An empty name means the form that is nothing but a button.
    """
    found = [
        form
        for form in forms(response)
        if (name in form.values or name in dict(form.buttons) or form.action == name)
        and (name or (form.values.keys() <= {"csrfmiddlewaretoken"} and not form.action))
    ]
    assert len(found) == 1, f"{len(found)} forms with {name}"
    return found[0]


def send(client: Client, page: HttpResponse, name: str, /, **changes: Any) -> HttpResponse:
    """Send the form with `name` as it stands, with some fields filled; follows redirects.

    A button of that name is pressed. Fields that the page does not have are an error, so that
    nothing is sent that a person could not send; a file has no value of its own, it is taken.
    """
    form = form_with(page, name)
    files = {key for key, value in changes.items() if hasattr(value, "read")}
    ticked = {key for key in changes if f'name="{key}"' in page.content.decode()}
    assert set(changes) - set(form.values) - files - ticked == set()
    data: dict[str, Any] = form.values | changes
    buttons = dict(form.buttons)
    if name in buttons:
        data[name] = buttons[name]
    address = form.action or page.wsgi_request.get_full_path()
    return getattr(client, form.method)(address, data, follow=True)
