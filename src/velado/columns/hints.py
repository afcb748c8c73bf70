"""What the name of a column suggests beyond the labels of people: codes, amounts, measurements, notes, rows."""

from __future__ import annotations

import re
from functools import lru_cache

from velado.columns.field_words import digits_of, is_value_field
from velado.columns.names import joined_words, words_of
from velado.tokens import word_set

__all__ = ["AMOUNT", "CODE", "HINT_WORDS", "MEASURED", "NOTES", "NUMBER", "ROW", "STAFF", "hint_of"]

CODE, AMOUNT, MEASURED, NOTES, ROW, NUMBER, STAFF = "codes", "amounts", "measurements", "notes", "row numbers", "numbers of records", "staff"

_TERMS = word_set(
    "cie cie9 cie10 cie11 ciemc cid cid9 cid10 cid11 icd icd9 icd10 icd11 icd9cm icd10cm ciap ciap2 icpc icpc2 snomed sct sctid loinc atc cpt hcpcs tuss "
    "cbhpm sigtap cups cipesc cipe nanda nic noc drg grd gdr mdc cdm opcs acss ndc gtin ean rxnorm rxcui umls cui mesh hpo orpha tnm icf cif dsm nomenclador meddra cbo cbor chnm pcs gdh hrg "
    "dx diag cnp cn"
)
_THINGS = word_set(
    "diagnostico diagnosticos diagnosis procedimiento procedimientos procedimento procedimentos procedure procedures farmaco farmacos medicamento "
    "medicamentos drug drugs prueba pruebas test tests exame exames examen estudio servicio servico service prestacion prestacao especialidad "
    "especialidade specialty acto ato intervencion cirugia cirurgia surgery producto produto product articulo item material vacuna vacina vaccine analisis "
    "nacional motivo alta ingreso causa centro unidad concepto tarifa"
)
_CODES = word_set("codigo codigos code codes cod cd clave")
_AMOUNTS = word_set(
    "importe importes coste costes costo costos custo custos precio precios preco precos price prices cost costs amount amounts tarifa tarifas cargo cargos "
    "charge charges fee fees monto montos pago pagos payment payments paid pagado facturado facturacion faturado billed billing saldo balance gasto gastos "
    "despesa despesas expense expenses ingresos revenue euros eur usd brl mxn reais pesos dolares dollars presupuesto orcamento budget copago coparticipacao "
    "copay deducible deductible subtotal iva descuento desconto discount neto liquido bruto imp vlr"
)
_MEASURES = word_set(
    "val valor valores value values resultado resultados result results medida medicion measure measurement cantidad quantidade quantity qty dosis dose dias days "
    "horas hours minutos minutes semanas weeks duracion duracao duration estancia estadia los score puntuacion pontuacao escala indice index puntos numero "
    "recuento contagem count volumen volume distancia distance ml mg kg cm mm mmhg porcentaje percent percentage pct tasa rate ratio media promedio average"
)
_NOTES = word_set(
    "nota notas note notes texto textos text informe informes report reports laudo laudos relatorio evolucion evolucao evolutivo comentario comentarios comment comments "
    "observaciones observacoes observacion observacao obs anamnesis anamnese narrativa narrative resumen resumo summary remarks epicrisis"
)
_ROWS = word_set("row rows fila filas linha linhas renglon index indice idx orden ordem order secuencia sequencia sequence seq unnamed correlativo consecutivo")
_NUMBERS = word_set("id ids numero num nro nr no number identificador identifier registro folio matricula record clave key ref referencia uid uuid guid")
_STAFF = word_set("licencia licence license colegiado crm npi empleado employee funcionario usuario user operador login prescriptor")
HINT_WORDS = _TERMS | _THINGS | _CODES | _AMOUNTS | _MEASURES | _NOTES | _ROWS | _NUMBERS | _STAFF


@lru_cache(maxsize=4096)
def hint_of(name: str) -> str:
    """What a column's name suggests; "" when it says nothing.

    >>> hint_of("codigo_cie"), hint_of("cod_procedimiento"), hint_of("importe_total"), hint_of("Plaquetas"), hint_of("nota_alta"), hint_of("row_id")
    ('codes', 'codes', 'amounts', 'measurements', 'notes', 'row numbers')
    >>> hint_of("codigo"), hint_of("x7"), hint_of("")
    ('numbers of records', '', '')
    """
    whole = joined_words(name)
    words = {re.sub(r"(?<=[a-z]{3})\d{1,2}$", "", word) for word in whole} | whole
    if not words or len(words_of(name)) > 8:
        return ""
    if _NUMBERS.issuperset(words_of(name)):
        return NUMBER  # "ref" alone, which is also a range beside a test
    if words & _TERMS or (words & _CODES and words & _THINGS):
        return CODE
    if words & _AMOUNTS:
        return AMOUNT
    if digits_of(name):
        return MEASURED
    if words & _NOTES:
        return NOTES
    if words & _ROWS:
        return ROW
    if words & _STAFF:
        return STAFF
    if is_value_field(name) or words & (_MEASURES - _NUMBERS - _ROWS):
        return MEASURED
    if words & (_NUMBERS | _CODES):
        return NUMBER
    return ""
