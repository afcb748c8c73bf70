"""Telephone and fax numbers: behind a cue in nearly any shape, without one in the shapes of the world's numbering plans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from velado.patterns import late_pattern, matches_at
from velado.readings import is_coded, is_limits, is_row
from velado.recognisers._persons import is_name, is_relative
from velado.recognisers._phone_plans import fits_country, score_of_shape
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["phones"]


Found = tuple[int, int, str, float]
# Digits in groups, with what people put between them; the first character makes the search skip everything else.
_RUN = late_pattern(
    r"[+(0-9](?<![\w+.][+(0-9])(?=[-0-9+() ./·•]{5})(?:(?<=\+) ?\(?\d|(?<=\()\+? ?\d|(?<=\d))\d{0,11}\)?(?:(?: ?[-.] ?| |[/·•]|"
    r")\(?\d{1,11}\)?){0,11}"
)
_CUES = frozenset(
    """tel tels telf telfs telef telefs telefono telefonos telefonico telefonica tfno tfnos tfn tf tlf tlfs tlfno tlfn
    telefone telefones tlm tlmv tlmvl telm telem telemovel telemoveis movil movel moviles cel cels celu celular
    celulares cell cellphone cellular mobile mob ph phone phones telephone fono fonos fone fones contacto contactos
    contato contatos whatsapp whats whatsap wsp wpp wasap zap recados recado fijo fixo landline llamar llamo llamado
    llamada llamarla llamarlo llame llama llamen llamando marcar marcas marque marcale marco numero num hable hablale
    ligar ligou liga ligo ligamos ligado ligando telefonar telefona telefonei telefonema call called calling calls rang
    ring rung callback cb number centralita conmutador caseta satelital sat satellite directo direto hotline helpline
    linea linha sms text msg message comunicarse comunican localiza localizable localizar avisar celphone radiofonia
    switchboard contact t. c. m. p. t f. f fx fax faxed faxes telefax""".split()
)
_FAX = frozenset("fax faxed faxes fx f f. telefax".split())
_LETTERS = frozenset("t. c. m. p. t f f. c".split())
_WEAK = _LETTERS | frozenset("numero num sat text number liga marco avisar linea linha".split())
# Numbers behind these are other numbers.
_OTHER = frozenset(
    """dni nie nif cif cpf cnpj rg rut run ci cc cedula ced cui dui curp rfc nss nhs ssn sns nus nhc hc mrn hcn exp expediente
    expte folio lote lot serie serial sn s/n lic licencia licenca registro registo matricula mat crm coren crp cremesp colegiado
    colegiada col nocol numcol nocolegiado nass naf npi gmc cip tis sip nuhsa cns sus pis nit ruc cuil cuit cbu iban cuenta cta
    conta clabe tarjeta cartao afil afiliacion afiliado poliza policy insurance utente processo proc prontuario pront
    atendimento acc accession ref referencia pasaporte passaporte passport placa placas id ids cod codigo code caso case pedido
    guia autos siniestro imei iccid ppsn medicare medicaid mbi fin chart ficha boleta factura protocolo episodio ep account acct
    nuit bi cni bsn pin ein dea cep cp zip sample muestra amostra""".split()
)
_WORD_OR_NUMBER = late_pattern(r"[a-z]+\.?|\d[\d .\-/]{3,20}\d")
_NO_JOINTS = str.maketrans("", "", " -.·•/()+")
_DATE = late_pattern(
    r"(?:[0-3]?\d[-/. ][0-3]?\d[-/. ](?:19|20)\d\d|[0-3]?\d([-/.])[01]?\d\1\d\d|[01]?\d/[0-3]?\d/\d\d|(?:19|"
    r"20)\d\d([-/.])[01]?\d\2[0-3]?\d)(?!\d)"
)
_DAY_AND_TIME = late_pattern(r"\d{1,2}/\d{1,2}(?:/\d{2,4})? \d{1,2}[.:]?(?:\d\d)?")
_YEARS = late_pattern(r"(?:19|20)\d\d ?- ?\d+")  # from one year to another, or a number that begins with its year
_RESULT = late_pattern(r"\d{1,7} ?\(\d{1,7} ?- ?\d{1,7}\)?\Z")  # with its limits: "720 (200-400)"
_BLOOD = late_pattern(r"\d{2,3}/\d{2,3}(?![\d/-])")
_UNIT = late_pattern(r" ?(?:mg|ml|cc|g\b|kg|ui\b|u/|mmhg|lpm|x'|mm3|/mm|/ul|%|cel\b|copias|cp/)")
_AGAIN = late_pattern(
    r"[ ,;/()\-–|.]{0,4}(?:(?:y|e|o|u|ou|or|and|y/o|al|no|ao|tambien|tb|tambem|wa|\(?[a-z]{2,12}\)?)[ :,./()\-–]{1,3}){0,3}$"
)
_SLIP = late_pattern(r"\d(?:[ol]{2}(?= \d)|(?:[ol]{1,2}| o(?!2\b))\d)")
_LIKE_DIGITS = ("o", "l", " o")
_EXTENSION_FIRST = late_pattern(r"\d{3,5} (?=\d)")
_CHECK_DIGIT = late_pattern(r"(?<=[-.]\d) (?=\d)")  # the end of an identity number
_OTHER_ENDING = late_pattern(
    r"(?: (?:y|e|o|ou|u) | ?/ ?)(\d{2,4})(?![\w/:%°]|[ .,\-]\d| ?(?:a|anos|h|hs|horas)\b)"
)  # "… 5678 y 79"
_GOES_ON = late_pattern(r"[\w,(]\Z")
_NUMBER_SIGN = late_pattern(r"(?:\b[Nn]\.? ?[º°ª]|\b[Nn]os?\.|\b(?:[A-Z]{2,6}|[A-Z]&[A-Z])) ?\Z")


@dataclass(frozen=True, slots=True)
class _Run:
    """A stretch of digits in groups."""

    start: int
    end: int
    digits: str
    groups: tuple[int, ...]  # how many digits each has
    joints: tuple[str, ...]  # what stands between them
    text: str


def phones(page: Page) -> Iterator[Found]:
    """Every telephone number, with FAX or PHONE as its label."""
    folded, index = page.folded, index_of(page)
    runs: Iterable[re.Match[str]]
    if any(folded.startswith(_LIKE_DIGITS, end) for _, end in index.digits) and _SLIP.search(folded):
        folded = _SLIP.sub(_mended, folded)
        runs = _RUN.finditer(folded)
    else:
        runs = matches_at(_RUN, folded, index.number_starts)
    shapes: set[tuple[int, bool]] = set()
    waiting: list[tuple[_Run, float]] = []
    last_end, last_label = -1, ""
    for match in runs:
        text = match.group()
        if len(text) < 6 or len(text.translate(_NO_JOINTS)) < 6 or _DATE.fullmatch(text) or _BLOOD.match(text):
            continue
        for run in _pieces(folded, match.start(), match.end()):
            if not _may_be_phone(run) or is_limits(folded, run.start, run.text):
                continue
            cue = _cue(page, folded, run.start)
            if not cue and last_label and run.start - last_end <= 40 and _AGAIN.match(folded[last_end : run.start]):
                cue = last_label
            if cue in ("phone", "fax"):
                shaped = score_of_shape(run.digits, run.groups, run.joints, run.text, page.language) >= 0.5
                cue = cue.upper() if shaped else ""
            if cue in ("PHONE", "FAX"):
                last_end, last_label = run.end, cue
                shapes.add((len(run.digits), len(run.groups) == 1))
                yield run.start, run.end, cue, 0.95
                ending = _OTHER_ENDING.match(folded, run.end)
                if ending:
                    yield ending.start(1), ending.end(1), cue, 0.7
            elif (cue != "OTHER" or run.text[0] == "+") and len(run.digits) >= 7 and not _UNIT.match(folded, run.end):
                waiting.append((run, score_of_shape(run.digits, run.groups, run.joints, run.text, page.language)))
    for run, score in waiting:
        known = (len(run.digits), len(run.groups) == 1) in shapes and "/" not in run.joints
        if known and score < 0.6:
            score = 0.6 if len(run.digits) >= 8 else 0.0
        if page.country and score < 0.8 and fits_country(run.digits, page.country):
            score = max(score, 0.65 if len(run.groups) > 1 else 0.6)
        if (
            score < 0.5
            and 7 <= len(run.digits) <= 11
            and run.groups[0] != 1
            and "/" not in run.joints
            and _kin_before(page, run.start)
        ):
            score = 0.6
        if (
            score
            and (score >= 0.7 or not _numbers_something(page, run.start))
            and not is_row(run.text)
            and not is_coded(folded, run.start)
        ):
            yield run.start, run.end, "PHONE", score


def _mended(match: re.Match[str]) -> str:
    """The letters o and l between digits as the digits they were meant to be: "81 2044o917"."""
    return match.group().replace("o", "0").replace("l", "1")


def _read(folded: str, start: int, end: int) -> _Run:
    """The run between two offsets, without brackets that enclose all of it or that have no partner."""
    text = folded[start:end]
    if text[0] == "(" and (")" not in text or text.index(")") == len(text) - 1):
        start, text = start + 1, text[1:]
    while text.endswith(")") and text.count("(") < text.count(")"):
        text = text[:-1]
    end = start + len(text)
    pieces = list(re.finditer(r"\d+", text))
    joints = tuple(text[left.end() : right.start()] for left, right in pairwise(pieces))
    return _Run(
        start, end, "".join(piece.group() for piece in pieces), tuple(len(piece.group()) for piece in pieces), joints, text
    )


def _pieces(folded: str, start: int, end: int) -> Iterator[_Run]:
    """One run, or several where a date stands in front or two numbers are joined by a dash."""
    if start and folded[start - 1] == ":" and folded[start : start + 2].isdigit() and folded[start + 2 : start + 3] == " ":
        start += 3  # the minutes of a time
    extension = _EXTENSION_FIRST.match(folded, start, end)
    if extension and folded[max(0, start - 7) : start].rstrip(" .:").endswith(("ext", "ramal", "anexo", "extension")):
        start = extension.end()
    date = _DATE.match(folded, start)
    if folded[end : end + 1] == ":" and folded[end + 1 : end + 2].isdigit():
        end = max(start, folded.rfind(" ", start, end))  # the hour of a time
        if sum(map(str.isdigit, folded[start:end])) < 6:
            return
    if date and date.end() <= end:
        start = date.end()
        while start < end and not (folded[start].isdigit() or folded[start] in "+("):
            start += 1
        if start >= end:
            return
    run = _read(folded, start, end)
    if len(run.digits) > 13 and not run.text.startswith(("+", "00")):
        for joint in (" - ", " · ", "/", " . "):
            if joint in run.text:
                at = start
                for part in run.text.split(joint):
                    if part:
                        yield _read(folded, at, at + len(part.rstrip()))
                    at += len(part) + len(joint)
                return
        check = _CHECK_DIGIT.search(run.text)
        if check:
            yield _read(folded, start, start + check.start())
            yield from _pieces(folded, start + check.end(), end)
            return
    if run.digits:
        yield run


def _may_be_phone(run: _Run) -> bool:
    if not 6 <= len(run.digits) <= 16:
        return False
    if len(run.groups) == 2 and run.joints[0] in (".", ",") and run.groups[0] <= 2:
        return False  # a decimal number
    return not (
        _DATE.fullmatch(run.text)
        or _BLOOD.match(run.text)
        or _RESULT.match(run.text) or _DAY_AND_TIME.fullmatch(run.text) or _YEARS.fullmatch(run.text)
    )


def _cue(page: Page, folded: str, start: int) -> str:
    """PHONE, FAX or OTHER, as the nearest telling word before says; "" when none of them tells anything.

    In small letters when the word is weak or far: then the number must look like a phone too.
    """
    before = folded[max(0, start - 60) : start]
    line = before.rfind("\n")
    here = before[line + 1 :]
    if (
        line >= 0
        and here.strip(" -•*>")
        and (len(here) > 25 or "\t" in here or "|" in here or not _GOES_ON.search(before[:line]))
    ):
        before, line = here, -1
    distance, spent = 0, False
    for match in reversed(list(_WORD_OR_NUMBER.finditer(before))[-9:]):
        word = match.group()
        if word[0].isdigit():
            spent = True  # what stands before that number announced that number
            continue
        bare = word.rstrip(".")
        if bare in _OTHER and distance < 2 and not spent:
            return "" if bare == "id" and "caller id" in before else "OTHER"
        if word in _CUES or bare in _CUES:
            if (bare in _WEAK or word in _WEAK) and (distance or spent):
                distance += 1
                continue
            if spent and distance > 2:
                return ""
            kind = "FAX" if bare in _FAX else "PHONE"
            return kind.lower() if bare in _WEAK or word in _WEAK or (line >= 0 and distance > 2) else kind
        distance += 1
        if distance > 6:
            break
    return ""


def _numbers_something(page: Page, start: int) -> bool:
    """Right behind "nº" or an abbreviation in capitals: the number of something, not of a phone."""
    before = page.text[max(0, start - 10) : start]
    return _NUMBER_SIGN.search(before) is not None and any(map(str.islower, page.text[max(0, start - 40) : start + 40]))


def _kin_before(page: Page, start: int) -> bool:
    """Whether somebody's relative or name stands right before: "su marido Teófilo 4421870933"."""
    number = page.token_at(start - 1) if start else -1
    for at in range(number, max(-1, number - 5), -1):
        word = page.words[at]
        if is_relative(word, page.language):
            return True
        if not (word in ",:(" or word in ("al", "no", "el", "ao", "en", "em") or is_name(page, at)):
            return False
    return False
