"""What Spanish forms and reports print: field names without their small words, section headings."""

from __future__ import annotations

from velado.languages import phrases, words

__all__ = ["FIELDS", "FILLERS", "HEADINGS", "STARTS"]

FILLERS = words("de del la el los las lo y o u e en al a su no n nro nr num numero nos nums dl sus")

FIELDS = {
    "PATIENT_NAME": phrases("""
        nombre, nombres, nom, nomb, nbre, nombre completo, nombres completos, nombre apellido, nombre apellidos,
        nombres apellidos, nombres apellido, apellido nombre, apellidos nombre, apellidos nombres, apellido nombres, ap nombre,
        ap nom, ape nom, apellidos nombres completos, nom ape, nombre paciente, nombres paciente, nombre completo paciente,
        paciente nombre, pac nombre, pte nombre, nombre pac, nombre pte, nombre px, nombre pcte, nom pac, nombre usuario,
        nombre usuaria, nombre enfermo, nombre nino, nombre nina, nombre menor, nombre bebe, nombre recien nacido, nombre rn,
        nombre afiliado, nombre asegurado, nombre derechohabiente, nombre beneficiario, nombre titular, nombre interno,
        nombre alumno, nombre trabajador, nombre residente, nombre occiso, nombre fallecido, nombre finado, nombre examinado,
        nombre consultante, nombre donador, nombre donante, nombre receptor, nombre evaluado, nombre persona, nombre cliente,
        nombre socio, nombre gestante, nombre social, nombre legal, nombre identitario, nombre preferido, nombre pila,
        nombre elegido, nombre edad, nombre sexo edad, apellido, apellidos, ape, apell, ap, primer apellido, segundo apellido,
        1er apellido, 2do apellido, 1 apellido, 2 apellido, 1o apellido, 2o apellido, apellido 1, apellido 2, apellido paterno,
        apellido materno, ap paterno, ap materno, a paterno, a materno, ape paterno, ape materno, ap pat, ap mat, a pat, a mat,
        paterno, materno, apellido casada, apellido soltera, apellidos paciente, primer nombre, segundo nombre, 1er nombre,
        2do nombre, nombre 1, nombre 2, otros nombres, 1 nombre, 2 nombre, paciente, pacientes, pac, pcte, pte, px, usuario,
        usuaria, enfermo, enferma, beneficiario, beneficiaria, afiliado, afiliada, asegurado, asegurada, derechohabiente,
        titular, titular tarjeta, interno, interna, recien nacido, recien nacida, rn, rn hijo, rn hija, hijo de, hija de,
        binomio, menor, menor edad, nino, nina, bebe, neonato, neonata, lactante, gestante, parturienta, puerpera, embarazada,
        donante, donador, receptor, occiso, finado, fallecido, difunto, consultante, atendido, atendida, evaluado, evaluada,
        examinado, peritado, trabajador, alumno, alumna, sujeto, persona evaluada, persona usuaria, a nombre de, alias, apodo,
        sobrenombre, le dicen, conocido como, conocida como, tambien conocido como, prefiere ser llamado,
        como prefiere que llamen, gemelo 1, gemelo 2, gemelar 1, gemelar 2, gemelo i, gemelo ii, senor, senora, sr, sra,
        firma paciente, firma usuario, nombre firma paciente, re, ref paciente, asunto paciente
    """),
    "RELATIVE_NAME": phrases("""
        padre, madre, papa, mama, padres, tutor, tutora, tutor legal, padre tutor, madre tutor, madre padre tutor,
        padre madre tutor, padres tutores, responsable, familiar, familiares, familiar responsable, persona responsable,
        responsable paciente, responsable legal, responsable menor, representante legal, representante, apoderado, apoderada,
        apoderado legal, acompanante, acompanantes, acompanado por, acompanada por, acompana, acompanado de, contacto,
        contactos, persona contacto, contacto emergencia, contacto emergencias, contacto familiar, contacto 1, contacto 2,
        contacto principal, contacto caso emergencia, caso emergencia, caso emergencia avisar, caso emergencia llamar,
        caso emergencia contactar, caso urgencia avisar, avisar, avisar caso emergencia, avisar caso urgencia, emergencia,
        emergencias, llamar caso emergencia, cuidador, cuidadora, cuidador principal, cuidadora principal, cuidador primario,
        cuidadora primaria, conyuge, esposo, esposa, marido, mujer, pareja, concubino, concubina, conviviente, novio, novia,
        hijo, hija, hijos, hijas, hermano, hermana, hermanos, abuela, abuelo, abuelos, abuela materna, abuela paterna, tio, tia,
        sobrino, sobrina, nieto, nieta, suegro, suegra, yerno, nuera, cunado, cunada, vecino, vecina, amigo, amiga, primo,
        prima, madrina, padrino, comadre, compadre, padrastro, madrastra, informante, informador, testigo, testigos, testigo 1,
        testigo 2, 1er testigo, 2do testigo, primer testigo, segundo testigo, denunciante, allegado, referente,
        referente familiar, referente afectivo, persona acompana, familiar cargo, familiar contacto, familiar acompanante,
        familiar cercano, familiar directo, familiar referente, adulto responsable, adulto cargo, firma familiar,
        firma responsable, firma tutor, firma padre, firma madre, firma testigo, firma padre tutor, quien recibe informacion,
        informado, se informa, interlocutor, fuente informacion, persona informa, quien autoriza, visitante, visitas,
        declarante, agresor, presunto agresor, propietario, donante vivo, quien trae, traido por, traida por, lo trae, la trae,
        persona recoge, entregado familiar, quien acompana, convive con, vive con, proxy, tutor legal menor, red apoyo,
        red de apoyo
    """),
    "STAFF_NAME": phrases("""
        doctor, doctora, dr, dra, drs, profesional, profesional responsable, profesional tratante, profesional atiende,
        profesional interviniente, profesional derivante, profesional solicitante, facultativo, facultativa,
        facultativo responsable, tratante, adscrito, adscrita, residente, residentes, especialista, solicitante, solicitado por,
        solicita, solicito, remitente, remitido por, referido por, derivado por, deriva, derivante, enviado por, indicado por,
        indica, ordenado por, prescriptor, prescribe, prescrito por, informado por, informa, atendido por, atendida por,
        atiende, atendio, valorado por, valorada por, valora, valoro, visto por, vista por, evaluado por, evaluada por, evaluo,
        evaluador, evaluadora, examinador, examinado por, realizado por, realizada por, realizo, realiza, practicado por,
        elaborado por, elaborada por, elaboro, elabora, redactado por, revisado por, reviso, revisa, supervisado por, superviso,
        supervisa, supervisor, supervisora, validado por, valido, valida, aprobado por, aprobo, vo bo, visto bueno,
        autorizado por, autorizo, autoriza, firmado por, firmado, firma, firmas, firma sello, firma medico, firma nombre,
        firma doctor, firma profesional, firma enfermera, firma digital, firmado electronicamente por, firmado digitalmente por,
        firma electronica, fdo, atte, atentamente, responsable nota, responsable registro, responsable atencion,
        nota elaborada por, registrado por, registro por, transcribio, transcrito por, dictado por, dicto, digitado por, digito,
        capturo, capturado por, recibio, recibido por, recibe, entrega, entrego, entregado por, enterado, reporta,
        reportado por, reporto, notificado, notificado por, notifico, notifica, interconsulta con, interconsultante,
        interconsultor, aplicado por, aplico, administrado por, tomado por, tomo muestra, toma muestra por, extraido por,
        vacunador, vacunadora, operador, cirujano, cirujana, cirujanos, cirujano principal, cirujano responsable,
        primer cirujano, 1er cirujano, ayudante, ayudantes, primer ayudante, segundo ayudante, 1er ayudante, 2do ayudante,
        1er ayte, 2do ayte, ayudante 1, ayudante 2, 1 ayudante, 2 ayudante, ayte, aytes, anestesiologo, anestesiologa,
        anestesista, instrumentista, instrumentadora, instrumentador, instrumentacion, enfermera instrumentista, circulante,
        enfermera circulante, enfermero circulante, equipo quirurgico, perfusionista, pediatra recibe, pediatra recepcion,
        enfermera, enfermero, enf, enfermera responsable, enfermera cargo, enfermera turno, enfermera jefe, jefe enfermeria,
        jefa enfermeria, auxiliar, auxiliar enfermeria, aux enfermeria, tecnico, tecnica, tens, paramedico, paramedicos,
        radiologo, radiologa, patologo, patologa, bioquimico, bioquimica responsable, quimico, quimico responsable,
        quimica responsable, laboratorista, bacteriologo, bacteriologa, microbiologo, farmaceutico, farmaceutica,
        quimico farmaceutico, nutriologo, nutriologa, nutricionista, dietista, psicologo, psicologa, psiquiatra, pediatra,
        ginecologo, ginecologa, obstetra, obstetriz, matrona, matron, partera, comadrona, fisioterapeuta, kinesiologo,
        kinesiologa, terapeuta, terapeuta ocupacional, fonoaudiologo, fonoaudiologa, logopeda, trabajador social,
        trabajadora social, ts, asistente social, odontologo, odontologa, dentista, optometrista, internista, intensivista,
        cardiologo, cardiologa, neurologo, neurologa, oncologo, oncologa, urologo, urologa, traumatologo, traumatologa,
        hematologo, nefrologo, endoscopista, ecografista, sonografista, promotor salud, promotora salud, interprete, traductor,
        perito, notario, jefe servicio, jefa servicio, jefe guardia, jefe sala, jefe residentes, jefe unidad, director,
        directora, director medico, coordinador, coordinadora, docente, mip, mpss, epss, r1, r2, r3, r4, r5, mir, becario,
        alumno interno, conductor ambulancia, chofer, socorrista, tum, policia, agente, oficial, gestor casos, gestora casos,
        auditor, staff, medicos, equipo tratante, equipo medico, destinatario, para dr, para dra, at n, colega, copia
    """),
    "KINSHIP": phrases("""
        parentesco, relacion con paciente, relacion paciente, vinculo, parentesco con paciente, relacion,
        filiacion con paciente, parentesco paciente
    """),
    "AGE": phrases("""
        edad, edad actual, edad paciente, edad cronologica, edad anos, edad nino, edad nina, edad madre, edad materna,
        edad padre, edad sexo, sexo edad, anos cumplidos, edad ingreso, edad meses, edad dias, edad aparente, edad rn,
        edad sexo genero, anos edad, eded
    """),
    "SEX": phrases("""
        sexo, genero, sexo genero, sexo biologico, sexo legal, sexo nacer, genero sexo, sex, sx, sexo rn, sexo paciente,
        sexo recien nacido, identidad genero, sexo registral
    """),
    "PROFESSION": phrases("""
        ocupacion, profesion, oficio, trabajo, actividad laboral, actividad actual, actividad economica, puesto trabajo, cargo,
        empleo, ocup, situacion laboral, labora como, trabaja como, trabaja de, trabaja, labora, se dedica, se dedica a,
        laboral, antecedente laboral, categoria laboral, actividad realiza, dedica, que se dedica, a que se dedica, rubro,
        ocupacion actual, ocupacion paciente, ocupacion habitual, ocupacion padre, ocupacion madre, profesion oficio,
        profesion paciente, profesion ocupacion, ocupacion oficio, ocupacion profesion, ocupacion anterior, ocupacion previa,
        trabajo actual, trabajo anterior, vida laboral, historia laboral, ocupacion lugar trabajo, puesto desempena
    """),
    "DATE": phrases("""
        fecha, fec, fech, fn, fdn, f n, f nac, f nacimiento, fnac, fecnac, nac, nacimiento, nacido, nacida, nacido el,
        nacida el, nto, f nto, ingreso, ingreso el, ingresa, fi, fecha ingreso, f ingreso, f alta, f egreso, egreso, alta,
        alta el, fpp, fum, fur, ultima regla, ultima menstruacion, fis, fup, fuc, dia, dia hora, lugar fecha, fecha lugar,
        proxima cita, proxima consulta, proximo control, proxima visita, ultima visita, ultimo control, ultima consulta, cita,
        prox cita, prox control, vigencia, periodo, desde, hasta, vencimiento, caducidad, creado, creado el, actualizado,
        actualizado el, modificado, impreso, impreso el, emitido, emitido el, validado el, firmado el, recibido el, tomado el,
        realizado el, operado el, cirugia el, defuncion, dob, inicio sintomas, inicio tratamiento, inicio tto, fin tratamiento,
        cita control, hora fecha, fecha hora, semana epidemiologica, reposo desde, reposo hasta, licencia desde
    """),
    "STREET": phrases("""
        domicilio, dom, domic, direccion, dir, direc, dire, calle, calle numero, entre calles, entre calle, entre, esquina,
        avenida, av, carrera, via, piso, portal, puerta, escalera, exterior, interior, ext int, torre, edificio, bloque,
        manzana, mza, mz, lote, mz lote, manzana lote, casa, sector, residencia, residencia habitual, vivienda ubicada,
        ubicacion, referencia domiciliaria, referencias, referencias domicilio, punto referencia, referencia domicilio, colonia,
        col, fraccionamiento, fracc, barrio, bo, barrio localidad, urbanizacion, urb, villa, pasaje, pje, condominio, conjunto,
        conjunto residencial, unidad habitacional, reparto, caserio, rancheria, vereda, senas, otras senas, donde vive,
        asentamiento, aahh, domicilios, calle exterior, calle interior, calle col, calle colonia, dpto piso, depto piso,
        piso dpto
    """),
    "PLACE": phrases("""
        localidad, ciudad, poblacion, municipio, mpio, procedencia, originario, originaria, origen, natural, natural de,
        nacido en, nacida en, residente en, reside en, reside, vive en, vive, estado, edo, entidad, entidad federativa,
        entidad nacimiento, entidad federativa nacimiento, provincia, prov, departamento, depto, dpto, dep, region, comuna,
        partido, distrito, canton, parroquia, corregimiento, alcaldia, delegacion, ciudad estado, municipio estado,
        localidad provincia, provincia localidad, codigo postal, cod postal, cp, c p, cpa, codigo postal localidad,
        cp localidad, cp ciudad, poblado, ejido, pueblo, lugar, sitio, comarca, isla, comunidad, comunidad autonoma, ccaa,
        ciudad provincia, lugar nacimiento, lugar nac, lugar fecha nacimiento, lugar residencia, lugar procedencia,
        lugar origen, residencia actual, ciudad residencia, municipio residencia, comuna residencia, distrito residencia,
        ciudad nacimiento, ciudad origen, ciudad actual, ciudad fecha, lugar expedicion, lugar accidente, lugar hechos,
        lugar evento, lugar ocurrencia, lugar defuncion, lugar atencion, procede, procedente, viene, zona, zona residencia,
        comunidad origen, provincia residencia, departamento residencia, estado residencia, estado nacimiento, aldea,
        lugar trabajo ciudad, lugar deceso, originario residente
    """),
    "COUNTRY": phrases("""
        pais, pais nacimiento, pais origen, nacionalidad, pais residencia, pais procedencia, pais emisor, ciudadania
    """),
    "HOSPITAL": phrases("""
        hospital, nombre hospital, hosp, sanatorio, clinica, nombre clinica, centro hospitalario, nosocomio, maternidad,
        hospital origen, hospital referencia, hospital procedencia, hospital remitente, hospital solicitante, hospital receptor,
        hospital destino, hospital refiere, hospital recibe, hospital adscripcion, hospital nacimiento, clinica hospital,
        hospital clinica
    """),
    "HEALTH_CENTRE": phrases("""
        centro salud, c s, cs, centro, centro medico, unidad medica, unidad salud, unidad adscripcion, umf, umf adscripcion,
        unidad medicina familiar, unidad, unidad atencion, unidad refiere, unidad recibe, unidad referencia, unidad solicitante,
        unidad notificante, unidad operativa, unidad origen, unidad destino, consultorio, dispensario, puesto salud, puesto,
        posta, cesfam, cecosf, caps, establecimiento, establecimiento salud, establecimiento origen, establecimiento destino,
        establecimiento salud origen, establecimiento salud destino, establecimiento solicitante, eess, ipress, ips,
        ips primaria, ips remitente, ips receptora, centro atencion, centro asistencial, centro atencion primaria,
        centro remitente, centro solicitante, centro origen, centro referencia, centro derivador, centro procedencia,
        derivado de, derivado a, derivado desde, referido de, referido a, referido desde, remitido de, remitido a, enviado de,
        enviado a, trasladado de, trasladado a, trasladado desde, policlinico, policlinica, ambulatorio, laboratorio,
        laboratorio referencia, laboratorio procesa, gabinete, residencia geriatrica, hogar geriatrico, ebais, area salud,
        lugar derivacion, lugar referencia
    """),
    "INSTITUTION": phrases("""
        institucion, nombre institucion, institucion procedencia, institucion referencia, institucion salud,
        institucion educativa, institucion refiere, escuela, colegio, liceo, instituto, jardin, jardin infantil, sala cuna,
        guarderia, kinder, preparatoria, universidad, facultad, establecimiento educacional, unidad educativa, empresa,
        nombre empresa, razon social, empleador, patron, lugar trabajo, centro trabajo, centro laboral, donde trabaja,
        trabaja para, trabaja en, labora en, compania, dependencia, adscripcion, organismo, entidad empleadora, obra social, os,
        aseguradora, compania seguros, seguro, seguro medico, seguro salud, tipo seguro, mutua, mutualidad, prepaga, prepagada,
        cobertura, cobertura medica, prevision, prevision salud, isapre, eps, eapb, ars, arl, afp, prestador, financiador,
        financiadora, convenio, entidad aseguradora, entidad responsable pago, pagador, administradora, sindicato, iglesia,
        albergue, carcel, centro penitenciario, penal, juzgado, fiscalia, ministerio publico, comisaria, funeraria, banco,
        equipo, club, cooperativa, asociacion, fundacion, casa hogar
    """),
    "PHONE": phrases("""
        telefono, telefonos, tel, tels, tlf, tlfn, tfno, tfn, telf, tef, tlfno, fono, fonos, celular, cel, cell, celulares,
        movil, mov, whatsapp, whats, wsp, wa, wapp, wpp, telefonico, contacto telefonico, contacto tel, contacto cel, recados,
        conmutador, extension, ext, radio, localizador, busca, bip, llamar al, casa tel, cel familiar, tel fax, familiar tel
    """),
    "FAX": phrases("fax, telefax, fax tel"),
    "EMAIL": phrases("""
        correo, correo electronico, e mail, email, mail, correo e, correo elec, correo institucional, direccion electronica,
        direccion correo, correo personal, correo contacto, c electronico, e correo, direccion correo electronico,
        contacto email
    """),
    "URL": phrases("""
        web, pagina web, sitio web, url, pagina, facebook, fb, instagram, ig, twitter, tiktok, telegram, skype, red social,
        redes sociales, enlace, link, ip, direccion ip, login, usuario sistema, usuario red, portal web, user
    """),
    "PATIENT_ID": phrases("""
        dni, nie, nif, dni nie, nif nie, dni pasaporte, documento, documento identidad, documento identificacion,
        documento paciente, doc, doc identidad, doc id, di, tipo documento, tipo doc, td, tipo id, tipo identificacion,
        identificacion, id, id paciente, paciente id, idpaciente, codigo paciente, clave paciente, cedula, cedula identidad,
        cedula ciudadania, cedula extranjeria, cedula paciente, c i, ci, cc, c c, ce, ti, t i, tarjeta identidad, rc,
        registro civil, nuip, rut, run, r u t, r u n, rut paciente, run paciente, curp, c u r p, rfc, r f c, cui, dpi, dui,
        dimex, cuil, cuit, le, lc, pasaporte, pas, pep, ppt, pt, clave elector, ine, ife, credencial, historia, hist,
        historia clinica, hist clinica, hist clin, hc, h c, hcl, hhcc, hh cc, nhc, n h c, hce, nhcl, nhist, hist cl, expediente,
        expediente clinico, expediente paciente, expediente electronico, exp, exped, expte, ece, ficha, ficha clinica,
        ficha paciente, registro, reg, registro clinico, registro paciente, registro hospitalario, legajo, legajo paciente,
        carnet, carne, cipa, cip, cip sns, nuss, codigo cip, nuhsa, cite, tis, sip, paciente no, identidad, rtn, nui, mrn,
        codigo unico identificacion, nhc paciente, cod paciente, nuhc, cedula menor, documento menor,
        documento nacional identidad, dpi paciente, dni paciente, dni acompanante, dni familiar, dni titular, dni tutor,
        cedula tutor, curp paciente, id externo, nip
    """),
    "EPISODE_ID": phrases("""
        episodio, ingreso no, n ingreso, no ingreso, no de ingreso, numero de ingreso, num ingreso, nro ingreso, nro de ingreso,
        admision, atencion, cuenta, cta, folio, visita, orden, orden servicio, orden medica, orden trabajo, orden laboratorio,
        peticion, solicitud, estudio, acceso, accession, accession number, id estudio, muestra, codigo muestra, id muestra,
        biopsia, informe no, no informe, n informe, no de informe, numero de informe, nro informe, protocolo, dau, turno no,
        interconsulta no, n interconsulta, no interconsulta, folio referencia, folio interno, triage no, caso, codigo caso,
        ticket, consecutivo, radicado, autorizacion, codigo autorizacion, preautorizacion, certificado no, no de certificado,
        certificado nacimiento, certificado defuncion, receta no, no receta, no de receta, folio receta, licencia no,
        n licencia, folio licencia, folio incapacidad, incapacidad no, id atencion, id episodio, id cita, hoja no, boleta,
        no de boleta, boleta no, placa rx no, citologia no, no citologia, liquido no, pieza no, registro urgencias,
        no urgencias, n urgencia, expediente lab, evento no, id ingreso, remision no, no remision, no de remision,
        referencia no, no referencia, no de referencia, cita no, no de cita, comprobante, reclamo
    """),
    "INSURANCE_ID": phrases("""
        nss, n s s, seguro social, seguridad social, seguro social no, no seguro social, no de seguro social,
        numero de seguro social, nass, n ss, no ss, ss, n ss ss, imss, afiliacion, afiliado no, no afiliado, no de afiliado,
        numero de afiliado, nro afiliado, nro de afiliado, n afiliado, num afiliado, afil, nro afil, afiliacion imss,
        afiliacion issste, afiliacion ss, issste, beneficio, nro de beneficio, nro beneficiario, no de beneficiario, socio,
        asegurado no, no asegurado, no de asegurado, n asegurado, numero de asegurado, nro asegurado, cod asegurado,
        codigo asegurado, matricula asegurado, autogenerado, codigo autogenerado, codigo sis, sis, afiliacion sis,
        seguro popular, insabi, igss, afiliacion igss, carnet igss, isss, ccss, carnet asegurado, inss, fonasa, muface, isfas,
        mugeju, pami, ioma, osde, credencial obra social, nro obra social, nro os, nro de obra social, nro de os,
        obra social nro, obra social no, osecac, numero obra social, matricula seguro, derechohabiencia, no derechohabiente,
        adimss, numero de socio, credencial nro
    """),
    "PLAN_ID": phrases("""
        poliza, no poliza, plan no, nro plan, tarjeta, tarjeta sanitaria, tarjeta seguro, tarjeta no, contrato, certificado,
        siniestro, poliza soat, soat, poliza seguro, carne seguro, nro tarjeta, no de tarjeta, tarjeta salud,
        n tarjeta sanitaria
    """),
    "LICENCE_ID": phrases("""
        cedula profesional, ced profesional, ced prof, cedula prof, ced, cp no, cedula especialidad, ced esp, ced especialidad,
        cedula especialista, ced prof esp, ssa, reg ssa, registro ssa, dgp, colegiado, colegiada, ncol, n col, no col, col no,
        colegiado no, colegiatura, cmp, c m p, rne, r n e, cep, cop, cnp, ctmp, cbp, matricula, matricula profesional,
        matricula nacional, matricula provincial, mat, mat prof, mat nac, mat prov, mp, m p, mn, m n, registro medico,
        registro profesional, reg prof, reg medico, reg med, rm, r m, tarjeta profesional, tp, t p, tarjeta prof, rethus,
        registro sanitario, icm, exequatur, exeq, mpps, m p p s, cmv, c m, cm, jvpm, jvpe, jvpq, j v p m, senescyt, libro folio,
        acess, registro senescyt, codigo msp, codigo medico, codigo profesional, registro colegio medico, rnpi,
        registro superintendencia, superintendencia, rcm, clave medico, licencia medica, licencia profesional, idoneidad,
        reg idoneidad, registro idoneidad, colegio medico, cod med, cod medico, n cmp, registro nacional especialista,
        col medico, cedula medico, cedula dr, cpsp, caja medica, cjp, num colegiado, cod colegiado, cedula enfermeria,
        rut medico, rut profesional, registro icm
    """),
    "EMPLOYEE_ID": phrases("""
        empleado, matricula imss, matricula empleado, matricula trabajador, clave empleado, codigo empleado, gafete,
        ficha empleado, codigo trabajador, id empleado, legajo no, nro legajo, legajo empleado, legajo medico, matricula no,
        id usuario, codigo usuario, clave trabajador
    """),
    "VEHICLE_ID": phrases("""
        placa, placas, patente, patente vehiculo, matricula vehiculo, matricula coche, matricula ambulancia, placas ambulancia,
        vehiculo, vin, serie vehiculo, chasis, dominio, unidad movil, movil no, ambulancia, economico, no economico,
        placa ambulancia, placa vehiculo, placas vehiculo, matricula moto, movil nro
    """),
    "DEVICE_ID": phrases("""
        serie, serial, s n, sn, lote no, no lote, no de lote, n lote, nro lote, nro de lote, numero de lote, num lote,
        lote vacuna, lote serie, lote biologico, modelo serie, udi, ref lote, marcapasos serie, inventario, imei,
        lote hemoderivado, unidad sangre, bolsa, codigo bolsa, implante, identificacion implante, no de serie, nro de serie,
        numero de serie, mac, lote fabricante, marca lote, marca modelo serie, modelo
    """),
    "OTHER_ID": phrases("""
        cuenta bancaria, clabe, cbu, cvu, iban, tarjeta bancaria, codigo, clave, cod, codigo interno, expediente judicial,
        causa, causa penal, carpeta investigacion, averiguacion previa, atestado, diligencias, acta, oficio no, no oficio,
        no de oficio, denuncia, sumario, ruc, nit, clues, codigo renipress, codigo refes, codigo habilitacion, codigo deis,
        catastro, control no, no de control, numero de control, brazalete, pulsera, huella, clave unica, token, pin, id interno,
        id sistema, codigo qr, codigo barras, legajo judicial, nuc, cnv, certificado nacido vivo, cuif, rnc, rif, codigo ris,
        codigo pacs, licencia conducir, licencia manejo, cartilla, cartilla militar, libreta, refugiado no, alien number, visa
    """),
    "OTHER": phrases("""
        etnia, grupo etnico, pertenencia etnica, etnia indigena, pueblo originario, pueblo indigena, raza,
        autoidentificacion etnica, autoidentificacion, auto identificacion, identificacion etnica, religion, credo, culto,
        lengua, lengua materna, idioma, idioma materno, lengua indigena, habla lengua indigena, comunidad linguistica,
        grupo cultural, cultura, resguardo, comunidad indigena, orientacion sexual, origen etnico, etnia pueblo, raza etnia,
        etnia raza
    """),
}

