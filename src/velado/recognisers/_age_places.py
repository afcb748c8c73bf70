"""Where a number stands, and whether somebody stands there whose age it may be."""

from __future__ import annotations

from velado import lexicons
from velado.patterns import late_pattern
from velado.recognisers._persons import NAME, PERSON, SEVERAL, TITLES, is_name, is_relative
from velado.tokens import Page

__all__ = ["SKIPPED", "Place"]


SKIPPED = frozenset(
    """~ ¿ aprox aproximadamente unos uns casi about around approx circa aparenta ya now hoy ayer only solo so apenas como nearly almost both just rising app † ±""".split()
)
_LISTING = late_pattern(
    r"\b(?:hijos|hijas|filhos|filhas|chicos|ninos|ninas|kids|children|hermanos|irmaos|netos|nietos|criancas|sibs|siblings)\b"
)
_ADDRESS = late_pattern(r"\b(?:c/|domicilio|direccion|endereco|morada|avda|avenida|paseo|carretera|calle|cra)\b|\bc/")
_LINE_LEAD = late_pattern(
    r"[ \t>*•·▪\-–|#]{0,8}(?:(?:cama|bed|box|px|senha|sala|hab|leito|ing|casa|s|b|c|e)? ?\d{0,3}[a-z]?[ .):\-–|]{0,4}){0,2}"
    r"(?:\[?\d{1,2}[:.h]\d{0,2}\]?[ .,\-–:]{0,3})?(?:ing |ingresa |llega |don |dona |srit?a\.? |sr\.? |mr |mrs )?"
)
_STREETS = frozenset(
    """calle av avda avenida rua colonia col barrio bo plaza praca carrera cra calz carretera camino pasaje travessa largo estrada
    street road rd avenue ave lane ln drive court km mz manzana urb""".split()
)
_HOUSES = frozenset(
    """lote piso depto dpto apto torre casa bloque bl sector hab habitacion cama leito sala box room bed pier cons""".split()
)


