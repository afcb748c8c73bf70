"""Courts, public bodies and hospitals by the short names people use: "Juzgado de Paz nº 2 de Baza", "al Clínico", "attends the Rotunda"."""

from __future__ import annotations

from collections.abc import Iterator

from velado import lexicons
from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._capitals import Look
from velado.recognisers._facility_names import MEDICINE, Found
from velado.recognisers._word_index import Awaited, index_of

__all__ = ["public_bodies"]

_CAP = r"[A-ZÁÉÍÓÚÂÊÔÃÕÇÑÀ][\w'’-]{1,19}"
_NAME = rf"{_CAP}(?: (?:de la|de los|de las|de|del|do|da|dos|das|i|y|e) {_CAP}| {_CAP}){{0,3}}"
_OF = r"(?:de lo|de la|de los|de las|del|de|da|do|das|dos|en lo|sobre la|contra la|para la|para|y|e|no)"
_MATTERS = (
    r"(?i:instancia|instrucci[oó]n|familia|fam[ií]lia|social|penal|civil|menores|mixto|mixta|paz|letras|garant[ií]as|control|trabajo|trabalho|violencia|viol[eê]ncia|mujer|mulher|primera|1[ªa]|inf[aâ]ncia"
    r"|juventude|contencioso|contencioso-administrativo|administrativo|mercantil|vigilancia|penitenciaria|protecci[oó]n|niñez|adolescencia|federal|estatal|municipal|distrito|provincial|pueblo|p[uú]blica|p[uú]blico"
    r"|superior|justicia|justi[cç]a|criminal|c[ií]vel|promiscuo|circuito|oral|laboral|ejecuci[oó]n)"
)
_NUMBER = r"(?:[Nn]\.?[º°ªo]?\.? ?\d{1,3}|[Nn][uú]m\.? ?\d{1,3}|\d{1,3}(?:\.?[ªº°]|er|ro|do)?)"
_WRITTEN = r"[A-ZÁÉÍÓÚÂÊÔÃÕÇÑÀ][a-záéíóúâêôãõçñà'’-]{1,19}"
_MIXED = late_pattern(rf"(?:(?<=[Jj]do)\.)?(?:(?: {_OF})? (?:{_MATTERS}|{_NUMBER}|\({_WRITTEN}\)|{_WRITTEN})){{1,9}}(?!\w)")
_SHOUTED = late_pattern(rf"(?:(?<=JDO)\.)?(?:(?: (?i:{_OF}))? (?:{_MATTERS}|{_NUMBER})(?!\w)){{1,8}}(?: DE [A-ZÁÉÍÓÚÑ]{{3,15}}(?: DE [A-ZÁÉÍÓÚÑ]{{3,15}})?)?")
_ORDINAL = late_pattern(r"(?:\d{1,2}(?:\.?[ªº°]|er|ro|do)?|[Pp]rimer|[Ss]egundo|[Tt]ercer) \Z")
_COURTS = words("juzgado jdo tribunal vara fiscalia promotoria defensoria personeria procuraduria")
_OF_ANY_TOWN = late_pattern(rf"(?:{_MATTERS}|(?i:guardia|idoso|oficio|adjunta|general|turno))\Z")  # a kind of court, not one court
# With "de" and a name behind them these are one body, named.
_BODIES = words("iml imlcf cpcj")
_BODY_NAME = late_pattern(rf"(?: (?:de|da|do|del) {_NAME})(?!\w)")
_PHRASES = late_pattern(
    rf"(?:olegio oficial de [a-záéíóúñ]{{4,18}} de {_CAP}|OLEGIO OFICIAL DE [A-ZÁÉÍÓÚÑ]{{4,18}} DE {_CAP}|grupamento de [Ee]scolas (?:de |da |do )?{_NAME}|nidad [Ee]ducativa (?:[Ff]iscal )?[\"“]?{_NAME}[\"”]?"
    rf"|ardín de niños {_NAME}|onselho [Tt]utelar (?:de|da|do) {_NAME}|olic[ií]a (?:Local|Municipal|Foral) de {_NAME}|uardia Civil de {_NAME}|ervicio de Protección de Menores(?: de {_NAME})?)"
)
_PHRASE_HEADS = {"colegio": 1, "agrupamento": 1, "unidad": 1, "jardin": 1, "conselho": 1, "policia": 1, "guardia": 1, "servicio": 1}
# Courts and departments in English.
_COURT_AT = late_pattern(
    rf"(?i:(?:crown|magistrates'?|county|family|high|district|superior|probate|sheriff|circuit|municipal|tribal|juvenile|youth|coroner'?s) courts?) (?i:at|of|for|in) (?:the )?{_CAP}(?: {_CAP})?(?!\w)"
)
_COURT_KINDS = words("crown magistrates county family high district superior probate sheriff circuit municipal tribal juvenile youth coroner")
_STATE = late_pattern(rf"(?i:(?:state|county|city|commonwealth|province) of) {_CAP}(?: {_CAP})?,? (?i:dept\.?|department|division|office|board|bureau) (?i:of|for) {_CAP}(?: {_CAP}|-{_CAP}| & {_CAP}){{0,2}}(?!\w)")
_STATES = words("state county city commonwealth province")
# Letters behind a name: "Newport PD", "Roosevelt HS", "Fairview FH".
_LETTERS = dict.fromkeys("pd fd ems isd hs cc fh nh fc rfc irc llp".split(), "INSTITUTION") | dict.fromkeys("fht ihs cdc".split(), "HEALTH_CENTRE")
_NO_NAME = words("bib pt local the state city county my his her our their via per by from to at in on of and ambulance fire called seen brought")
# Short names: what a hospital is, said alone or with its town.
_SHORT = words("clinico provincial civil infantil materno comarcal militar pediatrico oncologico general regional psiquiatrico universitario obrero")
_TOWARDS = words("al del ao do recibe destino traslado dest derivado derivada sede en a")
_WITH_TOWN = late_pattern(rf" (?:de|del) {_NAME}(?!\w)")
_OPERATES = words(
    """opero operaron operan operar operarse operado operada ingresar ingresa ingreso ingresaron ingresado ingresada trasladar trasladan nacio trasplantaron internado internada internaron
    atendieron hospitalizado hospitalizada operou internou nasceu"""
)
_DEPARTMENTS = words("servicio servico unidad planta area box sala hospital centro departamento seccion hall pabellon modulo bloque quirofano clinica instituto serv")
_CARE = words(
    """transferred transfer referred admitted delivered born died seen surgery theatre renal cardiology neurosurgery plastics oncology ecmo scan mri clinic appointment discharged waiting accepted
    previous under operated cath stent bypass angio treated followed"""
)
_NOT_SHORT = words(
    """ed er or icu itu hdu gp ward lab us ct mri picu nicu ccu amu mau opd gum cmht camhs mdt nhs va uk eu usa internet weekend night church police army sun bank fire evening
    day hospital clinic unit court prison school emergency department er pub gym nhs royal"""
)


