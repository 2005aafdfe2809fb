"""Regions and commissions that every installation starts with."""

from django.db import transaction

from federation.models import Commission, CommissionKind, Region

# code, Ukrainian, Russian, English; in the order of the Ukrainian alphabet, cities last
REGIONS = (
    (
        "CRM",
        "Автономна Республіка Крим",
        "Автономная Республика Крым",
        "Autonomous Republic of Crimea",
    ),
    ("VIN", "Вінницька область", "Винницкая область", "Vinnytsia region"),
    ("VOL", "Волинська область", "Волынская область", "Volyn region"),
    ("DNP", "Дніпропетровська область", "Днепропетровская область", "Dnipropetrovsk region"),
    ("DON", "Донецька область", "Донецкая область", "Donetsk region"),
    ("ZHY", "Житомирська область", "Житомирская область", "Zhytomyr region"),
    ("ZAK", "Закарпатська область", "Закарпатская область", "Zakarpattia region"),
    ("ZAP", "Запорізька область", "Запорожская область", "Zaporizhzhia region"),
    ("IVF", "Івано-Франківська область", "Ивано-Франковская область", "Ivano-Frankivsk region"),
    ("KIV", "Київська область", "Киевская область", "Kyiv region"),
    ("KIR", "Кіровоградська область", "Кировоградская область", "Kirovohrad region"),
    ("LUH", "Луганська область", "Луганская область", "Luhansk region"),
    ("LVI", "Львівська область", "Львовская область", "Lviv region"),
    ("MYK", "Миколаївська область", "Николаевская область", "Mykolaiv region"),
    ("ODE", "Одеська область", "Одесская область", "Odesa region"),
    ("POL", "Полтавська область", "Полтавская область", "Poltava region"),
    ("RIV", "Рівненська область", "Ровенская область", "Rivne region"),
    ("SUM", "Сумська область", "Сумская область", "Sumy region"),
    ("TER", "Тернопільська область", "Тернопольская область", "Ternopil region"),
    ("KHA", "Харківська область", "Харьковская область", "Kharkiv region"),
    ("KHE", "Херсонська область", "Херсонская область", "Kherson region"),
    ("KHM", "Хмельницька область", "Хмельницкая область", "Khmelnytskyi region"),
    ("CHK", "Черкаська область", "Черкасская область", "Cherkasy region"),
    ("CHV", "Чернівецька область", "Черновицкая область", "Chernivtsi region"),
    ("CHH", "Чернігівська область", "Черниговская область", "Chernihiv region"),
    ("KYI", "місто Київ", "город Киев", "City of Kyiv"),
    ("SEV", "місто Севастополь", "город Севастополь", "City of Sevastopol"),
)  # fmt: skip

NATIONAL_COMMISSION = (
    "Кваліфікаційна комісія федерації шахів України",
    "Квалификационная комиссия федерации шахмат Украины",
    "Qualification Commission of the Chess Federation of Ukraine",
)
MINISTRY = (
    "Міністерство молоді та спорту України",
    "Министерство молодёжи и спорта Украины",
    "Ministry of Youth and Sports of Ukraine",
)


@transaction.atomic
def load_reference() -> None:
    """Regions, the national commission, the ministry, one commission per region.

    Run again, it mends names.

    Three queries.
    """
    Region.objects.bulk_create(
        [
            Region(code=code, order=order, **_names(names))
            for order, (code, *names) in enumerate(REGIONS, start=1)
        ],
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=["order", *_NAMES],
    )
    regions = Region.objects.in_bulk(field_name="code")
    national = Commission(code="UKR", kind=CommissionKind.NATIONAL, **_names(NATIONAL_COMMISSION))
    ministry = Commission(code="MIN", kind=CommissionKind.MINISTRY, **_names(MINISTRY))
    regional = [
        Commission(
            code=code,
            kind=CommissionKind.REGIONAL,
            region=regions[code],
            **_names(_commission_names(*names)),
        )
        for code, *names in REGIONS
    ]
    Commission.objects.bulk_create(
        [national, ministry, *regional],
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=["kind", "region", *_NAMES],
    )


_NAMES = ("name_uk", "name_ru", "name_en")


def _names(names) -> dict[str, str]:
    return dict(zip(_NAMES, names, strict=True))


def _commission_names(uk: str, ru: str, en: str) -> tuple[str, str, str]:
    return (
        f"Кваліфікаційна комісія, {uk}",
        f"Квалификационная комиссия, {ru}",
        f"Qualification commission, {en}",
    )