STARTS = {
    "RELATIVE_NAME": phrases("""
        nombre padre, nombre madre, nombre padres, nombre papa, nombre mama, nombre tutor, nombre familiar, nombre responsable,
        nombre apoderado, nombre acompanante, nombre cuidador, nombre cuidadora, nombre conyuge, nombre pareja, nombre esposo,
        nombre esposa, nombre hijo, nombre hija, nombre informante, nombre testigo, nombre agresor, nombre contacto,
        nombre representante, nombres padre, nombres madre, nombres padres, nombres familiar, contacto emergencia,
        persona contacto, familiar responsable
    """),
    "STAFF_NAME": phrases("""
        medico, medica, nombre medico, nombre medica, nombre doctor, nombre profesional, nombre enfermera, nombre enfermero,
        nombre firma, nombre sello, nombre cedula, nombre cargo, nombre cirujano, nombre anestesiologo, nombre psicologo,
        nombre psicologa, nombre trabajadora, nombre terapeuta, nombre evaluador, nombre solicitante, nombre prescriptor,
        nombre residente guardia, firma sello, firmado por, cirujano, enfermera
    """),
    "DATE": phrases("fecha, fec, fech, proxima cita, proximo control"),
    "AGE": phrases("edad"),
    "STREET": phrases("domicilio, direccion, calle, domic"),
    "PLACE": phrases("""
        lugar nacimiento, lugar residencia, lugar procedencia, lugar origen, ciudad, municipio, codigo postal, comuna,
        provincia, localidad
    """),
    "COUNTRY": phrases("pais, nacionalidad"),
    "PROFESSION": phrases("ocupacion, profesion, oficio profesion"),
    "PHONE": phrases("telefono, telefonos, tel, telf, tlf, celular, cel, movil, fono, whatsapp, contacto telefonico"),
    "EMAIL": phrases("correo, email, e mail"),
    "PATIENT_ID": phrases("""
        dni, documento, cedula identidad, cedula ciudadania, curp, expediente, historia clinica, rut, nhc,
        identificacion paciente, pasaporte
    """),
    "EPISODE_ID": phrases("folio, episodio"),
    "INSURANCE_ID": phrases("nss, afiliacion, seguridad social"),
    "PLAN_ID": phrases("poliza"),
    "LICENCE_ID": phrases("cedula profesional, matricula profesional, matricula nacional, registro medico, colegiado"),
    "HOSPITAL": phrases("hospital"),
    "HEALTH_CENTRE": phrases("establecimiento, unidad medica, centro salud"),
    "INSTITUTION": phrases("obra social, empresa, institucion, aseguradora"),
    "DEVICE_ID": phrases("lote vacuna, serie"),
}

