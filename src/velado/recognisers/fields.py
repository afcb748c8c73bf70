"""Values of forms: what stands behind "Nombre:", in the cell beside a label, or in the column under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from velado import lexicons
from velado.document import Span
from velado.labels import NAMES
from velado.languages import languages
from velado.patterns import late_pattern
from velado.recognisers._clinical_values import is_clinical, names_method
from velado.recognisers._names import NO, ODD, PARTICLES, UNKNOWN, NameReader, reader_of
from velado.tokens import Field, Page

__all__ = ["RECOGNISER"]

_Value = tuple[str, int, int]  # Velado's label, start, end
_PLACES = frozenset({"PLACE", "COUNTRY"})  # "estado civil", "estado general": their first word decides nothing
_SOMEWHERE = lexicons.TOWN | lexicons.REGION | lexicons.COUNTRY | lexicons.STREET_TYPE
_WORD = late_pattern(r"[^\W\d_]+")
_NOT_OF_LABEL = late_pattern(r"[^a-z0-9/ ]+")
_LONG_WORD = late_pattern(r"[^\W\d_]{3}")
_GAP = late_pattern(r"[|\t]| {3,}")
_GAPS = ("|", "\t", "   ")  # a page without any of these has no table
_NOTHING = frozenset(
    "no si sim yes sin nd n/d na n/a s/d ninguno ninguna nenhum nenhuma none unknown desconocido desconocida niega nega ignora "
    "pendiente pendente igual misma mismo same idem".split()
)
_EMPTY_WORDS = frozenset("sin no desconoc ningun ignora niega no refiere nao nega unknown not".split())
# A dot behind a long word or a number ends an address; behind a short one it is an abbreviation: "Av. Hidalgo".
_ENDS_LINE = late_pattern(r"[;|\t\n]| {3,}|(?:(?<=\w{5})|(?<=\d))\. [A-ZÁÉÍÓÚÑ]|\.$| \(")

_ENDS_PLACES = late_pattern(r"[;|\n]| {3,}|\. ")
_ENDS_SHORT = late_pattern(r"[,;|\n(/]| {3,}|\. |\.$")
_PLACE = late_pattern(r"[^,()/\-–]+")
_AGE = late_pattern(r"\d{1,3}(?! ?[/:.\d])")


@lru_cache(maxsize=4)
def _labels(code: str) -> dict[str, str]:
    """Folded field names of all languages; those of the note's own language win."""
    merged: dict[str, str] = {}
    for language in languages().values():
        # Whoever announces a person in a sentence does so in a form as well: "Médico: …", "Madre: …".
        merged.update(dict.fromkeys(language.relative_cues, "RELATIVE_NAME"))
        merged.update(dict.fromkeys(language.patient_cues, "PATIENT_NAME"))
        merged.update(dict.fromkeys((*language.staff_cues, *language.staff_titles), "STAFF_NAME"))
    for language in languages().values():
        merged.update(language.field_of)
    if code in languages():
        merged.update(languages()[code].field_of)
    for label in ("via", "vias"):  # of administration, of birth, the airways: hardly ever a street
        merged.pop(label, None)
    return merged


@lru_cache(maxsize=4)
def _label_words(code: str) -> frozenset[str]:
    """Single words that open another field: where one stands, the value before it has ended."""
    return frozenset(label for label in _labels(code) if " " not in label and len(label) > 2)


@lru_cache(maxsize=4096)  # forms repeat their labels
def _label_of(text: str, code: str) -> str | None:
    """The kind of value that a field's label announces; endings and numbers of the label do not matter."""
    known = _labels(code)
    words = _NOT_OF_LABEL.sub(" ", text).split()
    label = " ".join(words)
    if label in known:
        return known[label]
    for drop in range(1, min(4, len(words))):
        # "datos: nombre", "1 nombre": the last words decide; "nombre completo del menor": the first.
        for shorter in (" ".join(words[drop:]), " ".join(words[:-drop])):
            if shorter in known and len(shorter) > 2 and not (known[shorter] in _PLACES and label.startswith(shorter)):
                return known[shorter]
    return None


