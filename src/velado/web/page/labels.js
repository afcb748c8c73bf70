// The types of identifying text, for people: names in their language, and seven families with a colour each.

import { language, lookUp } from "./i18n.js";
import { session } from "./session.js";

const FAMILIES = {
  person: ["PATIENT_NAME", "RELATIVE_NAME", "STAFF_NAME", "PERSON_NAME"],
  time: ["DATE", "AGE"],
  place: ["STREET", "PLACE", "COUNTRY"],
  care: ["HOSPITAL", "HEALTH_CENTRE", "INSTITUTION"],
  contact: ["PHONE", "FAX", "EMAIL", "URL", "IP_ADDRESS"],
  number: [
    "PATIENT_ID", "EPISODE_ID", "INSURANCE_ID", "PLAN_ID", "LICENCE_ID", "EMPLOYEE_ID", "VEHICLE_ID", "DEVICE_ID",
    "BIOMETRIC_ID", "OTHER_ID",
  ],
};
const FAMILY = new Map(Object.entries(FAMILIES).flatMap(([family, labels]) => labels.map((label) => [label, family])));

/** The family of a label, which gives it its colour. */
export const familyOf = (label) => FAMILY.get(label) ?? "other";

/** The families, in the order in which they are listed. */
export const FAMILY_NAMES = [...Object.keys(FAMILIES), "other"];

/** What a label is called. */
export function labelName(label) {
  const own = lookUp(`label.${label}`);
  return own ?? session.choices?.labels.find((entry) => entry.name === label)?.words[language()] ?? label;
}

/** All labels, by family and then as the server lists them. */
export function labelsInOrder() {
  const all = (session.choices?.labels ?? []).map((entry) => entry.name);
  return FAMILY_NAMES.flatMap((family) => all.filter((label) => familyOf(label) === family));
}