def public_bodies(look: Look) -> Iterator[Found]:
    """Courts, public bodies and short names, in the order of the page."""
    english = look.page.language == "en"
    triggers = _ENGLISH if english else _ROMANCE
    for number in index_of(look.page).tokens(triggers):
        found = _english(look, number) if english else _romance(look, number)
        if found:
            yield found


def _until(look: Look, number: int, end: int, label: str, score: float) -> Found:
    """From a token up to an offset."""
    stop = number + 1
    while stop < look.count and look.spans[stop][0] < end:
        stop += 1
    return number, stop, label, score


def _romance(look: Look, number: int) -> Found | None:
    word, (start, end) = look.words[number], look.spans[number]
    if word in _COURTS:
        return _court(look, number)
    if word in _BODIES and (match := _BODY_NAME.match(look.text, end)) and not look.shouted(number):
        return _until(look, number, match.end(), "INSTITUTION", 0.75)
    if word in _PHRASE_HEADS and (match := _PHRASES.match(look.text, start + 1)):
        return _until(look, number, match.end(), "INSTITUTION", 0.8)
    if word in _SHORT and look.capital(number) and not look.flat(number):
        before = look.word(number - 1)
        if before.isalpha() and look.joined(number) and look.capital(number - 1) or before in _SHORT:
            return None  # "Hospital Clínico", "Registro Civil"
        match = _WITH_TOWN.match(look.text, end)
        article = before == "el" and look.word(number - 2) in ("en", "desde", "con")
        if match and (before in _TOWARDS or article or not before.isalpha()) and word not in ("general", "civil", "regional", "universitario"):
            return _until(look, number, match.end(), "HOSPITAL", 0.7)
        if before in ("al", "del", "ao") or article:
            return _until(look, number, match.end() if match else end, "HOSPITAL", 0.66)
    if word == "el" and look.word(number - 1) == "en" and any(w in _OPERATES for w in look.words[max(0, number - 12) : number]):
        return _named_only(look, number + 1)
    return None


