"""Drugs and medical words from packages, and those that word formation gives. Development only."""

from __future__ import annotations

import pickle
import re
from bz2 import decompress
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from velado.lexicons import COUNTRY, DRUG, FIRST_NAME, MEDICAL, REGION, SURNAME, TOWN
from velado.lexicons._entries import Entries, key_of

__all__ = ["add_medicine"]

_NAMED = FIRST_NAME | SURNAME | TOWN | REGION | COUNTRY

# English endings of international drug names and what Spanish and Portuguese make of them; the first that fits counts.
_ENDINGS = (
    ("cycline", "ciclina"), ("mycin", "micina"), ("cillin", "cilina"), ("floxacin", "floxacino"), ("oxacin", "oxacina"),
    ("azole", "azol"), ("zolamide", "zolamida"), ("artan", "artana"), ("oban", "obana"), ("statin", "statina"),
    ("ine", "ina"), ("in", "ina"), ("ide", "ida"), ("one", "ona"), ("ate", "ato"), ("ium", "io"), ("ole", "ol"), ("ane", "ano"),
    ("ene", "eno"), ("ase", "asa"), ("ose", "osa"), ("yl", "ilo"), ("il", "ilo"), ("fen", "feno"), ("mab", "mabe"), ("nib", "nibe"),
    ("cept", "cepte"), ("erol", "erol"), ("ol", "ol"), ("am", "am"), ("pril", "pril"), ("vir", "vir"), ("lukast", "lucaste"),
)  # fmt: skip
_LETTERS = (("ph", "f"), ("th", "t"), ("y", "i"), ("ll", "l"), ("mm", "m"), ("ss", "s"), ("pp", "p"), ("ff", "f"), ("tt", "t"))


def _romance(name: str) -> set[str]:
    """The likely Spanish and Portuguese spellings of an international drug name.

    >>> sorted(_romance("amoxicillin")), "fenitoina" in _romance("phenytoin")
    (['amoxicilina'], True)
    """
    for ending, ours in _ENDINGS:
        if name.endswith(ending):
            plain = name.removesuffix(ending)
            for old, new in _LETTERS:
                plain = plain.replace(old, new)
            forms = {plain + ours}
            # Spanish "floxacino", "losartan", "infliximab"; Portuguese "floxacina", "losartana", "infliximabe".
            if ours in ("floxacino", "artana", "obana", "mabe", "nibe", "cepte", "lucaste", "ilo"):
                forms |= {plain + ours[:-1], plain + ours[:-1] + "a"}
            return forms | {form.replace("ch", "c").replace("k", "c") for form in forms}
    return set()


def _add_drugs(entries: Entries, common: Mapping[str, int]) -> None:
    spec = find_spec("drug_named_entity_recognition")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the lexicon's sources need drug-named-entity-recognition: install the extra 'lexicons'")
    known = pickle.loads(decompress(Path(spec.origin).with_name("drug_ner_dictionary.pkl.bz2").read_bytes()))
    facts = known["drug_canonical_to_data"]
    for variant, names in sorted(known["drug_variant_to_canonical"].items()):
        key = key_of(variant)
        listed = any("drugbank_id" in facts.get(name, {}) or "medline_plus_id" in facts.get(name, {}) for name in names)
        if not listed or " " in key or len(key) < 5 or not key.isalpha() or len(key) > 22:
            continue
        # Old trade names that happen to be words or people's names would only confuse.
        if common.get(key, 0) < 2 and not entries.values.get(key, 0) & _NAMED:
            entries.flag([key], DRUG)
    for name in sorted(facts):
        if name.isalpha() and len(name) > 5:
            entries.flag((form for form in sorted(_romance(name)) if not common.get(form) and not entries.values.get(form, 0) & _NAMED), DRUG)


