"""How an occupation is worded: endings, complements, verbs that earn a living. Shared by the recogniser of professions."""

from __future__ import annotations

from functools import lru_cache

from velado import lexicons
from velado.languages import languages, words
from velado.patterns import late_pattern
from velado.recognisers._capitals import closed_class

__all__ = ["ADJECTIVES", "NEVER", "RANKS", "STAFF", "WORK_VERBS", "kin", "looks_like_occupation"]


# Roles of those who write the notes: an occupation of the patient only where something says so.
STAFF = words(
    """medico medica medicos enfermera enfermero enfermeras enfermeros enfermeria trabajadora trabajador psicologa psicologo fisioterapeuta
    matrona obstetra partera residente auxiliar tecnico tecnica nutricionista nutriologa nutriologo cirujano cirujana anestesista
    anestesiologo anestesiologa pediatra ginecologo ginecologa cardiologo cardiologa psiquiatra internista urologo neurologo neurologa
    odontologo odontologa dentista farmaceutica farmaceutico paramedico paramedica camillero camillera terapeuta logopeda kinesiologo
    kinesiologa interno interna pasante especialista radiologo radiologa patologo patologa oncologo oncologa hematologo traumatologo
    enfermeiro enfermeira tecnica parteira medico fonoaudiologa fonoaudiologo agente socorrista maqueiro assistente terapeuta
    nurse doctor physician surgeon midwife paramedic therapist pharmacist dietitian physiotherapist radiologist resident consultant
    intern matron carer cuidador cuidadora cuidadores interprete traductora traductor promotora promotor policia policial guardia
    perito perita juez jueza fiscal notario notaria coordinador coordinadora jefe jefa director directora supervisor supervisora medico
    oficial sargento cabo detective officer police assistente asistente mediadora mediador intermediadora dietista optometrist radiographer
    interpreter youth social dispatcher educadora educador orientadora orientador curandeiro fonoaudiologa operador policial"""
)
NEVER = words(
    """dependiente fisico fisica mayor padre padres escolar pupils pupil major general criada criado labrador baba film autonoma autonomo escolta religiosa homeless school laid
    bomberos bombeiros carabineros policias doctor doctora dr dra doutor doutora paciente pacientes jubilado jubilada pensionado pensionada pensionista reformado reformada aposentado aposentada desempleado
    desempleada cesante parado viuda viudo soltero soltera casado casada retired unemployed compañero companera usuario usuaria primera primero
    critico critica continuo copy ranger carregador tercera tercero entero entera ligero ligera severo severa hematoma problema sintoma ultimo ultima soltera fiebre"""
)
ADJECTIVES = words(
    """rural municipal diesel naval agricola industrial escolar publico publica domestica domestico mercantil civil comercial independiente
    electrico mecanico escolar forestal informal textil autonoma autonomo particular ambulante metalurgico sanitario ganadero social
    indigena eventual temporal agricultural maritimo maritima universitario universitaria bilingue rodante"""
)
# Offices and honours: with what follows them they single somebody out.
RANKS = words(
    """alcalde alcaldesa concejal regidor regidora diputado diputada senador senadora gobernador gobernadora cacique lonko machi werken curaca
    regulo soba campeon campeona medallista prefeito prefeita vereador vereadora deputado deputada exalcalde exgobernador ministro ministra
    magistrado magistrada intendente obispo arzobispo bispo mayor councillor councilwoman councilman congressman senator champion
    comisariado sindico presidenta primer ultimo ultima unico unica superviviente fundador fundadora heredero embajador consul"""
)
_ROMANCE = late_pattern(r"[a-z]{3,}(?:ero|era|ista|dor|dora|eiro|eira|lero|lera)")
_ENGLISH = late_pattern(r"[a-z]{2,}(?:(?<!i)er|or|ist|man|woman|smith|keeper|worker|monger|herd|hand|wright)")
# The same endings: nearly all words are done with after a look at them.
_ROMANCE_ENDINGS = ("ero", "era", "ista", "dor", "dora", "eiro", "eira")
_ENGLISH_ENDINGS = ("er", "or", "ist", "man", "smith", "monger", "herd", "hand", "wright")
_NOT_ENDINGS = words(
    """manera primera segunda tercera cadera espera carrera frontera madera enero febrero dinero pero cero acero sendero bandera era fuera
    hubiera tuviera pudiera quiera cualquiera dolor color olor calor valor mejor peor menor mayor sudor vapor error tumor temor favor
    factor motor sector doctor doctora calculador monitor tambor labor amor flor por ceguera gotera tijera pulsera derrame cabecera
    nevera escalera bañera banera lumbar mamadera sonda sudador inhalador aspirador ventilador desfibrilador marcador inhibidor bloqueador
    broncodilatador diabetes dieta madeira primeiro janeiro fevereiro dinheiro inteiro inteira cadeira maneira beira torneira geladeira
    banheiro mamadeira feira quarta terceiro lista vista revista entrevista pista cancer after never other over under mother father
    brother sister daughter her fever liver ulcer water weather whether another however letter later number paper better bitter bladder
    shoulder finger trigger order older younger former further either neither winter summer dinner rather together ever minor major
    prior exterior anterior posterior superior inferior interior motor tremor humor human woman ovarian list exist persist wrist fist
    consist resist assist insist mist twist color colour labour odor labor donor error mirror stand hand behand beforehand offhand
    sedentaria diaria diario necesario necesaria salario horario primario primaria secundario secundaria voluntario funcionario
    tolera ulcera fumador fumadora solteiro solteira portador portadora calibrador gerador generador ressuscitador morador moradora mollera
    gallinero carteira cordeiro turista puerpera motociclista ciclista localizador receptor receptora donador donadora doador doadora agresor
    agressor consumidor consumidora bebedor supera opera altera genera considera recupera libera modera coopera prolifera acelera reitera
    trabajador trabajadora trabalhador trabalhadora cosechadora lavadora secadora licuadora caldera chimenea hoguera ribera cordillera
    nadador hablador compresor sensor reductor tractor director lector vector tutor autor actor neighbor neighbour passenger driver owner
    partner stranger caller holder wheeler walker stroller recliner loader heater cooler computer printer scanner cooker freezer
    fumadores vividor temblor sabor esplendor exterior posterior partidor visitador llanera cera sera hera pera litera galera cartera
    acompanador empujador bombero pasajero pasajera compañero soltero aguacero agujero letrero sombrero tablero florero basurero
    respirador cooperador cooperadora reductor borrador incubadora pulseira tabaquista goteira sensor smoker nonsmoker teenager carrier disorder drinker user abuser sufferer survivor newcomer foreigner toddler youngster believer gambler
    loser fighter rotator trainer helper stutterer snorer sleeper eater responder ligero ligera centromero levantador elevador rotador
    carrer dormidor comedor corredor alrededor ascensor televisor computador elevador congelador tendero refrigerador secador"""
) - {"funcionario", "voluntario", "tendero", "bombero", "driver", "owner", "director", "actor", "nadador"}

