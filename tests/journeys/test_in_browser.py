"""The same journey in a real browser: people sign in, click, and see; pictures go to artefacts/."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from federation.models import Player, User
from qualifications.models import IssuedDocument, LedgerEntry
from tests import world
from tests.conftest import CHROMIUM
from tests.samples import round_robin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("clock"),
]

PICTURES = Path(__file__).resolve().parent.parent.parent / "artefacts"
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        # the driver keeps an event loop in this thread; Django would refuse the database beside it
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield browser
        browser.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong behind the pages; the test fails when there is anything at its end."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_browser(browser: Browser, live_server, faults: list[str]) -> Iterator[Callable[..., Page]]:
    """A new window, signed in when a user is given. Watches the console and every request."""
    own = urlsplit(live_server.url).netloc
    contexts = []

    def watch(page: Page) -> None:
        page.on(
            "console", lambda said: said.type in ("error", "warning") and faults.append(said.text)
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request",
            lambda request: (
                urlsplit(request.url).netloc not in (own, "") and faults.append(request.url)
            ),
        )

    def new_page(user: User | None = None, viewport: dict[str, int] = DESK) -> Page:
        context = browser.new_context(base_url=live_server.url, viewport=viewport, locale="en-GB")
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        if user is not None:
            page.goto("/accounts/login/")
            page.locator("input[name=username]").fill(user.username)
            page.locator("input[name=password]").fill(world.PASSWORD)
            main(page).get_by_role("button", name="Sign in").click()
            expect(page).to_have_url(re.compile(r"/desk/$"))
        return page

    yield new_page
    for context in contexts:
        context.close()


def main(page: Page):
    """The page without its head and foot."""
    return page.get_by_role("main")


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def fits(page: Page) -> bool:
    """Nothing makes the page itself scroll sideways."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_journey(
    open_browser: Callable[..., Page],
    clerk: User,
    member: User,
    chair: User,
    national_chair: User,
    tmp_path: Path,
) -> None:
    parsed = round_robin(given=world.club(), starts_on=world.FIRST_DAY)
    file = tmp_path / "memorial.trf"
    file.write_bytes(world.file_of(parsed))

    # the clerk takes the file first; the form fills itself
    at_clerks = open_browser(clerk)
    picture(at_clerks, "01-desk-of-the-clerk")
    at_clerks.goto("/desk/events/new/")
    at_clerks.locator("input[type=file]").set_input_files(file)
    at_clerks.get_by_role("button", name="Fill the form from the file").click()
    expect(at_clerks.locator("input[name=name]")).to_have_value(parsed.name)
    expect(at_clerks.locator("input[name=ends_on]")).to_have_value(parsed.ends_on.isoformat())
    at_clerks.locator("select[name=system]").select_option("round_robin")
    at_clerks.locator("select[name=competition_class]").select_option("4")
    for name, value in {
        "minutes": "120",
        "increment_seconds": "0",
        "first_period_moves": "40",
        "second_period_minutes": "60",
        "most_rounds_on_one_day": "1",
        "arbiters-0-name": "Озерянський Захар",
    }.items():
        at_clerks.locator(f"input[name={name}]").fill(value)
    at_clerks.locator("select[name=clocks_used]").select_option("true")
    at_clerks.locator("select[name=moves_recorded]").select_option("true")
    at_clerks.locator("select[name=arbiters-0-category]").select_option("national")
    picture(at_clerks, "02-register")
    at_clerks.get_by_role("button", name="Save and review the file").click()

    # the preview; what comes into it later brings no title of its own
    expect(at_clerks).to_have_url(re.compile(r"/review/$"))
    expect(at_clerks.locator("#prospect table")).to_be_visible()
    expect(at_clerks).to_have_title(re.compile("^Review:"))
    at_clerks.locator("input[name=newcomers][value=without_rank]").check()
    for reason in at_clerks.locator("input[name^=reason-]").all():
        reason.fill("Звірено із суддею")
    picture(at_clerks, "03-review")
    at_clerks.get_by_role("button", name="Send for admission").click()
    expect(at_clerks).to_have_url(re.compile(r"/desk/$"))
    expect(main(at_clerks)).to_contain_text(parsed.name)

    # another member admits
    at_members = open_browser(member)
    picture(at_members, "04-desk-of-the-member")
    main(at_members).locator("a[href$='/admit/']").first.click()
    picture(at_members, "05-admission")
    at_members.get_by_role("button", name="Admit the tournament").click()
    expect(at_members).to_have_url(re.compile(r"/events/\d+/$"))
    picture(at_members, "06-event")

    # the chair of the national commission computes and publishes
    national = open_browser(national_chair)
    main(national).locator("a[href*='/desk/periods/']").first.click()
    expect(national).to_have_url(re.compile(r"/desk/periods/\d+/$"))
    national.get_by_role("button", name="Compute the draft list").click()
    expect(national.get_by_role("button", name="Publish the list")).to_be_visible()
    picture(national, "07-draft")
    national.get_by_role("button", name="Publish the list").click()
    expect(national).to_have_url(re.compile(r"/lists/ua/2026-07-01/$"))
    picture(national, "08-list")

    # a member of the commission drafts the decree, its chair approves it
    at_members.goto("/desk/")
    main(at_members).get_by_role("link", name="Draft a decree").first.click()
    at_members.locator("input[name=number]").fill("12")
    at_members.locator("input[name=place]").fill("Суми")
    picture(at_members, "09-decree-to-draft")
    at_members.get_by_role("button", name="Write the draft").click()
    expect(main(at_members)).to_contain_text("another person of the body approves it")
    at_chairs = open_browser(chair)
    main(at_chairs).get_by_role("link", name="Look at decree № 12").click()
    picture(at_chairs, "09-decree-to-approve")
    assert fits(at_chairs)
    at_chairs.get_by_role("button", name="Approve the decree").click()
    expect(main(at_chairs)).to_contain_text("Decree 12 is approved.")
    document = IssuedDocument.objects.get()

    # whoever holds the paper types its code
    holder = open_browser(viewport=PHONE)
    holder.goto("/verify/")
    holder.locator("input[name=code]").fill(document.code.lower())
    main(holder).get_by_role("button", name="Check it").click()
    expect(main(holder)).to_contain_text("The decree is in force.")
    expect(main(holder)).to_contain_text("Decree № 12")
    assert fits(holder)
    picture(holder, "09-verified-phone")
    with holder.expect_download() as paper:
        main(holder).get_by_role("link", name="The paper as it was issued").click()
    assert Path(paper.value.path()).read_bytes() == bytes(document.pdf)

    # anybody finds the player by a part of the name, on a desk and on a phone
    earned = LedgerEntry.objects.filter(kind="awarded", event__isnull=False)
    player = Player.objects.get(pk=earned.earliest("player__sort_key").player_id)
    for viewport, size in ((DESK, "desk"), (PHONE, "phone")):
        anybody = open_browser(viewport=viewport)
        anybody.goto("/players/?q=" + player.name[:5].lower())
        main(anybody).get_by_role("link", name=player.name).click()
        expect(main(anybody)).to_contain_text(parsed.name)
        expect(main(anybody)).to_contain_text("12.05.2026")
        assert fits(anybody)
        picture(anybody, f"10-card-{size}")


