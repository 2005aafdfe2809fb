"""A late correction in a real browser: noted and computed by one person, signed by another."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from federation.models import Role, User
from qualifications.models import Correction, CorrectionStatus
from tests import world
from tests.journeys.test_in_browser import (
    PHONE,
    browser,
    faults,
    fits,
    main,
    open_browser,
    picture,
)

__all__ = ["browser", "faults", "open_browser"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clock"),
]


def test_a_correction_is_computed_and_signed(
    open_browser: Callable[..., Page], published_lists: list, national_chair: User
) -> None:
    signer = world.mandated("signer", Role.MEMBER, "UKR")
    event = world.Event.objects.get()
    game = event.games.filter(kind="played").order_by("round", "pk").first()
    page = open_browser(national_chair)
    page.goto(f"{reverse('correction-new')}?event={event.pk}")
    main(page).get_by_role("link", name="The result of a game").click()
    page.locator("select[name=game]").select_option(str(game.pk))
    result = "played:0:2" if game.white_half_points else "played:2:0"
    page.locator("select[name=result]").select_option(result)
    page.locator("textarea[name=reason]").fill("Акт арбітра від 3 травня")
    main(page).get_by_role("button", name="Note the change").click()
    main(page).get_by_role("button", name="Compute what follows").click()
    correction = Correction.objects.get()
    expect(main(page)).to_contain_text("1 list is issued again.")
    expect(main(page).get_by_role("button", name="Sign the correction")).to_have_count(0)
    assert fits(page)
    picture(page, "20-correction-of-the-drafter")

    phone = open_browser(signer, viewport=PHONE)
    site = urlsplit(phone.url)
    phone.context.add_cookies(
        [{"name": "django_language", "value": "uk", "url": f"http://{site.netloc}/"}]
    )
    phone.goto(reverse("correction-detail", args=[correction.pk]))
    assert fits(phone)
    picture(phone, "20-correction-of-the-signer-uk-phone")
    with phone.expect_navigation():
        phone.locator("form[action$='/sign/'] button").click()
    correction.refresh_from_db()
    assert (correction.status, correction.decided_by) == (CorrectionStatus.SIGNED, signer)
    assert fits(phone)
    page.goto("/lists/ua/2026-07-01/")
    expect(main(page)).to_contain_text("Issue 2 of 2")
