"""What Portuguese and Brazilian forms and reports print: field names without their small words, section headings."""

from __future__ import annotations

from velado.languages import phrases, words

__all__ = ["FIELDS", "FILLERS", "HEADINGS", "STARTS"]

FILLERS = words("de do da dos das o a os as e em no na nos nas ao aos seu sua n nr nro num numero numeros nums")

FIELDS = {
    "PATIENT_NAME": phrases("""
        nome, nomes, nome completo, nome paciente, nome utente, nome doente, nome usuario, nome crianca, nome menor, nome bebe,
        nome rn, nome recem nascido, nome beneficiario, nome segurado, nome titular, nome cliente, nome aluno, nome gestante,
        nome parturiente, nome doador, nome receptor, nome falecido, nome residente, nome social, nome civil, nome registo,
        nome registro, nome preferido, nome proprio, nome proprios, nomes proprios, nome idade, nome sobrenome, nome apelido,
        nome apelidos, primeiro nome, ultimo nome, segundo nome, nome pac, pac nome, paciente nome, sobrenome, sobrenomes,
        apelido, apelidos, apelido familia, nome familia, alcunha, conhecido como, conhecida como, chamado, vulgo,
        prefere ser chamado, como prefere ser chamado, gosta de ser chamado, paciente, pacientes, pac, pcte, pct, pte, utente,
        utentes, doente, doentes, usuario, usuaria, cliente, segurado, segurada, beneficiario, beneficiaria, titular, crianca,
        menor, bebe, rn, rn de, recem nascido, recem nascida, filho de, filha de, gemelar 1, gemelar 2, gemelar i, gemelar ii,
        1 gemelar, 2 gemelar, gestante, parturiente, puerpera, gravida, idoso, idosa, residente lar, falecido, falecida,
        obito de, doador, receptor, dador, examinado, periciado, avaliado, avaliada, funcionario avaliado, trabalhador, aluno,
        aluna, sr, sra, senhor, senhora, assinatura paciente, assinatura utente, assinatura doente, identificacao paciente,
        identificacao utente, identificacao doente, ref paciente, assunto paciente
    """),
    "RELATIVE_NAME": phrases("""
        mae, pai, nome mae, nome pai, nome pais, filiacao, filiacao mae, filiacao pai, filiacao 1, filiacao 2, responsavel,
        responsavel legal, responsaveis, nome responsavel, tutor, tutora, tutor legal, representante legal, representante,
        encarregado educacao, encarregada educacao, acompanhante, acompanhantes, acompanhado por, acompanhada por,
        acompanhado de, acompanhada de, acompanha, contato, contacto, contatos, pessoa contato, pessoa contacto,
        contato emergencia, contacto emergencia, contacto urgencia, contato familiar, contacto familiar, contato 1, contato 2,
        contacto 1, contacto 2, pessoa referencia, pessoa significativa, caso emergencia, caso emergencia avisar,
        caso emergencia ligar, caso emergencia contactar, avisar, emergencia, familiar, familiares, familiar referencia,
        familiar responsavel, familiar contato, familiar contacto, familiar presente, parente, cuidador, cuidadora,
        cuidador principal, cuidadora principal, cuidador informal, conjuge, esposo, esposa, marido, mulher, companheiro,
        companheira, parceiro, parceira, namorado, namorada, filho, filha, filhos, irmao, irma, irmaos, avo, avos, avo materna,
        avo paterna, tio, tia, sobrinho, sobrinha, neto, neta, sogro, sogra, genro, nora, cunhado, cunhada, vizinho, vizinha,
        amigo, amiga, primo, prima, madrinha, padrinho, padrasto, madrasta, comadre, compadre, informante, informantes,
        testemunha, testemunhas, testemunha 1, testemunha 2, 1 testemunha, 2 testemunha, declarante, curador, curadora,
        procurador, procuradora, assinatura responsavel, assinatura familiar, assinatura testemunha, assinatura mae,
        assinatura acompanhante, agressor, provavel agressor, autor agressao, informado familiar, quem trouxe, trazido por,
        trazida por, reside com, vive com, mora com, rede apoio, patrao, proprietario, visitante
    """),
    "STAFF_NAME": phrases("""
        doutor, doutora, dr, dra, drs, profissional, profissional responsavel, profissional saude, profissional solicitante,
        profissional executante, profissionais, prescritor, prescrito por, prescreve, solicitante, solicitado por, requisitante,
        requisitado por, pedido por, remetente, encaminhado por, encaminhada por, referenciado por, referenciada por,
        enviado por, indicado por, atendido por, atendida por, atende, atendeu, avaliado por, avaliada por, avaliou, avaliador,
        avaliadora, examinador, visto por, vista por, observado por, observada por, realizado por, realizada por, realizou,
        executado por, executante, elaborado por, elaborada por, elaborou, redigido por, revisado por, revisto por, revisor,
        supervisionado por, supervisor, supervisora, validado por, valido por, aprovado por, autorizado por, liberado por,
        laudado por, laudo por, assinado por, assinado, assinatura, assinaturas, assinatura carimbo, carimbo assinatura,
        carimbo, assinatura medico, assinatura profissional, assinado eletronicamente por, assinado digitalmente por,
        assinatura digital, atenciosamente, att, registrado por, registado por, registro por, digitado por, transcrito por,
        ditado por, recebido por, recebe, entregue por, informado por, informa, comunicado por, notificado por, notificador,
        notificante, responsavel notificacao, responsavel tecnico, responsavel tecnica, rt, responsavel registro,
        responsavel preenchimento, preenchido por, coletado por, colhido por, coletor, aplicado por, aplicador,
        administrado por, vacinador, vacinadora, preceptor, preceptora, orientador, orientadora, assistente, discutido com,
        interconsultor, cirurgiao, cirurgia, cirurgiao principal, cirurgioes, 1 cirurgiao, cirurgia responsavel, auxiliar,
        auxiliares, 1 auxiliar, 2 auxiliar, primeiro auxiliar, segundo auxiliar, ajudante, ajudantes, 1 ajudante, 2 ajudante,
        primeiro ajudante, anestesista, anestesiologista, anestesiologo, instrumentador, instrumentadora, instrumentista,
        circulante, enfermeira circulante, enfermeira instrumentista, equipe, equipe cirurgica, equipa, equipa cirurgica,
        pediatra sala, neonatologista, enfermeiro, enfermeira, enf, enfa, enfermeiro responsavel, enfermeira responsavel,
        enfermeira chefe, enfermeiro chefe, enfermeiro familia, enfermeira familia, tecnico, tecnica, tecnico enfermagem,
        tecnica enfermagem, tec enf, auxiliar enfermagem, acs, agente comunitario, agente comunitario saude, agente saude,
        radiologista, patologista, bioquimico, biomedico, biomedica, farmaceutico, farmaceutica, analista, nutricionista,
        dietista, psicologo, psicologa, psiquiatra, pediatra, ginecologista, obstetra, parteira, doula, fisioterapeuta,
        fisiatra, terapeuta, terapeuta ocupacional, terapeuta fala, fonoaudiologo, fonoaudiologa, fono, assistente social, as,
        dentista, odontologo, odontologa, medico dentista, cirurgiao dentista, internista, intensivista, plantonista,
        diarista medico, cardiologista, neurologista, oncologista, urologista, ortopedista, nefrologista, endoscopista,
        ultrassonografista, interprete, tradutor, perito, notario, chefe servico, chefe equipa, chefe plantao, diretor,
        diretora, diretor clinico, director clinico, coordenador, coordenadora, docente, interno, interna, interno formacao,
        residente, r1, r2, r3, r4, r5, estagiario, estagiaria, academico, academica, motorista, condutor, socorrista, policial,
        agente, gestor caso, gestora caso, tecnico referencia, tecnica referencia, prof referencia, colega, destinatario, ao dr,
        a dra, staff, mgf
    """),
    "KINSHIP": phrases("""
        parentesco, grau parentesco, relacao com paciente, vinculo, relacao, parentesco com paciente, relacao com utente,
        relacao com doente
    """),
    "AGE": phrases("""
        idade, idade atual, idade actual, idade paciente, idade anos, idade mae, idade materna, idade pai, idade sexo,
        sexo idade, idade cronologica, idade corrigida, idade meses, idade dias, anos, anos idade, idade rn, idade aparente
    """),
    "SEX": phrases("""
        sexo, genero, sexo genero, sexo biologico, genero sexo, sx, sexo rn, sexo paciente, sexo nascimento, identidade genero
    """),
    "PROFESSION": phrases("""
        profissao, ocupacao, oficio, trabalho, emprego, atividade, atividade profissional, actividade profissional,
        situacao profissional, situacao laboral, situacao trabalho, cargo, funcao, prof, ocup, profissao ocupacao,
        ocupacao profissao, profissao atual, profissao anterior, profissao mae, profissao pai, ocupacao habitual,
        ocupacao atual, ocupacao anterior, ocupacao mae, ocupacao pai, trabalha como, trabalha, trabalhava como, ramo atividade,
        cbo, historia profissional, historia ocupacional, historico ocupacional, antecedentes profissionais, posto trabalho,
        profissao utente, profissao paciente
    """),
    "DATE": phrases("""
        data, dt, data nascimento, data nasc, dt nasc, dt nascimento, d nasc, d n, dn, dnasc, ddn, nascimento, nasc, nascido,
        nascida, nascido em, nascida em, data hora, dia, dia hora, dia mes ano, data internacao, data internamento,
        dt internacao, internado em, internada em, internacao, internamento, dih, admissao, admitido em, data alta, dt alta,
        alta, alta em, saida, entrada, dum, dpp, data ultima menstruacao, ultima menstruacao, vigencia, validade, validade ate,
        periodo, desde, ate, emitido em, impresso em, criado em, atualizado em, realizado em, coletado em, colhido em, colheita,
        coleta, recebido em, liberado em, assinado em, retorno, retorno em, proxima consulta, proximo retorno, proxima dose,
        ultima consulta, ultima visita, ultimo retorno, consulta em, atendimento em, afastamento desde, obito em, local data,
        cirurgia em, operado em, aprazamento, hora data, inicio sintomas, inicio tratamento, fim tratamento
    """),
    "STREET": phrases("""
        endereco, end, ender, endereco residencial, endereco completo, endereco paciente, endereco atual, endereco contato,
        endereco comercial, morada, morada completa, morada fiscal, morada atual, morada habitual, residencia,
        residencia habitual, residencia atual, domicilio, logradouro, rua, av, avenida, travessa, alameda, praca, rodovia,
        estrada, complemento, compl, bairro, bairro cidade, rua numero, numero casa, casa, apto, apartamento, bloco, bl, quadra,
        qd, lote, lt, quadra lote, andar, porta, lote andar, ponto referencia, pto referencia, referencia endereco,
        referencia morada, conjunto, condominio, edificio, vila, comunidade, distrito bairro, povoado, assentamento, sitio,
        fazenda, aldeia, onde mora, localizacao, tipo logradouro, urbanizacao, lugar morada, direccao, direcao
    """),
    "PLACE": phrases("""
        cidade, municipio, mun, cidade uf, municipio uf, municipio residencia, cidade residencia, uf, estado, provincia,
        distrito, concelho, freguesia, localidade, codigo postal, cod postal, c postal, cp, cep, ilha, regiao, zona,
        naturalidade, natural de, natural, local nascimento, local nasc, cidade natal, municipio nascimento, origem,
        procedencia, procedente, proveniente, proveniencia, naturalidade uf, naturalidade nacionalidade, local residencia,
        reside em, mora em, local, lugar, terra, cidade estado, cidade origem, municipio origem, local acidente,
        local ocorrencia, local obito, local trabalho cidade, zona residencia, area residencia, territorio, localidade postal,
        cod postal localidade, codigo postal localidade, uf nascimento, estado nascimento, estado residencia, aldeia origem
    """),
    "COUNTRY": phrases("pais, pais origem, pais nascimento, nacionalidade, pais residencia, nacional, pais emissor, cidadania"),
    "HOSPITAL": phrases("""
        hospital, nome hospital, hosp, hospital origem, hospital referencia, hospital destino, hospital remetente,
        hospital solicitante, hospital nascimento, maternidade, clinica, nome clinica, centro hospitalar, unidade hospitalar,
        santa casa, hospital internamento, casa saude, sanatorio, hospital residencia, hospital proveniencia
    """),
    "HEALTH_CENTRE": phrases("""
        unidade, unidade saude, unidade basica, unidade basica saude, ubs, ubs referencia, ubs origem, usf, esf, psf, upa, caps,
        cras, creas, posto, posto saude, centro saude, cs, c s, ucsp, acess, aces, uls, uss, ucc, unidade referencia,
        unidade origem, unidade solicitante, unidade destino, unidade notificadora, unidade executante, unidade atendimento,
        unidade saude familiar, extensao, extensao saude, estabelecimento, estabelecimento saude, estabelecimento solicitante,
        estabelecimento executante, nome estabelecimento, laboratorio, laboratorio executor, local atendimento, local coleta,
        local colheita, local trabalho medico, centro, centro medico, ambulatorio, policlinica, lar, lar idosos,
        estrutura residencial, erpi, ilpi, encaminhado para, encaminhado de, referenciado de, referenciado para, transferido de,
        transferido para, enviado de, proveniente de, equipe saude, consultorio, centro saude origem, unidade funcional,
        local vacinacao, sala vacina
    """),
    "INSTITUTION": phrases("""
        instituicao, nome instituicao, instituicao origem, empresa, nome empresa, empregador, entidade empregadora,
        entidade patronal, local trabalho, razao social, escola, colegio, creche, jardim infancia, infantario, agrupamento,
        universidade, faculdade, escolaridade escola, estabelecimento ensino, convenio, plano, plano saude, operadora,
        seguradora, companhia seguros, seguro, seguro saude, subsistema, subsistema saude, entidade financeira,
        entidade responsavel, efr, entidade financeira responsavel, entidade, regime, fonte pagadora, cooperativa, sindicato,
        igreja, presidio, estabelecimento prisional, tribunal, delegacia, delegacia policia, funeraria, banco, orgao,
        secretaria, associacao, abrigo, trabalha na, trabalha em, curso, clube
    """),
    "PHONE": phrases("""
        telefone, telefones, tel, tels, telef, tlf, tlm, telm, tlmv, tm, telemovel, telemoveis, celular, cel, celulares, fone,
        fones, whatsapp, whats, zap, zapzap, wpp, ramal, extensao telefonica, ext, contato telefonico, contacto telefonico,
        tel contato, tel contacto, recado, recados, tel recado, pager, bip, ligar para, ddd, contato tel, contacto tel, fixo
    """),
    "FAX": phrases("fax, telefax, tel fax"),
    "EMAIL": phrases("""
        email, e mail, mail, correio eletronico, correio electronico, endereco eletronico, endereco email, correio e,
        email contacto, email contato
    """),
    "URL": phrases("""
        site, website, pagina, web, url, facebook, fb, instagram, insta, ig, twitter, tiktok, telegram, skype, rede social,
        redes sociais, link, ip, endereco ip, login, usuario sistema, utilizador, username
    """),
    "PATIENT_ID": phrases("""
        cpf, rg, cic, cpf paciente, rg paciente, rg cpf, cpf rg, cpf cnpj, identidade, carteira identidade, ci, cin, rne, rnm,
        crnm, cnh, titulo eleitor, certidao nascimento, cn, dnv, declaracao nascido vivo, pis, nis, pis pasep, pis nis, nit,
        documento, documento identidade, documento identificacao, doc, doc identificacao, tipo documento, id, id paciente,
        codigo paciente, cod paciente, passaporte, bi, bilhete identidade, cc, c c, cartao cidadao, nic, nif, n i f,
        contribuinte, titulo residencia, autorizacao residencia, cartao residencia, prontuario, pront, prt, prontuario paciente,
        prontuario eletronico, registro, registro paciente, registro hospitalar, registro geral, reg, rh, rgh,
        matricula paciente, processo, processo clinico, proc, processo utente, processo doente, processo unico, p u, ficha,
        ficha clinica, ficha familia, utente no, n utente, no utente, no de utente, numero de utente, numero utente, nr utente,
        utente nr, n u, nu, nus, num utente, numero nacional utente, doente no, n doente, no doente, nr doente,
        numero de doente, num doente, processo hospitalar, historico, historia clinica, sns, n sns, no sns, nr sns, sns no,
        numero sns, mrn, nop, nsc, same, id utente, id doente, cpf responsavel, cpf mae, cpf titular, rg responsavel,
        cpf rg responsavel, nif representante
    """),
    "EPISODE_ID": phrases("""
        episodio, episodio urgencia, episodio internamento, atendimento, cod atendimento, codigo atendimento, internacao no,
        n internamento, no internamento, n internacao, no internacao, no de internacao, numero de internacao, baa, bam, be, fa,
        gae, boletim, boletim atendimento, boletim emergencia, ficha atendimento, aih, apac, guia, guia no, senha,
        senha autorizacao, autorizacao, pedido, requisicao, requisicao exame, exame no, no exame, no do exame, numero do exame,
        n exame, cod exame, accession, accession number, amostra, cod amostra, codigo amostra, id amostra, laudo no, no laudo,
        no do laudo, numero do laudo, relatorio no, n relatorio, no relatorio, biopsia, bloco no, caso, protocolo, os,
        ordem servico, conta, visita, admissao no, n admissao, no admissao, registro atendimento, sinan, notificacao no,
        no notificacao, ficha notificacao, declaracao obito, do no, do, atestado no, no do atestado, receita no, n receita,
        no da receita, guia medica, cit, ocorrencia, codu, n ocorrencia, sisreg, regulacao, cod regulacao, codigo solicitacao,
        solicitacao, consulta no, n consulta, pass no, senha p1, p1, credencial, termo responsabilidade no, bo,
        boletim ocorrencia, chave solicitacao, gal
    """),
    "INSURANCE_ID": phrases("""
        cns, cartao sus, sus, n sus, no sus, cartao nacional saude, cartao nacional, cartao sns, cns paciente, cartao saude,
        niss, n i s s, seguranca social, n seguranca social, nss, inss, beneficio, beneficio inss, nb, nis inss, adse, n adse,
        no adse, beneficiario no, no beneficiario, no do beneficiario, n beneficiario, numero beneficiario,
        numero do beneficiario, nr beneficiario, benef, n benef, no benef, sams, ssmj, pt acs, iasfa, sad psp, sad gnr,
        cartao europeu, cesd, numero cns
    """),
    "PLAN_ID": phrases("""
        carteira, carteirinha, no carteira, numero da carteira, n carteira, no da carteira, carteira plano, carteira convenio,
        matricula convenio, matricula plano, codigo beneficiario, cartao, cartao convenio, no cartao, numero do cartao, apolice,
        n apolice, no apolice, contrato, sinistro, processo sinistro, cartao seguro, n cartao, cartao plano, cod usuario,
        codigo usuario
    """),
    "LICENCE_ID": phrases("""
        crm, coren, cro, crefito, crp, crf, crn, crbm, cress, crfa, crefono, crefonoaudiologia, crmv, cref, rqe, crm sp, crm rj,
        crm mg, ordem medicos, om, o m, n om, ordem enfermeiros, oe, o e, ordem, cedula profissional, ced prof, cedula, c p,
        c prof, n cedula, n cedula profissional, cedula om, n ordem, no ordem, numero de ordem, no conselho, conselho,
        conselho classe, conselho regional, registro profissional, registo profissional, registro conselho,
        n mecanografico prescritor, vinheta, registro classe, omd, crm rqe, crm uf, crm solicitante, coren uf
    """),
    "EMPLOYEE_ID": phrases("""
        n mecanografico, no mecanografico, mecanografico, num mecanografico, nr mecanografico, matricula, matricula funcional,
        matricula servidor, matricula siape, siape, cracha, funcionario, cod funcionario, codigo profissional, id funcionario,
        ctps, carteira trabalho
    """),
    "VEHICLE_ID": phrases("""
        placa, placas, placa veiculo, placa viatura, placa ambulancia, placa moto, matricula viatura, matricula veiculo,
        matricula carro, matricula ambulancia, matricula automovel, veiculo, viatura, chassi, renavam, vtr, prefixo, ambulancia,
        vmer
    """),
    "DEVICE_ID": phrases("""
        serie, n serie, no serie, no de serie, numero de serie, numero serie, nr serie, serial, s n, sn, lote no, no lote,
        no do lote, n lote, lote vacina, lote imunobiologico, lote fabricante, lote validade, marca modelo serie, udi,
        patrimonio, no patrimonio, n inventario, inventario, imei, bolsa, bolsa no, n bolsa, hemocomponente, etiqueta,
        rastreabilidade, modelo, ref lote
    """),
    "OTHER_ID": phrases("""
        pix, chave pix, conta bancaria, conta corrente, agencia conta, agencia, iban, nib, codigo, cod, codigo acesso, pin,
        codigo pin, codigo acesso dispensa, codigo opcao, token, qr code, codigo barras, cnpj, cnes, inquerito,
        processo judicial, processo tribunal, auto, oficio no, no oficio, nuipc, n nuipc, pulseira, senha atendimento,
        senha triagem, senha no, protocolo judicial, processo sei, sei, codigo verificacao, codigo validacao, chave,
        carta conducao, n carta conducao, incra, nirf, codigo qr, id externo, id sistema, ine equipe, ine, cda, declaracao,
        guia transporte
    """),
    "OTHER": phrases("""
        raca, cor, raca cor, cor raca, etnia, raca etnia, etnia indigena, povo, povo indigena, aldeia indigena, religiao, credo,
        lingua, lingua materna, idioma, orientacao sexual, comunidade tradicional, povo tradicional, quilombo,
        comunidade quilombola, origem etnica, grupo etnico, terra indigena, culto
    """),
}

