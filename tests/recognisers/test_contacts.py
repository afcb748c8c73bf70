"""Telephones, e-mails, web addresses, handles, logins and IP addresses; other numbers are left."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from velado.formats.marked import parse_marks
from velado.recognisers.contacts import RECOGNISER
from velado.tokens import Page

PHONES = [
    ("es", "tel ⟦PHONE:55 21 70 16 43⟧"),
    ("es", "cel. ⟦PHONE:632 77 1 455⟧ de la hija"),
    ("es", "Tfno. ⟦PHONE:95 6612380⟧, avisar a Nuria"),
    ("es", "Teléfono: ⟦PHONE:(01 55) 5512-3344⟧"),
    ("es", "llamar al ⟦PHONE:011 15-4455-6677⟧"),
    ("es", "móvil ⟦PHONE:+34 600 12 34 56⟧ y fijo ⟦PHONE:912 345 678⟧"),
    ("es", "cel. ⟦PHONE:09 8 123 4567⟧"),
    ("es", "tel. ⟦PHONE:55-1234-5678⟧ y ⟦PHONE:79⟧, mañanas"),
    ("es", "móvil ⟦PHONE:+34 6oo 12 34 56⟧"),
    ("es", "whatsapp ⟦PHONE:+52 1 443 217 0958⟧"),
    ("es", "tel. de la tía Chelo: ⟦PHONE:22 31 4407⟧"),
    ("es", "tel ⟦PHONE:81 2044o917⟧, de noche"),
    ("es", "fono ⟦PHONE:9 7740 1183⟧ / ⟦PHONE:2 2345 6789⟧"),
    ("es", "tlf nieta ⟦PHONE:6 1 9 3 0 7 5 2 6⟧"),
    ("es", "se llama a la hija (⟦PHONE:947 30 21 58⟧)"),
    ("es", "vive con su marido Teófilo ⟦PHONE:4421870933⟧"),
    ("es", "Tel: ⟦PHONE:964-30-17-22⟧ Fax: ⟦FAX:964-30-17-29⟧"),
    ("es", "Tfno: ⟦PHONE:956302117⟧ ext ⟦PHONE:2714⟧"),
    ("es", "avisar a UCI, ext. ⟦PHONE:4312⟧"),
    ("es", "busca ⟦PHONE:613⟧, guardia"),
    ("es", "el busca del R es el ⟦PHONE:60217⟧, hoy"),
    ("es", "yo estoy en la ext. ⟦PHONE:3 206⟧."),
    ("es", "su telefono\nella: ⟦PHONE:siete uno cinco, veinte, sesenta y tres, catorce⟧"),
    ("es", "llamarla al ⟦PHONE:siete uno cero doce cuarenta y seis veinte⟧ luego"),
    ("pt", "tlm. ⟦PHONE:917 204 663⟧, telef. ⟦PHONE:239 415 087⟧"),
    ("pt", "Contato: ⟦PHONE:21 9 8123 2044⟧ (zap)"),
    ("pt", "fone ⟦PHONE:(41)3027-6158⟧ ou ⟦PHONE:41987123306⟧"),
    ("pt", "hemodinâmica, ramal ⟦PHONE:6203⟧"),
    ("pt", "bip ⟦PHONE:6032⟧"),
    ("pt", "cunhada Ivone no ⟦PHONE:48 991207364⟧."),
    ("en", "Cell: ⟦PHONE:+1 (604) 555-0137⟧"),
    ("en", "niece's mob. ⟦PHONE:07700 900 346⟧"),
    ("en", "call back ⟦PHONE:503-555-0184⟧ x⟦PHONE:27⟧"),
    ("en", "tel ⟦PHONE:555-0163⟧, mornings only"),
    ("en", "clinic ⟦PHONE:512.555.0141⟧, fax ⟦FAX:512.555.0142⟧"),
    ("en", "pager ⟦PHONE:70363⟧, bleep ⟦PHONE:6148⟧"),
    ("en", "reached charge nurse on x⟦PHONE:6205⟧ after lunch"),
    ("en", "my cell is ⟦PHONE:five one two five five five oh one three nine⟧ thanks"),
]

ONLINE = [
    ("es", "correo ⟦EMAIL:ana.gil@ejemplo.es⟧."),
    ("es", "escribir a ⟦EMAIL:juan.perez @gmail.com⟧ hoy"),
    ("es", "⟦EMAIL:ana(at)hotmail.com⟧ o ⟦EMAIL:luz@gmail,com⟧"),
    ("es", "es ⟦EMAIL:ana punto gil arroba gmail punto com⟧ dice"),
    ("es", "E-mail: ⟦EMAIL:ana_gil@ejemplo.es⟧. Hospital del Mar"),
    ("pt", "De: Rui <⟦EMAIL:rui.sa@clinica-exemplo.pt⟧>"),
    ("en", "From: ⟦EMAIL:a.grant@nhs.example⟧; cc ⟦EMAIL:b@c.example.org⟧"),
    ("es", "ver ⟦URL:https://visor.example.org/e/90317⟧, clave aparte"),
    ("es", "la web ⟦URL:www.ejemplo.com/consulta⟧."),
    ("es", "plataforma ⟦URL:citas.ejemplo.com.ar⟧ caída"),
    ("pt", "canal ⟦URL:t.me/vida_sana⟧ e ⟦URL:instagram.com/dralima⟧"),
    ("es", "IG: ⟦URL:@mingo_rp98⟧ y ⟦URL:@sonrisa.dental⟧"),
    ("es", "usuario: ⟦URL:jperez7⟧, reporta en sistema"),
    ("en", "scribe: ⟦URL:rmoss4⟧   signed"),
    ("en", "[10:12] ⟦URL:mara_l75⟧: ok thanks"),
    ("es", "validado desde IP ⟦IP_ADDRESS:10.61.27.9⟧"),
    ("es", "bomba con MAC ⟦DEVICE_ID:00:1A:2B:3C:4D:5E⟧, otra ⟦DEVICE_ID:00-1a-2b-3c-4d-5f⟧"),
    ("en", "client ⟦IP_ADDRESS:2001:db8:85a3::8a2e:370:7334⟧ refused"),
]

NOT_FOUND = [
    ("en", "normal range 12000-15000"),
    ("es", "LDH 1120 (135-225), fibrinógeno 720 (200-400)"),
    ("es", "hCG 128450, sem 9-12: 25700-288000"),
    ("en", "warfarin 5/5/7/5/5/7/5 then 4/5/4/5/4/5/4"),
    ("en", "Cr 1.0 1.3 1.9 2.8 3.6 4.1"),
    ("es", "caries 54 55 64 75 84. fístula"),
    ("en", "SNOMED CT 44054006, 709044004"),
    ("es", "09:10 90x50 96 calambre"),
    ("es", "llamar al 112 o al 911; emergencias 061"),
    ("es", "TA 120/80, FC 84, Sat 95, glucosa 104, plaquetas 240 000"),
    ("es", "12/03/2021 10:30, 2021-03-12 06:52"),
    ("es", "DNI 12.345.678, NHC 5530917, lote 317204"),
    ("es", "naproxeno 250 mg, 1 200 000 UI, 3 140 g"),
    ("es", "de 1998 a 2005, 2007-2018"),
    ("es", "leucos 9.700, PCR 13.4, Hb 11,6"),
    ("es", "Cra 17B # 22 sur 40 int 504"),
    ("es", "dolor.Como siempre, tos.es un cuadro leve"),
    ("es", "l@s usuari@s refieren dolor"),
    ("es", "usuario refiere dolor, usuaria estable"),
    ("es", "gen c.815_816del, IMG_3141.jpg"),
    ("es", "versión 10.2.0.15 del programa"),
    ("es", "NºCol: 41 41 63025"),
    ("pt", "ligar para o 192 (SAMU)"),
    ("en", "call 911 or text 988"),
    ("en", "K 3.2 so 20 KCl, BP 118/72 @ 11:40, lot R30618C x3"),
    ("en", "heparin 5000 at 2100, BP 150/95 x2"),
    ("en", "seen @ 39w2d, ETA @14:31"),
]


@pytest.mark.parametrize(("language", "case"), PHONES + ONLINE)
def test_contacts_are_found_without_their_cue(marked: Callable[..., str], language: str, case: str) -> None:
    assert marked(parse_marks(case)[0], language) == case


@pytest.mark.parametrize(("language", "text"), NOT_FOUND)
def test_other_numbers_and_signs_are_left(marked: Callable[..., str], language: str, text: str) -> None:
    assert marked(text, language) == text


def test_a_known_country_makes_its_numbers_phones(marked: Callable[..., str]) -> None:
    assert marked("Valverde, 22087766, casa verde", "es", "SV") == "Valverde, ⟦PHONE:22087766⟧, casa verde"
    assert marked("Valverde, 22087766, casa verde", "es") == "Valverde, 22087766, casa verde"


def test_numbers_shaped_like_an_announced_one_are_phones_too(marked: Callable[..., str]) -> None:
    text = "tel 7612 2045 y en la tienda, si no contesta nadie, preguntan por Ana: 2319 6604"
    assert marked(text, "es").count("PHONE") == 2


@pytest.mark.parametrize("language", ["es", "pt", "en"])
@pytest.mark.parametrize(
    "piece", ["9", "9 ", "+", "(9", "9-9.", "a@", "@", "a.", "www.", "tel ", "_a", "1.1.1.", "a:b:", "arroba ", "uno ", " ", "/"]
)
def test_long_hostile_text_ends(piece: str, language: str) -> None:
    text = piece * (60_000 // len(piece))
    spans = list(RECOGNISER.find(Page(text, language)))
    assert all(left.end <= right.start for left, right in pairwise(spans))


def test_any_text_gives_ordered_spans_inside_it() -> None:
    rng = random.Random(7)
    pieces = [
        "12",
        "555",
        "-",
        ".",
        " ",
        "tel",
        "@",
        "gmail",
        ".com",
        "www.",
        "/",
        "(",
        ")",
        "+",
        "ext",
        ":",
        "_",
        "#",
        "usuario",
        "fe80",
        "::",
        "o",
    ]
    for _ in range(300):
        text = "".join(rng.choice(pieces) + rng.choice(["", " "]) for _ in range(25))
        end = 0
        for span in RECOGNISER.find(Page(text, rng.choice(["es", "pt", "en"]))):
            assert end <= span.start < span.end <= len(text)
            end = span.end
