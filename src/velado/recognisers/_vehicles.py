"""Plates behind a word for a vehicle, in the shapes of many countries, and the call numbers of ambulances."""

from __future__ import annotations

from collections.abc import Iterator

from velado.patterns import late_pattern
from velado.recognisers._number_shapes import followed_by_unit
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["vehicles"]

_WORDS = frozenset(
    """placa placas matricula matriculas mat matr plate plates rego reg tag patente chapa dominio viatura viaturas movil unidad unit vehiculo veh
    veiculo vehicle coche carro auto moto motos motocicleta motorcycle motorbike truck van ute furgon furgoneta carrinha camion camioneta
    caminhao tractora remolque reboque ambulancia motoambulancia ambulance velero veleiro barco embarcacion lancha taxi pickup
    mota motas mototaxi motocarro patinete trotinete scooter quad jeep jipe tractor trator camiao autocarro onibus buseta combi troca""".split()
)
_BETWEEN = late_pattern(r"(?: (?:no|nro|num|de|del|la|el|da|do|of|the|color|gris|blanc[ao]|roj[ao]|negr[ao]|azul|white|black|blue|red|grey|es|is)\b){0,3}[ :.(\"#º°]{1,4}")
_PLATE = late_pattern(
    r"(?:[A-Z]{2} ?[A-Z]{3}-\d{3,4}|[A-Z]{2}[ -]\d{2,3}[ -][A-Z]{2}|\d{2}[ -][A-Z]{2}[ -]\d{2}|[A-Z]{1,2}-[A-Z]{1,2} \d{1,4}|"
    r"\d{4}[ -]?[BCDFGHJ-NPR-TV-Z]{3}|\d[A-Z]{2,3} ?\d[A-Z0-9]{1,3}|[A-Z]\d[A-Z] ?\d{3}|[A-Z]{2}\d ?\d{2}[A-Z]|[A-Z]{3} ?\d[A-Z]{3}|"
    r"(?i:[A-Z]{3}[ -]\d{3}[ -](?:M[PCN]|GZ|IB|SF|TT|ZB|N[PS]|CD))|[A-Z]{2,3}-\d{2}-\d{2}-[A-Z]{2}|[A-Z]{1,3}[ -]\d{3,4}(?: [A-Z])?|"
    r"\d[ªa] [A-Z]{2}-\d-\d{1,4}-\d{2})(?![A-Za-z0-9])(?![-./]\d)"
)
# "UVI móvil 1-742", "SVB 312", "móvil 214", "Bus 218".
_CALLED = frozenset("movil svb sva usvb samur ecno vir bus".split())
_WORDS_AND_CALLED = Awaited(_WORDS | _CALLED)
_CALL_NUMBER = late_pattern(r" (?:n[o°º.]{0,2} )?(?P<number>[a-z]{0,3}-?\d-?\d{2,3})(?![\w%]|[ .,:/-]\d)")


def vehicles(page: Page) -> Iterator[tuple[int, int]]:
    """Plates and call numbers, with the word for the vehicle left outside."""
    words, spans, folded, text = page.words, page.spans, page.folded, page.text
    for number in index_of(page).tokens(_WORDS_AND_CALLED):
        word, (start, end) = words[number], spans[number]
        gap = _BETWEEN.match(folded, end) if word in _WORDS else None
        plate = _PLATE.match(text, gap.end()) if gap is not None else None
        if plate is not None and not followed_by_unit(folded, plate.end(), 3):
            yield plate.span()
        elif word in _CALLED and (text[start].isupper() or word not in ("movil", "bus", "vir") or words[number - 1] in ("uvi", "uci", "uti")):
            call = _CALL_NUMBER.match(folded, end)
            if call is not None:
                yield call.span("number")
