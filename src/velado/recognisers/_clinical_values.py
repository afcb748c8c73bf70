"""Medicine where a rule waits for a name: results, abbreviations behind a head, methods, doses and devices behind a title."""

from __future__ import annotations

import re

from velado import lexicons
from velado.languages import words
from velado.lexicons.look import chances
from velado.patterns import late_pattern
from velado.tokens import Page

__all__ = ["RESULTS", "announces_medicine", "is_clinical", "names_method"]

# Nobody is called so, whatever stands before it.
RESULTS = words(
    """neg negs negat negativo negativa negativos negativas negative pos posit positivo positiva positivos positivas positive normal normales
    normais nr reactivo reactiva reactivos reactive nonreactive reagente reagentes indet indeterminado indeterminada indeterminate ausente
    ausentes absent presente presentes leve leves mild moderado moderada moderate severe severa detectado detectada detectable detected
    conservado conservada preservado preservada"""
)
# Lobes and limbs, bearing of weight, tubes and lines, what nurses and therapists measure and do, anaesthetics, drugs, diagnoses.
_ABBREVIATIONS = words(
    """rul rml rll lul lll ggo rue lue rle lle msd msi mid mii mmii mmss nwb pwb wbat ttwb tdwb fwb fww vss nad tot tnt tqt sng sne svd svpt cvc
    picc piv cup lma ett ngt upp lpp hgt dxt dtx bic cge ktr knt knm vmni vmi vni bipap cpap epap ger get npt npp fois guss iddsi bdst
    tiva tci bsa tof bis rdnp rdp emd tdf dtg atv aas tlp toc tdah bql oma ira sbo lape lap foosh twoc dlp dhp hta dm dm2 epoc dpoc pna cmht
    gii giii giv gi"""
)
# The general state of a patient; in English Meg is a woman and Reg a man.
_STATES = words("beg reg meg areg breg lote lotep coc vig aaa beh")
# These announce people and sections of a note alike.
_HEADS = words(
    """ct ag pt dr md rn pc gp sn reg med enf enfermeria enfermagem nutri nut nutr kine fono fisio psiq psic obst ot slt anest anaes ft eu tm"""
)
# Behind these stands whoever signs, and hardly anything else.
_SIGNING = words("medico medica firma firmado fdo rubrica attending signed signature sig assinatura assinado consultant")
_LICENCES = words(
    """mn mp mat crm coren crefito crp crn cro crf cmp cep rne npi gmc nmc col rm lic ced rn md np pa do lpn cna r1 r2 r3 r4 r5 mir eir tcae due
    tens eu fy1 fy2 f1 f2 st1 st2 st3 ct1 ct2 sho spr gp ot pt slt phd msc"""
)
_MEDICINE = lexicons.MEDICAL | lexicons.DRUG | lexicons.MICROBE
_SOMEBODY = lexicons.TITLE | lexicons.PROFESSION | lexicons.FACILITY_WORD | lexicons.KINSHIP
# A count, a size, a dose; four digits may be a licence, and an hour or a day stands behind a signature.
_FIGURE = late_pattern(r" ?(?:[x×] ?)?(?!\d{1,2}(?:[:h]|[.]\d\d)|(?:[0-3]?\d)[/-](?:1[0-2]|0?[1-9])(?![\d.,]))\d{1,3}(?:[.,]\d{1,2})?(?![\d:])(?![ .-]\d| ?(?:hs?|hrs?)\b)")
_DOSE = late_pattern(r" ?\d{1,3}(?:[.,]\d{1,2}(?![\d:])| ?(?:%|(?:mg|mcg|ml|cc|cm|mm|mmhg|lpm|fr|g|kg|ui|u|v/d|x/d)\b))", re.IGNORECASE)
_SHIFTS = words("turno plantao guardia shift shifts night nights noche tarde manana noite manha dia day days col")
_AGED = late_pattern(r" ?\d{1,3} ?-?(?:a|y|yo|y/o|yrs?|years?|años|anos|m|f)\b", re.IGNORECASE)
_SIGN = late_pattern(r" ?[+=<>&]| x ?\d")
_LISTED = late_pattern(r", ?([A-Z0-9&/]{1,8})(?!\w)(,| \d)?")
_BEHIND = late_pattern(r"(,?) ?([^\W\d_]+)")
_SIZE = late_pattern(r" ?(?:nº|n°|#|no\.?)? ?\d{2}(?![\d/:.-])| (?:mec[aáâ]nic|biol[oó]gic|mechanic)", re.IGNORECASE)
_HERB = late_pattern(r"['’]?s wort\b", re.IGNORECASE)
_DEVICES = words(
    """valvula valve valvular protesis protese prosthesis mecanica mecanico mech mechanical mitral aortica aortico aortic avr mvr tavi marcapasos
    marcapasso pacemaker ppm icd cdi dai dea generador gerador generator bateria battery"""
)
# Titles in capitals that a result, a vaccine, a drug or a side has as well.
_ALSO_MEASURES = words("ag as bg br cd ct di fr ft ln lt mg mr ms pc pt pvt sn spr tm")
_PROTOCOL = 4  # letters of a scan, at most: "CT KUB", "CT CAP"
_ENERGY = late_pattern(r" \d{4}(?!\d)")
# Surnames that a method of surgery has made its own, though many people bear them.
_METHODS = words("longo kerr milligan parker baylor stark")
_ARTICLES = words("la una a uma the")
_APPLIED = words("mediante segun bajo conforme cesarea hernioplastia hernioplastica otb sutura cateter via")


