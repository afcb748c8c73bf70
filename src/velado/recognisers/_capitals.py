"""How words are written on a page, and how far a proper name runs. Shared by the recognisers of places and addresses."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from velado import lexicons
from velado.languages import languages
from velado.patterns import late_pattern
from velado.recognisers._word_index import index_of
from velado.tokens import Page

__all__ = ["PARTICLES", "Look", "closed_class", "look_of"]

PARTICLES = frozenset("de del la las los el lo do da dos das d i y e o a al els les the of san santa".split()) - {"san", "santa"}
_JOINTS = frozenset("-'&")
_DAYS = frozenset("lunes martes miercoles jueves viernes sabado monday tuesday wednesday thursday friday saturday sunday sabado".split())
_START = late_pattern(r"(?:\A|\n|[.?!] )[ \d:)\-•*]{0,8}([^\W\d_])")
_CLOSE = ("", " ")
_MOST = 7  # words of one name
_BEYOND = 64  # tokens: nobody looks further than a few beyond the ends of a page

# What never is part of a name, whatever the language of the note: it ends a name in text without capitals.
_ENDS = frozenset(
    """con sin por para pero que quien cuando donde porque desde hasta hace hacia segun sobre entre tras ante bajo durante mediante
    se no si su sus es son era fue esta estan tiene tienen refiere niega acude presenta ingresa vive viven vino viene va muy mas ya
    un una uno unos unas este esta esto ese esa al lo le les me nos y e o u en a tambien solo sola donde como cual
    com sem para pelo pela mas quando onde desde ate ha foi tem nao sim seu sua seus suas ele ela eles elas mora vive veio ao aos um uma
    em no na nos nas pra pro que se ja muito so tambem
    with without for but that who when where because since until from on in at by and or is are was were has had he she his her they
    their this lives says said not no to as an it we you i
    tel telf telef telefono tlf tfno cel celular movil fono fone telefone tlm telemovel phone ph mobile mob fax email mail correo cp cep zip
    dni nie curp rut rfc cpf rg nhc nss cns edad idade age sexo sex fecha data date dob ocupacion profissao profesion occupation
    paciente patient utente usuario medico dr dra sr sra enf lic
    """.split()
)


@lru_cache(maxsize=1)
def closed_class() -> frozenset[str]:
    """Words that end a name where capitals say nothing."""
    words = set(_ENDS)
    for language in languages().values():
        words |= language.stop_words | language.weekdays
    return frozenset(words - {"san", "santa", "sao", "santo", "st", "nova", "novo", "nueva", "nuevo", "new", "nuestra", "nossa", "senora", "senhora", "gran", "via"})


@lru_cache(maxsize=2)
def look_of(page: Page) -> Look:
    """The look of a page: several recognisers ask for the same one."""
    return Look(page)


class Look:
    """A page's tokens with what their writing tells."""

    __slots__ = ("_case", "_flat", "_gaps", "_lines", "_lower", "capital", "count", "folded", "page", "spans", "text", "word", "words")

    def __init__(self, page: Page) -> None:
        self.page = page
        self.text, self.folded, self.spans, self.words = page.text, page.folded, page.spans, page.words
        self.count = len(page.words)
        # Whether a token starts with a capital letter: asked so often that it goes to the list without a detour.
        self.capital = index_of(page).capitals.__getitem__
        # A token, folded; "" beyond both ends, as negative numbers count from the end.
        self.word = [*page.words, *[""] * _BEYOND].__getitem__
        self._flat: dict[int, bool] = {}
        self._gaps, self._lines = page.gaps, page.line_starts
        self._case = index_of(page).case
        self._lower: bool | None = None

    @property
    def without_capitals(self) -> bool:
        """Whether the whole note is written in small letters."""
        if self._lower is None:
            self._lower = self._case.count(b"U") < 0.015 * self._case.count(b"l") and self._sentences_start_small()
        return self._lower

    def _sentences_start_small(self) -> bool:
        """Whether more sentences and lines begin with a small letter than with a capital."""
        starts = [match.group(1) for match in _START.finditer(self.text)]
        capitals = sum(map(str.isupper, starts))
        return capitals * 2 < len(starts)

    def shouted(self, number: int) -> bool:
        """Whether the line of a token is written in capitals."""
        start, end = self.spans[number]
        if end - start > 1 and self.text[start + 1].islower():
            return False
        line = bisect_right(self._lines, start) - 1
        known = self._flat.get(line)
        if known is None:
            left = self._lines[line]
            right = self._lines[line + 1] if line + 1 < len(self._lines) else len(self.text)
            known = self._flat[line] = self._case.count(b"U", left, right) > 1.5 * self._case.count(b"l", left, right)
        return known

    def flat(self, number: int) -> bool:
        """Whether the case of a token says nothing."""
        return self.without_capitals or self.shouted(number)

    def joined(self, number: int) -> bool:
        """Whether a token follows the one before on the same line, with no more than one blank between."""
        return 0 < number < self.count and self._gaps[number - 1] in _CLOSE

    def glued(self, number: int) -> bool:
        """Whether nothing at all stands between a token and the one before."""
        return 0 < number < self.count and not self._gaps[number - 1]

    def opens_sentence(self, number: int) -> bool:
        """Whether a capital here may be there only because a sentence begins."""
        if number == 0:
            return True
        gap = self.text[self.spans[number - 1][1] : self.spans[number][0]]
        before = self.words[number - 1]
        if "\n" in gap:
            return before not in (",", "de", "del", "en", "la", "el", "em", "of", "in", "the") and not before[0].isalpha()
        return before in ".:;!?¿¡\"•*|->–—·" and not (before == "." and number > 1 and len(self.words[number - 2]) <= 3)

    def part(self, number: int, loose: bool) -> bool:
        """Whether a token may be part of a proper name: a capital where capitals tell, anything but a small word elsewhere."""
        if number >= self.count:
            return False
        word = self.words[number]
        if not word[0].isalpha() or (len(word) == 1 and not self.capital(number)) or word in _DAYS:
            return False
        if self.capital(number) and not self.shouted(number):
            return True
        return (loose or self.flat(number)) and len(word) > 1 and word not in closed_class()

    def name(self, number: int, stops: frozenset[str], *, loose: bool = False, most: int = _MOST) -> int:
        """The token behind the proper name that starts at `number`; `number` itself when none does.

        `stops` are words that end it; `loose` takes words without capitals too.
        """
        words, position, end, parts = self.words, number, number, 0
        while position < self.count and parts < most and (position == number or self.joined(position)):
            word = words[position]
            if word in stops and not (
                (parts == 0 or words[position - 1] in PARTICLES) and self.capital(position) and not self.flat(position)
            ):
                break
            if word in ("s", "e") and self.word(position + 1) == "/":
                break  # "s/n", "e/ 10 y 12"
            if self.part(position, loose):
                # "Dr." "Gral." "B.": a short part with a dot leads on to the next.
                if len(word) == 1 and self.word(position + 1) != "." and parts == 0 and not self.capital(position + 1 if position + 1 < self.count else position):
                    break
                parts, position = parts + 1, position + 1
                end = position
                if self.word(position) == "." and len(word) <= 5 and self.joined(position + 1) and self.part(position + 1, False) and not self._ends(word):
                    position += 1
            elif word in PARTICLES and parts and self._leads_on(position, stops, loose) or word in _JOINTS and parts and self.part(position + 1, True) and (word == "&" or self.glued(position) or self.glued(position + 1)):
                position += 1
            else:
                break
        return end

    def name_before(self, number: int, floor: int, stops: frozenset[str], most: int = 5) -> int:
        """The first token of the run of capitalised words that ends right before `number`; `number` when there is none."""
        first, position, parts = number, number - 1, 0
        while position >= floor and parts < most and self.joined(position + 1):
            word = self.words[position]
            if word[0].isalpha() and self.capital(position) and word not in stops and (len(word) > 1 or self.word(position + 1) in ".&'"):
                first, parts, position = position, parts + 1, position - 1
            elif parts and (word in PARTICLES or word in ("&", "'", "s") or word == "-" and self.glued(position + 1) or (word == "." and self._abbreviates(self.word(position - 1)))):
                position -= 1
            else:
                break
        return first

    @staticmethod
    def _abbreviates(word: str) -> bool:
        """Whether a dot behind the word is not the end of a sentence."""
        return len(word) == 1 or word in ("dr", "dra", "sta", "sto", "st", "gral", "prof", "cnel", "ma", "fco", "mt", "mons", "ntra")

    @staticmethod
    def _ends(word: str) -> bool:
        return len(word) > 3 and not lexicons.lookup(word) & lexicons.TITLE and word not in ("gral", "prof", "cons", "pres", "sgto", "ntra")

    def _leads_on(self, number: int, stops: frozenset[str], loose: bool) -> bool:
        """Whether small words here lead to another part of the name."""
        for ahead in range(number + 1, min(number + 4, self.count)):
            word = self.words[ahead]
            if not self.joined(ahead):
                return False
            if word in PARTICLES or word == "'":
                continue
            if word in stops and not (self.capital(ahead) and not self.flat(ahead)):
                return False
            if self.words[number] in ("y", "e", "o", "a") and not self.capital(ahead):
                return False
            return self.part(ahead, loose) and len(word) > 1
        return False
