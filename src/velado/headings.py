"""Tables in a note: below a row that names columns of people, each value is read behind the name of its column.

"Campo" in a cell is a field or a surname; "Médico: Campo" is a surname, and "Diagnóstico: Addison" a disease.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from velado.mending import Mended, mended
from velado.tokens import fold, word_set

__all__ = ["FULL", "JOINTS", "KIN", "NAME", "PERSON", "STAFF", "heading_words", "leads", "led_cells", "with_headings"]


JOINTS = word_set("de del do da dos das of the el la los las o os as y e and s a no n in en em i ii 1 2 3 1er 2do 1o 2o")
PERSON = word_set("paciente pacientes patient patients pac pcte pte px titular usuario utente sujeto subject beneficiario afiliado asegurado")
STAFF = word_set(
    "medico medica doctor doctora dr dra physician provider clinician enfermera enfermero nurse cirujano surgeon autor author "
    "profesional profissional facultativo tratante residente anestesiologo radiologo solicitante firmante"
)
KIN = word_set(
    "madre padre mae pai mother father tutor responsable responsavel guardian conyuge esposo esposa spouse husband wife "
    "acompanante acompanhante familiar relative contacto contato contact emergencia emergency kin next avisar"
)
NAME = word_set(
    "nombre nombres nome nomes name names apellido apellidos apelido apelidos sobrenome sobrenomes surname surnames lastname "
    "firstname forename forenames fullname alias apodo nickname paterno materno iniciales iniciais initials"
)
FULL = word_set(
    "completo completa completos full first last given family middle primer primero segundo second primeiro legal social pila "
    "preferido preferred maiden soltera casada mostrar display official"
)
# People who are told by what they do, beyond those whose columns hold nothing else.
_ROLES = word_set(
    "anestesista anestesia ayudante instrumentista circulante especialista consultor adjunto jefe jefa residentes medicos enfermeras "
    "enfermeria enfermeiro enfermeira matrona comadrona parteira fisioterapeuta psicologo psicologa psiquiatra trabajador trabajadora "
    "cirurgiao cirugiao anestesiologista assistente preceptor supervisor supervisora referente firma firmado assinatura assinado signature "
    "signed attending resident consultant anesthetist anaesthetist assistant therapist prescriptor prescriber informante operador "
    "doctores doctors physicians nurses surgeons providers donante receptor doador hijo hija hermano hermana filho filha"
)
_DONE = word_set(
    "realizado realizada informado informada solicitado solicitada atendido atendida revisado revisada validado validada prescrito "
    "prescrita indicado indicada ordenado emitido registrado firmado assinado elaborado visto performed ordered signed reported prescribed "
    "reviewed seen requested"
)
_BY = word_set("por by")
_BESIDE = word_set("cargo guardia turno cabecera cabeceira plantao call on duty primary main principal referencia actual atual asignado assigned")
# What other columns are called: a row of such words names columns.
_OTHERS = word_set(
    "edad idade age anos years sexo genero sex gender fecha fec data date hora hour time dia day nacimiento nac nascimento nasc birth dob "
    "nhc hc mrn id dni nie nif cpf curp rut rg cip nss historia clinica clinico prontuario expediente episodio folio numero num nro nr number "
    "codigo code cod clave documento cedula pasaporte telefono telefonos tel tfno telefone phone movil celular mobile direccion domicilio "
    "endereco morada address correo email mail ciudad city cidade municipio localidad pais country cp cep parentesco relacion relationship "
    "vinculo cama habitacion hab box leito quarto enfermaria bed room ward sala planta unidad unidade unit servicio servico service "
    "especialidad especialidade specialty department departamento area centro hospital centre center diagnostico diagnosticos dx diag "
    "diagnosis diagnoses patologia motivo reason problema problemas problem consulta visita visit ingreso alta admission discharge tratamiento "
    "tratamientos tratamento treatment medicacion medicacao medication plan plano procedimiento procedimento procedure intervencion cirugia "
    "cirurgia surgery operation prueba pruebas test exame examen estudio study resultado resultados result results valor value observaciones "
    "observacoes observacion observacao comentario comentarios comments comment remarks notas nota notes note evolucion evolucao progress "
    "estado status situacion pendiente pendientes pendencias pending alergias alergia allergies alergias antecedentes history tipo type "
    "prioridad triaje triage destino origen origem llegada salida entrada inicio fin start end duracion duration puesto funcao funcion "
    "role rol seguro convenio insurance aseguradora cie cie10 cid icd actividad atividade activity tarea task accion action evento "
    "event descripcion descricao description peso talla ta fc temp temperatura dieta diet lado quirofano orden order lista list "
    "firma colegiado col crm licencia registro record matricula ocupacion profissao profesion occupation comida vacuna vacina vaccine lote"
)
# Beside these a bare "nombre" is a drug's or a test's, and a "paciente" is a column of results.
_OF_THINGS = word_set(
    "dosis dose dosagem posologia frecuencia frequencia frequency via route presentacion apresentacao principio farmaco medicamento medicamentos "
    "drug concentracion cantidad quantidade quantity unidades unidade units unit resultado resultados result results valor valores value values "
    "referencia reference rango range intervalo normal normales control controles controls grupo group parametro parametros parameter marca "
    "laboratorio lote metodo method ref"
)
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 48  # characters of a heading; engines read no longer ones as labels
_MOST_WORDS = 6
_MOST_COLUMNS = 60
_LONGEST_VALUE = 80  # characters of a cell that stands in a line of its own
_SURE = 3  # headings one below the other that one row of values suffices to
_RULE = re.compile(r"[\s|:+=\-]*")  # the line below a heading in Markdown
_CELL_END = re.compile(r"[\t|\n]")
_BARRED = re.compile(r"[^|]*")
_TABBED = re.compile(r"[^\t]*")


def heading_words(cell: str) -> tuple[str, ...]:
    """The folded words of what may be a heading; none when it is too long for one, or says something behind a colon."""
    cell = cell.strip().rstrip(":*. ")
    if not cell or len(cell) > _LONGEST or ":" in cell:
        return ()
    words = tuple(_WORD.findall(fold(cell)))
    return words if len(words) <= _MOST_WORDS else ()


# Alone they head a family's diseases as well as its names.
_RELATIVES = word_set("madre padre mae pai mother father conyuge esposo esposa spouse husband wife hijo hija hermano hermana filho filha")
_OF_PEOPLE = PERSON | STAFF | KIN | NAME | _ROLES
_BESIDE_PEOPLE = _OF_PEOPLE | FULL | JOINTS | _BESIDE | _DONE | _BY
_KNOWN = _BESIDE_PEOPLE | _OTHERS | _OF_THINGS


def _is_known(cell: str) -> bool:
    words = frozenset(heading_words(cell))
    return bool(words - JOINTS) and words <= _KNOWN


def _tells_people(words: frozenset[str], things: bool) -> bool:
    if not words <= _BESIDE_PEOPLE:
        return False
    if words & _DONE and words & _BY:
        return True
    return bool(words & ((STAFF | KIN | _ROLES if things else _OF_PEOPLE) - _RELATIVES))


def _is_heading(cells: Sequence[str], told: bool = False) -> bool:
    """Whether a row names columns, most of them in words that are known unless it is `told` to, and one of them holds people."""
    named = [frozenset(heading_words(cell)) for cell in cells]
    if not 2 <= len(named) <= _MOST_COLUMNS or not all(words or not cell.strip() for words, cell in zip(named, cells, strict=True)):
        return False
    known = sum(map(_is_known, cells))
    if not told and (known < 2 or 2 * known <= sum(map(bool, named))):
        return False
    things = any(words & _OF_THINGS for words in named)
    return any(words and _tells_people(words, things) for words in named)


def _is_all_headings(cells: Sequence[str]) -> bool:
    said = [cell for cell in cells if cell.strip()]
    return len(said) > 1 and all(map(_is_known, said))


def _lead(heading: str) -> str:
    return f"{' '.join(heading.split()).rstrip(':*. ')}: "


def _is_role(cell: str) -> bool:
    """Whether a value says what somebody is and not who: "Madre" in a column of relatives, "Enfermera" in one of staff."""
    words = frozenset(heading_words(cell)) - JOINTS
    return bool(words) and words <= STAFF | KIN | _ROLES


def _is_turned(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first cell of each row names what stands in it, several values side by side; forms have one beside each name."""
    if len(rows) < 2 or len(rows[0]) < 3 or any(len(row) != len(rows[0]) for row in rows):
        return False
    named = sum(_is_known(row[0]) for row in rows)
    return 2 * named > len(rows) and not any(_is_known(cell) for row in rows for cell in row[1:])


