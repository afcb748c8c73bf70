"""The patients, relatives and staff of an invented hospital, and the patients' visits."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from . import numbers
from .words import choices, names, towns

__all__ = ["NATIONAL_OF", "Hospital", "Person", "Visit", "plain"]

TODAY = dt.date(2023, 11, 30)
NATIONAL_OF = {"ES": "dni", "MX": "curp", "CL": "rut", "BR": "cpf_dotted", "PT": "nif", "GB": "nhs_spaced", "US": "ssn"}
INSURANCE_OF = {"ES": "cip", "MX": "policy", "CL": "policy", "BR": "cns", "PT": "utente", "GB": "policy", "US": "member"}
_ONE_SURNAME = frozenset({"GB", "US"})


def plain(text: str) -> str:
    """Return a text in small letters without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(sign))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody. `number` is the place in the list, which tells two people of one name apart."""

    number: int
    given: str
    surnames: tuple[str, ...]
    female: bool
    born: dt.date
    street: str
    house: str
    town: str
    postcode: str
    phone: tuple[str, str, str]

    @property
    def name(self) -> str:
        """The name as it is spoken."""
        return " ".join((self.given, *self.surnames))

    @property
    def last_first(self) -> str:
        """The name as lists have it."""
        return f"{' '.join(self.surnames)}, {self.given}"

    @property
    def address(self) -> str:
        """Street and house."""
        return f"{self.house} {self.street}" if self.house.isdecimal() else f"{self.street}, {self.house}"

    @property
    def email(self) -> str:
        """An address at a provider that does not exist."""
        parts = (plain(part).replace(" ", "").replace("'", "").replace("-", "") for part in (self.given, self.surnames[0]))
        return f"{'.'.join(parts)}{self.born.year % 100:02}@{('correo', 'mailbox', 'postal')[self.number % 3]}.example"

    def age(self, day: dt.date) -> int:
        """The age in years on a day."""
        return day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))


@dataclass(frozen=True, slots=True)
class Visit:
    """One stay or appointment of a patient."""

    number: int
    patient: Person
    doctor: Person
    start: dt.datetime
    days: int
    service: str


@dataclass(slots=True)
class Hospital:
    """Everybody in it; the same seed makes the same people, whatever tables are drawn from them."""

    seed: str
    language: str
    country: str
    count: int
    patients: list[Person] = field(default_factory=list)
    relatives: list[Person] = field(default_factory=list)
    staff: list[Person] = field(default_factory=list)
    visits: list[list[Visit]] = field(default_factory=list)
    _numbers: dict[str, dict[int, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        draw = Random(f"{self.seed}/people")
        self.patients = [self._person(draw, number) for number in range(self.count)]
        self.relatives = [self._person(draw, number, female=True) for number in range(self.count)]
        self.staff = [self._person(draw, number) for number in range(12 + self.count // 60)]
        counter = 0
        for patient in self.patients:
            stays = []
            for _ in range(draw.choice((1, 1, 2, 2, 3, 4))):
                start = dt.datetime(2019, 1, 1) + dt.timedelta(days=draw.randrange(1_700), minutes=draw.randrange(1_440))
                service = draw.choice(choices(self.language, "services"))
                stays.append(Visit(counter, patient, draw.choice(self.staff), start, int(draw.expovariate(0.2)), service))
                counter += 1
            self.visits.append(stays)

    def _person(self, draw: Random, number: int, *, female: bool | None = None) -> Person:
        female = draw.random() < 0.5 if female is None else female
        given = draw.choice(names(self.language, "women" if female else "men"))
        if draw.random() < 0.12 and self.language != "en":
            given += " " + draw.choice(names(self.language, "women" if female else "men"))
        count = 1 if self.country in _ONE_SURNAME or (self.language == "pt" and draw.random() < 0.3) else 2
        surnames = tuple(draw.sample(names(self.language, "surnames"), count))
        born = TODAY - dt.timedelta(days=draw.randrange(2_400, 34_000))  # before the first visit
        town, postcode = draw.choice(towns(self.language, self.country))
        house = str(draw.randrange(1, 220))
        if self.country in ("ES", "BR", "CL", "MX", "PT"):
            house = draw.choice((f"{house}, 3.º B", f"n.º {house}", f"{house}, {draw.randrange(1, 9)}-A", f"nº {house} bajo"))
        street = draw.choice(choices(self.language, "streets", self.country))
        return Person(number, given, surnames, female, born, street, house, town, postcode, numbers.PHONES[self.country](draw))

    def numbered(self, kind: str, owner: Person | Visit) -> str:
        """Return the number of a patient or a visit; no two of them have the same one.

        `kind` is "record 7", "episode 9" or the name of a national number.
        """
        known = self._numbers.get(kind)
        if known is None:
            known = self._numbers[kind] = self._drawn(kind)
        return known[owner.number]

    def _drawn(self, kind: str) -> dict[int, str]:
        draw = Random(f"{self.seed}/{kind}")
        name, _, style = kind.partition(" ")
        owners = [visit for stays in self.visits for visit in stays] if name == "episode" else self.patients
        made: dict[int, str] = {}
        taken: set[str] = set()
        make: Callable[[Person], str] = lambda person: numbers.national(name, draw, person)  # noqa: E731
        if name in ("record", "episode"):
            make = lambda _: numbers.record(draw, style)  # noqa: E731
        for owner in owners:
            number = make(owner.patient if isinstance(owner, Visit) else owner)
            while number in taken:
                number = make(owner.patient if isinstance(owner, Visit) else owner)
            taken.add(number)
            made[owner.number] = number
        return made

    def licence(self, doctor: Person) -> str:
        """Return the number under which a doctor is registered."""
        return numbers.LICENCES[self.country](Random(f"{self.seed}/licence/{doctor.number}"))

    def national(self, patient: Person) -> str:
        """Return the patient's number that the country uses most."""
        return self.numbered(NATIONAL_OF[self.country], patient)

    def insurance(self, patient: Person) -> str:
        """Return the number of the patient's health card or policy."""
        return self.numbered(INSURANCE_OF[self.country], patient)

    def phone(self, person: Person, style: str = "local") -> str:
        """Return a person's phone number: local, international, or figures alone."""
        code, area, rest = person.phone
        if style == "figures":
            return area + rest
        half = len(rest) // 2
        if self.country == "US":
            local = f"({area}) {rest[:3]}-{rest[3:]}"
        elif self.country == "BR":
            local = f"({area}) {rest[:5]}-{rest[5:]}"
        elif self.country == "GB":
            local = f"0{area} {rest}" if style == "local" else f"{area} {rest}"
        else:
            local = f"{area} {rest[:half]} {rest[half:]}"
        return local if style == "local" else f"+{code} {local}"
