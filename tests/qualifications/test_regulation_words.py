"""The words of the regulation files reach the translators."""

from qualifications.management.commands.regulation_words import TARGET, source


def test_the_list_of_words_is_up_to_date():
    assert TARGET.read_text(encoding="utf-8") == source()
