"""Words that announce a number which identifies, and words that claim a number for something else. Plain data.

A cue is written naturally, in any of the languages; it is folded and stripped of articles when it is loaded.
`need` is how many digits a bare number must have to count behind that cue; a code of letters and digits needs fewer.
"""

from __future__ import annotations

__all__ = [
    "BLOCKERS",
    "COMMON",
    "CUES",
    "NEEDS_CAPITALS",
    "NO_PREFIX",
    "NUMBER_WORDS",
    "PHONE_WORDS",
    "SKIPPED",
    "SOFT_BLOCKERS",
    "UNITS",
]

# (label, need) -> cues. Identifiers of the countries bring their own cues on top of these.
CUES: dict[tuple[str, int], str] = {
    ("PATIENT_ID", 3): """
        expediente, exp, expte, exped, exp. clínico, exp. int, expediente clínico, carpeta familiar, historia, hist, historia clínica,
        hist. clín, hist. clínica, h. clínica, hcl, hc, hcu, hce, nhc, historia única, historia clínica única, ficha clínica, ficha,
        fichas, ficha médica, ficha familiar, tarjetón, prontuario, prontuário, pront, pte nº, id paciente, id del paciente, paciente id,
        patient id, patid, pat id, pt id, mrn, mr#, medical record, medical record number, chart, chart no, hosp no, hospital no,
        hospital number, registro hospitalario, reg. hospitalario, record no, record#, num paciente, nº interno, interno nº,
        nº de recluso, prison no, prison number, inmate, inmate id, doc id, clinic no, clinic number, hospice#, file no, file#, dossier,
        nº dossier, número de asistencia, casmu, registro nº, fiche, rghc, uhid, opd no, ipd no, ip no, cr no, folder no, hosp folder
    """,
    ("PATIENT_ID", 4): """
        nhi, registro, reg, registo, id, i.d., nº id, documento, doc, documento de identidad, identificación, identificacion nº, identidad,
        identidade, identity card, national id, id card, id no, id number, id#, code patient, código paciente, código de paciente,
        cédula de identidad, carnet de identidad, carné, carnet, pasaporte, passaporte, passport, tarjeta de residencia, residence permit, passap, pasap, autoriz. resid, autorização de residência,
        visa nº, refugio, rani, siasi, conadis, carné conadis, curp, nui, nº preso, infopen, cuenta interna, rut provisorio, last four, last 4,
        aadhaar, nip, folio mercantil, enrolled, enrollment, tribal id, prontuário nº
    """,
    ("EPISODE_ID", 3): """
        folio, folios, fol, episodio, episódio, nº episodio, encounter, encounter no, encounter id, visit no, visit id, visit#, csn,
        admission no, admission#, ingreso nº, nº de ingreso, atención nº, nº de atención, dau, pedido, pedido nº, solicitud, solicitud nº,
        requisición, requisição, req, requis, petición, nº petición, muestra, muestras, nº muestra, amostra, cód. amostra, sample, sample#,
        specimen, specimen no, accession, accession no, acc, estudio nº, exame nº, examen nº, laudo, laudo nº, informe nº,
        biopsia, biopsias, biopsia nº, biopsy no, citología, exame histológico, protocolo, bloque, block, slide, lâmina, laminilla, cassete,
        cassetes, lám, pieza, peça, tubo nº, etiqueta, barcode, código de barras, orden, orden nº, ordem, receta,
        receta nº, recetario, receita, receita nº, rx no, rx#, rx ref, prescription no, script no, autorización, autorización nº, aut, autorización no,
        autorizado con número, autorização, auth, auth#, authorization, prior auth, auth no, senha, senha nº, guia, guía, guia nº, vale,
        remisión, remision nº, referencia nº, hoja de referencia, contrarreferencia, ficha de notificación, notificación, notificación nº,
        notificação, notificación sinan, sinave, certificado, certificado nº, certificado de nacimiento, cert. de nacimiento,
        certificado de defunción, acta de defunción, nacido vivo, cnv, cnv en línea, dnv, aih, licencia médica, incapacidad, incapacidad nº, boletim,
        boletim de atendimento, atend, atendimento, ocorrência nº, oc, run no, run#, frap, incident no, incident, incidente, job, ubrn,
        referral no, referral id, booking ref, appointment ref, consulta nº, teleconsulta, teleconsulta nº, cita nº, turno nº, ticket,
        factura, fact, factura nº, fatura, invoice, voucher, recibo, recibo nº, trámite, tramite nº, radicado, radicados, rad, siniestro, sinistro,
        claim, claim no, claim#, fin, har, contact serial, csn, evento adverso, evento, dictamen, dictamen nº, pericia, cirugía nº, interv,
        interv. nº, anestesia nº, hoja nº, formulario nº, form nº, parte nº, parte de lesiones, alta nº, transcription no, dictation,
        dictation id, session, gravação, grabación, chat id, boleta, comprobante, protocolo nº, remessa, rótulo, rotulada,
        etiquetada, resultado nº, patología, resultado de patologia, nbs kit, kit, papel filtro, alícuota, alíquota, hisopado, cad, cad ref
    """,
    ("INSURANCE_ID", 4): """
        afiliación, nº de afiliación, afil, afiliado, afiliada, nº afiliado, nss, n.s.s., nass, seguro, seguro social, nº seguro,
        seguridad social, seguro popular, imss, imss-bienestar, issste, gratuidad, póliza, poliza nº, pol, apólice, apólice nº, policy,
        policy no, policy#, insurance, insurance id, insurance no, ins id, ins#, asegurado, asegurada, cod. asegurado, nº asegurado,
        beneficiario, beneficiaria, beneficiário, beneficiária, benef, beneficio, benefício, beneficiary, derechohabiente, agregado,
        seg. soc, tarj. sanit, ghic, ehic, tse, mcp, nuit, nid, medicare, medicaid, medi-cal, nhs, nhs no, nhs number, chi, h&c, health card, health card no, phn, ohip, ramq, msp, utente, sns,
        nº sns, nº de utente, cns, cartão sus, sus, fonasa, essalud, sis, pami, ioma, adse, adse nº, sub. adse, tricare, edipi, va id, cwf, rid,
        group, grp, group no, bin, rxbin, pcn, rxgrp, rx grp, rxid, subscriber, subscriber id, subscriber no, certificate no, arl, soat
    """,
    ("PLAN_ID", 4): """
        carteirinha, carteira, cart, cartão, cartão nº, nº de socio, socio, socia, sócio, sócia, nº sócio, credencial, credencial nº, contrato,
        contrato nº, member, member id, member no, member#, mbr, membership no, mem id, mat. plano,
        prepaga, unimed, hapvida, amil, bradesco, bradesco saúde, sulamérica, sul américa, notredame, intermédica, golden cross,
        odontoprev, cassi, geap, ipasgo, ipsemg, prevent senior, assim, planserv, médis, medis, multicare, advancecare, allianz,
        fidelidade, sanitas, adeslas, asisa, dkv, mapfre, muface, mugeju, isfas, caser, axa, cigna, osde, swiss medical, galeno, medifé,
        sancor, omint, iosfa, obra social, colsanitas, sura, compensar, nueva eps, coomeva, vhi, laya, irish life, bupa, medibank, hcf,
        aetna, humana, uhc, united healthcare, unitedhealthcare, bcbs, blue cross, blue shield, anthem, kaiser, wellcare, molina, centene,
        metroplus, healthfirst, emblem, amerigroup, isapre, colmena, banmédica, consalud, cruz blanca, rimac, pacífico, oncosalud, gnp, metlife
    """,
    ("PLAN_ID", 6): "convenio, convênio, conv, plano, cobertura",
    ("LICENCE_ID", 3): """
        colegiado, colegiada, nº colegiado, coleg, núm. col, nº col, cédula profesional, céd. prof, ced prof, ced. esp, céd. esp,
        cédula de especialidad, registro médico, reg. médico, reg. med, registro profesional, reg. prof, registro profissional, mn, mp,
        matrícula nacional, matrícula provincial, mat. prof, matrícula profesional, cmp, rne, cep, cpsp, crm, coren, crf, crefito,
        cress, crfa, oab, creci, npi, dea, gmc, nmc, gphc, hcpc, gdc, nmbi, imc nº, mcrn, ahpra, provider no, prov. no,
        provider number, license no, licence no, license#, lic#, lic. no, lic. so, licencia so, exequátur, exeq, mpps, jvpm, idoneidad, cjppu,
        ordem dos médicos, cédula om, ordem nº, carteira profissional, cód. prescritor, código prescritor, cód. méd, código médico,
        cert. consejo, cert. cmmap, consejo, tarjeta profesional, rms, rqe, registro s.s.a, ssa, registro sanitario, prescriber id,
        ormed, ormm, state lic, clia, colegiatura, t. y f, msp billing, billing no, dgp
    """,
    ("LICENCE_ID", 4): """
        crp, cro, crn, col, cédula, céd, ced, lic, license, licence, licencia, licença, om, oe, omd, opp, pin, rm, tp, méd, enf, emt, emt-b, emt-p, paramedic, aemt
    """,
    ("EMPLOYEE_ID", 3): """
        nómina, nomina nº, no. de empleado, nº empleado, empleado, núm. empleado, num emp, employee, employee no, employee id, emp id, emp#,
        staff id, staff no, badge, badge no, badge#, gafete, crachá, legajo, leg, nº mec, n.º mecanográfico, mecanográfico, nº funcionário,
        registro funcional, payroll, payroll no, clock no, credencial laboral, carnet institucional, collar no, collar number, shoulder no,
        warrant no, interp#, interpreter id, interpreter, interp, op, callsign, carné profesional, intérprete nº, operator, op. no, id operador, placa policial, personal nº,
        siape, service no, service number, prec-cp, nº policial, chapa policial, turno id
    """,
    ("DEVICE_ID", 5): "n/s",
    ("LICENCE_ID", 5): "legiada, legiat, kmc, tcmc, cadc, exq, kol, hpi, caja prof",
    ("PATIENT_ID", 6): "trn, cdl, folder",
    ("INSURANCE_ID", 6): "cipna, tenncare, acc45",
    ("EPISODE_ID", 4): "ipd, nº contacto",
    ("OTHER_ID", 5): "nib, sinasp, prot, dilig, dilig. prev, diligencias previas, escritura, declaración, procedimiento judicial",
    ("EMPLOYEE_ID", 5): "cias, empleada, warrant",
    ("EPISODE_ID", 6): "frasco, pote",
    ("EPISODE_ID", 5): "o.s., os, notif, cuestionario, caso suspeito",
    ("OTHER_ID", 4): """
        auto de infração, amparo, toca, causa penal, kardex, cite, casillero judicial, rbd, census, envelope, candado, llave, caja de
        seguridad, chave, loc, claim file, guardianship order, order no, buzz, citófono, case file, cabinet code, key code
    """,
    ("PATIENT_ID", 5): "ctps, phin, ulhn, uli, rec",
    ("EMPLOYEE_ID", 4): "tip, collar, cno, ncnz, codobio, matrícula, matr, código, cód, cod, clave, mec, funcionário, func, agente",
    ("VEHICLE_ID", 3): """
        placa, placas, tablilla, patente, chapa, dominio, plate, plates, license plate, number plate, reg. plate, tag no,
        viatura, vtr, veículo, vehículo, vehicle, veh, camioneta, carro, carrinha, coche, auto, moto, unidad, unidade, unit,
        ambulancia, ambulância, patrulla, taxi, taxi económico, usa, usb, ambulance, aeronave, avión, avioneta, avião, helicóptero,
        prefixo, tail, tail number, vuelo, voo, flight, lancha, panga, embarcación, embarcação, vin, chasis, bastidor, chassi, económico, carroza, boat, ambu
    """,
    ("DEVICE_ID", 3): """
        lote, lotes, lot, lots, lot#, lot no, batch, batch no, lt, nº lote, lote disp, lote muestra, nº de lote, bx, partida, serie, séries,
        série, series, nº serie, nº de série, núm. serie, número de serie, serial, serials, serial no, serial number, ser no, sn, s/n, s. no, udi,
        gtin, modelo/serie, imei, mac, transmisor, transmissor, transmitter, marcapasos nº, gerador, generador, dispositivo nº, device id,
        equipo nº, máquina, bomba nº, concentrador nº, bolsa, bolsas, unidad de sangre, donación, doação, donation no, din, unit#, hemocomponente,
        pg, ce nº, pack, bag, lacre, selo, sello, precinto, brazalete, brazaletes, pulsera, pulseira, band, id band, bands, blood band,
        sample band, hugs tag, tag, brazalete nº, esterilización, autoclave lote, bicarbonato lote, dialisador nº, implante nº, implant no
    """,
    ("OTHER_ID", 3): """
        cuenta, cuenta nº, cta, cta. corriente, cta. ahorros, cuenta corriente, cuenta de ahorros, conta, conta corrente, conta poupança,
        agência, ag, sort code, sort, account, account no, account#, acct, acct#, acct no, routing, routing no, libreta, libreta nº, iban,
        clabe, cbu, cvu, pix, chave pix, bsb, clues, cnes, ine equipe, cnpj, nit, ruc, cuit, rif, nipc, ods, practice code, reg. patronal,
        registro patronal, código de habilitación, carpeta, carpeta de investigación, nuc, averiguación previa, causa, causa nº,
        sumario, atestado, diligencias, denuncia, denuncia nº, noticia criminal, spoa, boletín, boletim de ocorrência, b.o., bo, ocorrência,
        ocurrencia, tco, inquérito, ip nº, proceso, processo, processo nº, proc, proc. nº, autos, expediente judicial, juicio, juicio laboral,
        rit, ruc penal, rol, rol nº, oficio, oficio nº, ofício, ofício nº, of. nº, of, acta, acta nº, ata, termo, tomo, libro, livro, liv, fls,
        folha, foja, resolución, resolución nº, cas, case, case no, case#, case number, cause no, docket, docket no, police ref, crime ref,
        crime no, crime number, report no, police report, ref, ref#, ref. no, reference, reference no, referencia, our ref, your ref,
        key safe, keysafe, keysafe code, código de acesso, door code, gate code, lockbox, cofre, código puerta, código portão, código de acceso, access code,
        passcode, terminación, termina en, terminada en, terminado en, ending, ending in, ends in, ends, clave de acceso, token, hash, contraseña, código seguro, csv, verification code, tracking, tracking no, guia de transporte,
        testimonio, ticket nº, chamado, talón, talão, locker, armário nº, protocolo ouvidoria, pqr, queja, reclamo, solicitud sap,
        indicio, ind, hoja de custodia, cadena de custodia, voucher nº, protocolo de atención, registro rentev, rentev, testamento vital,
        opg, lpa, court file, registration no, registration#, número de caso, nº de caso, caso nº, caso, código de verificación, nº registro,
        wccis, aged care ref, my aged care, tarjeta nº, cupón, credencial nº, formulario nº, sintra, cadastro, cadastro snt, selo nº, asunto,
        td, rai, portaria de instauração, sindicância, título nº, search, book, vale nº, autos nº, creci, purolator, fedex, correios
    """,
}  # fmt: skip

