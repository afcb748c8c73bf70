"""Portuguese, of Brazil, Portugal and lusophone Africa."""

from __future__ import annotations

from types import MappingProxyType

from velado.languages import Language, count, phrases, words
from velado.languages._portuguese_forms import FIELDS, FILLERS, HEADINGS, STARTS

__all__ = ["LANGUAGE"]

_MONTHS = {
    "janeiro": 1, "fevereiro": 2, "marco": 3, "abril": 4, "maio": 5, "junho": 6, "julho": 7, "agosto": 8, "setembro": 9,
    "outubro": 10, "novembro": 11, "dezembro": 12, "jan": 1, "fev": 2, "mar": 3, "abr": 4, "mai": 5, "jun": 6, "jul": 7,
    "ago": 8, "agos": 8, "set": 9, "out": 10, "nov": 11, "dez": 12,
}  # fmt: skip

_NUMBERS = count(
    "zero um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove",
    "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    {"cem": 100, "cento": 100},
    " e ",
)
# "vinte e uma", "duas"
for _old, _new in (("um", "uma"), ("dois", "duas")):
    _NUMBERS |= {word.removesuffix(_old) + _new: number for word, number in _NUMBERS.items() if f" {word}".endswith(f" {_old}")}
_NUMBERS |= {"quatorze": 14, "dezesseis": 16, "dezessete": 17, "dezenove": 19, "meia": 6, "cincoenta": 50}

