"""Brazil: people, firms and cars. The health professions and the papers of care are in brazil_health."""

from __future__ import annotations

from stdnum.br import cnpj, cpf

from velado.identifiers import Identifier, composed_of
from velado.identifiers._forms import drawn, listed, weighted

_STATES = r"(?:a[clmp]|ba|ce|df|es|go|m[agst]|p[abeir]|r[jnors]|s[cep]|to)"


def _pis(compact: str) -> bool:
    if len(compact) != 11 or not compact.isdigit() or len(set(compact)) == 1:
        return False
    rest = 11 - weighted(compact[:10], (3, 2, 9, 8, 7, 6, 5, 4, 3, 2)) % 11
    return (0 if rest > 9 else rest) == int(compact[10])


def _voter(compact: str) -> bool:
    """Título de eleitor: eight digits, the state, two check digits."""
    if len(compact) != 12 or not compact.isdigit() or not 1 <= int(compact[8:10]) <= 28:
        return False
    return compact[10:] == _voter_check(compact[:10])


def _voter_check(body: str) -> str:
    first = weighted(body[:8], range(2, 10)) % 11 % 10
    second = (int(body[8]) * 7 + int(body[9]) * 8 + first * 9) % 11 % 10
    return f"{first}{second}"


def _cnh(compact: str) -> bool:
    if len(compact) != 11 or not compact.isdigit() or len(set(compact)) == 1:
        return False
    return compact[9:] == _cnh_check(compact[:9])


def _cnh_check(body: str) -> str:
    first, carry = weighted(body, range(9, 0, -1)) % 11, 0
    if first > 9:
        first, carry = 0, 2
    second = weighted(body, range(1, 10)) % 11 - carry
    second = second + 11 if second < 0 else second
    return f"{first}{0 if second > 9 else second}"


def _cpf_check(body: str) -> str:
    first = -weighted(body, range(10, 1, -1)) % 11 % 10
    return f"{first}{-weighted(f'{body}{first}', range(11, 1, -1)) % 11 % 10}"