STARTS = {
    "RELATIVE_NAME": phrases("""
        nome mae, nome pai, nome pais, nome responsavel, nome tutor, nome familiar, nome acompanhante, nome cuidador,
        nome cuidadora, nome conjuge, nome esposa, nome esposo, nome marido, nome filho, nome filha, nome contato,
        nome contacto, nome testemunha, nome representante, nome encarregado, nome informante, contato emergencia,
        contacto emergencia, pessoa contacto, pessoa contato, cuidador principal
    """),
    "STAFF_NAME": phrases("""
        medico, medica, nome medico, nome medica, nome profissional, nome enfermeiro, nome enfermeira, nome cirurgiao,
        nome prescritor, nome solicitante, nome tecnico, nome assinatura, nome carimbo, nome psicologo, nome psicologa,
        nome residente medico, nome notificante, assinado por, assinatura carimbo, cirurgiao, enfermeiro, enfermeira
    """),
    "DATE": phrases("data, dt, proxima consulta, proximo retorno"),
    "AGE": phrases("idade"),
    "STREET": phrases("endereco, morada, logradouro, rua"),
    "PLACE": phrases("""
        local nascimento, local residencia, cidade, municipio, codigo postal, naturalidade, concelho, freguesia, localidade, cep
    """),
    "COUNTRY": phrases("pais origem, pais nascimento, nacionalidade"),
    "PROFESSION": phrases("profissao, ocupacao"),
    "PHONE": phrases("""
        telefone, telefones, tel, telemovel, tlm, celular, cel, fone, whatsapp, contacto telefonico, contato telefonico
    """),
    "EMAIL": phrases("email, e mail, correio eletronico"),
    "PATIENT_ID": phrases("""
        cpf, rg, prontuario, processo clinico, documento identidade, documento identificacao, passaporte, nif, cartao cidadao,
        numero utente
    """),
    "EPISODE_ID": phrases("episodio, atendimento no, guia"),
    "INSURANCE_ID": phrases("cns, cartao sus, cartao nacional, beneficiario no, niss"),
    "PLAN_ID": phrases("carteirinha, apolice"),
    "LICENCE_ID": phrases("crm, coren, cedula profissional, ordem medicos"),
    "HOSPITAL": phrases("hospital"),
    "HEALTH_CENTRE": phrases("unidade saude, centro saude, ubs, usf, estabelecimento saude, posto saude"),
    "INSTITUTION": phrases("convenio, plano saude, empresa, instituicao, seguradora, escola"),
    "DEVICE_ID": phrases("lote vacina, numero serie"),
}

