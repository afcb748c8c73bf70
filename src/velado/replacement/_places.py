"""Where towns lie: country, region, and the provinces and larger towns of each. To coarsen a place, and to draw another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from velado.tokens import fold

__all__ = ["COUNTRIES", "REGIONS", "country_named", "regions_of", "towns_in"]

# Code, then the name in Spanish, Portuguese and English.
COUNTRIES: Mapping[str, tuple[str, str, str]] = {
    line.split()[0]: (line.split()[1].replace("_", " "), line.split()[2].replace("_", " "), line.split()[3].replace("_", " "))
    for line in """
ES España Espanha Spain
MX México México Mexico
AR Argentina Argentina Argentina
CO Colombia Colômbia Colombia
CL Chile Chile Chile
PE Perú Peru Peru
EC Ecuador Equador Ecuador
BO Bolivia Bolívia Bolivia
UY Uruguay Uruguai Uruguay
PY Paraguay Paraguai Paraguay
VE Venezuela Venezuela Venezuela
GT Guatemala Guatemala Guatemala
SV El_Salvador El_Salvador El_Salvador
HN Honduras Honduras Honduras
NI Nicaragua Nicarágua Nicaragua
CR Costa_Rica Costa_Rica Costa_Rica
PA Panamá Panamá Panama
CU Cuba Cuba Cuba
DO República_Dominicana República_Dominicana Dominican_Republic
PR Puerto_Rico Porto_Rico Puerto_Rico
PT Portugal Portugal Portugal
BR Brasil Brasil Brazil
AO Angola Angola Angola
MZ Mozambique Moçambique Mozambique
CV Cabo_Verde Cabo_Verde Cape_Verde
US Estados_Unidos Estados_Unidos United_States
GB Reino_Unido Reino_Unido United_Kingdom
IE Irlanda Irlanda Ireland
CA Canadá Canadá Canada
AU Australia Austrália Australia
FR Francia França France
IT Italia Itália Italy
DE Alemania Alemanha Germany
RO Rumanía Roménia Romania
MA Marruecos Marrocos Morocco
CN China China China
UA Ucrania Ucrânia Ukraine
PH Filipinas Filipinas Philippines
PK Pakistán Paquistão Pakistan
IN India Índia India
""".strip().splitlines()
}

_TABLE = """
ES Andalucía: Sevilla, Málaga, Granada, Córdoba, Cádiz, Huelva, Jaén, Almería, Jerez de la Frontera, Marbella, Algeciras
ES Aragón: Zaragoza, Huesca, Teruel, Calatayud, Barbastro, Alcañiz
ES Asturias: Oviedo, Gijón, Avilés, Mieres, Langreo
ES Islas Baleares: Palma de Mallorca, Palma, Mallorca, Menorca, Ibiza, Manacor, Inca
ES Canarias: Las Palmas, Las Palmas de Gran Canaria, Santa Cruz de Tenerife, Tenerife, La Laguna, Telde, Arona, Arrecife
ES Cantabria: Santander, Torrelavega, Castro Urdiales, Laredo, Reinosa
ES Castilla-La Mancha: Toledo, Ciudad Real, Albacete, Cuenca, Guadalajara, Talavera de la Reina, Puertollano, Tomelloso
ES Castilla y León: Valladolid, León, Burgos, Salamanca, Zamora, Palencia, Ávila, Segovia, Soria, Ponferrada, Aranda de Duero
ES Cataluña: Barcelona, Girona, Gerona, Lleida, Lérida, Tarragona, Sabadell, Terrassa, Badalona, Mataró, Reus, Manresa
ES Comunidad Valenciana: Valencia, Alicante, Castellón, Castellón de la Plana, Elche, Gandía, Alcoy, Torrevieja
ES Extremadura: Badajoz, Cáceres, Mérida, Plasencia, Don Benito, Almendralejo
ES Galicia: La Coruña, A Coruña, Lugo, Ourense, Orense, Pontevedra, Vigo, Santiago de Compostela, Ferrol, Vilagarcía de Arousa
ES La Rioja: Logroño, Calahorra, Haro, Arnedo
ES Comunidad de Madrid: Madrid, Alcalá de Henares, Móstoles, Getafe, Leganés, Fuenlabrada, Alcorcón, Parla, Aranjuez
ES Región de Murcia: Murcia, Cartagena, Lorca, Molina de Segura, Yecla, Águilas
ES Navarra: Pamplona, Tudela, Estella, Tafalla
ES País Vasco: Bilbao, Vitoria, San Sebastián, Vizcaya, Bizkaia, Guipúzcoa, Gipuzkoa, Álava, Barakaldo, Getxo, Irún, Éibar
MX Aguascalientes: Calvillo, Jesús María
MX Baja California: Tijuana, Mexicali, Ensenada, Tecate, Rosarito
MX Baja California Sur: La Paz, Los Cabos, San José del Cabo, Loreto
MX Campeche: Ciudad del Carmen, Champotón
MX Chiapas: Tuxtla Gutiérrez, Tapachula, San Cristóbal de las Casas, Comitán, Palenque
MX Chihuahua: Ciudad Juárez, Delicias, Parral, Cuauhtémoc
MX Ciudad de México: CDMX, Distrito Federal, D.F., Iztapalapa, Coyoacán, Tlalpan, Xochimilco, Azcapotzalco
MX Coahuila: Saltillo, Torreón, Monclova, Piedras Negras
MX Colima: Manzanillo, Tecomán
MX Durango: Gómez Palacio, Lerdo
MX Estado de México: Toluca, Ecatepec, Nezahualcóyotl, Naucalpan, Tlalnepantla, Chalco, Texcoco
MX Guanajuato: León, Irapuato, Celaya, Salamanca, Silao
MX Guerrero: Acapulco, Chilpancingo, Iguala, Taxco, Zihuatanejo
MX Hidalgo: Pachuca, Tulancingo, Tula, Ixmiquilpan
MX Jalisco: Guadalajara, Zapopan, Tlaquepaque, Tonalá, Puerto Vallarta, Lagos de Moreno, Ciudad Guzmán
MX Michoacán: Morelia, Uruapan, Zamora, Lázaro Cárdenas, Pátzcuaro
MX Morelos: Cuernavaca, Cuautla, Jiutepec
MX Nayarit: Tepic, Compostela, Ixtlán del Río
MX Nuevo León: Monterrey, Guadalupe, San Nicolás de los Garza, Apodaca, Linares
MX Oaxaca: Salina Cruz, Juchitán, Tuxtepec, Huajuapan
MX Puebla: Tehuacán, Atlixco, Cholula, Teziutlán
MX Querétaro: San Juan del Río, Cadereyta
MX Quintana Roo: Cancún, Chetumal, Playa del Carmen, Cozumel
MX San Luis Potosí: Matehuala, Ciudad Valles, Rioverde
MX Sinaloa: Culiacán, Mazatlán, Los Mochis, Guasave
MX Sonora: Hermosillo, Nogales, Ciudad Obregón, Guaymas, Navojoa
MX Tabasco: Villahermosa, Cárdenas, Comalcalco
MX Tamaulipas: Tampico, Reynosa, Matamoros, Nuevo Laredo, Ciudad Victoria
MX Tlaxcala: Apizaco, Huamantla
MX Veracruz: Xalapa, Coatzacoalcos, Poza Rica, Córdoba, Orizaba, Minatitlán
MX Yucatán: Mérida, Valladolid, Tizimín, Progreso
MX Zacatecas: Fresnillo, Jerez, Río Grande
AR Buenos Aires: La Plata, Mar del Plata, Bahía Blanca, Quilmes, Lanús, Avellaneda, Morón, Tandil, Pergamino, Junín, CABA
AR Córdoba: Villa Carlos Paz, Río Cuarto, Villa María, San Francisco
AR Santa Fe: Rosario, Rafaela, Venado Tuerto, Reconquista
AR Mendoza: San Rafael, Godoy Cruz, Maipú
AR Tucumán: San Miguel de Tucumán, Tafí Viejo, Concepción
AR Salta: Orán, Tartagal, Cafayate
AR Entre Ríos: Paraná, Concordia, Gualeguaychú
AR Misiones: Posadas, Oberá, Eldorado
AR Chaco: Resistencia, Villa Ángela
AR Corrientes: Goya, Mercedes
AR Neuquén: San Martín de los Andes, Cutral Có, Zapala
AR Río Negro: Bariloche, Viedma, Cipolletti, General Roca
AR Jujuy: San Salvador de Jujuy, Palpalá
AR Chubut: Rawson, Trelew, Comodoro Rivadavia, Puerto Madryn
AR Tierra del Fuego: Ushuaia, Río Grande
AR San Juan: Caucete, Chimbas
CO Antioquia: Medellín, Envigado, Bello, Itagüí, Rionegro, Apartadó
CO Cundinamarca: Soacha, Facatativá, Zipaquirá, Girardot, Chía
CO Bogotá: Bogotá D.C., Suba, Kennedy, Usaquén
CO Valle del Cauca: Cali, Palmira, Buenaventura, Tuluá, Buga
CO Atlántico: Barranquilla, Soledad, Malambo
CO Bolívar: Cartagena, Cartagena de Indias, Magangué
CO Santander: Bucaramanga, Floridablanca, Barrancabermeja
CO Norte de Santander: Cúcuta, Ocaña, Pamplona
CO Caldas: Manizales, La Dorada
CO Risaralda: Pereira, Dosquebradas
CO Tolima: Ibagué, Espinal
CO Nariño: Pasto, Ipiales, Tumaco
CO Huila: Neiva, Pitalito
CO Magdalena: Santa Marta, Ciénaga
CO Boyacá: Tunja, Duitama, Sogamoso
CO Cauca: Popayán, Santander de Quilichao
CL Región Metropolitana: Santiago, Santiago de Chile, Puente Alto, Maipú, La Florida, Las Condes, San Bernardo
CL Valparaíso: Viña del Mar, Quilpué, San Antonio, Quillota
CL Biobío: Concepción, Talcahuano, Los Ángeles, Coronel
CL La Araucanía: Temuco, Villarrica, Angol
CL Los Lagos: Puerto Montt, Osorno, Castro, Ancud
CL Maule: Talca, Curicó, Linares
CL Antofagasta: Calama, Tocopilla
CL Coquimbo: La Serena, Ovalle
CL O'Higgins: Rancagua, San Fernando
CL Los Ríos: Valdivia, La Unión
CL Tarapacá: Iquique, Alto Hospicio
PE Lima: Callao, San Juan de Lurigancho, Miraflores, Huacho, Comas
PE Arequipa: Camaná, Mollendo
PE La Libertad: Trujillo, Chepén
PE Lambayeque: Chiclayo, Ferreñafe
PE Piura: Sullana, Paita, Talara
PE Cusco: Sicuani, Quillabamba
PE Loreto: Iquitos, Yurimaguas
PE Puno: Juliaca, Ilave
PE Junín: Huancayo, Tarma
PE Áncash: Huaraz, Chimbote
EC Pichincha: Quito, Cayambe, Sangolquí
EC Guayas: Guayaquil, Durán, Milagro, Daule
EC Azuay: Cuenca, Gualaceo
EC Manabí: Manta, Portoviejo, Chone
EC Tungurahua: Ambato, Baños
EC Loja: Catamayo, Macará
BO La Paz: El Alto, Viacha
BO Santa Cruz: Santa Cruz de la Sierra, Montero, Warnes
BO Cochabamba: Quillacollo, Sacaba
BO Chuquisaca: Sucre, Monteagudo
BO Potosí: Uyuni, Villazón
UY Montevideo: Ciudad Vieja, Pocitos
UY Canelones: Las Piedras, Pando, Santa Lucía
UY Maldonado: Punta del Este, San Carlos
UY Salto: Constitución, Belén
UY Paysandú: Guichón, Quebracho
PY Central: Luque, San Lorenzo, Lambaré, Capiatá
PY Alto Paraná: Ciudad del Este, Hernandarias
PY Itapúa: Encarnación, Hohenau
PY Asunción: Sajonia, Trinidad
VE Zulia: Maracaibo, Cabimas
VE Distrito Capital: Caracas, Catia
VE Carabobo: Valencia, Puerto Cabello
VE Lara: Barquisimeto, Carora
VE Táchira: San Cristóbal, Táriba
GT Guatemala: Ciudad de Guatemala, Mixco, Villa Nueva
GT Quetzaltenango: Xela, Coatepeque
GT Alta Verapaz: Cobán, San Pedro Carchá
SV San Salvador: Soyapango, Mejicanos, Apopa
SV Santa Ana: Chalchuapa, Metapán
SV San Miguel: Chinameca, Moncagua
HN Francisco Morazán: Tegucigalpa, Comayagüela
HN Cortés: San Pedro Sula, Choloma, Puerto Cortés
HN Atlántida: La Ceiba, Tela
NI Managua: Tipitapa, Ciudad Sandino
NI León: Nagarote, La Paz Centro
NI Matagalpa: Sébaco, Ciudad Darío
CR San José: Desamparados, Escazú, Pérez Zeledón
CR Alajuela: San Carlos, Grecia
CR Limón: Pococí, Siquirres
PA Panamá: Ciudad de Panamá, San Miguelito
PA Chiriquí: David, Boquete
PA Colón: Portobelo, Sabanitas
CU La Habana: Marianao, Guanabacoa
CU Santiago de Cuba: Palma Soriano, Contramaestre
CU Villa Clara: Santa Clara, Sagua la Grande
DO Distrito Nacional: Santo Domingo, Gazcue
DO Santiago: Santiago de los Caballeros, Tamboril
DO La Vega: Jarabacoa, Constanza
PR San Juan: Río Piedras, Santurce
PR Ponce: Juana Díaz, Coto Laurel
PR Mayagüez: Añasco, Hormigueros
PT Lisboa: Sintra, Cascais, Amadora, Loures, Odivelas, Oeiras, Torres Vedras, Vila Franca de Xira
PT Porto: Vila Nova de Gaia, Matosinhos, Gondomar, Maia, Penafiel, Póvoa de Varzim, Amarante
PT Braga: Guimarães, Barcelos, Famalicão, Vila Nova de Famalicão, Fafe
PT Aveiro: Espinho, Ovar, Santa Maria da Feira, Águeda, Ílhavo
PT Coimbra: Figueira da Foz, Cantanhede, Lousã
PT Setúbal: Almada, Seixal, Barreiro, Sesimbra, Montijo
PT Faro: Portimão, Loulé, Tavira, Lagos, Olhão, Albufeira
PT Leiria: Marinha Grande, Caldas da Rainha, Pombal, Peniche
PT Santarém: Tomar, Abrantes, Torres Novas
PT Viseu: Lamego, Mangualde, Tondela
PT Vila Real: Chaves, Peso da Régua
PT Viana do Castelo: Ponte de Lima, Caminha
PT Bragança: Mirandela, Macedo de Cavaleiros
PT Guarda: Seia, Gouveia
PT Castelo Branco: Covilhã, Fundão
PT Portalegre: Elvas, Ponte de Sor
PT Évora: Estremoz, Montemor-o-Novo
PT Beja: Moura, Serpa, Odemira
PT Madeira: Funchal, Câmara de Lobos, Machico
PT Açores: Ponta Delgada, Angra do Heroísmo, Horta, Ribeira Grande
BR São Paulo: Campinas, Santos, Guarulhos, Osasco, Sorocaba, Ribeirão Preto, São José dos Campos, Bauru, Santo André
BR Rio de Janeiro: Niterói, Duque de Caxias, Nova Iguaçu, São Gonçalo, Petrópolis, Campos dos Goytacazes
BR Minas Gerais: Belo Horizonte, Uberlândia, Contagem, Juiz de Fora, Betim, Montes Claros, Ouro Preto
BR Bahia: Salvador, Feira de Santana, Ilhéus, Vitória da Conquista, Itabuna
BR Rio Grande do Sul: Porto Alegre, Caxias do Sul, Pelotas, Canoas, Santa Maria
BR Paraná: Curitiba, Londrina, Maringá, Cascavel, Foz do Iguaçu, Ponta Grossa
BR Santa Catarina: Florianópolis, Joinville, Blumenau, Chapecó, Criciúma
BR Pernambuco: Recife, Olinda, Caruaru, Petrolina, Jaboatão dos Guararapes
BR Ceará: Fortaleza, Sobral, Juazeiro do Norte, Caucaia
BR Pará: Belém, Ananindeua, Santarém, Marabá
BR Amazonas: Manaus, Parintins, Tefé
BR Goiás: Goiânia, Anápolis, Aparecida de Goiânia, Rio Verde
BR Distrito Federal: Brasília, Taguatinga, Ceilândia
BR Espírito Santo: Vitória, Vila Velha, Serra, Cariacica
BR Maranhão: São Luís, Imperatriz, Caxias
BR Paraíba: João Pessoa, Campina Grande, Patos
BR Rio Grande do Norte: Natal, Mossoró, Parnamirim
BR Alagoas: Maceió, Arapiraca
BR Sergipe: Aracaju, Lagarto
BR Piauí: Teresina, Parnaíba
BR Mato Grosso: Cuiabá, Várzea Grande, Rondonópolis
BR Mato Grosso do Sul: Campo Grande, Dourados, Três Lagoas
BR Rondônia: Porto Velho, Ji-Paraná
BR Acre: Rio Branco, Cruzeiro do Sul
BR Tocantins: Palmas, Araguaína
AO Luanda: Viana, Cacuaco
AO Benguela: Lobito, Catumbela
MZ Maputo: Matola, Boane
MZ Sofala: Beira, Dondo
CV Santiago: Praia, Assomada
US California: Los Angeles, San Diego, San Francisco, Sacramento, Fresno, Oakland, San Jose, Long Beach, Bakersfield
US Texas: Houston, Dallas, Austin, San Antonio, El Paso, Fort Worth, Laredo, Brownsville, McAllen
US New York: New York City, Buffalo, Rochester, Albany, Syracuse, Brooklyn, Queens, Bronx, Yonkers
US Florida: Miami, Orlando, Tampa, Jacksonville, Hialeah, Tallahassee, Kissimmee
US Illinois: Chicago, Peoria, Springfield, Rockford, Joliet
US Pennsylvania: Philadelphia, Pittsburgh, Allentown, Scranton
US Ohio: Columbus, Cleveland, Cincinnati, Toledo, Dayton, Akron
US Georgia: Atlanta, Savannah, Macon, Augusta
US Michigan: Detroit, Grand Rapids, Lansing, Flint
US Massachusetts: Boston, Worcester, Lowell, Cambridge
US New Jersey: Newark, Jersey City, Paterson, Trenton
US Arizona: Phoenix, Tucson, Mesa, Tempe
US Washington: Seattle, Spokane, Tacoma, Yakima
US Colorado: Denver, Boulder, Pueblo, Fort Collins
US New Mexico: Albuquerque, Santa Fe, Las Cruces, Roswell
US Nevada: Las Vegas, Reno, Carson City
US Minnesota: Minneapolis, Saint Paul, Duluth
US Missouri: Kansas City, St. Louis, Joplin
US Tennessee: Nashville, Memphis, Knoxville
US Louisiana: New Orleans, Baton Rouge, Shreveport
US Oregon: Portland, Eugene, Salem
US North Carolina: Charlotte, Raleigh, Durham, Greensboro
US Virginia: Richmond, Norfolk, Roanoke
US Wisconsin: Milwaukee, Madison, Green Bay
GB London: Croydon, Camden, Hackney, Ealing, Lewisham, Brixton
GB South East England: Brighton, Southampton, Oxford, Portsmouth, Reading, Canterbury, Kent, Surrey, Sussex
GB South West England: Bristol, Plymouth, Exeter, Bath, Bournemouth, Devon, Cornwall
GB East of England: Cambridge, Norwich, Ipswich, Luton, Essex, Norfolk
GB West Midlands: Birmingham, Coventry, Wolverhampton, Stoke-on-Trent, Walsall
GB East Midlands: Nottingham, Leicester, Derby, Lincoln, Northampton
GB Yorkshire: Leeds, Sheffield, Bradford, York, Hull, Wakefield
GB North West England: Manchester, Liverpool, Preston, Bolton, Blackpool, Lancashire, Cheshire
GB North East England: Newcastle, Sunderland, Durham, Middlesbrough, Gateshead
GB Scotland: Edinburgh, Glasgow, Aberdeen, Dundee, Inverness, Perth
GB Wales: Cardiff, Swansea, Newport, Wrexham, Bangor
GB Northern Ireland: Belfast, Derry, Lisburn, Newry
IE Leinster: Dublin, Kilkenny, Drogheda, Dundalk
IE Munster: Cork, Limerick, Waterford, Tralee
IE Connacht: Galway, Sligo, Castlebar
CA Ontario: Toronto, Ottawa, Hamilton, London, Kingston
CA Quebec: Montreal, Laval, Gatineau, Sherbrooke
CA British Columbia: Vancouver, Victoria, Kelowna
CA Alberta: Calgary, Edmonton, Red Deer
AU New South Wales: Sydney, Newcastle, Wollongong, Dubbo
AU Victoria: Melbourne, Geelong, Ballarat, Bendigo
AU Queensland: Brisbane, Cairns, Townsville, Toowoomba
AU Western Australia: Perth, Fremantle, Bunbury
"""

REGIONS: dict[str, dict[str, tuple[str, ...]]] = {}
for _line in _TABLE.strip().splitlines():
    _head, _towns = _line.split(": ", 1)
    REGIONS.setdefault(_head[:2], {})[_head[3:]] = tuple(_towns.split(", "))


@cache
def _index() -> tuple[dict[str, list[tuple[str, str]]], dict[str, str]]:
    """Folded name of a region or town -> countries and regions; folded name of a country -> its code."""
    places: dict[str, list[tuple[str, str]]] = {}
    for country, regions in REGIONS.items():
        for region, towns in regions.items():
            for name in (region, *towns):
                home = (country, region)
                if home not in places.setdefault(_plain(name), []):
                    places[_plain(name)].append(home)
    countries = {_plain(name): code for code, names in COUNTRIES.items() for name in names}
    countries |= dict.fromkeys(("eua", "eeuu", "ee uu", "usa", "us"), "US")
    countries |= dict.fromkeys(("uk", "england", "inglaterra"), "GB")
    return places, countries


def _plain(name: str) -> str:
    return " ".join(fold(name).replace(".", " ").replace("-", " ").split())


def regions_of(name: str) -> list[tuple[str, str]]:
    """Country and region of each place of this name; a region is in itself.

    >>> regions_of("GUADALAJARA")
    [('ES', 'Castilla-La Mancha'), ('MX', 'Jalisco')]
    """
    return _index()[0].get(_plain(name), [])


def country_named(name: str) -> str:
    """The code of a country by its name in any of the languages; empty when it is not known.

    >>> country_named("méxico"), country_named("Atlantis")
    ('MX', '')
    """
    return _index()[1].get(_plain(name), "")


@cache
def towns_in(country: str) -> tuple[str, ...]:
    """The towns of a country, in the table's order; none when the country is not in it."""
    regions = REGIONS.get(country, {})
    return tuple(dict.fromkeys(town for towns in regions.values() for town in towns if "." not in town and len(town) > 3))
