"""The words that addresses are made of, in three languages. Plain data."""

from __future__ import annotations

from velado.languages import words

__all__ = [
    "AFTER_ARTICLE",
    "AFTER_COMMA",
    "ALONE",
    "BETWEEN_CROSSINGS",
    "COLOURS",
    "CROSSINGS",
    "DISTANCES",
    "ENDS_LANDMARK",
    "ENDS_PHRASE",
    "INNER",
    "IN_NAMES",
    "KEYWORDS",
    "LANDMARKS",
    "LINKS",
    "MARKS",
    "MONTHS",
    "NO_NUMBER",
    "POINTERS",
    "QUARTERS",
    "SIDES",
    "THINGS",
    "UNITS",
]  # fmt: skip


MARKS = words("no nro num numero numeros n nr nums numo nu nº número #")
# Take a number, a letter or a short name behind them.
UNITS = words(
    """piso planta puerta pta portal escalera esc bloque blq bloq bl bloco block blk torre edificio edif ed apto apt apartamento
    apartado ap apart apdo dpto depto dep departamento int interior ext exterior local loc oficina ofic of consultorio sala sl casa cs
    dto dp pc mz mza manzana mzna manz qd quadra qt lt lte lote solar parcela nave modulo mod etapa supermanzana smz sm km fase unidad uh uv
    andar fraccao fr lado loja lj conjunto conj cj cond condominio unit flat suite ste floor fl flr room rm bldg building lot
    space trailer cabin house box app cdra cuadra kilometro chacra tira casilla gleba coto kitnet quarto cuarto porta vecindad
    seccion fomerrey despacho pabellon cabina puesto paradero stand contentor ponte plan grupo pq parque"""
)
ALONE = words(
    """bajo bajos entresuelo entlo entl principal pral atico sobreatico semisotano sotano rc fondo fundos altos azotea pb izq izda izqda
    izquierda dcha drcha der derecha dta dto esq esqda esquerdo direito dir frente fte rear upstairs basement cave porao sobrado terreo
    subsuelo portal pasillo sobreloja oriente poniente ote pte norte sur nte sul leste oeste este bis tras ext int centro interior"""
)
SIDES = words("izq izda izqda izquierda dcha drcha der derecha dta dto d e esq esqda dir ctro centro fte frente tras a b c f g h i")
# Take a proper name behind them.
QUARTERS = words(
    """col colonia barrio bo brr bro bairro urb urbanizacion urbanizacao urbaniz fracc fraccionamiento sector setor zona conjunto reparto
    rpto poblado pob poblacion pobl villa vila ciudadela cdla coop cooperativa aahh pj ampl ampliacion ejido rancho localidad comunidad
    vereda corregimiento parque jardim jd jardin residencial resid assentamento assent gleba capela distrito centro poligono pol lugar
    finca cortijo caserio granja barriada bda uh estate camp section nucleo parroquia pque cond condominio edificio ed
    edif quinta sitio aldeia suco travessao morro campamento toma paraje partida diputacion torre conj residencia cerro loteamento
    invasion asentamiento asoc comite batey rota comarca aldea canton cton hacienda fazenda chacara herdade monte casal casa isla fundo seringal ocupacao jd estancia puesto sitio sector"""
)
INNER = words(
    """calle c/ av avenida avda rua travessa pasaje pje psje callejon privada cerrada andador camino carretera subida escala carrera cra cll
    transversal diagonal jr jiron estrada ladeira servidao via passagem carr ctra prol priv blvd bulevar alameda travesia vereda"""
)
CROSSINGS = words("entre esquina esq casi con x y e por cruce quase com")
BETWEEN_CROSSINGS = words(". con de la el com a calle calles rua carrera las esquina av avenida praca esq do da o os no na")
LANDMARKS = words(
    """frente enfrente atras detras tras junto lado costado vuelta arriba abajo debajo encima pasando pasado entrando cerca proximo proxima
    depois antes perto pertinho embaixo ao em sobre contiguo diagonal contra al a por saliendo subiendo bajando despues donde acima
    abaixo enriba delante adelante doblando cruzando passando saindo entrando subindo descendo esquina rumbo mas quase
    behind next above below across opposite past near under beside by off up over after before at around half"""
)
COLOURS = words(
    """verde azul blanca blanco roja rojo amarilla amarillo celeste rosada rosado negra negro gris naranja cafe marron branca branco amarela
    amarelo vermelha vermelho rosa cinza preta preto laranja teja adobe madera ladrillo piedra pedra barro dos tres esquina"""
)
THINGS = words(
    """casa puerta porton portao porta tranquera reja edificio quinta casilla galpon palafita sobrado kitnet cuarto pieza door gate
    ultima ultimo primera primer segunda segundo tercera tercer terceiro primeira quinto cuarto sexto septimo septima sexta octavo
    curva mano rancho muro la el the timbre tocar golpear vivenda vivienda quarto traseiras bodega seccion predio patio bloque piso andar
    altos vecindad coto lado entrada salida saida subida bajada caminho camino contentor tenda remolque parcela pasillo portones porteira
    altura sentido rumbo direccion reja barranco escalera escalinata pegado pegada pertinho quase ja cruce esquina callejon pasaje vereda caseta anexo ranchito
    second third first last blue green red white yellow fundos fondo"""
)
# Behind these, "de", "a", "da"... and a place in lower case follow: "detrás de la escuela".
LINKS = words("a al del de da do das dos la el los las o os as ao aos the of to from una un uma um no na")
KEYWORDS = UNITS | QUARTERS | MARKS | words("esq esquina entre casi s/n cp cep tel telf cel telefono telefone codigo")
NO_NUMBER = words(
    """dias dia horas hora hs hrs h meses mes semanas semana anos ano a m min minutos mg ml g kg cm mm mcg ui cc veces vez x am pm mmhg lpm rpm
    km kms m2 days day hours hour weeks week months month years year yo yrs units times cuadras cuadra metros metro mts mt kilometros de"""
)
AFTER_COMMA = words("casa la el the por by at up entrada salida lado esquina vereda mano dos tres")
DISTANCES = words("km m mts metros cuadra cuadras hora horas min minutos minuto quadras leguas doors mi miles vara varas kms")
ENDS_PHRASE = frozenset(".;:()[]|\"!?")
ENDS_LANDMARK = words(
    """tel telf telefono telefone cel celular fono phone cp cep ref refiere acude vive vino que quien porque pero y desde hace dice
    mora tem e who and she he his her they but since ocupacion profesion edad sexo religion escolaridad municipio provincia estado
    profissao idade acompanhante acompanante acomp referencia presenta ingresa esta estaba quando cuando when"""
)
IN_NAMES = words("villa vila parque jardim centro torre ciudadela colonia")
POINTERS = words("media vuelta mano cuadra cuadras metros altura orilla entrada salida derecha izquierda fondo final cima lado")
AFTER_ARTICLE = (THINGS | words("de del casa que")) - {"la", "el", "the"}
MONTHS = words(
    """enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre janeiro fevereiro marco maio junho julho
    setembro outubro novembro dezembro"""
)