@dataclass(frozen=True)
class Fields:
    """Reads forms."""

    name: str = "fields"

    def find(self, page: Page) -> Iterator[Span]:
        """Spans for every labelled value whose label is known."""
        reader: NameReader | None = None
        for label, start, end in self._values(page):
            if start >= end or page.folded[start:end].strip(" .-_") in _NOTHING:
                continue
            if label in NAMES:
                reader = reader or reader_of(page)
                yield from self._names(page, reader, label, start, end)
            elif label in ("STREET", "PLACE", "COUNTRY") and self._is_medicine(page, label, start, end):
                continue
            elif label == "STREET":
                yield from self._until(page, label, start, end, 0.85)
            elif label in ("PLACE", "COUNTRY"):
                yield from self._places(page, start, end)
            elif label in ("PROFESSION", "HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"):
                yield from self._short(page, label, start, end)
            elif label == "AGE":
                match = _AGE.match(page.text, start, end)
                if match:
                    yield Span(match.start(), match.end(), "AGE", 0.8, self.name)
            elif label == "SEX":
                match = _WORD.match(page.text, start, end)
                if match and len(match.group()) <= 12:
                    yield Span(match.start(), match.end(), "SEX", 0.9, self.name)

    def _values(self, page: Page) -> Iterator[_Value]:
        code = page.language
        fields = page.fields
        for number, field in enumerate(fields):
            label = _label_of(field.label, code)
            if label is None:
                continue
            start, end = field.value_start, field.value_end
            if label in NAMES and number + 1 < len(fields) and page.text[end : end + 1] == ",":
                end = self._behind_comma(page, end, fields[number + 1], code)
            if start >= end:
                start, end = self._next_line(page, field.value_start)
            yield label, start, end
        yield from self._cells(page)

    @staticmethod
    def _behind_comma(page: Page, end: int, following: Field, code: str) -> int:
        """"Name: GRANT, ROSE M AGE: 52": the comma does not begin the next field's label; its last words do."""
        words = following.label.split()
        for drop in range(1, len(words)):
            if " ".join(words[drop:]) in _labels(code):
                own = page.folded.rfind(words[drop], following.start, following.value_start)
                return own if own > end else end
        return end

    @staticmethod
    def _next_line(page: Page, offset: int) -> tuple[int, int]:
        """The line below an empty field, when it is short and no field itself."""
        line = page.line_of(min(offset, len(page.text)))
        if line + 1 >= len(page.line_starts):
            return offset, offset
        start, end = page.line_bounds(page.line_starts[line + 1])
        value = page.text[start : min(end, start + 71)]
        if not value.strip() or len(value) > 70 or ":" in value:
            return offset, offset
        return start + len(value) - len(value.lstrip()), end

    def _cells(self, page: Page) -> Iterator[_Value]:
        """Tables: a label and its value in the next cell, or a row of labels above rows of values."""
        if not any(map(page.text.__contains__, _GAPS)):
            return
        columns: list[tuple[str | None, int]] = []
        for start, end in page.lines():
            if end - start > 600 or not _GAP.search(page.text, start, end):
                if not page.text[start:end].strip():
                    columns = []
                continue
            cells = self._split(page.text, start, end)
            kinds = [_label_of(page.folded[s:e].strip(" :.*"), page.language) if e - s <= 40 else None for s, e in cells]
            # The words before a colon are already a field; here a label is a cell of its own.
            known = [kind for kind in kinds if kind]
            mostly = len(known) >= 2 and len(known) >= len(cells) - len(known) and all(":" not in page.text[s:e] for s, e in cells)
            if mostly and (len(known) > 2 or all(kinds[n] is None or kinds[n + 1] for n in range(len(kinds) - 1))):
                columns = [(kind, s - start) for kind, (s, _) in zip(kinds, cells, strict=True)]
                continue
            for number, kind in enumerate(kinds[:-1]):
                if kind and not kinds[number + 1] and not page.text[slice(*cells[number])].rstrip().endswith(":"):
                    yield kind, *cells[number + 1]
            if len(columns) >= 2 and abs(len(columns) - len(cells)) <= 1 and not any(kinds):
                for (kind, _), (s, e) in zip(columns, cells, strict=False):
                    if kind:
                        yield kind, s, e

    @staticmethod
    def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
        cells, position = [], start
        for gap in [*_GAP.finditer(text, start, end), None]:
            stop = gap.start() if gap else end
            left, right = position, stop
            while left < right and text[left] == " ":
                left += 1
            while right > left and text[right - 1] == " ":
                right -= 1
            if right > left:
                cells.append((left, right))
            position = gap.end() if gap else end
        return cells

    def _names(self, page: Page, reader: NameReader, label: str, start: int, end: int) -> Iterator[Span]:
        first = page.token_at(start)
        if first < 0 or page.spans[first][0] < start:
            first += 1
        stops = _label_words(page.language)
        position, last, words = first, first, 0
        while position < len(page.spans) and page.spans[position][1] <= end and words < 9:
            word = page.words[position]
            wide = position > first and page.spans[position][0] - page.spans[position - 1][1] > 3
            if wide or word.isdigit() or word in "|;([/=:":
                break
            if word[0].isalpha():
                if word not in PARTICLES and (word in stops or word in _EMPTY_WORDS or self._is_word(reader, position)):
                    break
                if word not in PARTICLES:
                    words += 1
                    last = position + 1
            elif (word == "." and (len(page.words[position - 1]) > 3 or position == first)) or (
                word == "," and not self._comma_inside(reader, position, end)
            ):
                break
            position += 1
        if words and self._is_named(reader, first, last) and not self._is_clinical(reader, first, last):
            while last > first and not page.words[first][0].isalpha():
                first += 1
            if page.words[last : last + 1] == ["."] and len(page.words[last - 1]) == 1:
                last += 1
            yield Span(page.spans[first][0], page.spans[last - 1][1], label, 0.95, self.name)

    @staticmethod
    def _is_named(reader: NameReader, first: int, last: int) -> bool:
        """Whether a value looks like a name at all: "Médico: pendiente de resultado" does not."""
        parts = [n for n in range(first, last) if reader.page.words[n][0].isalpha() and reader.page.words[n] not in PARTICLES]
        if len(parts) == 1 and Fields._is_remark(reader, parts[0]):
            return False
        return any(reader.kinds[n] >= UNKNOWN for n in parts) or (
            not reader.flat[first] and all(reader.is_capital(n) for n in parts) and any(reader.kinds[n] == ODD for n in parts)
        )

    @staticmethod
    def _is_clinical(reader: NameReader, first: int, last: int) -> bool:
        """"CT: RUL nodule 8 mm", "Técnica: Lichtenstein": an abbreviation or a method, not a person."""
        page = reader.page
        if is_clinical(page, first, last, reader.flat[first]):
            return True
        return first > 1 and page.words[first - 1] == ":" and names_method(page, first - 2, first, last)

    @staticmethod
    def _is_remark(reader: NameReader, position: int) -> bool:
        """"Madre: sana", "PADRE: VIVO": one everyday word that is hardly ever a first name, and not written as one."""
        word = reader.page.words[position]
        if not lexicons.is_common_word(word) or (reader.is_capital(position) and not reader.flat[position]):
            return False
        value = lexicons.lookup(word)
        # "Sana" is a first name, but not where the word is an everyday one.
        return lexicons.first_name_strength(value) < 3 or reader.page.language not in lexicons.first_name_regions(value)

    @staticmethod
    def _is_word(reader: NameReader, position: int) -> bool:
        """An everyday or medical word, not written as a name would be."""
        word = reader.page.words[position]
        if len(word) == 1:
            return not reader.is_capital(position) and word not in "ye"
        value = lexicons.lookup(word)
        if value & (lexicons.TITLE | lexicons.SEX_WORD):
            return True
        # "Remitido por: Ana Gil Servicio de Urología": the ward is not part of the name.
        if value & (lexicons.MEDICAL | lexicons.FACILITY_WORD) and reader.kinds[position] == NO:
            return True
        return reader.kinds[position] == NO and (reader.flat[position] or not reader.is_capital(position)) or (
            reader.kinds[position] == ODD and not reader.is_capital(position)
        )

    @staticmethod
    def _comma_inside(reader: NameReader, position: int, end: int) -> bool:
        """"GARCÍA LÓPEZ, MARÍA": the comma belongs to the name when a name follows and no second comma."""
        ahead = position + 1
        return ahead < len(reader.kinds) and reader.page.spans[ahead][1] <= end and reader.kinds[ahead] > NO and reader.is_capital(ahead)

    @staticmethod
    def _is_medicine(page: Page, label: str, start: int, end: int) -> bool:
        """"Zona: inguinal", "Estado: estable": a medical word, or an everyday one in small letters; an address may be prose."""
        first = _WORD.match(page.folded, start, end)
        if first is None:
            return False
        value = lexicons.lookup(first.group())
        if value & (lexicons.MEDICAL | lexicons.DRUG):
            return not value & (_SOMEWHERE | lexicons.SURNAME)
        everyday = label != "STREET" and page.text[start].islower() and lexicons.is_common_word(first.group()) and not value & _SOMEWHERE
        return everyday and not any(map(str.isdigit, page.text[start:end]))

    def _until(self, page: Page, label: str, start: int, end: int, score: float) -> Iterator[Span]:
        stop = _ENDS_LINE.search(page.text, start, end)
        end = stop.start() if stop else end
        if any(map(str.isalnum, page.text[start:end])) and end - start <= 160:
            yield Span(start, end, label, score, self.name)

    def _places(self, page: Page, start: int, end: int) -> Iterator[Span]:
        stop = _ENDS_PLACES.search(page.text, start, end)
        end = stop.start() if stop else end
        for piece in _PLACE.finditer(page.text, start, end):
            text = piece.group().strip(" .")
            if not text or len(text.split()) > 6 or not (text[0].isupper() or text[0].isdigit() or text == text.lower()):
                continue
            at = piece.start() + piece.group().index(text)
            value = lexicons.lookup(page.folded[at : at + len(text)])
            yield Span(at, at + len(text), "COUNTRY" if value & lexicons.COUNTRY else "PLACE", 0.85, self.name)

    def _short(self, page: Page, label: str, start: int, end: int) -> Iterator[Span]:
        stop = _ENDS_SHORT.search(page.text, start, end)
        end = stop.start() if stop else end
        first = _WORD.match(page.folded, start)
        if label in ("PROFESSION", "INSTITUTION") and page.text[start : start + 1].isdigit() and not _LONG_WORD.search(page.text, start, end):
            return  # "AFP: 51 ng" is a result, not a fund
        if 0 < end - start <= 80 and not (first and first.group() in _EMPTY_WORDS):
            yield Span(start, end, label, 0.85, self.name)


RECOGNISER = Fields()