# Common words: in lower case, and without a number sign behind, they need two digits more.
COMMON = frozenset(
    """pas pass car van fin bin pg tr pr din plan book search case job kit auto moto usa op form parte evento session group sort ti ce rc
    om oe ni ps cad oc td ind med sus run causa caso termo ata vale interno unit band cas cart conta cuenta carro coche id ref leg rm
    orden ordem serie seguro lic enf""".split()
)
# Words that every sentence has, and units: a cue only in capitals.
NEEDS_CAPITALS = frozenset("do le of ar os as se dl ss par pt".split())

# Between a cue and its number.
NUMBER_WORDS = frozenset("no n nro nros num nums numero numeros number numbers nr nr. nrs code".split())
SKIPPED = frozenset(
    """de del da do dos das la el los las lo o a os as the of for un una um uma su sua seu your his her their my mi es e is was era sao
    com con with que y and paciente pac pcte pte patient pt titular madre padre mama papa mae pai hijo hija filho filha esposo esposa
    marido mujer bebe rn ella ele ela el vieja viejo antigua antiguo antigo antiga anterior previa previo nuevo nueva novo nova old new
    prev previous actual atual provisional provisorio provisoria temporal temporario interno interna externo externa electronico
    electronica eletronico digital unico unica boliviana boliviano peruano peruana venezolana colombiana paraguaya extranjero extranjera
    vencido vencida valido valida completo asignado asignada correcto ok clinico clinica familiar judicial adulto nacional estatal
    provincial imss issste internacional definitivo mom mother father baby trae tiene tem consta ahora agora now changed to am al
    regiao esp especialidad especial penal suspeito sospechoso sanitario institucional oficial en em in nos web urgentes previas corrected from given verbally sanitaria adjunta adjunto tipo sistema grupo""".split()
)

