"""Streets, facilities and professions to draw surrogates from: plain data, all invented or common to everywhere."""

from __future__ import annotations

from velado.languages import words

__all__ = ["FACILITIES", "FACILITY_KINDS", "KIN", "KINDS", "PROFESSIONS", "STREETS", "STREET_KINDS", "STREET_TYPES"]


def _listed(text: str) -> tuple[str, ...]:
    return tuple(" ".join(entry.split()) for entry in text.split(","))


STREETS: dict[str, tuple[str, ...]] = {
    "es": _listed("""
        Los Almendros, Las Acacias, La Encina, Los Tilos, El Olivar, Las Amapolas, La Alameda, Los Fresnos, El Molino,
        La Noria, Los Pinos, Las Magnolias, El Romeral, Los Cipreses, La Ribera, Las Violetas, Los Naranjos, El Mirador,
        La Cantera, Las Gardenias, Los Laureles, El Ciruelo, La Higuera, Los Jazmines, El Espino, Las Moreras, La Ermita,
        Los Abedules, El Granado, Las Hortensias, La Vaguada, Los Castaños, El Robledal, Las Adelfas, La Pradera
    """),
    "pt": _listed("""
        das Acácias, dos Plátanos, da Fonte Nova, do Moinho, das Oliveiras, dos Loureiros, da Azinheira, das Violetas,
        do Pinhal, dos Cedros, das Magnólias, da Ribeira Velha, do Outeiro, dos Jasmins, das Camélias, da Nogueira,
        do Castanheiro, dos Ipês, das Hortênsias, da Ermida, do Sobreiro, das Figueiras, dos Salgueiros, da Cerejeira,
        do Mirante, das Amoreiras, dos Lírios, da Eira, do Cruzeiro Velho, das Palmeiras, dos Jacarandás
    """),
    "en": _listed("""
        Alderwood, Birchfield, Cedar, Elmfield, Fernhill, Greenbank, Hawthorn, Ivybridge, Juniper, Kingfisher, Larchmont,
        Maplewood, Nightingale, Orchard, Poplar, Quarry, Rowan, Sycamore, Thistle, Underhill, Vine, Willowbrook, Yew Tree,
        Aspen, Beechcroft, Clover, Dovecote, Foxglove, Harebell, Lavender
    """),
}
STREET_KINDS = {"es": ("Calle",), "pt": ("Rua",), "en": ("Road", "Street", "Avenue", "Lane", "Drive")}
# How an address begins, folded; kept as it is written.
STREET_TYPES = words("""
    c calle cl cll av avd avda ave avenida paseo pso plaza pza plz ronda camino cno carretera ctra travesia pasaje psje
    callejon calzada calz blvd boulevard bulevar andador privada priv priva cerrada circuito prolongacion carrera cra kra kr cr
    diagonal dg transversal tv jiron jr urb urbanizacion rua r travessa tv praca pc estrada est rodovia rod alameda al largo
    beco viela rampa calcada ladeira vila quinta bairro barrio colonia col fracc
""")

