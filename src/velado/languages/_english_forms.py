"""What English-language forms and reports print: field names without their small words, section headings."""

from __future__ import annotations

from velado.languages import phrases, words

__all__ = ["FIELDS", "FILLERS", "HEADINGS", "STARTS"]

FILLERS = words("of the a an and or to for in no number num nbr nr s his her your their is at")

FIELDS = {
    "PATIENT_NAME": phrases("""
        name, names, full name, patient name, patients name, name patient, pt name, pts name, client name, resident name,
        service user name, member name, subscriber name, insured name, insureds name, child name, childs name, baby name,
        babys name, infant name, student name, employee name, decedent name, deceased name, veteran name, inmate name,
        donor name, recipient name, legal name, preferred name, known as, also known as, aka, likes be called,
        likes to be called, preferred to be called, prefers be called, prefers to be called, chosen name, maiden name,
        birth name, previous name, previous names, former name, alias, nickname, surname, surnames, last name, family name,
        first name, first names, forename, forenames, forename s, given name, given names, middle name, middle initial, mi,
        christian name, name last first, name first last, last first, name dob, title name, patient, patients, pt, pat, client,
        resident, service user, member, subscriber, insured, beneficiary, policyholder, policy holder, child, baby, infant,
        newborn, baby boy, baby girl, twin 1, twin 2, twin a, twin b, student, employee, decedent, deceased, veteran, inmate,
        claimant, worker, injured worker, subject, donor, recipient, re, regarding, patient signature, signature patient,
        patient identification, patient details, mr, mrs, ms, miss
    """),
    "RELATIVE_NAME": phrases("""
        next kin, next of kin, nok, next kin name, mother, father, mum, mom, dad, parent, parents, parent guardian,
        parents guardians, guardian, legal guardian, guardian name, parent name, mothers name, fathers name, mother name,
        father name, husband, wife, spouse, partner, spouse name, partner name, husbands name, wifes name, son, daughter,
        children, sons, daughters, brother, sister, siblings, sibling, grandmother, grandfather, aunt, uncle, niece, nephew,
        cousin, grandson, granddaughter, neighbour, neighbor, friend, carer, carers, main carer, caregiver, care giver,
        primary caregiver, primary carer, responsible party, responsible person, responsible adult, guarantor, guarantor name,
        emergency contact, emergency contacts, emergency contact name, in case emergency, in case of emergency, ice, contact,
        contacts, contact person, contact name, primary contact, secondary contact, person to contact, person contact,
        informant, historian, history from, history obtained from, history given by, collateral, collateral from,
        collateral history, collateral history from, accompanied by, accompanying adult, attended with, attending with,
        brought by, brought in by, bib, escorted by, escort, witness, witnesses, witness name, interpreter for, relative,
        relatives, family, family contact, family member, health care proxy, healthcare proxy, hcp, hcpoa, poa, power attorney,
        power of attorney, lpa, attorney, surrogate, decision maker, surrogate decision maker, representative, nominated person,
        nearest relative, foster carer, foster parent, foster mother, stepmother, stepfather, lives with, significant other,
        boyfriend, girlfriend, fiance, fiancee, landlord, owner, keyholder, key holder, spoke with, spoke to,
        discussed with family
    """),
    "STAFF_NAME": phrases("""
        doctor, dr, drs, physician, provider, providers, clinician, consultant, consultants, registrar, gp, gp name,
        general practitioner, family doctor, family physician, usual gp, registered gp, named gp, pcp, primary care physician,
        primary care provider, primary provider, referring, referring doctor, referring physician, referring provider,
        referring gp, referring clinician, referrer, referred by, referral from, attending, attending physician, attending md,
        attending provider, attending surgeon, admitting, admitting physician, admitting doctor, admitting provider,
        ordering physician, ordering provider, ordered by, requesting physician, requesting provider, requesting doctor,
        requested by, requester, requestor, treating physician, treating doctor, treating clinician, consulting physician,
        discharging physician, discharging doctor, discharging consultant, discharge physician, responsible consultant,
        responsible clinician, named nurse, named consultant, named clinician, prescriber, prescribed by, pharmacist,
        pharmacy contact, radiologist, reporting radiologist, reported by, reading radiologist, read by, interpreted by,
        verified by, authorised by, authorized by, approved by, reviewed by, checked by, checked, second checker, supervised by,
        supervisor, supervising physician, supervising consultant, precepted by, preceptor, seen by, seen with, assessed by,
        assessor, examined by, examiner, evaluated by, performed by, operator, carried out by, completed by, prepared by,
        written by, author, authored by, entered by, documented by, recorded by, created by, edited by, dictated by, dictated,
        dictating, dictating physician, transcribed by, transcriptionist, transcriber, typed by, scribe, scribed by, signed,
        signed by, electronically signed by, electronically signed, e signed by, digitally signed by, signature,
        signature title, provider signature, physician signature, nurse signature, cosigned by, co signed by, cosigner,
        attested by, attestation, copy, copies, copies to, copied to, distribution, bcc, dear, from, to, attn, attention, fao,
        discussed with, d w, dw, handover from, handover to, handed over to, received by, given by, administered by, vaccinator,
        collected by, taken by, drawn by, phlebotomist, notified, called to, informed, escalated to, accepted by,
        accepting physician, accepting, triaged by, triage nurse, taken call, call taken by, caller, surgeon, surgeons,
        primary surgeon, operating surgeon, assistant, assistants, assistant surgeon, first assistant, second assistant,
        1st assistant, 2nd assistant, co surgeon, anaesthetist, anesthetist, anaesthesiologist, anesthesiologist, anaesthetists,
        anesthesia by, anaesthesia by, crna, scrub, scrub nurse, scrub tech, circulator, circulating nurse, perfusionist,
        endoscopist, sonographer, technologist, technician, tech, operators, nurse, rn, staff nurse, charge nurse,
        primary nurse, nurse name, nurse charge, sister charge, matron, hca, health visitor, hv, midwife, named midwife,
        community midwife, district nurse, dn, practice nurse, cpn, care coordinator, care co ordinator, coordinator,
        key worker, keyworker, case manager, social worker, sw, lcsw, therapist, physiotherapist, physio, pt therapist,
        occupational therapist, ot, slt, speech therapist, dietitian, dietician, psychologist, psychiatrist, counsellor,
        counselor, dentist, optometrist, audiologist, podiatrist, chiropodist, paediatrician, pediatrician, obstetrician, ob,
        ob gyn, oncologist, cardiologist, neurologist, pathologist, pathologist name, coroner, medical examiner, paramedic,
        paramedics, crew, ambulance crew, medic, emt, interpreter, interpreter name, chaplain, resident physician, intern,
        fellow, house officer, sho, st, fy1, fy2, f1, f2, medical student, student nurse, locum, director, medical director,
        clinical lead, ward manager, manager, practice manager, officer, police officer, officer charge, amhp, imca, solicitor,
        teacher, head teacher, senco, health worker, chw, medical secretary, secretary, consultant code name, staff, staff name,
        witnessed by staff, team
    """),
    "KINSHIP": phrases("""
        relationship, relation, relationship patient, relation patient, relationship to patient, relation to patient, rel,
        relationship client, relationship child
    """),
    "AGE": phrases("""
        age, age sex, age gender, sex age, current age, patient age, age years, age yrs, age at death, age death, maternal age,
        gestational parent age, age admission, age today, age race sex, age time
    """),
    "SEX": phrases("""
        sex, gender, sex gender, gender identity, sex birth, sex at birth, sex assigned birth, sex assigned at birth,
        gender sex, legal sex, m f, sex race
    """),
    "PROFESSION": phrases("""
        occupation, profession, job, job title, current occupation, previous occupation, former occupation, usual occupation,
        employment, employment status, work, works as, work status, trade, role, current job, occupational history, occ,
        occupation retired, parental occupation, fathers occupation, mothers occupation, occupation employer, vocation
    """),
    "DATE": phrases("""
        date, dates, dob, d o b, date birth, date of birth, birth date, birthdate, birthday, born, born on, db, doa, d o a, dod,
        d o d, dos, d o s, doi, doi injury, date admission, admission date, admit date, admitted, admitted on, admission,
        date discharge, discharge date, discharged, discharged on, date service, service date, date visit, visit date,
        clinic date, date clinic, clinic, appointment date, appointment, appt, next appointment, next appt, next visit,
        follow up date, followup date, f u date, follow up on, date seen, seen on, seen, date time, time date, date letter,
        letter date, date typed, typed, date dictated, dd, dt, dictation date, transcription date, date report, report date,
        reported, reported on, date exam, exam date, study date, date study, date examination, date procedure, procedure date,
        date surgery, surgery date, date operation, operation date, date injury, injury date, date accident, date incident,
        date onset, onset date, date death, date referral, referral date, referral received, date received, received, collected,
        collected on, collection date, date collected, specimen date, order date, ordered, date ordered, date taken, taken on,
        date signed, signed on, signature date, date printed, printed, printed on, date reviewed, reviewed on, review date,
        date review, last seen, last visit, last review, last menstrual period, lmp, edd, edc, due date, est due date,
        date last, immunization date, vaccination date, date given, expiry, expiry date, exp date, exp, expires, start date,
        end date, effective date, date diagnosis, date of dx, date diagnosed, issued, issued on, created, created on, updated,
        last updated, modified, as of, today, todays date, period, from date, week commencing, wc, valid until, year birth, yob,
        signed date
    """),
    "STREET": phrases("""
        address, home address, postal address, mailing address, street, street address, residential address, residence,
        current address, permanent address, temporary address, previous address, patient address, patients address,
        address line 1, address line 2, address 1, address 2, addr, addy, delivery address, billing address,
        correspondence address, nok address, next kin address, house, apt, apartment, unit, flat, room address, home addr,
        lives at, usual address, discharge address, discharged address, property, site address, road
    """),
    "PLACE": phrases("""
        city, town, village, city state, city state zip, city st, city town, state, county, province, region, suburb, borough,
        parish, district, zip, zip code, zipcode, postcode, post code, postal code, eircode, place birth, place of birth,
        birthplace, pob, birth place, hometown, home town, from town, location, place, residence city, city residence,
        country county, lives in, born in, place death, place of death, place accident, place work town, area, locality,
        reservation, originally from, township
    """),
    "COUNTRY": phrases("""
        country, nationality, country birth, country of birth, country origin, country of origin, citizenship, country residence
    """),
    "HOSPITAL": phrases("""
        hospital, hospital name, facility, facility name, admitting hospital, referring hospital, receiving hospital,
        transferring hospital, discharging hospital, birth hospital, medical center, medical centre, hosp,
        transferring facility, receiving facility, referring facility, transferred from, transferred to, transfer from,
        transfer to, trust, nhs trust, site, hospital site, health system, campus
    """),
    "HEALTH_CENTRE": phrases("""
        clinic name, practice, gp practice, practice name, surgery, gp surgery, surgery name, health centre, health center,
        medical practice, nursing home, care home, care home name, residential home, rehab facility, snf, hospice, pharmacy,
        preferred pharmacy, pharmacy name, nominated pharmacy, laboratory, lab name, lab, performing lab, referring practice,
        referring clinic, discharge facility, discharged to facility, service provider, community team, dental practice,
        outpatient clinic name, urgent care, polyclinic
    """),
    "INSTITUTION": phrases("""
        employer, employer name, company, company name, firm, organisation, organization, institution, workplace, place work,
        place of work, work place, school, school name, college, university, nursery, daycare, day care, preschool,
        kindergarten, insurance, insurance company, insurance name, insurer, primary insurance, secondary insurance, payer,
        payor, health plan, carrier, insurance carrier, hmo, plan name, health fund, medical aid, fund, council,
        local authority, church, prison, jail, court, shelter, union, agency, care agency, regiment, unit military,
        funeral home, bank, law firm, solicitors, charity
    """),
    "PHONE": phrases("""
        phone, phones, telephone, tel, tel no, tele, telno, ph, mobile, mob, mobile phone, cell, cell phone, cellphone,
        home phone, work phone, home tel, work tel, day phone, daytime phone, evening phone, contact phone, contact tel,
        contact telephone, contact number, contact numbers, contact no, contact details, phone home, phone work, phone mobile,
        phone cell, callback, callback number, call back number, pager, bleep, beeper, bleep no, ext, extension, switchboard,
        landline, whatsapp, sms, voicemail, direct line, secretary tel, secretary phone, nok tel, nok phone, emergency phone,
        emergency contact number, emergency number, best contact number, work number, mobile number, toll free, helpline, dect,
        vocera
    """),
    "FAX": phrases("fax, facsimile, fax phone, tel fax, phone fax, safe haven fax"),
    "EMAIL": phrases("email, e mail, mail, email address, e mail address, electronic mail, nhs mail, nhs email, secure email"),
    "URL": phrases("""
        website, web site, web, web address, url, link, portal, facebook, instagram, twitter, linkedin, skype, username,
        user name, user, userid, user id, login, handle, ip, ip address, mychart username, zoom link, zoom id, social media
    """),
    "PATIENT_ID": phrases("""
        mrn, m r n, mr no, medical record, medical record no, med rec, med rec no, medrec, record, record no, chart, chart no,
        chart number, patient id, patient identifier, patient no, patient number, patient ref, pt id, pt no, pid, id, id no,
        identifier, hospital no, hospital number, hosp no, hosp number, hospital id, hospital ref, unit no, unit number,
        unit record, urn, ur no, umrn, ur, cr no, k number, x number, rxr, nhs, nhs no, nhs number, nhsno, nhs n, chi, chi no,
        chi number, h c number, hcn, health care no, health and care number, hsc number, hsc no, ssn, social security,
        social security no, social security number, ss no, sin, social insurance no, national insurance, ni number, nino,
        national id, nhi, nhi no, nhi number, ihi, pps, ppsn, pps no, pps number, passport, passport no, driver license,
        drivers license, driving licence, dl, dl no, crn, rio no, rio number, emis no, emis number, emis, systmone no, epic id,
        cerner no, fin id, emr no, ehr id, epr no, casenote, casenote no, case note no, case notes, district no,
        district number, alien no, a number, student id, person no, empi, eid, uhid, opd no, ip no, uid, aadhaar, inmate no,
        inmate id, prison no, service no, service number, military id, dod id, edipi, va no, client no, client id, study id,
        subject id, participant id, randomisation no, trial no
    """),
    "EPISODE_ID": phrases("""
        account, account no, account number, acct, acct no, acct number, visit, visit no, visit number, visit id, encounter,
        encounter no, encounter number, encounter id, csn, fin, fin no, har, episode, episode no, episode number, admission no,
        admission number, attendance no, attendance number, ed no, ed number, ae no, a e no, accession, accession no,
        accession number, acc, acc no, order, order no, order number, specimen, specimen no, specimen number, specimen id,
        sample, sample no, sample id, lab no, lab number, lab ref, lab id, report no, report number, request no, request number,
        requisition, requisition no, case, case no, case number, case id, surgical no, surgical number, path no, pathology no,
        pathology number, slide no, cytology no, autopsy no, exam no, exam id, study no, study uid, job no, job number, job id,
        dictation id, document id, doc id, document no, ref, our ref, your ref, reference, reference no, ref no, referral no,
        referral id, ubrn, ers no, booking reference, booking ref, incident no, incident number, cad, cad no, cad number,
        run no, run number, job ref, datix, datix ref, claim, claim no, claim number, authorization no, auth no, authorization,
        prior auth, confirmation no, rx no, rx number, prescription no, ticket no, call id, log no
    """),
    "INSURANCE_ID": phrases("""
        insurance id, insurance no, insurance number, member id, member no, member number, membership no, membership number,
        subscriber id, subscriber no, medicare, medicare no, medicare number, medicare id, mbi, hic, hicn, medicaid,
        medicaid no, medicaid id, medi cal id, health card, health card no, health card number, ohip, ohip no, phn, ramq,
        msp no, health insurance no, health number, dva no, dva, pension no, concession card, medical card, gms no, gms number,
        medical card no, ehic, ehic no, tricare id, beneficiary id, beneficiary no, policy id, insured id, hcc no, irn,
        medical aid no, vhi no, bupa no
    """),
    "PLAN_ID": phrases("""
        policy, policy no, policy number, group, group no, group number, grp, grp no, plan id, plan no, certificate no,
        contract no, bin, pcn, rxbin, rxgrp, rx group, pre auth no, plan code, scheme no
    """),
    "LICENCE_ID": phrases("""
        gmc, gmc no, gmc number, gmc ref, nmc, nmc no, nmc pin, pin, hcpc, hcpc no, gphc, gphc no, gdc, gdc no, npi, npi no,
        npi number, dea, dea no, dea number, license, license no, license number, licence, licence no, lic, lic no,
        medical license, state license, provider no, provider number, provider id, prescriber no, prescriber number,
        prescriber id, prescriber code, imc, imc no, mcrn, nmbi, nmbi pin, ahpra, ahpra no, cpso, cpso no, cpsbc, mcnz, upin,
        caqh, registration no, reg no, registration number, billing no, spurious code, consultant code, gp code, practice code,
        national code, ods code, doctor code, billing number
    """),
    "EMPLOYEE_ID": phrases("""
        employee id, employee no, employee number, staff id, staff no, staff number, badge, badge no, badge number, payroll no,
        payroll number, collar no, collar number, shoulder no, warrant no, smartcard no, smartcard, works no, clock no
    """),
    "VEHICLE_ID": phrases("""
        license plate, licence plate, plate, plate no, number plate, registration vehicle, vehicle reg, vehicle registration,
        vehicle reg no, car reg, reg plate, vrm, vin, vehicle, vehicle no, vehicle id, ambulance no, callsign, call sign,
        unit medic, medic unit, tail no
    """),
    "DEVICE_ID": phrases("""
        serial, serial no, serial number, serial nos, s n, sn, ser no, lot, lot no, lot number, batch, batch no, batch number,
        lot batch, lot exp, device id, device serial, device no, udi, di, model, model no, model number, model serial, implant,
        implant no, implant sticker, pacemaker serial, asset no, asset tag, imei, mac, mac address, unit bag, bag no,
        donation no, donation number, din, catalog no, catalogue no, ref lot, pump no
    """),
    "OTHER_ID": phrases("""
        bank account, iban, sort code, routing no, card no, credit card, key safe, keysafe, key safe code, keysafe code,
        door code, access code, entry code, gate code, code, crime ref, crime reference, crime reference no, crime no,
        police ref, police report no, docket, docket no, court no, court ref, warrant, wristband, band no, wrist band, barcode,
        token, password, passcode, tag no, microchip, pet microchip, locker, tax id, tin, ein, npi tax, certificate,
        death certificate no, birth certificate no, permit, visa no, visa, home office ref, arc no, nass no, port ref,
        social services ref, liquidlogic no, mosaic id, mosaic no, icn
    """),
    "OTHER": phrases("""
        race, ethnicity, race ethnicity, ethnic origin, ethnic group, ethnicity race, religion, faith, religious affiliation,
        tribe, tribal affiliation, language, first language, primary language, preferred language, main language,
        language spoken, sexual orientation, indigenous status, aboriginal status, iwi, clan, denomination, atsi status
    """),
}

