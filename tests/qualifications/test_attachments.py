"""Papers of a submission: what they are by their bytes, where they lie, and who gets them."""

import zipfile
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdf import PdfWriter

from federation.errors import Refused
from federation.models import Commission, Mandate, Role, User
from qualifications.attachments import JPEG, PDF, Unfit, UnfitFile, looked_into
from qualifications.models import Attachment, AttachmentKind
from qualifications.services.attachments import (
    attachment_add,
    attachment_path,
    attachment_remove,
)
from tests.qualifications.test_decrees import event
from tests.qualifications.test_submissions import AT, draft, norm, send

__all__ = ["event", "norm"]


def pdf(*, password: str = "", pages: int = 1) -> bytes:
    writer, out = PdfWriter(), BytesIO()
    for _page in range(pages):
        writer.add_blank_page(200, 200)
    if password:
        writer.encrypt(password)
    writer.write(out)
    return out.getvalue()


def jpeg(*, exif: bool = False, size: tuple[int, int] = (40, 20)) -> bytes:
    image, out, extra = Image.new("RGB", size, "navy"), BytesIO(), Image.Exif()
    if exif:
        extra[0x010F] = "Camera of somebody"
        extra[0x0112] = 6
    image.save(out, "JPEG", exif=extra)
    return out.getvalue()


def packed() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("photo.jpg", jpeg())
    return out.getvalue()


@pytest.mark.parametrize(("content", "kind"), [(pdf(), PDF), (b"\n" + pdf(), PDF), (jpeg(), JPEG)])
def test_a_sound_file_is_taken_for_what_it_is(content, kind) -> None:
    assert looked_into(content).content_type == kind


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", Unfit.EMPTY),
        (b"MZ\x90\x00", Unfit.OTHER_KIND),
        (packed(), Unfit.OTHER_KIND),
        (b"<html><script>alert(1)</script>", Unfit.OTHER_KIND),
        (pdf()[:60], Unfit.DAMAGED),
        (b"%PDF-1.7\n" + b"\0" * 500, Unfit.DAMAGED),
        (pdf(password="тура"), Unfit.ENCRYPTED),
        (pdf(pages=501), Unfit.TOO_LARGE),
        (jpeg()[:100], Unfit.DAMAGED),
        (b"\xff\xd8\xff\xe0" + b"x" * 200, Unfit.DAMAGED),
    ],
)
def test_any_other_file_is_refused_with_the_reason(content, reason) -> None:
    with pytest.raises(UnfitFile) as refused:
        looked_into(content)
    assert refused.value.reason is reason


def test_what_the_camera_wrote_is_not_kept_and_the_photograph_is_upright() -> None:
    kept = looked_into(jpeg(exif=True)).content
    assert b"Camera of somebody" not in kept
    with Image.open(BytesIO(kept)) as image:
        assert (image.size, dict(image.getexif())) == ((20, 40), {})


# --- with the registry --------------------------------------------------------------------------


@pytest.fixture
def submission(federation, norm, settings, tmp_path):
    settings.ATTACHMENT_ROOT = tmp_path / "papers"
    return draft(federation, norm)


def attach(federation, submission, content: bytes, name: str = "photo.jpg") -> Attachment:
    return attachment_add(
        submission,
        kind=AttachmentKind.PHOTO,
        file=SimpleUploadedFile(name, content),
        user=federation.clerk,
        at=AT,
    )


def test_the_bytes_lie_under_their_digest_and_the_same_paper_is_one(federation, submission) -> None:
    one = attach(federation, submission, jpeg(), "../../etc/passwd.jpg")
    again = attach(federation, submission, jpeg(), "other.jpg")
    assert one == again
    assert one.filename == "passwd.jpg"
    assert attachment_path(one.sha256).read_bytes()[:3] == b"\xff\xd8\xff"
    assert attachment_path(one.sha256).stat().st_mode & 0o077 == 0
    attachment_remove(one, user=federation.clerk, at=AT)
    assert attach(federation, submission, jpeg()) != one


def test_a_file_that_lies_about_its_type_or_is_too_large_is_named(
    federation, submission, settings
) -> None:
    with pytest.raises(Refused, match=r"“photo\.jpg” is neither a PDF nor a JPEG"):
        attach(federation, submission, packed())
    settings.ATTACHMENT_MAX_BYTES = 1024**2
    with pytest.raises(Refused, match="has 50 MB; at most 1 MB"):
        attach(federation, submission, bytes(50 * 1024**2))
    assert Attachment.objects.count() == 0


def test_papers_are_attached_until_the_submission_is_sent(federation, submission) -> None:
    paper = attach(federation, submission, jpeg())
    send(federation, submission)
    with pytest.raises(Refused, match="has been sent"):
        attach(federation, submission, pdf(), "звіт.pdf")
    with pytest.raises(Refused, match="has been sent"):
        attachment_remove(paper, user=federation.clerk, at=AT)


def test_a_paper_is_given_to_sender_and_receiver_alone(federation, submission) -> None:
    people = {
        "clerk": federation.clerk,
        "national": federation.national_chair,
        "stranger": User.objects.create_user("stranger"),
    }
    Mandate.objects.create(
        user=people["stranger"],
        commission=Commission.objects.get(code="KHA"),
        role=Role.CHAIR,
        valid_from="2020-01-01",
    )
    at = {name: Client(headers={"accept-language": "en"}) for name in people}
    for name, user in people.items():
        at[name].force_login(user)
    add = reverse("attachment-add", args=[submission.pk])
    photo = SimpleUploadedFile("фото.jpg", jpeg())
    assert at["stranger"].post(add, {"kind": "photo", "file": photo}).status_code == 403
    photo.seek(0)
    at["clerk"].post(add, {"kind": "photo", "file": photo})
    paper = Attachment.objects.get()
    address = reverse("attachment-file", args=[paper.pk])
    asked = {}
    for name, client in at.items():
        answer = client.get(address)
        asked[name] = answer.status_code
        b"".join(answer)
    assert asked == {"clerk": 200, "national": 403, "stranger": 403}
    send(federation, submission)
    answer = at["national"].get(address)
    assert (answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]) == (
        *("image/jpeg",),
        "nosniff",
    )
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert at["stranger"].get(address).status_code == 403
    assert Client().get(address).status_code == 302
    b"".join(answer)
    attachment_path(paper.sha256).unlink()
    lost = at["clerk"].get(address, follow=True).content.decode()
    assert "“фото.jpg” is not where it was kept" in lost