# A number behind one of these is something else, whatever it looks like.
BLOCKERS = """
    cie, cid, icd, cim, snomed, sct, tuss, cups, cpt, hcpcs, loinc, atc, ciap, icpc, dsm, drg, grd, cbhpm, sigtap, procedimento,
    código procedimiento, cnae, cbo, ciuo, anvisa, invima, cofepris, nct, pmid, doi, isbn, issn, ley, lei, law, artículo, artigo, art, arts,
    article, decreto, decreto ley, portaria, norma, nom, iso, resolução, rdc, real decreto, acuerdo, inciso, estatuto, cap, capítulo,
    nanda, nic, noc, cum, ndc, rxnorm, cdt, atcc, clinvar, bionúmero, bionumber, anvisa registro, registro anvisa, registro invima,
    versión, versão, version, rev, modelo, model, mod, catálogo, cep, código postal, cód. postal, zip, zipcode, postcode
"""  # fmt: skip
# Behind a word for a phone it is a phone unless letters are in it; behind the others it is a measure, a bed or an address
# unless it is long or has letters.
PHONE_WORDS = """
    móvil, tel, tels, tlf, tlfn, telf, telef, teléfono, telefone, fone, fono, fonos, cel, celular, celulares, tlm, telem, telemóvel,
    whatsapp, wapp, wsp, wa, zap, phone, ph, mobile, mob, cell, cellphone, home, work, fax, ext, extensión, ramal, anexo,
    bleep, pager, bip, beeper, buscapersonas, contacto, contato, contact, recados, switchboard, switch, call, llamar, ligar,
    t, f, llamar al, marque, línea, linha, hotline, whats, radio, frecuencia, canal
"""  # fmt: skip
SOFT_BLOCKERS = """
    cp, c.p, km, kilómetro, quilómetro, calle, rua, avenida, av, avda, street, st, road, manzana, mz, mza, manzana lote, mz
    lote, mza lote, quadra lote, qd lote, apto, apartamento, dpto, depto, piso, andar, casa, interior, torre, bloco, edificio,
    quadra, qd, cama, camas, leito, leitos, bed, beds, box, boxes, habitación, hab, quarto, room, sala, ward, cubículo,
    sillón, puesto, poltrona, consultorio, glucosa, glicemia, glucemia, plaquetas, plaq, plt, plts, leucocitos, leuco, leucos,
    gb, gr, wbc, rbc, hb, hto, creatinina, cr, urea, bun, na, k, cl, ast, alt, tgo, tgp, ldh, ferritina, troponina, tropo,
    dímero, bnp, probnp, cpk, ck, pcr, vsg, tsh, psa, cea, afp, ca, hcg, bhcg, cv, carga viral, viral load, amilasa, lipasa,
    colesterol, triglicéridos, col total, ldl, hdl, tg, ige, ufc, cfu, anc, neutrófilos, neutros, linfocitos, linf,
    eosinófilos, tpp, ttp, inr, fibrinógeno, fe, sat, fc, fr, ta, pa, bp, hr, rr, temp, temperatura, pam, pvc, peso, talla,
    weight, wt, height, ht, imc, bmi, perímetro, diuresis, balance, egresos, ingresos, gasto, drenaje, vo, iv, im, sc, mg, ml,
    año, ano, year, años, anos, edad, idade, age, hora, horas, hrs, hs, time, at, fecha, data, date, día, mes, mês, dn, fn,
    dob, nac, nasc, usd, us, pesos, reales, reais, euros, monto, valor, importe, total, precio, costo, custo, salario, sueldo
"""  # fmt: skip

