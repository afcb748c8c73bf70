// Why a column was taken for what it is. The server says so in English; here are its sentences and the page's words for them.

import { language, lookUp, t } from "./i18n.js";

// What the server says, with {names} for what changes, and the key of the page's own words.
const REASONS = [
  ["dates", "dates"],
  ["e-mail addresses", "emails"],
  ["links", "links"],
  ["IP addresses", "ips"],
  ["telephone numbers", "phones"],
  ["keys that programs make", "keys"],
  ["numbers with the form or check digit of: {what}", "national"],
  ["rises by one from row to row", "rows"],
  ["rises by one from row to row, and the same people come again", "rowsOfPeople"],
  ["rises from row to row, with few gaps", "rowsWithGaps"],
  ["{count} small numbers that come again and again", "fewNumbers"],
  ["{count} numbers that come again and again", "fewNumbers"],
  ["{count} codes that come again and again", "fewCodes"],
  ["{count} values that come again and again", "fewValues"],
  ["figures that come again and again", "fewFigures"],
  ["numbers with signs between them", "signs"],
  ["figures", "figures"],
  ["codes, each comes once", "codesOnce"],
  ["codes, with the digits of record numbers", "codesLong"],
  ["{what} codes: {share} of them frequent ones", "frequent"],
  ["{what} codes", "terms"],
  ["codes", "codes"],
  ["a list of numbers without gaps, in no order", "serial"],
  ["numbers like those of records", "records"],
  ["no values", "empty"],
  ["always the same value", "same"],
  ["its name says so", "named"],
  ["over a lifetime", "lifetime"],
  ["long texts", "long"],
  ["sentences", "sentences"],
  ["short texts of ordinary or medical words", "words"],
  ["diseases, drugs, tests or wards", "medicine"],
  ["names of people", "people"],
  ["addresses", "addresses"],
  ["hospitals and centres", "hospitals"],
  ["towns, regions or countries", "towns"],
  ["words for a sex", "sexes"],
  ["too few values to tell", "tooFew"],
  ["neither its values nor its name tell what it holds", "unclear"],
  ["small numbers", "small"],
  ["some are below zero", "negative"],
  ["from {from} to {to} digits", "digits"],
  ["numbers of up to {count} digits", "upTo"],
  ["numbers of {count} digits", "alike"],
  ["often round", "round"],
  ["each comes once", "once"],
  ["some come again", "again"],
  ["with zeros in front", "padded"],
  ["you said so", "user"],
];

const PATTERNS = REASONS.map(([words, key]) => [
  new RegExp(`^${words.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`),
  key,
]);
const SHARE = /^(\d+ %) are (.+)$/;
const DISEASES = { es: "CIE", pt: "CID" }; // what ICD is called

function known(words) {
  for (const [pattern, key] of PATTERNS) {
    const found = pattern.exec(words);
    if (!found) continue;
    const values = { ...found.groups };
    if (values.count) values.count = Number(values.count);
    if (values.what) values.what = values.what.replace(/^ICD(?=-)/, DISEASES[language()] ?? "ICD");
    return lookUp(`because.${key}`, values);
  }
  return undefined;
}

function one(words) {
  const share = SHARE.exec(words);
  const own = known(share ? share[2] : words);
  return own && share ? t("because.share", { share: share[1], what: own }) : own;
}

/** A reason in the page's language; parts that have no words here are left out. */
export function reasonWords(reason) {
  const parts = reason.split("; ").flatMap((part) => one(part) ?? part.split(", ").map(one));
  return [...new Set(parts.filter(Boolean))].join(" · ");
}
