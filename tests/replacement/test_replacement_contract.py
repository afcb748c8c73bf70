"""What holds for every strategy in the folder, whoever wrote it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from velado.document import Span, Subject
from velado.formats.marked import parse_marks
from velado.labels import LABELS
from velado.policies.options import Option
from velado.replacement import Case, Strategy, strategies

NOTE = (
    "Paciente ⟦PATIENT_NAME:Marta Ruiz Gil⟧ (⟦PATIENT_NAME:MRG⟧), ⟦AGE:47 años⟧, nacida el ⟦DATE:12/03/1976⟧ en ⟦PLACE:Getafe⟧, "
    "⟦COUNTRY:España⟧. Vive en ⟦STREET:C/ del Pez 14, 2º⟧, ⟦PLACE:28004⟧. Es ⟦PROFESSION:panadera⟧ en ⟦INSTITUTION:Tahona Ruiz⟧. "
    "Tel. ⟦PHONE:+34 612 345 678⟧, fax ⟦FAX:91 234 56 78⟧, ⟦EMAIL:marta.ruiz76@correo.es⟧, ⟦URL:www.tahonaruiz.es/marta⟧, "
    "IP ⟦IP_ADDRESS:10.20.30.40⟧. DNI ⟦PATIENT_ID:12345678Z⟧, episodio ⟦EPISODE_ID:2021/00417⟧, "
    "NASS ⟦INSURANCE_ID:28 12345678 40⟧, póliza ⟦PLAN_ID:AX-3321⟧, col. ⟦LICENCE_ID:282845321⟧, emp. ⟦EMPLOYEE_ID:E4471⟧, "
    "matrícula ⟦VEHICLE_ID:4512 KLM⟧, "
    "marcapasos ⟦DEVICE_ID:SN-77XZ⟧, huella ⟦BIOMETRIC_ID:FP-0091⟧, exp. ⟦OTHER_ID:77/2020⟧. ⟦SEX:Mujer⟧, ⟦KINSHIP:madre⟧ "
    "⟦RELATIVE_NAME:Rosa Gil Soto⟧. ⟦HOSPITAL:Hospital Ribera Baja⟧, ⟦HEALTH_CENTRE:CS Los Llanos⟧. Dra. ⟦STAFF_NAME:P. Vidal⟧, "
    "⟦PERSON_NAME:Óscar⟧, ⟦OTHER:alcaldesa de su pueblo⟧."
)
ODD = [
    "—", " ", "\n", "1", "a", "Ñ", "💥", "ﬁ", "Nu\u0301n\u0303ez", "مريم", "王小明", "O'", "...", "@", "+", "[PACIENTE",
    "a\u200bb", "99999999999999", "31/02/2021", "00/00/0000", "de la", "\x00", "ß", "²³", "x" * 3000, "1" * 3000, "A. " * 300,
]  # fmt: skip


@pytest.fixture(params=sorted(strategies()))
def strategy(request: pytest.FixtureRequest) -> Strategy:
    return strategies()[request.param]


def case_of(marked: str, language: str = "es", key: bytes = b"a key", **rest: object) -> Case:
    text, spans = parse_marks(marked)
    return Case(text, tuple(spans), language, key=key, **rest)  # type: ignore[arg-type]


def replaced(strategy: Strategy, case: Case) -> list[str]:
    replace = strategy.begin(case)
    return [replace(span) for span in case.spans]


def test_the_note_has_every_label() -> None:
    assert {span.label for span in case_of(NOTE).spans} == set(LABELS)


def test_has_a_name_and_says_what_may_be_set(strategy: Strategy) -> None:
    assert isinstance(strategy, Strategy)
    assert strategy.name.isidentifier()
    for option in getattr(strategy, "options", {}).values():
        assert isinstance(option, Option)
        assert option.meaning
        assert option.problem(option.default) is None


def test_same_key_same_text(strategy: Strategy) -> None:
    assert replaced(strategy, case_of(NOTE)) == replaced(strategy, case_of(NOTE))


def test_never_the_text_itself(strategy: Strategy) -> None:
    for language in ("es", "pt", "en"):
        for key in (b"", b"one", b"two", b"three"):
            case = case_of(NOTE, language, key)
            for span, new in zip(case.spans, replaced(strategy, case), strict=True):
                assert new != span.text(case.text), span.label


@pytest.mark.parametrize("label", sorted(LABELS))
def test_every_label_and_odd_texts(strategy: Strategy, label: str) -> None:
    for text in ODD:
        case = Case(text, (Span(0, len(text), label),), "es", key=b"k")
        new = strategy.begin(case)(case.spans[0])
        assert isinstance(new, str)
        assert new != text


def test_an_unknown_language_and_country_are_no_obstacle(strategy: Strategy) -> None:
    case = case_of(NOTE, "xx", country="ZZ", subject=Subject("p1", ("Marta Ruiz",)))
    assert all(isinstance(new, str) for new in replaced(strategy, case))


def test_options_of_other_strategies_are_passed_over(strategy: Strategy) -> None:
    assert replaced(strategy, case_of(NOTE, options={"no_such_option": 3})) == replaced(strategy, case_of(NOTE))


def test_the_order_of_asking_does_not_matter(strategy: Strategy) -> None:
    case = case_of(NOTE)
    forwards, backwards = strategy.begin(case), strategy.begin(case)
    straight = [forwards(span) for span in case.spans]
    assert straight == [backwards(span) for span in reversed(case.spans)][::-1]


def test_does_not_depend_on_the_process() -> None:
    program = (
        "from velado.formats.marked import parse_marks; from velado.replacement import Case, strategies; import sys\n"
        "text, spans = parse_marks(sys.argv[1]); case = Case(text, tuple(spans), 'es', key=b'a key')\n"
        "for name in sorted(strategies()): print(ascii([strategies()[name].begin(case)(span) for span in spans]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, NOTE], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1")
    }
    here = "".join(f"{replaced(strategies()[name], case_of(NOTE))!a}\n" for name in sorted(strategies()))
    assert outputs == {here.encode()}
