"""Livelihoods told in a phrase: "runs a fabric stall", "drives for Uber", "hace trenzas", "la de la panadería", "corta cabelo"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from velado.languages import words
from velado.patterns import late_pattern
from velado.recognisers._word_index import Awaited, index_of
from velado.tokens import Page

__all__ = ["trades"]

Rules = dict[str, list[re.Pattern[str]]]  # by the word a phrase begins with: what must stand behind it


def _rules(rows: Iterable[tuple[str, str]]) -> Rules:
    rules: Rules = {}
    for verbs, behind in rows:
        pattern = re.compile(rf" {behind}(?![\w-])")
        for verb in verbs.split():
            rules.setdefault(verb, []).append(pattern)
    return rules


_W = r"[a-z][a-z'-]{1,17}"
# A word before the thing that is run, driven or made, or before the head of "wedding cake maker".
_MOD = (
    r"(?:(?!(?:the|a|an|and|or|of|to|in|at|on|for|with|his|her|their|my|fever|temp|temperature|risk|no|then|now|male|female|social|ward|nursing|very|more|some|any|new"
    rf"|own|big|real)\b){_W} )"
)
_ANY = r"(?:an? |the |his |her |their )?"
_SHOP = (
    r"(?:shops?|stalls?|store|cart|trailer|van|pub|bar|cafe|restaurant|hotel|farm|garage|salon|cleaner'?s|laundromat|laundrette|bakery|butcher'?s|grocer'?s|dairy|kennels"
    r"|stables|nursery|daycare|gym|studio|gallery|business|company|firm|agency|yard|newsagent'?s|chippy|takeaway|ranch|franchise|dealership|food truck|deli|b&b|guest ?house"
    r"|market garden|post office|boatyard|smallholding|funeral home|sawmill|quarry|brewery|kiosk|fishmonger'?s|barber'?s|barber ?shop|pharmacy|milk bar|corner shop)"
)
_VEHICLES = (
    r"(?:trucks?|tanker|artic|lorry|lorries|bus|buses|taxis?|cab|minicab|van|train|tram|tractor|digger|combine|grader|forklift|ambulance|hearse|coach|minibus|crane|snow ?plow|plough"
    r"|hgvs?|rig|mixer|wagon|limo|limousine|tuk ?tuk|rickshaw|tricycle|big rigs|18-wheeler|dumper|dump truck|garbage truck|milk float)"
)
_SUBJECTS = (
    r"(?:chemistry|physics|maths?|biology|history|geography|english|spanish|french|german|irish|welsh|music|piano|violin|guitar|yoga|pilates|dance|ballet|drama|art|home ec|gym"
    r"|science|woodwork|latin|kindergarten|infants|reception|primary|secondary|special ed|(?:first|second|third|fourth|fifth|sixth|[1-8](?:st|nd|rd|th)) grade|driving|swimming)"
)
_THINGS = (
    r"(?:guitars|violins|fiddles|boats|coracles|houses|walls|fences|cabinets|furniture|decks|sheds|roads|kitchens|engines|pools|canoes|barns|saddles|clocks|watches|nets|pianos|bikes|boilers"
    r"|lawnmowers|(?:wedding )?cakes|naan|bread|pies|pots|baskets|dresses|curtains|candles|jewell?ery|cheese|tortillas|tamales|doors|windows|elevators|lifts|phones|cars|trucks|tractors)"
)
_BEASTS = r"(?:sheep|cattle|goats|reindeer|horses|racehorses|pigs|dogs|sled dogs|chickens|hens|llamas|alpacas|bees)"
_PLACES_OF_WORK = (
    r"(?:tills?|slots|docks?|loading dock|doors?|fryers?|sheds?|counter|pits|rigs|boats|fields|land|railways?|markets|fairs?|ovens|presses|sites|turbines|tables|checkouts?|underground|gardens)"
)
_ENGLISH = _rules(
    (
        ("deals dealt dealing", rf"in {_W}"),
        ("works worked working", rf"(?:the |on the |in the )?{_MOD}?{_PLACES_OF_WORK}"),
        ("runs ran running owns owned manages managed keeps kept", rf"{_ANY}{_MOD}{{0,2}}{_SHOP}"),
        ("has had", rf"(?:an? |the |his |her |their ){_MOD}?(?:shop|stall|cafe|pub|salon|garage|bakery|business|dairy|boatyard|smallholding|takeaway)"),
        ("runs ran operates operated", rf"{_ANY}{_MOD}?(?:winder|lathe|press|loom|crew|boat|trawler|tug|ferry|digger|crane|forklift|line|boiler|charters?|mill|{_BEASTS})"),
        ("drives drove driving drive", rf"{_ANY}(?:\d{{1,2}}[ -]?tonne )?{_MOD}{{0,2}}{_VEHICLES}"),
        ("teaches taught teaching", rf"(?:him |her |me )?(?:a level |gcse |high school )?{_SUBJECTS}(?: online)?"),
        ("digs dug", "(?:graves|ditches|wells|drains)"),
        ("details", "(?:cars|trucks|boats|vans)"),
        ("shoes shod trims", "(?:horses|hooves)"),
        ("fits fitted fitting", "(?:kitchens|bathrooms|carpets|windows|tyres|tires|boilers|alarms|blinds|solar panels|shutters)"),
        ("lays lay laid laying", "(?:carpets?|bricks?|tiles?|floor(?:s|ing)|pipes?|cables?|hedges|tarmac|concrete|sod|turf)"),
        ("builds built makes made repairs repaired restores restored fixes fixed mends mended services tunes tuned", rf"(?:the )?{_THINGS}"),
        ("carves carved", _W),
        ("brews brewed", "(?:beer|ale|cider)"),
        ("herds herded raises raised breeds bred keeps kept", rf"(?:{_BEASTS}|the books)"),
        ("bucks bucked bales baled", "hay"),
        ("milks milked", r"(?:cows|goats|\d{2,3})"),
        ("hauls hauled", "(?:pulp|logs|timber|freight|cattle|grain|gravel|hay|milk|coal|sugar|cars)"),
        ("welds welded", "(?:pipelines?|pipe|ships|rails?)"),
        ("mines mined", "(?:coal|longwall|tin|gold|copper|slate|lead|iron)"),
        ("falling felling fells felled cuts cut", "(?:timber|trees|turf|peat|cane|meat|keys|glass|stone)"),
        ("rolls rolled", "(?:cigars|sushi|dough)"),
        ("sells sold selling", "(?:cars|insurance|houses|phones|cosmetics|flowers|fish|fruit|ice cream|jewell?ery|clothes)"),
        ("sets puts", "up (?:marquees|stalls|scaffolding|tents|stages)"),
        ("collects collecting sorts sorting", "(?:cardboard|scrap|cans|bottles|recycling|trash)"),
        (
            "does did doing",
            "(?:the )?(?:school dinners|(?:lollipop|school) crossing|tiling|roofing|lashes|brows|nails|hair|removals|gardens|plastering|decorating|landscaping|scaffolding"
            "|alterations|deliveries|joinery|bricklaying|fencing|groundworks?|kitchens|drywall|catering|payroll)",
        ),
        ("plays", rf"(?:the )?(?:{_W} ){{1,3}}for a living"),
        ("drummer singer guitarist bassist", rf"in a (?:{_W} )?band"),
        ("coaches", rf"(?:{_W} )?(?:football|rugby|soccer|hockey|basketball|swimming|netball|tennis|boxing|camogie|hurling)"),
        ("dinner lunch lollipop cafeteria tea lunchroom", "lad(?:y|ies)"),
        ("land", "girl"),
        ("dorm house", "mother"),
        ("scoop pickup repair delivery milk coal ice", "man"),
        ("theatre bush district", "(?:sister|nurse)(?= ?[&,.;)]| and)"),
    )
)
_ENGLISH_VERBS = Awaited(_ENGLISH)
# Said of those who drive, fly or cook for a firm: the verb alone.
_FOR_FIRMS = words("drives drove flies flew codes dispatches delivers cleans cooks sews welds fishes logs hauls trucks caters")
_FIRM = late_pattern(r" (?:for|with|w/) (?:the |a )?[A-Z]")
# Heads that are an occupation only with a word before them: "police dog handler", "plasterer's mate".
_HEADS = words(
    """tech rep handler constable selector erector polisher maker fitter picker packer plucker receptionist cleaner proprietor trainer hygienist operator engineer labourer laborer
    machinist fisherman supervisor salesman saleswoman agent chief director clerk porter tutor baker farmer trader vendor seller trimmer grower worker goalie mate secretary apprentice"""
)
_ENGLISH_WORDS = Awaited(_FOR_FIRMS | _HEADS)
_COMPOUND = late_pattern(
    r"(?:(?<=\ba )|(?<=\ban )|(?<=\bas )|(?<=, )|(?<=\()|(?<=[:;] )|(?<=\bis )|(?<=\bwas )|(?<=\bretired )|(?<=\bex-)|(?<=\bformer )|(?<=\bthe ))"
    rf"{_MOD}{{1,2}}[a-z]+\Z|(?<![\w'-]){_W}'s (?:clerk|mate|labourer|laborer|secretary|apprentice)\Z"
)
_BEHIND_STAFF = late_pattern(r" (?:was|is|to|will|informed|aware|called|rang|said|for|on)\b")  # "the ward clerk rang"

_ART = r"(?:(?:el|la|los|las|un|una|unos|unas|o|a|os|as|um|uma|su|seu|sua) )?"
_THE = "(?:el |la |un |una |uma |um |o |a |las |los |su )"
_STORE = (
    r"(?:tiendas?|tiendita|puesto|bar|taller|loja|lojinha|negocio|kiosco|quiosco|estanco|taxi|camion|caminhao|barca|barco|finca|granja|rebano|vacas|ovejas|cabras|hostal|restaurante|fonda|comedor"
    r"|gimnasio|academia|guarderia|bodega|boliche|salao|oficina|quitanda|sitio|roca|chacra|molino|parcela|huerta|abarrotes|colmado|almacen|[a-z]{3,12}(?:eria|aria))"
)
_GOODS = (
    r"(?:trenzas|totopos?|tortillas|tamales|charangos|guitarras|unas|unhas?|mandados|mandaditos|limpiezas?|jardines|portes|mudanzas|chapuzas|camas|cestos|canastas|ollas|velas|ladrillos?|adobes?"
    r"|muebles|dulces|pasteles|tacos|zapatos|huaraches|trajes|vestidos|ceramica|artesanias?|redes|barcas|cortinas|petates|sombreros|hamacas|manicuras?|transporte|bolos|marmitas?|croche|sobrancelhas?"
    r"|bicos?|faxinas?|diarias?|carretos?|renda|tapioca|farinha|carvao|vassouras?|pan|panes|comida|quesos?|cestas|esteiras|tijolos?|doces|salgados|costuras?|fletes?|arepas|empanadas|chipas?|helados"
    r"|jabones|joyas|guipiles|huipiles)"
)
_PRODUCE = (
    r"(?:cana|cafe|cardamomo|chiles?|pelo|cabello|cabelo|lena|lenha|pepinos?|tomate|jitomate|papas?|fresas?|uvas?|aceitunas?|tabaco|algodon|algodao|flores|rosas|pasto|cesped|palma|platano"
    r"|banano|pinas?|naranjas?|limon|limones|mango|aguacate|manzanas?|cerezas?|esparragos?|brocoli|lechugas?|ajo|cebolla|maiz|trigo|arroz|sisal|cacao|cacau|acai|castanha|laranja|morangos?"
    r"|azeitonas?|cortica|setas|carton|papelao|chatarra|latinhas|basura)"
)
_HERDS = r"(?:ovejas|ovelhas|cabras|vacas|borregos|cerdos|gallinas|chivos|porcos|galinhas|gado|ganado|abejas|abelhas|caballos|llamas|alpacas)"
_STREETS = r"(?:mercadillos?|mercado|tianguis|feira|feria|calle|rua|orilla(?: de la carretera)?|metro|playa|praia|plaza|puesto|banca|semaforos?|esquina|sinal|onibus|camiones|malecon)"
_WORKPLACES = (
    r"(?:call center|archivo|estetica|peluqueria|bar|restaurante|tienda|fonda|lavanderia|oficina|almacen|huerta|vinedo|packing|rastro|matadero|carnica|taqueria|tortilleria|panaderia"
    r"|supermercado|aserradero|granja|plataforma|invernadero|ladrillera|cocina|limpieza|obra|construccion|campo|roca|lavoura|maquila)"
)
_ROMANCE = _rules(
    (
        (
            "hace hacia haciendo hago hacen faz fazia fazendo faco elabora elaboraba teje tejia borda bordaba",
            rf"{_ART}{_GOODS}(?: a mano| por encargo)?(?: (?:en|na|no) (?:el |la )?{_STREETS})?(?! (?:dias?|anos?|meses))",
        ),
        (
            """corta cortaba cortar cortado cortando corto cortava cortan recoge recogia recoger recogiendo recogido cosecha cosechaba cosechar cosechando empaca empacaba empacar empacando
            siembra siembran sembraba sembrar sembrando cultiva cultivaba cultivar cultivando cultivan pizca pizcar pizcaba piscar colhe colhia colher colhendo apanha apanhava apanhar planta
            plantaba plantava plantar""",
            rf"{_PRODUCE}(?: y (?!despues|luego|sin|no|ahora)[a-z]{{4,12}})?",
        ),
        (
            "reparte repartia repartiendo reparto entrega entregava",
            "(?:garrafones|comida|gas|leche|pan|periodicos|pizzas|paquetes|agua|butano|correo|en moto|en bici|de moto|marmitas?|encomendas|pedidos)",
        ),
        ("despacha despachaba", "(?:gasolina|en (?:la|una|el) [a-z]{3,14})"),
        ("carga cargaba descarga descargaba estiba estibaba", "(?:cajas|bultos|camiones|sacos|barcos|caixas|caminhoes)"),
        ("tiene tenia tienen tem tinha lleva llevaba regenta regentaba atiende atendia abriendo", rf"{_THE}{_STORE}(?: de [a-z]{{3,12}})?(?! (?:abiert|cerrad|fechad))"),
        ("tem tiene", "(?:loja|tienda|negocio|puesto|taller|finca|ganado|quitanda)"),
        ("leva lleva", "(?:as vacas|a contabilidade(?: da [a-z]{4,14})?|la contabilidad(?: de la [a-z]{4,14})?)"),
        ("da daba dando imparte impartia", "clases(?: particulares)?(?: de [a-z]{3,14})?"),
        ("da dava", "aulas?(?: de [a-z]{3,14})?"),
        (
            "estudia estudiaba cursa cursaba estuda estudava",
            "(?:bellas artes|minas|derecho|magisterio|[a-z]{3,12}(?:ologia|eria|istica|atica|onomia|ismo|ura))",
        ),
        ("pone ponia", "unas"),
        ("guarda guardaba guardava pastorea pastoreaba cria criaba criava ordena ordenaba", _HERDS),
        (
            "conduz conduzia maneja manejaba conduce conducia dirige guia",
            rf"{_ART}(?:triciclo|mototaxi|carrinha|furgoneta|ambulancia|grua|rastra|tractor|microbus|chiva|lancha|camion|taxi|autobus|bus|colectivo|combi|van|moto|excavadora|cosechadora"
            r"|empilhadora|empilhadeira)(?: (?:do|de|del) [a-z]{3,10})?",
        ),
        ("vende vendia vendo venden vendiendo vendendo", rf"(?:en|na|no|nas|nos) (?:el |la |los |las )?{_STREETS}"),
        ("anda andaba", "(?:de|en el|en la|con la|con el) (?:mototaxi|chatarra|jornal|jornalero|peon|chalan|ayudante|obra|tomate|pizca|limpieza|mar|campo|milpa|albanil)"),
        ("embarcado embarcada", "en un [a-z]{4,12}"),
        ("interna", "en una casa"),
        ("trabaja trabajaba trabajo trabajando", rf"(?:en|na|no) (?:el |la |un |una )?{_WORKPLACES}"),
    )
)
_ROMANCE_VERBS = Awaited(_ROMANCE)
# "Quino el de la ferretería", "la señora de la papelería": known by the shop.
_SHOPS = tuple("tienda tiendita farmacia botica agro kiosco quiosco estanco loteria birria tamales churros carnitas quesos verduras chatarra eria".split())  # as they end
_KNOWN_BY = late_pattern(rf" ?(?:(?:el|la) )?(?:de la|del|de los|de las) (?:{'|'.join(_SHOPS[:-1])}|[a-z]{{4,12}}eria)(?!\w)")
_OF = Awaited(("de", "del"))
_ADDRESSED = words("senora sra sr dona don")


def trades(page: Page) -> Iterator[tuple[int, int, float]]:
    """Start, end and score of each phrase that tells what somebody lives by."""
    english = page.language == "en"
    rules, folded, spans = _ENGLISH if english else _ROMANCE, page.folded, page.spans
    for number in index_of(page).tokens(_ENGLISH_VERBS if english else _ROMANCE_VERBS):
        start, end = spans[number]
        ends = [match.end() for pattern in rules[page.words[number]] if (match := pattern.match(folded, end))]
        # "hace unas semanas": only "uñas" are a trade.
        if ends and not (folded[max(ends) - 5 : max(ends)] == " unas" and "ñ" not in page.text[max(ends) - 4 : max(ends)].lower()):
            yield start, max(ends), 0.68
    yield from _english(page) if english else _known_by(page)


def _english(page: Page) -> Iterator[tuple[int, int, float]]:
    """Verbs before a firm, and compounds by their last word."""
    for number in index_of(page).tokens(_ENGLISH_WORDS):
        start, end = page.spans[number]
        if page.words[number] in _FOR_FIRMS and _FIRM.match(page.text, end):
            yield start, end, 0.68
        elif page.words[number] in _HEADS and not _BEHIND_STAFF.match(page.folded, end):
            from_ = max(0, start - 56)
            match = _COMPOUND.search(page.folded[from_:end])
            if match and "\n" not in match.group():
                first = match.start() + from_
                yield first + 3 * match.group().startswith("ex-"), end, 0.68


def _known_by(page: Page) -> Iterator[tuple[int, int, float]]:
    """"el de la tienda" right behind a name or "señora", with no name of the shop behind it."""
    words_, spans, text = page.words, page.spans, page.text
    for number in index_of(page).tokens(_OF):
        # The shop stands behind "del" or "de la"; most of what stands there is none.
        if not "".join(words_[number + 1 : number + 2] if words_[number] == "del" else words_[number + 2 : number + 3]).endswith(_SHOPS):
            continue
        first = number - 1 if number and words_[number - 1] in ("el", "la") else number
        before = first - 1
        if before > 0 and words_[before] in (",", "."):
            before -= 1
        if before < 0 or text[spans[before][0] : spans[first][0]].count("\n"):
            continue
        at = spans[before][0]
        if words_[before] not in _ADDRESSED and not (len(words_[before]) > 2 and text[at].isupper() and text[at + 1].islower()):
            continue
        match = _KNOWN_BY.match(page.folded, spans[first][0])
        if match and text[spans[first][0] : match.end()].islower() and not text[match.end() + 1 : match.end() + 2].isupper():
            yield spans[first][0], match.end(), 0.64
