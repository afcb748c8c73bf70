"""Numbers that know no country: bank accounts, cards, passports, vehicles, aircraft, devices."""

from __future__ import annotations

import random

from stdnum import iban, imei
from stdnum.es import ccc

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, luhn, luhn_digit

_VIN_VALUES = {**{str(digit): digit for digit in range(10)}, **dict(zip("ABCDEFGH", range(1, 9), strict=True)),
               **dict(zip("JKLMN", range(1, 6), strict=True)), "P": 7, "R": 9,
               **dict(zip("STUVWXYZ", range(2, 10), strict=True))}  # fmt: skip
_VIN_SIGN = "[0-9A-HJ-NPR-Z]"
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def _vin(compact: str) -> bool:
    if len(compact) != 17 or any(character not in _VIN_VALUES for character in compact):
        return False
    return compact[8] == _vin_check(compact[:8] + compact[9:]) and any(character.isalpha() for character in compact)


def _vin_check(body: str) -> str:
    weights = (*_VIN_WEIGHTS[:8], *_VIN_WEIGHTS[9:])
    rest = sum(_VIN_VALUES[character] * weight for character, weight in zip(body, weights, strict=True)) % 11
    return "X" if rest == 10 else str(rest)


def _card(compact: str) -> bool:
    return 13 <= len(compact) <= 19 and compact.isdigit() and compact[0] in "3456" and len(set(compact)) > 3 and luhn(compact)


def _fake_iban(rng: random.Random) -> str:
    country, length = rng.choice((("ES", 20), ("PT", 21), ("GB", 0), ("IE", 0)))
    account = "".join(rng.choice("0123456789") for _ in range(length)) if length else "BANK" + f"{rng.randrange(10**14):014d}"
    number = f"{country}{iban.calc_check_digits(f'{country}00{account}')}{account}"
    return " ".join(number[start : start + 4] for start in range(0, len(number), 4))


def _sum97(compact: str) -> bool:
    """An IBAN's two check digits, whatever the country's own rules about the rest."""
    if not 15 <= len(compact) <= 34 or not compact[:2].isalpha() or not compact[2:4].isdigit():
        return False
    moved = compact[4:] + compact[:4]
    return int("".join(str(int(character, 36)) for character in moved)) % 97 == 1


def _iban_check(body: str) -> str:
    """The check digits of an IBAN, from its country and account."""
    return f"{98 - int(''.join(str(int(character, 36)) for character in body[2:] + body[:2]) + '00') % 97:02d}"


def _spanish(body: str) -> str:
    """The check digits of a Spanish IBAN, and those of the account in it."""
    inner = ccc.calc_check_digits(f"{body[2:10]}00{body[10:]}")
    return f"{_iban_check(body[:10] + inner + body[10:])}{inner}"


def _portuguese(body: str) -> str:
    """The check digits of a Portuguese IBAN, and those of the account in it."""
    inner = f"{98 - int(body[2:]) * 100 % 97:02d}"
    return f"{_iban_check(body + inner)}{inner}"


# Behind the country and its check digits; Spanish and Portuguese ones again, with a slip in the account's own check digits.
_OTHERS = composed_of(
    *(f"{country}??{account}" for country, account in (
        ("ES", "#" * 20), ("PT", "#" * 21), ("GB", "@@@@" + "#" * 14), ("IE", "@@@@" + "#" * 14), ("BR", "#" * 23 + "@[A-Z0-9]"),
        ("AD", "#" * 20), ("BE", "#" * 12), ("CH", "#" * 17), ("CR", "#" * 18), ("DE", "#" * 18), ("DO", "@@@@" + "#" * 20),
        ("FR", "#" * 23), ("IT", "@" + "#" * 22), ("NL", "@@@@" + "#" * 10), ("SV", "@@@@" + "#" * 20),
    )),
    check=_iban_check,
)  # fmt: skip


