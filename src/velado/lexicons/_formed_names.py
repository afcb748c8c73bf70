"""First names that parents and families form by rule: inventions from common pieces, and pet forms. Development only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from velado.lexicons import FEMALE, FIRST_NAME, MALE, NICKNAME
from velado.lexicons._entries import Entries, key_of, lines_of

__all__ = ["add_formed_names"]

_BRAZIL_FRONTS = """ada ade adi ade ald ali ama and ant arl aur ciel cle clei cleo clau cri dal deo der di djai edi edil
    edmi ediv edn elai eli elisa elz eri ero eva evan everal fabi fran franci franci gei gen geni ger gil gilva gis gle glei gra
    ila ilde ira irani isa isi iva ivani izi jai jan jani jar je jo joa joci joel joi jos jose josi joz juce juci jur kel keli ker
    lau lei leidi len leo lili lin lindi lin lu luc luci luce lui luzi mai mar marci mari marili marin mauri mei mir moni nai nal
    nata nei neiv neu nil niva odi oli osi osma osval ozi rai ran rei regi reni ri ro roberva rob roni rosa rosan rose rosi rosil
    ru sami sau sel seve si sid sil silva sin sir sol suel tai tar tere ua ue uel val valdi valde van vande vani vera vil vilma wa
    wag wal walli wan wander we wel wes wil wili wis wle zen zil zul zuleni"""
_BRAZIL_WOMEN = """dete deth dia diane dina dite ete iane iana ilda ilde ilene iliane ilma ilza inalva ineide inete ira iza laine
    lana lane leide leine lene leni lia liana licia liete lina linda lma lva lza mara mare mary meire mira nalva nara neia neide
    nete ngela niani nice nilda nilde nilma nilza nira niza rlene rlei silene sele siane sicleide sinete vane vani vania velma
    vete viana vina zangela zete"""
_BRAZIL_MEN = """baldo berto clei cleison clecio dalton deison dinei dison dir eilson einaldo elson emir enildo enilson ildo ilson
    ilton imar inaldo inei ivaldo ivan lberto ldo leison lison lson lton lvan mar mario milson mir naldo nei nildo nilson nilton
    nivaldo ralino raldo rinaldo rison rley rton son ton uilson valdo vandro verson verton vilson vison wilson"""
_CARIBBEAN_FRONTS = """dai dalia dar day dayan deiv eli emi esma grei ili ise isma jei jes kata kei keny lei leidi lis liu maikel
    mai mari maye mei meli mil mile milei nai neli nei odal oli ori osle osma rosma rosa rai rei sahi suli yai yaile yaima yaji
    yali yami yan yane yani yaque yari yase yaz ye yei yel yeni yer yes yesa yidi yile yilia yise yo yoa yoel yole yoli yor yos
    yose yu yude yuli yuna yuni yuri yus yusi yusma zai zule zuri"""
_CARIBBEAN_WOMEN = """bel beth dali dana deli delkis delys dis dy keris kis laine leidis leidy leisy lena lenis leth liana lieth
    limar lin lina lis lisa lisbeth lissa litza lys mara mari maris mary mila mili milet naris neidy nelis neth nis nora risel
    risley rka rlenis rys setty sleidy sney suri tza xi zeth"""
_CARIBBEAN_MEN = "del diel dier fer ler mar mer miel nel niel ner nier nior quiel riel rison rson ry sel siel son ster ton tzon vis"
_ENGLISH_FRONTS = """ad ash aub aud bay bent bex brant bray braxt brent brook bryn cad caith cam cash char chay chel dal dari dax
    dash east elli ember ever gray graycen hadd hal har hay hunt jad jas jax jay jer ken kim kin kyn kay kash keat kel kelt kyl
    lak lay lee len lin maddi mad mak mc kay mar may oak pais pax pays pres ray rem ryl sky step tay tray tris ty wes whit wyn zay"""
_ENGLISH_ENDINGS = "elynn bree den der don ella elle erly iah ian ie ilee ilyn ilynn in la lan lee leigh len ley lin lyn lynn ri rie ron ryn sen sley son sten ston tin tlyn tlynn ton tyn yn"


def _pieces(fronts: str, endings: str) -> Iterator[str]:
    for front in dict.fromkeys(fronts.split()):
        for ending in endings.split():
            # Two consonants that meet are fine, two equal vowels are not.
            if front[-1] != ending[0] or ending[0] not in "aeiou":
                yield front + ending


def _pet_forms(name: str, language: str) -> Iterator[str]:
    """Diminutives of a folded name: lola -> lolita, ramon -> ramoncito; ana -> aninha, joao -> joaozinho."""
    if language == "es":
        if name[-1] in "ao":
            yield from (name[:-1] + ending + name[-1] for ending in ("it", "cit", "ill", "uch"))
        elif name[-1] in "nre":
            yield from (name + ending for ending in ("cito", "cita", "ito", "ita", "cin"))
        else:
            yield from (name + ending for ending in ("ito", "ita"))
    elif name[-1] in "ao":
        yield from (name[:-1] + ending + name[-1] for ending in ("inh", "it"))
        yield name + "z" + "inh" + name[-1]
    else:
        yield from (name + ending for ending in ("zinho", "zinha", "inho", "inha", "zito", "zita"))


def add_formed_names(entries: Entries, common: Mapping[str, int]) -> None:
    """Weak evidence: only words that nothing else is known about."""
    for region, fronts, endings, flags in (
        ("pt", _BRAZIL_FRONTS, _BRAZIL_WOMEN, FEMALE), ("pt", _BRAZIL_FRONTS, _BRAZIL_MEN, MALE),
        ("es", _CARIBBEAN_FRONTS, _CARIBBEAN_WOMEN, FEMALE), ("es", _CARIBBEAN_FRONTS, _CARIBBEAN_MEN, MALE),
        ("en", _ENGLISH_FRONTS, _ENGLISH_ENDINGS, 0),
    ):  # fmt: skip
        names = [name for name in _pieces(fronts, endings) if len(name) > 4 and name not in common and name not in entries.values]
        entries.names(names, FIRST_NAME, region, 1, flags)
    for file, language in (("first_names_es_f", "es"), ("first_names_es_m", "es"), ("first_names_pt_f", "pt"), ("first_names_pt_m", "pt")):
        bases = [key for name in lines_of(file) if len(key := key_of(name)) > 2 and " " not in key]
        names = [form for base in bases for form in _pet_forms(base, language) if form not in common and form not in entries.values]
        entries.names(names, FIRST_NAME, language, 1, NICKNAME)