class Place:
    """Where a number stands: the word before it, what separates the two, and whether that word is a person."""

    __slots__ = ("before", "dead", "gap", "mark", "number", "page")

    def __init__(self, page: Page, first: int) -> None:
        words, spans = page.words, page.spans
        start = spans[first][0]
        number = first - 1
        self.dead = False
        while number >= 0 and words[number] in SKIPPED and first - number < 4:
            self.dead = self.dead or words[number] == "†"
            start = spans[number][0]
            number -= 1
        self.page = page
        self.mark = ""  # a comma, bracket or bar between the word and the number
        self.gap = 99
        line_start = page.text.rfind("\n", max(0, start - 200), start)
        if number >= 0 and spans[number][0] > line_start:
            self.gap = start - spans[number][1]
            if not words[number][0].isalnum():
                self.mark = words[number]
                if self.mark in ',(|/-–—·;"[)':
                    number -= self.mark != ")"
                    number = self._before_brackets(number, line_start)
        self.number = number if number >= 0 and spans[number][0] > line_start else -1
        self.before = words[self.number] if self.number >= 0 else ""

    def _before_brackets(self, number: int, line_start: int) -> int:
        """The last word that is no punctuation and not in brackets: "Beto (el mayor) 14" speaks of Beto."""
        words, spans = self.page.words, self.page.spans
        first = number
        while number >= 0 and first - number < 16 and words[number] in "\"'”).|*-" and spans[number][0] > line_start:
            if words[number] == ")":
                for back in range(number - 1, max(-1, number - 12), -1):
                    if words[back] == "(":
                        number = back
                        break
            number -= 1
        return number

    def opens(self) -> bool:
        """Nothing stands before the number on its line."""
        return self.number < 0 and not self.mark

    def word(self, back: int) -> str:
        """The word that many places before the word before, or ""."""
        at = self.number - back
        return self.page.words[at] if at >= 0 else ""

    def stepped_back(self) -> Place:
        """The same place seen from one word earlier, with nothing between."""
        other = object.__new__(Place)
        other.page, other.gap, other.mark, other.dead = self.page, self.gap, "", self.dead
        other.number = max(self.number - 1, -1)
        other.before = self.word(1)
        return other

    def is_person(self) -> bool:
        """Whether the word before is a word for a person: kinship, sex, or "paciente"."""
        word = self.before
        if len(word) < 2:
            # ", F, 9 meses"
            return (
                word in ("f", "m")
                and self.page.text[self.page.spans[self.number][0]].isupper()
                and self.word(1) in (",", "|", "(")
            )
        if word in PERSON or word in SEVERAL or is_relative(word, self.page.language):
            return True
        return bool(lexicons.lookup(word) & lexicons.SEX_WORD)

    def is_name(self) -> bool:
        """Whether the word before looks like a name of a person."""
        return is_name(self.page, self.number)

    def is_full_name(self, least: int = 2) -> bool:
        """Whether two words that look like names stand before, and enough of that is known."""
        page, number = self.page, self.number
        other = number - 1
        if other > 0 and page.words[other] == ",":
            other -= 1  # "Shah, Nilesh 70"
        if other < 0 or len(page.words[number]) == 1 or page.spans[number][0] - page.spans[other][1] > 2:
            return False
        if not is_name(page, number) or not is_name(page, other):
            return False
        known = 0
        for word in (page.words[number], page.words[other]):
            value = lexicons.lookup(word)
            known += (
                2 if value & lexicons.FIRST_NAME and lexicons.first_name_strength(value) else 1 if value & lexicons.SURNAME else 0
            )
        return known >= least

    def is_known_name(self) -> bool:
        """Whether the word before is a name and hardly anything else."""
        if not is_name(self.page, self.number) or len(self.before) < 3:
            return False
        value = lexicons.lookup(self.before)
        plain = lexicons.commonness(value)
        if plain >= 2:
            return lexicons.first_name_strength(value) >= 2 and plain < 5  # "Pilar", "Amado"
        return bool(value & NAME) and lexicons.name_strength(value) >= 1

    def begins_line(self) -> bool:
        """Whether only a name stands on the line so far, behind a number, a time, a bed or a bullet at most."""
        page, number = self.page, self.number
        words, spans = page.words, page.spans
        line = page.text.rfind("\n", max(0, spans[number][0] - 70), spans[number][0])
        at = number
        while (
            at >= 0
            and spans[at][0] > line
            and number - at < 6
            and (is_name(page, at) or words[at] in (",", "-", ".", "de", "la", "del", "vda", '"'))
        ):
            at -= 1
        rest = page.folded[line + 1 : spans[at + 1][0]]
        return (line >= 0 or spans[number][0] <= 70) and _LINE_LEAD.fullmatch(rest) is not None

    def at_a_place(self) -> bool:
        """ "en Padilla 36 años": the name is that of a place."""
        at = self.number
        while at > 0 and is_name(self.page, at):
            at -= 1
        return self.page.words[at] in ("en", "at", "in", "na", "no", "del", "do", "da")

    def is_kin(self) -> bool:
        """A relative right before the number, with or without a name between: "hermana Nuria 17"."""
        words, code = self.page.words, self.page.language
        at = self.number
        for step in range(4):
            if at < 0 or not words[at][0].isalpha():
                return False
            if is_relative(words[at], code):
                return words[at] not in SEVERAL
            if (step and (words[at] in PERSON or words[at] in TITLES)) or words[at] in (
                "gemelas",
                "gemelos",
                "mellizas",
                "mellizos",
            ):
                return words[at] not in SEVERAL
            if not is_name(self.page, at):
                # "el Sr. Bravo": behind a title any word with a capital is a name.
                title = words[at - 2] if at > 1 and words[at - 1] == "." else words[at - 1] if at else ""
                return title in TITLES and self.page.text[self.page.spans[at][0]].isupper()
            at -= 1
        return False

    def several(self) -> bool:
        """Whether the word before speaks of several relatives: "hijos"."""
        return self.before in SEVERAL

    def among_several(self) -> bool:
        """Whether relatives are being listed: "hijos: Ana 9, Luis 7"."""
        start = self.page.spans[self.number][0]
        return _LISTING.search(self.page.folded[max(0, start - 70) : start]) is not None

    def in_address(self) -> bool:
        """Whether a street or a house is named shortly before: then the number is a house number."""
        words, number, page = self.page.words, self.number, self.page
        if self.before in _HOUSES:
            return True
        start = page.spans[number][1]
        if _ADDRESS.search(page.folded, max(0, start - 70, page.folded.rfind("\n", max(0, start - 70), start) + 1), start):
            return True
        for at in range(number, max(-1, number - 6), -1):
            word = words[at]
            if word in TITLES:
                return False
            if word in _STREETS or (len(word) > 4 and lexicons.lookup(word) & lexicons.STREET_TYPE):
                return True
        return False