IDENTIFIERS = (
    Identifier(
        name="iban",
        country="",
        label="OTHER_ID",
        title="International bank account number (IBAN)",
        pattern=r"[a-z]{2}\d{2}[ \-]?[0-9a-z]{4}(?:[ \-]?\d{4}){2,6}(?:[ \-]?\d{1,3})?",
        cues=listed("iban, cuenta, conta, account"),
        valid=_sum97,
        fake=_fake_iban,
        composed=(*composed_of("ES??########??##########", check=_spanish), *composed_of("PT??###################??", check=_portuguese), *_OTHERS),
        examples=(
            "IBAN ⟦ES91 2100 0418 4502 0005 1332⟧",
            "depositar em ⟦PT50 0002 0123 1234 5678 9015 4⟧",
            "iban ⟦GB29NWBK60161331926819⟧",
        ),
        needs_cue=False,
    ),
    Identifier(
        name="iban_iberian",
        country="",
        label="OTHER_ID",
        title="IBAN of Spain or Portugal, also with a slip in it",
        pattern=r"(?:es|pt)\d{2}(?:[ \-]?\d{4}){5}(?:[ \-]?\d)?",
        cues=listed("iban, cuenta, conta"),
        fake=drawn("ES## #### #### #### #### ####"),
        examples=("IBAN ⟦ES12 3456 7890 1234 5678 9012⟧", "domiciliar en ⟦ES1234567890123456789012⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="payment_card",
        country="",
        label="OTHER_ID",
        title="Credit or debit card",
        pattern=r"[3-6]\d{3}[ \-]?\d{4}[ \-]?\d{4}[ \-]?\d{1,4}(?:[ \-]?\d{1,3})?|3[47]\d{2}[ \-]?\d{6}[ \-]?\d{5}",
        cues=listed(
            "visa, mastercard, amex, tarjeta, tarjeta de crédito, tarjeta de débito, cartão de crédito, credit card, card"
        ),
        valid=_card,
        fake=drawn("4### #### #### ####", _card),
        composed=composed_of(*("[3-6]" + "#" * width + "?" for width in range(11, 18)), check=luhn_digit),
        examples=("Visa ⟦4539 5787 6362 1486⟧", "paid with ⟦4539578763621486⟧"),
        counter_examples=("tarjeta de control",),
        needs_cue=False,
    ),
    Identifier(
        name="passport",
        country="",
        label="PATIENT_ID",
        title="Passport of any country",
        pattern=r"[a-z]{0,3}[ \-]?\d{5,9}[a-z]?|[a-z]{1,3}\d[a-z0-9]{4,8}",
        cues=listed("pasaporte, passaporte, passport, pass, pasap, passport no, pas, pte"),
        fake=drawn("@########"),
        examples=("pasaporte ⟦G55232871⟧", "Passaporte ⟦PA461410⟧", "passport no. ⟦NXR4K5P45⟧", "pasaporte ⟦RD3124881⟧"),
        counter_examples=("pasaporte vencido",),
    ),
    Identifier(
        name="vin",
        country="",
        label="VEHICLE_ID",
        title="Vehicle identification number (VIN)",
        pattern=r"[a-hj-npr-z0-9]{17}",
        cues=listed("vin, chasis, chassi, bastidor, niv, nº de bastidor"),
        valid=_vin,
        fake=drawn("1HGCM#####@######", _vin),
        composed=composed_of(_VIN_SIGN * 8 + "?" + _VIN_SIGN * 8, check=_vin_check),
        examples=("VIN ⟦1HGCM82633A004352⟧", "bastidor ⟦1HGCM82633A004352⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="aircraft",
        country="",
        label="VEHICLE_ID",
        title="Aircraft registration",
        pattern=(
            r"(?:p[prstu]|l[vq]|cc|cp|hk|x[abc]|ob|hc|yv|ec|cs|ei|vh|zp|cx|tg|yn|hp|hr|ti|hi|cu|g|c)[\- ]?"
            r"(?:[a-z]{3,4}|\d{3,4}(?:-?[a-z])?)"
            r"|n\d{1,5}[a-z]{0,2}"
        ),
        cues=listed(
            "aeronave, prefixo, avión, avioneta, helicóptero, helicoptero, tail, tail number, matrícula aeronave, avião, "
            "vuelo ambulancia, despega, aircraft, helo"
        ),
        fake=drawn("P[PRT]-@@@"),
        examples=("aeronave prefixo ⟦XC-FWE⟧", "avioneta ⟦PP-WJM⟧", "tail ⟦N466FC⟧", "helicóptero ⟦XA-ABC⟧"),
        counter_examples=("avión comercial",),
    ),
    Identifier(
        name="imei",
        country="",
        label="DEVICE_ID",
        title="Mobile equipment identity (IMEI)",
        pattern=r"\d{2}[ \-]?\d{4}[ \-]?\d{2}[ \-]?\d{3}[ \-]?\d{3}[ \-]?\d",
        cues=listed("imei"),
        valid=imei.is_valid,
        fake=drawn("35############[0123456789]", lambda compact: luhn(compact)),
        composed=composed_of("##############?", check=luhn_digit),
        examples=("IMEI ⟦241695 48 952 4385⟧", "imei: ⟦356938035643809⟧"),
    ),
    Identifier(
        name="udi",
        country="",
        label="DEVICE_ID",
        title="Unique device identifier (GS1)",
        pattern=r"\(01\) ?\d{14}(?: ?\((?:10|11|17|21|30)\) ?[0-9a-z\-]{1,20}){0,4}",
        cues=listed("udi, udi-di, gtin"),
        fake=drawn("(01)##############(21)########"),
        examples=("UDI ⟦(01)00844588003288(17)260131(21)A213B1⟧",),
    ),
    Identifier(
        name="blood_unit",
        country="",
        label="DEVICE_ID",
        title="Blood component (ISBT 128)",
        pattern=r"[a-z]\d{4} ?\d{2} ?\d{6}(?: ?[0-9a-z]{2})?",
        cues=listed("bolsa, bolsas, unidad, unit, unit#, hemocomponente, pack, concentrado, bag"),
        fake=drawn("W#### 2# ######"),
        examples=("bolsa ⟦B7074 31 175366⟧", "PRBC unit # ⟦W4470 60 501389⟧"),
        counter_examples=("bolsa colectora 300 ml", "2 unidades"),
        needs_cue=False,
        form_suffices=True,
    ),
)
