"""Write the stored texts and pictures of papers anew: `python -m tests.documents.renew`."""

from tests.documents.test_golden import GOLDEN, NAMES, pdf, picture_of, text_of

for name in NAMES:
    content = pdf(name)
    (GOLDEN / f"{name}.txt").write_text(text_of(content), "utf-8")
    picture_of(content).save(GOLDEN / f"{name}.png", optimize=True)
