"""Ages with and without a unit, in three languages; durations and other numbers are left."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.ages import RECOGNISER
from velado.tokens import Page

FOUND = [
    # Of small ones in British notes, of the old by their decade, of those whose birthday is told.
    ("en", "mum Farah, baby Zayn (⟦AGE:13/52⟧), well"),
    ("en", "says Rory ⟦AGE:8/12⟧ has had two wet nappies"),
    ("en", "Epistaxis, ⟦AGE:80s⟧, packed"),
    ("en", "bcc nose, ⟦AGE:forty odd⟧, path back"),
    ("en", "(d.o.b. 17 May 1996; now ⟦AGE:28⟧) by video"),
    ("en", "she is ⟦AGE:99⟧ on the 25th"),
    ("en", "Tilda turns ⟦AGE:9⟧ next week"),
    ("en", "a boy of ⟦AGE:four⟧."),
    ("en", "2. ADEYEMI, Temi     ⟦AGE:31⟧ F  hernia"),
    ("en", "the ward.\n3. JK ⟦AGE:84⟧ frail, letrozole"),
    ("es", "Leo cumple ⟦AGE:diez⟧ el sábado"),
    ("es", "Danna Paola Ruiz, de ⟦AGE:tres⟧; el mayor va"),
    ("es", "gestante misak, ⟦AGE:diecisiete años⟧, 31 sem por FUM"),
    ("es", "él hizo los ⟦AGE:57⟧ en febrero"),
    ("es", "lactante ⟦AGE:5m 20d⟧ irritable"),
    ("es", "Nombre\tEdad\tOD\nAbanto, Luz\t⟦AGE:9⟧\tpasa\nBlas, Eva\t⟦AGE:10⟧\tno"),
    # With a unit.
    ("es", "Varón de ⟦AGE:47 años⟧, albañil"),
    ("es", "Mujer de ⟦AGE:58 años⟧ sin alergias"),
    ("es", "Ana Gil, ⟦AGE:45 a⟧, refiere tos"),
    ("es", "Pedro Ruiz ⟦AGE:83a⟧ ACV"),
    ("es", "lactante de ⟦AGE:3 meses⟧ con fiebre"),
    ("es", "RN de ⟦AGE:12 horas⟧ sano"),
    ("es", "RN de ⟦AGE:11 días⟧ de vida"),
    ("es", "su nieta de ⟦AGE:4 añitos⟧ la acompaña"),
    ("es", "Luz Pérez, ⟦AGE:2a 4m⟧, vacunas al día"),
    ("es", "niño de ⟦AGE:5 años y 3 meses⟧"),
    ("es", "niña de ⟦AGE:dos años y medio⟧"),
    ("es", "Edad: ⟦AGE:13 a. 5 m⟧"),
    ("es", "de ⟦AGE:cuarenta y tres años⟧ de edad"),
    ("es", "murió a los ⟦AGE:61 años⟧ de un infarto"),
    ("es", "tartamudea desde los ⟦AGE:6 años⟧"),
    ("es", "hijos de ⟦AGE:15⟧, ⟦AGE:12⟧ y ⟦AGE:8 años⟧"),
    ("es", "masc. de ⟦AGE:34 años⟧, obrero"),
    ("pt", "Homem, ⟦AGE:45 anos⟧, hipertenso"),
    ("pt", "com ⟦AGE:setenta anos⟧ ainda trabalha"),
    ("pt", "faleceu aos ⟦AGE:54 anos⟧"),
    ("pt", "bebê de ⟦AGE:onze meses⟧ com tosse"),
    ("pt", "neta Bia, ⟦AGE:5 aninhos⟧"),
    ("en", "a ⟦AGE:45-year-old⟧ man"),
    ("en", "⟦AGE:45 y/o⟧ F, ⟦AGE:45yo⟧, ⟦AGE:38 yo⟧ M"),
    ("en", "a ⟦AGE:sixty two year old⟧ plumber"),
    ("en", "baby Finn, ⟦AGE:1 yr 3 mo⟧, wheeze"),
    ("en", "PT G2P1, ⟦AGE:27Y⟧, CC"),
    # Without.
    ("es", "Edad: ⟦AGE:44⟧ Sexo: M"),
    ("es", "Edad/sexo: ⟦AGE:46⟧ / M"),
    ("pt", "Idade: ⟦AGE:44⟧"),
    ("pt", "Sexo e idade: M / ⟦AGE:63⟧"),
    ("en", "Age ⟦AGE:44⟧, Sex F"),
    ("en", "a farmer aged ⟦AGE:45⟧."),
    ("es", "vive con su hija ⟦AGE:15⟧ y su madre ⟦AGE:81⟧."),
    ("es", "viene con su hermana Rocío ⟦AGE:19⟧ a pie"),
    ("es", "señora de ⟦AGE:79⟧, caída en la calle"),
    ("es", "cuida a una nena de ⟦AGE:6⟧ en la escuela"),
    ("es", "Rosa Gil, ⟦AGE:71⟧, viuda"),
    ("es", "El hijo mayor, Andrés (⟦AGE:41⟧, mecánico)"),
    ("es", "hijos: Marcos ⟦AGE:22⟧, Celia ⟦AGE:13⟧ y Juan ⟦AGE:8⟧."),
    ("es", "fem ⟦AGE:34⟧, G2P1"),
    ("es", "tiene ⟦AGE:cuarenta y seis⟧, herrero"),
    ("es", "diabetes desde los ⟦AGE:11⟧, usa lispro"),
    ("es", "n. 17-05-1957 (⟦AGE:66⟧) en Lugo"),
    ("es", "F/⟦AGE:45⟧, tos"),
    ("es", "M ⟦AGE:62⟧, EPOC"),
    ("es", "⟦AGE:45⟧/F con tos"),
    ("es", "♂ ⟦AGE:62⟧, EPOC"),
    ("es", "don Eleuterio, ⟦AGE:70 y pico⟧, sordo"),
    ("es", "un joven de ⟦AGE:treintaitantos⟧, sin papeles"),
    ("pt", "O avô, com ⟦AGE:91⟧, ainda lê"),
    ("pt", "ele tem ⟦AGE:setenta e três⟧, vive só"),
    ("en", "| Hall, Peter | ⟦AGE:74⟧M | heart failure"),
    ("en", "Clinical: ⟦AGE:68⟧F, two falls"),
    ("en", "She is ⟦AGE:42⟧ and lives alone"),
    ("en", "Husband Piet (⟦AGE:33⟧) drives a van"),
    ("en", "two kids, ages ⟦AGE:7⟧ and ⟦AGE:18 mo⟧, at home"),
    ("es", "hijos de edades ⟦AGE:4⟧, ⟦AGE:7⟧ y ⟦AGE:12⟧"),
    ("en", "⟦AGE:60s⟧ male found on the floor"),
    ("en", "a woman in her ⟦AGE:fifties⟧ and a man in his mid-⟦AGE:40s⟧"),
]

NOT_FOUND = [
    ("en", "Review 4/52, cough 3/7, moro gone by 6/12"),
    ("en", "carers 2/52 then review"),
    ("en", "sats low, 80s, on 2 L"),
    ("en", "IR drains 12F, 14F in place"),
    ("en", "pages 4 to 22 of the chart"),
    ("es", "hace 3 años, desde hace 2 meses, durante 3 meses, en 6 meses"),
    ("es", "HTA de 17 años de evolución, tabaquismo 20 años"),
    ("es", "control en 3 meses, c/ 3 meses, cita en 15 días"),
    ("es", "embarazo de 31 semanas, 33 sdg, EG 37+5"),
    ("es", "edad gestacional 34 semanas, edad ósea de 12 años"),
    ("es", "gestante de 21 semanas y puérpera de 5 semanas"),
    ("es", "a los 20 min, a los 60 cc, a los 3 años de la cirugía"),
    ("es", "lesiones que curan de 7 a 10 días"),
    ("es", "dos años más tarde reingresó"),
    ("es", "hexavalente 1a dosis, 2ª dosis, 3a"),
    ("es", "Alvarado 9, Braden 14, Glasgow 15, Norton 12"),
    ("es", "C/ Mayor, 23, 4 A. 28013 Madrid"),
    ("es", "cama 12, hab 304, box 3"),
    ("es", "FC 88, TA 120/80, Sat 96, T 36.5"),
    ("es", "camina 6 m, sonda de 18 Fr"),
    ("es", "tiene 2 hijos y 3 hermanos"),
    ("es", "6 y 9 meses tras el alta"),
    ("pt", "há 2 anos, faz 3 meses, por 15 dias, retorno em 30 dias"),
    ("pt", "trabalhou 27 anos numa padaria"),
    ("pt", "SatO2 88 aa, RASS -4"),
    ("en", "for 3 years, 3 months ago, over the past 6 months, RTC 4 wk"),
    ("en", "25 pack-years, 6-week history of weakness"),
    ("en", "temp 101F, chest tube 28F, Coude 16F"),
    ("en", "38w4d by 8wk US, IUP at 33 weeks"),
    ("en", "warfarin 5, INR 2, day 3 of 7"),
]


@pytest.mark.parametrize(("language", "case"), FOUND)
def test_ages_are_found_with_their_unit(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), NOT_FOUND)
def test_durations_and_other_numbers_are_left(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


@pytest.mark.parametrize("language", ["es", "pt", "en"])
@pytest.mark.parametrize(
    "piece", ["45 años ", "9", "1, ", "Ana, 3, ", "(3", "(3) ", "edad ", "dos ", "de 4 ", "| 4 ", "2a 3m ", "hija ", " ", "y "]
)
def test_long_hostile_text_ends(piece: str, language: str) -> None:
    text = piece * (60_000 // len(piece))
    spans = list(RECOGNISER.find(Page(text, language)))
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_the_other_numbers_of_a_column_of_ages_are_ages(marked: Callable[..., str]) -> None:
    text = "301 | García López, Ana | 71 | ICC\n302 | Pérez Gil, Luis | 58 | EPOC\n303 | N.N. | 40 | TCE\n"
    assert marked(text, "es").count("AGE") == 3
    labs = "Sodio       | 138 | normal\nPotasio     | 4   | normal\nUrea        | 40  | normal\n"
    assert marked(labs, "es") == labs


def test_numbers_beside_birth_dates_are_ages_where_they_give_one_year(marked: Callable[..., str]) -> None:
    rows = "Ana Pata     01/01/01    ⟦AGE:22⟧   dTpa\nRosa Flor    30/9/2011   ⟦AGE:11⟧   HPV\nwanderlei    15.08.88    ⟦AGE:34⟧   FA\n"
    text = re.sub(r"⟦AGE:(\d+)⟧", r"\1", rows)
    assert marked(text, "pt") == rows
    assert "⟦" not in marked(text.replace("22", "61").replace("11 ", "40 "), "pt")


def test_any_text_gives_ordered_spans_inside_it() -> None:
    rng = random.Random(7)
    pieces = [
        "12",
        "a",
        "años",
        ",",
        "(",
        ")",
        "Ana",
        "de",
        "hija",
        "edad",
        ":",
        "\n",
        "M",
        "F",
        "/",
        "cuarenta",
        "y",
        "cinco",
        "|",
        "†",
        ".",
    ]
    for _ in range(300):
        text = "".join(rng.choice(pieces) + rng.choice(["", " "]) for _ in range(25))
        end = 0
        for span in RECOGNISER.find(Page(text, rng.choice(["es", "pt", "en"]))):
            assert end <= span.start < span.end <= len(text)
            assert span.label == "AGE"
            end = span.end
