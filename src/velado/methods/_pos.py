"""Parts of speech and lemmas for the published methods: spaCy's model where one is installed, else a light tagger.

The light tagger knows the closed classes by heart, asks simplemma for the dictionary form of everything else (a word whose
dictionary form is an infinitive is a verb) and takes the rest by its ending and its neighbour. Its tags are those of
Universal Dependencies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from velado.lexicons import FIRST_NAME, SURNAME, TOWN, is_common_word, lookup
from velado.methods import UnavailableError
from velado.tokens import fold

__all__ = ["is_participle", "lemma", "tag"]

_MODELS = {"es": "es_core_news", "pt": "pt_core_news", "en": "en_core_web"}
_MEMORY = 200_000


@dataclass(frozen=True)
class _Grammar:
    """What the light tagger knows of a language; words in lower case, accents as they are written."""

    closed: Mapping[str, str]
    infinitive: re.Pattern[str]  # the ending of a verb's dictionary form
    not_verbs: frozenset[str]  # words with that ending that are none
    participle: re.Pattern[str]
    auxiliaries: frozenset[str]  # behind these a participle is a verb
    endings: tuple[tuple[re.Pattern[str], str], ...]  # the first that fits decides
    verb_openers: frozenset[str]  # behind these a word that may be a verb is one


def _closed(**classes: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, text in classes.items():
        for word in text.split():
            found.setdefault(word, name)
    return MappingProxyType(found)


def _endings(**classes: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\w{{2,40}}(?:{pattern})"), name) for name, pattern in classes.items())


_SPANISH = _Grammar(
    closed=_closed(
        ADP="a ante bajo con contra de desde durante en entre hacia hasta mediante para por según sin sobre tras al del vía",
        DET="""el la los las un una unos unas este esta estos estas ese esa esos esas aquel aquella aquellos aquellas mi mis tu
            tus su sus nuestro nuestra nuestros nuestras algún alguna algunos algunas ningún ninguna cada todo toda todos todas
            otro otra otros otras ambos ambas varios varias cierta cualquier dicho dicha dichos dichas mucho mucha muchos muchas
            poca pocas pocos cuyo cuya cuyos cuyas""",
        PRON="""que quien quienes cual cuales se le les lo me te nos yo tú él ella ellos ellas usted ustedes esto eso ello
            nada nadie alguien algo qué quién cuál uno mismo misma mismos mismas sí""",
        CCONJ="y e o u ni pero sino",
        SCONJ="si aunque porque como cuando donde mientras pues",
        ADV="""no ya muy más menos también tampoco así aún luego entonces siempre nunca casi bien mal solo sólo apenas
            después antes hoy ayer mañana aquí allí además incluso sobre todo tan tanto cerca lejos dentro fuera
            posteriormente inicialmente actualmente""",
        AUX="""es son era eran fue fueron ser sido siendo será está están estaba estaban estuvo estar ha han había habían haber
            hubo habiendo haya hay he hemos puede pueden podía poder debe deben debía sea sean fuera fuese""",
        NUM="""dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis veinte treinta cuarenta
            cincuenta sesenta setenta ochenta noventa cien ciento mil primer primero primera segundo segunda tercer tercero""",
    ),
    infinitive=re.compile(r"\w{1,40}(?:[aeií]r|[aei]rse)"),
    not_verbs=frozenset(
        """lugar hogar mujer taller alquiler placer azúcar ayer bienestar malestar altar par mar bar militar escolar familiar
        particular regular similar singular popular muscular vascular ocular celular molecular testicular ventricular articular
        escolar hospitalar lunar solar pulgar auxiliar biliar alveolar tubular glandular nodular valvular líder chófer
        cáncer esfínter catéter""".split()
    ),
    participle=re.compile(r"\w{1,40}(?:[aií]d[oa]s?|(?:ie|ue)rt[oa]s?|[ei]ch[oa]s?|(?:cri|vi)t[oa]s?|uest[oa]s?)"),
    auxiliaries=frozenset("ha han había habían haber he hemos habiendo hubo haya hayan".split()),
    endings=_endings(
        ADV="mente",
        VERB="[ai]ndo(?:se|le|les|lo|los|la|las)?|[aá]ndose|i[eé]ndo(?:se|le|les|lo|los|la|las)?|yendo|[aei]rse|aron|ieron|aba|aban",
        NOUN="ci[oó]n(?:es)?|si[oó]n(?:es)?|miento|mientos|dad|dades|ismo|itis|os[ie]s|patía|patías|logía|grafía|scopia|tomía|ectomía",
        ADJ="[oó]s[oa]s?|iv[oa]s?|[aeioáéíó]c[oa]s?|al|ales|ar|ares|ari[oa]s?|[aií]d[oa]s?|ables?|ibles?|antes?|entes?|il|iles",
    ),
    verb_openers=frozenset("se le les lo no que me nos para al sin".split()),
)
_PORTUGUESE = _Grammar(
    closed=_closed(
        ADP="""ante após até com contra de desde durante em entre para perante por sem sob sobre do da dos das no na nos nas
            ao à aos às pelo pela pelos pelas num numa dum duma""",
        DET="""o a os as um uma uns umas este esta estes estas esse essa esses essas aquele aquela meu minha seu sua seus suas
            nosso nossa cada todo toda todos todas outro outra outros outras ambos ambas vários várias algum alguma alguns
            algumas nenhum nenhuma qualquer muito muita muitos muitas pouco pouca""",
        PRON="que quem qual quais se lhe lhes me te eu tu ele ela eles elas você vocês isto isso aquilo nada ninguém alguém algo",
        CCONJ="e ou nem mas porém",
        SCONJ="se embora porque como quando onde enquanto pois caso",
        ADV="""não já muito mais menos também assim ainda depois antes então sempre nunca quase bem mal só apenas hoje ontem
            amanhã aqui ali além inclusive tão tanto""",
        AUX="""é são era eram foi foram ser sido sendo será está estão estava estavam esteve estar tem têm tinha tinham ter há
            havia haver pode podem podia poder deve devem seja sejam fosse""",
        NUM="""dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezasseis vinte
            trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento mil primeiro primeira segundo segunda""",
    ),
    infinitive=re.compile(r"\w{1,40}(?:[aeií]r|or)"),
    not_verbs=frozenset(
        """lugar mulher par mar bar militar escolar familiar particular regular similar singular popular muscular vascular
        ocular celular molecular ventricular articular auxiliar biliar alveolar dor cor valor senhor tumor doutor setor fator
        motor professor diretor amor favor sabor calor humor maior menor melhor pior anterior posterior superior inferior
        interior exterior""".split()
    ),
    participle=re.compile(r"\w{1,40}(?:[aií]d[oa]s?|ert[oa]s?|eit[oa]s?|(?:cri|vi)t[oa]s?|ost[oa]s?)"),
    auxiliaries=frozenset("tem têm tinha tinham ter há havia haver tendo tenha tenham".split()),
    endings=_endings(
        ADV="mente",
        VERB="[aei]ndo(?:-se)?|aram|eram|iram|ava|avam",
        NOUN="ção|ções|são|sões|mento|mentos|dade|dades|ismo|ite|ose|patia|logia|grafia|scopia|tomia|ectomia",
        ADJ="[oó]s[oa]s?|iv[oa]s?|[aeioáéíóô]c[oa]s?|al|ais|ar|ares|ári[oa]s?|[aií]d[oa]s?|[áí]vel|[áí]veis|antes?|entes?|il|is",
    ),
    verb_openers=frozenset("se lhe lhes não que me para sem".split()),
)
_ENGLISH = _Grammar(
    closed=_closed(
        ADP="""of in on at by for with from into onto about against between through during before after above below over under
            without within per via since until upon among towards as""",
        DET="the a an this that these those my your his her its our their each every some any no all both another such which",
        PRON="i you he she it we they me him them us who whom whose what myself himself herself itself themselves nothing someone",
        CCONJ="and or but nor",
        SCONJ="if because although though while when where whether than",
        ADV="""not very also too then now here there again still already always never often only just well however therefore
            today yesterday tomorrow approximately otherwise more most less least so""",
        AUX="""is are was were be been being am has have had having do does did can could may might must shall should will
            would""",
        PART="to",
        NUM="one two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty fifty sixty",
    ),
    infinitive=re.compile(r"(?!)"),
    not_verbs=frozenset(),
    participle=re.compile(r"\w{2,40}ed"),
    auxiliaries=frozenset("has have had having is was were are been be".split()),
    endings=_endings(
        ADV="ly",
        VERB="ing|ed|izes?|ifies|ise",
        NOUN="tion|tions|sion|sions|ment|ments|ness|ity|ities|ism|itis|osis|pathy|logy|graphy|scopy|tomy|ectomy|ship|hood",
        ADJ="ous|ive|ic|ical|al|ar|ary|able|ible|less|ful|ish|ent|ant",
    ),
    verb_openers=frozenset("to can could may might must shall should will would i he she we they you not".split()),
)
_GRAMMARS = {"es": _SPANISH, "pt": _PORTUGUESE, "en": _ENGLISH}
_SYMBOLS = frozenset("%+=<>±×÷$€£°~^@#&*/|")
_SENTENCE_ENDS = frozenset(".!?:;•\n")


def tag(words: Sequence[str], language: str = "es") -> list[str]:
    """The part of speech of each word of a text, by the names of Universal Dependencies. Raises UnavailableError.

    >>> tag(["La", "paciente", "acude", "con", "Marta", "."])
    ['DET', 'NOUN', 'VERB', 'ADP', 'PROPN', 'PUNCT']
    """
    model = _model(language)
    if model is not None:
        from spacy.tokens import Doc

        return [token.pos_ for token in model(Doc(model.vocab, words=list(words)))]
    return _light(words, _GRAMMARS.get(language, _SPANISH), language)


def lemma(word: str, language: str = "es") -> str:
    """The dictionary form of a word; one that no dictionary has stays, in lower case. Raises UnavailableError.

    >>> lemma("ingresó"), lemma("exames", "pt")
    ('ingresar', 'exame')
    """
    return _lemma(word, language)


def is_participle(word: str, language: str = "es") -> bool:
    """Whether a word has the form of a past participle: tagged as a verb, it may still stand like an adjective.

    >>> is_participle("remitida"), is_participle("remite")
    (True, False)
    """
    return _GRAMMARS.get(language, _SPANISH).participle.fullmatch(word.lower()) is not None


@cache
def _model(language: str) -> Any:
    """spaCy's model for a language, the largest first; None when there is none here."""
    if find_spec("spacy") is None:
        return None
    for size in ("lg", "md", "sm"):
        name = f"{_MODELS.get(language, _MODELS['es'])}_{size}"
        if find_spec(name) is not None:
            import spacy

            return spacy.load(name, exclude=["parser", "ner", "lemmatizer"])
    return None


