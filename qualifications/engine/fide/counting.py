"""Which games count (1.42a-d), how many are needed (1.41), which events are exempt (1.43a-e)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from .facts import EventFormat, NormEvent, NormGame, NormPlayer, Opponent, Result
from .measures import CountedGame
from .tables import FLAG_WITHOUT_FEDERATION, HOLDERS, EventCategory, FideRules, NormTitle


@dataclass(frozen=True, slots=True)
class GameNotCounted:
    round: int
    article: str


def not_a_member(opponent: Opponent, rules: FideRules) -> str:
    """1.42a: проти суперників, які не є членами федерацій ФІДЕ

    Where an opponent plays under the flag of FIDE itself, FN.Q1 decides. Empty where the game
    counts.
    """
    if opponent.federation == FLAG_WITHOUT_FEDERATION:
        return "" if rules.flag_counts else "FIDE.1.42a"
    return "" if opponent.federation else "FIDE.1.42a"


def a_computer(opponent: Opponent, rules: FideRules) -> str:
    """1.42b: проти комп'ютерів

    Where the edition has dropped the sentence, a computer is of no federation (1.42a).
    """
    if not opponent.computer:
        return ""
    return "FIDE.1.42b" if "FIDE.1.42b" in rules.law.articles else "FIDE.1.42a"


def unrated_without_points(opponent: Opponent, event: NormEvent) -> str:
    """1.42c: проти гравців без рейтингу, які в круговому турнірі не набрали очок проти суперників,
    які мають рейтинг
    """
    lost_all = opponent.scored_against_rated is False
    return "FIDE.1.42c" if event.format.everybody_meets and unrated(opponent) and lost_all else ""


def not_played(game: NormGame) -> str:
    """1.42d: результат яких отримано накладенням штрафу, судовим рішенням або будь-якими іншими
    способами, що відрізняються від гри за дошкою. Однак повинні враховуватися такі партії, які були
    розпочаті, але результат яких з якої-небудь причини був анульований.
    """
    return "" if game.result is Result.PLAYED else "FIDE.1.42d"


def unrated(opponent: Opponent) -> bool:
    return opponent.rating is None


def split(
    games: Sequence[NormGame],
    title: NormTitle,
    event: NormEvent,
    rules: FideRules,
) -> tuple[list[CountedGame], list[GameNotCounted]]:
    """The games that count, by round, and the others with the article that takes them out."""
    counted: list[CountedGame] = []
    left: list[GameNotCounted] = []
    for place, game in enumerate(sorted(games, key=lambda one: one.round)):
        opponent = game.opponent
        article = not_played(game)
        if not article and opponent is not None:
            article = (
                a_computer(opponent, rules)
                or not_a_member(opponent, rules)
                or unrated_without_points(opponent, event)
            )
        if article or opponent is None:
            left.append(GameNotCounted(game.round, article or "FIDE.1.42d"))
        else:
            counted.append(counted_game(game, opponent, place, title, rules))
    return counted, left


def counted_game(
    game: NormGame, opponent: Opponent, place: int, title: NormTitle, rules: FideRules
) -> CountedGame:
    """A game as norms measure it; an unrated opponent counts as 1.46d says."""
    required = title.holders if rules.holders_include_higher else title.holders_printed
    in_federation = opponent.federation not in (None, "", FLAG_WITHOUT_FEDERATION)
    return CountedGame(
        round=game.round,
        half_points=game.half_points,
        rating=rules.unrated_rating if opponent.rating is None else opponent.rating,
        unrated=opponent.rating is None,
        holder=opponent.title in HOLDERS,
        required=opponent.title in required,
        federation=opponent.federation if in_federation else None,
        person=opponent.id or place,
    )


def every_answer(games: Sequence[NormGame], event: NormEvent) -> Iterator[Sequence[NormGame]]:
    """The games with each possible answer to what 1.42c asks and nobody has said.

    The games themselves where nothing is missing.
    """
    open_places = [
        place
        for place, game in enumerate(games)
        if event.format.everybody_meets
        and game.result is Result.PLAYED
        and game.opponent is not None
        and unrated(game.opponent)
        and game.opponent.scored_against_rated is None
    ]
    for answers in product((True, False), repeat=len(open_places)):
        answered = list(games)
        for place, answer in zip(open_places, answers, strict=True):
            answered[place] = _scored(games[place], answer)
        yield answered


def _scored(game: NormGame, answer: bool) -> NormGame:
    opponent = game.opponent
    if opponent is None:
        return game
    return NormGame(
        round=game.round,
        result=game.result,
        half_points=game.half_points,
        opponent=Opponent(
            rating=opponent.rating,
            title=opponent.title,
            federation=opponent.federation,
            id=opponent.id,
            scored_against_rated=answer,
            computer=opponent.computer,
        ),
    )


@dataclass(frozen=True, slots=True)
class MinimumGames:
    games: int
    article: str


def minimum_games(
    games: Sequence[NormGame], event: NormEvent, category: EventCategory, rules: FideRules
) -> MinimumGames:
    """Fewest games: 1.41b where the event is named there, 1.41c where one game is missing, 1.41a.

    1.41a: Гравець повинен зіграти, по крайней мере, 7 партій, однак,
    """
    by_event = games_of_named_event(event, category)
    if by_event is not None:
        return MinimumGames(by_event, "FIDE.1.41b")
    if one_game_missing(games, event, rules):
        return MinimumGames(rules.eight_games, "FIDE.1.41c")
    least = rules.minimum_games if rules.minimum_read_as_nine else rules.printed_minimum_games
    return MinimumGames(least, "FIDE.1.41a")


def games_of_named_event(event: NormEvent, category: EventCategory) -> int | None:
    """1.41b: для 7-турово Командного першості Світу або континенту потрібно тільки 7 партій; для
    8- або 9-турово Командного першості Світу або континенту потрібно тільки 7 партій; для Кубка
    Світу або Жіночого першості Світу потрібно тільки 8 партій
    """
    if category.most_rounds is not None and event.rounds > category.most_rounds:
        return None
    return category.minimum_games


def one_game_missing(games: Sequence[NormGame], event: NormEvent, rules: FideRules) -> bool:
    """1.41c: Якщо в 9-турів турнірі через неявку суперника або відсутності пари (bye) гравець
    зіграв лише 8 партій

    A bye that the player asked for and the player's own default are not such a game.
    """
    missing = [game for game in games if game.result is not Result.PLAYED]
    played = len(games) - len(missing)
    return (
        event.rounds == rules.eight_games_rounds
        and played == rules.eight_games
        and len(missing) == 1
        and missing[0].result in (Result.FORFEIT_WIN, Result.PAIRING_BYE)
    )


def exemption(
    player: NormPlayer, event: NormEvent, category: EventCategory, rules: FideRules
) -> str:
    """Article that exempts the event from the rules on federations; empty where none does."""
    return exempt_by_kind(player, event, category) or exempt_by_foreigners(event, rules)


def exempt_by_kind(player: NormPlayer, event: NormEvent, category: EventCategory) -> str:
    """1.43a: Заключна стадія чоловічого (або відкритого) національного чемпіонату, а також жіночий
    національний чемпіонат. У той рік, коли проводиться субзональний турнір єдиною федерації,
    національний чемпіонат цієї федерації не може бути ісользовать. 1.43b: Командні національні
    чемпіонати. 1.43c: Зональні і субзональние турніри. 1.43d: Інші види турнірів можуть бути
    включені тільки за умови попереднього дозволу Голови Кваліфікаційної Комісії.
    """
    if category.exempt_by == "FIDE.1.43a" and event.zonal_in_that_year:
        return ""
    if category.exempt_only_own and player.federation != event.federation:
        return ""
    return category.exempt_by


def exempt_by_foreigners(event: NormEvent, rules: FideRules) -> str:
    """1.43e: a Swiss with at least 20 rated players who are not of the host federation, from at
    least 3 federations, at least 10 of them GM, IM, WGM or WIM (the sentence is lost in the text).
    """
    if event.format is not EventFormat.SWISS:
        return ""
    counts = (
        (event.foreign_rated_players, rules.foreign_rated),
        (event.foreign_federations, rules.foreign_federations),
        (event.foreign_titled, rules.foreign_titled),
    )
    enough = all(found is not None and found >= asked for found, asked in counts)
    return "FIDE.1.43e" if enough else ""