IDENTIFIERS = (
    Identifier(
        name="br_cpf",
        country="BR",
        label="PATIENT_ID",
        title="Cadastro de pessoas físicas (CPF)",
        pattern=r"\d{3}[ .]{0,2}\d{3}[ .]{0,2}\d{3}[ .\-/]{0,3}\d{2}",
        cues=listed("cpf, c.p.f., cic, cpf/mf, cadastro de pessoa física, pix, chave pix"),
        valid=cpf.is_valid,
        fake=drawn("###.###.###-##", cpf.is_valid),
        composed=composed_of("#########??", check=_cpf_check),
        examples=("CPF ⟦123.456.789-09⟧", "cpf ⟦12345678909⟧", "C.P.F. n. ⟦123 456 789 09⟧", "Ana, ⟦123.456.789-09⟧, casada"),
        counter_examples=("CPF: não trouxe",),
        needs_cue=False,
    ),
    Identifier(
        name="br_cpf_written",
        country="BR",
        label="PATIENT_ID",
        title="CPF in its full punctuation, also with a slip in it",
        pattern=r"\d{3}\.\d{3}\.\d{3}-\d{2}",
        cues=listed("cpf, ctps, pix"),
        fake=drawn("###.###.###-##", cpf.is_valid),
        examples=("portador de ⟦246.813.579-00⟧",),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="br_cnpj",
        country="BR",
        label="OTHER_ID",
        title="Cadastro nacional da pessoa jurídica (CNPJ)",
        pattern=r"\d{2}[ .]?\d{3}[ .]?\d{3}[ /]{0,2}\d{4}[ \-]{0,2}\d{2}",
        cues=listed("cnpj, c.n.p.j."),
        valid=cnpj.is_valid,
        fake=drawn("##.###.###/0001-##", cnpj.is_valid),
        composed=composed_of("############??", check=cnpj.calc_check_digits),
        examples=("CNPJ ⟦11.222.333/0001-81⟧", "cnpj: ⟦11222333000181⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="br_rg",
        country="BR",
        label="PATIENT_ID",
        title="Registro geral (RG), com o órgão que o emitiu",
        pattern=(
            rf"(?:{_STATES}[ .\-]{{0,2}}|m-)?\d{{1,3}}(?:[. ]?\d{{3}}){{1,3}}(?: ?- ?[0-9x]{{1,2}}|x)?"
            r"(?:[ ,\-/]{1,2}(?:ssp|sds|sesp|sjs|detran|ifp|itep|pc|dic|iirgd|ssds|sptc|pm|mb|mex|igp)"
            r"(?:[ /\-]{1,2}[a-z]{2}\b)?)?"
        ),
        cues=listed(
            "rg, r.g., registro geral, identidade, ident, carteira de identidade, cédula de identidade, doc. identidade, "
            "rg antigo"
        ),
        fake=drawn("##.###.###-[0123456789X]"),
        examples=(
            "RG ⟦56.923.531-X⟧",
            "RG ⟦9.590.270 SSP-GO⟧",
            "com RG ⟦MG-5.665.596⟧",
            "identidade ⟦5.992.888 SSP/PB⟧",
        ),
        counter_examples=("RG 2,5 mg",),
    ),
    Identifier(
        name="br_rnm",
        country="BR",
        label="PATIENT_ID",
        title="Registro nacional migratório (RNM, RNE), protocolo de refúgio",
        pattern=r"[a-z]\d{6} ?-? ?[0-9a-z]|\d{5}\.\d{6}/\d{4}-\d{2}",
        cues=listed("rnm, rne, crnm, r.n.e., registro migratório, protocolo de refúgio, protocolo refúgio"),
        fake=drawn("[FGV]######-@"),
        examples=("RNM ⟦F959450-K⟧", "RNE da mãe ⟦G394711-X⟧", "protocolo de refúgio nº ⟦68194.716842/1537-34⟧"),
    ),
    Identifier(
        name="br_pis",
        country="BR",
        label="INSURANCE_ID",
        title="PIS, PASEP, NIS ou NIT",
        pattern=r"\d{3}[ .]?\d{5}[ .]?\d{2}[ \-]?\d|\d{11}|\d[ .]\d{3}[ .]\d{3}[ .]\d{4}",
        cues=listed("pis, pasep, pis/pasep, nis, nit, cadúnico, cad único, nis/cadúnico"),
        valid=_pis,
        fake=drawn("1##.#####.##-#", _pis),
        composed=composed_of("##########?"),
        examples=("PIS ⟦727.91642.42-6⟧", "NIS ⟦16109241645⟧", "nis: ⟦9 676 256 9403⟧"),
    ),
    Identifier(
        name="br_voter",
        country="BR",
        label="PATIENT_ID",
        title="Título de eleitor",
        pattern=r"\d{4}[ .]?\d{4}[ .]?\d{4}",
        cues=listed("título, título de eleitor, título eleitoral, tit. eleitor"),
        valid=_voter,
        fake=drawn("#### #### ####", _voter),
        composed=composed_of("########{01-28}??", check=_voter_check),
        examples=("título de eleitor ⟦4503 1906 2070⟧", "título eleitoral ⟦607866891368⟧"),
    ),
    Identifier(
        name="br_cnh",
        country="BR",
        label="PATIENT_ID",
        title="Carteira nacional de habilitação (CNH)",
        pattern=r"\d{11}|\d{9}[ \-]\d{2}",
        cues=listed("cnh, habilitação, carteira de motorista, registro cnh"),
        valid=_cnh,
        fake=drawn("###########", _cnh),
        composed=composed_of("#########??", check=_cnh_check),
        examples=("CNH ⟦70846932682⟧", "habilitação nº ⟦31144150392⟧"),
    ),
    Identifier(
        name="br_court",
        country="BR",
        label="OTHER_ID",
        title="Processo judicial (numeração única do CNJ)",
        pattern=r"\d{7}-?\d{2}\.?\d{4}\.?\d\.?\d{2}\.?\d{4}",
        cues=listed("processo, proc, autos, processo judicial"),
        fake=drawn("#######-##.2023.8.26.####"),
        examples=("processo nº ⟦2190080-24.0826.7.86.7514⟧", "autos ⟦2211245-83.1676.9.38.8543⟧"),
        needs_cue=False,
        form_suffices=True,
    ),
    Identifier(
        name="br_plate",
        country="BR",
        label="VEHICLE_ID",
        title="Placa (antiga e Mercosul)",
        pattern=r"[a-z]{3}[ \-]{0,2}\d[a-j][ ]?\d{2}|[a-z]{3}[ \-]{0,2}\d{4}",
        cues=listed("placa, placas, veículo placa, vtr, viatura"),
        fake=drawn("@@@-#[ABCDEFGHIJ]##"),
        examples=("ambulância placa ⟦QVT2H37⟧", "placa ⟦OHB-2428⟧", "carro placa ⟦NUH-7C09⟧", "placa ⟦RFK 9C60⟧"),
        counter_examples=("placa de 3 cm", "placa bacteriana"),
    ),
)
