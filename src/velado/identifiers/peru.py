"""Peru."""

from __future__ import annotations

from stdnum.pe import ruc

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="pe_dni",
        country="PE",
        label="PATIENT_ID",
        title="Documento nacional de identidad",
        pattern=r"\d{8}(?: ?- ?[0-9a-k])?",
        cues=listed("dni, d.n.i., documento, doc. identidad"),
        fake=drawn("[01467]#######"),
        examples=("DNI ⟦45678901⟧", "dni: ⟦08765432⟧", "DNI N° ⟦45678901-2⟧"),
    ),
    Identifier(
        name="pe_ce",
        country="PE",
        label="PATIENT_ID",
        title="Carné de extranjería, PTP, CPP",
        pattern=r"\d{9}|[a-z]{0,3}\d{6,9}",
        cues=listed("ce, c.e., carné de extranjería, carnet de extranjería, ptp, cpp"),
        fake=drawn("00#######"),
        examples=("CE ⟦001234567⟧", "carné de extranjería ⟦001234567⟧"),
        counter_examples=("2 CE transfundidos", "CE 3 unidades"),
    ),
    Identifier(
        name="pe_ruc",
        country="PE",
        label="OTHER_ID",
        title="Registro único de contribuyentes (RUC)",
        pattern=r"(?:10|15|17|20)\d{9}",
        cues=listed("ruc, r.u.c."),
        valid=ruc.is_valid,
        fake=drawn("20#########", ruc.is_valid),
        composed=composed_of("{10|15|17|20}########?", check=ruc.calc_check_digit),
        examples=("RUC ⟦20512345671⟧", "R.U.C. N° ⟦20512345671⟧"),
    ),
    Identifier(
        name="pe_licence",
        country="PE",
        label="LICENCE_ID",
        title="Colegios profesionales (CMP, RNE, CEP, COP, CQFP, CPsP, CTMP)",
        pattern=r"\d{1,3}\.\d{3}|\d{3,6}(?:[\-/]\d{1,2})?",
        cues=listed("cmp, c.m.p., rne, r.n.e., cep, cop, cqfp, cpsp, ctmp, cbp, ctsp, cnp, rna"),
        fake=drawn("[123456789]####"),
        examples=("Dr. Salas, CMP ⟦11801⟧ RNE ⟦37357⟧", "Lic. Rojas CEP ⟦51234⟧", "CPsP ⟦83680⟧"),
    ),
    Identifier(
        name="pe_sis",
        country="PE",
        label="INSURANCE_ID",
        title="Seguro integral de salud y EsSalud (autogenerado)",
        pattern=r"\d{3}[\- ]?[0-9a-z][\- ]?\d{6,9}|\d{6,7}[a-z]{5}\d{3}",
        cues=listed("sis, essalud, autogenerado, autog, código de asegurado, asegurado"),
        fake=drawn("210-2-0#######"),
        examples=("SIS: ⟦739-5-35098896⟧", "autogenerado ⟦2596632HGNEK832⟧"),
        counter_examples=("SIS activo",),
    ),
    Identifier(
        name="pe_hc",
        country="PE",
        label="PATIENT_ID",
        title="Historia clínica",
        pattern=r"\d{3,8}(?:[\-/]\d{1,4})?",
        cues=listed("hc, h.c., h. cl., hcl, historia clínica, nº hc, hce"),
        fake=drawn("[123456789]#####"),
        examples=("H.C. ⟦79232⟧", "HCL N° ⟦123456⟧", "HC ⟦9934-21⟧"),
        counter_examples=("HC 200 g/día", "hc 2.5 mg"),
    ),
)