HEADINGS = phrases("""
    antecedentes, antecedentes personales, antecedentes familiares, antecedentes heredofamiliares,
    antecedentes heredo familiares, antecedentes patologicos, antecedentes personales patologicos,
    antecedentes personales no patologicos, antecedentes no patologicos, antecedentes quirurgicos,
    antecedentes gineco obstetricos, antecedentes ginecoobstetricos, antecedentes obstetricos, antecedentes alergicos,
    antecedentes farmacologicos, antecedentes toxicologicos, antecedentes traumaticos, antecedentes perinatales,
    antecedentes psiquiatricos, antecedentes sociales, antecedentes medicos, antecedentes de interes, antecedentes laborales,
    antecedentes epidemiologicos, antecedentes de importancia, antecedentes relevantes, app, apnp, ahf, agob,
    motivo de consulta, motivo de ingreso, motivo de la consulta, motivo consulta, motivo de atencion, motivo de envio,
    motivo de referencia, motivo de derivacion, motivo de egreso, motivo de alta, motivo de interconsulta, motivo, mc,
    padecimiento actual, pa, enfermedad actual, ea, historia actual, historia de la enfermedad actual, historia de enfermedad,
    historia del padecimiento, historia social, historia familiar, cuadro clinico, cuadro actual, relato, anamnesis,
    anamnesis proxima, anamnesis remota, interrogatorio, interrogatorio por aparatos y sistemas, revision por sistemas,
    revision por aparatos y sistemas, resumen clinico, resumen, resumen de egreso, resumen de ingreso, resumen de la historia,
    exploracion fisica, exploracion, ef, examen fisico, examen fisico general, examen fisico segmentario, examen general,
    examen neurologico, examen mental, examen del estado mental, exploracion neurologica, exploracion general,
    exploracion ginecologica, exploracion mental, examen clinico, habitus exterior, inspeccion general, signos vitales, sv,
    constantes, constantes vitales, somatometria, antropometria, medidas antropometricas, cabeza, cabeza y cuello, cuello,
    torax, abdomen, extremidades, genitales, piel, piel y faneras, neurologico, cardiovascular, respiratorio, gastrointestinal,
    digestivo, genitourinario, musculoesqueletico, osteomuscular, locomotor, endocrino, hematologico, cardiopulmonar, columna,
    pelvis, orofaringe, oftalmologico, pruebas complementarias, exploraciones complementarias, examenes complementarios,
    estudios complementarios, estudios de gabinete, estudios de imagen, estudios de laboratorio, laboratorios,
    laboratorio y gabinete, labs, paraclinicos, imagenes, imagenologia, analitica, analitica de sangre, hemograma, bioquimica,
    biometria hematica, quimica sanguinea, coagulacion, gasometria, orina, examen general de orina, sedimento, urocultivo,
    hemocultivo, microbiologia, serologia, radiografia, radiografia de torax, rx de torax, tac, tomografia, resonancia,
    resonancia magnetica, ecografia, ultrasonido, ecocardiograma, electrocardiograma, ecg, ekg, endoscopia, colonoscopia,
    anatomia patologica, histopatologia, descripcion macroscopica, descripcion microscopica, macroscopia, microscopia,
    hallazgos, hallazgos quirurgicos, hallazgos transoperatorios, tecnica, tecnica quirurgica, descripcion,
    descripcion quirurgica, descripcion de la tecnica, comparacion, informe, reporte, interpretacion, resultado, resultados,
    conclusion, conclusiones, impresion, impresion diagnostica, idx, ida, diagnostico, diagnosticos, dx, diagnostico principal,
    diagnostico de ingreso, diagnostico de egreso, diagnostico al alta, diagnosticos de ingreso, diagnosticos de egreso,
    diagnosticos al alta, diagnostico presuntivo, diagnostico definitivo, diagnostico diferencial, diagnostico preoperatorio,
    diagnostico postoperatorio, diagnostico clinico, diagnostico nutricional, diagnostico de enfermeria, diagnostico social,
    diagnosticos secundarios, juicio clinico, juicio diagnostico, hipotesis diagnostica, hipotesis, sospecha diagnostica,
    problemas, lista de problemas, comorbilidades, patologia de base, enfermedades previas, enfermedades cronicas,
    cirugias previas, cirugias, intervenciones quirurgicas, hospitalizaciones, hospitalizaciones previas, transfusiones,
    traumatismos, fracturas, alergias, alergicos, alergias medicamentosas, ram, inmunizaciones, vacunas, esquema de vacunacion,
    habitos, habitos toxicos, toxicos, toxicomanias, tabaquismo, alcoholismo, adicciones, alimentacion, vivienda, higiene,
    actividad fisica, actividad, viajes, zoonosis, combe, menarca, menarquia, ritmo menstrual, gestas, partos, cesareas,
    abortos, anticoncepcion, metodo de planificacion familiar, tratamiento, tratamientos, tratamiento actual,
    tratamiento habitual, tratamiento al alta, tratamiento previo, tratamiento farmacologico, tratamiento recibido, tx, tto,
    medicacion, medicacion actual, medicacion habitual, medicacion previa, medicamentos, medicamentos actuales, farmacos, plan,
    plan de manejo, plan terapeutico, plan de tratamiento, plan de alta, plan de cuidados, plan diagnostico,
    plan y recomendaciones, conducta, conducta a seguir, manejo, indicaciones, indicaciones medicas, indicaciones al alta,
    indicaciones de egreso, ordenes medicas, recomendaciones, recomendaciones al alta, sugerencias, dieta, liquidos, soluciones,
    cuidados, cuidados generales, cuidados de enfermeria, medidas generales, monitoreo, control, controles, seguimiento,
    evolucion, evolucion clinica, evolucion y comentarios, evolucion y curso clinico, nota de evolucion, nota de ingreso,
    nota de egreso, nota de alta, nota medica, nota de urgencias, nota de enfermeria, nota de trabajo social,
    nota de interconsulta, nota preoperatoria, nota postoperatoria, nota preanestesica, nota de referencia, nota de traslado,
    hoja de enfermeria, hoja de urgencias, hoja de evolucion, hoja de referencia, hoja frontal, informe de alta, informe medico,
    informe clinico, informe social, informe de enfermeria, epicrisis, interconsulta, comentario, comentarios,
    comentario clinico, observaciones, observacion, nota, notas, subjetivo, objetivo, analisis, evaluacion, valoracion,
    valoracion social, valoracion geriatrica, valoracion de enfermeria, apreciacion, discusion, justificacion, pronostico,
    estado actual, estado general, condicion actual, condicion al alta, estado al alta, complicaciones, procedimiento,
    procedimientos, procedimiento realizado, cirugia realizada, cirugia programada, operacion realizada, intervencion,
    tipo de anestesia, anestesia, sangrado, sangrado transoperatorio, incidentes, gasas y compresas, muestras,
    material recibido, material remitido, material, situacion social, situacion familiar, situacion economica, genograma,
    familiograma, apgar familiar, dinamica familiar, ambiente, nivel socioeconomico, escolaridad, estado civil, grupo sanguineo,
    tipo de sangre, peso, talla, imc, temperatura, presion arterial, tension arterial, frecuencia cardiaca,
    frecuencia respiratoria, saturacion, glucemia, datos generales, datos personales, datos de identificacion,
    ficha de identificacion, datos del paciente, datos administrativos, datos asistenciales, datos clinicos, datos del medico,
    datos de contacto, datos del familiar, filiacion, consentimiento informado, carta de consentimiento, certificado medico,
    receta, receta medica, constancia, solicitud de estudios, solicitud de interconsulta, referencia y contrarreferencia,
    contrarreferencia, servicio, especialidad, area, cama, turno, triage, nivel de triage, via aerea, ventilacion, circulacion,
    deficit neurologico, exposicion, hora, estimado colega, estimada colega, apreciado colega, a quien corresponda,
    a quien pueda interesar, gracias, saludos, saludos cordiales, cordialmente, consulta externa, urgencias, hospitalizacion,
    terapia intensiva, medicina interna, cirugia general, ginecologia y obstetricia, pediatria, traumatologia y ortopedia,
    trabajo social, enfermeria, nutricion, psicologia, secretaria de salud, instituto mexicano del seguro social,
    ministerio de salud, servicio de salud, sistema nacional de salud, medico legal, medico quirurgicos, hijos vivos,
    dia de estancia, dias de estancia
""")
