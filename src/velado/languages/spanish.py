"""Spanish, from Tijuana to Ushuaia and in Spain."""

from __future__ import annotations

from types import MappingProxyType

from velado.languages import Language, count, phrases, words
from velado.languages._spanish_forms import FIELDS, FILLERS, HEADINGS, STARTS

__all__ = ["LANGUAGE"]

_MONTHS = {
    "enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9,
    "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12, "ene": 1, "feb": 2, "febr": 2, "mar": 3, "mzo": 3,
    "abr": 4, "may": 5, "jun": 6, "jul": 7, "ago": 8, "agos": 8, "agto": 8, "sep": 9, "sept": 9, "set": 9, "oct": 10,
    "nov": 11, "dic": 12,
}  # fmt: skip

_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
_NUMBERS = count(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho "
    "diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve",
    _TENS,
    {"cien": 100, "ciento": 100},
    " y ",
)
_NUMBERS |= {"un": 1, "una": 1, "veintiun": 21, "veintiuna": 21, "diez y seis": 16, "diez y siete": 17, "diez y ocho": 18}
_NUMBERS |= {f"{ten} y {one}": 10 * number + 1 for number, ten in enumerate(_TENS.split(), 3) for one in ("un", "una")}

LANGUAGE = Language(
    code="es",
    name="español",
    months=MappingProxyType(_MONTHS),
    weekdays=words("lunes martes miercoles jueves viernes sabado domingo lun mie mier jue juev vie vier sab dom"),
    numbers=MappingProxyType(_NUMBERS),
    age_units=MappingProxyType({
        "ano": "year", "anos": "year", "a": "year", "aa": "year", "anios": "year", "anio": "year", "anitos": "year",
        "anito": "year", "anyos": "year", "aos": "year", "mes": "month", "meses": "month", "m": "month", "semana": "week",
        "semanas": "week", "sem": "week", "dia": "day", "dias": "day", "d": "day", "hora": "hour", "horas": "hour", "h": "hour",
        "hrs": "hour", "hs": "hour", "dv": "day", "hv": "hour",
    }),
    age_forms=phrases("""
        de edad, anos de edad, edad de, edad, cumplidos, de vida, dias de vida, horas de vida, de edad aparente, edad aparente,
        anos cumplidos, tiene, cumplio, cumple, edad cronologica, edad corregida, con edad de, a la edad de
    """),
    staff_titles=words("""
        dr dra drs dres dras doctor doctora doc doctores doctoras med medico medica enf enfa enfo efr efra enfermera enfermero
        enfro enfra lic licda licdo licenciada licenciado lics mtra mtro psic psico psicologa psicologo psiq psiquiatra ts tsoc
        obst obsta obstetra obstetriz matrona matron mat prof profa profesor profesora tec tecnico tecnica tens tsu tum
        paramedico nut nutr nutriologa nutriologo nutricionista ln qfb qbp quimico quimica kinesiologo kinesiologa klgo klga
        kine flgo flga fonoaud fono fisio ft fta terapeuta odont odontologo odontologa cd mip mpss epss eess r1 r2 r3 r4 r5 mir
        eir residente interno interna pasante int becario becaria aux auxiliar jefe jefa dir director directora coord bioq
        bioquimica bioquimico farm qf tm tmed mgtr mg msc phd esp eu cirujano cirujana anestesiologo anestesiologa cardiologo
        cardiologa pediatra ginecologo ginecologa traumatologo traumatologa internista neurologo neurologa radiologo radiologa
        patologo patologa nefrologo nefrologa urologo urologa oncologo oncologa geriatra intensivista oftalmologo dermatologo
        neumologo gastroenterologo endocrinologo infectologo hematologo reumatologo promotora promotor partera partero comadrona
        agente oficial cabo sargento sgto notario interprete mpf
    """),
    person_titles=words("""
        sr sra srta srita sres sras senor senora senores senoras senorita don dona d da dn dna hna hno hermana hermano sor fray
        padre pbro presbitero pastor rev monsenor joven nino nina menor bebe rn rnt ciudadano ciudadana cdno c profr profra ing
        inga arq lic licda abog abogado abogada tio tia abuelo abuela abuelita abuelito mama papa comadre compadre primo prima
        vecino vecina amigo amiga viuda vda maestro maestra cacique lonko machi mamo taita tata
    """),
    particles=words("de del la las los lo y e i da do dos das di du san santa santo van von der den el al mac mc o d"),
    patient_cues=phrases("""
        paciente, pacientes, pte, pcte, pac, px, pt, usuario, usuaria, enfermo, enferma, menor, menor de edad, nino, nina, bebe,
        rn, recien nacido, recien nacida, neonato, neonata, lactante, preescolar, escolar, adolescente, gestante, embarazada,
        primigesta, multigesta, secundigesta, parturienta, puerpera, masculino, femenina, femenino, varon, hombre, mujer,
        nombre, nombres, se llama, llamado, llamada, de nombre, a nombre de, conocido como, conocida como, le dicen, apodado,
        apodada, alias, el senor, la senora, al senor, a la senora, del senor, de la senora, sr, sra, don, dona, afiliado,
        afiliada, asegurado, asegurada, derechohabiente, beneficiario, beneficiaria, interno, interna, consultante, occiso,
        finado, fallecido, identificado como, identificada como, responde al nombre de, quien dice llamarse, dice llamarse,
        prefiere que le digan, hijo de, hija de, rn de, producto de, gemelo, gemela, gemelar, examinado, peritado, el joven,
        la joven, anciano, anciana, adulto mayor, adulta mayor, el sr, la sra, al sr, a la sra
    """),
    relative_cues=phrases("""
        madre, padre, mama, papa, mami, papi, ama, apa, jefa, jefe, jefita, jefito, mamita, papito, hijo, hija, hijos, hijas,
        hijito, hijita, mijo, mija, hermano, hermana, hermanos, hermanas, hermanito, hermanita, mellizo, melliza, gemelo,
        gemela, abuelo, abuela, abuelos, abuelito, abuelita, abue, abuela materna, abuela paterna, abuelo materno,
        abuelo paterno, tata, nana, nona, nono, yaya, yayo, tio, tia, tios, sobrino, sobrina, primo, prima, nieto, nieta,
        nietos, bisnieto, bisnieta, bisabuela, bisabuelo, suegro, suegra, yerno, nuera, cunado, cunada, concuno, concuna,
        consuegro, consuegra, esposo, esposa, marido, mujer, conyuge, pareja, concubino, concubina, novio, novia, prometido,
        prometida, exesposo, exesposa, ex esposo, ex esposa, expareja, ex pareja, exmarido, ex marido, companero, companera,
        conviviente, viudo, viuda, padrastro, madrastra, hijastro, hijastra, hermanastro, hermanastra, medio hermano,
        media hermana, padrino, madrina, ahijado, ahijada, compadre, comadre, vecino, vecina, amigo, amiga, familiar,
        familiares, pariente, acompanante, acompanado de, acompanada de, acompanado por, acompanada por, tutor, tutora,
        tutor legal, cuidador, cuidadora, cuidador principal, cuidadora principal, responsable, apoderado, apoderada,
        representante legal, contacto, contacto de emergencia, persona de contacto, informante, testigo, testigos, referente,
        allegado, avisar a, llamar a, traido por, traida por, lo trae, la trae, vive con, convive con, a cargo de, cuidado por,
        cuidada por, patron, patrona, maestra, empleador, casero, pastor, parroco, sacerdote, cacique, lider comunitario,
        progenitor, progenitora, progenitores, padres, papas, mama de, papa de, hija de crianza, madre adoptiva, padre adoptivo,
        madre sustituta, madre comunitaria
    """),
    staff_cues=phrases("""
        medico, medica, medico tratante, medica tratante, tratante, medico de cabecera, medico de base, medico familiar,
        medico adscrito, adscrito, adscrita, residente, residente de, interno, interna, medico interno, medico de guardia,
        pasante, firma, firmado, firmado por, fdo, elaboro, elaborado por, elabora, realizo, realizado por, realiza, reviso,
        revisado por, superviso, supervisado por, valido, validado por, atendio, atendido por, atendida por, atiende,
        valorado por, valorada por, valora, visto por, vista por, evaluado por, evaluada por, interconsulta a,
        interconsulta con, ic a, ic con, comentado con, comentada con, se comenta con, se comento con, comento con,
        discutido con, presentado a, se presenta a, enterado, enterada, autorizo, autorizado por, autoriza, indico,
        indicado por, prescrito por, ordenado por, solicitado por, solicita, referido por, referida por, remitido por,
        remitida por, derivado por, derivada por, enviado por, enviada por, operado por, operada por, intervenido por,
        intervenida por, cirujano, cirujana, ayudante, ayudantes, primer ayudante, anestesiologo, anestesiologa, anestesista,
        instrumentista, circulante, enfermera, enfermero, enfermeria, jefe de servicio, jefa de servicio, jefe de guardia,
        director, directora, trabajo social, trabajadora social, trabajador social, psicologa, psicologo, nutriologa,
        nutricionista, matrona, obstetra, obstetriz, partera, quimico, patologo, radiologo, informado por, informa, transcribio,
        dictado por, capturo, registro, entrega, recibe, recibio, reporta, reportado por, tomado por, aplicado por,
        aplicada por, administrado por, vacunado por, instructor, docente, equipo medico, equipo quirurgico,
        responsable de la nota, notificado a, se avisa a, se aviso a, avisado a, en turno, de turno, de guardia,
        seguimiento por, controlado por, controlada por, control con, en control con, cita con, a cargo del, a cargo de la,
        acude con, consulto con, consulto a, atte, atentamente, saluda atentamente, colega, estimado, estimada, apreciado,
        apreciada, gracias por referir, agradezco a, con el dr, con la dra, por el dr, por la dra
    """),
    place_cues=phrases("""
        originario de, originaria de, originario y residente de, originaria y residente de, originario y residente en,
        originaria y residente en, natural de, natural y procedente de, natural y residente en, natural y residente de,
        residente en, residente de, residente actual de, reside en, residencia en, residiendo en, radica en, radicado en,
        radicada en, radicando en, vive en, vivia en, vivio en, viviendo en, viven en, habita en, vecino de, vecina de,
        procedente de, procede de, proveniente de, proviene de, procedencia, oriundo de, oriunda de, nacido en, nacida en,
        nacio en, nace en, domiciliado en, domiciliada en, domicilio en, con domicilio en, avecindado en, avecindada en,
        viene de, vino de, viene desde, llega de, llego de, llego desde, trasladado de, trasladada de, trasladado desde,
        trasladada desde, trasladado a, trasladada a, derivado de, derivada de, derivado desde, derivada desde, referido de,
        referida de, referido desde, referida desde, enviado de, enviada de, remitido de, remitida de, remitido desde,
        remitida desde, viaje a, viajo a, viajo de, viaja a, regreso de, regresa de, volvio de, estuvo en, estancia en,
        emigro de, emigro a, migrante de, migro de, inmigrante de, se mudo a, se mudo de, lugar de origen, lugar de nacimiento,
        ciudad de, municipio de, localidad de, comunidad de, poblado de, pueblo de, pueblito de, ejido de, ejido, rancheria,
        rancheria de, rancho, vereda, corregimiento de, comuna de, provincia de, departamento de, distrito de, canton de,
        parroquia de, estado de, partido de, caserio, aldea de, aldea, sindicatura de, alcaldia, en la sierra de, cerca de,
        a las afueras de, afueras de, rumbo a, carretera a, en la ciudad de, se encuentra en
    """),
    profession_cues=phrases("""
        ocupacion, ocupado como, ocupada como, profesion, de profesion, oficio, de oficio, trabaja como, trabaja de, trabaja en,
        trabajaba como, trabajaba de, trabajaba en, trabajo como, trabajo de, trabajando como, trabajando de, trabajando en,
        labora como, labora de, labora en, laboraba como, laboraba en, laborando como, laborando en, se dedica a, se dedica al,
        se dedicaba a, se dedicaba al, dedicado a, dedicada a, se desempena como, se desempenaba como, se desempeno como,
        ejerce como, ejerce de, ejercia como, empleado como, empleada como, empleado de, empleada de, empleado en, empleada en,
        contratado como, contratada como, puesto de, su trabajo es, su trabajo de, jubilado de, jubilada de, pensionado de,
        pensionada de, retirado de, dueno de, duena de, propietario de, propietaria de, encargado de, encargada de, estudia,
        estudiante de, estudiante, alumno de, alumna de, cursa, actividad laboral, chamba, chambea de, chambea en, camella en,
        labura de, labura en, laburo
    """),
    sex_words=MappingProxyType(
        dict.fromkeys("femenino femenina fem f mujer muj hembra mujeres nina".split(), "f")
        | dict.fromkeys("masculino masculina masc m hombre hom varon var varones macho h nino".split(), "m")
        | dict.fromkeys(("intersexual", "indeterminado", "ambiguo", "no binario", "no binarie", "x", "trans", "transgenero"), "x")
        | {"mujer trans": "f", "hombre trans": "m"}
    ),
    stop_words=words("""
        a al algo algun alguna algunas alguno algunos alli alla ambos ambas ante antes apenas aqui aquel aquella aquellas
        aquellos asi aun aunque bajo bastante bien cada casi cierto como con conmigo consigo contigo contra cual cuales
        cualquier cualquiera cuando cuanta cuanto cuya cuyas cuyo cuyos dado de del demas dentro desde despues detras donde
        durante e el ella ellas ello ellos en encima entonces entre era eran eres es esa esas ese eso esos esta estaba estaban
        estan estar estas este esto estos estoy etc fue fueron fui ha haber habia habian hace hacen hacer hacia hago han has
        hasta hay he hemos hubo igual incluso junto la las le les lo los luego mal mas me mediante menos mi mia mias mientras
        mio mios mis misma mismas mismo mismos mucha muchas mucho muchos muy nada nadie ni ningun ninguna ninguno no nos
        nosotras nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro otros para pero poca pocas poco pocos por
        porque pues que quien quienes quiza quizas salvo se sea sean segun ser si sido siempre sin sino sobre solo son soy su
        sus suya suyas suyo suyos tal tales tambien tampoco tan tanta tantas tanto tantos te tenia tengo tiene tienen toda todas
        todavia todo todos tras tu tus tuya tuyo u un una unas uno unos usted ustedes vez vosotros vuestra vuestro y ya yo
    """),
    headings=frozenset(HEADINGS),
    field_labels=MappingProxyType(FIELDS),
    field_starts=MappingProxyType(STARTS),
    field_fillers=FILLERS,
)