LANGUAGE = Language(
    code="pt",
    name="português",
    months=MappingProxyType(_MONTHS),
    weekdays=words("""
        segunda terca quarta quinta sexta sabado domingo seg ter qua qui sex sab dom segunda-feira terca-feira quarta-feira
        quinta-feira sexta-feira 2a-feira 3a-feira 4a-feira 5a-feira 6a-feira
    """),
    numbers=MappingProxyType(_NUMBERS),
    age_units=MappingProxyType({
        "ano": "year", "anos": "year", "a": "year", "aa": "year", "aninhos": "year", "mes": "month", "meses": "month",
        "m": "month", "semana": "week", "semanas": "week", "sem": "week", "dia": "day", "dias": "day", "d": "day", "dv": "day",
        "hora": "hour", "horas": "hour", "h": "hour", "hs": "hour", "hv": "hour",
    }),
    age_forms=phrases("""
        de idade, anos de idade, idade de, idade, com, de vida, dias de vida, horas de vida, anos completos, idade aparente,
        idade cronologica, idade corrigida, tem, completou, fez, com a idade de, aos
    """),
    staff_titles=words("""
        dr dra drs dras doutor doutora dr(a) med medico medica enf enfa enfo enfermeira enfermeiro enfer eenf tec tecnica
        tecnico aux auxiliar prof profa professor professora psic psi psico psicologa psicologo psiq psiquiatra fisio ft
        fisioterapeuta fono fonoaudiologa fonoaudiologo to as asocial nut nutri nutricionista farm farmaceutica farmaceutico
        biomed odonto dentista obst obstetra parteira r1 r2 r3 r4 r5 residente interno interna int acad academico academica
        estagiario estagiaria acs chefe dir diretor diretora coord preceptor preceptora cirurgiao cirurgia anestesista
        cardiologista pediatra ginecologista ortopedista neurologista radiologista patologista nefrologista urologista
        oncologista geriatra intensivista plantonista oftalmologista dermatologista pneumologista gastroenterologista
        endocrinologista infectologista hematologista reumatologista mgf ifg aenf tsdt agente cabo sargento sgt ten delegado
        delegada notario interprete ag assistente mestre eng
    """),
    person_titles=words("""
        sr sra srta srs sras senhor senhora senhores senhoras senhorita seu dona dna d dom menina menino irma irmao frei padre
        pe pastor pastora bispo rev mae pai tia tio vo vovo avo comadre compadre prof profa professor professora eng enga arq
        adv jovem crianca bebe rn menor exmo exma cacique paje vizinha vizinho amiga amigo viuva primo prima
    """),
    particles=words("de do da dos das e di du del la las los y van von der den el al san santa santo sao d o"),
    patient_cues=phrases("""
        paciente, pacientes, pcte, pct, pac, pte, pt, utente, utentes, doente, usuario, usuaria, cliente, segurado, segurada,
        menor, crianca, menino, menina, bebe, rn, recem nascido, recem nascida, recem-nascido, neonato, lactente, pre escolar,
        escolar, adolescente, gestante, gravida, primigesta, parturiente, puerpera, masculino, feminina, feminino, homem,
        mulher, nome, chama-se, se chama, chamado, chamada, de nome, em nome de, conhecido como, conhecida como, vulgo, alcunha,
        o senhor, a senhora, ao senhor, do senhor, da senhora, sr, sra, seu, dona, d, idoso, idosa, o sr, a sra, do sr, da sra,
        identificado como, identificada como, responde pelo nome de, filho de, filha de, rn de, gemelar, gemeo, gemea,
        periciado, periciada, examinado, falecido, falecida, o jovem, a jovem, beneficiario, beneficiaria, titular,
        gosta de ser chamado, gosta de ser chamada, prefere ser chamado de, prefere ser chamada de
    """),
    relative_cues=phrases("""
        mae, pai, mamae, papai, mama, papa, filho, filha, filhos, filhas, filhinho, filhinha, irmao, irma, irmaos, irmas, gemeo,
        gemea, avo, avos, vovo, vo, voinha, voinho, avozinha, avo materna, avo paterna, avo materno, avo paterno, bisavo, tio,
        tia, tios, sobrinho, sobrinha, primo, prima, neto, neta, netos, bisneto, bisneta, sogro, sogra, genro, nora, cunhado,
        cunhada, concunhado, concunhada, esposo, esposa, marido, mulher, conjuge, companheiro, companheira, parceiro, parceira,
        namorado, namorada, noivo, noiva, ex marido, ex-marido, ex esposa, ex-esposa, ex companheiro, ex-companheiro, ex mulher,
        ex-mulher, viuvo, viuva, padrasto, madrasta, enteado, enteada, meio irmao, meia irma, padrinho, madrinha, afilhado,
        afilhada, compadre, comadre, vizinho, vizinha, amigo, amiga, colega de trabalho, familiar, familiares, parente,
        acompanhante, acompanhado de, acompanhada de, acompanhado por, acompanhada por, acompanhado pela, acompanhada pela,
        acompanhado pelo, acompanhada pelo, tutor, tutora, cuidador, cuidadora, cuidadora principal, responsavel,
        responsavel legal, representante legal, encarregado de educacao, encarregada de educacao, curador, curadora, contato,
        contacto, contato de emergencia, contacto de emergencia, pessoa de contacto, pessoa de referencia, informante,
        testemunha, testemunhas, avisar, ligar para, trazido por, trazida por, trazido pela, trazida pela, trazido pelo,
        trazida pelo, mora com, vive com, reside com, ao cuidado de, a cargo de, patrao, patroa, professora, empregador, pastor,
        padre, cacique, paje, genitor, genitora, genitores, pais, progenitor, progenitora, filho adotivo, filha adotiva,
        mae adotiva, mae biologica, mae de criacao
    """),
    staff_cues=phrases("""
        medico, medica, medico assistente, medica assistente, medico de familia, medica de familia, medico responsavel,
        medico titular, assistente, plantonista, residente, residente de, interno, interna, preceptor, preceptora, assinado,
        assinado por, assinatura, carimbo, elaborado por, elaborou, realizado por, realizada por, realizou, revisado por,
        revisto por, supervisionado por, supervisao, validado por, liberado por, laudado por, atendido por, atendida por,
        atendido pelo, atendida pela, avaliado por, avaliada por, avaliado pelo, avaliada pela, visto por, vista por,
        visto pelo, vista pela, observado por, observada por, observado pelo, observada pela, interconsulta com, parecer de,
        parecer do, parecer da, discutido com, discutido caso com, caso discutido com, contactado, contactada, contato com,
        contacto com, falei com, conversado com, orientado por, orientada por, autorizado por, prescrito por, indicado por,
        solicitado por, pedido por, encaminhado por, encaminhada por, referenciado por, referenciada por, enviado por,
        enviada por, operado por, operada por, operado pelo, operada pelo, submetido a cirurgia por, cirurgiao, cirurgia,
        auxiliar, auxiliares, primeiro auxiliar, ajudante, anestesista, instrumentador, instrumentadora, circulante, enfermeira,
        enfermeiro, enfermagem, tecnica de enfermagem, tecnico de enfermagem, chefe de servico, chefe de equipa, diretor,
        diretora, servico social, assistente social, psicologa, psicologo, nutricionista, fisioterapeuta, fonoaudiologa,
        terapeuta, obstetra, parteira, patologista, radiologista, farmaceutica, farmaceutico, agente comunitaria,
        agente comunitario, informado por, transcrito por, ditado por, registado por, registrado por, recebido por, colhido por,
        coletado por, aplicado por, aplicada por, administrado por, docente, equipe, equipa, equipe medica, equipa medica,
        de plantao, de servico, de urgencia, seguido por, seguida por, seguido em consulta por, acompanhamento com,
        em acompanhamento com, consulta com, retorno com, ao cuidado do, ao cuidado da, aos cuidados do, aos cuidados da,
        atenciosamente, att, cumprimentos, colega, exmo, exma, caro, cara, prezado, prezada, ao dr, a dra, com o dr, com a dra,
        pelo dr, pela dra, do dr, da dra
    """),
    place_cues=phrases("""
        natural de, natural da, natural do, naturalidade, natural e procedente de, natural e residente em, nascido em,
        nascida em, nascido no, nascida no, nasceu em, nasceu no, nasceu na, residente em, residente no, residente na,
        reside em, reside no, reside na, residencia em, residia em, mora em, mora no, mora na, morava em, morando em,
        morador de, moradora de, morador em, moradora em, morador do, moradora do, morador da, moradora da, vive em, vive no,
        vive na, vivia em, viveu em, vivendo em, habita em, domiciliado em, domiciliada em, procedente de, procedente da,
        procedente do, procede de, proveniente de, proveniente da, proveniente do, oriundo de, oriunda de, oriundo do,
        oriunda do, vindo de, vinda de, veio de, vem de, chegou de, transferido de, transferida de, transferido do,
        transferida do, transferido da, transferida da, transferido para, transferida para, encaminhado de, encaminhada de,
        encaminhado do, encaminhada do, encaminhado da, encaminhada da, encaminhado para, encaminhada para, referenciado de,
        referenciada de, referenciado do, referenciada do, enviado de, enviada de, enviado do, enviada do, viagem a,
        viagem para, viajou para, viajou a, regressou de, regressado de, voltou de, esteve em, estadia em, emigrou de,
        emigrou para, emigrado em, emigrante em, imigrante de, migrante de, mudou-se para, mudou para, municipio de, cidade de,
        concelho de, freguesia de, freguesia da, freguesia do, distrito de, vila de, aldeia de, aldeia, localidade de,
        povoado de, povoado, comunidade, comunidade de, assentamento, sitio, fazenda, interior de, interior do, zona rural de,
        bairro, bairro de, estado de, estado do, estado da, provincia de, ilha de, ilha do, ilha da, regiao de, no municipio de,
        na cidade de, perto de, proximo a, arredores de
    """),
    profession_cues=phrases("""
        profissao, de profissao, ocupacao, oficio, de oficio, trabalha como, trabalha de, trabalha com, trabalha em,
        trabalha na, trabalha no, trabalhava como, trabalhava em, trabalhava na, trabalhava no, trabalhou como, trabalhou em,
        trabalhando como, atua como, atuava como, exerce como, exerce funcoes de, exercia, exercia funcoes de, funcao de,
        cargo de, emprego de, empregado como, empregada como, empregado de, empregada de, empregado em, empregada em,
        funcionario de, funcionaria de, funcionario da, funcionaria da, funcionario do, contratado como, contratada como,
        aposentado como, aposentada como, aposentado de, aposentada de, reformado de, reformada de, reformado da, reformada da,
        ex, antigo, antiga, dono de, dona de, proprietario de, proprietaria de, encarregado de, responsavel por loja, estuda,
        estudante de, estudante, aluno de, aluna de, cursa, faz bico de, faz bicos de, faz bico como, bico de, dedica-se a,
        se dedica a, trabalho como, trabalho de, servidor, servidora
    """),
    sex_words=MappingProxyType(
        dict.fromkeys("feminino feminina fem f mulher menina femea".split(), "f")
        | dict.fromkeys("masculino masculina masc m homem menino macho h".split(), "m")
        | dict.fromkeys(("intersexo", "indeterminado", "ignorado", "nao binario", "trans", "transgenero", "ambigua"), "x")
        | {"mulher trans": "f", "homem trans": "m", "travesti": "f"}
    ),
    stop_words=words("""
        a agora ainda ali alem algo alguem algum alguma algumas alguns ambas ambos ante antes ao aonde aos apos aquela aquelas
        aquele aqueles aqui aquilo as assim ate atras atraves bem cada com como conforme contra contudo cuja cujas cujo cujos da
        dai dali daquela daquele das de dela delas dele deles dentro depois desde dessa dessas desse desses desta destas deste
        destes disso disto do dos durante e ela elas ele eles em embora enquanto entao entre era eram essa essas esse esses esta
        estao estar estas estava estavam este estes estou eu faz fazer fez foi for fora foram fosse ha havia isso isto ja la lhe
        lhes logo mais mal mas me mediante menos mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos
        na nada nao naquela naquele nas nela nele nem nenhum nenhuma nessa nesse nesta neste nisso no nos nossa nossas nosso
        nossos num numa nunca o onde ora os ou outra outras outro outros para pela pelas pelo pelos per perante pode podem pois
        por porem porque pouca pouco poucos qual quais qualquer quando quanto quase que quem se seja sejam sem sempre sendo ser
        sera seu seus si sido sob sobre somente sua suas tal tambem tampouco tanta tanto tao te tem tendo tenho ter teve tinha
        tinham toda todas todavia todo todos tras tu tua tudo um uma umas uns vai varias varios voce voces vos
    """),
    headings=frozenset(HEADINGS),
    field_labels=MappingProxyType(FIELDS),
    field_starts=MappingProxyType(STARTS),
    field_fillers=FILLERS,
)
