"""Venezuela."""

from __future__ import annotations

from stdnum.ve import rif

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed

IDENTIFIERS = (
    Identifier(
        name="ve_cedula",
        country="VE",
        label="PATIENT_ID",
        title="Cédula de identidad venezolana o de extranjero",
        pattern=r"[ve][ .\-]{0,2}\d{1,2}[. ]?\d{3}[. ]?\d{3}",
        cues=listed("ci, c.i., cédula, cédula de identidad, titular de la cédula, cedula nro"),
        fake=drawn("V-##.###.###"),
        composed=composed_of("V########", "V#######", "E########", "E#######"),
        examples=("C.I. ⟦V-8.214.805⟧", "cédula ⟦V 5.469.447⟧", "Rondón, Luz (⟦V-14688872⟧)", "CI: ⟦E-55.233.719⟧"),
        counter_examples=("derivaciones V1-V6",),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="ve_cedula_bare",
        country="VE",
        label="PATIENT_ID",
        title="Cédula sin letra",
        pattern=r"\d{1,2}[. ]?\d{3}[. ]?\d{3}",
        cues=listed("ci, c.i., cédula, cédula de identidad"),
        fake=drawn("##.###.###"),
        examples=("C.I. ⟦84.835.641⟧", "ci ⟦89491758⟧"),
    ),
    Identifier(
        name="ve_rif",
        country="VE",
        label="OTHER_ID",
        title="Registro de información fiscal (RIF)",
        pattern=r"[jgvepc] ?- ?\d{8} ?- ?\d|[jgvep]\d{9}",
        cues=listed("rif, r.i.f."),
        valid=rif.is_valid,
        fake=drawn("J-########-#", rif.is_valid),
        composed=composed_of(*(f"{kind}########?" for kind in "VEJPG"), check=rif.calc_check_digit),
        examples=("RIF ⟦J-30123456-1⟧", "R.I.F.: ⟦J301234561⟧"),
        needs_cue=False,
    ),
    Identifier(
        name="ve_licence",
        country="VE",
        label="LICENCE_ID",
        title="Matrícula del MPPS y de los colegios de médicos",
        pattern=r"\d{1,3}\.?\d{3}|\d{3,6}",
        cues=listed("mpps, m.p.p.s., msas, m.s.d.s., cmel, comezu, cmdc, impres, colegio de médicos"),
        fake=drawn("##.###"),
        examples=("Dra. Marín, MPPS ⟦41.084⟧", "mpps ⟦91536⟧ COMEZU ⟦15.954⟧"),
        counter_examples=("úlcera de 3 cm", "CM 2"),
    ),
)