STARTS = {
    "RELATIVE_NAME": phrases("""
        next kin, next of, emergency contact, mothers name, fathers name, parent, guardian, name next, name parent,
        name guardian, name mother, name father, name spouse, name carer, name relative, name informant, name contact
    """),
    "STAFF_NAME": phrases("""
        attending, referring, requesting, ordering, consultant, electronically signed, dictated by, reviewed by, signed by,
        seen by, reported by, performed by, name doctor, name physician, name nurse, name clinician, name gp, name consultant,
        name surgeon, name referrer, name prescriber, primary care
    """),
    "DATE": phrases("date, dob, dates"),
    "AGE": phrases("age"),
    "STREET": phrases("address, home address, street"),
    "PLACE": phrases("city, postcode, zip, place birth, place of"),
    "PROFESSION": phrases("occupation"),
    "PHONE": phrases("phone, telephone, tel, mobile, cell, contact number, contact tel, contact phone"),
    "EMAIL": phrases("email, e mail"),
    "PATIENT_ID": phrases("mrn, nhs no, nhs number, medical record, hospital no, hospital number, patient id, ssn"),
    "EPISODE_ID": phrases("account, accession, encounter, visit id"),
    "INSURANCE_ID": phrases("medicare, medicaid, member id, insurance id"),
    "PLAN_ID": phrases("policy, group no"),
    "LICENCE_ID": phrases("gmc, nmc, npi, dea"),
    "HOSPITAL": phrases("hospital name"),
    "HEALTH_CENTRE": phrases("gp practice, practice name, nursing home, care home"),
    "INSTITUTION": phrases("employer, insurance company, school"),
    "DEVICE_ID": phrases("serial, lot, batch"),
}

