"""Which of the languages a note is in, from its small words and its letters."""

from __future__ import annotations

from itertools import repeat

__all__ = ["detect"]

_SHOWN = 4000
# Accents go, and whatever is no letter parts words.
_PLAIN = str.maketrans("áéíóúàâêôãõüçñ", "aeiouaaeoaoucn") | {
    code: " " for code in range(128) if not chr(code).isalpha()
}

# Telling words, folded: those that one of the three has and the others have not, as telegraphic notes use them.
_SPANISH = """
    de que paciente en la un el y o a leve libre toma resultado resultados muestra higado vesicula pared coledoco bazo pancreas
    laboratorio clinico material macro subdireccion salud ficha derechohabiente rinon rinones utero izq der estudio tamano borde
    el los las del con por para una unos unas su sus es fue al esta este muy sin desde hasta hace pero tambien segun
    cada tiene hay donde cual quien han sido estan ella ellos nino nina mujer hombre hija hijo edad fecha nombre domicilio
    telefono calle colonia apellidos madre padre dolor fiebre tos refiere acude niega inicia presenta antecedentes
    exploracion fisica ingresa ingreso egreso tratamiento enfermedad actual masculino femenino varon expediente cedula tension
    indicaciones peso talla sangre orina derecha derecho izquierda izquierdo rodilla cabeza embarazo meses ano anos dias hoy
    tras previo urgencias medico medica enfermera enfermero consciente orientado hidratado ambos ruidos cardiacos pulmones lleva
    ayer manana jefe servicio firma elaboro motivo padecimiento evolucion horas noche gracias cuadro evoluciona vive originario
    originaria residente hija hermano hermana esposo esposa abuela abuelo hijos trabaja ocupacion religion seguro social
    quien no lo le les se y cuenta hta dm valorado traido traida ingresado hospitalizado alta plan dosis cada cita
    correo direccion ciudad pueblo nota egresa pte px cama piso llamar avisar hallazgos informe
"""
_PORTUGUESE = """
    de que paciente o a e da ou laudo material macro mama pele linfonodo linfonodos grau ausente ausentes margem margens livre
    livres figado baco rim rins vesicula utero esq resultado resultados amostra exames laboratorio clinico peca produto
    os as do dos das com em na nos nas um uma uns umas ao aos pelo pela nao sem ate muito mais foi sao ser seu sua dia
    hoje mas tambem onde quem ela ele menina menino mulher homem filha filho idade data nome morada telefone rua bairro mae pai
    dor febre tosse ja so meu minha voce isso esse essa deste desta refere nega apresenta doente utente queixa queixas
    internado internada internamento internacao encaminhado encaminhada exame exames medicacao hipertensao pressao saude
    atendimento prontuario cartao nascimento solteiro casado casada mora reside esposa marido irmao irma avo joelho direita
    direito esquerda esquerdo cabeca sangue urina gravidez noite manha tarde ontem hipotese diagnostica conduta evolucao
    enfermeira enfermeiro sintomas seguimento historia apos bom estado geral corada corado hidratada eupneica eupneico
    acianotica acianotico anicterica anicterico sinais vitais leito unidade avaliacao retorno alta medicado tem ha vai
    dois tres endereco cidade municipio servico urgencia contacto contato telemovel anos meses dias desde sinal
    trabalha aposentado aposentada reformado reformada vizinha acompanhada acompanhado relata mantem segue uso
    orientacoes encaminho solicito colega senhor senhora dra ubs sus cpf crm sns nif
"""
_ENGLISH = """
    the of and to with was is for in on at by he she his her him they has had have this that from not are were been who which
    will would patient years year old man woman boy girl son daughter mother father wife husband name address phone age date
    today but also there their an or as be if its it my you your we our history exam examination denies presents presented
    admitted discharge discharged seen reviewed review chest pain fever cough left right knee head blood pressure heart
    lungs medications allergies diagnosis treatment weeks months days ago daily tablets surgery ward clinic follow up dob mrn
    nurse complains reports lives works since during after before without symptoms signs notes known unremarkable stable yo pt
    hx dear thank thanks referred letter appointment please regards well feels night morning yesterday tomorrow home family
    brother sister denied started taking any no did does due mild moderate severe noted given told asked came
"""


def _weights() -> dict[bytes, int]:
    """For each word what it says for the three languages, in one number, so that one addition adds all three."""
    table: dict[str, list[int]] = {}
    for place, text in enumerate((_SPANISH, _PORTUGUESE, _ENGLISH)):
        for word in text.split():
            table.setdefault(word, [0, 0, 0])[place] = 1
    # A word that two languages share says less.
    return {word.encode(): sum(4 * said // sum(w) << _BITS * place for place, said in enumerate(w)) for word, w in table.items() if sum(w) < 3}


_BITS = 20  # more than all words of a text together can say
_WEIGHTS = _weights()
# The same for bytes, and the two blanks that bytes do not know.
_PLAIN_BYTES = bytes(32 if code in (0x85, 0xA0) else ord(chr(code).translate(_PLAIN)) for code in range(256))


def _words_of(shown: str) -> list[bytes]:
    try:
        plain = shown.encode("latin-1")
    except UnicodeEncodeError:
        return [word.encode("utf-8", "replace") for word in shown.translate(_PLAIN).split()]
    # Nearly every note; bytes are translated many times faster.
    return plain.translate(_PLAIN_BYTES).split()


def detect(text: str, default: str = "es") -> str:
    """The code of the text's language: "es", "pt" or "en"; `default` when nothing speaks for any.

    >>> detect("PACIENTE MASCULINO, ACUDE POR DOLOR"), detect("doente com dor no peito"), detect("seen in clinic today")
    ('es', 'pt', 'en')
    """
    shown = text[:_SHOWN].lower()
    spanish = 5 * shown.count("ñ") + 3 * (shown.count("¿") + shown.count("¡")) + 3 * shown.count("ción")
    portuguese = 4 * (shown.count("ã") + shown.count("õ") + shown.count("ç")) + 3 * (shown.count("ê") + shown.count("â"))
    english = 4 * shown.count("'s ")
    said = sum(map(_WEIGHTS.get, _words_of(shown), repeat(0)))
    spanish += said & (1 << _BITS) - 1
    portuguese += said >> _BITS & (1 << _BITS) - 1
    english += said >> 2 * _BITS
    best = max(spanish, portuguese, english)
    if not best:
        return default
    return "es" if best == spanish else "pt" if best == portuguese else "en"
