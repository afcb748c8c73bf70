"""The words of forms and laboratory sheets: names of fields, tests, units and figures. None of them is a person's."""

from __future__ import annotations

import re
from functools import lru_cache

from velado.columns.names import FIELD_WORDS, meaning_of, spaced, words_of
from velado.tokens import fold, word_set

__all__ = ["digits_of", "is_field", "is_figure", "is_test", "is_unit", "is_value_field", "lists_tests", "may_be_people", "names_a_test"]


# What is measured: one such word tells that a column, a key or a row holds measured values. "Hierro" and "Ferro" are surnames.
_TESTS = word_set(
    "glucosa glucose glicose glucemia glicemia glu creatinina creatinine creat urea bun urico uric sodio sodium potasio potassio potassium calcio calcium "
    "cloro cloreto chloride fosforo phosphorus fosfato phosphate magnesio magnesium ferritina ferritin transferrina transferrin bilirrubina bilirubin "
    "colesterol cholesterol trigliceridos triglycerides hdl ldl vldl ast alt got gpt tgo tgp ggt alp ldh cpk ck ckmb troponina troponin "
    "troponinas amilasa amilase amylase lipasa lipase albumina albumin proteinas proteins pcr crp procalcitonina procalcitonin lactato lactate "
    "hemoglobina haemoglobin hemoglobin hb hgb hba1c a1c glicosilada glicada hematocrito haematocrit hematocrit hto hct hematies hemacias eritrocitos "
    "erythrocytes rbc leucocitos leukocytes wbc neutrofilos neutrophils linfocitos lymphocytes monocitos monocytes eosinofilos eosinophils basofilos "
    "basophils plaquetas platelets plt plaq vcm mcv hcm mch chcm mchc rdw vpm mpv vsg vhs esr inr ttpa aptt fibrinogeno fibrinogen dimero dimer tsh t3 t4 "
    "tiroxina thyroxine cortisol insulina insulin prolactina prolactin psa cea afp ca125 ca199 hcg bhcg betahcg bnp probnp ntprobnp viral vih hiv cd4 cd8 "
    "proteinuria microalbuminuria ph pco2 po2 pao2 paco2 hco3 bicarbonato bicarbonate sao2 spo2 sato2 sat saturacion saturacao saturation fio2 folato folate b12 "
    "vitamina vitamin digoxina digoxin litio lithium vancomicina filtrado egfr fge tfg clearance aclaramiento osmolalidad osmolality amonio ammonia homocisteina "
    "recuento contagem count densidad densidade density igg iga igm ige c3 c4 asto aslo "
    "leucocitosis reticulocitos reticulocytes celulas cells copias copies titulo titer titre"
)  # fmt: skip
# What is measured at the bedside, in small figures.
_VITALS = word_set(
    "ta pa bp pas pad tas tad fc fr hr rr fa tp temp temperatura temperature imc bmi peso weight talla altura height glasgow gcs diuresis perimetro tension "
    "presion pressao pressure frecuencia frequencia frequency pulso pulse sat spo2 sato2"
)
_NO_FIGURE = word_set(
    "numero num nro nr number id codigo code cod clave key folio identificador identifier peticion solicitud request muestra amostra sample lote lot "
    "registro telefono tel phone contacto fecha date data hora time"
)
# What names the figures beside a test.
_VALUES = word_set(
    "resultado resultados result results valor valores value values res cifra nivel level rango rangos range ranges referencia referencias reference ref intervalo "
    "interval normal normales normais normals minimo maximo minimum maximum min max limite limites limit inferior superior lower upper low high vr ratio media mean"
)
_LIST_OF_TESTS = word_set(
    "prueba pruebas test tests parametro parametros parameter parameters analito analitos analyte analytes determinacion determinaciones determinacao "
    "exame exames examen examenes analitica variable variables variavel item items medida magnitud magnitude assay estudio"
)
_FORM = word_set(
    "field column columna coluna col var variable unidad unidades unidade units unit uds ud dosis dose doses dosage dosagem farmaco farmacos medicamento medicamentos medicacion medicacao medication drug "
    "drugs pauta posologia via route frecuencia duracion duracao duration tratamiento tratamento treatment therapy diagnostico diagnosticos diagnosis diagnoses "
    "dx cie cie10 cid cid10 icd icd10 snomed loinc procedimiento procedimientos procedimento procedure procedures cirugia cirurgia surgery intervencion "
    "anestesia alergia alergias allergy allergies antecedentes antecedente history historial motivo consulta ingreso alta egreso admission discharge "
    "internacao internamento servicio servico service unidad planta ward cama leito bed habitacion quarto room box sala turno shift guardia hora horas time "
    "estado status situacion situacao triaje triagem triage prioridad prioridade priority grupo group sanguineo rh factor fator blood civil marital nivel estudios "
    "muestra amostra sample especimen specimen tipo type kind clase class categoria category seccion section metodo method observacion observaciones observacao "
    "observacoes observations remarks comentario comentarios comment comments nota notas note notes texto text textos informe informes report laudo "
    "relatorio evolucion evolucao evolution progress resumen resumo summary anamnesis anamnese exploracion exploracao exploration examination exam fisica fisico "
    "physical plan juicio clinico clinica clinical principal secundario secundarios secondary primary main libre free otro otra otros otras other outro outra "
    "total subtotal orden order fila row index indice file archivo version score escala scale puntuacion pontuacao dolor dor pain eva barthel fecha data "
    "toma extraccion coleta collection validacion recepcion inicio start fin fim end lunes martes miercoles jueves viernes sabado domingo segunda terca quarta "
    "quinta sexta monday tuesday wednesday thursday friday saturday sunday seguimiento follow up visita visit encounter responsable responsavel tratante cuidador "
    "cuidadora caregiver firma firmado signed signature assinatura familiares social quirurgicos personales habitos toxicos tabaco alcohol smoking diabetes hta "
    "hipertension embarazo gravidez pregnancy gestacional semanas weeks edad presente actual enfermedad doenca disease procedencia destino etnia raza raca race "
    "ethnicity religion idioma language nacionalidad nacionalidade nationality narrative descripcion descricao description carga load caso case evento event "
    "ultimo ultima last proximo proxima next control apgar ecog nyha charlson karnofsky basal grade grado estadio stage qsofa sofa brca grd drg lab labs laboratorio laboratory records registros constantes vitales vitals signs sinais signos vitais sedimento orina urina urine sangre sangue serum suero soro plasma liquido lcr csf"
)
_NOT_ALONE = word_set("campo domingo sala guardia calle barrio padre segunda casa")  # names of people too
_FIELD = FIELD_WORDS | _TESTS | _VITALS | _NO_FIGURE | _VALUES | _LIST_OF_TESTS | _FORM
_SMALL = word_set("de del do da dos das of the el la los las o os as y e and a en em in por para for con com with al ao no n")
_AROUND = re.compile(r"^[\s*#·•\-–]+|[\s:*.=\-–]+$")
_BRACKETS = re.compile(r"\([^()]{0,40}\)|\[[^\[\]]{0,40}\]")