@lru_cache(_MEMORY)
def _lemma(word: str, language: str) -> str:
    try:
        import simplemma
    except ImportError:
        raise UnavailableError("lemmas need the package simplemma: pip install 'velado[methods]'") from None
    return simplemma.lemmatize(word, lang=language if language in _GRAMMARS else "es")


def _light(words: Sequence[str], grammar: _Grammar, language: str) -> list[str]:
    tags: list[str] = []
    before = "."
    for word in words:
        tags.append(_one(word, before, tags[-1] if tags else "PUNCT", grammar, language))
        before = word
    return tags


def _one(word: str, before: str, tag_before: str, grammar: _Grammar, language: str) -> str:
    lower = word.lower()
    if not any(map(str.isalnum, word)):
        return "SYM" if lower in _SYMBOLS else "PUNCT"
    if any(map(str.isdigit, word)):
        return "NOUN" if any(map(str.isalpha, word)) else "NUM"
    if lower in grammar.closed and (word == lower or before in _SENTENCE_ENDS):
        return grammar.closed[lower]
    if word != lower and before not in _SENTENCE_ENDS:
        return "PROPN"
    found = _ordinary(lower, before.lower(), tag_before, grammar, language)
    # At the head of a sentence a capital says nothing by itself: names, and words that no dictionary has, are told apart.
    if word != lower and (_is_name(fold(word)) or found in ("NOUN", "ADJ") and not _known(lower, language)):
        return "PROPN"
    return found


def _ordinary(lower: str, before: str, tag_before: str, grammar: _Grammar, language: str) -> str:
    if grammar.participle.fullmatch(lower):
        verb = before in grammar.auxiliaries or language == "en"
        return "VERB" if verb else "NOUN" if tag_before == "DET" else "ADJ"
    base = _lemma(lower, language)
    may_be_verb = grammar.infinitive.fullmatch(base) is not None and base not in grammar.not_verbs
    if may_be_verb and (base != lower or tag_before not in ("DET", "NOUN")):
        return "VERB"
    if before in grammar.verb_openers and (may_be_verb or language == "en"):
        return "VERB"
    ending = next((name for pattern, name in grammar.endings if pattern.fullmatch(lower)), "NOUN")
    # "la paciente": what follows an article is taken for the noun.
    return "NOUN" if ending == "ADJ" and tag_before in ("DET", "PUNCT") else ending


def _is_name(folded: str) -> bool:
    value = lookup(folded)
    return bool(value & (FIRST_NAME | SURNAME | TOWN)) and not is_common_word(folded)


@lru_cache(_MEMORY)
def _known(word: str, language: str) -> bool:
    import simplemma

    return simplemma.is_known(word, lang=language)