def _is_name(word: str) -> bool:
    return lexicons.name_strength(lexicons.lookup(word)) >= 1


def _head_of(page: Page, number: int) -> tuple[str, bool]:
    """The word before a value, past the signs between them, and whether a colon is among these."""
    colon = False
    for back in range(number - 1, max(-1, number - 5), -1):
        if page.words[back][0].isalnum():
            return page.words[back], colon
        colon = colon or page.words[back] == ":"
    return "", colon


def is_clinical(page: Page, first: int, stop: int, flat: bool) -> bool:
    """Whether a run taken for a name is an abbreviation of medicine: "CT: RUL nodule 8 mm", "AG: TOT 8.0", "Kine: KTR 2v/d".

    Two or three capitals with nothing of medicine behind them stay somebody's initials: "Kine: JPR". `flat` says that the
    case of the line tells nothing.
    """
    parts = [number for number in range(first, stop) if page.words[number].isalpha()]
    if parts and page.words[parts[0]] in _ABBREVIATIONS and not _is_name(page.words[parts[0]]):
        # "UPP TALON": behind an abbreviation an organ is one, though people are called so too.
        parts = [n for n in parts if n == parts[0] or not lexicons.lookup(page.words[n]) & lexicons.MEDICAL]
    written = [page.written[number] for number in parts]
    if not parts or not all(token.isupper() and len(token) <= 5 for token in written):
        return False
    known = [page.words[number] for number in parts if _is_known(page, number)]
    if any(_is_name(page.words[number]) and page.words[number] not in known for number in parts):
        return False
    head, colon = _head_of(page, first)
    if known:
        sure = stop > first + 1 or (len(known[0]) > 3 and not _is_name(known[0]))
        return sure or (head not in _SIGNING and _goes_on(page, stop, not _is_name(known[0])))
    # Two or three unknown capitals are initials, if they are not measured.
    short = max(map(len, written)) <= 3
    return not flat and colon and head in _HEADS and (_DOSE.match(page.text, page.spans[stop - 1][1]) is not None if short else _measures(page, stop))


def _is_known(page: Page, number: int) -> bool:
    word = page.words[number]
    if word in _ABBREVIATIONS or (word in _STATES and page.language != "en"):
        return True
    value = lexicons.lookup(word)
    return len(word) > 2 and bool(value & _MEDICINE) and not value & _SOMEBODY and lexicons.name_strength(value) < 1


