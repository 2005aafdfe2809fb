"""What an application to FIDE was sent with, as JSON: with it alone its paper can be written."""

from datetime import date
from typing import Any

from qualifications.fide_applications import Checked, NormShown
from qualifications.models import FideApplication
from qualifications.serialize import reason_to_json


def frozen_application(
    application: FideApplication, checked: Checked, *, today: date
) -> dict[str, Any]:
    """The application with its evidence as JSON: with it alone the paper can be written again."""
    player = application.player
    return {
        "body": {
            "uk": application.commission.name_uk,
            "ru": application.commission.name_ru,
            "en": application.commission.name_en,
        },
        "title": checked.title,
        "edition": checked.law.edition,
        "player": player.pk,
        "name": player.name,
        "latin_name": player.latin_name,
        "fide_id": player.fide_id,
        "birth_year": player.birth_year,
        "federation": player.federation,
        "sex": player.sex,
        "highest_rating": checked.rating.highest,
        "rating_reached_on": _iso(checked.rating.reached_on),
        "rating_stated": checked.rating.stated,
        "rated_games": application.rated_games,
        "achieved_on": _iso(checked.achieved_on),
        "norms": [_norm(norm) for norm in checked.norms if norm.chosen],
        "outcome": checked.outcome.value,
        "reasons": [reason_to_json(one) for one in checked.reasons],
        "note": application.note,
        "noted_by": str(application.noted_by) if application.noted_by else "",
        "dated_on": today.isoformat(),
        "drafted_by": str(application.drafted_by),
        "sent_by": str(application.sent_by),
    }


def _norm(norm: NormShown) -> dict[str, Any]:
    return {
        "title": norm.held.title,
        "event": norm.event_name,
        "city": norm.city,
        "federation": norm.federation,
        "starts_on": norm.starts_on.isoformat(),
        "ends_on": norm.ends_on.isoformat(),
        "games": norm.held.games,
        "with_foreigners": norm.held.with_foreigners,
        "days_with_one_round": norm.held.days_with_one_round,
        "large_swiss": norm.held.large_swiss,
        "document": norm.document,
    }


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
