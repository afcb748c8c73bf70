"""Draw pages of letters, forms and reports with invented people, spoil them, and remember where each letter was drawn.

`draw(number)` gives the same page every time where the same fonts are installed (Debian: fonts-dejavu, fonts-liberation,
fonts-dancingscript, fonts-ecolier-court, fonts-breip, fonts-dkg-handwriting, fonts-femkeklaver, fonts-rufscript,
fonts-humor-sans, fonts-gnutypewriter). Missing fonts are left out; Pillow's own font is always there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import numpy
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

WIDTH, HEIGHT = 1240, 900  # half a sheet of A4 at 150 dots per inch
FONT_FOLDER = Path("/usr/share/fonts")
PRINT = (
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansCondensed.ttf",
    "liberation/LiberationSans-Regular.ttf", "liberation/LiberationSerif-Regular.ttf", "liberation/LiberationMono-Regular.ttf",
    "liberation/LiberationSansNarrow-Regular.ttf", "liberation/LiberationSerif-Italic.ttf", "gnutypewriter/GNUTypewriter.ttf",
)  # fmt: skip
HAND = (
    "dancingscript/DancingScript-Regular.otf", "ecolier-court/Ecolier-court.ttf", "breip/Breip.ttf", "fifthhorseman/dkg.ttf",
    "femkeklaver/femkeklaver.ttf", "rufscript/Rufscript010.ttf", "humor-sans/Humor-Sans.ttf",
)  # fmt: skip

GIVEN = {
    "es": "Leocadia Anselmo Begoña Nicanor Eulalia Primitivo Remedios Saturnino Casilda Fulgencio Obdulia Leandro".split(),
    "pt": "Deolinda Anselmo Firmino Jacinta Hermínio Lourdes Quitéria Abílio Felismina Teodoro Zulmira Valdemar".split(),
    "en": "Winifred Ambrose Cordelia Thaddeus Philippa Barnaby Rosalind Horace Millicent Percival Imogen Rupert".split(),
}
FAMILY = {
    "es": "Urrutia Sagarduy Villafañe Montealegre Ibarlucea Quintanilla Zubeldia Cifuentes Arizmendi Berruezo".split(),
    "pt": "Figueiredo Vasconcelos Bittencourt Cavalcanti Guimarães Nascimento Albuquerque Queirós Sequeira Mesquita".split(),
    "en": "Featherstone Abernathy Hollingsworth Ramsbottom Winterbourne Carruthers Oglethorpe Pemberton Thistlewood Braithwaite".split(),
}
# «…» marks what identifies somebody; {patient}, {doctor}, {relative} are a given name and a surname or two.
TEMPLATES = {
    "es": (
        ("HOSPITAL COMARCAL DE LA RIBERA", "Informe de alta", "Paciente: {patient}", "DNI: {dni}   N.º de historia: {record}", "Teléfono: {phone}", "",
         "Motivo de ingreso: disnea de tres días de evolución, sin fiebre.", "Antecedentes: hipertensión arterial, diabetes tipo 2 en tratamiento.",
         "Exploración: TA 135/80, FC 88 lpm, saturación 94 % con aire ambiente.", "Radiografía de tórax: infiltrado en lóbulo inferior derecho.",
         "Acompañada por su hija, {relative}, que aporta informes.", "Tratamiento: amoxicilina 875 mg cada 8 horas durante 7 días.", "",
         "Firmado: Dr. {doctor}"),
        ("Estimado compañero:", "", "Le remito a la paciente {patient}, con DNI {dni},", "que presenta dolor abdominal recurrente desde hace meses.",
         "La ecografía muestra una vesícula de paredes finas sin litiasis.", "La analítica es normal salvo una anemia leve microcítica.",
         "Contacto: su hermana {relative}, teléfono {phone}.", "Ruego valoración y seguimiento en su consulta.", "Historia clínica {record}", "",
         "Atentamente,", "Dra. {doctor}"),
    ),
    "pt": (
        ("HOSPITAL MUNICIPAL DA SERRA", "Resumo de alta", "Paciente: {patient}", "CPF: {cpf}   Prontuário: {record}", "Telefone: {phone}", "",
         "Queixa principal: tosse produtiva e febre há cinco dias.", "Antecedentes: asma desde a infância, sem internações prévias.",
         "Exame físico: PA 120/80, FC 92 bpm, saturação 95 % em ar ambiente.", "Radiografia de tórax com opacidade na base esquerda.",
         "Acompanhada da filha, {relative}, que relata piora noturna.", "Conduta: azitromicina 500 mg por dia durante cinco dias.", "",
         "Assinado: Dr. {doctor}"),
        ("Prezado colega,", "", "Encaminho a paciente {patient}, CPF {cpf},", "com dor lombar crônica e perda de força na perna direita.",
         "A ressonância mostra hérnia discal sem compressão medular.", "Exames de sangue dentro da normalidade.",
         "Contato: o irmão {relative}, telefone {phone}.", "Solicito avaliação da neurocirurgia.", "Prontuário {record}", "",
         "Atenciosamente,", "Dra. {doctor}"),
    ),
    "en": (
        ("RIVERSIDE GENERAL HOSPITAL", "Discharge summary", "Patient: {patient}", "NHS number: {nhs}   Record number: {record}", "Telephone: {phone}", "",
         "Presenting complaint: chest pain on exertion for two weeks.", "History: hypertension and high cholesterol, treated by diet.",
         "Examination: blood pressure 142/86, pulse 76, oxygen 97 %.", "The electrocardiogram shows sinus rhythm without ischaemia.",
         "She came with her daughter, {relative}, who gave the history.", "Treatment: aspirin 75 mg daily and review in the clinic.", "",
         "Signed: Dr {doctor}"),
        ("Dear colleague,", "", "Thank you for seeing {patient}, NHS number {nhs},", "who has had recurrent headaches since the spring.",
         "Imaging of the head was normal and there is no weakness.", "Blood tests are within the normal range.",
         "Next of kin: her brother {relative}, telephone {phone}.", "Please advise on further treatment.", "Record number {record}", "",
         "Yours sincerely,", "Dr {doctor}"),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """A word or number that was drawn; `letters` are its values in the page's `letters` layer."""

    text: str
    identifies: bool
    letters: tuple[int, ...]


