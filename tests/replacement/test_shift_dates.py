"""Dates move, their form stays."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from velado.document import Span, Subject
from velado.formats.marked import parse_marks
from velado.replacement import Case, strategies
from velado.replacement._calendar import DAYS, offset_of
from velado.replacement._dates import coarsened, read_date, shifted

FORMS = [  # text, language, order, forty days later
    ("12/03/21", "es", "dmy", "21/04/21"),
    ("1/3/2021", "es", "dmy", "10/4/2021"),
    ("12-03-2021", "pt", "dmy", "21-04-2021"),
    ("12.03.21", "es", "dmy", "21.04.21"),
    ("2021-03-12", "en", "mdy", "2021-04-21"),
    ("2024-01-31T10:00", "en", "mdy", "2024-03-11T10:00"),
    ("12/03/2021 10:30 hs", "es", "dmy", "21/04/2021 10:30 hs"),
    ("20210312103000", "en", "mdy", "20210421103000"),
    ("03/12/2021", "en", "mdy", "04/21/2021"),
    ("3/15/22", "en", "mdy", "4/24/22"),
    ("12-III-2021", "es", "dmy", "21-IV-2021"),
    ("12/iii/21", "pt", "dmy", "21/iv/21"),
    ("3 de marzo de 2020", "es", "dmy", "12 de abril de 2020"),
    ("3 DE MARZO DEL 2020", "es", "dmy", "12 DE ABRIL DEL 2020"),
    ("1º de maio de 2020", "pt", "dmy", "10 de junho de 2020"),
    ("05MAR2021", "en", "mdy", "14APR2021"),
    ("12-mar-20", "es", "dmy", "21-abr-20"),
    ("12/abr/2023", "es", "dmy", "22/may/2023"),
    ("Mar 5", "en", "mdy", "Apr 14"),
    ("March 5th, 2021", "en", "mdy", "April 14th, 2021"),
    ("5th of March", "en", "dmy", "14th of April"),
    ("2 d'agost de 2019", "es", "dmy", "11 de setembre de 2019"),
    ("lunes 12 de marzo de 2018", "es", "dmy", "sábado 21 de abril de 2018"),
    ("quinta-feira, 12 de março de 2020", "pt", "dmy", "terça-feira, 21 de abril de 2020"),
    ("doce de marzo de dos mil veinte", "es", "dmy", "21 de abril de 2020"),
    ("vinte e três de abril", "pt", "dmy", "2 de junho"),
    ("june sixth nineteen fifty eight", "en", "mdy", "16 July 1958"),
    ("l2/O3/2O21", "es", "dmy", "21/04/2021"),
    ("12 | 03 | 2021", "es", "dmy", "21 | 04 | 2021"),
    ("12.03", "es", "dmy", "21.04"),
    ("marzo de 2020", "es", "dmy", "abril de 2020"),
    ("Sept '21", "en", "mdy", "Oct '21"),
    ("mar/20", "es", "dmy", "abr/20"),
    ("03/2020", "pt", "dmy", "04/2020"),
    ("diciembre", "es", "dmy", "enero"),
    ("2019", "es", "dmy", "2020"),
    ("'98", "en", "mdy", "'99"),
    ("87", "es", "dmy", "88"),
    ("a finales de 2019", "es", "dmy", "a finales de 2020"),
    ("mid-March 2020", "en", "mdy", "mid-April 2020"),
    ("3-5 de mayo de 2020", "es", "dmy", "12-14 de junio de 2020"),
    ("6 y 7 de abril", "es", "dmy", "16 y 17 de mayo"),
    ("12/03/2021 - 15/03/2021", "es", "dmy", "21/04/2021 - 24/04/2021"),
    ("28th–29th December 2023", "en", "mdy", "6th–7th February 2024"),
    ("2018-2019", "es", "dmy", "2019-2020"),
    ("2018-19", "es", "dmy", "2019-20"),
]

WRITTEN = st.sampled_from(["%d/%m/%Y", "%Y-%m-%d", "%d.%m.%Y", "%d%m%Y"])
LIVED = st.dates(date(1930, 1, 1), date(2060, 1, 1))


@pytest.mark.parametrize(("text", "language", "order", "later"), FORMS)
def test_the_form_stays(text: str, language: str, order: str, later: str) -> None:
    found = read_date(text, language, order)
    assert found is not None
    assert shifted(*found, 40) == later


@pytest.mark.parametrize("text", ["31/02/2021", "Navidad", "1990s", "el otro día", "10:30", "45/67/89", "", "12345", "hoy"])
def test_what_is_no_date_is_not_read(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("text", "month", "year"),
    [
        ("12/03/2021", "03/2021", "2021"),
        ("2021-03-12", "2021-03", "2021"),
        ("March 5th, 2021", "March 2021", "2021"),
        ("12-III-21", "III-2021", "2021"),
        ("3 y 4 de mayo de 2020", "mayo de 2020", "2020"),
        ("12/03", None, None),
        ("5 de mayo", "mayo", None),
        ("2018-2019", "2018 - 2019", "2018 - 2019"),
    ],
)
def test_coarse_dates(text: str, month: str | None, year: str | None) -> None:
    found = read_date(text)
    assert found is not None
    assert (coarsened(*found, "month"), coarsened(*found, "year")) == (month, year)


def replaced(marked: str, language: str = "es", key: bytes = b"k", **rest: object) -> list[str]:
    text, spans = parse_marks(marked)
    case = Case(text, tuple(spans), language, key=key, **rest)  # type: ignore[arg-type]
    replace = strategies()["shift_dates"].begin(case)
    return [replace(span) for span in spans]


def test_a_day_alone_has_its_month_from_the_next_date() -> None:
    first, second = replaced("Del ⟦DATE:3⟧ al ⟦DATE:9 de junio de 2021⟧.")
    assert int(second.split()[0]) - int(first) in (6, 6 - 30, 6 - 31, 6 - 28)


def test_what_cannot_be_read_becomes_a_label() -> None:
    assert replaced("En ⟦DATE:Nochebuena⟧ y en ⟦PLACE:Toro⟧.") == ["[FECHA]", "[LUGAR]"]


def test_english_months_first_unless_a_date_says_otherwise() -> None:
    day_first = replaced("Seen ⟦DATE:25/12/2020⟧ and ⟦DATE:03/01/2021⟧.", "en")
    assert all(date(*map(int, reversed(new.split("/")))) for new in day_first)
    month_first = replaced("Seen ⟦DATE:12/25/2020⟧ and ⟦DATE:01/03/2021⟧.", "en")
    dates = [date(int(new[6:]), int(new[:2]), int(new[3:5])) for new in month_first]
    assert dates[1] - dates[0] == timedelta(9)


def test_one_shift_per_patient() -> None:
    def shift(key: bytes, subject: str, note: str = "Ingreso ⟦DATE:01/06/2021⟧.") -> str:
        return replaced(note, key=key, subject=Subject(subject))[0]

    assert shift(b"k", "p1") == shift(b"k", "p1", "Otra nota, ⟦DATE:01/06/2021⟧ de nuevo.")
    assert len({shift(b"k", f"p{number}") for number in range(40)}) > 20
    assert len({shift(b"%d" % number, "p1") for number in range(40)}) > 20


@given(st.text(min_size=1), st.integers(1, 3650), st.binary(min_size=1))
def test_the_shift_is_within_bounds_and_never_nothing(patient: str, days: int, key: bytes) -> None:
    offset = offset_of(Case("", subject=Subject(patient), key=key), days)
    assert -days <= offset < 0
    assert days < 7 or offset % 7 == 0


def test_default_shift_has_hundreds_of_values_over_almost_five_years() -> None:
    offsets = {offset_of(Case("", subject=Subject(str(number)), key=b"k"), DAYS.default) for number in range(8_000)}
    assert offsets == set(range(-1820, 0, 7))


def test_surrogate_and_shift_dates_move_a_patient_alike() -> None:
    text, spans = parse_marks("⟦PATIENT_NAME:Ana Gil Ruiz⟧, ⟦DATE:12/03/2021⟧")
    case = Case(text, tuple(spans), key=b"k")
    assert len({strategies()[name].begin(case)(spans[1]) for name in ("surrogate", "shift_dates")}) == 1


@given(LIVED, LIVED, st.binary(min_size=1))
def test_age_on_a_day_stays_what_it_was_give_or_take_the_leap_days(birth: date, visit: date, key: bytes) -> None:
    birth, visit = sorted((birth, visit))
    text = f"{birth:%d/%m/%Y} {visit:%d/%m/%Y}"
    spans = (Span(0, 10, "DATE"), Span(11, 21, "DATE"))
    replace = strategies()["shift_dates"].begin(Case(text, spans, "es", key=key))
    moved_birth, moved_visit = (datetime.strptime(replace(span), "%d/%m/%Y").date() for span in spans)
    assert abs(_age(moved_birth, moved_visit) - _age(birth, visit)) <= 1
    assert moved_visit - moved_birth == visit - birth
    assert moved_visit < visit


def _age(birth: date, visit: date) -> int:
    return visit.year - birth.year - ((visit.month, visit.day) < (birth.month, birth.day))


@given(LIVED, LIVED, WRITTEN, st.binary())
def test_intervals_stay(first: date, second: date, form: str, key: bytes) -> None:
    text = f"{first:{form}} {second:{form}}"
    middle = len(f"{first:{form}}")
    spans = (Span(0, middle, "DATE"), Span(middle + 1, len(text), "DATE"))
    replace = strategies()["shift_dates"].begin(Case(text, spans, "es", key=key or b"k", subject=Subject("p")))
    moved = [datetime.strptime(replace(span), form).date() for span in spans]
    assert moved[1] - moved[0] == second - first
    assert moved[0] != first


@given(st.text(alphabet="0123456789/-. deIVXmarzoTl'º:", max_size=30), st.integers(-3650, 3650).filter(bool))
def test_any_text_is_read_or_not_but_never_stays(text: str, days: int) -> None:
    found = read_date(text)
    if found:
        assert shifted(*found, days) != found[0]