def _own_words(name: str) -> tuple[str, ...]:
    """The words of a field's name without signs around it, what stands in brackets (a unit), and a number at the end."""
    bare = _AROUND.sub("", _BRACKETS.sub(" ", name[:200]))
    return words_of(re.sub(r"(?<=[^\W\d_]{3})_?\d{1,3}$", "", bare))


@lru_cache(maxsize=4096)
def is_field(name: str) -> bool:
    """Whether every word of a name is one that fields of records have: such a name is nobody's and may be told.

    >>> is_field("Fecha de nacimiento:"), is_field("NombrePaciente"), is_field("Plaquetas (/mm3)"), is_field("x")
    (True, True, True, True)
    >>> is_field("Nélida"), is_field("fecha_Ugarte"), is_field("Campo"), is_field("Juan Valor")
    (False, False, False, False)
    """
    words = [word for word in _own_words(name) if word not in _SMALL]
    if not words:
        return len(name.strip()) == 1
    if len(words) == 1 and words[0] in _NOT_ALONE and not name.strip().islower():
        return False
    return len(words) <= 6 and all(word in _FIELD or len(word) == 1 for word in words) and not (len(words) > 1 and max(map(len, words)) == 1)


@lru_cache(maxsize=4096)
def digits_of(name: str) -> int:
    """How many digits the figures in a column of this name may have; 0 when it is nothing that is measured.

    >>> digits_of("plaquetas"), digits_of("carga_viral"), digits_of("NT-proBNP"), digits_of("TA"), digits_of("muestra_pcr"), digits_of("Nélida")
    (9, 9, 9, 4, 0, 0)
    """
    words = _own_words(name)
    most = 9 if not _TESTS.isdisjoint(words) else 4 if not _VITALS.isdisjoint(words) else 0
    return most if most and len(words) <= 5 and _NO_FIGURE.isdisjoint(words) and not meaning_of(name).label else 0