HEADINGS = phrases("""
    history, history of present illness, history of presenting complaint, history of presenting illness, hpi, hpc,
    present illness, presenting complaint, presenting complaints, pc, chief complaint, chief complaints, cc, complaint,
    reason for visit, reason for admission, reason for referral, reason for consult, reason for consultation, reason for exam,
    reason for study, reason for attendance, reason for call, past medical history, pmh, pmhx, past history,
    past surgical history, psh, pshx, medical history, surgical history, family history, fh, fhx, social history, sh, shx,
    drug history, dh, dhx, obstetric history, ob history, gyn history, gynecologic history, gynaecological history,
    birth history, developmental history, psychiatric history, past psychiatric history, substance use, substance abuse history,
    sexual history, travel history, occupational history, immunisation history, immunization history, personal history,
    forensic history, premorbid personality, interval history, clinical history, clinical information, clinical details,
    clinical indication, indication, indications, background, context, situation, sbar, recommendation, recommendations,
    medications, medication, meds, current medications, current medication, home medications, home meds, regular medications,
    regular medication, admission medications, discharge medications, discharge meds, tto, ttos, medications on admission,
    medications on discharge, new medications, stopped medications, medication changes, changes to medication, prescriptions,
    allergies, allergy, allergies and adverse reactions, adverse reactions, nkda, intolerances, review of systems, ros,
    systems review, systems enquiry, systemic enquiry, constitutional, general, general appearance, appearance, vitals,
    vital signs, vs, obs, observations, news, news2, ews, pews, physical examination, physical exam, pe, examination, exam,
    on examination, o e, oe, o/e, objective, subjective, assessment, assessment and plan, assessment plan, a p, a/p, ap,
    impression, impressions, plan, plans, management, management plan, treatment, treatment plan, care plan, disposition, dispo,
    problem list, problems, active problems, issues, current issues, diagnosis, diagnoses, primary diagnosis,
    secondary diagnosis, secondary diagnoses, principal diagnosis, admission diagnosis, admitting diagnosis,
    discharge diagnosis, final diagnosis, provisional diagnosis, working diagnosis, differential, differential diagnosis, ddx,
    dx, preoperative diagnosis, postoperative diagnosis, pre op diagnosis, post op diagnosis, comorbidities, co morbidities,
    procedure, procedures, procedure performed, procedures performed, operation, operation performed, operative findings,
    operative procedure, operative note, op note, operation note, description of procedure, technique, findings, comparison,
    conclusion, conclusions, comment, comments, note, notes, remarks, discussion, summary, clinical summary, discharge summary,
    hospital course, course in hospital, brief hospital course, ed course, emergency department course, clinic course, progress,
    progress note, progress notes, nursing note, nursing notes, nursing assessment, admission note, consult note, consultation,
    consultation note, clinic letter, clinic note, telephone encounter, telephone consultation, phone call, phone note,
    social work note, physical therapy note, history and physical, h p, investigations, investigation, results, result, labs,
    laboratory, laboratory data, laboratory results, lab results, lab data, bloods, blood tests, blood results, imaging,
    radiology, radiographs, x ray, xray, cxr, chest x ray, ct, ct head, ct abdomen, mri, ultrasound, uss, us, echo,
    echocardiogram, ecg, ekg, electrocardiogram, urinalysis, urine, urine dip, cultures, culture, microbiology, pathology,
    histology, gross description, microscopic description, macroscopic, microscopic, specimens, specimen, cytology,
    complications, condition, condition on discharge, condition at discharge, discharge condition, discharge instructions,
    discharge plan, discharge planning, instructions, patient instructions, advice, follow up, followup, follow up plan,
    follow up appointments, actions, action, actions for gp, gp actions, action for gp, tasks, to do, safety netting,
    safeguarding, capacity, mental capacity, consent, informed consent, resuscitation status, code status, dnacpr, dnr,
    escalation, ceiling of care, goals, goals of care, advance directive, diet, activity, mobility, functional status, baseline,
    home situation, living situation, social situation, support, marital status, education, smoking, alcohol, tobacco, drugs,
    exercise, diet and exercise, heent, head, eyes, ears, nose, throat, mouth, neck, chest, lungs, heart, cvs, cardiovascular,
    cardiac, respiratory, resp, abdomen, abdominal, gi, gu, genitourinary, gastrointestinal, musculoskeletal, msk, extremities,
    skin, neuro, neurological, neurologic, psych, psychiatric, mental status, mental status exam, mental state examination, mse,
    endocrine, hematologic, haematological, lymphatic, back, spine, breast, breasts, pelvic, rectal, pr, airway, breathing,
    circulation, disability, exposure, gcs, anaesthesia, anesthesia, estimated blood loss, ebl, blood loss, drains, implants,
    fluids, disposition and plan, time, bed, ward, room, department, service, specialty, triage, triage category, priority,
    weight, height, bmi, blood pressure, bp, pulse, heart rate, temperature, temp, respiratory rate, oxygen saturation, sats,
    spo2, pain score, blood group, gravida, para, obstetrics, paediatrics, pediatrics, neurology, cardiology, oncology,
    orthopaedics, orthopedics, general medicine, general surgery, emergency department, accident and emergency, intensive care,
    outpatients, outpatient clinic, medical record, confidential, private and confidential, personal details,
    patient information, demographics, patient demographics, demographic information, contact information,
    insurance information, yours sincerely, yours faithfully, kind regards, best wishes, best regards, regards, many thanks,
    thank you, dear colleague, dear doctor, to whom it may concern, end of report, end of note, page
""")
