"""Brazil: the health card, the councils of the professions, and the papers of care."""

from __future__ import annotations

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted

_COUNCILS = listed(
    "crm, coren, crp, crf, crefito, cro, cress, crn, crfa, crbm, crmv, cremesp, cremers, cremerj, cremepe, "
    "cremeb, cremec, cremepb, cremego, crq, crtr, cref, rms, rqe, oab, crbio, crea "
)


def _cns(compact: str) -> bool:
    return len(compact) == 15 and compact.isdigit() and compact[0] in "12789" and weighted(compact, range(15, 0, -1)) % 11 == 0


IDENTIFIERS = (
    Identifier(
        name="br_cns",
        country="BR",
        label="INSURANCE_ID",
        title="Cartão nacional de saúde (CNS, cartão SUS)",
        pattern=r"\d{3}[ .\-]?\d{4}[ .\-]?\d{4}[ .\-]?\d{4}|\d{15}",
        cues=listed("cns, cartão sus, cartão nacional de saúde, sus, cart. sus, nº cartão sus, c. sus, cartão do sus"),
        valid=_cns,
        fake=drawn("7## #### #### ####", _cns),
        composed=composed_of("[12789]#############?"),
        examples=("CNS ⟦995 1856 5067 5751⟧", "cartão SUS ⟦921.3273.7903.7401⟧", "Nº cartão SUS ⟦727264371090154⟧"),
        counter_examples=("atendido pelo SUS em 2 unidades",),
        needs_cue=False,
    ),
    Identifier(
        name="br_council",
        country="BR",
        label="LICENCE_ID",
        title="Conselhos profissionais (CRM, COREN, CRP, CRF, CREFITO, CRO, CRESS, CRN…)",
        pattern=(r"(?:(?:\d{2}/)?\d{1,3}(?:[. ]\d{3}){1,2}|\d{2}[ .]\d{3,6}|(?:\d{2}/)?\d{4,9})(?:[\-/][a-z0-9]{1,3}){0,2}"),
        cues=(*_COUNCILS, "conselho", "registro no conselho"),
        fake=drawn("[123456789]##.###"),
        examples=(
            "Dr. Nestor Prado CRM-SP ⟦822.567⟧",
            "CRM ⟦30.033/PR⟧",
            "COREN-PE ⟦600.821-ENF⟧",
            "crm ms ⟦5.293⟧",
            "CRP ⟦83/50888⟧",
            "CREMERS ⟦89.897⟧",
            "crefito-3 ⟦229967-F⟧",
            "CRM/RS ⟦80698⟧",
            "COREN RR ⟦000.626⟧",
            "CRESS 9ª Região nº ⟦7486⟧",
        ),
        counter_examples=("CRM em andamento", "pCR 3 mg/dl"),
    ),
    Identifier(
        name="br_record",
        country="BR",
        label="PATIENT_ID",
        title="Prontuário",
        pattern=r"(?:[a-z]{1,3}[ \-]{1,2})?\d{1,3}(?:\.\d{3}){1,2}(?:-[0-9a-z]{1,2})?|\d{2,10}(?:[\-/.][0-9a-z]{1,5}){0,2}",
        cues=listed("prontuário, pront, nº prontuário, pep, registro hospitalar, prontuario eletrônico, same"),
        fake=drawn("######-#"),
        examples=("Prontuário: ⟦96-05501⟧", "pront. ⟦7245505-0⟧", "prontuário nº ⟦119.650-4⟧"),
        counter_examples=("registrado em prontuário.",),
    ),
    Identifier(
        name="br_episode",
        country="BR",
        label="EPISODE_ID",
        title="AIH, guia, declaração de nascido vivo ou de óbito, boletim, atendimento",
        pattern=r"\d{2}[ \-]\d{8}[ \-]\d|\d{8}[ \-]\d|\d{2,4}[./]\d{2,4}[./]\d{3,6}|\d{4,14}(?:[\-/]\d{1,4})?",
        cues=listed(
            "aih, dnv, declaração de nascido vivo, guia, boletim, bam, bae, atendimento, "
            "atend, apac, sisreg, sinan, notificação, gal, siclom"
        ),
        fake=drawn("##########-#"),
        examples=("AIH: ⟦3878111619568⟧", "DNV ⟦03-13842235-3⟧", "BOLETIM ⟦6552.386.13981⟧"),
        counter_examples=("boletim médico às 16h",),
    ),
    Identifier(
        name="br_death",
        country="BR",
        label="EPISODE_ID",
        title="Declaração de óbito",
        pattern=r"(?:\d{2}[ \-])?\d{7,8}[ \-]?\d",
        cues=listed("do, d.o., declaração de óbito"),
        fake=drawn("########-#"),
        examples=("DO nº ⟦27006117-7⟧", "declaração de óbito ⟦27006118-5⟧"),
        counter_examples=("ligou do 3 andar",),
    ),
    Identifier(
        name="br_cnes",
        country="BR",
        label="OTHER_ID",
        title="Cadastro nacional de estabelecimentos de saúde (CNES), INE da equipe",
        pattern=r"\d{6,10}",
        cues=listed("cnes, ine, c.n.e.s."),
        fake=drawn("2######"),
        examples=("CNES ⟦6675140⟧", "INE ⟦2107711390⟧"),
    ),
)
