"""The label set, with its names in MEDDOCAN, i2b2 2014 (HIPAA) and the short Spanish tags of the literature."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DESCRIPTIONS", "DIRECT", "LABELS", "NAMES", "NUMBERS", "SCHEMES", "Label", "label_named", "rename"]


@dataclass(frozen=True, slots=True)
class Label:
    """One kind of identifying text."""

    name: str
    meddocan: str
    i2b2: str
    tag: str  # the {NOMBRE} style of the Mexican literature
    direct: bool  # identifies a person by itself: must never be left standing
    spanish: str
    portuguese: str
    english: str


def _label(name: str, meddocan: str, i2b2: str, tag: str, direct: bool, es: str, pt: str, en: str) -> Label:
    return Label(name, meddocan, i2b2, tag, direct, es, pt, en)


LABELS: dict[str, Label] = {
    label.name: label
    for label in (
        _label("PATIENT_NAME", "NOMBRE_SUJETO_ASISTENCIA", "PATIENT", "NOMBRE", True, "PACIENTE", "PACIENTE", "PATIENT"),
        _label("RELATIVE_NAME", "FAMILIARES_SUJETO_ASISTENCIA", "PATIENT", "NOMBRE", True, "FAMILIAR", "FAMILIAR", "RELATIVE"),
        _label("STAFF_NAME", "NOMBRE_PERSONAL_SANITARIO", "DOCTOR", "NOMBRE", True, "PROFESIONAL", "PROFISSIONAL", "STAFF"),
        _label("PERSON_NAME", "NOMBRE_SUJETO_ASISTENCIA", "PATIENT", "NOMBRE", True, "PERSONA", "PESSOA", "PERSON"),
        _label("KINSHIP", "FAMILIARES_SUJETO_ASISTENCIA", "OTHER", "PARENTESCO", False, "PARENTESCO", "PARENTESCO", "KINSHIP"),
        _label("AGE", "EDAD_SUJETO_ASISTENCIA", "AGE", "EDAD", False, "EDAD", "IDADE", "AGE"),
        _label("SEX", "SEXO_SUJETO_ASISTENCIA", "OTHER", "SEXO", False, "SEXO", "SEXO", "SEX"),
        _label("PROFESSION", "PROFESION", "PROFESSION", "PROFESION", False, "PROFESIÓN", "PROFISSÃO", "PROFESSION"),
        _label("DATE", "FECHAS", "DATE", "FECHA", False, "FECHA", "DATA", "DATE"),
        _label("STREET", "CALLE", "STREET", "DOM", True, "DIRECCIÓN", "ENDEREÇO", "ADDRESS"),
        _label("PLACE", "TERRITORIO", "CITY", "CIUDAD", False, "LUGAR", "LUGAR", "PLACE"),
        _label("COUNTRY", "PAIS", "COUNTRY", "PAIS", False, "PAÍS", "PAÍS", "COUNTRY"),
        _label("HOSPITAL", "HOSPITAL", "HOSPITAL", "HOSPITAL", False, "HOSPITAL", "HOSPITAL", "HOSPITAL"),
        _label("HEALTH_CENTRE", "CENTRO_SALUD", "HOSPITAL", "CENTRO", False, "CENTRO", "CENTRO", "CENTRE"),
        _label("INSTITUTION", "INSTITUCION", "ORGANIZATION", "INSTITUCION", False, "INSTITUCIÓN", "INSTITUIÇÃO", "INSTITUTION"),
        _label("PHONE", "NUMERO_TELEFONO", "PHONE", "TEL", True, "TELÉFONO", "TELEFONE", "PHONE"),
        _label("FAX", "NUMERO_FAX", "FAX", "FAX", True, "FAX", "FAX", "FAX"),
        _label("EMAIL", "CORREO_ELECTRONICO", "EMAIL", "CORREO", True, "CORREO", "EMAIL", "EMAIL"),
        _label("URL", "URL_WEB", "URL", "URL", True, "WEB", "WEB", "URL"),
        _label("IP_ADDRESS", "DIREC_PROT_INTERNET", "IPADDRESS", "IP", True, "IP", "IP", "IP"),
        _label("PATIENT_ID", "ID_SUJETO_ASISTENCIA", "MEDICALRECORD", "ID", True, "ID_PACIENTE", "ID_PACIENTE", "PATIENT_ID"),
        _label("EPISODE_ID", "ID_CONTACTO_ASISTENCIAL", "IDNUM", "ID", True, "ID_EPISODIO", "ID_EPISÓDIO", "EPISODE_ID"),
        _label("INSURANCE_ID", "ID_ASEGURAMIENTO", "HEALTHPLAN", "ID", True, "ID_SEGURO", "ID_SEGURO", "INSURANCE_ID"),
        _label("PLAN_ID", "NUMERO_BENEF_PLAN_SALUD", "HEALTHPLAN", "ID", True, "ID_PLAN", "ID_PLANO", "PLAN_ID"),
        _label("LICENCE_ID", "ID_TITULACION_PERSONAL_SANITARIO", "LICENSE", "ID", True, "ID_COLEGIADO", "ID_CÉDULA", "LICENCE_ID"),
        _label("EMPLOYEE_ID", "ID_EMPLEO_PERSONAL_SANITARIO", "IDNUM", "ID", True, "ID_EMPLEADO", "ID_FUNCIONÁRIO", "EMPLOYEE_ID"),
        _label("VEHICLE_ID", "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "VEHICLE", "ID", True, "ID_VEHÍCULO", "ID_VEÍCULO", "VEHICLE_ID"),
        _label("DEVICE_ID", "IDENTIF_DISPOSITIVOS_NRSERIE", "DEVICE", "ID", True, "ID_DISPOSITIVO", "ID_DISPOSITIVO", "DEVICE_ID"),
        _label("BIOMETRIC_ID", "IDENTIF_BIOMETRICOS", "BIOID", "ID", True, "ID_BIOMÉTRICO", "ID_BIOMÉTRICO", "BIOMETRIC_ID"),
        _label("OTHER_ID", "OTRO_NUMERO_IDENTIF", "IDNUM", "ID", True, "ID_OTRO", "ID_OUTRO", "OTHER_ID"),
        _label("OTHER", "OTROS_SUJETO_ASISTENCIA", "OTHER", "OTRO", False, "OTRO", "OUTRO", "OTHER"),
    )
}

NAMES = frozenset({"PATIENT_NAME", "RELATIVE_NAME", "STAFF_NAME", "PERSON_NAME"})
NUMBERS = frozenset({"PHONE", "FAX", *(name for name in LABELS if name.endswith("_ID"))})
DESCRIPTIONS = frozenset({"KINSHIP", "SEX"})  # of people whom they do not name: the shipped policies let them stand, our notes leave them unmarked
DIRECT = frozenset(name for name, label in LABELS.items() if label.direct)
SCHEMES = ("velado", "meddocan", "i2b2")

# The other way round; where several of ours share one name, the first in the table speaks for it.
_FROM_MEDDOCAN: dict[str, str] = {}
_FROM_I2B2: dict[str, str] = {}
for _name, _entry in LABELS.items():
    _FROM_MEDDOCAN.setdefault(_entry.meddocan, _name)
    _FROM_I2B2.setdefault(_entry.i2b2, _name)
# In MEDDOCAN the relatives are nearly always kinship words, not names.
_FROM_MEDDOCAN["FAMILIARES_SUJETO_ASISTENCIA"] = "KINSHIP"
# The coarse labels of the first notes, and i2b2's finer ones.
_COARSE = {"ID": "OTHER_ID", "FACILITY": "INSTITUTION", "NAME": "PERSON_NAME"}
_FROM_I2B2 |= {
    "STATE": "PLACE", "ZIP": "PLACE", "LOCATION-OTHER": "PLACE", "USERNAME": "URL", "SSN": "PATIENT_ID",
    "ACCOUNT": "OTHER_ID", "IDNUM": "OTHER_ID", "OTHER": "OTHER", "HEALTHPLAN": "INSURANCE_ID",
}  # fmt: skip


def rename(name: str, scheme: str) -> str:
    """Velado's label under the name it has in another scheme.

    >>> rename("STAFF_NAME", "meddocan")
    'NOMBRE_PERSONAL_SANITARIO'
    """
    if scheme == "velado":
        return name
    label = LABELS[name]
    return label.meddocan if scheme == "meddocan" else label.i2b2


def label_named(name: str) -> str | None:
    """Velado's label for a name of any known scheme; None when nobody uses that name.

    >>> label_named("FECHAS"), label_named("DOCTOR"), label_named("AGE"), label_named("COLOUR")
    ('DATE', 'STAFF_NAME', 'AGE', None)
    """
    upper = name.upper()
    for known in (_FROM_MEDDOCAN, _FROM_I2B2, _COARSE):
        if upper not in LABELS and upper in known:
            return known[upper]
    return upper if upper in LABELS else None
