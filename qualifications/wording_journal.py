"""The journal in words: pages by which something is done, kinds of objects, fields."""

from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from federation.journal import CHANGED

THINGS: Mapping[str, Any] = {
    "attachment": gettext_lazy("attachment"),
    "awardpolicy": gettext_lazy("policy on awards"),
    "cardclaim": gettext_lazy("claim of a card"),
    "changedbasis": gettext_lazy("changed basis of a decree"),
    "commission": gettext_lazy("commission"),
    "correction": gettext_lazy("late correction"),
    "decision": gettext_lazy("decision"),
    "declarednorm": gettext_lazy("declared norm"),
    "decree": gettext_lazy("decree"),
    "event": gettext_lazy("tournament"),
    "eventarbiter": gettext_lazy("arbiter"),
    "eventreplacement": pgettext_lazy("kind of object", "corrected file"),
    "fideapplication": gettext_lazy("application for a FIDE title"),
    "issueddocument": gettext_lazy("issued document"),
    "mandate": gettext_lazy("mandate"),
    "normelsewhere": gettext_lazy("norm made elsewhere"),
    "normrequest": gettext_lazy("norm asked for"),
    "noticechoice": gettext_lazy("choice of letters"),
    "objection": gettext_lazy("objection"),
    "personfact": pgettext_lazy("kind of object", "fact about a person"),
    "personlink": pgettext_lazy("kind of object", "link of two people"),
    "personsuspect": pgettext_lazy("kind of object", "suspected duplicate"),
    "personrequest": gettext_lazy("request of a player"),
    "player": gettext_lazy("player"),
    "ratingperiod": gettext_lazy("rating period"),
    "readingdecision": pgettext_lazy("kind of object", "decision on a reading"),
    "region": gettext_lazy("region"),
    "submission": gettext_lazy("submission"),
    "upload": gettext_lazy("upload"),
    "user": gettext_lazy("user"),
}
ACTIONS: Mapping[str, Any] = {
    "login": gettext_lazy("signed in, or tried to"),
    "logout": gettext_lazy("signed out"),
    "set_language": gettext_lazy("chose a language"),
    "event-new": gettext_lazy("registered a tournament"),
    "event-new-from-file": gettext_lazy("took a file to register a tournament"),
    "event-edit": gettext_lazy("changed the papers of a tournament"),
    "event-upload": gettext_lazy("uploaded a file of a tournament"),
    "event-withdraw": gettext_lazy("withdrew a tournament"),
    "event-review": gettext_lazy("reviewed or sent a tournament"),
    "event-columns": gettext_lazy("said what the columns of a table mean"),
    "event-admit": gettext_lazy("admitted or returned a tournament"),
    "event-coefficient": gettext_lazy("stated papers of an admitted tournament"),
    "event-corrected": gettext_lazy("uploaded a corrected file"),
    "event-corrected-review": gettext_lazy("reviewed or sent a corrected file"),
    "event-corrected-admit": gettext_lazy("admitted or returned a corrected file"),
    "event-paper": gettext_lazy("certified a paper of a tournament"),
    "norm-certificate": gettext_lazy("certified a title result"),
    "card-pdf": gettext_lazy("took a qualification card as PDF"),
    "entry-person": gettext_lazy("moved a result to another person"),
    "award-earlier": gettext_lazy("took over a rank from a paper card"),
    "contact-edit": gettext_lazy("changed where a player is written to"),
    "person-facts": gettext_lazy("recorded a fact about a person"),
    "fact-void": gettext_lazy("voided a fact about a person"),
    "person-link": gettext_lazy("linked two players as one person"),
    "person-unlink": gettext_lazy("undid a link of two players"),
    "suspect-dismiss": gettext_lazy("said that two players are two people"),
    "fide-proposals": gettext_lazy("decided about what FIDE’s list says otherwise"),
    "list-loads": gettext_lazy("loaded a rating list of others"),
    "reading-decision": gettext_lazy("decided on a reading"),
    "objection-new": gettext_lazy("objected to a line"),
    "objection-detail": gettext_lazy("answered an objection"),
    "period-recompute": gettext_lazy("had a draft list computed"),
    "period-cancel": gettext_lazy("stopped a computation"),
    "period-publish": gettext_lazy("published a rating list"),
    "correction-new": gettext_lazy("noted a late correction"),
    "correction-compute": gettext_lazy("had a late correction computed"),
    "correction-stop": gettext_lazy("stopped the computation of a correction"),
    "correction-sign": gettext_lazy("signed a late correction"),
    "correction-remove": gettext_lazy("took a change out of a correction"),
    "correction-discard": gettext_lazy("discarded a late correction"),
    "event-norms": gettext_lazy("asked for norms of a tournament"),
    "norm-answer": gettext_lazy("declared or refused a norm"),
    "norm-withdraw": gettext_lazy("no longer asked for a norm"),
    "submission-new": gettext_lazy("drafted a submission"),
    "submission-change": gettext_lazy("changed a submission"),
    "submission-send": gettext_lazy("signed and sent a submission"),
    "attachment-add": gettext_lazy("attached a paper to a submission"),
    "attachment-remove": gettext_lazy("took a paper out of a submission"),
    "submission-answer": gettext_lazy("answered a submission"),
    "submission-withdraw": gettext_lazy("withdrew a submission"),
    "decree-new": gettext_lazy("drafted a decree"),
    "decree-change": gettext_lazy("changed a draft of a decree"),
    "decree-approve": gettext_lazy("approved a decree"),
    "decree-abandon": gettext_lazy("gave a draft of a decree up"),
    "decree-annul": gettext_lazy("drafted the annulment of a decree"),
    "fide-application-new": gettext_lazy("began an application to FIDE"),
    "fide-application": gettext_lazy("changed an application to FIDE"),
    "fide-application-send": gettext_lazy("signed and sent an application to FIDE"),
    "fide-application-withdraw": gettext_lazy("withdrew an application to FIDE"),
    "fide-application-answer": gettext_lazy("recorded FIDE’s answer to an application"),
    "fide-application-answer-void": gettext_lazy("took back FIDE’s answer to an application"),
    "norm-elsewhere": gettext_lazy("kept a norm made elsewhere"),
    "norm-elsewhere-remove": gettext_lazy("removed a norm made elsewhere"),
    "award-revoke": gettext_lazy("drafted the revocation of an award"),
    "changed-basis": gettext_lazy("decided about an award that rests on changed data"),
    "award-policy": gettext_lazy("recorded a policy on awards"),
    "account-join": gettext_lazy("asked for an account"),
    "account-confirm": gettext_lazy("opened an account"),
    "password_reset": gettext_lazy("asked for a new password"),
    "password_reset_confirm": gettext_lazy("chose a new password"),
    "claim-new": gettext_lazy("claimed a card"),
    "claim-end": gettext_lazy("ended a claim of a card"),
    "claim-answer": gettext_lazy("answered a claim of a card"),
    "account-notices": gettext_lazy("chose letters"),
    "account-request": gettext_lazy("asked the commission"),
    "account-objection": gettext_lazy("objected to the own line"),
    "request-answer": gettext_lazy("answered a player"),
    "load_opening_list": gettext_lazy("took over the opening list"),
    "recompute_period_task": gettext_lazy("draft list computed"),
    "compute_correction_task": gettext_lazy("late correction computed"),
    "sign_correction_task": gettext_lazy("signed a late correction"),
    "recompute_open_periods": gettext_lazy("nightly: next list computed"),
    "deadlines_and_notices": gettext_lazy("nightly: deadlines and letters"),
    "deadlines_of_everybody": gettext_lazy("deadlines found anew"),
    "deadlines_of_range": gettext_lazy("deadlines found anew"),
    "notices_of_range": gettext_lazy("nightly: deadlines and letters"),
    "list_load": gettext_lazy("loaded a rating list of others"),
    "people_of_today": gettext_lazy("nightly: facts of the day, suspected duplicates"),
    "assess": gettext_lazy("judged tournaments (command)"),
    "import_ratings": gettext_lazy("imported ratings (command)"),
    "load_fide_list": gettext_lazy("loaded FIDE’s list (command)"),
    "recompute_period": gettext_lazy("had a draft list computed (command)"),
    "rebuild_standings": gettext_lazy("found deadlines anew (command)"),
}
"""Pages, tasks and commands that do something, to what their entries say."""