@dataclass
class Page:
    """A picture, and beside it a layer that holds the number of the letter drawn at each pixel (0: none)."""

    number: int
    kind: str
    language: str
    image: Image.Image
    letters: Image.Image  # mode "I"
    units: list[Unit] = field(default_factory=list)
    count: int = 0

    def turn(self, degrees: float, *, expand: bool = False, fill: int = 255) -> None:
        """Turn picture and letters alike."""
        self.image = self.image.rotate(degrees, Image.Resampling.BICUBIC, expand=expand, fillcolor=_colour(self.image, fill))
        self.letters = self.letters.rotate(degrees, Image.Resampling.NEAREST, expand=expand, fillcolor=0)

    def scale(self, factor: float) -> None:
        """Make picture and letters larger or smaller alike."""
        size = round(self.image.width * factor), round(self.image.height * factor)
        self.image = self.image.resize(size, Image.Resampling.LANCZOS)
        self.letters = self.letters.resize(size, Image.Resampling.NEAREST)

    def write(self, x: float, y: float, text: str, font: ImageFont.FreeTypeFont, ink: int = 0) -> float:
        """Write a line in which «…» marks what identifies somebody. Gives where it ends."""
        pen, layer = ImageDraw.Draw(self.image), ImageDraw.Draw(self.letters)
        identifies = False
        for word in text.replace("«", "\1«\1").replace("»", "\1»\1").replace(" ", "\1 \1").split("\1"):
            if word in ("«", "»"):
                identifies = word == "«"
            elif word:
                pen.text((x, y), word, fill=_colour(self.image, ink), font=font)
                numbers = []
                for at, letter in enumerate(word):
                    if letter.isalnum():
                        self.count += 1
                        numbers.append(self.count)
                        layer.text((x + font.getlength(word[:at]), y), letter, fill=self.count, font=font)
                if numbers:
                    self.units.append(Unit(word, identifies, tuple(numbers)))
                x += font.getlength(word)
        return x

    def boxes(self, identifies: bool) -> list[tuple[int, int, int, int]]:
        """Where the words lie that identify somebody, or those that do not."""
        values = numpy.asarray(self.letters)
        found = []
        for unit in self.units:
            if unit.identifies == identifies:
                down, across = numpy.nonzero((values >= unit.letters[0]) & (values <= unit.letters[-1]))
                if len(down):
                    found.append((int(across.min()), int(down.min()), int(across.max()) + 1, int(down.max()) + 1))
        return found