def is_test(name: str) -> bool:
    """Whether a column, key or cell of this name is something that is measured.

    >>> is_test("Plaquetas (/mm3)"), is_test("Teléfono")
    (True, False)
    """
    return digits_of(name) > 0


@lru_cache(maxsize=4096)
def is_value_field(name: str) -> bool:
    """Whether a column of this name holds the figures of tests that are named elsewhere in the row: "Resultado", "Ref. range"."""
    words = _own_words(name)
    return bool(words) and not _VALUES.isdisjoint(words) and is_field(name)


_ANTIBODY = re.compile(r"(?:(?:Acs?|Abs?|Anticuerpos?|Anticorpos?|Antibod(?:y|ies))\.? )?anti[- ][\w/-]{1,15}(?: ?\([\w-]{1,10}\))?", re.IGNORECASE)
_AMBIGUOUS = word_set("peso talla altura pulso titulo densidad copias celulas glasgow temp")


@lru_cache(maxsize=4096)
def names_a_test(text: str) -> bool:
    """Whether a cell says what is measured and nothing else, whatever its column is called.

    >>> names_a_test("Glucosa"), names_a_test("Ac. anti-Ro"), names_a_test("Peso"), names_a_test("Rosa Urea Gil")
    (True, True, False, False)
    """
    if _ANTIBODY.fullmatch(text.strip()):
        return True
    words = [word for word in _own_words(text) if word not in _SMALL]
    return bool(words) and (_TESTS | _VITALS).issuperset(words) and max(map(len, words)) >= 4 and _AMBIGUOUS.isdisjoint(words)


@lru_cache(maxsize=4096)
def may_be_people(name: str) -> bool:
    """Whether a name of a column looks like that of somebody: words with capitals, none of which a field has.

    >>> may_be_people("Iriarte"), may_be_people("NélidaUgarte"), may_be_people("NUHC"), may_be_people("Glucosa"), may_be_people("tipo_x")
    (True, True, False, False, False)
    """
    words = re.findall(r"[^\W\d_]+", spaced(name[:80])[0])
    least = 4 if name.isupper() else 2  # shorter capitals are abbreviations
    return 0 < len(words) <= 5 and any(len(word) > least and word.istitle() for word in words) and not any(is_field(word) and len(word) > 2 for word in words)


def lists_tests(name: str) -> bool:
    """Whether the name heads a column of tests: "Prueba", "Parámetro"."""
    return not _LIST_OF_TESTS.isdisjoint(_own_words(name))


