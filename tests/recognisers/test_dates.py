"""Dates in figures and in words, in three languages, and what only looks like one."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.dates import RECOGNISER
from velado.tokens import Page

FOUND = [
    # Days without their month, feasts.
    ("es", "Noche del día ⟦DATE:7⟧ síndrome confusional"),
    ("es", "operada el ⟦DATE:30⟧ en otro centro"),
    ("es", "Oye voces. El ⟦DATE:18⟧ subió al campanario"),
    ("es", "programación, semana del ⟦DATE:10⟧ al ⟦DATE:14⟧"),
    ("es", "el derrumbe del ⟦DATE:78⟧ lo dejó cojo"),
    ("es", "en ⟦DATE:día de Reyes⟧ no hay sesión"),
    ("es", "lun ⟦DATE:1⟧ - durmió mal\nmar ⟦DATE:2⟧ - mejor"),
    ("pt", "operada no dia ⟦DATE:5⟧ (Dr. Gouveia)"),
    ("en", "levofloxacin through the ⟦DATE:18th⟧."),
    ("en", "husband died on the ⟦DATE:2nd⟧. be kind"),
    ("en", "IVs till ⟦DATE:29th⟧. then home"),
    ("en", "not attending on the ⟦DATE:fourth⟧ as planned"),
    ("en", "⟦DATE:St Stephen's Day⟧ 21.40, chest pain"),
    ("en", "since ⟦DATE:Fathers Day⟧, drinking more"),
    ("en", "Seen ⟦DATE:5/13⟧, labs neg ⟦DATE:4/22⟧. Home"),
    ("en", "last given ⟦DATE:June⟧. Next depot"),
    # Figures.
    ("es", "Control ⟦DATE:12/03/21⟧ y alta ⟦DATE:12-03-2021⟧."),
    ("es", "TAC del ⟦DATE:12.03.21⟧ sin cambios"),
    ("es", "Informe ⟦DATE:2021-03-12⟧ 10:30 h"),
    ("es", "Toma ⟦DATE:2021/03/12⟧ 06:52"),
    ("es", "Ingreso ⟦DATE:12-III-2021⟧, egreso ⟦DATE:14/III/21⟧"),
    ("es", "Nota del ⟦DATE:15-XI⟧ sin novedad"),
    ("es", "Operada en ⟦DATE:03/2020⟧ sin incidencias"),
    ("es", "F.N.: ⟦DATE:03/4/61⟧ Edad: 62"),
    ("es", "nacida el ⟦DATE:06 | 11 | 1947⟧ en el campo"),
    ("es", "Fecha: ⟦DATE:12 03 2021⟧\nPeso 70"),
    ("es", "[⟦DATE:17/05/2023⟧ 08:14] ya sin fiebre"),
    ("es", "Enviado ⟦DATE:2024-06-12⟧T13:21:07"),
    ("es", "Anexo ⟦DATE:20230417⟧ 1042"),
    ("es", "Reposo del ⟦DATE:18/07⟧ al ⟦DATE:27/07⟧"),
    ("es", "Fecha: ⟦DATE:l2/O3/2O21⟧ hora 9"),
    ("pt", "Nasc. ⟦DATE:9-3-1944⟧ em casa"),
    ("pt", "DN: ⟦DATE:28/09/2022⟧"),
    ("pt", "validade ⟦DATE:09/27⟧ conferida"),
    ("en", "DOB ⟦DATE:06/25/1963⟧ Sex M"),
    ("en", "Seen ⟦DATE:7.19.22⟧ in clinic"),
    ("en", "Admitted ⟦DATE:7/28/22⟧, discharged ⟦DATE:8/2/22⟧"),
    # Day and month only, with something that tells.
    ("es", "se le cita el ⟦DATE:3/5⟧ a las 10"),
    ("es", "cita ⟦DATE:17/2⟧ 9 am"),
    ("es", "FUM ⟦DATE:3/5⟧, eco acorde"),
    ("es", "desde el ⟦DATE:17-4⟧ con fiebre"),
    ("es", "martes ⟦DATE:24/09⟧ con la Dra."),
    ("es", "⟦DATE:21/8⟧: come mejor\n⟦DATE:26/8⟧: TA 135/75\n⟦DATE:2/9⟧: alta"),
    ("pt", "retorno dia ⟦DATE:8/10⟧ com exames"),
    ("pt", "reunião a ⟦DATE:18.09⟧ às 9h"),
    ("en", "follow-up on ⟦DATE:8/10⟧ with labs"),
    ("en", "wound check Wed ⟦DATE:5/8⟧ with nurse"),
    ("en", "transferred ⟦DATE:10/20⟧ by road"),
    ("es", "ingreso ⟦DATE:14/03/2024⟧ por tos, eco ⟦DATE:18/3⟧ normal"),
    ("en", "TTE ⟦DATE:11/19⟧ EF 35, G8 15/17 (⟦DATE:11/21/24⟧)"),
    ("pt", "Consulta do dia ⟦DATE:18/08/2024⟧. PA: 15/8 mmHg. MAPA médio 13/8 mmHg"),
    # Words.
    ("es", "el ⟦DATE:17 de abril de 2018⟧ ingresó"),
    ("es", "el ⟦DATE:12 marzo 2020⟧, por la tarde"),
    ("es", "Cx ⟦DATE:12-mar-20⟧; control ⟦DATE:12mar2020⟧; alta ⟦DATE:12MAR20⟧"),
    ("es", "tose desde ⟦DATE:abril de 2017⟧"),
    ("es", "PAP ⟦DATE:mar/20⟧ normal"),
    ("es", "del ⟦DATE:3⟧ y ⟦DATE:4 de mayo⟧"),
    ("es", "del ⟦DATE:3⟧ al ⟦DATE:9 de agosto de 2016⟧"),
    ("es", "a los ⟦DATE:seis días de noviembre de dos mil dieciocho⟧"),
    ("es", "el ⟦DATE:doce de marzo de dos mil veinte⟧ firmó"),
    ("es", "nacido el ⟦DATE:catorce de julio del sesenta y nueve⟧"),
    ("es", "en ⟦DATE:mayo⟧ dejó de venir"),
    ("es", "la trae el ⟦DATE:2 d'agost⟧ su hija"),
    ("es", "vino el ⟦DATE:3 de xullo de 2021⟧"),
    ("es", "⟦DATE:octubre 5 de 2019⟧, Tunja"),
    ("es", "sin beber desde la ⟦DATE:Semana Santa de 2016⟧"),
    ("pt", "em ⟦DATE:vinte e três de abril⟧ voltou"),
    ("pt", "Braga, ⟦DATE:11 de agosto de 2019⟧."),
    ("pt", "última mamografia em ⟦DATE:set/18⟧"),
    ("pt", "não fuma desde o ⟦DATE:Natal de 2015⟧"),
    ("en", "on ⟦DATE:March 5th, 2021⟧ she fell"),
    ("en", "born on the ⟦DATE:5th of March⟧ last"),
    ("en", "surgery ⟦DATE:Mar 5⟧ with Dr"),
    ("en", "Last seen ⟦DATE:5 Mar 2021⟧."),
    ("en", "flare in ⟦DATE:Sept '21⟧, settled"),
    ("en", "overdue since ⟦DATE:March⟧, will call"),
    ("en", "dictated ⟦DATE:february the eleventh twenty nineteen⟧ by phone"),
    ("en", "fell on ⟦DATE:Boxing Day⟧ at home"),
    ("en", "on leave ⟦DATE:4–12 August⟧ this year"),
    # Years.
    ("es", "asma desde ⟦DATE:2018⟧, HTA en ⟦DATE:2013⟧"),
    ("es", "ictus en ⟦DATE:1997⟧ (leve)"),
    ("es", "se casó en el ⟦DATE:84⟧ en su pueblo"),
    ("es", "ocurrió en el ⟦DATE:año 2006⟧"),
    ("pt", "no ⟦DATE:ano de 1987⟧ foi operado"),
    ("pt", "operado à vesícula em ⟦DATE:96⟧, sem recidiva"),
    ("en", "appendix out in '⟦DATE:98⟧, otherwise well"),
    ("en", "CABG ⟦DATE:2012⟧, stroke ⟦DATE:2016⟧"),
    ("es", "cantera ⟦DATE:1974⟧-⟦DATE:1981⟧, polvo"),
    ("es", "ingresa el ⟦DATE:7 de junio de 2.023⟧ por tos"),
    ("es", "se cayó el ⟦DATE:domingo de Ramos⟧ y el ⟦DATE:día de Reyes⟧"),
    ("en", "coughing since ⟦DATE:Christmas⟧, seen ⟦DATE:2nd⟧ and ⟦DATE:9th October 2024⟧"),
]

NOT_FOUND = [
    ("pt", "PA: 15/8 mmHg, MAPA médio 13/8 mmHg"),
    ("es", "vanco dia 3/7, mero 1 g c/8 día 2/10"),
    ("es", "al día 6 de tratamiento, D6 de ATB"),
    ("es", "edema en EID, pulsos presentes"),
    ("en", "pain over the 4th toe and the 5th rib"),
    ("en", "on the 3rd floor, by the 2nd dose"),
    ("en", "doxy 21/7, waiting 14/12"),
    ("pt", "Dor DN4 6/10, EVA 7"),
    ("es", "látex en suero positivo 1/2048"),
    ("es", "vive con Reyes Navidad Ruiz"),
    ("es", "TA 120/80, FC 82, T 36.5, SatO2 97%"),
    ("es", "TA 100/60 mmHg"),
    ("es", "Apgar 7/9 y Capurro 38"),
    ("es", "EVA 6/10 con Glasgow 14/15"),
    ("es", "fuerza 5/5 global, reflejos ROT 2/4"),
    ("es", "soplo mitral IV/VI, antes 2/6"),
    ("es", "AV 20/40 OD, 20/20 OI"),
    ("es", "ranitidina 75 mg c/8 h, 1/2 comprimido, 3/4 de tableta"),
    ("es", "valsartán/hidroclorotiazida 160/25 c/24 h"),
    ("es", "12.03 mg/dL, 1.5/2.5, 0.75"),
    ("es", "a las 10:30 h y a las 22:15"),
    ("es", "vértebras L4-5 y C5-6, hernia L5-S1"),
    ("es", "Dx E11.9, J45.0, CIE-10 F32.1"),
    ("es", "suero 2000 ml, 1500 cc, vitamina D 2000 UI"),
    ("es", "RN 1900 g y drenaje de 2010 cc"),
    ("es", "el 5 de los corrientes se presentó"),
    ("es", "viene los lunes y el jueves"),
    ("es", "sutura nylon 3-0 y vicryl 2-0"),
    ("es", "Ley 812 de 2003 y Decreto 1042 de 1978"),
    ("es", "versión 2.1.4 del programa"),
    ("es", "tel. 21-17-80-13"),
    ("es", "pinza de Mayo y tijera Mayo recta"),
    ("es", "Vive con Julio y con Abril en casa"),
    ("es", "Domicilio: Calle 5 de Mayo y Av. 9 de Julio"),
    ("es", "relación 2:1, INR 2-3, de 5-6 tazas de té"),
    ("es", "ganglios 4/21, sesión 4/24, hoja 1/1"),
    ("es", "una OCT de mácula y el OCT previo"),
    ("es", "control el 1/xx, lámina 3-XV, hoja 2.xx"),
    ("pt", "cefalexina 500 6/6, metformina 850 12/12 h"),
    ("pt", "dor 3/10, contrações 3/10 min"),
    ("pt", "sat em 98, FC em 88"),
    ("en", "Strength 5/5, reflexes 2/4, pain 7/10, BP 122/70"),
    ("en", "visual acuity 20/20, murmur 2/6"),
    ("en", "tired 4/52, low mood 5/12, trimethoprim bd 7/7"),
    ("en", "triaged 0145, ECG 1938, aspirin given 2005, moved at 2010"),
    ("en", "she may need 2 may be more, set 3 goals, 3 out of 5"),
]


@pytest.mark.parametrize(("language", "case"), FOUND)
def test_dates_are_found_with_their_extent(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), NOT_FOUND)
def test_what_only_looks_like_a_date_is_left(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


def test_totals_of_scores_are_no_days() -> None:
    text = "Visit 12/20/2024. EPDS 12/30, PHQ-9 12/27, Tinetti 12/28; seen 12/21, TTE 12/19"


def test_scores_tell_sure_from_doubtful() -> None:
    sure = next(iter(RECOGNISER.find(Page("el 12/03/2021"))))
    doubtful = next(iter(RECOGNISER.find(Page("Lab 12/3"))))
    assert sure.score >= 0.9 > doubtful.score >= 0.5


@pytest.mark.parametrize("language", ["es", "pt", "en"])
@pytest.mark.parametrize(
    "piece", ["12/03/2021 ", "3/5 ", "9", " ", "1.", "12-", "el ", "mayo ", "2019 ", "/", "doce de ", "'9", "\n3/5"]
)
def test_long_hostile_text_ends(piece: str, language: str) -> None:
    text = piece * (60_000 // len(piece))
    spans = list(RECOGNISER.find(Page(text, language)))
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_any_text_gives_ordered_spans_inside_it() -> None:
    rng = random.Random(7)
    pieces = [
        "12",
        "/",
        "03",
        "-",
        ".",
        " ",
        "mayo",
        "de",
        "2021",
        "el",
        "\n",
        "'",
        "III",
        "March",
        "th",
        ",",
        ":",
        "fecha",
        "dos mil",
    ]
    for _ in range(300):
        text = "".join(rng.choice(pieces) + rng.choice(["", " "]) for _ in range(25))
        end = 0
        for span in RECOGNISER.find(Page(text, rng.choice(["es", "pt", "en"]))):
            assert end <= span.start < span.end <= len(text)
            assert span.label == "DATE"
            end = span.end
