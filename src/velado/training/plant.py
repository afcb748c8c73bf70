"""Plants people into clean clinical text, and headers written in another way: other labels, another order, no labels at all.

Seeded like the rest of the multiplier. The sentences are our own, with marks; `multiply.replanted` gives each copy
other people.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from velado.document import Span
from velado.formats.marked import parse_marks
from velado.tokens import Page
from velado.training.corpora import Example

__all__ = ["SENTENCES", "planted", "with_other_header"]

SENTENCES: Mapping[str, tuple[str, ...]] = {
    "es": tuple(
        """⟦PATIENT_NAME:Marisela⟧ refiere que desde entonces duerme mal.
El señor ⟦PATIENT_NAME:Baltasar Quiñones⟧ niega fiebre.
Se habla con su hija ⟦RELATIVE_NAME:Noelia⟧ y entiende el plan.
Comentado con ⟦STAFF_NAME:Zubizarreta⟧, que ve la placa.
Firma: ⟦STAFF_NAME:Iván Peralta Muñiz⟧.
Dra. ⟦STAFF_NAME:Casandra Olmo⟧, adjunta de guardia.
Vive en ⟦PLACE:Tarazona⟧ con ⟦RELATIVE_NAME:Abundio⟧, su marido.
Natural de ⟦PLACE:Sahuayo⟧, trabaja de ⟦PROFESSION:soldador⟧.
Es ⟦PROFESSION:maestra de primaria⟧ en ⟦PLACE:Rancagua⟧.
Tiene ⟦AGE:47 años⟧ y dos hijos.
Paciente de ⟦AGE:63 años⟧, ⟦PROFESSION:albañil⟧, sin alergias.
Contacto: ⟦RELATIVE_NAME:Fidel⟧ ⟦PHONE:633 118 204⟧.
Se avisa a ⟦RELATIVE_NAME:Remedios⟧ al ⟦PHONE:55 4410 2297⟧.
Trasladado desde el ⟦HOSPITAL:Hospital General de Zacapu⟧.
Revisada en el ⟦HEALTH_CENTRE:CAP Roquetes⟧ el ⟦DATE:3 de octubre⟧.
Operado en ⟦DATE:2014⟧ en la ⟦HOSPITAL:Clínica Santa Elvira⟧.
Acude ⟦PATIENT_NAME:Paulino⟧ solo, caminando.
Doña ⟦PATIENT_NAME:Chelo⟧ está más animada.
La madre, ⟦RELATIVE_NAME:Ivonne Cárdenas⟧, firma el consentimiento.
Su hermano ⟦RELATIVE_NAME:Ulises⟧ de ⟦AGE:31 años⟧ es sano.
⟦PATIENT_NAME:QUISPE HUANCA, NEMESIO⟧
⟦PATIENT_NAME:Saldaña⟧ ya tolera dieta.
Visto hoy ⟦DATE:14/02/2023⟧ por ⟦STAFF_NAME:Urrutia⟧.
Hablo con ⟦STAFF_NAME:Nerea⟧ de trabajo social.
Domicilio en ⟦STREET:calle Alfareros 12, 3º B⟧, ⟦PLACE:Manises⟧.
Vive en ⟦STREET:Av. Los Álamos 404⟧, colonia alta.
NHC ⟦PATIENT_ID:448127⟧.
Expediente ⟦PATIENT_ID:2021-00458⟧.
Enfermera ⟦STAFF_NAME:Begoña Arrieta⟧ presente en la cura.
Curso clínico de ⟦PATIENT_NAME:Leocadia Font Roca⟧.
Le acompaña ⟦RELATIVE_NAME:Wendy⟧, la nieta.
Pendiente llamar a don ⟦RELATIVE_NAME:Eleuterio⟧.
Empleada de ⟦INSTITUTION:Conservas Marinero⟧.
Estudia en el ⟦INSTITUTION:colegio Fray Luis de León⟧.
Correo ⟦EMAIL:p.lasarte@correo.example⟧.
R2 ⟦STAFF_NAME:Mora⟧ / R4 ⟦STAFF_NAME:Ibarrola⟧
Interconsulta respondida por el dr ⟦STAFF_NAME:tomas egea⟧.
⟦PATIENT_NAME:rosalba⟧ pide el alta voluntaria.""".split("\n")
    ),
    "en": tuple(
        """⟦PATIENT_NAME:Maureen⟧ says the pain is worse at night.
