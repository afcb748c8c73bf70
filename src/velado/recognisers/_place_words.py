"""The words that announce places, name kinds of them, or only look like places. Plain data."""

from __future__ import annotations

from velado.languages import words
from velado.recognisers._localities import STATES

__all__ = [
    "ANNOUNCE",
    "ARTICLES",
    "BEFORE_NAMES",
    "BRAZIL_STATES",
    "KINDS",
    "LEADS",
    "LINKS",
    "LOCATIVE",
    "LOOSE_ANNOUNCE",
    "ORIGINS",
    "PHRASE_TRAPS",
    "SHORT_REGIONS",
    "TRAPS",
    "US_STATES",
    "WEAK_KINDS",
]  # fmt: skip

# With "de", "en", "a", "from"… behind them these announce a place, known or not.
ANNOUNCE = words(
    """originario originaria originarios natural naturales procedente procedentes proveniente oriundo oriunda oriundos residente residentes
    reside residen residia resido radica radican radicado radicada vive viven vivia vivian vivio vivir viviendo vivo habita vecino vecina
    nacido nacida nacio nace domiciliado domiciliada avecindado avecindada viajo viaja viaje viajes emigro migro mudo estuvo trasladado
    trasladada traslado volvio regreso regresa llego llega vino viene salio bajo bajaron baja sube subio
    nascido nascida nasceu mora moram morava moravam veio vem viajou viagem mudou reside transferido transferida chegou emigrou voltou
    lives lived living live born raised resides resided moved travelled traveled travels trip came comes originally native flew emigrated
    immigrated relocated hails grew driving drove"""
)
LOOSE_ANNOUNCE = words("viene vino vem veio bajo baja bajaron sube subio salio trasladado trasladada traslado llega llego transferido transferida regresa regreso came comes drove")
# Before letters that are a country only where somebody's origin is told.
ORIGINS = words(
    """nacionalidad nacionalidade nationality citizen citizenship ciudadano ciudadana cidadao cidada pasaporte passaporte passport origen
    origem origin natural oriundo oriunda nacido nacida nascido nascida born procedente procedencia pais country visa visado visto"""
)
LOCATIVE = words("en em desde hacia in near cerca no na nos nas hasta ate")
LINKS = words("de del do da dos das a al para from to of by for por via entre into outside around y e and")
LEADS = words("de del do da dos das a al en em desde hacia from to in para hasta ate no na nos nas near outside")
ARTICLES = words("la el los las o os as the lo su aqui alla ahora actualmente cerca")
# Kinds of place: the name behind them is one.
KINDS = words(
    """barrio bairro colonia vereda vda comunidad comunidade aldea aldeia ejido rancheria rancho caserio corregimiento municipio mpio mcpio mun
    localidad loc paraje pueblo poblado poblacion ciudad cidade provincia prov departamento dpto depto distrito canton estado edo comuna
    freguesia freg concelho conc vila povoado povoacao sitio isla ilha batey sector barriada canton cton parroquia town village
    county city township borough suburb shire island comarca sindicatura alcaldia alc ranchitos reserva resguardo roca lugarejo distr
    brgy reparto urbanizacion urb fracc residencial pedania campamento cacerio condado partido uf"""
)
# Kinds that are ordinary or medical words as well: only with a capitalised name right behind.
WEAK_KINDS = words("sector estado partido distrito departamento loc mun conc parroquia sitio lugar prov edo vila rancho pueblo comunidad comunidade ciudad cidade city island town county reserva")
BEFORE_NAMES = words(
    """enfermedad sindrome signo escala indice clasificacion criterio criterios test prueba maniobra fiebre virus fractura consenso protocolo
    declaracion convenio acuerdo guia guias score cateter sonda doenca sinal teste classificacao criterios febre disease syndrome sign scale
    criteria classification fever protocol consensus guidelines law manual hospital universidad universidade university calle rua avenida av
    tipo grado metodo tecnica doctor dr dra sr sra don dona senor senora san santa mr mrs ms dona d enf lic fray padre pastor sor tia tio nha"""
)
TRAPS = words(
    """glasgow bristol norfolk vancouver roma rome lima valle cura reyes mayo mal valencia corona liberty marina granada oxford cambridge bath
    reading male sale media alta baja chile turkey turquia angola mesa sonora china guinea carmen camino central union libertad progreso
    esperanza soledad salvador victoria florida montana virginia georgia paris sydney boston charlotte jordan israel india jerusalem
    medina toledo lugo trujillo amparo dolores rosario pilar mercedes concepcion ventura paz sol luz silva porto nova buena bueno punta
    tokyo tokio atlanta milan prague praga seattle vienna viena berlin berlim edinburgh edimburgo manchester nottingham montreal ottawa toronto
    leiden philadelphia filadelfia miami bethesda munich edmonton cincinnati zagreb rotterdam milwaukee copenhagen parkland cleveland sydenham
    willis sudan congo quebec helsinki amsterdam stanford memphis phoenix dallas lund uppsala bern berna bolonia bologna hamilton london
    londres monro unna morrison fowler hashimoto kawasaki rochester trendelenburg downton kansas lyme ebola zika coxsackie marburg hanta
    capurro banti caplan quinton brescia frankfurt hannover bismarck essen california minnesota utah iowa michigan marsella malta
    pico centro general hospital norte sur este oeste dia noche cruz rio campo monte santo santa lobos caja palma normal guarda tal"""
)
PHRASE_TRAPS = frozenset(
    ["los angeles", "ann arbor", "van nuys", "west-haven", "west haven", "st. louis", "st louis", "rocky mountain", "constant spring", "new york",
     "san juan", "santa cruz", "san vicente", "buenos aires", "west nile", "las vegas", "media luna", "el cajon", "san blas", "santa rita", "cruz roja"]
)  # fmt: skip
US_STATES = frozenset(state.lower() for state in STATES)
BRAZIL_STATES = words("ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to")
SHORT_REGIONS = words(
    """ags bcn bcs camp chis chih coah col cdmx dgo gto gro hgo jal mex mich mor nay oax pue qro qroo slp sin son tab tamps tlax ver yuc zac
    cba bsas tuc mza ant cund val edomex df nl bs as caba"""
)