def _colour(image: Image.Image, value: int) -> int | tuple[int, int, int]:
    return value if image.mode == "L" else (value, value, value)


@cache
def fonts(hand: bool = False) -> tuple[str, ...]:
    """The fonts of the list that are installed; "" is Pillow's own."""
    found = [str(path) for name in (HAND if hand else PRINT) for path in FONT_FOLDER.glob(f"*/{name}")]
    return tuple(found) or ("",)


@cache
def face(path: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size."""
    font = ImageFont.truetype(path, size) if path else ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


def _lines(random: Random, language: str) -> list[str]:
    def person(names: int) -> str:
        parts = [random.choice(GIVEN[language]), *random.sample(FAMILY[language], names)]
        return "«" + " ".join(parts) + "»"

    def digits(count: int) -> str:
        return "".join(random.choices("0123456789", k=count))

    surnames = 1 if language == "en" else 2
    phone = {"es": f"«6{digits(2)} {digits(3)} {digits(3)}»", "pt": f"(11) «9{digits(4)}-{digits(4)}»", "en": f"«07700 900{digits(3)}»"}[language]
    number = int(digits(8))
    values = {
        "patient": person(surnames), "doctor": person(surnames), "relative": person(surnames), "record": f"«{random.randint(1000000, 9999999)}»",
        "phone": phone, "dni": f"«{number:08}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}»", "cpf": f"«{_cpf(random)}»", "nhs": f"«{_nhs(random)}»",
    }  # fmt: skip
    return [line.format(**values) for line in random.choice(TEMPLATES[language])]


def _cpf(random: Random) -> str:
    digits = [random.randrange(10) for _ in range(9)]
    for length in (10, 11):
        rest = sum(digit * (length - at) for at, digit in enumerate(digits)) * 10 % 11
        digits.append(rest % 10)
    text = "".join(map(str, digits))
    return f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"


def _nhs(random: Random) -> str:
    while True:
        digits = [random.randrange(10) for _ in range(9)]
        check = 11 - sum(digit * (10 - at) for at, digit in enumerate(digits)) % 11
        if check != 10:
            text = "".join(map(str, [*digits, check % 11]))
            return f"{text[:3]} {text[3:6]} {text[6:]}"


def _blank(number: int, kind: str, language: str, ground: int = 255, mode: str = "L") -> Page:
    image = Image.new(mode, (WIDTH, HEIGHT), ground if mode == "L" else (ground,) * 3)
    return Page(number, kind, language, image, Image.new("I", image.size, 0))


def _written(page: Page, random: Random, *, size: tuple[int, int] = (22, 30), hand: str = "", ink: int = 0, left: int = 70, lines: list[str] | None = None) -> Page:
    """Write a letter or report; `hand` is "all" or "fields" for what a pen wrote."""
    lines = lines if lines is not None else _lines(random, page.language)
    height = random.randint(*size)
    font = face(random.choice(fonts()), height)
    pen_font = face(random.choice(fonts(hand=True)), round(1.3 * height))
    longest = max(font.getlength(line) for line in lines)
    if longest > WIDTH - left - 40:
        height = int(height * (WIDTH - left - 40) / longest)
        font, pen_font = font.font_variant(size=height), pen_font.font_variant(size=round(1.3 * height))
    step = min(round(height * random.uniform(1.6, 2.1)), (HEIGHT - 80) // len(lines))
    for number, line in enumerate(lines):
        x, y = float(left), 40 + step * number
        if hand == "all":
            page.write(x, y, line, pen_font.font_variant(size=height + 6) if pen_font.getlength(line) > WIDTH - left - 20 else pen_font, ink)
        elif hand == "fields":
            for at, part in enumerate(line.replace("»", "«").split("«")):
                x = page.write(x, y - (4 if at % 2 else 0), f"«{part}»" if at % 2 else part, pen_font if at % 2 else font, ink)
        else:
            page.write(x, y, line, font, ink)
    return page


def _noise(image: Image.Image, random: Random, share: float) -> Image.Image:
    """Black and white dots, as a bad line gives them."""
    generator = numpy.random.default_rng(random.randrange(1 << 30))
    values, chance = numpy.array(image), generator.random((image.height, image.width))
    values[chance < share / 2] = 0
    values[chance > 1 - share / 2] = 255
    return Image.fromarray(values)


def _grain(image: Image.Image, random: Random, levels: float) -> Image.Image:
    generator = numpy.random.default_rng(random.randrange(1 << 30))
    values = numpy.asarray(image, dtype="float32")
    return Image.fromarray(numpy.clip(values + generator.normal(0, levels, values.shape), 0, 255).astype("uint8"))


def _shades(random: Random, size: tuple[int, int], low: int, high: int, cells: tuple[int, int] = (9, 7)) -> Image.Image:
    small = Image.frombytes("L", cells, bytes(random.choices(range(low, high), k=cells[0] * cells[1])))
    return small.resize(size, Image.Resampling.BICUBIC)


def clean(page: Page, random: Random) -> None:
    """A good scan."""
    _written(page, random)
    page.image = _grain(page.image.filter(ImageFilter.GaussianBlur(0.4)), random, random.uniform(0, 4))


def skewed(page: Page, random: Random) -> None:
    """Put on the glass askew."""
    clean(page, random)
    page.turn(random.choice((-1, 1)) * random.uniform(0.5, 4))


def turned(page: Page, random: Random) -> None:
    """On its side or on its head."""
    clean(page, random)
    page.turn(random.choice((90, 180, 270)), expand=True)


def fax_specks(page: Page, random: Random) -> None:
    """A fax with salt and pepper."""
    _written(page, random)
    page.image = _noise(page.image.point([0] * 128 + [255] * 128), random, random.uniform(0.03, 0.2))


def fax_dithered(page: Page, random: Random) -> None:
    """A fax of a grey page."""
    _written(page, random, ink=random.randint(0, 70))
    page.image = page.image.point([min(value, 225) for value in range(256)]).convert("1").convert("L")


def fax_coarse(page: Page, random: Random) -> None:
    """A fax in its coarsest resolution."""
    _written(page, random, size=(22, 28))
    page.scale(random.uniform(0.38, 0.55))
    page.image = _noise(page.image.point([0] * 140 + [255] * 116), random, random.uniform(0, 0.03))
    page.scale(2)


def fax_streaks(page: Page, random: Random) -> None:
    """A fax with streaks down and across."""
    _written(page, random)
    pen = ImageDraw.Draw(page.image)
    for _ in range(random.randint(3, 25)):
        x = random.randrange(WIDTH)
        pen.line((x, 0, x, HEIGHT), fill=random.choice((0, 255)), width=random.randint(1, 3))
    for _ in range(random.randint(3, 20)):
        y = random.randrange(HEIGHT)
        pen.line((0, y, WIDTH, y), fill=random.choice((0, 255)), width=random.randint(1, 3))
    page.image = _noise(page.image, random, 0.01)


def _struck(page: Page, random: Random, draw: Callable[[ImageDraw.ImageDraw, tuple[int, int, int, int]], None]) -> None:
    _written(page, random)
    pen = ImageDraw.Draw(page.image)
    for box in page.boxes(identifies=True):
        if random.random() < 0.7:
            draw(pen, box)
    page.image = _grain(page.image, random, 2)


def struck_once(page: Page, random: Random) -> None:
    """Names with a line through them."""
    width, over = random.randint(1, 4), random.randint(2, 12)
    _struck(page, random, lambda pen, box: pen.line((box[0] - over, (box[1] + box[3]) / 2 + 2, box[2] + over, (box[1] + box[3]) / 2 + 2 + random.randint(-3, 3)), fill=0, width=width))


def struck_twice(page: Page, random: Random) -> None:
    """Names with two or three lines through them."""
    width, count = random.randint(1, 3), random.randint(2, 3)

    def draw(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
        for at in range(count):
            y = box[1] + (box[3] - box[1]) * (at + 1) / (count + 1)
            pen.line((box[0] - 6, y, box[2] + 6, y + random.randint(-3, 3)), fill=0, width=width)

    _struck(page, random, draw)


def struck_zigzag(page: Page, random: Random) -> None:
    """Names crossed out with a pen that goes up and down, or with a cross."""
    width, step = random.randint(1, 3), random.randint(10, 24)

    def draw(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
        left, top, right, bottom = box
        points = [(x, top - 2 if at % 2 else bottom + 2) for at, x in enumerate(range(left - 4, right + step, step))]
        pen.line(points, fill=random.choice((0, 40)), width=width)

    _struck(page, random, draw)


def hand(page: Page, random: Random) -> None:
    """Written by hand from top to bottom."""
    _written(page, random, hand="all", ink=random.randint(0, 80))


def hand_fields(page: Page, random: Random) -> None:
    """Printed words with names and numbers written by hand."""
    _written(page, random, hand="fields", ink=random.randint(0, 60))


def stamped(page: Page, random: Random) -> None:
    """A stamp over the text, with a name in it."""
    _written(page, random)
    stamp = _blank(0, "", page.language)
    stamp.count = page.count
    name = "«" + f"{random.choice(GIVEN[page.language])} {random.choice(FAMILY[page.language])}" + "»"
    font = face(random.choice(fonts()), random.randint(22, 32))
    stamp.write(480, 400, {"es": "Dra. ", "pt": "Dra. ", "en": "Dr "}[page.language] + name, font, ink=90)
    stamp.write(480, 445, {"es": "MÉDICO ESPECIALISTA", "pt": "MÉDICO ESPECIALISTA", "en": "CONSULTANT"}[page.language], font, ink=90)
    ImageDraw.Draw(stamp.image).rounded_rectangle((455, 385, 970, 500), 20, outline=90, width=4)
    shift = random.randint(-250, 200), random.randint(-200, 300)
    stamp.image, stamp.letters = ImageChops.offset(stamp.image, *shift), ImageChops.offset(stamp.letters, *shift)
    stamp.turn(random.uniform(-20, 20))
    page.image = ImageChops.darker(page.image, stamp.image)
    below, above = numpy.asarray(page.letters), numpy.asarray(stamp.letters)
    page.letters = Image.fromarray(numpy.where(above > 0, above, below))
    page.units += stamp.units
    page.count = stamp.count


def faint(page: Page, random: Random) -> None:
    """Pale print, as from an empty cartridge."""
    _written(page, random, ink=random.randint(185, 228))
    page.image = _grain(page.image, random, random.uniform(0, 5))


def faint_names(page: Page, random: Random) -> None:
    """Black print with names in pale ink."""
    clean(page, random)
    values, letters = numpy.array(page.image), numpy.asarray(page.letters)
    for unit in page.units:
        if unit.identifies:
            there = (letters >= unit.letters[0]) & (letters <= unit.letters[-1])
            grown = numpy.asarray(Image.fromarray(there).convert("L").filter(ImageFilter.MaxFilter(5))) > 0
            values[grown] = 255 - (255 - values[grown]) // random.choice((5, 7, 10))
    page.image = Image.fromarray(values)


def inverted(page: Page, random: Random) -> None:
    """White on black: the whole page, or a block of it."""
    _written(page, random)
    if random.random() < 0.4:
        page.image = ImageChops.invert(page.image)
    else:
        top = random.randint(20, 150)
        box = (40, top, WIDTH - 40, top + random.randint(160, 300))
        page.image.paste(ImageChops.invert(page.image.crop(box)), box)


def grey_ground(page: Page, random: Random) -> None:
    """On grey, evenly or not."""
    _written(page, random, ink=random.randint(0, 60))
    page.image = ImageChops.multiply(page.image, _shades(random, page.image.size, 120, 230))
    page.image = _grain(page.image, random, random.uniform(0, 8))


def pattern_ground(page: Page, random: Random) -> None:
    """On dots, hatching, squared paper or ruled lines."""
    ground = Image.new("L", (WIDTH, HEIGHT), 255)
    pen, tone, step = ImageDraw.Draw(ground), random.randint(120, 205), random.randint(6, 26)
    style = random.choice(("dots", "hatched", "squared", "ruled"))
    for at in range(-HEIGHT, WIDTH, step):
        if style == "hatched":
            pen.line((at, 0, at + HEIGHT, HEIGHT), fill=tone)
        if style == "squared" and at >= 0:
            pen.line((at, 0, at, HEIGHT), fill=tone)
        if style in ("squared", "ruled") and 0 <= at < HEIGHT:
            pen.line((0, at, WIDTH, at), fill=tone)
        if style == "dots" and at >= 0:
            for y in range(0, HEIGHT, step):
                pen.ellipse((at, y, at + 2, y + 2), fill=tone)
    _written(page, random)
    page.image = ImageChops.darker(page.image, ground)


def slanted_names(page: Page, random: Random) -> None:
    """A line with a name beside the text, at an angle or upright."""
    _written(page, random, left=190)
    note = _blank(0, "", page.language)
    note.count = page.count
    text = {"es": "Paciente ", "pt": "Paciente ", "en": "Patient "}[page.language]
    name = f"«{random.choice(GIVEN[page.language])} {random.choice(FAMILY[page.language])}»"
    note.write(380, 430, text + name, face(random.choice(fonts()), random.randint(20, 30)))
    note.turn(random.choice((90, 270, 35, -35, 60, 180)))
    left, top, right, bottom = ImageChops.invert(note.image).getbbox() or (0, 0, 1, 1)
    upright = bottom - top > right - left
    shift = (60 - left, 100 - top) if upright else (WIDTH - 60 - right, HEIGHT - 60 - bottom)
    note.image, note.letters = ImageChops.offset(note.image, *shift), ImageChops.offset(note.letters, *shift)
    page.image = ImageChops.darker(page.image, note.image)
    page.letters = Image.fromarray(numpy.maximum(numpy.asarray(page.letters), numpy.asarray(note.letters)))
    page.units += note.units
    page.count = note.count


def tiny(page: Page, random: Random) -> None:
    """Very small print."""
    _written(page, random, size=(11, 14))


def photographed(page: Page, random: Random) -> None:
    """Taken with a telephone: a shadow, a slant, a little blur, JPEG."""
    _written(page, random, ink=20)
    light = Image.linear_gradient("L").rotate(random.choice((0, 90, 180, 270))).resize(page.image.size)
    dark = random.uniform(0.2, 0.6)
    page.image = ImageChops.multiply(page.image, light.point([round(255 * (dark + (1 - dark) * value / 255)) for value in range(256)]))
    page.turn(random.uniform(-5, 5), fill=90)
    page.image = _grain(page.image.filter(ImageFilter.GaussianBlur(random.uniform(0.3, 1.2))), random, random.uniform(1, 6))
    page.image = _jpeg(page.image, random.randint(35, 80))


def blurred(page: Page, random: Random) -> None:
    """Out of focus."""
    _written(page, random)
    page.image = page.image.filter(ImageFilter.GaussianBlur(random.uniform(1.2, 3)))


def _jpeg(image: Image.Image, quality: int) -> Image.Image:
    data = BytesIO()
    image.save(data, "JPEG", quality=quality)
    return Image.open(data).convert("L")


def jpeg(page: Page, random: Random) -> None:
    """Packed too tightly."""
    _written(page, random)
    page.image = _jpeg(page.image, random.randint(4, 20))


def logo(page: Page, random: Random) -> None:
    """A clean page with a logo."""
    clean(page, random)
    pen, x = ImageDraw.Draw(page.image), WIDTH - 170
    pen.ellipse((x, 30, x + 110, 140), outline=60, width=9)
    pen.polygon([(x + 55, 45), (x + 90, 120), (x + 20, 120)], fill=110)
    pen.rectangle((x + 48, 60, x + 62, 130), fill=30)
    for at in range(5):
        pen.arc((x - 20 - 6 * at, 20 - 6 * at, x + 130 + 6 * at, 150 + 6 * at), 200, 300, fill=90, width=2)


def table(page: Page, random: Random) -> None:
    """A form with frames."""
    labels = {
        "es": ("Paciente", "Historia", "Médico", "Diagnóstico", "Hemoglobina", "Glucosa", "Creatinina"),
        "pt": ("Paciente", "Prontuário", "Médico", "Diagnóstico", "Hemoglobina", "Glicose", "Creatinina"),
        "en": ("Patient", "Record number", "Doctor", "Diagnosis", "Haemoglobin", "Glucose", "Creatinine"),
    }[page.language]
    person = [f"{random.choice(GIVEN[page.language])} {random.choice(FAMILY[page.language])}" for _ in range(2)]
    disease = {"es": "Neumonía adquirida en la comunidad", "pt": "Pneumonia adquirida na comunidade", "en": "Community acquired pneumonia"}
    values = (f"«{person[0]}»", f"«{random.randint(1000000, 9999999)}»", f"«{person[1]}»", disease[page.language], "13,4 g/dl", "98 mg/dl", "0,9 mg/dl")
    font, pen = face(random.choice(fonts()), random.randint(22, 28)), ImageDraw.Draw(page.image)
    height, width = random.randint(50, 80), random.randint(1, 4)
    for at, (label, value) in enumerate(zip(labels, values, strict=True)):
        top = 90 + height * at
        pen.rectangle((80, top, 400, top + height), outline=0, width=width)
        pen.rectangle((400, top, WIDTH - 80, top + height), outline=0, width=width)
        page.write(95, top + (height - 30) // 2, label, font)
        page.write(415, top + (height - 30) // 2, value, font)


def _scribble(pen: ImageDraw.ImageDraw, random: Random, left: int, top: int, wide: int, high: int, width: int) -> None:
    """A signature that nobody reads: one pen stroke in loops."""
    points, turns = [], random.uniform(4, 8)
    shape = [random.uniform(0.2, 1) for _ in range(4)]
    for at in range(240):
        t = at / 240
        sway = shape[0] * math.sin(turns * 6.28 * t) + shape[1] * math.sin(2.3 * turns * t + 1) + 0.5 * shape[2] * math.sin(11 * t)
        points.append((left + wide * t + 14 * math.cos(turns * 6.28 * t), top + high / 2 + sway * high / 4))
    pen.line(points, fill=30, width=width, joint="curve")


def signed(page: Page, random: Random) -> None:
    """A clean page with a signature that is no writing, below the text."""
    lines = _lines(random, page.language)
    _written(page, random, size=(20, 24), lines=lines)
    pen = ImageDraw.Draw(page.image)
    _scribble(pen, random, random.randint(550, 750), HEIGHT - 170, random.randint(220, 380), random.randint(60, 110), random.randint(2, 4))


def drawing(page: Page, random: Random) -> None:
    """A clean page with a drawing of a body part and arrows."""
    lines = _lines(random, page.language)[:8]
    _written(page, random, size=(20, 24), lines=lines)
    pen = ImageDraw.Draw(page.image)
    x, y = random.randint(200, 700), HEIGHT - 330
    pen.ellipse((x, y, x + 200, y + 260), outline=20, width=3)
    pen.arc((x + 40, y + 40, x + 160, y + 200), 0, 250, fill=20, width=3)
    for _ in range(6):
        a, b = random.randint(x, x + 200), random.randint(y, y + 260)
        pen.line((a, b, a + random.randint(-150, 200), b + random.randint(-60, 60)), fill=20, width=2)
        pen.ellipse((a - 8, b - 8, a + 8, b + 8), outline=20, width=2)


def coded(page: Page, random: Random) -> None:
    """A clean page with a barcode."""
    import zxingcpp

    clean(page, random)
    code = zxingcpp.create_barcode(f"HC{random.randint(1000000, 9999999)}", zxingcpp.BarcodeFormat.Code128).to_image(scale=2)
    view = memoryview(code)
    bars = Image.frombytes("L", (view.shape[1], view.shape[0]), view.tobytes())
    page.image.paste(bars, (WIDTH - bars.width - 30, HEIGHT - bars.height - 20))


def radiograph(page: Page, random: Random) -> None:
    """Grey shades without a word."""
    page.image = _shades(random, (WIDTH, HEIGHT), 5, 235, (14, 11))
    pen = ImageDraw.Draw(page.image)
    for at in range(9):
        pen.arc((150 + 12 * at, 60 + 70 * at, 1090 - 12 * at, 330 + 70 * at), 190, 350, fill=170, width=10)
    page.image = _grain(page.image.filter(ImageFilter.GaussianBlur(4)), random, random.uniform(2, 8))
    page.scale(0.6)  # tesseract is slow where there are no words


def radiograph_named(page: Page, random: Random) -> None:
    """A radiograph with the name burnt in."""
    radiograph(page, random)
    font = face(random.choice(fonts()), random.randint(20, 30))
    x, y = random.choice((30, 330)), random.choice((20, 440))
    page.write(x, y, f"«{random.choice(FAMILY[page.language])} {random.choice(GIVEN[page.language])}»", font, ink=255)
    page.write(x, y + 40, f"ID «{random.randint(1000000, 9999999)}»", font, ink=255)


def photograph(page: Page, random: Random) -> None:
    """Colours, edges and leaves without a word."""
    bands = [_shades(random, (WIDTH, HEIGHT), 20, 240, (16, 12)) for _ in range(3)]
    image = Image.merge("RGB", bands)
    pen = ImageDraw.Draw(image)
    for _ in range(random.randint(20, 120)):
        x, y, size = random.randrange(WIDTH), random.randrange(HEIGHT), random.randint(5, 120)
        shade = tuple(random.randrange(256) for _ in range(3))
        pen.ellipse((x, y, x + size, y + random.randint(4, size)), fill=shade)
    page.image = image.filter(ImageFilter.GaussianBlur(random.uniform(0.5, 2)))
    page.scale(0.6)


def recording(page: Page, random: Random) -> None:
    """An electrocardiogram without a word: squared paper and curves."""
    pen = ImageDraw.Draw(page.image)
    for at in range(0, WIDTH, 10):
        pen.line((at, 0, at, HEIGHT), fill=190 if at % 50 == 0 else 225)
        pen.line((0, at, WIDTH, at), fill=190 if at % 50 == 0 else 225)
    for row in range(4):
        beat, base = random.randint(90, 150), 120 + 210 * row
        points = []
        for x in range(20, WIDTH - 20):
            t = x % beat / beat
            wave = 90 * math.exp(-((t - 0.4) ** 2) / 0.0004) - 25 * math.exp(-((t - 0.45) ** 2) / 0.0006) + 18 * math.exp(-((t - 0.7) ** 2) / 0.004)
            points.append((x, base - wave + random.uniform(-1, 1)))
        pen.line(points, fill=0, width=2)
    page.scale(0.6)


def mixed(page: Page, random: Random) -> None:
    """Everything a little: askew, dirty, coarse, packed."""
    _written(page, random, ink=random.randint(0, 60))
    page.image = ImageChops.multiply(page.image, _shades(random, page.image.size, 170, 255))
    page.turn(random.uniform(-3, 3), fill=200)
    page.image = _noise(page.image, random, random.uniform(0.002, 0.02))
    page.image = _jpeg(page.image.filter(ImageFilter.GaussianBlur(random.uniform(0.3, 0.9))), random.randint(20, 50))


Kind = Callable[[Page, Random], None]
# Ordinary pages and harmless ink: these must come through.
ORDINARY: tuple[Kind, ...] = (clean, skewed, logo, table, signed, drawing, coded)
WORDLESS: tuple[Kind, ...] = (radiograph, photograph, recording)
SPOILT: tuple[Kind, ...] = (
    turned, fax_specks, fax_dithered, fax_coarse, fax_streaks, struck_once, struck_twice, struck_zigzag, hand, hand_fields, stamped, faint,
    faint_names, inverted, grey_ground, pattern_ground, slanted_names, tiny, photographed, blurred, jpeg, radiograph_named, mixed,
)  # fmt: skip
KINDS = {kind.__name__: kind for kind in (*ORDINARY, *WORDLESS, *SPOILT)}


def draw(number: int, names: tuple[str, ...] = tuple(KINDS)) -> Page:
    """The page of a number; kinds take turns, and so do languages."""
    kind = names[number % len(names)]
    language = ("es", "pt", "en")[number // len(names) % 3]
    page = _blank(number, kind, language)
    KINDS[kind](page, Random(f"{kind} {number // len(names)}"))
    return page