def action_words(action: str) -> str:
    """What was done; of a page of the administration and of any other its own name."""
    refused = action.removeprefix("refused: ")
    known = ACTIONS.get(refused)
    words = str(known) if known else refused
    if refused.startswith("admin:"):
        words = _administration(refused.removeprefix("admin:"))
    return _("refused: %(what)s") % {"what": words} if refused != action else words


def _administration(page: str) -> str:
    """A page of the administration: `federation_mandate_change` is of mandates."""
    known = next((name for part in page.split("_") if (name := THINGS.get(part))), None)
    return _("administration (%(page)s)") % {"page": page if known is None else known}


def thing_words(object_type: str) -> str:
    """The kind of an object."""
    return str(THINGS.get(object_type, object_type))


def field_of(object_type: str, name: str) -> Any:
    """The field of a kind of object; None where there is none of that name."""
    for label in ("federation", "tournaments", "qualifications"):
        try:
            return apps.get_model(label, object_type)._meta.get_field(name)
        except (LookupError, FieldDoesNotExist):
            continue
    return None


def field_words(object_type: str, name: str) -> str:
    """A field as forms call it; its own name where it has none."""
    return str(getattr(field_of(object_type, name), "verbose_name", name))


def value_words(
    object_type: str, name: str, text: str, names: Mapping[tuple[str, str], str]
) -> str:
    """A value as people read it: a choice by its word, yes or no, an object by its name.

    `names` are of `journal_page.names_behind`; of other objects the number is said.
    """
    field = field_of(object_type, name)
    if not text or field is None or text == CHANGED:
        return text
    if field.is_relation:
        return names.get((field.related_model._meta.model_name, text), f"№ {text}")
    if field.get_internal_type() == "BooleanField":
        return {"True": _("yes"), "False": _("no")}.get(text, text)
    words = {str(key): str(word) for key, word in field.flatchoices or ()}
    return words.get(text, text)