def _goes_on(page: Page, stop: int, strict: bool) -> bool:
    """Whether a known abbreviation is followed by more of its kind; of one that is a name too, only by a figure or a word."""
    end = page.spans[stop - 1][1]
    if _FIGURE.match(page.text, end) or _SIGN.match(page.text, end):
        return True
    if page.words[stop - 1] in ("ger", "get") and _ENERGY.match(page.text, end):
        return True
    listed = _LISTED.match(page.text, end)
    if listed is not None and strict:
        return listed.group(1).lower() not in _LICENCES and not _is_name(listed.group(1).lower())
    following = _BEHIND.match(page.text, end)
    if following is None:
        return False
    word = page.words[page.token_at(following.start(2))]
    if word in _LICENCES or _is_name(word):
        return False
    value = lexicons.lookup(word)
    if value & _MEDICINE and not value & _SOMEBODY:
        return True
    if following.group(1):
        return word not in _SHIFTS and (strict or following.group(2).islower() or len(word) > 5)
    return strict and following.group(2).isupper()


def _measures(page: Page, stop: int) -> bool:
    """Whether unknown capitals are followed by a figure, a list of further ones or a word of medicine."""
    end = page.spans[stop - 1][1]
    text = page.text
    if (_FIGURE.match(text, end) and not _AGED.match(text, end)) or _SIGN.match(text, end):
        return True
    listed = _LISTED.match(text, end)
    if listed is not None:
        other = listed.group(1)
        if other.lower() in _LICENCES or _is_name(other.lower()):
            return False
        # Two or three capitals twice, and no more, may be two people.
        return len(other) > 3 or any(map(str.isdigit, other)) or listed.group(2) is not None
    following = _BEHIND.match(text, end)
    if following is None or following.group(1) or not following.group(2).islower():
        return False
    value = lexicons.lookup(page.words[page.token_at(following.start(2))])
    return bool(value & _MEDICINE) and not value & _SOMEBODY


def announces_medicine(page: Page, number: int, first: int, stop: int, flat: bool) -> bool:
    """Whether the title at `number` is none, but medicine with the word taken for a name: "MS Contin 15", "SPR, Penta 3", "CT KUB"."""
    title = page.words[number]
    if stop > first + 1 or flat:
        return False
    if title == "st":
        return _is_saint(page, number, stop)
    if title == "ct" and page.written[first].isupper() and len(page.words[first]) <= _PROTOCOL:
        return lexicons.name_strength(lexicons.lookup(page.words[first])) < 2
    if title not in _ALSO_MEASURES or not page.written[number].isupper():
        return False
    value, end = lexicons.lookup(page.words[first]), page.spans[stop - 1][1]
    if lexicons.name_strength(value) >= 2:
        return False
    measured = _FIGURE.match(page.text, end) is not None and _AGED.match(page.text, end) is None
    return measured or bool(value & (lexicons.DRUG | lexicons.EPONYM | lexicons.BRAND_DEVICE))


def _is_saint(page: Page, number: int, stop: int) -> bool:
    """"St Jude nº 27", "St. John's wort": a valve and a herb; the hospitals called so keep their names."""
    end = page.spans[stop - 1][1]
    if _HERB.match(page.text, end):
        return True
    if page.words[stop - 1] != "jude":
        return False
    return _SIZE.match(page.text, end) is not None or not _DEVICES.isdisjoint(page.words[max(0, number - 10) : stop + 4])


def names_method(page: Page, number: int, first: int, stop: int) -> bool:
    """Whether a technique, not a technician, stands at `number`: "técnica Seldinger"; but "la técnica Ramírez", "Técnica: Ana Gil"."""
    if page.words[number] not in ("tecnica", "tec"):
        return False
    parts = [page.words[n] for n in range(first, stop) if page.words[n].isalpha()]
    if not parts:
        return False
    value = lexicons.lookup(parts[0])
    called = bool(value & lexicons.FIRST_NAME) or chances(parts[0])[0] > 0.5
    eponym = bool(value & (lexicons.EPONYM | lexicons.BRAND_DEVICE))
    if page.words[number] == "tec":
        return eponym and not called
    before = page.words[number - 1] if number else ""
    end = page.spans[first][1]
    double = page.text[end : end + 1] == "-" and lexicons.surname_strength(value) < 3  # "técnica Lich-Gregoir", but "técnica López-Rey"
    if parts[0] in _METHODS or double:
        return before not in _ARTICLES or not called and not value & lexicons.SURNAME
    if called:
        return False
    if eponym or before in _APPLIED:
        return True
    return before not in _ARTICLES and page.language not in lexicons.surname_regions(value)
