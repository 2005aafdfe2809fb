import pytest

from tests.qualifications.building import Federation


@pytest.fixture
def federation(db) -> Federation:
    return Federation()
