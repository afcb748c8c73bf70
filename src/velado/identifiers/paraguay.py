"""Paraguay."""

from __future__ import annotations

from stdnum.py import ruc

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="py_ci",
        country="PY",
        label="PATIENT_ID",
        title="Cédula de identidad civil",
        pattern=r"\d{1,2}[. ]\d{3}[. ]\d{3}|\d{3}[. ]\d{3}|\d{6,8}",
        cues=listed("ci, c.i., c.i.c., cédula, cédula de identidad, cédula civil, ci nro, documento"),
        fake=drawn("[1234567].###.###"),
        examples=("CI nro ⟦3.812.287⟧", "C.I. ⟦031.370⟧", "cédula ⟦3200723⟧"),
    ),
    Identifier(
        name="py_ruc",
        country="PY",
        label="OTHER_ID",
        title="Registro único de contribuyentes (RUC)",
        pattern=r"\d{5,8} ?- ?\d",
        cues=listed("ruc, r.u.c."),
        valid=ruc.is_valid,
        fake=drawn("80######-#", ruc.is_valid),
        composed=composed_of("#####?", "######?", "#######?", "########?", check=ruc.calc_check_digit),
        examples=("RUC ⟦80009735-1⟧", "R.U.C. ⟦80009735-1⟧"),
    ),
    Identifier(
        name="py_ips",
        country="PY",
        label="INSURANCE_ID",
        title="Número de asegurado del IPS",
        pattern=r"\d{3}-\d{5,7}-\d{2}|\d{5,9}",
        cues=listed("ips, asegurado ips, nº asegurado, seguro"),
        fake=drawn("201-######-01"),
        examples=("seguro IPS ⟦148-274302-28⟧", "IPS nº ⟦1234567⟧"),
    ),
    Identifier(
        name="py_plate",
        country="PY",
        label="VEHICLE_ID",
        title="Chapa de vehículo",
        pattern=r"[a-z]{3}[ \-]?\d{3}|[a-z]{4}[ \-]?\d{3}",
        cues=listed("chapa, chapa nro, matrícula"),
        fake=drawn("[ABC]@@ ###"),
        examples=("camioneta chapa ⟦BKX 008⟧", "chapa ⟦AAKB 123⟧"),
    ),
)