Mr ⟦PATIENT_NAME:Olusegun⟧ denies fever.
Spoke to daughter ⟦RELATIVE_NAME:Kirsty⟧, happy with plan.
D/w ⟦STAFF_NAME:Brannigan⟧, will review films.
Signed ⟦STAFF_NAME:P. Achterberg⟧, RN.
Dr ⟦STAFF_NAME:Shreya Nambiar⟧, on-call registrar.
Lives in ⟦PLACE:Thurso⟧ with ⟦RELATIVE_NAME:Alf⟧, her husband.
Works as a ⟦PROFESSION:roofer⟧ in ⟦PLACE:Duluth⟧.
She is ⟦AGE:47⟧ with two sons.
⟦AGE:63-year-old⟧ ⟦PROFESSION:welder⟧, no allergies.
NOK ⟦RELATIVE_NAME:Tunde⟧ ⟦PHONE:07700 900318⟧.
Call ⟦RELATIVE_NAME:Joanie⟧ at ⟦PHONE:(555) 014-2297⟧.
Transferred from ⟦HOSPITAL:Mercy General⟧.
Reviewed at ⟦HEALTH_CENTRE:Elm Road Surgery⟧ on ⟦DATE:3 October⟧.
Hip done in ⟦DATE:2014⟧ at ⟦HOSPITAL:St Bride's Hospital⟧.
⟦PATIENT_NAME:Delroy⟧ walked in alone.
⟦PATIENT_NAME:Winifred⟧ brighter today.
Mum ⟦RELATIVE_NAME:Agnieszka Wrona⟧ consented.
Brother ⟦RELATIVE_NAME:Callum⟧, ⟦AGE:31⟧, is well.
⟦PATIENT_NAME:OKAFOR, CHIDI⟧
⟦PATIENT_NAME:Petrosyan⟧ tolerating diet.
Seen ⟦DATE:02/14/2023⟧ by ⟦STAFF_NAME:Lindqvist⟧.
Social worker ⟦STAFF_NAME:Bettany Crowe⟧ aware.
Home is ⟦STREET:12 Potters Lane⟧, ⟦PLACE:Ludlow⟧.
Resides at ⟦STREET:404 Cottonwood Ave⟧.
MRN ⟦PATIENT_ID:448127⟧.
Chart ⟦PATIENT_ID:21-00458⟧.
Employed at ⟦INSTITUTION:Harland Biscuits⟧.
Goes to ⟦INSTITUTION:Beech Hill Primary⟧.
Email ⟦EMAIL:p.larsen@mail.example⟧.
Resident ⟦STAFF_NAME:Mohr⟧ / attending ⟦STAFF_NAME:Ibarra⟧
Reply from dr ⟦STAFF_NAME:tom egan⟧ awaited.
⟦PATIENT_NAME:shanice⟧ wants to self-discharge.
Granddaughter ⟦RELATIVE_NAME:Bea⟧ at bedside.
Consult note for ⟦PATIENT_NAME:Loretta Finch⟧.""".split("\n")
    ),
}


def planted(lines: Sequence[str], language: str, seed: int, source: str) -> Example:
    """Clean lines with some of our sentences among them: on lines of their own, or before or behind what stands in one."""
    rng = random.Random(f"{seed}/{source}")
    chosen = rng.sample(SENTENCES[language], k=min(len(SENTENCES[language]), max(2, len(lines) // 3)))
    marked = list(lines)
    for sentence in chosen:
        at, way = rng.randrange(len(marked)), rng.random()
        if way < 0.3:
            marked.insert(at, sentence)
        else:
            marked[at] = f"{sentence} {marked[at]}" if way < 0.65 else f"{marked[at]} {sentence}"
    text, spans = parse_marks("\n".join(marked))
    return Example(text, tuple(spans), source, language)


def with_other_header(example: Example, seed: int) -> Example:
    """The same note with some labels of its identifying fields left out, and the lines of its header in another order."""
    rng = random.Random(f"{seed}/header/{example.source}")
    page = Page(example.text)
    starts = {span.start for span in example.spans}
    fields = [field for field in page.fields if field.value_start in starts]
    cut = [(field.start, field.value_start) for field in fields if rng.random() < 0.5]
    lines: list[Example] = []
    for number, start in enumerate(page.line_starts):
        end = page.line_starts[number + 1] - 1 if number + 1 < len(page.line_starts) else len(example.text)
        lines.append(_without(example, start, end, [piece for piece in cut if start <= piece[0] < end]))
    with_field = {page.line_of(field.start) for field in fields}
    head = [number for number in range(min(8, len(lines))) if number in with_field]
    mixed = rng.sample(head, k=len(head))
    order = dict(zip(head, mixed, strict=True))
    return _stacked([lines[order.get(number, number)] for number in range(len(lines))], example)


def _without(example: Example, start: int, end: int, cut: Iterable[tuple[int, int]]) -> Example:
    """One line of a note without some of its stretches."""
    kept = [at for at in range(start, end) if not any(first <= at < last for first, last in cut)]
    place = {at: number for number, at in enumerate(kept)}
    spans = tuple(
        Span(place[span.start], place[span.end - 1] + 1, span.label, 1.0, span.source)
        for span in example.spans
        if span.start in place and span.end - 1 in place
    )
    return Example("".join(example.text[at] for at in kept), spans)


def _stacked(lines: Iterable[Example], like: Example) -> Example:
    texts: list[str] = []
    spans: list[Span] = []
    length = 0
    for line in lines:
        spans += (Span(s.start + length, s.end + length, s.label, 1.0, s.source) for s in line.spans)
        texts.append(line.text)
        length += len(line.text) + 1
    return Example("\n".join(texts), tuple(spans), like.source, like.language)
