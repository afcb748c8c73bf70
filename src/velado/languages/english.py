"""English, of Britain, Ireland, North America, Australasia and wherever clinical notes are written in it."""

from __future__ import annotations

from types import MappingProxyType

from velado.languages import Language, count, phrases, words
from velado.languages._english_forms import FIELDS, FILLERS, HEADINGS, STARTS

__all__ = ["LANGUAGE"]

_MONTHS = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "febr": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
}  # fmt: skip

_NUMBERS = count(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    {"hundred": 100, "one hundred": 100, "a hundred": 100, "one hundred and": 100},
    " ",
)
del _NUMBERS["one hundred and"]  # only as the start of a longer number

LANGUAGE = Language(
    code="en",
    name="English",
    months=MappingProxyType(_MONTHS),
    weekdays=words("monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun"),
    numbers=MappingProxyType(_NUMBERS),
    age_units=MappingProxyType({
        "year": "year", "years": "year", "yr": "year", "yrs": "year", "y": "year", "yo": "year", "y/o": "year", "yos": "year",
        "yof": "year", "yom": "year", "month": "month", "months": "month", "mo": "month", "mos": "month", "mth": "month",
        "mths": "month", "m": "month", "m/o": "month", "week": "week", "weeks": "week", "wk": "week", "wks": "week", "w": "week",
        "day": "day", "days": "day", "d": "day", "d/o": "day", "hour": "hour", "hours": "hour", "hr": "hour", "hrs": "hour",
    }),
    age_forms=phrases("""
        years old, year old, years of age, yrs old, yr old, yo, y/o, y o, yof, yom, of age, aged, age, months old, month old,
        months of age, weeks old, week old, days old, day old, years young, at the age of, age of, turning, turned, in her,
        in his
    """),
    staff_titles=words("""
        dr drs doctor doctors doc prof professor md mbbs rn lpn np pa pac pa-c arnp aprn crna cnm cnp fnp dnp do dds dmd dpm
        pharmd phd psyd cma cna emt sr sister nurse matron staff-nurse s/n sn ssn hca midwife mw physio ot slt slp
        pt-therapist dietitian consultant registrar reg sho spr st ct fy fy1 fy2 f1 f2 house-officer intern resident fellow
        attending lcsw msw sw lmft lpc cpn gp paramedic medic technician tech radiographer sonographer surgeon anaesthetist
        anesthesiologist psychiatrist psychologist pharmacist chaplain officer pc sgt sergeant det detective dci di constable
        trooper deputy judge rev capt lt hon lcpc rd ldn rrt bsn msn aud
    """),
    person_titles=words("""
        mr mrs ms miss mx master sir dame lady lord madam rev reverend fr father sister sr brother br rabbi imam pastor sheikh
        sgt cpl pte pvt capt captain major col colonel lt lieutenant prof professor baby bb bg twin young uncle aunt auntie
        aunty grandma grandpa granny gran nan nana grandad granddad papa nanna nonna abuela mama chief elder hon councillor cllr
        aka
    """),
    particles=words("""
        de del la las los van von der den ter ten du da di do dos das le el al bin ibn bint abu ap mac mc o st saint d y e
    """),
    patient_cues=phrases("""
        patient, patients, pt, pts, client, resident, service user, member, child, baby, infant, newborn, neonate, toddler, boy,
        girl, man, woman, gentleman, lady, male, female, name, named, called, known as, goes by, aka, also known as,
        prefers to be called, prefers, mr, mrs, ms, miss, master, baby boy, baby girl, baby of, infant of, re, regarding, dear,
        the late, this is, i saw, i reviewed, seen today, thank you for referring, thank you for seeing,
        thank you for asking me to see, i had the pleasure of seeing, pleasure of meeting, veteran, claimant, inmate, prisoner,
        employee, student, decedent, deceased, twin, survivor, claimant is, pupil, subject
    """),
    relative_cues=phrases("""
        mother, father, mum, mom, mummy, mommy, mam, dad, daddy, da, parent, parents, son, sons, daughter, daughters, child,
        children, brother, brothers, sister, sisters, sibling, siblings, twin brother, twin sister, half brother, half sister,
        half-brother, half-sister, grandmother, grandfather, grandma, grandpa, gran, granny, nan, nana, nanna, nanny, grandad,
        granddad, gramps, grandparents, maternal grandmother, paternal grandmother, great grandmother, great grandfather,
        great aunt, great-aunt, aunt, auntie, aunty, uncle, niece, nephew, cousin, grandson, granddaughter, grandchild,
        grandchildren, husband, wife, spouse, partner, boyfriend, girlfriend, fiance, fiancee, ex husband, ex-husband, ex wife,
        ex-wife, ex partner, ex-partner, ex, widow, widower, common law wife, common-law partner, stepmother, stepfather,
        step mother, step father, step-mother, step-father, stepmum, stepdad, stepson, stepdaughter, mother in law,
        mother-in-law, father in law, father-in-law, son in law, son-in-law, daughter in law, daughter-in-law, brother in law,
        brother-in-law, sister in law, sister-in-law, in laws, godmother, godfather, godson, goddaughter, neighbour, neighbor,
        friend, best friend, roommate, flatmate, housemate, room mate, colleague, coworker, co-worker, boss, carer, caregiver,
        care giver, caretaker, care worker, support worker, foster mother, foster father, foster carer, foster mum,
        foster parents, foster mom, guardian, legal guardian, next of kin, nok, emergency contact, contact, contact person,
        family member, relative, proxy, health care proxy, healthcare proxy, poa, power of attorney, informant, witness,
        witnesses, accompanied by, brought in by, brought by, escorted by, attended with, came with, comes with, lives with,
        living with, here with, present with, cared for by, care of, c/o, collateral from, history from, spoke with, spoke to,
        spoken to, teacher, landlord, employer, pastor, priest, imam, rabbi, vicar, significant other, s/o, babysitter,
        bystander, passer by
    """),
    staff_cues=phrases("""
        seen by, seen with, reviewed by, reviewed with, assessed by, examined by, evaluated by, discussed with, d/w, dw,
        case discussed with, signed, signed by, electronically signed by, electronically signed, e-signed, dictated by,
        dictated, transcribed by, typed by, written by, authored by, author, prepared by, completed by, documented by,
        entered by, scribed by, attending, attending physician, attending md, admitting physician, referring physician,
        referring doctor, referred by, referral from, referred to, refer to, under the care of, under care of, care of, under,
        under dr, consultant, registrar, sho, house officer, resident, intern, fellow, gp, gp is, pcp, primary care physician,
        primary care provider, family doctor, provider, physician, doctor, surgeon, surgeons, assistant, first assistant,
        anaesthetist, anesthetist, anesthesiologist, anesthesia, scrub nurse, circulating nurse, performed by, operated by,
        operated on by, operation by, surgery by, procedure by, interpreted by, read by, reported by, verified by,
        authorised by, authorized by, approved by, supervised by, ordered by, requested by, prescribed by, administered by,
        given by, drawn by, collected by, nurse, staff nurse, charge nurse, rn, sister, midwife, health visitor, district nurse,
        community nurse, cpn, care coordinator, care co-ordinator, key worker, case manager, social worker, sw, therapist,
        physio, physiotherapist, occupational therapist, speech therapist, dietitian, psychologist, psychiatrist, pharmacist,
        counsellor, counselor, paramedic, radiologist, pathologist, cardiologist, neurologist, oncologist, paediatrician,
        pediatrician, obstetrician, followed by, follow up with, followup with, f/u with, appointment with, appt with, sees,
        saw, consulted, consult with, per, cc, copy to, copied to, dear, yours sincerely, yours faithfully, kind regards,
        regards, sincerely, best wishes, many thanks, thanks to, handover from, handover to, handed over to, paged, bleeped,
        called, notified, informed, escalated to, accepted by, attested by, cosigned by, co-signed by, interpreter, chaplain,
        officer, pc, detective
    """),
    place_cues=phrases("""
        lives in, living in, lived in, lives near, lives at, resides in, residing in, resided in, resident of, resident in,
        residence in, from, originally from, comes from, came from, hails from, native of, born in, born and raised in,
        raised in, grew up in, moved from, moved to, moving to, relocated to, relocated from, emigrated from, immigrated from,
        immigrant from, migrated from, refugee from, based in, stationed in, works in, worked in, travelled to, traveled to,
        travelled from, traveled from, travel to, trip to, returned from, back from, visiting from, visiting, visited,
        vacation in, holiday in, holiday to, flew from, flew in from, flight from, transferred from, transferred to,
        referred from, airlifted from, town of, city of, village of, county of, parish of, district of, suburb of, state of,
        province of, county, near, just outside, outskirts of, in the town of, in the village of, reservation, served in,
        deployed to, tour in, tours in, retired to, school in, home in, farm in, farm near, lives out in, over in, up in,
        down in, out of
    """),
    profession_cues=phrases("""
        occupation, works as, works as a, works as an, worked as, worked as a, worked as an, working as, working as a,
        working as an, work as a, works at, worked at, works for, worked for, works in, works with, employed as, employed as a,
        employed as an, employed by, employed at, job as, job as a, job, job is, by trade, by profession, by occupation,
        a retired, retired, is a retired, was a, is a, used to be a, used to work as, used to work as a, former, ex,
        trained as a, qualified as a, career as a, self employed, self-employed, owns a, runs a, manages a, studying,
        student at, student of, studies, training to be a, apprentice, unemployed, stay at home, stay-at-home, part time,
        part-time, full time, full-time, semi retired, semi-retired, currently a, previously a, profession, trade
    """),
    sex_words=MappingProxyType(
        dict.fromkeys("female fem f woman girl lady women w yof".split(), "f")
        | dict.fromkeys("male m man boy gentleman gent men yom".split(), "m")
        | dict.fromkeys(("non binary", "nonbinary", "intersex", "indeterminate", "trans", "transgender", "x", "enby"), "x")
        | {"trans woman": "f", "trans man": "m", "transwoman": "f", "transman": "m"}
    ),
    stop_words=words("""
        a about above across after again against all almost alone along already also although always am among an and another any
        anybody anyone anything are around as at away back be became because become been before behind being below beneath
        beside besides between beyond both but by can cannot could did do does doing done down during each either else enough
        even ever every everybody everyone everything few for from further get gets got had has have having he hence her here
        hers herself him himself his how however i if in indeed instead into is it its itself just least less lest like likely
        many may maybe me meanwhile might mine more moreover most mostly much must my myself near neither never nevertheless
        next no nobody none nor not nothing now nowhere of off often on once one only onto or other others otherwise our ours
        ourselves out over own per perhaps quite rather really same seem seems several shall she should since so some somebody
        someone something sometimes somewhere soon still such than that the their theirs them themselves then there thereafter
        therefore these they this those though through throughout thus till to together too toward towards under unless until up
        upon us very via was we well were what whatever when whenever where whereas wherever whether which while who whoever
        whole whom whose why will with within without would yet you your yours yourself
    """),
    headings=frozenset(HEADINGS),
    field_labels=MappingProxyType(FIELDS),
    field_starts=MappingProxyType(STARTS),
    field_fillers=FILLERS,
)
