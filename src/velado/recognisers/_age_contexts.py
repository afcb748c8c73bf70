"""What tells an age from a duration: the words in front of and behind a number, and the units of ages."""

from __future__ import annotations

from functools import cache

from velado.languages import languages
from velado.patterns import late_pattern
from velado.recognisers._calendar import alternatives, number_words

__all__ = [
    "DURATION_AFTER", "DURATION_BEFORE", "LASTED", "NOT_AN_AGE", "SINCE_EVENT", "SURE_AFTER", "SURE_BEFORE", "number_pattern",
    "unit_words", "units",
]  # fmt: skip


# Right in front of a duration.
DURATION_BEFORE = frozenset(
    """hace haces ha durante por desde en dentro cada c x tras despues luego primeros primeras proximos proximas ultimos ultimas
    pasados total maximo minimo reposo licencia incapacidad evolucion tratamiento tto tx control cita retiro revision
    seguimiento antiguedad estancia tabaquismo fumo fumador tabaquista exfumador trabajo trabajando lleva llevan llevo casada
    casado preso presa cajetilla cajetillas cigarrillos paquetes condena vigencia duracion plazo a al antes entre hta dm2 dm has
    erc epoc tuvieron conviven viven vivieron faz apos em depois primeiros primeiras retorno repouso atestado afastamento
    trabalhou trabalhava tabagista fumou casados ate passados passado reavaliar permanencia mais mas menos for in within over
    past last after every q during rtc next first another additional per before under recheck fu review until till than previous
    prior some several smoked worked married""".split()
)
# These make the number an age.
SURE_BEFORE = frozenset(
    """edad idade age aged ages edades idades turned turning tiene tenia tienen tenian tengo teniendo tener ter cumplio cumple
    cumplira cumplir cumplido tem tinha tinham completou completa fez fara tenho""".split()
)
# Behind a duration, whoever stands in front of it.
LASTED = late_pattern(
    r"[ -]?(?:ago\b|later\b|mas tarde|mais tarde|atras\b|despues\b|consecutiv|seguid|hence|history\b|hx\b|h/o|pack|maco|paquete|"
    r"cajetilla|postop|(?:de|d) (?:evoluc|duracion|duracao|tratam|seguim|ausencia|reposo|internac|estancia|hospitaliz))|"
    r" {2,}[a-z]\d\d"
)
# Behind a duration, when nobody stands in front of it.
DURATION_AFTER = late_pattern(
    r"[ -]?(?:before\b|after\b|prior\b|previous|earlier|antes\b|depois\b|apos\b|previos?\b|post\b|trabaj|trabalh|viviendo|"
    r"in the\b|at [a-z]|"
    r"on the\b|as an?\b|como [a-z]|sin [a-z]|sem [a-z]|limpio|limpo|clean\b|sober|service|experience|duration|course|follow|"
    r"supply|max\b|"
    r"(?:de|del|d|da|do|of)(?: (?:la|el|los|las|su|sua?))? (?!edad|idade|vida|age\b|eda\b|sexo|genero|raza|raca|cor\b|profesion|"
    r"profissao|ocupacion|oficio|nacionalidad|hoy|la\b|el\b|los\b|su\b)[a-z]{3})"
)
SINCE_EVENT = late_pattern(r" (?:del|de la|de los|de las|de su|de haber|da|do|apos|depois|despues)\b")
SURE_AFTER = late_pattern(r"[ -]?(?:de (?:edad|idade|vida|eda)\b|old\b|of age\b|cumplid|complet|incomplet|presumid|feitos|aparent|de? na(?:ci|sci)d)")
# Ages of something else than a person.
NOT_AN_AGE = late_pattern(
    r"(?:gestacional|gestacao|gestacion|gest|eg|ig|osea|ossea|mental|bone|gestational|embarazo|fetal|lenguaje|menstrual|"
    r"biologica|"
    r"cardiovascular|vascular|pulmonar)[ :.=]{0,3}(?:de )?$"
)


@cache
def number_pattern() -> str:
    """A pattern for the number words that an age may be."""
    return alternatives(word for word in number_words(1, 110) if word not in ("un", "uno", "one", "um"))


@cache
def unit_words() -> tuple[frozenset[str], frozenset[str]]:
    """Written-out units: of years, and of months, weeks, days and hours."""
    years, others = (
        {"ans", "jr", "anets", "anys", "urte", "urteko", "tacos", "aninho", "invierno", "inviernos", "invernos"},
        {"mesecitos", "mesinhos", "mesos", "hilabete", "hilabeteko"},
    )
    for one in languages().values():
        for form, kind in one.age_units.items():
            if len(form) > 1 and form.isalpha():
                (years if kind == "year" else others).add(form)
    return frozenset(years - {"yo", "aos", "aa", "yof", "yom"}), frozenset(others - {"sem"})


@cache
def units() -> tuple[str, str]:
    """Patterns for the written-out units."""
    years, others = unit_words()
    return alternatives(years), alternatives(others)