def leads(rows: Sequence[Sequence[str]], told: Container[int] = ()) -> Iterator[tuple[int, int, str]]:
    """Row, column and what to read in front of each value below a row of headings; nothing for tables that hold no people.

    `told` are the rows of which the file itself says that they name columns.

    >>> list(leads([["Paciente", "Médico"], ["Rosa Blanco", ""], ["", "Campo"]]))
    [(1, 0, 'Paciente: '), (2, 1, 'Médico: ')]
    >>> list(leads([["Nombre", "Dosis"], ["Enalapril", "5 mg"]]))
    []
    """
    headings: Sequence[str] = ()
    if not told and _is_turned(rows):
        for number, (heading, *values) in enumerate(rows):
            if _tells_people(frozenset(heading_words(heading)), False):
                yield from ((number, column, _lead(heading)) for column, value in enumerate(values, 1) if any(map(str.isalnum, value)))
        return
    for number, cells in enumerate(rows):
        if (not headings or number in told or _is_all_headings(cells)) and _is_heading(cells, number in told):
            headings = [_lead(cell) if cell.strip() else "" for cell in cells]
        elif headings:
            for column, (heading, cell) in enumerate(zip(headings, cells, strict=False)):
                if heading and any(map(str.isalnum, cell)) and not _is_role(cell):
                    yield number, column, heading


