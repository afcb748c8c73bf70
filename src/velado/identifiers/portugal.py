"""Portugal."""

from __future__ import annotations

from stdnum.pt import cc, nif

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted


def _niss(compact: str) -> bool:
    if len(compact) != 11 or not compact.isdigit() or compact[0] not in "12":
        return False
    return 9 - weighted(compact[:10], (29, 23, 19, 17, 13, 11, 7, 5, 3, 2)) % 10 == int(compact[10])


def _person_nif(compact: str) -> bool:
    return compact[:1] in ("1", "2", "3") and bool(nif.is_valid(compact))


def _company_nif(compact: str) -> bool:
    return compact[:1] in ("5", "6", "9") and bool(nif.is_valid(compact))


IDENTIFIERS = (
    Identifier(
        name="pt_nif",
        country="PT",
        label="PATIENT_ID",
        title="Número de identificação fiscal (NIF)",
        pattern=r"[1-3]\d{2}[ .]?\d{3}[ .]?\d{3}",
        cues=listed("nif, contribuinte, nº contribuinte, n.i.f., número fiscal"),
        valid=_person_nif,
        fake=drawn("[12]## ### ###", _person_nif),
        composed=composed_of("[1-3]#######?", check=nif.calc_check_digit),
        examples=("NIF ⟦123 456 789⟧", "contribuinte n.º ⟦120090350⟧"),
    ),
    Identifier(
        name="pt_nipc",
        country="PT",
        label="OTHER_ID",
        title="Número de pessoa coletiva (NIPC)",
        pattern=r"[5-79]\d{2}[ .]?\d{3}[ .]?\d{3}",
        cues=listed("nipc, pessoa coletiva, nif, contribuinte"),
        valid=_company_nif,
        fake=drawn("5## ### ###", _company_nif),
        composed=composed_of("[569]#######?", check=nif.calc_check_digit),
        examples=("NIPC ⟦501 442 600⟧", "nipc ⟦501442600⟧"),
    ),
    Identifier(
        name="pt_niss",
        country="PT",
        label="INSURANCE_ID",
        title="Número de identificação de segurança social (NISS)",
        pattern=r"[12]\d{2}[ .]?\d{3}[ .]?\d{3}[ .]?\d{2}|\d{11}",
        cues=listed("niss, segurança social, n.i.s.s., nº seg. social, seg. social"),
        valid=_niss,
        fake=drawn("1##########", _niss),
        composed=composed_of("[12]#########?"),
        examples=("NISS ⟦18610142894⟧", "nº da Segurança Social: ⟦288 182 132 88⟧"),
    ),
    Identifier(
        name="pt_cc",
        country="PT",
        label="PATIENT_ID",
        title="Cartão de cidadão",
        pattern=r"\d{7,8}[ \-]{0,2}\d[ \-]{0,2}[a-z][a-z0-9][ \-]?\d",
        cues=listed("cc, c.c., cartão de cidadão, cartão do cidadão, doc. ident., cartão cidadão"),
        valid=cc.is_valid,
        fake=drawn("######## # [XYZ][WXYZ]#", cc.is_valid),
        composed=composed_of("#########[A-Z0-9][A-Z0-9]?", check=cc.calc_check_digit),
        examples=("CC ⟦00000000 0 ZZ4⟧", "cartão de cidadão n.º ⟦83850283 8 ZX7⟧", "mostra ⟦191198401ZX7⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="pt_bi",
        country="PT",
        label="PATIENT_ID",
        title="Bilhete de identidade, cartão de cidadão sem controlo",
        pattern=r"\d{1,2}[ .]\d{3}[ .]\d{3}(?:[ \-]\d)?|\d{7,8}(?:[ \-]\d)?",
        cues=listed("bi, b.i., bilhete de identidade, cc, c.c., cartão de cidadão, bi antigo"),
        fake=drawn("1#######"),
        examples=("BI ⟦1 917 895⟧", "B.I. n.º ⟦12345678⟧"),
        counter_examples=("BI-RADS 4", "PC BI 120 ml"),
    ),
    Identifier(
        name="pt_utente",
        country="PT",
        label="INSURANCE_ID",
        title="Número de utente do SNS",
        pattern=r"\d{3}[ .]?\d{3}[ .]?\d{3}",
        cues=listed(
            "utente, nº utente, n.º de utente, sns, nº sns, n.º utente sns, nu, n.u., nsns, cartão de utente, utente ram"
        ),
        fake=drawn("[1234]## ### ###"),
        examples=("Utente: ⟦631095341⟧", "N.º SNS: ⟦606 758 614⟧", "n.º de utente ⟦851 913 976⟧"),
        counter_examples=("utente de 45 anos", "o utente refere 3 episódios"),
    ),
    Identifier(
        name="pt_licence",
        country="PT",
        label="LICENCE_ID",
        title="Cédula das ordens profissionais (OM, OE, OF, OPP, OMD)",
        pattern=r"[a-z]?-?\d{3,6}|\d-[a-z]-\d{3,6}",
        cues=listed(
            "om, o.m., oe, o.e., omd, opp, ordem dos médicos, ordem dos enfermeiros, cédula, céd. prof., cédula "
            "profissional, nº ordem, of, o.f., om nº, cédula om"
        ),
        fake=drawn("[23456]####"),
        examples=(
            "Dra. Lídia Faro, OM ⟦12005⟧",
            "Enf.ª Célia Dias OE ⟦52643⟧",
            "(enf. ⟦0-E-03952⟧)",
            "Dr. Vaz — cédula ⟦09599⟧",
        ),
        counter_examples=("OM 3 cm", "CP 5"),
    ),
    Identifier(
        name="pt_driving",
        country="PT",
        label="PATIENT_ID",
        title="Carta de condução",
        pattern=r"[a-z]{1,2}[ \-]\d{4,7}(?: \d)?",
        cues=listed("carta de condução, carta, licença de condução"),
        fake=drawn("[CLMP]-###### #"),
        examples=("carta de condução ⟦L-123456 7⟧", "carta de condução n.º ⟦SE-41773 0⟧"),
        counter_examples=("carta de alta",),
    ),
    Identifier(
        name="pt_residence",
        country="PT",
        label="PATIENT_ID",
        title="Título e autorização de residência",
        pattern=r"\d?[a-z]\d{1,2}[a-z0-9]\d[a-z]\d{2,4}|[0-9a-z]{2}\d{1,2}[a-z0-9]{5,6}",
        cues=listed("título de residência, autorização de residência, tr, t.r., ar"),
        fake=drawn("#@##@####"),
        examples=("título de residência n.º ⟦0F8U50K87⟧", "T.R. ⟦5T82K0588⟧"),
    ),
    Identifier(
        name="pt_process",
        country="PT",
        label="PATIENT_ID",
        title="Processo clínico",
        pattern=r"(?:[a-z]{1,3}-)?\d{5,10}(?:-[a-z0-9])?",
        cues=listed("processo clínico, proc. clínico, proc, processo, nº processo, pr, proc. nº"),
        fake=drawn("[123456789]######"),
        examples=("Proc. ⟦871119⟧", "Processo clínico: ⟦0468066⟧", "Proc.: ⟦9144974-C⟧"),
        counter_examples=("processo inflamatório de 3 cm", "PR 160 ms"),
    ),
    Identifier(
        name="pt_court",
        country="PT",
        label="OTHER_ID",
        title="Processo judicial",
        pattern=r"\d{1,5}/\d{2}\.\d[a-z][a-z0-9]{3,5}(?:-[a-z])?",
        cues=listed("processo, proc, proc. n.º, autos, nuipc"),
        fake=drawn("####/24.#T8PRT"),
        examples=("Proc. n.º ⟦4331/79.2T2PRT⟧", "juntou-se ⟦970/80.5T6PTM⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="pt_plate",
        country="PT",
        label="VEHICLE_ID",
        title="Matrícula",
        pattern=(
            r"[a-z]{2}[\- ·]\d{2}[\- ·][a-z]{2}|\d{2}[\- ·][a-z]{2}[\- ·]\d{2}"
            r"|\d{2}[\-·]\d{2}[\-·][a-z]{2}|[a-z]{2}[\-·]\d{2}[\-·]\d{2}"
        ),
        cues=listed("matrícula, viatura, viat, carro, carrinha, mota"),
        fake=drawn("A@-##-@@"),
        examples=("carrinha azul ⟦69-JQ-32⟧ aberta", "matrícula ⟦AG-48-QT⟧", "mota (⟦46-93-HX⟧)"),
        counter_examples=("em 12-03-24 foi operado",),
        needs_cue=False,
        form_suffices=True,
    ),
)
