"""Where a rule stands in its regulation, as a reader of the printed text finds it."""

from qualifications.engine.loading import all_regulations


def article_place(edition: str, article: str) -> str:
    """The place of an article; its id where the edition does not have it."""
    for law in all_regulations():
        if law.edition == edition and article in law.articles:
            return law.articles[article].place
    return article