# A verb and what it is done to or with: "vende tamales", "maneja un taxi", "drives a truck".
WORK_VERBS: dict[str, frozenset[str] | None] = {
    **dict.fromkeys("vende vendia vendiendo venden vendo vendendo sells selling".split(), None),
    **dict.fromkeys(
        "maneja manejaba conduce conducia dirige dirigia drives drove driving manejando guia guiaba".split(),
        words(
            """taxi camion camiones combi bus micro trailer uber tractor tractocamion mototaxi ambulancia metro tren truck trucks bus buses cab
            forklift lorry lorries van carreta caminhao onibus trator carro carros colectivo pipa van taxi tram grua excavadora coach"""
        ),
    ),
    **dict.fromkeys(
        "limpia limpiaba limpiando limpa limpava limpian cleans cleaned cleaning".split(),
        words(
            """casas oficinas cuartos habitaciones pisos escaleras hoteles departamentos vidrios parabrisas pescado casa casas escritorios
            quartos escadas vidros houses offices rooms hotels homes windows pools"""
        ),
    ),
    **dict.fromkeys(
        "cuida cuidaba cuidando cuidan".split(),
        words("coches carros autos ninos ancianos animales ganado enfermos vacas borregos chivos ovejas cabras adultos criancas idosos viejitos abuelos"),
    ),
    **dict.fromkeys("lava lavaba lavando plancha planchaba".split(), words("ropa carros coches autos trastes roupa ajeno pratos")),
    **dict.fromkeys("corta cortaba cortando cortan".split(), words("cana lena pelo cabello madera fruta flores cabelo lenha pasto cesped cafe palma pino")),
    **dict.fromkeys("cose cosia borda bordaba teje tejia costurava".split(), None),
    **dict.fromkeys(
        "sembraba cosecha cosechaba plantava cultivaba colhe colhia recolecta apanha apanhava".split(), None
    ),
    **dict.fromkeys(
        "hace hacia elabora elaboraba fabrica faz fazia makes".split(),
        words(
            """tortillas pan tamales ladrillos fletes muebles carbon quesos queso artesanias cesteria tejidos unas faxina faxinas salgados doces
            bolos fretes pao carvao marmitas unhas cestas hamacas sombreros piñatas pinatas chipa arepas empanadas nails tortas"""
        ),
    ),
    **dict.fromkeys("pastorea pastoreaba ordenha ordenhava".split(), None),
    **dict.fromkeys(
        "arregla repara reparaba conserta consertava fixes repairs".split(),
        words("buggies motos carros autos celulares zapatos radios bicicletas computadoras televisores refrigeradores sapatos cars trucks bikes engines phones"),
    ),
    **dict.fromkeys(
        "teaches taught ensena ensenaba ensina ensinava imparte".split(),
        words("school grade math maths english music piano yoga kids sunday history science matematicas musica ingles primaria primer fourth third second first"),
    ),
    **dict.fromkeys(
        "recoge recogia recogiendo cosechar pizca pizcaba embala empaca empacaba junta juntaba colhendo apanhando".split(),
        words(
            """cerezas lechuga fresas fresa tomate jitomate aceituna uva uvas manzanas manzana basura carton chatarra fruta cafe algodon limones naranjas
            peras arandanos lena leña chile mango platano latas pepena cana morangos laranja azeitona reciclaveis papelao"""
        ),
    ),
    **dict.fromkeys(
        "siembra sembraba sembro cultiva planta plantaba".split(), words("maiz milpa papa papas frijol frijoles cafe cana trigo yuca arroz hortalizas flores mandioca feijao milho")
    ),
    **dict.fromkeys(
        "estudia estudiaba estuda estudava studies studied".split(),
        words(
            """derecho medicina enfermeria ingenieria contaduria administracion psicologia gastronomia diseno arquitectura pedagogia odontologia
            nutricion informatica veterinaria biologia quimica economia filosofia magisterio turismo direito enfermagem engenharia letras
            pedagogia administracao contabilidade law nursing medicine engineering accounting biology business psychology"""
        ),
    ),
    **dict.fromkeys("stacks stacked".split(), words("shelves")),
    **dict.fromkeys("pinta pintaba".split(), words("carros casas autos coches paredes fachadas barcos")),
    **dict.fromkeys("guia guiaba".split(), words("turistas excursiones taxi camion")),
    **dict.fromkeys("milks milked keeps kept bags bagged grows grew tunes tuned tune hauls hauled".split(), words(
        "cows goats books turkeys chickens pigs pulpwood groceries cucumbers corn tobacco soybeans vegetables pianos logs hay cotton berries apples tomatoes"
    )),
    **dict.fromkeys("farms farmed fishes fished shears ranches roofs welds".split(), frozenset()),
    **dict.fromkeys("does did".split(), words("nails hair roofing drywall landscaping payroll bookkeeping catering")),
    **dict.fromkeys("packs packed picks picked picking stocks cuts lays laid".split(), words(
        "fruit apples berries blueberries kiwifruit oranges tomatoes shelves hair tile bricks cotton strawberries cherries boxes tobacco grapes"
    )),
    **dict.fromkeys("toca tocaba canta cantaba".split(), words("trompeta guitarra acordeon violin tambora bateria quena gaita arpa mariachi banda")),
}  # fmt: skip


@lru_cache(maxsize=1)
def kin() -> frozenset[str]:
    """Single words for relatives, in every language."""
    kin_words = {cue for language in languages().values() for cue in language.relative_cues if " " not in cue}
    return frozenset(kin_words - {"contacto", "familiar", "responsable", "tutor", "tutora", "testigo", "informante", "referente"})


def looks_like_occupation(word: str, language: str) -> bool:
    """Whether a word has the ending of an occupation and is nothing else that is known."""
    pattern, endings = (_ENGLISH, _ENGLISH_ENDINGS) if language == "en" else (_ROMANCE, _ROMANCE_ENDINGS)
    if not word.endswith(endings) or not pattern.fullmatch(word) or word in _NOT_ENDINGS or word in NEVER or word in closed_class():
        return False
    value = lexicons.lookup(word)
    if value & (lexicons.MEDICAL | lexicons.DRUG | lexicons.EPONYM | lexicons.MICROBE | lexicons.KINSHIP | lexicons.BRAND_DEVICE | lexicons.FACILITY_WORD):
        return False
    return lexicons.frequency(value, language) <= 4