def _add_diagnoses(entries: Entries, common: Mapping[str, int]) -> None:
    """The rarer words of the English classification of diseases, without its chapter of accidents."""
    spec = find_spec("simple_icd_10_cm")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the lexicon's sources need simple-icd-10-cm: install the extra 'lexicons'")
    file = next(iter(sorted(Path(spec.origin).parent.joinpath("data").glob("icd10c-tabular-*.xml"))))
    text = file.read_text(encoding="utf-8")
    text = text[: text.index("External causes of morbidity")]
    for word in sorted({word for found in re.findall(r"<(?:desc|note)>([^<]{3,300})</", text) for word in key_of(found).split()}):
        if len(word) > 4 and word.isalpha() and common.get(word, 0) <= 2 and not entries.values.get(word, 0) & _NAMED:
            entries.flag([word], MEDICAL)


# Roots as Spanish and Portuguese write them and as English does, and the endings they take.
_ROOTS = """aden/aden amigdal/tonsill angi/angi apendic/appendic arteri/arteri artr/arthr blefar/blephar bronc/bronch
    bronqui/bronchi burs/burs cardi/cardi cerebr/cerebr cervic/cervic cist/cyst col/col colangi/cholangi
    colecist/cholecyst coledoc/choledoch colp/colp condr/chondr coron/coron cost/cost crani/crani dacriocist/dacryocyst dermat/dermat
    diverticul/diverticul duoden/duoden encefal/encephal endometri/endometri enter/enter epididim/epididym escler/scler
    esofag/oesophag esofag/esophag esplen/splen estomat/stomat fleb/phleb faring/pharyng gastr/gastr gingiv/gingiv glos/gloss
    hemat/haemat hemat/hemat hepat/hepat hidr/hydr hister/hyster ile/ile laring/laryng lapar/lapar linf/lymph linfaden/lymphaden
    lip/lip mast/mast mastoid/mastoid meat/meat mening/mening mi/my miel/myel miocardi/myocardi metr/metr nefr/nephr neum/pneum
    neur/neur oftalm/ophthalm onic/onych oofor/oophor orqui/orchi oste/oste ot/ot pancreat/pancreat paratiroid/parathyroid
    pericardi/pericardi peritone/periton piel/pyel pleur/pleur proct/proct prostat/prostat querat/kerat ret/retin rin/rhin
    salping/salping sept/sept sigmoid/sigmoid sinus/sinus tend/tend tendin/tendin tenosinov/tenosynov timpan/tympan tiroid/thyroid
    torac/thorac traque/trache tromb/thromb tromboflebi/thrombophleb ureter/ureter uretr/urethr uve/uve vagin/vagin
    vas/vas vascul/vascul vesicul/vesicul vulv/vulv"""
_ROMANCE_ENDINGS = """itis ite osis ose oma omas ectomia ectomias otomia ostomia oscopia oscopias ografia ografias ograma ologia
    opatia opatias algia algias orrea orreia orragia oplastia oplastias opexia ocele olisis olise omalacia omegalia ociclis
    oscopico oscopica opatico opatica orrafia odinia ogenico ogenica oides oide ologo ologa ologista"""
_ENGLISH_ENDINGS = """itis osis oma omas ectomy ectomies otomy ostomy oscopy oscopies ography ogram ology opathy opathies algia
    orrhea orrhoea orrhagia oplasty opexy ocele olysis omalacia omegaly oscopic opathic orrhaphy odynia ogenic oid ologist"""


def _formed() -> Iterator[str]:
    for pair in _ROOTS.split():
        romance, english = pair.split("/")
        yield from (romance + ending for ending in _ROMANCE_ENDINGS.split())
        yield from (english + ending for ending in _ENGLISH_ENDINGS.split())


def add_medicine(entries: Entries, common: Mapping[str, int]) -> None:
    """Drugs and medical words beyond the hand-written lists; names that are already known stay untouched."""
    _add_drugs(entries, common)
    _add_diagnoses(entries, common)
    entries.flag((word for word in _formed() if len(word) > 5 and not entries.values.get(word, 0) & _NAMED and common.get(word, 0) < 4), MEDICAL)