def _named_only(look: Look, at: int) -> Found | None:
    """"le operaron en el Cristal": a hospital by its name alone."""
    if at >= look.count or not look.joined(at) or not look.capital(at) or look.flat(at) or look.words[at] in _NOT_SHORT or len(look.words[at]) < 4:
        return None
    if lexicons.lookup(look.words[at]) & MEDICINE or not look.text[look.spans[at][0] + 1].islower():
        return None
    stop = look.name(at, frozenset(), most=4)
    if any(word in _DEPARTMENTS or lexicons.lookup(word) & lexicons.MEDICAL for word in look.words[at:stop]):
        return None  # "ingresa en el Servicio de Cirugía"
    return (at, stop, "HOSPITAL", 0.62) if stop > at else None


def _court(look: Look, number: int) -> Found | None:
    start, end = look.spans[number]
    shouted = look.shouted(number)
    match = (_SHOUTED if shouted else _MIXED).match(look.text, end)
    ordinal = _ORDINAL.search(look.text[max(0, start - 10) : start])
    if not match:
        return None
    last = match.group().rsplit(" ", 1)[-1]
    numbered = ordinal or any(map(str.isdigit, match.group()))
    if not numbered and (last.islower() or _OF_ANY_TOWN.match(last)):
        return None
    first = number
    while ordinal and first and look.spans[first - 1][0] >= start - len(ordinal.group()):
        first -= 1
    _, stop, label, score = _until(look, number, match.end(), "INSTITUTION", 0.82)
    return first, stop, label, score


def _english(look: Look, number: int) -> Found | None:
    word, (start, end) = look.words[number], look.spans[number]
    if word in _COURT_KINDS and (match := _COURT_AT.match(look.text, start)):
        return _until(look, number, match.end(), "INSTITUTION", 0.84)
    if word in _STATES and (match := _STATE.match(look.text, start)):
        return _until(look, number, match.end(), "INSTITUTION", 0.84)
    if word in _LETTERS and look.text[start:end].isupper() and not look.shouted(number) and not look.word(number + 1 if look.glued(number + 1) else -1).isdigit():
        first = look.name_before(number, 0, _NO_NAME, most=3)
        if first < number and not look.text[look.spans[number - 1][0] : look.spans[number - 1][1]].isupper():
            return first, number + 1, _LETTERS[word], 0.74
    if word == "the" and number:
        return _the_hospital(look, number)
    return None


def _the_hospital(look: Look, number: int) -> Found | None:
    """"attends the Rotunda", "renal at the QE": a hospital by its short name, behind a word of care."""
    at, before = number + 1, look.words[number - 1]
    if at >= look.count or not look.joined(at) or not look.capital(at) or look.shouted(at) or look.words[at] in _NOT_SHORT:
        return None
    attends = before in ("attends", "attending", "attended")
    if not attends and not (before in ("at", "to", "from", "in", "under") and any(w in _CARE for w in look.words[max(0, number - 6) : number - 1])):
        return None
    value = lexicons.lookup(look.words[at])
    if value & (MEDICINE | lexicons.COUNTRY | lexicons.REGION | lexicons.DEMONYM):
        return None
    stop = look.name(at, frozenset(), most=3)
    return (number, stop, "HOSPITAL", 0.68 if attends else 0.62) if stop > at else None


_ROMANCE = Awaited(_COURTS | _BODIES | frozenset(_PHRASE_HEADS) | _SHORT | {"el"})
_ENGLISH = Awaited(_COURT_KINDS | _STATES | frozenset(_LETTERS) | {"the"})