FACILITIES: dict[str, tuple[str, ...]] = {
    "es": _listed("""
        Monteclaro, Los Olmos, San Telmo, Santa Aurelia, Valdemar, Río Claro, Las Lomas Verdes, San Fermín del Prado,
        Santa Eulalia, La Alborada, Puerto Sereno, San Evaristo, Los Arrayanes, Campoalegre, Santa Casilda, El Encinar,
        Vista Serena, San Amaro, Las Araucarias, Nuestra Señora del Prado, Altozano, San Leandro, Peñablanca, Los Sauces,
        Santa Quiteria, Valleameno, San Hilario, Fuenteclara, Los Ceibos, Ribera Alta
    """),
    "pt": _listed("""
        Monte Claro, Santa Aurélia, São Telmo, Vale Sereno, Rio Claro do Sul, Os Olmos, Santa Eulália, Boa Alvorada,
        Porto Sereno, São Evaristo, Campo Alegre, Santa Cássia, São Leandro, Serra Branca, As Araucárias, Nossa Senhora do Prado,
        São Hilário, Fonte Clara, Os Salgueiros, Ribeira Alta, Santa Quitéria, Vista Serena, São Germano, Quinta Verde,
        São Pelágio, Pedra Alva, Vila Serena, Lagoa Mansa, São Fulgêncio, Outeiro Alto
    """),
    "en": _listed("""
        Fairhaven, Oakmere, St Aldhelm's, Riverbend, Stonebridge, Harrowgate Park, Brookfield, St Werburgh's, Lakeshore,
        Eastmoor, Millbrook, Cedar Hill, St Cuthman's, Northfield, Westering, Pinecrest, Ashdown, Greenhollow, St Osyth's,
        Kingsmead, Silverlake, Whitecliff, Meadowbank, Thornbury Cross, Hollins, Redmoor, Beaconsfield Road, Copperfield,
        Larkhill, Summerfield
    """),
}
# Words that only tell the kind of facility, folded: they stay, for they are what the medicine needs.
FACILITY_KINDS = words("""
    hospital hospitalario clinica clinico clinic general regional universitario universitaria universitary university
    university teaching community county memorial children's infantil materno maternidad maternidade pediatrico psiquiatrico
    comarcal provincial nacional municipal central geral distrital estadual federal rural urbano urbana integral integrado
    centro center centre complejo complexo unidad unidade de del do da dos das la el los las y e salud saude health medico
    medica medical medicine familiar familia primaria basica ambulatorio ambulatory consultorio posto puesto policlinica
    policlinico poliambulatorio sanatorio sanatório instituto institute servicio servico dispensario farmacia pharmacy botica
    drogueria laboratorio laboratory lab dialisis dialise dialysis surgery practice nursing home hospice infirmary residencia
    residencial lar asilo escuela escola school primaria secundaria preparatoria colegio college liceo liceu universidad
    universidade facultad faculdade jardin infantes guarderia creche banco bank caja seguros seguradora insurance iglesia igreja
    church parroquia paroquia juzgado tribunal court fundacion fundacao foundation asociacion associacao empresa company taller
    usf ubs upa ucsp ucc umf hgz hgr hgsz cap cesfam eap ambulatoria
    oficina fabrica factory restaurante restaurant tienda loja shop supermercado supermarket mercado
""")
KINDS: dict[str, dict[str, str]] = {  # where the text names no kind
    "es": {"HOSPITAL": "Hospital", "HEALTH_CENTRE": "Centro de Salud", "INSTITUTION": "Grupo"},
    "pt": {"HOSPITAL": "Hospital", "HEALTH_CENTRE": "Centro de Saúde", "INSTITUTION": "Grupo"},
    "en": {"HOSPITAL": "Hospital", "HEALTH_CENTRE": "Health Centre", "INSTITUTION": "Group"},
}

# A form ending in "/a" has a female one.
PROFESSIONS: dict[str, tuple[str, ...]] = {
    "es": _listed("""
        administrativo/a, carpintero/a, cocinero/a, jardinero/a, camarero/a, cajero/a, fontanero/a, sastre, panadero/a,
        bibliotecario/a, mecánico/a, electricista, recepcionista, traductor/a, contable, comerciante, pintor/a, zapatero/a,
        fotógrafo/a, delineante, tapicero/a, guía turístico, archivero/a, librero/a, relojero/a, florista
    """),
    "pt": _listed("""
        carpinteiro/a, cozinheiro/a, jardineiro/a, padeiro/a, bibliotecário/a, mecânico/a, eletricista, recepcionista,
        tradutor/a, contabilista, comerciante, pintor/a, sapateiro/a, fotógrafo/a, desenhista, estofador/a, arquivista,
        livreiro/a, relojoeiro/a, florista, costureiro/a, garçom, motorista, serralheiro/a, vidraceiro/a
    """),
    "en": _listed("""
        carpenter, cook, gardener, baker, librarian, mechanic, electrician, receptionist, translator, bookkeeper,
        shopkeeper, decorator, cobbler, photographer, draughtsman, upholsterer, archivist, bookseller, watchmaker, florist,
        tailor, plumber, bus driver, locksmith, glazier
    """),
}
KIN = {"es": "familiar", "pt": "familiar", "en": "relative"}