def test_the_keyboard_alone(open_browser: Callable[..., Page], clerk: User) -> None:
    """The cursor waits in the first field, Enter signs in, and the first Tab skips the head."""
    page = open_browser()
    page.goto("/accounts/login/")
    page.keyboard.type("clerk")
    page.keyboard.press("Tab")
    page.keyboard.type(world.PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/desk/$"))
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(main(page)).to_be_focused()


def test_no_page_scrolls_sideways_on_a_phone(
    open_browser: Callable[..., Page], published_lists: list, member: User
) -> None:
    event = world.Event.objects.get()
    player = event.entries.first().player_id
    page = open_browser(member, viewport=PHONE)
    wide = []
    for address in (
        "/",
        "/players/?q=о",
        f"/players/{player}/",
        f"/players/{player}/verdicts/{event.pk}/",
        "/events/",
        f"/events/{event.pk}/",
        "/lists/",
        "/lists/ua/2026-07-01/",
        f"/lists/ua/2026-07-01/{player}/",
        "/regions/",
        "/regions/SUM/",
        "/how-ranks-work/",
        "/regulations/ua_2007/",
        "/desk/",
        "/desk/events/new/",
        "/desk/decrees/",
        "/desk/decrees/new/",
        "/desk/deadlines/",
        "/desk/deadlines/?kind=happened&days=30",
        f"/desk/players/{player}/contact/",
        f"/players/{player}/?known=2026-06-01",
    ):
        response = page.goto(address)
        assert response is not None
        assert (address, response.status) == (address, 200)
        if not fits(page):
            wide.append(address)
    assert wide == []


@pytest.mark.parametrize("language", ["uk", "ru", "en"])
@pytest.mark.parametrize(("viewport", "size"), [(DESK, "desk"), (PHONE, "phone")])
def test_the_rank_clock_and_the_work_lists(
    open_browser: Callable[..., Page],
    published_lists: list,
    member: User,
    language: str,
    viewport: dict[str, int],
    size: str,
) -> None:
    """Drawn, in words as a list that opens by a click, and what ends for the commission."""
    heading = {"uk": "Строки розряду", "ru": "Сроки разряда", "en": "Rank clock"}[language]
    as_list = {"uk": "Те саме списком", "ru": "То же списком", "en": "The same as a list"}[language]
    # a rank that ends within 90 days, held by somebody who also played
    player = world.Event.objects.get().entries.order_by("number").last().player
    world.held(player, "ua.rank_2", world.TODAY.replace(year=2023, month=9))
    page = open_browser(member, viewport=viewport)
    site = urlsplit(page.url)
    page.context.add_cookies(
        [{"name": "django_language", "value": language, "url": f"http://{site.netloc}/"}]
    )
    page.goto(f"/players/{player.pk}/")
    expect(main(page).get_by_role("heading", name=heading)).to_be_visible()
    expect(main(page).locator(".timeline svg[role=img]")).to_be_visible()
    first = main(page).locator(".timeline-list > li").first
    expect(first).not_to_be_visible()
    main(page).locator(".timeline").get_by_text(as_list).click()
    expect(first).to_be_visible()
    assert fits(page)
    picture(page, f"11-clock-{language}-{size}")
    page.goto("/desk/deadlines/")
    expect(main(page).get_by_role("link", name=player.name)).to_be_visible()
    assert fits(page)
    picture(page, f"12-deadlines-{language}-{size}")