def _cells(text: str, start: int, end: int, barred: bool) -> list[tuple[int, int]]:
    """Where the cells of a line begin and end, blanks around them aside."""
    if barred:
        start += len(text[start:end]) - len(text[start:end].lstrip(" \t"))
        start += text.startswith("|", start)
        end -= len(text[start:end]) - len(text[start:end].rstrip())
        end -= text.endswith("|", start, end)
    found = []
    while start <= end:
        match = (_BARRED if barred else _TABBED).match(text, start, end)
        stop = match.end() if match else end
        said = text[start:stop]
        left = start + len(said) - len(said.lstrip())
        found.append((left, max(left, stop - (len(said) - len(said.rstrip())))))
        start = stop + 1
    return found


def _kind(line: str) -> str:
    """What cuts a line into cells: tabs, bars, or its own end when it is short enough to be one; nothing otherwise."""
    if "\t" in line:
        return "\t"
    if line.count("|") > 1:
        return "|"
    return "\n" if len(line) <= _LONGEST_VALUE and line.strip() and not line.rstrip().endswith((".", ":")) else ""


def with_headings(text: str) -> Mended | None:
    """The text with each value of its tables of people in a line of its own behind the column's name; None when it has none.

    >>> with_headings("Paciente\\tMédico\\nRosa Blanco\\tCampo\\n").text
    'Paciente\\tMédico\\nPaciente: Rosa Blanco\\nMédico: Campo\\n'
    """
    lines: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        lines.append((start, start + len(line)))
        start += len(line) + 1
    mends: list[tuple[int, int, str]] = []
    for kind, block in groupby(lines, key=lambda line: _kind(text[line[0] : line[1]])):
        if kind in ("\t", "|"):
            mends += _block(text, list(block), kind == "|")
        elif kind:
            mends += _stack(text, list(block))
    return mended(text, mends) if mends else None


def led_cells(text: str, told: Mended) -> Iterator[tuple[int, int, bool]]:
    """Where the values stand that are read behind a heading, and whether that tells of people.

    >>> text = "Paciente\\tMotivo\\nRosa\\tTos"
    >>> list(led_cells(text, with_headings(text)))
    [(16, 20, True), (21, 24, False)]
    """
    put_in = (at for at, (start, end) in enumerate(zip(told.starts, told.ends, strict=True)) if start == end)
    for start, letters in groupby(put_in, key=told.starts.__getitem__):
        ends = _CELL_END.search(text, start)
        heading = "".join(told.text[at] for at in letters)
        yield start, ends.start() if ends else len(text), _tells_people(frozenset(heading_words(heading)), False)


def _stack(text: str, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """What is put into lines that hold a cell each, as a table reads that was copied or built of lists: headings, then the rows."""
    said = [text[start:end] for start, end in lines]
    first = next((at for at in range(len(said) - 1) if _is_known(said[at]) and _is_known(said[at + 1])), len(said))
    behind = next((at for at in range(first, len(said)) if not _is_known(said[at])), len(said))
    wide, rest = behind - first, said[behind:]
    if not rest or len(rest) % wide or len(rest) // wide < (2 if wide < _SURE else 1) or not _is_heading(said[first:behind]):
        return
    for row, column, lead in leads([said[at : at + wide] for at in range(first, len(said), wide)]):
        start = lines[first + row * wide + column][0]
        yield start, start, lead


def _block(text: str, lines: Sequence[tuple[int, int]], barred: bool) -> Iterator[tuple[int, int, str]]:
    """What is put into lines that follow each other and are all cut alike; rows of another width begin another table."""
    rows = [_cells(text, *line, barred) for line in lines if not _RULE.fullmatch(text, *line)]
    if len(rows) < 2:
        return
    position = 0
    for _, table in groupby(rows, key=len):
        cells = list(table)
        told: dict[int, dict[int, str]] = {}
        for row, column, lead in leads([[text[start:end] for start, end in row] for row in cells]):
            told.setdefault(row, {})[column] = lead
        for row, columns in told.items():
            for column, lead in columns.items():
                start = cells[row][column][0]
                if column:
                    # What parted the cells becomes the end of a line; what stands at a line's begin goes.
                    before = max(cells[row][column - 1][1], position)
                    yield before, start, "\n"
                elif barred:
                    before = text.rfind("|", max(position, text.rfind("\n", 0, start) + 1), start)
                    if before >= 0:
                        yield before, start, " "
                yield start, start, lead
                position = cells[row][column][1]