# Short words in capitals that do not belong to the code behind them.
NO_PREFIX = frozenset(
    """no n nro num de del la el los las y e o a u al en em na para por con com que the and to of for at in on is es dr dra sr sra so id
    lot lote ref hc mg ml kg se su un una um mas pero bed cama box uci uti cti ccu icu er ed or rx tc rm ct mri eco ecg ekg ta fc fr hb pa
    ap gp dx tx hx px pt pte pac paciente masc fem m f iv im vo sc hrs hs h am pm c p g q x i ii iii iv v vi tel cel fax ext mat""".split()
)

# A bare number before one of these is a measure.
UNITS = frozenset(
    """mg mgs g gr grs gramos gramas kg kgs mcg ug µg ng pg ml mls cc l lt lts litros dl ui iu u uds unidades units mui meq mmol umol
    mosm mmhg cmh2o cm cms mm mts mt metros m2 m3 km kms hz khz mhz kv mv ma j joules w watts bpm lpm rpm ipm lpm lat resp x min mins
    minutos minutes seg sec segundos h hs hr hrs hora horas hours d dia dias day days sem semana semanas weeks wks wk sdg mes meses
    months mo mos a ano anos anios anyos year years yr yrs yo aa veces times dosis doses tab tabs comp comps cp cps caps amp amps
    ampollas ampolas gotas gts drops fr french gauge ga g/l copias copies celulas cells plaquetas leucocitos eritrocitos ufc cfu
    pesos usd eur euros reais soles bs dolares pm am puntos pontos points pts mmh kcal cal grados graus pack paq cig
    cigarrillos latidos respiraciones pacientes personas habitantes libras lbs lb oz ft copas cajas frascos sesiones sessoes
    hermanos hijos gramo mil millones milhoes k""".split()
)

