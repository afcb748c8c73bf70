"""How an address goes on once it has begun: number, floor, neighbourhood, crossing, landmark. Shared by the address recognisers."""

from __future__ import annotations

from velado import lexicons
from velado.recognisers._address_words import (
    AFTER_ARTICLE,
    AFTER_COMMA,
    ALONE,
    BETWEEN_CROSSINGS,
    COLOURS,
    CROSSINGS,
    DISTANCES,
    ENDS_LANDMARK,
    ENDS_PHRASE,
    IN_NAMES,
    INNER,
    KEYWORDS,
    LANDMARKS,
    LINKS,
    MARKS,
    MONTHS,
    NO_NUMBER,
    POINTERS,
    QUARTERS,
    SIDES,
    THINGS,
    UNITS,
)  # fmt: skip
from velado.recognisers._capitals import Look

__all__ = ["AddressReader"]


def _is_number(word: str) -> bool:
    return word.isdigit() and len(word) <= 5


class AddressReader:
    """Reads addresses from a page, token by token. Every method returns the token behind what it read, or where it started."""

    __slots__ = ("look",)

    def __init__(self, look: Look) -> None:
        self.look = look

    def number(self, at: int) -> int:
        """A house number: "12", "nº 12-B", "# 45-30", "s/n", "1.120", "al 300", "12 bis"."""
        look = self.look
        position = at
        if look.word(position) == "al" and _is_number(look.word(position + 1)) and len(look.word(position + 1)) >= 3:
            position += 1
        marked = False
        while look.word(position) in MARKS and look.joined(position + 1) and position - at < 2:
            marked = True
            position += 1
            while look.word(position) in (".", "°", "o", ":") and look.joined(position + 1):
                position += 1
        word = look.word(position)
        if word == "s" and look.word(position + 1) in ("/", ".") and look.word(position + 2) in ("n", "no", "numero", "nr"):
            return position + 3
        if word in ("sn", "sin", "sem") and (word == "sn" or look.word(position + 1) in ("numero", "n", "no", "num")):
            return position + (1 if word == "sn" else 2)
        if not _is_number(word):
            return at
        if self._is_decimal(position):
            return at
        if look.word(position + 1) == "km" and look.word(position + 2).isdigit():
            return position + 1
        if not marked and (look.word(position + 1) in NO_NUMBER and not self._is_letter(position + 1) or look.word(position + 1) in ("%", "+") or look.word(position + 1) == ":" and look.glued(position + 2)):
            return at
        return self._number_end(position + 1)

    def _is_decimal(self, at: int) -> bool:
        """"1,5" and "2.25", but not the thousands of "1.120"."""
        look = self.look
        if look.word(at + 1) not in (",", ".") or not look.word(at + 2).isdigit() or not (look.glued(at + 1) and look.glued(at + 2)):
            return False
        return len(look.word(at + 2)) != 3 or look.word(at + 1) == ","

    def _is_letter(self, at: int) -> bool:
        """A letter stuck to a number, or a single capital behind it."""
        look = self.look
        word = look.word(at)
        if len(word) != 1 or not word.isalpha() or (look.word(at + 1).isdigit() and look.glued(at + 1)):
            return False
        if look.word(at + 1) == "-" and len(look.word(at + 2)) == 5:
            return False  # "3 E-40123"
        return look.glued(at) or (look.capital(at) and look.joined(at) and not look.part(at + 1, False))

    def _number_end(self, position: int) -> int:
        look = self.look
        steps = 0
        while steps < 4:
            word = look.word(position)
            if word in ("o", "a", "°") and look.glued(position) and look.word(position - 1).isdigit():
                position += 1  # "44-3ºE"
            elif self._is_letter(position) or (word in ("bis", "sur", "norte", "este", "oeste", "sul", "½") and look.joined(position)):
                position += 1
            elif word in ("-", "/", ".", "x") and look.glued(position) and (_is_number(look.word(position + 1)) or self._is_letter(position + 1)) and look.glued(position + 1) or word in ("-", "#") and _is_number(look.word(position + 1)) and look.joined(position + 1) and len(look.word(position + 1)) < 5:
                position += 2
            elif word in ("no", "n", "nro", "num", "numero", "#") and look.joined(position) and self._marked(position):
                position = self._marked(position)
            else:
                break
            steps += 1
        return position

    def _marked(self, position: int) -> int:
        """Behind "no. 12" or "# 12"; 0 when no number follows the mark."""
        ahead = position + 1
        while self.look.word(ahead) in (".", "°", "o") and ahead < position + 3:
            ahead += 1
        return ahead + 1 if _is_number(self.look.word(ahead)) and self.look.joined(ahead) else 0

    def floor(self, at: int) -> int:
        """A floor and door: "2º B", "3.º esq", "1o izda", "r/c dto", "3rd fl"."""
        look = self.look
        if look.word(at) == "r" and look.word(at + 1) == "/" and look.word(at + 2) == "c":
            position = at + 3
        elif look.word(at).isdigit() and len(look.word(at)) <= 2:
            position = at + 1
            if look.word(position) == "." and look.glued(position) and look.glued(position + 1):
                position += 1
            word = look.word(position)
            if len(word) == 2 and look.glued(position) and position < look.count and look.text[look.spans[position][0]] in "ºª":
                return position + 1  # "2ºb"
            if look.joined(position) and not look.glued(position) and len(word) > 2 and word in SIDES:
                return position + 1  # "4 izq"
            if word not in ("o", "a", "°", "ro", "do", "to", "er", "da", "ra", "mo", "vo", "no", "st", "nd", "rd", "th", "t", "oc") or not look.glued(position):
                return at
            position += 1
        else:
            return at
        for _ in range(2):
            word = look.word(position)
            if word in ("-", ".", ",") and look.word(position + 1) in SIDES and look.joined(position + 1):
                position += 1
                word = look.word(position)
            if look.joined(position) and (word in SIDES or word in ALONE or word in ("piso", "andar", "fl", "floor", "flr", "nivel", "planta", "distrito", "zona", "seccion", "etapa", "sector") or word.isdigit() and len(word) == 1):
                if len(word) == 1 and word.isalpha() and (
                    not look.capital(position) and not look.glued(position) or look.glued(position + 1) and look.word(position + 1).isdigit()
                ):
                    break
                position += 1
        return position

    def unit(self, at: int) -> int:
        """A labelled part: "apto 304", "torre B", "mz. 14", "casa 22", "km 12,5"."""
        look = self.look
        if look.word(at) not in UNITS:
            return at
        position = at + 1
        while look.word(position) in (".", ":", "no", "n", "nro", "#", "numero", "°", "o") and look.joined(position) and position - at < 4:
            position += 1
        if not look.joined(position):
            return at
        word = look.word(position)
        if word == "s" and look.word(position + 1) in ("/", "."):
            return self.number(position) if self.number(position) > position else at
        if word.isdigit() and len(word) <= 5:
            end = self._number_end(position + 1)
            if look.glued(end) and look.word(end).isalnum():
                return at  # a lot or serial number: "lote 12AB345"
            if look.word(end) == "," and look.glued(end) and look.glued(end + 1) and look.word(end + 1).isdigit():
                end += 2  # "km 22,4"
            if look.word(end) in ("+",) and look.glued(end) and look.word(end + 1).isdigit():
                end += 2
            return end
        if (len(word) == 1 and word.isalpha() and (look.capital(position) or look.flat(position))) or (
            word in ("i", "ii", "iii", "iv", "v", "vi") and look.capital(position)
        ):
            return at if look.glued(position + 1) and look.word(position + 1).isdigit() else position + 1
        if word == '"' and look.word(position + 2) == '"':
            return position + 3
        if word in ALONE and look.words[at] in ("esc", "escalera", "piso", "pta", "puerta", "planta", "casa", "apto"):
            return position + 1
        return at

    def quarter(self, at: int) -> int:
        """A neighbourhood with its head word: "Col. Del Valle", "barrio San José", "B° Norte", "Urb. Los Pinos II"."""
        look = self.look
        word = look.word(at)
        if word == "b" and look.word(at + 1) in ("°", "o"):
            position = at + 2
        elif word == "aa" and look.word(at + 1) in (".", "hh"):
            position = at + 1
            while look.word(position) in (".", "hh") and position < at + 5:
                position += 1
        elif word == "zona" and look.word(at + 1) in ("rural", "urbana", "centro"):
            return at + 2
        elif word == "centro" and not look.part(at + 1, False):
            return at + 1 if look.capital(at) or look.flat(at) else at
        elif word in QUARTERS:
            position = at + 1
            if look.glued(position) and look.word(position).isalnum():
                return at
            if look.word(position) in (".", "°", "o") and look.joined(position + 1):
                if look.word(position) == "." and len(word) > 5 or not look.joined(position):
                    return at  # the end of a sentence
                position += 1
        else:
            return at
        for _ in range(2):
            if look.word(position) in ("de", "del", "do", "da", "dos", "das", "el", "la", "los", "las", "rural") and look.joined(position) and (
                look.flat(position) or not look.capital(position)
            ):
                position += 1
        if look.word(position).isdigit() and look.joined(position) and look.word(position + 1) not in NO_NUMBER - {"de", "a"}:
            end = position + 1
            if look.word(end) == "de" and look.part(end + 1, True):
                end += 2
            return self._number_end(end)
        if not look.joined(position):
            return at
        end = look.name(position, KEYWORDS - IN_NAMES, most=4)
        if end > position and look.word(end).isdigit() and look.word(end + 1) == "de" and look.part(end + 2, True):
            return end + 3
        if end > position and look.word(end) in ("ii", "iii", "iv", "vi") and look.joined(end):
            end += 1
        if end > position and look.word(end).isdigit() and len(look.word(end)) <= 2 and look.joined(end) and look.word(end + 1) not in NO_NUMBER:
            end += 1
        return end if end > position else at

    def street(self, at: int) -> int:
        """A street inside an address that began with something else: "calle Dalia", "Av. 8", "rua do Poço"."""
        look = self.look
        if look.word(at) not in INNER:
            return at
        position = at + 1
        if look.word(position) == "." and look.joined(position + 1):
            position += 1
        for _ in range(2):
            if look.word(position) in ("de", "del", "do", "da", "das", "dos", "la", "los", "las") and look.joined(position + 1):
                position += 1
        if not look.joined(position):
            return at
        if look.word(position).isdigit() and len(look.word(position)) <= 3:
            if look.word(position + 1) == "de" and look.word(position + 2) in MONTHS:
                return position + 3  # "calle 4 de noviembre"
            return self._number_end(position + 1)
        end = look.name(position, KEYWORDS | INNER | LANDMARKS, loose=True, most=4)
        return end if end > position else at

    def crossing(self, at: int) -> int:
        """Cross streets: "entre 10 y 12", "esquina Pavón", "con la 8 sur", "y Cufré", "casi Los Jazmines"."""
        look = self.look
        word = look.word(at)
        if word not in CROSSINGS or not look.joined(at):
            return at
        position = at + 1
        if look.word(position) == "/" and word == "e":
            word, position = "entre", position + 1  # "e/ Luz y Rosal"
        if word == "por" and not look.word(position).isdigit():
            return at
        while look.word(position) in BETWEEN_CROSSINGS and look.joined(position) and position - at < 6:
            position += 1
        if not look.joined(position):
            return at
        if look.word(position).isdigit() and len(look.word(position)) <= 3 and look.word(position + 1) not in NO_NUMBER:
            end = self._number_end(position + 1)
        elif look.part(position, False) and (look.capital(position) or word not in ("con", "y", "e", "com", "x")):
            end = look.name(position, KEYWORDS, most=4)
            if look.word(end).isdigit() and len(look.word(end)) <= 3 and look.joined(end) and look.word(end + 1) not in NO_NUMBER:
                end += 1
        else:
            return at
        if look.word(end) in ("y", "e", "x", "and") and look.joined(end):
            second = end + 1
            while look.word(second) in ("la", "el", "a", "o", "calle", "av", ".") and second < end + 4:
                second += 1
            if look.word(second).isdigit() and look.joined(second):
                return self._number_end(second + 1)
            named = look.name(second, KEYWORDS, most=4)
            if named == second and second > end + 1 and look.word(second).isalpha() and look.joined(second):
                named = second + 1  # "entre a Pedro Álvares e o canal"
            return max(end, named)
        return end

    def landmark(self, at: int, *, most: int = 12) -> int:
        """Words of direction up to the next stop: "frente a la iglesia", "casa verde de dos pisos", "behind the old mill"."""
        look = self.look
        word = look.word(at)
        if word.isdigit() or word in ("una", "dos", "media", "un", "uma", "meia"):
            if look.word(at + 1) not in DISTANCES or not look.joined(at + 1) or look.word(at - 1) != ",":
                return at
        elif word == "donde" and any(lexicons.lookup(look.word(at + k)) & lexicons.KINSHIP for k in (1, 2)):
            return at
        elif word in LANDMARKS:
            links = [look.word(at + 1), look.word(at + 2)]
            if word in ("a", "al", "em", "ao", "por", "at", "by", "up", "over", "sobre", "antes", "before", "after", "half", "off", "around", "tras"):
                known = LANDMARKS | POINTERS
                if not (any(link in known for link in links[:2]) or (word in ("by", "off", "up") and (links[0] == "the" or look.part(at + 1, False))) or look.word(at + 1).isdigit()):
                    return at
            elif not (links[0] in LINKS or links[0] in LANDMARKS or look.part(at + 1, False)):
                return at
        elif word not in THINGS or word in ("la", "el", "the") and look.word(at + 1) not in AFTER_ARTICLE:
            return at
        position, end = at, at
        while position < look.count and position - at < most and (position == at or look.joined(position)):
            word = look.word(position)
            if word in ENDS_PHRASE or word == "," or (position > at and (word in ENDS_LANDMARK or self._leaves(position))):
                break
            if word not in LINKS:
                end = position + 1
            position += 1
        return end if end - at >= 2 else at

    def _leaves(self, at: int) -> bool:
        """Whether "con", "com", "with" leads to a person, not to something that stands there."""
        look = self.look
        if look.words[at] not in ("con", "com", "with", "w"):
            return False
        return any(
            look.word(ahead) in ("su", "sus", "seu", "sua", "his", "her", "el", "ella", "dos", "tres") and ahead == at + 1 and look.word(ahead) not in ("el", "la")
            or lexicons.lookup(look.word(ahead)) & (lexicons.KINSHIP | lexicons.TITLE)
            for ahead in range(at + 1, min(at + 3, look.count))
        )

    def tail(self, at: int, *, landmarks: bool = True, counted: int = 0, quarter: bool = False) -> tuple[int, int]:
        """Everything that follows a street's name, and how many numbers were in it; `counted` of them stood before.

        `quarter` tells that a neighbourhood was read before: then a street may follow without a comma.
        """
        look = self.look
        end, numbers, steps = at, counted, 0
        while steps < 12:
            steps += 1
            position, comma = end, False
            while position < look.count and position - end < 2 and look.word(position) in (",", "-", "(", ".", "–") and self._same_line(position):
                if look.word(position) == "." and look.word(position + 1) not in KEYWORDS and not look.word(position + 1).isdigit() and (
                    look.word(position + 1) != ","
                ):
                    break
                comma = True
                position += 1
            if position >= look.count or not self._same_line(position):
                break
            reached = self.floor(position)
            if reached == position:
                reached = self.number(position)
                second = numbers and not comma or self._is_postcode(position, comma, numbers)
                if reached > position and second and not self._is_letter(position + 1) and look.word(position) not in MARKS:
                    break
            if reached > position:
                numbers += 1
                door = look.word(reached).isdigit() and len(look.word(reached)) == 1 and look.joined(reached) and look.word(reached - 1).isdigit()
                if comma and door and (not look.glued(reached + 1) or look.word(reached + 1) in ".,"):
                    reached += 1  # floor and door: ", 3 1"
            else:
                reached = self.unit(position)
                numbers += reached > position
            if reached == position:
                reached = self.quarter(position)
                quarter = quarter or reached > position
            if reached == position and (comma or numbers or quarter or look.word(position) in ("via", "camino", "carretera")):
                reached = self.street(position)
            if reached == position and numbers and look.word(position) in ("do", "da", "del", "de") and look.part(position + 1, False) and look.joined(position + 1):
                known = lexicons.longest(look.words, position + 1)[1] & (lexicons.TOWN | lexicons.REGION)
                reached = look.name(position + 1, KEYWORDS, most=3) if not known and not look.shouted(position + 1) else position
            if reached == position:
                reached = self.crossing(position)
            if reached == position and look.word(position) in ALONE and (comma or numbers):
                reached = self._side(position)
            if reached == position and comma and numbers and len(look.word(position)) == 1 and look.capital(position) and self._is_letter(position):
                reached = position + 1  # the door: ", 3, B"
            if reached == position and comma and look.word(position) == "ref" and look.word(position + 1) == ".":
                break
            if reached == position and landmarks:
                reached = self.landmark(position, most=6 if look.shouted(position) else 12) if comma or look.word(position) not in AFTER_COMMA else position
            if reached == position and comma:
                reached = self._bare_quarter(position)
            if reached == position:
                break
            end = reached
        return end, numbers

    def _side(self, at: int) -> int:
        """A floor or side without a number, and the door behind it: "bajo", "Bajo A", "sótano 2"."""
        look = self.look
        if look.word(at + 1) in LINKS and not (look.joined(at + 1) and len(look.word(at + 1)) == 1 and look.capital(at + 1)):
            return at
        following = look.word(at + 1)
        if following in COLOURS and look.joined(at + 1):
            return at + 2
        if look.joined(at + 1) and (self._is_letter(at + 1) or following.isdigit() and len(following) <= 2):
            return at + 2
        return at + 1

    def _same_line(self, at: int) -> bool:
        return at > 0 and "\n" not in self.look.text[self.look.spans[at - 1][1] : self.look.spans[at][0]] and self.look.spans[at][0] - self.look.spans[at - 1][1] <= 2

    def _is_postcode(self, at: int, comma: bool, numbers: int) -> bool:
        """A number that is rather a postcode or a telephone than a house number."""
        word = self.look.word(at)
        if not word.isdigit():
            return False
        following = self.look.word(at + 1)
        if following.isdigit() and (self.floor(at + 1) > at + 1 or len(following) <= 2 and self.look.joined(at + 2) and self._is_letter(at + 2)):
            return False
        if comma and len(word) >= 4 and (following == "-" or following == "," and numbers or self.look.part(at + 1, False)):
            return True
        if following.isdigit() and len(word) >= 2:
            # A house number and the postcode behind it, or a telephone.
            return not (len(following) == 5 and len(word) <= 4 and (self.look.part(at + 2, False) or self.look.word(at + 2) in ".,"))
        return len(word) == 5 and comma

    def _bare_quarter(self, at: int) -> int:
        """A name between commas that is a neighbourhood because a town, a postcode or more of the address follows it."""
        look = self.look
        if not look.part(at, False):
            return at
        end = look.name(at, KEYWORDS, most=4)
        if end == at or look.shouted(at) and end - at > 4:
            return at
        length, value = lexicons.longest(look.words, at)
        town = length >= end - at and value & (lexicons.TOWN | lexicons.REGION | lexicons.COUNTRY)
        following = look.word(end)
        if following not in (",", "-", "–", "(") or not self._same_line(end):
            return at
        after = look.word(end + 1)
        if after in UNITS | QUARTERS | LANDMARKS and not look.part(end + 1, False) or self.unit(end + 1) > end + 1:
            return end
        if town:
            return at
        length, value = lexicons.longest(look.words, end + 1) if end + 1 < look.count else (0, 0)
        if after in ("cp", "cep") or after.isdigit() and len(after) in (4, 5, 8):
            return end
        return end if value & (lexicons.TOWN | lexicons.REGION) else at