_UNIT_ATOMS = word_set(
    "g mg ug mcg ng pg kg l dl cl ml ul nl fl mol mmol umol nmol pmol meq eq u ui iu mui miu uui uiu kui kiu ku mm3 mm cm m m2 mmhg cmh2o kpa hg h hr min s seg "
    "sec ms lpm bpm rpm mv db osm mosm kcal cal c f cel cells celulas copias copies log x10 x e"
)
_LONG_UNITS = word_set("campo field hora horas hour dia day dias days latidos hematies leucocitos")  # only behind a stroke
_UNIT = re.compile(r"[%‰°]|(?:(?:x ?)?10 ?[\^*e]? ?\d{1,2} ?[/ ]? ?)?[/%°µμ]?[A-Za-zµμé°][\w.µμé°³²]{0,9}(?: ?[/*·^ ] ?[\w.,µμ³²%]{1,9}){0,4}")


@lru_cache(maxsize=4096)
def is_unit(text: str) -> bool:
    """Whether a text is a unit and nothing else.

    >>> [is_unit(text) for text in ("mg/dL", "U/L", "x10^3/µL", "/mm3", "10^3/uL", "mL/min/1.73 m2", "%", "copias/ml")]
    [True, True, True, True, True, True, True, True]
    >>> [is_unit(text) for text in ("Campo", "Ana", "70-110", "12/03/2021", "hora")]
    [False, False, False, False, False]
    """
    text = text.strip()
    if not text or len(text) > 30 or not _UNIT.fullmatch(text):
        return False
    plain = fold(text).replace("µ", "u").replace("μ", "u").replace("³", "3").replace("²", "2")
    first, *rest = re.split(r"[/*·]", plain)
    atoms = [word for part in (first, *rest) for word in re.split(r"[\s^.,%°‰]+", part) if word and not word.isdigit()]
    if not atoms:
        return not re.search(r"\d", plain)
    if not all(atom in _UNIT_ATOMS or re.fullmatch(r"x?10e?\d{0,2}", atom) or (rest and atom in _LONG_UNITS) for atom in atoms):
        return False
    return len(atoms) > 1 or bool(rest) or len(atoms[0]) > 1 or "%" in text


_GROUPED = {4: r"\d[.,]\d{3}", 7: r"\d{1,3}[.,]\d{3}|\d(?:[.,]\d{3}){2}", 9: r"\d{1,3}(?:[.,]\d{3}){1,2}"}
_TAIL = r"(?:[.,]\d{1,6})?(?:[eE][+-]?\d{1,2})?"
_MARKS = r"[<>=~≤≥±↑↓* ]{0,4}"
_FLAG = r"(?: ?(?:\*{1,3}|[HLAB+↑↓]{1,4}|\([HLABhlab]\)))?"


def _figures(most: int) -> re.Pattern[str]:
    plain = rf"[+-]?(?:\d{{1,{most}}}{_TAIL}|(?:{_GROUPED[most]})(?:[.,]\d{{1,2}})?)"
    return re.compile(rf"(?:{_MARKS}{plain}(?: ?(?:-|–|a|to|/) ?{plain})?){_FLAG}(?P<unit> ?[A-Za-zµμ/%°].{{0,29}})?")


_FIGURES = {most: _figures(most) for most in _GROUPED}
_DAY = re.compile(r"\d{1,2}([-/.])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}([-/.])\d{1,2}\2\d{1,2}")


def is_figure(text: str, most: int = 7) -> bool:
    """Whether a text is a measured number or a range, perhaps with its unit, of at most so many digits (4, 7 or 9).

    >>> [is_figure(text) for text in ("250000", "70-110", "0,5 - 1,1", "< 0.01", "130/80", "1.250.000", "98 %", "250000 /mm3", "110 *")]
    [True, True, True, True, True, True, True, True, True]
    >>> [is_figure(text) for text in ("612345678", "612 345 678", "612.345.678", "12/03/2021", "2021-03-12", "4456781X", "600 Ana")]
    [False, False, False, False, False, False, False]
    """
    text = text.strip()
    if not text or text[0].isalpha():
        return False
    match = _FIGURES[most].fullmatch(text) if len(text) <= 60 and not _DAY.match(text) else None
    return match is not None and (not match["unit"] or is_unit(match["unit"]))