HEADINGS = phrases("""
    antecedentes, antecedentes pessoais, antecedentes familiares, antecedentes patologicos, antecedentes cirurgicos,
    antecedentes obstetricos, antecedentes ginecologicos, antecedentes relevantes, antecedentes medicos,
    antecedentes psiquiatricos, antecedentes morbidos, antecedentes morbidos pessoais, antecedentes perinatais,
    antecedentes alergicos, antecedentes epidemiologicos, antecedentes sociais, ap, af, app, amp, hpp, hda, hma, hpma, qd, qp,
    hf, hs, hfam, isda, queixa principal, queixa e duracao, queixa, queixas, queixas atuais, motivo, motivo de consulta,
    motivo da consulta, motivo do atendimento, motivo de internamento, motivo da internacao, motivo de admissao,
    motivo do encaminhamento, motivo de referenciacao, motivo de vinda, motivo de ida a urgencia, historia da doenca atual,
    historia da doenca actual, historia da molestia atual, doenca atual, doenca actual, historia atual, historia clinica,
    historia patologica pregressa, historia pregressa, historia familiar, historia social, historia fisiologica,
    historia ginecologica, historia obstetrica, historia psicossocial, historia pessoal, historia alimentar, historico,
    historico familiar, historico de enfermagem, historico clinico, anamnese, interrogatorio, interrogatorio sistematico,
    revisao de sistemas, revisao por sistemas, resumo, resumo clinico, resumo de alta, resumo do caso, resumo da internacao,
    sumario de alta, identificacao, dados pessoais, dados do paciente, dados do utente, dados de identificacao, dados clinicos,
    dados vitais, dados administrativos, dados antropometricos, dados do nascimento, exame fisico, exame objetivo,
    exame objectivo, ef, eo, exame geral, exame fisico geral, exame fisico segmentar, exame clinico, exame neurologico,
    exame do estado mental, exame psiquico, exame mental, exame ginecologico, exame obstetrico, ectoscopia, estado geral,
    sinais vitais, ssvv, sv, parametros vitais, cabeca e pescoco, cabeca, pescoco, torax, abdome, abdomen, abdominal,
    extremidades, membros, membros inferiores, membros superiores, mmii, mmss, pele, pele e mucosas, pele e fanero, genitalia,
    genitourinario, aparelho cardiovascular, aparelho respiratorio, aparelho digestivo, aparelho locomotor, acv, ar, abd, neuro,
    neurologico, cardiovascular, respiratorio, gastrointestinal, osteoarticular, cardiopulmonar, orofaringe, oroscopia,
    otoscopia, coluna, pelve, ausculta pulmonar, ausculta cardiaca, auscultacao pulmonar, auscultacao cardiaca,
    exames complementares, exames complementares de diagnostico, ecd, ecds, mcdt, mcdts, meios complementares de diagnostico,
    exames, exames laboratoriais, exames de imagem, exames realizados, exames previos, exames solicitados, exames pedidos,
    laboratorio, laboratoriais, analises, analises clinicas, analiticamente, analises laboratoriais, hemograma, bioquimica,
    coagulacao, gasometria, urina, urina tipo i, eas, urocultura, hemoculturas, microbiologia, sorologias, serologias, imagem,
    imagiologia, radiografia, radiografia de torax, rx torax, raio x, tomografia, tc, tac, ressonancia, ressonancia magnetica,
    rm, ecografia, ultrassonografia, ultrassom, usg, ecocardiograma, eletrocardiograma, ecg, endoscopia, colonoscopia,
    anatomia patologica, anatomopatologico, macroscopia, microscopia, descricao macroscopica, descricao microscopica, achados,
    achados cirurgicos, tecnica, tecnica cirurgica, descricao, descricao cirurgica, descricao da cirurgia, comparacao, laudo,
    relatorio, relatorio medico, relatorio clinico, relatorio social, relatorio de alta, relatorio de enfermagem, interpretacao,
    resultado, resultados, conclusao, conclusoes, impressao, impressao diagnostica, impressao clinica, id, diagnostico,
    diagnosticos, hd, hipotese, hipoteses, hipotese diagnostica, hipoteses diagnosticas, diagnostico principal,
    diagnostico de entrada, diagnostico de saida, diagnostico de admissao, diagnostico de alta, diagnosticos secundarios,
    diagnostico provisorio, diagnostico definitivo, diagnostico diferencial, diagnostico pre operatorio,
    diagnostico pos operatorio, diagnostico de enfermagem, diagnosticos de enfermagem, cid, cid 10, problemas,
    lista de problemas, problemas ativos, problemas de saude, comorbidades, doencas previas, doencas cronicas, cirurgias,
    cirurgias previas, internacoes previas, internamentos, internamentos anteriores, transfusoes, traumas, alergias,
    alergia medicamentosa, alergias medicamentosas, vacinas, vacinacao, imunizacoes, calendario vacinal, pnv, habitos,
    habitos de vida, habitos toxicos, habitos e vicios, tabagismo, etilismo, alcool, drogas, alimentacao, sono, eliminacoes,
    atividade fisica, moradia, habitacao, menarca, ciclos menstruais, gestacoes, partos, abortos, contracepcao, pre natal,
    parto, gravidez, dnpm, desenvolvimento, tratamento, tratamentos, tratamento atual, tratamento previo, tratamento proposto,
    terapeutica, terapeutica habitual, terapeutica atual, terapeutica de ambulatorio, terapeutica de domicilio, medicacao,
    medicacao habitual, medicacao cronica, medicacao atual, medicacao em curso, medicacao de alta, medicacoes,
    medicacoes em uso, medicacoes de uso continuo, medicamentos, medicamentos em uso, muc, mhd, em uso, em uso de, uso continuo,
    prescricao, prescricao medica, receituario, receita, plano, plano terapeutico, plano de cuidados, plano de alta,
    plano de acao, conduta, condutas, cd, orientacoes, orientacoes de alta, recomendacoes, indicacoes, dieta, cuidados,
    cuidados de enfermagem, controle, seguimento, evolucao, evolucao clinica, evolucao medica, evolucao de enfermagem,
    evolucao do internamento, evolucao multiprofissional, nota de admissao, nota de alta, nota de entrada,
    nota de transferencia, nota de enfermagem, nota social, nota clinica, diario clinico, diario de enfermagem, admissao,
    alta hospitalar, alta medica, condicoes de alta, estado a data de alta, destino, encaminhamento, encaminhamentos,
    referencia e contrarreferencia, contrarreferencia, interconsulta, parecer, parecer medico, comentario, comentarios,
    observacao, observacoes, obs, nota, notas, subjetivo, objetivo, objectivo, avaliacao, analise, discussao, justificativa,
    justificacao, informacao clinica, prognostico, intercorrencias, complicacoes, procedimento, procedimentos,
    procedimento realizado, cirurgia realizada, cirurgia proposta, anestesia, tipo de anestesia, sangramento, perdas, material,
    material enviado, material recebido, situacao social, situacao familiar, situacao socioeconomica, genograma,
    agregado familiar, composicao familiar, contexto social, contexto familiar, escolaridade, estado civil, grupo sanguineo,
    tipo sanguineo, peso, altura, estatura, imc, temperatura, pressao arterial, tensao arterial, frequencia cardiaca,
    frequencia respiratoria, saturacao, glicemia, hgt, termo de consentimento, consentimento informado, atestado medico,
    declaracao, carta de referencia, carta de alta, servico, especialidade, setor, leito, cama, enfermaria, turno, plantao,
    triagem, classificacao de risco, manchester, via aerea, ventilacao, circulacao, hora, exmo colega, exma colega, caro colega,
    cara colega, prezado colega, prezada colega, estimado colega, ilustre colega, com os melhores cumprimentos, cumprimentos,
    obrigado, obrigada, grato, grata, a quem possa interessar, a disposicao, clinica medica, clinica geral, cirurgia geral,
    medicina interna, pediatria, ginecologia e obstetricia, ortopedia, urgencia, servico de urgencia, pronto socorro,
    emergencia, cuidados intensivos, servico social, enfermagem, nutricao, psicologia, fisioterapia, prefeitura municipal,
    secretaria municipal de saude, secretaria de saude, ministerio da saude, sistema unico de saude, governo do estado,
    servico nacional de saude, administracao regional de saude, medico legal, saude mental
""")
